package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

func expOps() []*Op {
	return []*Op{
		{
			Func: ExpTilts, Factor: "exp", To: "tilt", Algorithm: EP,
			Args: []Arg{{"out", NoInit}, {"a", Required}},
		},
		{
			Func: ExpToA, Factor: "exp", To: "a", Algorithm: EP,
			Args: []Arg{{"out", SkipIfUniform}, {"a", SkipIfUniform}, {"tilt", Required}},
		},
		{
			Func: ExpToAObserved, Factor: "exp", To: "a", Algorithm: EP,
			Args: []Arg{{"out", 0}},
		},
		{
			Func: ExpToOut, Factor: "exp", To: "out", Algorithm: EP, Variant: "variance",
			Args: []Arg{{"out", NoInit}, {"a", SkipIfUniform}, {"tilt", Required}},
		},
		{
			Func: ExpToOutLog, Factor: "exp", To: "out", Algorithm: EP, Variant: "log",
			Args: []Arg{{"out", NoInit}, {"a", SkipIfUniform}, {"tilt", Required}},
		},
		{
			Func: ExpEvidence, Factor: "exp", To: Evidence, Algorithm: EP,
			Args: []Arg{{"out", 0}, {"a", 0}},
		},
		{
			Func: ExpEvidenceObserved, Factor: "exp", To: Evidence, Algorithm: EP,
			Args: []Arg{{"out", 0}, {"a", 0}},
		},
		{
			Func: ExpInverseTilts, Factor: "exp", To: "tilt", Algorithm: EP,
			Args: []Arg{{"out", NoInit}, {"a", Required}},
		},
		{
			Func: ExpInverseToA, Factor: "exp", To: "a", Algorithm: EP,
			Args: []Arg{{"out", SkipIfUniform}, {"a", SkipIfUniform}, {"tilt", Required}},
		},
		{
			Func: ExpInverseToOut, Factor: "exp", To: "out", Algorithm: EP, Variant: "variance",
			Args: []Arg{{"out", NoInit}, {"a", SkipIfUniform}, {"tilt", Required}},
		},
		{
			Func: ExpInverseToOutLog, Factor: "exp", To: "out", Algorithm: EP, Variant: "log",
			Args: []Arg{{"out", NoInit}, {"a", SkipIfUniform}, {"tilt", Required}},
		},
		{
			Func: ExpInverseEvidence, Factor: "exp", To: Evidence, Algorithm: EP,
			Args: []Arg{{"out", 0}, {"a", 0}},
		},
	}
}

// ExpTilts integrates out = exp(a) over a, normal, with a gamma message from
// out: (shape-1) a - rate exp(a) is its log.
func ExpTilts(out dist.Gamma, a dist.Normal) ExpTilt {
	out = gammaSharp(out)
	if out.IsPoint() {
		return expTiltOut(out.Shape, a, -1)
	}
	return expTilt(-1, out, a)
}

// expTiltOut is the limit of y being known.
func expTiltOut(y float64, u dist.Normal, fold float64) ExpTilt {
	t := gammaPointTilt(y, u.H-u.P*math.Log(y), -u.P)
	t.Fold = fold
	if !(y > 0) || u.IsPoint() {
		return ExpTilt{Fault: dist.Improper}
	}
	return ExpTilt{Gamma: t, Peak: math.Log(y)}
}

// ExpToA sends a of out = exp(a): its tilted distribution projected on a normal.
func ExpToA(out dist.Gamma, a dist.Normal, tilt ExpTilt) (dist.Normal, dist.Fault) {
	out = gammaSharp(out)
	switch {
	case out.IsUniform() || a.IsUniform():
		return dist.Normal{}, dist.NoFault
	case out.IsPoint():
		return ExpToAObserved(out.Shape)
	case tilt.Fault != dist.NoFault:
		return dist.Normal{}, tilt.Fault
	}
	return tilt.Normal.message(a)
}

// ExpToAObserved sends a of out = exp(a) for an observed out: the point log(out).
// The fault is Contradiction where out is not positive.
func ExpToAObserved(out float64) (dist.Normal, dist.Fault) {
	switch {
	case out > math.MaxFloat64 || out != out:
		return dist.Normal{}, dist.NotFinite
	case !(out > 0):
		return dist.Normal{}, dist.Contradiction
	}
	return dist.NormalPoint(math.Log(out)), dist.NoFault
}

// ExpToOut sends out = exp(a), a gamma message, by mean and variance. Where
// nothing is known of out these are the moments of the lognormal distribution.
func ExpToOut(out dist.Gamma, a dist.Normal, tilt ExpTilt) (dist.Gamma, dist.Fault) {
	out = gammaSharp(out)
	switch {
	case a.IsUniform():
		return dist.GammaUniform(), dist.NoFault
	case a.IsPoint():
		return gammaPointAtExp(a.H)
	case out.IsUniform() && a.P > 0:
		m, v := normalMeanVariance(a)
		return gammaOfShapeMean(1/math.Expm1(v), math.Exp(m+v/2))
	case tilt.Fault != dist.NoFault:
		return dist.GammaUniform(), tilt.Fault
	}
	return gammaByVariance(out, &tilt.Gamma)
}

// ExpToOutLog is ExpToOut projected by mean and mean logarithm.
func ExpToOutLog(out dist.Gamma, a dist.Normal, tilt ExpTilt) (dist.Gamma, dist.Fault) {
	out = gammaSharp(out)
	switch {
	case a.IsUniform() || a.IsPoint() || out.IsPoint():
		return ExpToOut(out, a, tilt)
	case out.IsUniform() && a.P > 0:
		m, v := normalMeanVariance(a)
		return gammaOfShapeMean(special.LogMinusDigammaInverse(v/2), math.Exp(m+v/2))
	case tilt.Fault != dist.NoFault:
		return dist.GammaUniform(), tilt.Fault
	}
	return gammaByLog(out, &tilt.Gamma)
}

// gammaOfShapeMean returns the gamma of the given shape and mean; it is the
// fault NotFinite where they overflow or underflow.
func gammaOfShapeMean(shape, mean float64) (dist.Gamma, dist.Fault) {
	if !(shape > 0 && mean > 0) {
		return dist.GammaUniform(), dist.NotFinite
	}
	return gammaFinite(shape, shape/mean)
}

// gammaPointAtExp returns the point mass at exp(x).
func gammaPointAtExp(x float64) (dist.Gamma, dist.Fault) {
	y := math.Exp(x)
	if !(y <= math.MaxFloat64) {
		return dist.GammaUniform(), dist.NotFinite
	}
	return dist.GammaPoint(y), dist.NoFault
}

// ExpEvidence is log Z of out = exp(a); NaN where the integral diverges.
func ExpEvidence(out dist.Gamma, a dist.Normal) float64 {
	out = gammaSharp(out)
	switch {
	case out.IsUniform():
		return 0
	case a.IsPoint():
		return out.LogIntegral(dist.GammaPoint(math.Exp(a.H)))
	case out.IsPoint():
		return ExpEvidenceObserved(out.Shape, a)
	}
	tilt := ExpTilts(out, a)
	if tilt.Fault != dist.NoFault {
		return math.NaN()
	}
	return out.LogIntegral(dist.GammaPoint(math.Exp(tilt.Peak))) + normalLogAt(a, tilt.Peak) + tilt.LogIntegral
}

// ExpEvidenceObserved is the log density of an observed out = exp(a), lognormal;
// of a known a it is 0 where out agrees and -Inf where not.
func ExpEvidenceObserved(out float64, a dist.Normal) float64 {
	if !(out > 0) {
		return math.Inf(-1)
	}
	if a.IsPoint() {
		if math.Exp(a.H) == out || math.Log(out) == a.H {
			return 0
		}
		return math.Inf(-1)
	}
	return normalLogAt(a, math.Log(out)) - math.Log(out)
}

// normalLogAt is the log of a at x: its density if it is proper, and its
// function of scale 1 if not.
func normalLogAt(a dist.Normal, x float64) float64 {
	if a.P > 0 {
		d := x - a.H/a.P
		return normalLogDensity(d*d, 1/a.P)
	}
	return x * (a.H - x*a.P/2)
}

// normalNegated returns a message about x as one about -x.
func normalNegated(a dist.Normal) dist.Normal { return dist.Normal{H: -a.H, P: a.P} }

// ExpInverseTilts is ExpTilts for an inverse gamma message from out: 1/out is
// exp(-a).
func ExpInverseTilts(out dist.InverseGamma, a dist.Normal) ExpTilt {
	return ExpTilts(gammaOfInverse(out), normalNegated(a))
}

// ExpInverseToA is ExpToA for an inverse gamma message from out.
func ExpInverseToA(out dist.InverseGamma, a dist.Normal, tilt ExpTilt) (dist.Normal, dist.Fault) {
	d, fault := ExpToA(gammaOfInverse(out), normalNegated(a), tilt)
	return normalNegated(d), fault
}

// ExpInverseToOut sends out = exp(a), an inverse gamma message, by the mean and
// variance of 1/out.
func ExpInverseToOut(out dist.InverseGamma, a dist.Normal, tilt ExpTilt) (dist.InverseGamma, dist.Fault) {
	d, fault := ExpToOut(gammaOfInverse(out), normalNegated(a), tilt)
	return inverseOfGamma(d), fault
}

// ExpInverseToOutLog is ExpInverseToOut projected by the means of 1/out and log
// out.
func ExpInverseToOutLog(out dist.InverseGamma, a dist.Normal, tilt ExpTilt) (dist.InverseGamma, dist.Fault) {
	d, fault := ExpToOutLog(gammaOfInverse(out), normalNegated(a), tilt)
	return inverseOfGamma(d), fault
}

// ExpInverseEvidence is log Z of out = exp(a) with an inverse gamma message from
// out.
func ExpInverseEvidence(out dist.InverseGamma, a dist.Normal) float64 {
	switch {
	case out.IsUniform():
		return 0
	case a.IsPoint():
		return out.LogIntegral(dist.InverseGammaPoint(math.Exp(a.H)))
	case out.IsPoint():
		return ExpEvidenceObserved(out.Shape, a)
	}
	tilt := ExpInverseTilts(out, a)
	if tilt.Fault != dist.NoFault {
		return math.NaN()
	}
	return out.LogIntegral(dist.InverseGammaPoint(math.Exp(-tilt.Peak))) + normalLogAt(a, -tilt.Peak) + tilt.LogIntegral
}
