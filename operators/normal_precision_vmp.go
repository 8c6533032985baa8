package operators

import (
	"math"

	"mpc/dist"
)

func normalPrecisionVMPOps() []*Op {
	return []*Op{
		{
			Func: NormalPrecisionToXAverage, Factor: "normal_precision", To: "x", Algorithm: VMP,
			Args: []Arg{{"mean", 0}, {"precision", 0}},
		},
		{
			Func: NormalPrecisionToXAverageKnown, Factor: "normal_precision", To: "x", Algorithm: VMP,
			Args: []Arg{{"mean", 0}, {"precision", 0}},
		},
		{
			Func: NormalPrecisionToMeanAverage, Factor: "normal_precision", To: "mean", Algorithm: VMP,
			Args: []Arg{{"x", 0}, {"precision", 0}},
		},
		{
			Func: NormalPrecisionToMeanAverageKnown, Factor: "normal_precision", To: "mean", Algorithm: VMP,
			Args: []Arg{{"x", 0}, {"precision", 0}},
		},
		{
			Func: NormalPrecisionToPrecisionAverage, Factor: "normal_precision", To: "precision", Algorithm: VMP,
			Args: []Arg{{"x", 0}, {"mean", 0}},
		},
		{
			Func: NormalPrecisionAverageLog, Factor: "normal_precision", To: Evidence, Algorithm: VMP,
			Args: []Arg{{"x", 0}, {"mean", 0}, {"precision", 0}},
		},
		{
			Func: NormalPrecisionAverageLogKnown, Factor: "normal_precision", To: Evidence, Algorithm: VMP,
			Args: []Arg{{"x", 0}, {"mean", 0}, {"precision", 0}},
		},
	}
}

// NormalPrecisionToXAverage sends x ~ normal(mean, precision = t): E[t] E[mean]
// and E[t], exp of the mean log factor (Winn and Bishop, "Variational message
// passing", 2005, sec. 2). The variance of mean does not matter, so that a vague
// mean still gives a sharp message; it must be proper, as must t: the fault is
// dist.Improper.
func NormalPrecisionToXAverage(mean dist.NormalMoments, precision dist.GammaMoments) (m dist.Normal, fault dist.Fault) {
	m.H, m.P = mean.Mean*precision.Mean, precision.Mean
	switch {
	case m.H-m.H == 0: // both are proper, as the moments of others are NaN
	case m.P > math.MaxFloat64 && mean.Variance == 0:
		m.H = mean.Mean
	case m.P <= math.MaxFloat64 && mean.Variance >= 0:
		fault = dist.NotFinite
	default:
		fault = dist.Improper
	}
	return m, fault
}

// NormalPrecisionToXAverageKnown sends x ~ normal(mean, precision = t) for a
// known t. Precision 0 gives the uniform message and +Inf a point mass at a
// known mean; two random variables that are equal have no posterior that is a
// product: the fault is dist.Improper. It is dist.NotFinite for a negative
// precision.
func NormalPrecisionToXAverageKnown(mean dist.NormalMoments, precision float64) (dist.Normal, dist.Fault) {
	switch {
	case !mean.IsProper():
		return dist.Normal{}, dist.Improper
	case !(precision >= 0):
		return dist.Normal{}, dist.NotFinite
	case precision > math.MaxFloat64 && mean.Variance == 0:
		return dist.NormalPoint(mean.Mean), dist.NoFault
	case precision > math.MaxFloat64:
		return dist.Normal{}, dist.Improper
	}
	return normalFinite(mean.Mean*precision, precision)
}

// NormalPrecisionToMeanAverage sends the mean of x ~ normal(mean, precision = t);
// the factor is symmetric: see NormalPrecisionToXAverage.
func NormalPrecisionToMeanAverage(x dist.NormalMoments, precision dist.GammaMoments) (dist.Normal, dist.Fault) {
	return NormalPrecisionToXAverage(x, precision)
}

// NormalPrecisionToMeanAverageKnown sends the mean of x ~ normal(mean, precision
// = t) for a known t; see NormalPrecisionToXAverageKnown.
func NormalPrecisionToMeanAverageKnown(x dist.NormalMoments, precision float64) (dist.Normal, dist.Fault) {
	return NormalPrecisionToXAverageKnown(x, precision)
}

// NormalPrecisionToPrecisionAverage sends the precision t of x ~ normal(mean,
// precision = t): t^(1/2) exp(-t E[(x - mean)^2]/2). The fault is dist.Improper
// where x or mean has no variance, and dist.NotFinite where the sum overflows.
func NormalPrecisionToPrecisionAverage(x, mean dist.NormalMoments) (dist.Gamma, dist.Fault) {
	square := normalMeanSquare(x, mean)
	switch {
	case square <= math.MaxFloat64:
		return dist.Gamma{Shape: 1.5, Rate: square / 2}, dist.NoFault
	case x.IsProper() && mean.IsProper():
		return dist.GammaUniform(), dist.NotFinite
	}
	return dist.GammaUniform(), dist.Improper
}

// NormalPrecisionAverageLog is the mean log density of x ~ normal(mean,
// precision = t): (E[log t] - log 2 pi - E[t] E[(x - mean)^2])/2. It is NaN where
// an argument is improper.
func NormalPrecisionAverageLog(x, mean dist.NormalMoments, precision dist.GammaMoments) float64 {
	square, p := normalMeanSquare(x, mean), precision.Mean
	z := (precision.MeanLog-p*square)/2 - halfLog2Pi
	switch {
	case z-z == 0:
	case p > math.MaxFloat64 && square == 0: // points, see NormalPrecisionAverageLogKnown
		z = 0
	case p == 0 || p > math.MaxFloat64:
		z = -p * square
	}
	return z
}

// NormalPrecisionAverageLogKnown is NormalPrecisionAverageLog for a known t: NaN
// where that is negative. Precision 0 counts as the constant 1, as a uniform
// message does, and two different points contradict the precision +Inf.
func NormalPrecisionAverageLogKnown(x, mean dist.NormalMoments, precision float64) float64 {
	if !(x.IsProper() && mean.IsProper() && precision >= 0) {
		return math.NaN()
	}
	square := normalMeanSquare(x, mean)
	switch {
	case precision > math.MaxFloat64:
		return pointLog(square == 0)
	case precision == 0:
		return 0
	}
	return (math.Log(precision) - 2*halfLog2Pi - precision*square) / 2
}

// normalMeanSquare returns E[(x - mean)^2] of two independent proper normals or
// point masses.
func normalMeanSquare(x, mean dist.NormalMoments) float64 {
	d := x.Mean - mean.Mean
	return d*d + x.Variance + mean.Variance
}

// pointLog is the log density of a point mass: 0 at its point, -Inf elsewhere.
func pointLog(equal bool) float64 {
	if equal {
		return 0
	}
	return math.Inf(-1)
}
