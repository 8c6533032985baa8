package operators

import (
	"math"

	"mpc/dist"
)

func normalVarianceVMPOps() []*Op {
	return []*Op{
		{
			Func: NormalVarianceToXAverage, Factor: "normal_variance", To: "x", Algorithm: VMP,
			Args: []Arg{{"mean", 0}, {"variance", 0}},
		},
		{
			Func: NormalVarianceToXAverageRandom, Factor: "normal_variance", To: "x", Algorithm: VMP,
			Args: []Arg{{"mean", 0}, {"variance", 0}},
		},
		{
			Func: NormalVarianceToXAverageGamma, Factor: "normal_variance", To: "x", Algorithm: VMP,
			Args: []Arg{{"mean", 0}, {"variance", 0}},
		},
		{
			Func: NormalVarianceToMeanAverage, Factor: "normal_variance", To: "mean", Algorithm: VMP,
			Args: []Arg{{"x", 0}, {"variance", 0}},
		},
		{
			Func: NormalVarianceToMeanAverageRandom, Factor: "normal_variance", To: "mean", Algorithm: VMP,
			Args: []Arg{{"x", 0}, {"variance", 0}},
		},
		{
			Func: NormalVarianceToMeanAverageGamma, Factor: "normal_variance", To: "mean", Algorithm: VMP,
			Args: []Arg{{"x", 0}, {"variance", 0}},
		},
		{
			Func: NormalVarianceToVarianceAverage, Factor: "normal_variance", To: "variance", Algorithm: VMP,
			Args: []Arg{{"x", 0}, {"mean", 0}},
		},
		{
			Func: NormalVarianceToVarianceAverageGamma, Factor: "normal_variance", To: "variance", Algorithm: VMP, Surrogate: true,
			Args: []Arg{{"x", 0}, {"mean", 0}, {"variance", NoInit}},
		},
		{
			Func: NormalVarianceAverageLog, Factor: "normal_variance", To: Evidence, Algorithm: VMP,
			Args: []Arg{{"x", 0}, {"mean", 0}, {"variance", 0}},
		},
		{
			Func: NormalVarianceAverageLogRandom, Factor: "normal_variance", To: Evidence, Algorithm: VMP,
			Args: []Arg{{"x", 0}, {"mean", 0}, {"variance", 0}},
		},
		{
			Func: NormalVarianceAverageLogGamma, Factor: "normal_variance", To: Evidence, Algorithm: VMP,
			Args: []Arg{{"x", 0}, {"mean", 0}, {"variance", 0}},
		},
	}
}

// NormalVarianceToXAverage sends x ~ normal(mean, variance): precision 1/variance
// about E[mean] (Winn and Bishop 2005). Variance +Inf gives the uniform message
// and 0 a point mass at a known mean. The fault is dist.Improper where mean is,
// or random with variance 0, see NormalPrecisionToXAverageKnown, and
// dist.NotFinite for a negative variance or a result that overflows.
func NormalVarianceToXAverage(mean dist.NormalMoments, variance float64) (dist.Normal, dist.Fault) {
	return normalLinearAverage(mean, 1, variance)
}

// NormalVarianceToXAverageRandom is NormalVarianceToXAverage for a random
// variance: its precision is E[1/variance].
func NormalVarianceToXAverageRandom(mean dist.NormalMoments, variance dist.InverseGamma) (dist.Normal, dist.Fault) {
	if !variance.IsProper() {
		return dist.Normal{}, dist.Improper
	}
	return NormalPrecisionToXAverageKnown(mean, variance.MeanInverse())
}

// NormalVarianceToXAverageGamma is NormalVarianceToXAverageRandom for a variance
// whose posterior is a gamma: E[1/variance] is infinite, and the fault
// dist.Improper, where its shape is not above 1.
func NormalVarianceToXAverageGamma(mean dist.NormalMoments, variance dist.Gamma) (dist.Normal, dist.Fault) {
	inverse := gammaMeanInverse(variance)
	if !(inverse <= math.MaxFloat64) {
		return dist.Normal{}, dist.Improper
	}
	return NormalPrecisionToXAverageKnown(mean, inverse)
}

// NormalVarianceToMeanAverage sends the mean of x ~ normal(mean, variance); the
// factor is symmetric: see NormalVarianceToXAverage.
func NormalVarianceToMeanAverage(x dist.NormalMoments, variance float64) (dist.Normal, dist.Fault) {
	return NormalVarianceToXAverage(x, variance)
}

// NormalVarianceToMeanAverageRandom is NormalVarianceToMeanAverage for a random
// variance.
func NormalVarianceToMeanAverageRandom(x dist.NormalMoments, variance dist.InverseGamma) (dist.Normal, dist.Fault) {
	return NormalVarianceToXAverageRandom(x, variance)
}

// NormalVarianceToMeanAverageGamma is NormalVarianceToMeanAverage for a variance
// whose posterior is a gamma; see NormalVarianceToXAverageGamma.
func NormalVarianceToMeanAverageGamma(x dist.NormalMoments, variance dist.Gamma) (dist.Normal, dist.Fault) {
	return NormalVarianceToXAverageGamma(x, variance)
}

// NormalVarianceToVarianceAverage sends a random variance v of x ~ normal(mean,
// v): v^(-1/2) exp(-E[(x - mean)^2]/2v). The fault is dist.Improper where x or
// mean has no variance.
func NormalVarianceToVarianceAverage(x, mean dist.NormalMoments) (dist.InverseGamma, dist.Fault) {
	square := normalMeanSquare(x, mean)
	switch {
	case !(x.IsProper() && mean.IsProper()):
		return dist.InverseGammaUniform(), dist.Improper
	case !(square <= math.MaxFloat64):
		return dist.InverseGammaUniform(), dist.NotFinite
	}
	return dist.InverseGamma{Shape: -0.5, Rate: square / 2}, dist.NoFault
}

// NormalVarianceToVarianceAverageGamma is NormalVarianceToVarianceAverage for a
// variance whose posterior is a gamma, which is not conjugate: 1/v is replaced
// by the gamma of the same gradient, see gammaInverseSurrogate.
func NormalVarianceToVarianceAverageGamma(x, mean dist.NormalMoments, variance dist.Gamma) (dist.Gamma, dist.Fault) {
	if !(x.IsProper() && mean.IsProper()) {
		return dist.GammaUniform(), dist.Improper
	}
	message, fault := gammaInverseSurrogate(normalMeanSquare(x, mean)/2, variance)
	if fault != dist.NoFault || variance.IsUniform() {
		return message, fault
	}
	return dist.Gamma{Shape: message.Shape - 0.5, Rate: message.Rate}, dist.NoFault
}

// NormalVarianceAverageLog is the mean log density of x ~ normal(mean,
// variance). A variance of +Inf counts as the constant 1, as a uniform message
// does. It is NaN where an argument is improper or the variance negative.
func NormalVarianceAverageLog(x, mean dist.NormalMoments, variance float64) float64 {
	if !(x.IsProper() && mean.IsProper() && variance >= 0) {
		return math.NaN()
	}
	return normalMeanLog(normalMeanSquare(x, mean), variance)
}

// NormalVarianceAverageLogRandom is NormalVarianceAverageLog for a random
// variance.
func NormalVarianceAverageLogRandom(x, mean dist.NormalMoments, variance dist.InverseGamma) float64 {
	if !(x.IsProper() && mean.IsProper() && variance.IsProper()) {
		return math.NaN()
	}
	return -(2*halfLog2Pi + variance.MeanLog() + variance.MeanInverse()*normalMeanSquare(x, mean)) / 2
}

// NormalVarianceAverageLogGamma is NormalVarianceAverageLog for a variance whose
// posterior is a gamma: -Inf where its shape is not above 1.
func NormalVarianceAverageLogGamma(x, mean dist.NormalMoments, variance dist.Gamma) float64 {
	if !(x.IsProper() && mean.IsProper() && variance.IsProper()) {
		return math.NaN()
	}
	return -(2*halfLog2Pi + variance.MeanLog() + gammaMeanInverse(variance)*normalMeanSquare(x, mean)) / 2
}

// normalMeanLog is the mean log density of a normal of the given variance at a
// given mean squared distance.
func normalMeanLog(square, variance float64) float64 {
	switch {
	case variance == 0:
		return pointLog(square == 0)
	case variance > math.MaxFloat64:
		return 0
	}
	return -(2*halfLog2Pi + math.Log(variance) + square/variance) / 2
}

// normalLinearAverage sends x ~ normal(k a, variance), all of it known but a.
func normalLinearAverage(a dist.NormalMoments, k, variance float64) (dist.Normal, dist.Fault) {
	switch {
	case !a.IsProper():
		return dist.Normal{}, dist.Improper
	case !(variance >= 0):
		return dist.Normal{}, dist.NotFinite
	case a.Variance == 0:
		return normalChecked(normalAround(k*a.Mean, variance), dist.NoFault)
	case variance == 0:
		return dist.Normal{}, dist.Improper
	}
	return normalFinite(k*a.Mean/variance, 1/variance)
}

// normalChecked returns a message, or dist.NotFinite for one that is not.
func normalChecked(d dist.Normal, fault dist.Fault) (dist.Normal, dist.Fault) {
	if fault == dist.NoFault && !d.IsFinite() {
		return dist.Normal{}, dist.NotFinite
	}
	return d, fault
}
