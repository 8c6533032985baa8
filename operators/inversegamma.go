package operators

import (
	"math"

	"mpc/dist"
)

func inverseGammaOps() []*Op {
	return []*Op{
		{
			Func: InverseGammaToXKnown, Factor: "inversegamma", To: "x", Algorithm: EP, Exact: true,
			Args: []Arg{{"shape", 0}, {"rate", 0}},
		},
		{
			Func: InverseGammaTilts, Factor: "inversegamma", To: "tilt", Algorithm: EP,
			Args: []Arg{{"x", NoInit}, {"shape", 0}, {"rate", Required}},
		},
		{
			Func: InverseGammaToX, Factor: "inversegamma", To: "x", Algorithm: EP, Variant: "variance",
			Args: []Arg{{"x", NoInit}, {"shape", 0}, {"rate", SkipIfUniform}, {"tilt", Required}},
		},
		{
			Func: InverseGammaToXLog, Factor: "inversegamma", To: "x", Algorithm: EP, Variant: "log",
			Args: []Arg{{"x", NoInit}, {"shape", 0}, {"rate", SkipIfUniform}, {"tilt", Required}},
		},
		{
			Func: InverseGammaToRate, Factor: "inversegamma", To: "rate", Algorithm: EP, Variant: "variance",
			Args: []Arg{{"x", SkipIfUniform}, {"shape", 0}, {"rate", NoInit}, {"tilt", Required}},
		},
		{
			Func: InverseGammaToRateLog, Factor: "inversegamma", To: "rate", Algorithm: EP, Variant: "log",
			Args: []Arg{{"x", SkipIfUniform}, {"shape", 0}, {"rate", NoInit}, {"tilt", Required}},
		},
		{
			Func: InverseGammaToRateObserved, Factor: "inversegamma", To: "rate", Algorithm: EP,
			Args: []Arg{{"x", 0}, {"shape", 0}},
		},
		{
			Func: InverseGammaEvidenceKnown, Factor: "inversegamma", To: Evidence, Algorithm: EP,
			Args: []Arg{{"x", 0}, {"shape", 0}, {"rate", 0}},
		},
		{
			Func: InverseGammaEvidence, Factor: "inversegamma", To: Evidence, Algorithm: EP,
			Args: []Arg{{"x", 0}, {"shape", 0}, {"rate", 0}},
		},
	}
}

// gammaOfInverse returns a message about x as one about 1/x: the same function.
func gammaOfInverse(x dist.InverseGamma) dist.Gamma {
	if x.IsPoint() {
		return dist.GammaPoint(1 / x.Shape)
	}
	return gammaSharp(dist.Gamma{Shape: x.Shape + 2, Rate: x.Rate})
}

// inverseOfGamma returns what a factor sends about 1/x as what it sends about
// x: the density changes by the derivative 1/x^2.
func inverseOfGamma(d dist.Gamma) dist.InverseGamma {
	switch {
	case d.IsUniform():
		return dist.InverseGammaUniform()
	case d.IsPoint():
		return dist.InverseGammaPoint(1 / d.Shape)
	}
	return dist.InverseGamma(d)
}

// InverseGammaToXKnown sends x ~ inversegamma(shape, rate), both known. The
// fault is Improper where one is not positive and NotFinite where one is
// infinite.
func InverseGammaToXKnown(shape, rate float64) (dist.InverseGamma, dist.Fault) {
	d, fault := GammaToXKnown(shape, rate)
	return inverseOfGamma(d), fault
}

// InverseGammaTilts integrates x ~ inversegamma(shape, rate), x and rate random:
// 1/x is gamma(shape, rate).
func InverseGammaTilts(x dist.InverseGamma, shape float64, rate dist.Gamma) GammaPairTilt {
	return GammaTilts(gammaOfInverse(x), shape, rate)
}

// InverseGammaToX sends x ~ inversegamma(shape, rate) for a random rate: the
// mixture over the rate, projected by mean and variance of 1/x.
func InverseGammaToX(x dist.InverseGamma, shape float64, rate dist.Gamma, tilt GammaPairTilt) (dist.InverseGamma, dist.Fault) {
	d, fault := GammaToX(gammaOfInverse(x), shape, rate, tilt)
	return inverseOfGamma(d), fault
}

// InverseGammaToXLog is InverseGammaToX projected by the means of 1/x and of
// log x: the projection of least Kullback-Leibler divergence.
func InverseGammaToXLog(x dist.InverseGamma, shape float64, rate dist.Gamma, tilt GammaPairTilt) (dist.InverseGamma, dist.Fault) {
	d, fault := GammaToXLog(gammaOfInverse(x), shape, rate, tilt)
	return inverseOfGamma(d), fault
}

// InverseGammaToRate sends the rate of x ~ inversegamma(shape, rate), x random,
// projected by mean and variance.
func InverseGammaToRate(x dist.InverseGamma, shape float64, rate dist.Gamma, tilt GammaPairTilt) (dist.Gamma, dist.Fault) {
	return GammaToRate(gammaOfInverse(x), shape, rate, tilt)
}

// InverseGammaToRateLog is InverseGammaToRate projected by mean and mean
// logarithm.
func InverseGammaToRateLog(x dist.InverseGamma, shape float64, rate dist.Gamma, tilt GammaPairTilt) (dist.Gamma, dist.Fault) {
	return GammaToRateLog(gammaOfInverse(x), shape, rate, tilt)
}

// InverseGammaToRateObserved sends the likelihood of the rate where x is
// observed: rate^shape exp(-rate/x). The fault is Contradiction where x is not
// positive.
func InverseGammaToRateObserved(x, shape float64) (dist.Gamma, dist.Fault) {
	if !(x > 0) {
		return dist.GammaUniform(), dist.Contradiction
	}
	return GammaToRateObserved(1/x, shape)
}

// InverseGammaEvidenceKnown is log Z of x ~ inversegamma(shape, rate), shape and
// rate known.
func InverseGammaEvidenceKnown(x dist.InverseGamma, shape, rate float64) float64 {
	if !(shape > 0 && rate > 0) {
		return math.NaN()
	}
	return dist.InverseGamma{Shape: shape, Rate: rate}.LogIntegral(x)
}

// InverseGammaEvidence is log Z of x ~ inversegamma(shape, rate) for a random
// rate. NaN where the integral diverges.
func InverseGammaEvidence(x dist.InverseGamma, shape float64, rate dist.Gamma) float64 {
	switch {
	case rate.IsPoint():
		return InverseGammaEvidenceKnown(x, shape, rate.Shape)
	case x.IsPoint():
		if !(x.Shape > 0) {
			return math.Inf(-1)
		}
		return GammaEvidence(dist.GammaPoint(1/x.Shape), shape, rate) - 2*math.Log(x.Shape)
	}
	tilt := InverseGammaTilts(x, shape, rate)
	if tilt.Fault != dist.NoFault {
		return math.NaN()
	}
	t := tilt.Peak
	return rate.LogProb(t) + math.Log(t) + InverseGammaEvidenceKnown(x, shape, t) + tilt.LogIntegral
}
