package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

func gammaOps() []*Op {
	return []*Op{
		{
			Func: GammaToXKnown, Factor: "gamma", To: "x", Algorithm: EP, Exact: true,
			Args: []Arg{{"shape", 0}, {"rate", 0}},
		},
		{
			Func: GammaTilts, Factor: "gamma", To: "tilt", Algorithm: EP,
			Args: []Arg{{"x", NoInit}, {"shape", 0}, {"rate", Required}},
		},
		{
			Func: GammaToX, Factor: "gamma", To: "x", Algorithm: EP, Variant: "variance",
			Args: []Arg{{"x", NoInit}, {"shape", 0}, {"rate", SkipIfUniform}, {"tilt", Required}},
		},
		{
			Func: GammaToXLog, Factor: "gamma", To: "x", Algorithm: EP, Variant: "log",
			Args: []Arg{{"x", NoInit}, {"shape", 0}, {"rate", SkipIfUniform}, {"tilt", Required}},
		},
		{
			Func: GammaToRate, Factor: "gamma", To: "rate", Algorithm: EP, Variant: "variance",
			Args: []Arg{{"x", SkipIfUniform}, {"shape", 0}, {"rate", NoInit}, {"tilt", Required}},
		},
		{
			Func: GammaToRateLog, Factor: "gamma", To: "rate", Algorithm: EP, Variant: "log",
			Args: []Arg{{"x", SkipIfUniform}, {"shape", 0}, {"rate", NoInit}, {"tilt", Required}},
		},
		{
			Func: GammaToRateObserved, Factor: "gamma", To: "rate", Algorithm: EP,
			Args: []Arg{{"x", 0}, {"shape", 0}},
		},
		{
			Func: GammaEvidenceKnown, Factor: "gamma", To: Evidence, Algorithm: EP,
			Args: []Arg{{"x", 0}, {"shape", 0}, {"rate", 0}},
		},
		{
			Func: GammaEvidence, Factor: "gamma", To: Evidence, Algorithm: EP,
			Args: []Arg{{"x", 0}, {"shape", 0}, {"rate", 0}},
		},
	}
}

// GammaToXKnown sends x ~ gamma(shape, rate), both known.
// The fault is Improper where one is not positive and NotFinite where one is
// infinite.
func GammaToXKnown(shape, rate float64) (dist.Gamma, dist.Fault) {
	if !(shape > 0 && rate > 0) {
		return dist.GammaUniform(), dist.Improper
	}
	return gammaFinite(shape, rate)
}

// GammaToRateObserved sends the likelihood of the rate where x is observed:
// rate^shape exp(-rate x). The fault is Contradiction where x is negative.
func GammaToRateObserved(x, shape float64) (dist.Gamma, dist.Fault) {
	if x < 0 {
		return dist.GammaUniform(), dist.Contradiction
	}
	return gammaFinite(1+shape, x)
}

// GammaTilts integrates x ~ gamma(shape, rate), x and rate random, over both.
// Given the rate, x is a Gamma(shape + a - 1, rate + b), a and b of its cavity.
func GammaTilts(x dist.Gamma, shape float64, rate dist.Gamma) GammaPairTilt {
	x, rate = gammaSharp(x), gammaSharp(rate)
	if x.IsPoint() || rate.IsPoint() || !rate.IsProper() || !(shape > 0) {
		return GammaPairTilt{Fault: dist.Improper} // or not needed
	}
	return gammaPairTilt(rate, shape, 0, x, shape-1, 0, 1)
}

// GammaToX sends x ~ gamma(shape, rate) for a random rate: the mixture over the
// rate, projected by mean and variance. The variance is infinite, and the fault
// Improper, where x is uniform and the rate's shape is not above 2.
func GammaToX(x dist.Gamma, shape float64, rate dist.Gamma, tilt GammaPairTilt) (dist.Gamma, dist.Fault) {
	x, rate = gammaSharp(x), gammaSharp(rate)
	switch {
	case rate.IsUniform():
		return dist.GammaUniform(), dist.NoFault
	case rate.IsPoint():
		return GammaToXKnown(shape, rate.Shape)
	case x.IsPoint():
		inverse := x.Shape / (rate.Rate + x.Shape)
		k := rate.Shape + shape
		t := gammaPointTilt(x.Shape, shape-1-k*inverse, -k*inverse*(1-inverse))
		return gammaByVariance(x, &t)
	case tilt.Fault != dist.NoFault:
		return dist.GammaUniform(), tilt.Fault
	case tilt.Inner.Spread > math.MaxFloat64:
		return dist.GammaUniform(), dist.Improper
	}
	return gammaByVariance(x, &tilt.Inner)
}

// GammaToXLog is GammaToX projected by mean and mean logarithm, for which a
// uniform x needs no more than a rate of shape above 1.
func GammaToXLog(x dist.Gamma, shape float64, rate dist.Gamma, tilt GammaPairTilt) (dist.Gamma, dist.Fault) {
	x, rate = gammaSharp(x), gammaSharp(rate)
	switch {
	case x.IsPoint() || rate.IsPoint() || rate.IsUniform():
		return GammaToX(x, shape, rate, tilt)
	case tilt.Fault != dist.NoFault:
		return dist.GammaUniform(), tilt.Fault
	}
	return gammaByLog(x, &tilt.Inner)
}

// GammaToRate sends the rate of x ~ gamma(shape, rate), x random: its tilted
// distribution projected by mean and variance.
func GammaToRate(x dist.Gamma, shape float64, rate dist.Gamma, tilt GammaPairTilt) (dist.Gamma, dist.Fault) {
	x, rate = gammaSharp(x), gammaSharp(rate)
	switch {
	case x.IsUniform():
		return dist.GammaUniform(), dist.NoFault
	case x.IsPoint():
		return GammaToRateObserved(x.Shape, shape)
	case rate.IsPoint():
		share := rate.Shape / (x.Rate + rate.Shape)
		k := x.Shape + shape - 1
		t := gammaPointTilt(rate.Shape, shape-k*share, -k*share*(1-share))
		return gammaByVariance(rate, &t)
	case tilt.Fault != dist.NoFault:
		return dist.GammaUniform(), tilt.Fault
	}
	return gammaByVariance(rate, &tilt.Outer)
}

// GammaToRateLog is GammaToRate projected by mean and mean logarithm.
func GammaToRateLog(x dist.Gamma, shape float64, rate dist.Gamma, tilt GammaPairTilt) (dist.Gamma, dist.Fault) {
	x, rate = gammaSharp(x), gammaSharp(rate)
	switch {
	case x.IsUniform() || x.IsPoint() || rate.IsPoint():
		return GammaToRate(x, shape, rate, tilt)
	case tilt.Fault != dist.NoFault:
		return dist.GammaUniform(), tilt.Fault
	}
	return gammaByLog(rate, &tilt.Outer)
}

// GammaEvidenceKnown is log Z of x ~ gamma(shape, rate), shape and rate known.
func GammaEvidenceKnown(x dist.Gamma, shape, rate float64) float64 {
	if !(shape > 0 && rate > 0) {
		return math.NaN()
	}
	if x.IsPoint() {
		return dist.GammaShapeRate(shape, rate).LogProb(x.Shape)
	}
	k, total := shape+x.Shape-1, rate+x.Rate
	switch {
	case x.IsUniform():
		return 0
	case !(k > 0 && total > 0):
		return math.NaN()
	case x.IsProper():
		return special.LogRisingFactorial(x.Shape, shape-1) - logGammaFunction(shape) - x.Shape*math.Log1p(rate/x.Rate) -
			(shape-1)*math.Log(total) + shape*math.Log(rate)
	}
	return special.LogRisingFactorial(shape, x.Shape-1) - shape*math.Log1p(x.Rate/rate) - (x.Shape-1)*math.Log(total)
}

// GammaEvidence is log Z of x ~ gamma(shape, rate) for a random rate; for a
// known x it is the log density of the compound gamma distribution, which is
// infinite at 0 where the shape is below 1. NaN where the integral diverges.
func GammaEvidence(x dist.Gamma, shape float64, rate dist.Gamma) float64 {
	x, rate = gammaSharp(x), gammaSharp(rate)
	switch {
	case rate.IsPoint():
		return GammaEvidenceKnown(x, shape, rate.Shape)
	case x.IsUniform():
		return 0
	case !rate.IsProper() || !(shape > 0):
		return math.NaN()
	case x.IsPoint():
		a, b := rate.Shape, rate.Rate
		if !(x.Shape > 0) { // at 0 the density is rate^shape x^(shape-1) / gamma(shape)
			switch {
			case x.Shape < 0 || shape > 1:
				return math.Inf(-1)
			case shape < 1:
				return math.Inf(1)
			}
			return math.Log(a) - math.Log(b)
		}
		return special.LogRisingFactorial(a, shape) - logGammaFunction(shape) - a*math.Log1p(x.Shape/b) -
			math.Log(b+x.Shape) - (shape-1)*math.Log1p(b/x.Shape)
	}
	tilt := GammaTilts(x, shape, rate)
	if tilt.Fault != dist.NoFault {
		return math.NaN()
	}
	t := tilt.Peak
	return rate.LogProb(t) + math.Log(t) + GammaEvidenceKnown(x, shape, t) + tilt.LogIntegral
}

func logGammaFunction(x float64) float64 {
	l, _ := math.Lgamma(x)
	return l
}
