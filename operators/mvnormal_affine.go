package operators

import (
	"math"

	"mpc/dist"
)

// x ~ mvnormal(A a + offset, ...) as one factor: where A has more rows than columns, or
// rows that depend on each other, A a has no density, but A a with noise has. Data stand
// as point masses for x and offset.
func mvNormalAffineOps() []*Op {
	var list []*Op
	for _, f := range []struct {
		factor, noise           string
		toX, toA, toOffset, log any
	}{
		{"mvnormal_affine_precision", "precision", AffinePrecisionToX, AffinePrecisionToA, AffinePrecisionToOffset, AffinePrecisionEvidence},
		{"mvnormal_affine_covariance", "covariance", AffineCovarianceToX, AffineCovarianceToA, AffineCovarianceToOffset, AffineCovarianceEvidence},
	} {
		matrix, noise, to, work := Arg{"matrix", 0}, Arg{f.noise, 0}, Arg{"to", 0}, Arg{"work", 0}
		list = append(list,
			&Op{Func: f.toX, Factor: f.factor, To: "x", Algorithm: EP, Exact: true, Args: []Arg{matrix, {"a", SkipIfUniform}, {"offset", SkipIfUniform}, noise, to, work}},
			&Op{Func: f.toA, Factor: f.factor, To: "a", Algorithm: EP, Args: []Arg{{"x", SkipIfUniform}, matrix, {"offset", SkipIfUniform}, noise, to, work}},
			&Op{Func: f.toOffset, Factor: f.factor, To: "offset", Algorithm: EP, Args: []Arg{{"x", SkipIfUniform}, matrix, {"a", SkipIfUniform}, noise, to, work}},
			&Op{Func: f.log, Factor: f.factor, To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, matrix, {"a", 0}, {"offset", 0}, noise, work}},
		)
	}
	return list
}

// AffinePrecisionToX sends x ~ mvnormal(A a + offset, precision). The fault is Improper
// where there is no such distribution: where a or offset is improper in a direction that
// the noise does not bound.
func AffinePrecisionToX(matrix []float64, a, offset dist.MvNormal, precision []float64, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	rows := offset.Size()
	if a.IsUniform() || offset.IsUniform() {
		to.Resize(rows)
		return dist.NoFault
	}
	mapped := dist.MvNormal{H: work.Vector(2, rows), P: work.Matrix(2, rows)}
	if !dist.SetLinearConvolved(&mapped, matrix, a, precision, work) || !dist.SetSum(to, mapped, offset, 1, work) {
		to.Resize(rows)
		return dist.Improper
	}
	return dist.NoFault
}

// AffinePrecisionToA sends the a of x ~ mvnormal(A a + offset, precision), a message of
// the rank of A at most. The fault is Improper where x or offset is improper in a
// direction that the other does not bound.
func AffinePrecisionToA(x dist.MvNormal, matrix []float64, offset dist.MvNormal, precision []float64, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	rows, columns := x.Size(), to.Size()
	if x.IsUniform() || offset.IsUniform() {
		to.Resize(columns)
		return dist.NoFault
	}
	d := dist.MvNormal{H: work.Vector(2, rows), P: work.Matrix(2, rows)}
	if !dist.SetSum(&d, x, offset, -1, work) || !d.SetConvolved(d, precision, work) || !dist.SetLinearOf(to, matrix, columns, d, work) {
		to.Resize(columns)
		return dist.Improper
	}
	return dist.NoFault
}

// AffinePrecisionToOffset sends the offset of x ~ mvnormal(A a + offset, precision): see
// AffinePrecisionToX.
func AffinePrecisionToOffset(x dist.MvNormal, matrix []float64, a dist.MvNormal, precision []float64, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	rows := x.Size()
	if x.IsUniform() || a.IsUniform() {
		to.Resize(rows)
		return dist.NoFault
	}
	mapped := dist.MvNormal{H: work.Vector(2, rows), P: work.Matrix(2, rows)}
	if !dist.SetLinearConvolved(&mapped, matrix, a, precision, work) || !dist.SetSum(to, x, mapped, -1, work) {
		to.Resize(rows)
		return dist.Improper
	}
	return dist.NoFault
}

// AffinePrecisionEvidence returns log Z of an observed x: NaN where a or offset is
// improper.
func AffinePrecisionEvidence(x []float64, matrix []float64, a, offset dist.MvNormal, precision []float64, work *dist.MvWork) float64 {
	rows := len(x)
	to := dist.MvNormal{H: work.Vector(1, rows), P: work.Matrix(1, rows)}
	if !a.IsProper(work) || !offset.IsProper(work) || AffinePrecisionToX(matrix, a, offset, precision, &to, work) != dist.NoFault {
		return math.NaN()
	}
	return to.LogProbIn(x, work)
}

// mvNormalNoise is the precision of a known covariance, in memory of work; false where
// that is not symmetric and positive definite.
func mvNormalNoise(covariance []float64, rows int, work *dist.MvWork) ([]float64, bool) {
	d, ok := mvNormalOfCovariance(work.Zeros(rows), covariance, work)
	return d.P, ok
}

// AffineCovarianceToX sends x ~ mvnormal(A a + offset, covariance): see
// AffinePrecisionToX. The fault is Improper too where the covariance is none.
func AffineCovarianceToX(matrix []float64, a, offset dist.MvNormal, covariance []float64, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	precision, ok := mvNormalNoise(covariance, offset.Size(), work)
	if !ok {
		return dist.Improper
	}
	return AffinePrecisionToX(matrix, a, offset, precision, to, work)
}

// AffineCovarianceToA sends the a of x ~ mvnormal(A a + offset, covariance): see
// AffinePrecisionToA.
func AffineCovarianceToA(x dist.MvNormal, matrix []float64, offset dist.MvNormal, covariance []float64, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	precision, ok := mvNormalNoise(covariance, x.Size(), work)
	if !ok {
		return dist.Improper
	}
	return AffinePrecisionToA(x, matrix, offset, precision, to, work)
}

// AffineCovarianceToOffset sends the offset of x ~ mvnormal(A a + offset, covariance):
// see AffinePrecisionToOffset.
func AffineCovarianceToOffset(x dist.MvNormal, matrix []float64, a dist.MvNormal, covariance []float64, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	precision, ok := mvNormalNoise(covariance, x.Size(), work)
	if !ok {
		return dist.Improper
	}
	return AffinePrecisionToOffset(x, matrix, a, precision, to, work)
}

// AffineCovarianceEvidence returns log Z of an observed x: see AffinePrecisionEvidence.
func AffineCovarianceEvidence(x []float64, matrix []float64, a, offset dist.MvNormal, covariance []float64, work *dist.MvWork) float64 {
	precision, ok := mvNormalNoise(covariance, len(x), work)
	if !ok {
		return math.NaN()
	}
	return AffinePrecisionEvidence(x, matrix, a, offset, precision, work)
}
