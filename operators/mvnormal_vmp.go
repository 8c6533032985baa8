package operators

import (
	"math"

	"mpc/dist"
)

// Data stand here as point masses: one operator for all combinations.
func mvNormalVMPOps() []*Op {
	return []*Op{
		{
			Func: MvNormalPrecisionToXAverage, Factor: "mvnormal_precision", To: "x", Algorithm: VMP,
			Args: []Arg{{"mean", 0}, {"precision", 0}, {"to", 0}, {"work", 0}},
		},
		{
			Func: MvNormalPrecisionToMeanAverage, Factor: "mvnormal_precision", To: "mean", Algorithm: VMP,
			Args: []Arg{{"x", 0}, {"precision", 0}, {"to", 0}, {"work", 0}},
		},
		{
			Func: MvNormalPrecisionToPrecisionAverage, Factor: "mvnormal_precision", To: "precision", Algorithm: VMP,
			Args: []Arg{{"x", 0}, {"mean", 0}, {"to", 0}, {"work", 0}},
		},
		{
			Func: MvNormalPrecisionAverageLog, Factor: "mvnormal_precision", To: Evidence, Algorithm: VMP,
			Args: []Arg{{"x", 0}, {"mean", 0}, {"precision", 0}, {"work", 0}},
		},
		{
			Func: MvNormalCovarianceToXAverage, Factor: "mvnormal_covariance", To: "x", Algorithm: VMP,
			Args: []Arg{{"mean", 0}, {"covariance", 0}, {"to", 0}, {"work", 0}},
		},
		{
			Func: MvNormalCovarianceToMeanAverage, Factor: "mvnormal_covariance", To: "mean", Algorithm: VMP,
			Args: []Arg{{"x", 0}, {"covariance", 0}, {"to", 0}, {"work", 0}},
		},
		{
			Func: MvNormalCovarianceAverageLog, Factor: "mvnormal_covariance", To: Evidence, Algorithm: VMP,
			Args: []Arg{{"x", 0}, {"mean", 0}, {"covariance", 0}, {"work", 0}},
		},
	}
}

// MvNormalPrecisionToXAverage sends x ~ mvnormal(mean, precision): the mean precision
// about the mean of the mean. The fault is Improper where one of the two has no mean.
func MvNormalPrecisionToXAverage(mean dist.MvNormal, precision dist.Wishart, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	m := mean.MeanTo(work.Vector(0, len(mean.H)), work)
	p := precision.MeanTo(work.Matrix(0, len(mean.H)), work)
	to.SetMeanTimesPrecision(m, p)
	if !to.IsFinite() {
		return dist.Improper
	}
	return dist.NoFault
}

// MvNormalPrecisionToMeanAverage sends the mean of x ~ mvnormal(mean, precision): see
// MvNormalPrecisionToXAverage.
func MvNormalPrecisionToMeanAverage(x dist.MvNormal, precision dist.Wishart, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	return MvNormalPrecisionToXAverage(x, precision, to, work)
}

// MvNormalPrecisionToPrecisionAverage sends the precision of x ~ mvnormal(mean,
// precision): half a degree of freedom more, and half of E[(x - mean)(x - mean)'] as
// the rate. The fault is Improper where x or mean has no covariance.
func MvNormalPrecisionToPrecisionAverage(x, mean dist.MvNormal, to *dist.Wishart, work *dist.MvWork) dist.Fault {
	k := len(x.H)
	to.Resize(k)
	d, v, ok := mvNormalDeviation(x, mean, work)
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

// mvNormalDeviation returns the mean of x - mean and its covariance, in memory of
// work; false where one of the two is improper.
func mvNormalDeviation(x, mean dist.MvNormal, work *dist.MvWork) (d, v []float64, ok bool) {
	k := len(x.H)
	d, m := work.Vector(0, k), work.Vector(1, k)
	v, u := work.Matrix(0, k), work.Matrix(1, k)
	if !x.Moments(d, v, work) || !mean.Moments(m, u, work) {
		return d, v, false
	}
	for i := range d {
		d[i] -= m[i]
	}
	for i := range v {
		v[i] += u[i]
	}
	return d, v, true
}

// MvNormalPrecisionAverageLog is the mean log density of x ~ mvnormal(mean,
// precision). It is NaN where a mean that is needed does not exist.
func MvNormalPrecisionAverageLog(x, mean dist.MvNormal, precision dist.Wishart, work *dist.MvWork) float64 {
	k := len(x.H)
	d, v, ok := mvNormalDeviation(x, mean, work)
	if !ok {
		return math.NaN()
	}
	p := precision.MeanTo(work.Matrix(1, k), work)
	trace := 0.0
	for i := range d {
		for j := range d {
			trace += p[i*k+j] * (d[i]*d[j] + v[i*k+j])
		}
	}
	return (precision.MeanLogDet(work) - float64(k)*math.Log(2*math.Pi) - trace) / 2
}

// MvNormalCovarianceToXAverage sends x ~ mvnormal(mean, covariance): the covariance
// about the mean of the mean. The fault is Improper where there is no such thing.
func MvNormalCovarianceToXAverage(mean dist.MvNormal, covariance []float64, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	m := mean.MeanTo(work.Vector(0, len(mean.H)), work)
	if to.SetMeanCovariance(m, covariance, work) != nil || to.Point {
		return dist.Improper
	}
	return dist.NoFault
}

// MvNormalCovarianceToMeanAverage sends the mean of x ~ mvnormal(mean, covariance):
// see MvNormalCovarianceToXAverage.
func MvNormalCovarianceToMeanAverage(x dist.MvNormal, covariance []float64, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	return MvNormalCovarianceToXAverage(x, covariance, to, work)
}

// MvNormalCovarianceAverageLog is the mean log density of x ~ mvnormal(mean,
// covariance). It is NaN where a mean that is needed does not exist.
func MvNormalCovarianceAverageLog(x, mean dist.MvNormal, covariance []float64, work *dist.MvWork) float64 {
	d, v, ok := mvNormalDeviation(x, mean, work)
	if !ok {
		return math.NaN()
	}
	m := work.Vector(1, len(d))
	clear(m)
	noise := dist.MvNormal{H: work.Vector(2, len(d)), P: work.Matrix(1, len(d))}
	if noise.SetMeanCovariance(m, covariance, work) != nil || noise.Point {
		return math.NaN()
	}
	trace := 0.0
	for i, p := range noise.P {
		trace += p * v[i]
	}
	return noise.LogProbIn(d, work) - trace/2
}
