package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

func productGammaOps() []*Op {
	toOut := []Arg{{"out", NoInit}, {"a", SkipIfUniform}, {"b", SkipIfUniform}, {"tilt", Required}}
	toArgument := []Arg{{"out", SkipIfUniform}, {"a", SkipIfUniform}, {"b", SkipIfUniform}, {"tilt", Required}}
	return []*Op{
		{
			Func: ProductGammaTilts, Factor: "product", To: "tilt", Algorithm: EP,
			Args: []Arg{{"out", NoInit}, {"a", Required}, {"b", Required}},
		},
		{Func: ProductGammaToOut, Factor: "product", To: "out", Algorithm: EP, Variant: "variance", Args: toOut},
		{Func: ProductGammaToOutLog, Factor: "product", To: "out", Algorithm: EP, Variant: "log", Args: toOut},
		{Func: ProductGammaToA, Factor: "product", To: "a", Algorithm: EP, Variant: "variance", Args: toArgument},
		{Func: ProductGammaToALog, Factor: "product", To: "a", Algorithm: EP, Variant: "log", Args: toArgument},
		{Func: ProductGammaToB, Factor: "product", To: "b", Algorithm: EP, Variant: "variance", Args: toArgument},
		{Func: ProductGammaToBLog, Factor: "product", To: "b", Algorithm: EP, Variant: "log", Args: toArgument},
		{
			Func: ProductGammaEvidence, Factor: "product", To: Evidence, Algorithm: EP,
			Args: []Arg{{"out", 0}, {"a", 0}, {"b", 0}},
		},
	}
}

// ProductGammaTilts integrates out = a b, all gamma: given a, b is a Gamma of
// shape b + out - 1 and of rate b + a out.
func ProductGammaTilts(out, a, b dist.Gamma) GammaPairTilt {
	out, a, b = gammaSharp(out), gammaSharp(a), gammaSharp(b)
	switch {
	case a.IsPoint() || b.IsPoint() || !a.IsProper() || !b.IsProper():
		return GammaPairTilt{Fault: dist.Improper} // or not needed
	case out.IsPoint():
		return gammaKnownTilt(a.Shape-b.Shape, a.Shape, a.Rate, b.Shape, b.Rate, out.Shape)
	}
	return gammaPairTilt(a, out.Shape-1, -1, b, out.Shape-1, -1, out.Rate)
}

// ProductGammaToOut sends out = a b, by mean and variance. Where nothing is
// known of out these are the moments of the product.
func ProductGammaToOut(out, a, b dist.Gamma, tilt GammaPairTilt) (dist.Gamma, dist.Fault) {
	out, a, b = gammaSharp(out), gammaSharp(a), gammaSharp(b)
	switch {
	case a.IsUniform() || b.IsUniform():
		return dist.GammaUniform(), dist.NoFault
	case a.IsPoint():
		return gammaScaled(b, a.Shape)
	case b.IsPoint():
		return gammaScaled(a, b.Shape)
	case out.IsUniform() && a.IsProper() && b.IsProper():
		return gammaOfShapeMean(a.Shape*b.Shape/(a.Shape+b.Shape+1), a.Shape/a.Rate*(b.Shape/b.Rate))
	case tilt.Fault != dist.NoFault:
		return dist.GammaUniform(), tilt.Fault
	case out.IsPoint():
		t := gammaFactorTilt(out.Shape, b, &tilt.Inner)
		return gammaByVariance(out, &t)
	}
	return gammaByVariance(out, &tilt.Product)
}

// ProductGammaToOutLog is ProductGammaToOut projected by mean and mean logarithm.
func ProductGammaToOutLog(out, a, b dist.Gamma, tilt GammaPairTilt) (dist.Gamma, dist.Fault) {
	out, a, b = gammaSharp(out), gammaSharp(a), gammaSharp(b)
	switch {
	case a.IsUniform() || b.IsUniform() || a.IsPoint() || b.IsPoint() || out.IsPoint():
		return ProductGammaToOut(out, a, b, tilt)
	case out.IsUniform() && a.IsProper() && b.IsProper():
		gap := special.LogMinusDigamma(a.Shape) + special.LogMinusDigamma(b.Shape)
		return gammaOfShapeMean(special.LogMinusDigammaInverse(gap), a.Shape/a.Rate*(b.Shape/b.Rate))
	case tilt.Fault != dist.NoFault:
		return dist.GammaUniform(), tilt.Fault
	}
	return gammaByLog(out, &tilt.Product)
}

// ProductGammaToA sends a of out = a b: its tilted distribution projected by
// mean and variance; exact where b is known.
func ProductGammaToA(out, a, b dist.Gamma, tilt GammaPairTilt) (dist.Gamma, dist.Fault) {
	out, a, b = gammaSharp(out), gammaSharp(a), gammaSharp(b)
	if message, fault, ok := productGammaSimple(out, a, b, tilt); ok {
		return message, fault
	}
	return gammaByVariance(a, &tilt.Outer)
}

// ProductGammaToALog is ProductGammaToA projected by mean and mean logarithm.
func ProductGammaToALog(out, a, b dist.Gamma, tilt GammaPairTilt) (dist.Gamma, dist.Fault) {
	out, a, b = gammaSharp(out), gammaSharp(a), gammaSharp(b)
	if message, fault, ok := productGammaSimple(out, a, b, tilt); ok {
		return message, fault
	}
	return gammaByLog(a, &tilt.Outer)
}

// ProductGammaToB sends b of out = a b; see ProductGammaToA.
func ProductGammaToB(out, a, b dist.Gamma, tilt GammaPairTilt) (dist.Gamma, dist.Fault) {
	out, a, b = gammaSharp(out), gammaSharp(a), gammaSharp(b)
	if message, fault, ok := productGammaSimple(out, b, a, tilt); ok {
		return message, fault
	}
	return gammaByVariance(b, &tilt.Inner)
}

// ProductGammaToBLog is ProductGammaToB projected by mean and mean logarithm.
func ProductGammaToBLog(out, a, b dist.Gamma, tilt GammaPairTilt) (dist.Gamma, dist.Fault) {
	out, a, b = gammaSharp(out), gammaSharp(a), gammaSharp(b)
	if message, fault, ok := productGammaSimple(out, b, a, tilt); ok {
		return message, fault
	}
	return gammaByLog(b, &tilt.Inner)
}

// productGammaSimple returns the message to x of out = x y where it needs no
// projection.
func productGammaSimple(out, x, y dist.Gamma, tilt GammaPairTilt) (message dist.Gamma, fault dist.Fault, ok bool) {
	switch {
	case out.IsUniform() || y.IsUniform():
		return dist.GammaUniform(), dist.NoFault, true
	case gammaIsZero(x) || gammaIsZero(y):
		message, fault = gammaOfNothing(out)
		return message, fault, true
	case y.IsPoint() && out.IsPoint():
		if !(out.Shape > 0 && y.Shape > 0) {
			return dist.GammaUniform(), dist.Contradiction, true
		}
		return dist.GammaPoint(out.Shape / y.Shape), dist.NoFault, true
	case y.IsPoint():
		message, fault = gammaFinite(out.Shape, out.Rate*y.Shape)
		return message, fault, true
	case x.IsUniform():
		return dist.GammaUniform(), dist.NoFault, true
	case x.IsPoint(): // where log Z is a function of the point
		t := gammaScaledTilt(x.Shape, out, y)
		message, fault = gammaByVariance(x, &t)
		return message, fault, true
	case tilt.Fault != dist.NoFault:
		return dist.GammaUniform(), tilt.Fault, true
	}
	return dist.GammaUniform(), dist.NoFault, false
}

// gammaScaledTilt is the limit of x being known to be t in out = x y: the
// likelihood is t^(out shape - 1) (y rate + out rate t)^-(y shape + out shape - 1).
func gammaScaledTilt(t float64, out, y dist.Gamma) GammaTilt {
	if out.IsPoint() { // t^-(y shape) exp(-y rate out/t)
		r := y.Rate * out.Shape / t
		return gammaPointTilt(t, r-y.Shape, -r)
	}
	k := y.Shape + out.Shape - 1
	share := out.Rate * t / (y.Rate + out.Rate*t)
	return gammaPointTilt(t, out.Shape-1-k*share, -k*share*(1-share))
}

// gammaFactorTilt is the limit of t = x y being known, y with the given cavity
// and tilt: given x, the likelihood of t is that of y = t/x.
func gammaFactorTilt(t float64, y dist.Gamma, tilt *GammaTilt) GammaTilt {
	m := y.Rate * tilt.Mean
	return gammaPointTilt(t, y.Shape-1-m, m*m*tilt.Spread-m)
}

// gammaScaled returns k x as a message, for k > 0.
func gammaScaled(x dist.Gamma, k float64) (dist.Gamma, dist.Fault) {
	switch {
	case x.IsPoint():
		return dist.GammaPoint(k * x.Shape), dist.NoFault
	case !(k > 0):
		return dist.GammaPoint(0), dist.NoFault
	}
	return gammaFinite(x.Shape, x.Rate/k)
}

// ProductGammaEvidence is log Z of out = a b, all gamma; NaN where the integral
// diverges.
func ProductGammaEvidence(out, a, b dist.Gamma) float64 {
	out, a, b = gammaSharp(out), gammaSharp(a), gammaSharp(b)
	switch {
	case out.IsUniform():
		return 0
	case a.IsPoint():
		return gammaScaledEvidence(out, b, a.Shape)
	case b.IsPoint():
		return gammaScaledEvidence(out, a, b.Shape)
	}
	tilt := ProductGammaTilts(out, a, b)
	if tilt.Fault != dist.NoFault {
		return math.NaN()
	}
	t := tilt.Peak
	return a.LogProb(t) + math.Log(t) + gammaScaledEvidence(out, b, t) + tilt.LogIntegral
}

// gammaScaledEvidence is log Z of out = k x.
func gammaScaledEvidence(out, x dist.Gamma, k float64) float64 {
	scaled, _ := gammaScaled(x, k)
	return scaled.LogIntegral(out)
}
