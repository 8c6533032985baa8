package operators

import (
	"math"

	"mpc/dist"
)

// Messages about vectors are in information form: precision times mean, and
// precision. None needs the inverse of a message that comes in, which may have any
// rank; each update takes one Cholesky factor of a sum of precisions.
func mvNormalOps() []*Op {
	return []*Op{
		{Func: MvNormalPrecisionToXKnown, Factor: "mvnormal_precision", To: "x", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{{"mean", 0}, {"precision", 0}, {"to", 0}}},
		{
			Func: MvNormalPrecisionToX, Factor: "mvnormal_precision", To: "x", Algorithm: EP, Exact: true,
			Args: []Arg{{"mean", SkipIfUniform}, {"precision", 0}, {"to", 0}, {"work", 0}},
		},
		{Func: MvNormalPrecisionToMeanObserved, Factor: "mvnormal_precision", To: "mean", Algorithm: EP, Safe: true, Args: []Arg{{"x", 0}, {"precision", 0}, {"to", 0}}},
		{
			Func: MvNormalPrecisionToMean, Factor: "mvnormal_precision", To: "mean", Algorithm: EP,
			Args: []Arg{{"x", SkipIfUniform}, {"precision", 0}, {"to", 0}, {"work", 0}},
		},
		{Func: MvNormalPrecisionEvidence, Factor: "mvnormal_precision", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"mean", 0}, {"precision", 0}, {"work", 0}}},
		{
			Func: MvNormalPrecisionMeanEvidence, Factor: "mvnormal_precision", To: Evidence, Algorithm: EP,
			Args: []Arg{{"x", 0}, {"mean", 0}, {"precision", 0}, {"work", 0}},
		},
		{Func: MvNormalCovarianceToXKnown, Factor: "mvnormal_covariance", To: "x", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{{"mean", 0}, {"covariance", 0}, {"to", 0}, {"work", 0}}},
		{
			Func: MvNormalCovarianceToX, Factor: "mvnormal_covariance", To: "x", Algorithm: EP, Exact: true,
			Args: []Arg{{"mean", SkipIfUniform}, {"covariance", 0}, {"to", 0}, {"work", 0}},
		},
		{Func: MvNormalCovarianceToMeanObserved, Factor: "mvnormal_covariance", To: "mean", Algorithm: EP, Safe: true, Args: []Arg{{"x", 0}, {"covariance", 0}, {"to", 0}, {"work", 0}}},
		{
			Func: MvNormalCovarianceToMean, Factor: "mvnormal_covariance", To: "mean", Algorithm: EP,
			Args: []Arg{{"x", SkipIfUniform}, {"covariance", 0}, {"to", 0}, {"work", 0}},
		},
		{Func: MvNormalCovarianceEvidence, Factor: "mvnormal_covariance", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"mean", 0}, {"covariance", 0}, {"work", 0}}},
		{
			Func: MvNormalCovarianceMeanEvidence, Factor: "mvnormal_covariance", To: Evidence, Algorithm: EP,
			Args: []Arg{{"x", 0}, {"mean", 0}, {"covariance", 0}, {"work", 0}},
		},
	}
}

// MvNormalPrecisionToXKnown sends x ~ mvnormal(mean, precision) with a known mean.
func MvNormalPrecisionToXKnown(mean, precision []float64, to *dist.MvNormal) {
	to.SetMeanTimesPrecision(mean, precision)
}

// MvNormalPrecisionToMeanObserved sends the mean of an observed x, in which the
// density is symmetric.
func MvNormalPrecisionToMeanObserved(x, precision []float64, to *dist.MvNormal) {
	to.SetMeanTimesPrecision(x, precision)
}

// MvNormalPrecisionToX sends x ~ mvnormal(mean, precision): what the mean is, with
// the covariances added. The fault is Improper where the sum of the two precisions
// is not positive definite.
func MvNormalPrecisionToX(mean dist.MvNormal, precision []float64, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	if !to.SetConvolved(mean, precision, work) {
		return dist.Improper
	}
	return dist.NoFault
}

// MvNormalPrecisionToMean sends the mean of x ~ mvnormal(mean, precision): see
// MvNormalPrecisionToX.
func MvNormalPrecisionToMean(x dist.MvNormal, precision []float64, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	return MvNormalPrecisionToX(x, precision, to, work)
}

// MvNormalPrecisionEvidence returns the log density of an observed x.
func MvNormalPrecisionEvidence(x, mean, precision []float64, work *dist.MvWork) float64 {
	return mvNormalKnown(mean, precision, work).LogProbIn(x, work)
}

// MvNormalPrecisionMeanEvidence returns log Z of an observed x.
func MvNormalPrecisionMeanEvidence(x []float64, mean dist.MvNormal, precision []float64, work *dist.MvWork) float64 {
	return mvNormalKnown(x, precision, work).LogIntegral(mean, work)
}

// mvNormalKnown is the normal of known mean and precision, in memory of work.
func mvNormalKnown(mean, precision []float64, work *dist.MvWork) dist.MvNormal {
	d := dist.MvNormal{H: work.Vector(0, len(mean)), P: work.Matrix(0, len(mean))}
	d.SetMeanTimesPrecision(mean, precision)
	return d
}

// mvNormalOfCovariance is the normal of known mean and covariance, in memory of
// work; false where that is not symmetric and positive definite.
func mvNormalOfCovariance(mean, covariance []float64, work *dist.MvWork) (dist.MvNormal, bool) {
	d := dist.MvNormal{H: work.Vector(0, len(mean)), P: work.Matrix(0, len(mean))}
	err := d.SetMeanCovariance(mean, covariance, work)
	return d, err == nil && !d.Point
}

// MvNormalCovarianceToXKnown sends x ~ mvnormal(mean, covariance) with a known mean.
// The fault is Improper where the covariance is none.
func MvNormalCovarianceToXKnown(mean, covariance []float64, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	if to.SetMeanCovariance(mean, covariance, work) != nil || to.Point {
		return dist.Improper
	}
	return dist.NoFault
}

// MvNormalCovarianceToMeanObserved sends the mean of an observed x.
func MvNormalCovarianceToMeanObserved(x, covariance []float64, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	return MvNormalCovarianceToXKnown(x, covariance, to, work)
}

// MvNormalCovarianceToX sends x ~ mvnormal(mean, covariance): what the mean is, with
// the covariances added. The fault is Improper where there is no such distribution.
func MvNormalCovarianceToX(mean dist.MvNormal, covariance []float64, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	zero := work.Vector(1, len(mean.H))
	clear(zero)
	noise, ok := mvNormalOfCovariance(zero, covariance, work)
	if !ok || !to.SetConvolved(mean, noise.P, work) {
		return dist.Improper
	}
	return dist.NoFault
}

// MvNormalCovarianceToMean sends the mean of x ~ mvnormal(mean, covariance): see
// MvNormalCovarianceToX.
func MvNormalCovarianceToMean(x dist.MvNormal, covariance []float64, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	return MvNormalCovarianceToX(x, covariance, to, work)
}

// MvNormalCovarianceEvidence returns the log density of an observed x.
func MvNormalCovarianceEvidence(x, mean, covariance []float64, work *dist.MvWork) float64 {
	d, ok := mvNormalOfCovariance(mean, covariance, work)
	if !ok {
		return math.NaN()
	}
	return d.LogProbIn(x, work)
}

// MvNormalCovarianceMeanEvidence returns log Z of an observed x.
func MvNormalCovarianceMeanEvidence(x []float64, mean dist.MvNormal, covariance []float64, work *dist.MvWork) float64 {
	d, ok := mvNormalOfCovariance(x, covariance, work)
	if !ok {
		return math.NaN()
	}
	return d.LogIntegral(mean, work)
}
