package operators

import (
	"math"

	"mpc/dist"
)

// The same as in mvnormal_vmp.go, with A a + offset for the mean: see mvNormalAffineOps.
func mvNormalAffineVMPOps() []*Op {
	var list []*Op
	for _, f := range []struct {
		factor, noise           string
		toX, toA, toOffset, log any
	}{
		{"mvnormal_affine_precision", "precision", AffinePrecisionToXAverage, AffinePrecisionToAAverage, AffinePrecisionToOffsetAverage, AffinePrecisionAverageLog},
		{"mvnormal_affine_covariance", "covariance", AffineCovarianceToXAverage, AffineCovarianceToAAverage, AffineCovarianceToOffsetAverage, AffineCovarianceAverageLog},
	} {
		matrix, noise, to, work := Arg{"matrix", 0}, Arg{f.noise, 0}, Arg{"to", 0}, Arg{"work", 0}
		list = append(list,
			&Op{Func: f.toX, Factor: f.factor, To: "x", Algorithm: VMP, Args: []Arg{matrix, {"a", 0}, {"offset", 0}, noise, to, work}},
			&Op{Func: f.toA, Factor: f.factor, To: "a", Algorithm: VMP, Args: []Arg{{"x", 0}, matrix, {"offset", 0}, noise, to, work}},
			&Op{Func: f.toOffset, Factor: f.factor, To: "offset", Algorithm: VMP, Args: []Arg{{"x", 0}, matrix, {"a", 0}, noise, to, work}},
			&Op{Func: f.log, Factor: f.factor, To: Evidence, Algorithm: VMP, Args: []Arg{{"x", 0}, matrix, {"a", 0}, {"offset", 0}, noise, work}},
		)
	}
	return append(list, &Op{
		Func: AffinePrecisionToPrecisionAverage, Factor: "mvnormal_affine_precision", To: "precision", Algorithm: VMP,
		Args: []Arg{{"x", 0}, {"matrix", 0}, {"a", 0}, {"offset", 0}, {"to", 0}, {"work", 0}},
	})
}

// AffinePrecisionToXAverage sends x ~ mvnormal(A a + offset, precision): the mean
// precision about the mean of the mean. The fault is Improper where one of them has none.
func AffinePrecisionToXAverage(matrix []float64, a, offset dist.MvNormal, precision dist.Wishart, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	rows := offset.Size()
	m := affineMean(matrix, a, 1, offset, work)
	p := precision.MeanTo(work.Matrix(0, rows), work)
	return affineTo(m, p, to)
}

// affineMean is E[offset] + sign A E[a], in memory of work.
func affineMean(matrix []float64, a dist.MvNormal, sign float64, offset dist.MvNormal, work *dist.MvWork) []float64 {
	m := offset.MeanTo(work.Vector(0, offset.Size()), work)
	e := a.MeanTo(work.Vector(1, a.Size()), work)
	for i := range m {
		m[i] += sign * vectorDot(matrix[i*len(e):(i+1)*len(e)], e)
	}
	return m
}

func vectorDot(x, y []float64) float64 {
	sum := 0.0
	for i, v := range x {
		sum += v * y[i]
	}
	return sum
}

// affineTo sends a mean and a precision.
func affineTo(mean, precision []float64, to *dist.MvNormal) dist.Fault {
	to.SetMeanTimesPrecision(mean, precision)
	if !to.IsFinite() {
		to.Resize(len(mean))
		return dist.Improper
	}
	return dist.NoFault
}

// AffinePrecisionToAAverage sends the a of x ~ mvnormal(A a + offset, precision): with
// W the mean precision A'WA, and A'W E[x - offset] for the precision times the mean.
// The fault is Improper where one of them has no mean.
func AffinePrecisionToAAverage(x dist.MvNormal, matrix []float64, offset dist.MvNormal, precision dist.Wishart, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	p := precision.MeanTo(work.Matrix(0, x.Size()), work)
	return affineToA(x, matrix, offset, p, to, work)
}

func affineToA(x dist.MvNormal, matrix []float64, offset dist.MvNormal, p []float64, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	rows, columns := x.Size(), to.Size()
	m := x.MeanTo(work.Vector(0, rows), work)
	for i, o := range offset.MeanTo(work.Vector(1, rows), work) {
		m[i] -= o
	}
	d := dist.MvNormal{H: work.Vector(2, rows), P: work.Matrix(2, rows)}
	if affineTo(m, p, &d) != dist.NoFault || !dist.SetLinearOf(to, matrix, columns, d, work) {
		to.Resize(columns)
		return dist.Improper
	}
	return dist.NoFault
}

// AffinePrecisionToOffsetAverage sends the offset of x ~ mvnormal(A a + offset,
// precision): the mean precision about E[x] - A E[a]. See AffinePrecisionToXAverage.
func AffinePrecisionToOffsetAverage(x dist.MvNormal, matrix []float64, a dist.MvNormal, precision dist.Wishart, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	p := precision.MeanTo(work.Matrix(0, x.Size()), work)
	return affineTo(affineMean(matrix, a, -1, x, work), p, to)
}

// AffinePrecisionToPrecisionAverage sends the precision of x ~ mvnormal(A a + offset,
// precision): half a degree of freedom more, and half of the mean square of
// x - A a - offset as the rate. The fault is Improper where one of the three has no
// covariance.
func AffinePrecisionToPrecisionAverage(x dist.MvNormal, matrix []float64, a, offset dist.MvNormal, to *dist.Wishart, work *dist.MvWork) dist.Fault {
	to.Resize(x.Size())
	d, v, ok := affineDeviation(x, matrix, a, offset, work)
	if !ok {
		return dist.Improper
	}
	to.AddDeviation(d, 1)
	for i, s := range v {
		to.Rate[i] += s / 2
	}
	if !to.IsFinite() {
		return dist.NotFinite
	}
	return dist.NoFault
}

// affineDeviation returns the mean of x - A a - offset and its covariance, in memory of
// work; false where one of the three is improper.
func affineDeviation(x dist.MvNormal, matrix []float64, a, offset dist.MvNormal, work *dist.MvWork) (d, v []float64, ok bool) {
	if d, v, ok = mvNormalDeviation(x, offset, work); !ok {
		return d, v, false
	}
	k := a.Size()
	m, s := work.Vector(2, k), work.Matrix(2, k)
	if !a.Moments(m, s, work) {
		return d, v, false
	}
	for i := range d {
		d[i] -= vectorDot(matrix[i*k:i*k+k], m)
	}
	dist.AddLinear(v, matrix, s, work)
	return d, v, true
}

// AffinePrecisionAverageLog is the mean log density of x ~ mvnormal(A a + offset,
// precision). It is NaN where a mean that is needed does not exist.
func AffinePrecisionAverageLog(x dist.MvNormal, matrix []float64, a, offset dist.MvNormal, precision dist.Wishart, work *dist.MvWork) float64 {
	d, v, ok := affineDeviation(x, matrix, a, offset, work)
	if !ok {
		return math.NaN()
	}
	k := len(d)
	p := precision.MeanTo(work.Matrix(1, k), work)
	return (precision.MeanLogDet(work) - float64(k)*math.Log(2*math.Pi) - affineTrace(p, d, v)) / 2
}

// affineTrace is the trace of p (d d' + v).
func affineTrace(p, d, v []float64) float64 {
	k := len(d)
	trace := 0.0
	for i := range d {
		for j := range d {
			trace += p[i*k+j] * (d[i]*d[j] + v[i*k+j])
		}
	}
	return trace
}

// AffineCovarianceToXAverage sends x ~ mvnormal(A a + offset, covariance): see
// AffinePrecisionToXAverage. The fault is Improper too where the covariance is none.
func AffineCovarianceToXAverage(matrix []float64, a, offset dist.MvNormal, covariance []float64, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	p, ok := mvNormalNoise(covariance, offset.Size(), work)
	if !ok {
		return dist.Improper
	}
	return affineTo(affineMean(matrix, a, 1, offset, work), p, to)
}

// AffineCovarianceToAAverage sends the a of x ~ mvnormal(A a + offset, covariance): see
// AffinePrecisionToAAverage.
func AffineCovarianceToAAverage(x dist.MvNormal, matrix []float64, offset dist.MvNormal, covariance []float64, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	p, ok := mvNormalNoise(covariance, x.Size(), work)
	if !ok {
		return dist.Improper
	}
	return affineToA(x, matrix, offset, p, to, work)
}

// AffineCovarianceToOffsetAverage sends the offset of x ~ mvnormal(A a + offset,
// covariance): see AffinePrecisionToOffsetAverage.
func AffineCovarianceToOffsetAverage(x dist.MvNormal, matrix []float64, a dist.MvNormal, covariance []float64, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	p, ok := mvNormalNoise(covariance, x.Size(), work)
	if !ok {
		return dist.Improper
	}
	return affineTo(affineMean(matrix, a, -1, x, work), p, to)
}

// AffineCovarianceAverageLog is the mean log density of x ~ mvnormal(A a + offset,
// covariance). It is NaN where a mean that is needed does not exist.
func AffineCovarianceAverageLog(x dist.MvNormal, matrix []float64, a, offset dist.MvNormal, covariance []float64, work *dist.MvWork) float64 {
	d, v, ok := affineDeviation(x, matrix, a, offset, work)
	if !ok {
		return math.NaN()
	}
	// affineDeviation leaves d and v in memory number 0.
	noise := dist.MvNormal{H: work.Vector(1, len(d)), P: work.Matrix(1, len(d))}
	if noise.SetMeanCovariance(work.Zeros(len(d)), covariance, work) != nil || noise.Point {
		return math.NaN()
	}
	return noise.LogProbIn(d, work) - affineTrace(noise.P, work.Zeros(len(d)), v)/2
}
