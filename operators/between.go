package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

func betweenOps() []*Op {
	return []*Op{
		{Func: BetweenToOut, Factor: "between", To: "out", Algorithm: EP, Exact: true, Args: []Arg{{"x", Required}, {"low", 0}, {"high", 0}}},
		{Func: BetweenToXObserved, Factor: "between", To: "x", Algorithm: EP, Args: []Arg{{"out", 0}, {"x", NoInit}, {"low", 0}, {"high", 0}}},
		{Func: BetweenToX, Factor: "between", To: "x", Algorithm: EP, Args: []Arg{{"out", SkipIfUniform}, {"x", SkipIfUniform}, {"low", 0}, {"high", 0}}},
		{Func: BetweenEvidence, Factor: "between", To: Evidence, Algorithm: EP, Args: []Arg{{"out", 0}, {"x", 0}, {"low", 0}, {"high", 0}}},
	}
}

// BetweenToOut sends out = low <= x < high. A uniform x is in a bounded interval
// with probability 0 and above or below a bound with probability 1/2. The fault
// is Improper for any other x of precision 0 or less.
func BetweenToOut(x dist.Normal, low, high float64) (dist.Bernoulli, dist.Fault) {
	switch {
	case !x.IsFinite() || low != low || high != high:
		return dist.Bernoulli{}, dist.NotFinite
	case !(low < high):
		return dist.BernoulliPoint(false), dist.NoFault
	case x.IsPoint():
		return dist.BernoulliPoint(low <= x.H && x.H < high), dist.NoFault
	case math.IsInf(low, -1) && math.IsInf(high, 1):
		return dist.BernoulliPoint(true), dist.NoFault
	case x.IsUniform():
		if math.IsInf(low, -1) != math.IsInf(high, 1) {
			return dist.Bernoulli{}, dist.NoFault
		}
		return dist.BernoulliPoint(false), dist.NoFault
	case !(x.P > 0):
		return dist.Bernoulli{}, dist.Improper
	}
	root := math.Sqrt(x.P)
	a, b := math.FMA(low, x.P, -x.H)/root, math.FMA(high, x.P, -x.H)/root
	switch { // also where a finite bound is infinitely many sd away
	case math.IsInf(a, -1) && math.IsInf(b, 1):
		return dist.BernoulliPoint(true), dist.NoFault
	case math.IsInf(b, 1):
		return dist.Bernoulli{LogOdds: special.NormalCdfLogit(-a)}, dist.NoFault
	case math.IsInf(a, -1):
		return dist.Bernoulli{LogOdds: special.NormalCdfLogit(b)}, dist.NoFault
	}
	t, fault := BetweenMoments(x, low, high)
	if fault != dist.NoFault {
		return dist.BernoulliPoint(false), dist.NoFault // infinite bounds on one side
	}
	if t.LogZ < -0.7 {
		return dist.Bernoulli{LogOdds: t.LogZ - math.Log1p(-math.Exp(t.LogZ))}, dist.NoFault
	}
	return dist.Bernoulli{LogOdds: t.LogZ - special.LogSumExp(special.NormalCdfLn(a), special.NormalCdfLn(-b))}, dist.NoFault
}

// BetweenToXObserved sends to x of out = low <= x < high, out observed. A uniform
// x in an interval that is bounded on both sides is sent the moments of the
// uniform distribution there; otherwise a uniform x is sent the uniform message.
// The faults are those of BetweenMoments.
func BetweenToXObserved(out bool, x dist.Normal, low, high float64) (dist.Normal, dist.Fault) {
	if !out {
		return BetweenToX(dist.Bernoulli{LogOdds: math.Inf(-1)}, x, low, high)
	}
	if x.IsUniform() && low < high && (math.IsInf(low, 0) || math.IsInf(high, 0)) {
		return dist.Normal{}, dist.NoFault
	}
	t, fault := BetweenMoments(x, low, high)
	if fault != dist.NoFault || math.IsInf(low, -1) && math.IsInf(high, 1) {
		return dist.Normal{}, fault
	}
	return t.Message(x), dist.NoFault
}

// BetweenToX sends to x of out = low <= x < high, out random. With P = P(out)
// the factor is the larger of P and 1-P inside or outside the interval: a
// constant plus, for P > 1/2, a multiple of the indicator of the inside, else of
// the outside on either side. The message is often improper, since the tilted
// density may have a hole. A uniform x is sent the uniform message; the fault is
// Improper for any other x of precision 0 or less and Contradiction where out
// and x exclude each other.
func BetweenToX(out dist.Bernoulli, x dist.Normal, low, high float64) (dist.Normal, dist.Fault) {
	switch {
	case out.IsUniform() || x.IsUniform():
		return dist.Normal{}, dist.NoFault
	case out.LogOdds != out.LogOdds || !x.IsFinite() || low != low || high != high:
		return dist.Normal{}, dist.NotFinite
	case out.IsPoint() && out.LogOdds > 0:
		return BetweenToXObserved(true, x, low, high)
	case x.IsPoint():
		inside := low <= x.H && x.H < high
		if inside && out.IsPoint() {
			return dist.Normal{}, dist.Contradiction
		}
		return dist.Normal{}, dist.NoFault
	case !(x.P > 0):
		return dist.Normal{}, dist.Improper
	}
	var parts [3]NormalTilt
	tilt := math.Log(math.Abs(math.Tanh(out.LogOdds / 2)))
	parts[0] = normalFlat(x, out.LogProb(out.LogOdds < 0))
	if out.LogOdds > 0 {
		parts[1], _ = BetweenMoments(x, low, high)
		parts[2].LogZ = math.Inf(-1)
	} else if low < high {
		parts[1], _ = BetweenMoments(x, math.Inf(-1), low)
		parts[2], _ = BetweenMoments(x, high, math.Inf(1))
	} else {
		parts[1] = normalFlat(x, 0)
		parts[2].LogZ = math.Inf(-1)
	}
	parts[1].LogZ += tilt
	parts[2].LogZ += tilt
	t := normalMix(x, parts[:])
	if math.IsInf(t.LogZ, -1) {
		return dist.Normal{}, dist.Contradiction
	}
	return t.Message(x), dist.NoFault
}

// BetweenEvidence returns log Z of out = low <= x < high. For an x of precision 0
// and a true out it is the log of the integral of exp(H x) over the interval. It
// is NaN where the integral diverges.
func BetweenEvidence(out dist.Bernoulli, x dist.Normal, low, high float64) float64 {
	if out.IsPoint() && out.LogOdds > 0 {
		t, fault := BetweenMoments(x, low, high)
		if fault != dist.NoFault && fault != dist.Contradiction {
			return math.NaN()
		}
		return t.LogZ
	}
	if !(x.P > 0) {
		return math.NaN()
	}
	m, fault := BetweenToOut(x, low, high)
	if fault != dist.NoFault {
		return math.NaN()
	}
	return m.LogIntegral(out)
}
