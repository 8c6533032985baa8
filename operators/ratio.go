package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

func ratioOps() []*Op {
	toOut := []Arg{{"out", NoInit}, {"a", SkipIfUniform}, {"b", SkipIfUniform}, {"tilt", Required}}
	toArgument := []Arg{{"out", SkipIfUniform}, {"a", SkipIfUniform}, {"b", SkipIfUniform}, {"tilt", Required}}
	return []*Op{
		{
			Func: RatioGammaTilts, Factor: "ratio", To: "tilt", Algorithm: EP,
			Args: []Arg{{"out", NoInit}, {"a", Required}, {"b", Required}},
		},
		{Func: RatioGammaToOut, Factor: "ratio", To: "out", Algorithm: EP, Variant: "variance", Args: toOut},
		{Func: RatioGammaToOutLog, Factor: "ratio", To: "out", Algorithm: EP, Variant: "log", Args: toOut},
		{Func: RatioGammaToA, Factor: "ratio", To: "a", Algorithm: EP, Variant: "variance", Args: toArgument},
		{Func: RatioGammaToALog, Factor: "ratio", To: "a", Algorithm: EP, Variant: "log", Args: toArgument},
		{Func: RatioGammaToB, Factor: "ratio", To: "b", Algorithm: EP, Variant: "variance", Args: toArgument},
		{Func: RatioGammaToBLog, Factor: "ratio", To: "b", Algorithm: EP, Variant: "log", Args: toArgument},
		{
			Func: RatioGammaToAObserved, Factor: "ratio", To: "a", Algorithm: EP,
			Args: []Arg{{"out", 0}, {"b", SkipIfUniform}},
		},
		{
			Func: RatioGammaToBObserved, Factor: "ratio", To: "b", Algorithm: EP,
			Args: []Arg{{"out", 0}, {"a", SkipIfUniform}},
		},
		{
			Func: RatioGammaEvidence, Factor: "ratio", To: Evidence, Algorithm: EP,
			Args: []Arg{{"out", 0}, {"a", 0}, {"b", 0}},
		},
		{
			Func: RatioTilts, Factor: "ratio", To: "tilt", Algorithm: EP,
			Args: []Arg{{"out", NoInit}, {"a", Required}, {"b", Required}},
		},
		{Func: RatioToOut, Factor: "ratio", To: "out", Algorithm: EP, Args: toOut},
		{Func: RatioToA, Factor: "ratio", To: "a", Algorithm: EP, Args: toArgument},
		{Func: RatioToB, Factor: "ratio", To: "b", Algorithm: EP, Args: toArgument},
		{
			Func: RatioEvidence, Factor: "ratio", To: Evidence, Algorithm: EP,
			Args: []Arg{{"out", 0}, {"a", 0}, {"b", 0}},
		},
	}
}

// RatioGammaTilts integrates out = a/b, all gamma: a = out b, where the density
// of out given b has the factor b of the change of variable more than that of a.
func RatioGammaTilts(out, a, b dist.Gamma) GammaPairTilt {
	out, a, b = gammaSharp(out), gammaSharp(a), gammaSharp(b)
	switch {
	case b.IsPoint() || out.IsPoint() || !b.IsProper() || !a.IsProper() || gammaIsZero(a):
		return GammaPairTilt{Fault: dist.Improper} // or not needed
	case a.IsPoint():
		return gammaKnownTilt(out.Shape-1-b.Shape, out.Shape, out.Rate, b.Shape, b.Rate, a.Shape)
	}
	return gammaPairTilt(out, a.Shape-1, -1, b, a.Shape, 0, a.Rate)
}

// RatioGammaToOut sends out = a/b, by mean and variance. Where nothing is known
// of out the variance is finite, and there is no fault Improper, for a shape of b
// above 2.
func RatioGammaToOut(out, a, b dist.Gamma, tilt GammaPairTilt) (dist.Gamma, dist.Fault) {
	out, a, b = gammaSharp(out), gammaSharp(a), gammaSharp(b)
	switch {
	case a.IsUniform() || b.IsUniform():
		return dist.GammaUniform(), dist.NoFault
	case b.IsPoint():
		return gammaScaled(a, 1/b.Shape)
	case gammaIsZero(a):
		return a, dist.NoFault
	case out.IsUniform() && b.IsProper() && a.IsProper():
		// E[a] E[1/b], and the spreads of the two.
		shape := (b.Shape - 2) * a.Shape / (a.Shape + b.Shape - 1)
		if a.IsPoint() {
			shape = b.Shape - 2
		}
		if !(b.Shape > 2) {
			return dist.GammaUniform(), dist.Improper
		}
		return gammaOfShapeMean(shape, gammaMean(a)*b.Rate/(b.Shape-1))
	case out.IsPoint():
		t := ratioGammaKnownTilt(out.Shape, a, b)
		return gammaByVariance(out, &t)
	case tilt.Fault != dist.NoFault:
		return dist.GammaUniform(), tilt.Fault
	}
	return gammaByVariance(out, &tilt.Outer)
}

// RatioGammaToOutLog is RatioGammaToOut projected by mean and mean logarithm,
// which a uniform out has for a shape of b above 1.
func RatioGammaToOutLog(out, a, b dist.Gamma, tilt GammaPairTilt) (dist.Gamma, dist.Fault) {
	out, a, b = gammaSharp(out), gammaSharp(a), gammaSharp(b)
	switch {
	case a.IsUniform() || b.IsUniform() || b.IsPoint() || out.IsPoint() || gammaIsZero(a):
		return RatioGammaToOut(out, a, b, tilt)
	case out.IsUniform() && b.IsProper() && a.IsProper():
		if !(b.Shape > 1) {
			return dist.GammaUniform(), dist.Improper
		}
		gap := special.Digamma(b.Shape) - math.Log(b.Shape-1)
		if !a.IsPoint() {
			gap += special.LogMinusDigamma(a.Shape)
		}
		return gammaOfShapeMean(special.LogMinusDigammaInverse(gap), gammaMean(a)*b.Rate/(b.Shape-1))
	case tilt.Fault != dist.NoFault:
		return dist.GammaUniform(), tilt.Fault
	}
	return gammaByLog(out, &tilt.Outer)
}

// ratioGammaKnownTilt is the limit of out = a/b being known to be t: the density
// of the ratio is t^(a shape - 1) (b rate + a rate t)^-(a shape + b shape).
func ratioGammaKnownTilt(t float64, a, b dist.Gamma) GammaTilt {
	if a.IsPoint() { // t^-(b shape + 1) exp(-b rate a/t)
		r := b.Rate * a.Shape / t
		return gammaPointTilt(t, r-b.Shape-1, -r)
	}
	k := a.Shape + b.Shape
	share := a.Rate * t / (b.Rate + a.Rate*t)
	return gammaPointTilt(t, a.Shape-1-k*share, -k*share*(1-share))
}

func gammaMean(d dist.Gamma) float64 {
	if d.IsPoint() {
		return d.Shape
	}
	return d.Shape / d.Rate
}

// RatioGammaToA sends a of out = a/b: its tilted distribution projected by mean
// and variance; exact where b or out is known.
func RatioGammaToA(out, a, b dist.Gamma, tilt GammaPairTilt) (dist.Gamma, dist.Fault) {
	out, a, b = gammaSharp(out), gammaSharp(a), gammaSharp(b)
	if message, fault, ok := ratioGammaSimpleA(out, a, b, tilt); ok {
		return message, fault
	}
	return gammaByVariance(a, &tilt.Product)
}

// RatioGammaToALog is RatioGammaToA projected by mean and mean logarithm.
func RatioGammaToALog(out, a, b dist.Gamma, tilt GammaPairTilt) (dist.Gamma, dist.Fault) {
	out, a, b = gammaSharp(out), gammaSharp(a), gammaSharp(b)
	if message, fault, ok := ratioGammaSimpleA(out, a, b, tilt); ok {
		return message, fault
	}
	return gammaByLog(a, &tilt.Product)
}

// ratioGammaSimpleA returns the message to a where it needs no projection.
func ratioGammaSimpleA(out, a, b dist.Gamma, tilt GammaPairTilt) (message dist.Gamma, fault dist.Fault, ok bool) {
	switch {
	case out.IsUniform() || b.IsUniform():
		return dist.GammaUniform(), dist.NoFault, true
	case gammaIsZero(a):
		message, fault = gammaOfNothing(out)
		return message, fault, true
	case out.IsPoint():
		message, fault = RatioGammaToAObserved(out.Shape, b)
		return message, fault, true
	case b.IsPoint():
		message, fault = gammaFinite(out.Shape, out.Rate/b.Shape)
		return message, fault, true
	case a.IsUniform():
		return dist.GammaUniform(), dist.NoFault, true
	case tilt.Fault != dist.NoFault:
		return dist.GammaUniform(), tilt.Fault, true
	case a.IsPoint(): // a = out b
		t := gammaFactorTilt(a.Shape, out, &tilt.Outer)
		message, fault = gammaByVariance(a, &t)
		return message, fault, true
	}
	return dist.GammaUniform(), dist.NoFault, false
}

// RatioGammaToB sends b of out = a/b; see RatioGammaToA.
func RatioGammaToB(out, a, b dist.Gamma, tilt GammaPairTilt) (dist.Gamma, dist.Fault) {
	out, a, b = gammaSharp(out), gammaSharp(a), gammaSharp(b)
	if message, fault, ok := ratioGammaSimpleB(out, a, b, tilt); ok {
		return message, fault
	}
	return gammaByVariance(b, &tilt.Inner)
}

// RatioGammaToBLog is RatioGammaToB projected by mean and mean logarithm.
func RatioGammaToBLog(out, a, b dist.Gamma, tilt GammaPairTilt) (dist.Gamma, dist.Fault) {
	out, a, b = gammaSharp(out), gammaSharp(a), gammaSharp(b)
	if message, fault, ok := ratioGammaSimpleB(out, a, b, tilt); ok {
		return message, fault
	}
	return gammaByLog(b, &tilt.Inner)
}

// ratioGammaSimpleB returns the message to b where it needs no projection.
func ratioGammaSimpleB(out, a, b dist.Gamma, tilt GammaPairTilt) (message dist.Gamma, fault dist.Fault, ok bool) {
	switch {
	case out.IsUniform() || a.IsUniform():
		return dist.GammaUniform(), dist.NoFault, true
	case gammaIsZero(a):
		message, fault = gammaOfNothing(out)
		return message, fault, true
	case out.IsPoint():
		message, fault = RatioGammaToBObserved(out.Shape, a)
		return message, fault, true
	case b.IsUniform():
		return dist.GammaUniform(), dist.NoFault, true
	case b.IsPoint(): // out is a/b: log Z is a function of b
		t := gammaScaledTilt(1/b.Shape, out, a)
		s := gammaPointTilt(b.Shape, -t.Slope, t.Curve)
		message, fault = gammaByVariance(b, &s)
		return message, fault, true
	case tilt.Fault != dist.NoFault:
		return dist.GammaUniform(), tilt.Fault, true
	}
	return dist.GammaUniform(), dist.NoFault, false
}

// RatioGammaToAObserved sends a of out = a/b for an observed out: a = out b, of
// which the density at out is a/out^2 times that of b = a/out. The fault is
// Contradiction where out is not positive.
func RatioGammaToAObserved(out float64, b dist.Gamma) (dist.Gamma, dist.Fault) {
	switch {
	case !(out > 0):
		return dist.GammaUniform(), dist.Contradiction
	case b.IsPoint():
		return dist.GammaPoint(out * b.Shape), dist.NoFault
	case b.IsUniform():
		return dist.GammaUniform(), dist.NoFault
	}
	return gammaFinite(b.Shape+1, b.Rate/out)
}

// RatioGammaToBObserved sends b of out = a/b for an observed out: the density of
// out given b is b times that of a at out b. The fault is Contradiction where
// out is not positive.
func RatioGammaToBObserved(out float64, a dist.Gamma) (dist.Gamma, dist.Fault) {
	switch {
	case !(out > 0):
		return dist.GammaUniform(), dist.Contradiction
	case a.IsPoint():
		return dist.GammaPoint(a.Shape / out), dist.NoFault
	case a.IsUniform():
		return dist.GammaUniform(), dist.NoFault
	}
	return gammaFinite(a.Shape+1, a.Rate*out)
}

// RatioGammaEvidence is log Z of out = a/b, all gamma; NaN where the integral
// diverges.
func RatioGammaEvidence(out, a, b dist.Gamma) float64 {
	out, a, b = gammaSharp(out), gammaSharp(a), gammaSharp(b)
	switch {
	case out.IsUniform():
		return 0
	case b.IsPoint():
		return gammaScaledEvidence(out, a, 1/b.Shape)
	case gammaIsZero(a):
		return a.LogIntegral(out)
	case out.IsPoint():
		return ratioEvidenceKnown(out.Shape, a, b)
	}
	tilt := RatioGammaTilts(out, a, b)
	if tilt.Fault != dist.NoFault {
		return math.NaN()
	}
	t := tilt.Peak
	return out.LogIntegral(dist.GammaPoint(t)) + math.Log(t) + ratioEvidenceKnown(t, a, b) + tilt.LogIntegral
}

// ratioEvidenceKnown is the log density of a/b at out: of b density(out b).
func ratioEvidenceKnown(out float64, a, b dist.Gamma) float64 {
	switch {
	case !(out > 0):
		return math.Inf(-1)
	case a.IsPoint() && b.IsPoint():
		return gammaScaledEvidence(dist.GammaPoint(out), a, 1/b.Shape)
	case a.IsPoint():
		// b = a/out, with the derivative a/out^2.
		return b.LogProb(a.Shape/out) + math.Log(a.Shape) - 2*math.Log(out)
	case b.IsPoint():
		return a.LogProb(out*b.Shape) + math.Log(b.Shape)
	}
	more := dist.Gamma{Shape: b.Shape + 1, Rate: b.Rate} // b times the density of b, over its mean
	return math.Log(b.Shape/b.Rate) + more.LogIntegral(dist.Gamma{Shape: a.Shape, Rate: a.Rate * out}) - math.Log(out)
}
