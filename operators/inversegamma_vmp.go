package operators

import (
	"math"

	"mpc/dist"
)

func inverseGammaVMPOps() []*Op {
	return []*Op{
		{
			Func: InverseGammaToXAverage, Factor: "inversegamma", To: "x", Algorithm: VMP,
			Args: []Arg{{"shape", 0}, {"rate", 0}},
		},
		{
			Func: InverseGammaToXKnown, Factor: "inversegamma", To: "x", Algorithm: VMP,
			Args: []Arg{{"shape", 0}, {"rate", 0}},
		},
		{
			Func: InverseGammaToRateAverage, Factor: "inversegamma", To: "rate", Algorithm: VMP,
			Args: []Arg{{"x", 0}, {"shape", 0}},
		},
		{
			Func: InverseGammaAverageLog, Factor: "inversegamma", To: Evidence, Algorithm: VMP,
			Args: []Arg{{"x", 0}, {"shape", 0}, {"rate", 0}},
		},
		{
			Func: InverseGammaDivergence, Factor: "inversegamma", To: Divergence, Algorithm: VMP,
			Args: []Arg{{"x", 0}, {"shape", 0}, {"rate", 0}},
		},
	}
}

// InverseGammaToXAverage sends x ~ inversegamma(shape, rate) for a random rate:
// the shape and E[rate]. The faults are those of GammaToXAverage.
func InverseGammaToXAverage(shape float64, rate dist.Gamma) (dist.InverseGamma, dist.Fault) {
	d, fault := GammaToXAverage(shape, rate)
	return inverseOfGamma(d), fault
}

// InverseGammaToRateAverage sends the rate of x ~ inversegamma(shape, rate):
// rate^shape exp(-rate E[1/x]). The fault is dist.Improper where x is, and
// dist.Contradiction where it is known and not positive.
func InverseGammaToRateAverage(x dist.InverseGamma, shape float64) (dist.Gamma, dist.Fault) {
	switch {
	case x.IsPoint():
		return InverseGammaToRateObserved(x.Shape, shape)
	case !x.IsProper():
		return dist.GammaUniform(), dist.Improper
	}
	return gammaFinite(1+shape, x.MeanInverse())
}

// InverseGammaAverageLog is the mean log density of x ~ inversegamma(shape, rate),
// shape E[log rate] - log Gamma(shape) - (shape + 1) E[log x] - E[rate] E[1/x]. It
// is NaN where an argument is improper.
func InverseGammaAverageLog(x dist.InverseGamma, shape float64, rate dist.Gamma) float64 {
	r := rate.Mean()
	if !(shape > 0 && r > 0 && r <= math.MaxFloat64) {
		return math.NaN()
	}
	return dist.InverseGamma{Shape: shape, Rate: r}.MeanLogProb(x) - shape*rate.LogGap()
}

// InverseGammaDivergence is InverseGammaAverageLog with the entropy of x.
func InverseGammaDivergence(x dist.InverseGamma, shape float64, rate dist.Gamma) float64 {
	r := rate.Mean()
	if !(shape > 0 && r > 0 && r <= math.MaxFloat64) {
		return math.NaN()
	}
	return dist.InverseGamma{Shape: shape, Rate: r}.MeanLogRatio(x) - shape*rate.LogGap()
}
