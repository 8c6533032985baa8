package operators

import (
	"math"

	"mpc/dist"
)

func truncatedNormalOps() []*Op {
	return []*Op{
		{
			Func: TruncatedNormalToX, Factor: "truncated_normal", To: "x", Algorithm: EP,
			Args: []Arg{{"x", NoInit}, {"mean", 0}, {"variance", 0}, {"low", 0}, {"high", 0}},
		},
		{
			Func: TruncatedNormalEvidence, Factor: "truncated_normal", To: Evidence, Algorithm: EP,
			Args: []Arg{{"x", 0}, {"mean", 0}, {"variance", 0}, {"low", 0}, {"high", 0}},
		},
	}
}

// TruncatedNormalToX sends x ~ truncated(normal(mean, variance), low, high),
// projected on a normal: the normal itself times what the bounds tell about its
// product with the cavity of x; see BetweenMoments.
//
// Faults: dist.Contradiction where the interval is empty or holds nothing of x,
// dist.Improper where the cavity is too improper for the product, and
// dist.NotFinite for a negative variance or a NaN.
func TruncatedNormalToX(x dist.Normal, mean, variance, low, high float64) (dist.Normal, dist.Fault) {
	if !(variance >= 0) {
		return dist.Normal{}, dist.NotFinite
	}
	prior := normalAround(mean, variance)
	if prior.IsPoint() {
		if low <= prior.H && prior.H <= high {
			return prior, dist.NoFault
		}
		return dist.Normal{}, dist.Contradiction
	}
	toX, fault := intervalToX(prior.Times(x), low, high)
	if fault != dist.NoFault {
		return dist.Normal{}, fault
	}
	return prior.Times(toX), dist.NoFault
}

// TruncatedNormalEvidence is log Z of x ~ truncated(normal(mean, variance), low,
// high): -Inf for a contradiction, NaN where the integral diverges.
func TruncatedNormalEvidence(x dist.Normal, mean, variance, low, high float64) float64 {
	if !(variance >= 0) {
		return math.NaN()
	}
	prior := normalAround(mean, variance)
	if prior.IsPoint() {
		return intervalLogZ(prior, low, high) + prior.LogIntegral(x)
	}
	if x.IsPoint() {
		return prior.LogProb(x.H) + intervalLogZ(x, low, high) - intervalLogZ(prior, low, high)
	}
	return prior.LogIntegral(x) + intervalLogZ(prior.Times(x), low, high) - intervalLogZ(prior, low, high)
}

// intervalToX is the message of low <= x <= high to x; a point mass on a bound
// is inside.
func intervalToX(x dist.Normal, low, high float64) (dist.Normal, dist.Fault) {
	if x.IsPoint() {
		if low <= x.H && x.H <= high {
			return dist.Normal{}, dist.NoFault
		}
		return dist.Normal{}, dist.Contradiction
	}
	t, fault := BetweenMoments(x, low, high)
	if fault != dist.NoFault || math.IsInf(low, -1) && math.IsInf(high, 1) {
		return dist.Normal{}, fault
	}
	return t.Message(x), dist.NoFault
}

// intervalLogZ is the log probability of low <= x <= high, for an x of precision
// 0 the log integral of exp(H x).
func intervalLogZ(x dist.Normal, low, high float64) float64 {
	if x.IsPoint() {
		if low <= x.H && x.H <= high {
			return 0
		}
		return math.Inf(-1)
	}
	t, fault := BetweenMoments(x, low, high)
	if fault != dist.NoFault && fault != dist.Contradiction {
		return math.NaN()
	}
	return t.LogZ
}
