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
func NormalPrecisionToXAverage(mean dist.Normal, precision dist.Gamma) (dist.Normal, dist.Fault) {
	if !precision.IsProper() {
		return dist.Normal{}, dist.Improper
	}
	return NormalPrecisionToXAverageKnown(mean, precision.Mean())
}

// NormalPrecisionToXAverageKnown sends x ~ normal(mean, precision = t) for a
// known t. Precision 0 gives the uniform message and +Inf a point mass at a
// known mean; two random variables that are equal have no posterior that is a
// product: the fault is dist.Improper. It is dist.NotFinite for a negative
// precision.
func NormalPrecisionToXAverageKnown(mean dist.Normal, precision float64) (dist.Normal, dist.Fault) {
	switch {
	case !(mean.P > 0):
		return dist.Normal{}, dist.Improper
	case !(precision >= 0):
		return dist.Normal{}, dist.NotFinite
	case precision > math.MaxFloat64 && mean.IsPoint():
		return mean, dist.NoFault
	case precision > math.MaxFloat64:
		return dist.Normal{}, dist.Improper
	}
	return normalFinite(mean.Mean()*precision, precision)
}

// NormalPrecisionToMeanAverage sends the mean of x ~ normal(mean, precision = t);
// the factor is symmetric: see NormalPrecisionToXAverage.
func NormalPrecisionToMeanAverage(x dist.Normal, precision dist.Gamma) (dist.Normal, dist.Fault) {
	return NormalPrecisionToXAverage(x, precision)
}

// NormalPrecisionToMeanAverageKnown sends the mean of x ~ normal(mean, precision
// = t) for a known t; see NormalPrecisionToXAverageKnown.
func NormalPrecisionToMeanAverageKnown(x dist.Normal, precision float64) (dist.Normal, dist.Fault) {
	return NormalPrecisionToXAverageKnown(x, precision)
}

// NormalPrecisionToPrecisionAverage sends the precision t of x ~ normal(mean,
// precision = t): t^(1/2) exp(-t E[(x - mean)^2]/2). The fault is dist.Improper
// where x or mean has no variance, and dist.NotFinite where the sum overflows.
func NormalPrecisionToPrecisionAverage(x, mean dist.Normal) (dist.Gamma, dist.Fault) {
	if !(x.P > 0 && mean.P > 0) {
		return dist.GammaUniform(), dist.Improper
	}
	return gammaFinite(1.5, normalMeanSquare(x, mean)/2)
}

// NormalPrecisionAverageLog is the mean log density of x ~ normal(mean,
// precision = t): (E[log t] - log 2 pi - E[t] E[(x - mean)^2])/2. It is NaN where
// an argument is improper.
func NormalPrecisionAverageLog(x, mean dist.Normal, precision dist.Gamma) float64 {
	if !precision.IsProper() {
		return math.NaN()
	}
	return NormalPrecisionAverageLogKnown(x, mean, precision.Mean()) - precision.LogGap()/2
}

// NormalPrecisionAverageLogKnown is NormalPrecisionAverageLog for a known t: NaN
// where that is negative. Two different points contradict the precision +Inf.
func NormalPrecisionAverageLogKnown(x, mean dist.Normal, precision float64) float64 {
	if !(x.P > 0 && mean.P > 0 && precision >= 0) {
		return math.NaN()
	}
	square := normalMeanSquare(x, mean)
	if precision > math.MaxFloat64 {
		return pointLog(square == 0)
	}
	return (math.Log(precision) - math.Log(2*math.Pi) - precision*square) / 2
}

// normalMeanSquare returns E[(x - mean)^2] of two independent proper normals or
// point masses.
func normalMeanSquare(x, mean dist.Normal) float64 {
	mx, vx := normalMeanVariance(x)
	mm, vm := normalMeanVariance(mean)
	d := mx - mm
	return d*d + vx + vm
}

// pointLog is the log density of a point mass: 0 at its point, -Inf elsewhere.
func pointLog(equal bool) float64 {
	if equal {
		return 0
	}
	return math.Inf(-1)
}
