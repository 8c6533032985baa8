package operators

import (
	"slices"

	"mpc/dist"
)

// MixtureMvNormalToOuter sends to a vector outside a gate what its branches say about
// their copies of it: the mixture of outer times inner[k], weight w[k], is projected
// by its means and covariances, and outer is taken away again (Minka and Winn, Gates,
// 2008, section 4), see dist.SetMvNormalMixture. One branch alone, or equal ones,
// send exactly their message. A branch that contradicts an outer point mass has no
// evidence and is left out. The fault is Improper where a part of the mixture is,
// Contradiction where all branches contradict the point.
func MixtureMvNormalToOuter(outer dist.MvNormal, selector dist.Bernoulli, inner []dist.MvNormal, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	return mixtureMvNormal(outer, gateOfBool(selector), inner, to, work)
}

// MixtureMvNormalToOuterCategorical is MixtureMvNormalToOuter for a selector that is a
// whole number.
func MixtureMvNormalToOuterCategorical(outer dist.MvNormal, selector dist.Categorical, inner []dist.MvNormal, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	return mixtureMvNormal(outer, gateOfNumber(selector), inner, to, work)
}

// EnterOneMvNormalToOuter is MixtureMvNormalToOuter where one value's branch alone says
// anything.
func EnterOneMvNormalToOuter(outer dist.MvNormal, selector dist.Bernoulli, inner dist.MvNormal, value int, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	branches := [2]dist.MvNormal{{}, inner}
	return mixtureMvNormal(outer, gateOfBool(selector).gateOfValue(value), branches[:], to, work)
}

// EnterOneMvNormalToOuterCategorical is EnterOneMvNormalToOuter for a selector that is a
// whole number.
func EnterOneMvNormalToOuterCategorical(outer dist.MvNormal, selector dist.Categorical, inner dist.MvNormal, value int, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	branches := [2]dist.MvNormal{{}, inner}
	return mixtureMvNormal(outer, gateOfNumber(selector).gateOfValue(value), branches[:], to, work)
}

// EnterMvNormalToInner sends a branch's copy what is known of the variable.
func EnterMvNormalToInner(outer dist.MvNormal, to *dist.MvNormal) { to.Set(outer) }

// mixtureMvNormal writes the message to to; outer or a branch of size 0 says nothing.
func mixtureMvNormal(outer dist.MvNormal, w gateWeights, inner []dist.MvNormal, to *dist.MvNormal, work *dist.MvWork) dist.Fault {
	n := len(outer.H)
	for _, m := range inner {
		n = max(n, len(m.H))
	}
	to.Resize(n)
	only, fault := gateOnlyOf(w, inner, n, mixtureSameMvNormal)
	switch {
	case fault != dist.NoFault || !outer.IsFinite():
		return dist.NotFinite
	case only >= 0 && inner[only].Point && outer.Point && !slices.Equal(inner[only].H, outer.H):
		return dist.Contradiction
	case only >= 0:
		if len(inner[only].H) > 0 {
			to.Set(inner[only])
		}
		return dist.NoFault
	}
	weights := work.Vector(0, len(inner))
	for k := range weights {
		weights[k] = w.at(k)
	}
	return dist.SetMvNormalMixture(to, outer, inner, weights, work)
}

// mixtureSameMvNormal tells whether two messages are the same, and both are finite and
// with n components.
func mixtureSameMvNormal(a, b dist.MvNormal, n int) (same, fit bool) {
	fit = (len(a.H) == n || len(a.H) == 0) && (len(b.H) == n || len(b.H) == 0) && a.IsFinite() && b.IsFinite()
	return a.Point == b.Point && slices.Equal(a.H, b.H) && (a.Point || slices.Equal(a.P, b.P)), fit
}
