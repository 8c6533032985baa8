package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

// MixtureBernoulliToOuter sends to a variable outside a gate what its branches say
// about their copies of it. Over the two values x it is exact, with no cavity to
// take away:
//
//	m(x) = sum of w[k] inner[k](x)/Z[k],  Z[k] = sum of outer(x) inner[k](x)
//
// (Minka and Winn, Gates, 2008, section 4). A branch that contradicts a sure outer
// value has no evidence and is left out. The fault is Contradiction where all do,
// NotFinite for a message that is NaN.
func MixtureBernoulliToOuter(outer dist.Bernoulli, selector dist.Bernoulli, inner []dist.Bernoulli) (dist.Bernoulli, dist.Fault) {
	return mixtureBernoulli(outer, gateOfBool(selector), inner)
}

// MixtureBernoulliToOuterCategorical is MixtureBernoulliToOuter for a selector that
// is a whole number.
func MixtureBernoulliToOuterCategorical(outer dist.Bernoulli, selector dist.Categorical, inner []dist.Bernoulli) (dist.Bernoulli, dist.Fault) {
	return mixtureBernoulli(outer, gateOfNumber(selector), inner)
}

// EnterOneBernoulliToOuter is MixtureBernoulliToOuter where one value's branch
// alone says anything.
func EnterOneBernoulliToOuter(outer dist.Bernoulli, selector dist.Bernoulli, inner dist.Bernoulli, value int) (dist.Bernoulli, dist.Fault) {
	branches := [2]dist.Bernoulli{{}, inner}
	return mixtureBernoulli(outer, gateOfBool(selector).gateOfValue(value), branches[:])
}

// EnterOneBernoulliToOuterCategorical is EnterOneBernoulliToOuter for a selector
// that is a whole number.
func EnterOneBernoulliToOuterCategorical(outer dist.Bernoulli, selector dist.Categorical, inner dist.Bernoulli, value int) (dist.Bernoulli, dist.Fault) {
	branches := [2]dist.Bernoulli{{}, inner}
	return mixtureBernoulli(outer, gateOfNumber(selector).gateOfValue(value), branches[:])
}

// EnterBernoulliToInner sends a branch's copy what is known of the variable.
func EnterBernoulliToInner(outer dist.Bernoulli) dist.Bernoulli { return outer }

func mixtureBernoulli(outer dist.Bernoulli, w gateWeights, inner []dist.Bernoulli) (dist.Bernoulli, dist.Fault) {
	only, ok, fault := gateOnly(w, inner)
	switch {
	case fault != dist.NoFault || !outer.IsFinite():
		return dist.Bernoulli{}, dist.NotFinite
	case ok && only.IsPoint() && only.LogOdds == -outer.LogOdds:
		return dist.Bernoulli{}, dist.Contradiction
	case ok:
		return only, dist.NoFault
	}
	// The logs of m(true) and m(false).
	yes, no := math.Inf(-1), math.Inf(-1)
	only, live, same := dist.Bernoulli{}, 0, true
	for k, m := range inner {
		l := w.log(k)
		if l < -math.MaxFloat64 || m.LogOdds == -outer.LogOdds && m.IsPoint() {
			continue
		}
		y, n := mixtureShares(outer, m)
		yes, no = special.LogSumExp(yes, l+y), special.LogSumExp(no, l+n)
		same = same && (live == 0 || m == only)
		only = m
		live++
	}
	switch {
	case live == 0:
		return dist.Bernoulli{}, dist.Contradiction
	case same:
		return only, dist.NoFault
	case !(math.Abs(yes-no) < 0.5):
		return dist.Bernoulli{LogOdds: yes - no}, dist.NoFault
	}
	// m(true) - m(false) over m(false), which keeps the digits of small log odds.
	more := 0.0
	for k, m := range inner {
		l := w.log(k)
		if l < -math.MaxFloat64 || m.LogOdds == -outer.LogOdds && m.IsPoint() {
			continue
		}
		y, n := mixtureShares(outer, m)
		if m.LogOdds > 0 {
			more += math.Exp(l+y-no) * -math.Expm1(-m.LogOdds)
		} else {
			more += math.Exp(l+n-no) * math.Expm1(m.LogOdds)
		}
	}
	return dist.Bernoulli{LogOdds: math.Log1p(more)}, dist.NoFault
}

// mixtureShares returns the logs of m(true)/Z and m(false)/Z, Z the sum of outer(x)
// m(x).
func mixtureShares(outer, m dist.Bernoulli) (yes, no float64) {
	p, q := outer.LogProb(true), outer.LogProb(false)
	return -special.LogSumExp(p, q-m.LogOdds), -special.LogSumExp(p+m.LogOdds, q)
}
