package operators

import (
	"math"

	"mpc/dist"
)

func gammaVMPOps() []*Op {
	return []*Op{
		{
			Func: GammaToXAverage, Factor: "gamma", To: "x", Algorithm: VMP,
			Args: []Arg{{"shape", 0}, {"rate", 0}},
		},
		{
			Func: GammaToXKnown, Factor: "gamma", To: "x", Algorithm: VMP,
			Args: []Arg{{"shape", 0}, {"rate", 0}},
		},
		{
			Func: GammaToRateAverage, Factor: "gamma", To: "rate", Algorithm: VMP,
			Args: []Arg{{"x", 0}, {"shape", 0}},
		},
		{
			Func: GammaAverageLog, Factor: "gamma", To: Evidence, Algorithm: VMP,
			Args: []Arg{{"x", 0}, {"shape", 0}, {"rate", 0}},
		},
		{
			Func: GammaDivergence, Factor: "gamma", To: Divergence, Algorithm: VMP,
			Args: []Arg{{"x", 0}, {"shape", 0}, {"rate", 0}},
		},
	}
}

// GammaToXAverage sends x ~ gamma(shape, rate) for a random rate: the shape and
// E[rate] (Winn and Bishop 2005). The fault is dist.Improper where the rate is
// improper or the shape not positive.
func GammaToXAverage(shape float64, rate dist.Gamma) (dist.Gamma, dist.Fault) {
	if !rate.IsProper() {
		return dist.GammaUniform(), dist.Improper
	}
	return GammaToXKnown(shape, rate.Mean())
}

// GammaToRateAverage sends the rate of x ~ gamma(shape, rate): rate^shape
// exp(-rate E[x]). The fault is dist.Improper where x is, and dist.Contradiction
// where it is known to be negative.
func GammaToRateAverage(x dist.Gamma, shape float64) (dist.Gamma, dist.Fault) {
	switch {
	case x.IsPoint():
		return GammaToRateObserved(x.Shape, shape)
	case !x.IsProper():
		return dist.GammaUniform(), dist.Improper
	}
	return gammaFinite(1+shape, x.Mean())
}

// GammaAverageLog is the mean log density of x ~ gamma(shape, rate):
//
//	shape E[log rate] - log Gamma(shape) + (shape - 1) E[log x] - E[rate] E[x].
//
// It is the log density at the means but for what their logs differ by. It is
// NaN where an argument is improper.
func GammaAverageLog(x dist.Gamma, shape float64, rate dist.Gamma) float64 {
	r := rate.Mean()
	if !(shape > 0 && r > 0 && r <= math.MaxFloat64) {
		return math.NaN()
	}
	return dist.Gamma{Shape: shape, Rate: r}.MeanLogProb(x) - shape*rate.LogGap()
}

// GammaDivergence is GammaAverageLog with the entropy of x.
func GammaDivergence(x dist.Gamma, shape float64, rate dist.Gamma) float64 {
	r := rate.Mean()
	if !(shape > 0 && r > 0 && r <= math.MaxFloat64) {
		return math.NaN()
	}
	return dist.Gamma{Shape: shape, Rate: r}.MeanLogRatio(x) - shape*rate.LogGap()
}
