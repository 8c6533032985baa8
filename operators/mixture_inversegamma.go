package operators

import "mpc/dist"

// MixtureInverseGammaToOuter sends to a positive variable outside a gate what its
// branches say about their copies of it, as MixtureGammaToOuter does: projected by
// the mean and variance of 1/x, which is gamma and whose moments always exist. The
// faults are those of MixtureGammaToOuter.
func MixtureInverseGammaToOuter(outer dist.InverseGamma, selector dist.Bernoulli, inner []dist.InverseGamma) (dist.InverseGamma, dist.Fault) {
	return mixtureInverseGamma(outer, gateOfBool(selector), inner, false)
}

// MixtureInverseGammaToOuterLog is MixtureInverseGammaToOuter projected by the means
// of 1/x and of log x.
func MixtureInverseGammaToOuterLog(outer dist.InverseGamma, selector dist.Bernoulli, inner []dist.InverseGamma) (dist.InverseGamma, dist.Fault) {
	return mixtureInverseGamma(outer, gateOfBool(selector), inner, true)
}

// MixtureInverseGammaToOuterCategorical is MixtureInverseGammaToOuter for a selector
// that is a whole number.
func MixtureInverseGammaToOuterCategorical(outer dist.InverseGamma, selector dist.Categorical, inner []dist.InverseGamma) (dist.InverseGamma, dist.Fault) {
	return mixtureInverseGamma(outer, gateOfNumber(selector), inner, false)
}

// MixtureInverseGammaToOuterLogCategorical is MixtureInverseGammaToOuterLog for a
// selector that is a whole number.
func MixtureInverseGammaToOuterLogCategorical(outer dist.InverseGamma, selector dist.Categorical, inner []dist.InverseGamma) (dist.InverseGamma, dist.Fault) {
	return mixtureInverseGamma(outer, gateOfNumber(selector), inner, true)
}

// EnterOneInverseGammaToOuter is MixtureInverseGammaToOuter where one value's branch
// alone says anything.
func EnterOneInverseGammaToOuter(outer dist.InverseGamma, selector dist.Bernoulli, inner dist.InverseGamma, value int) (dist.InverseGamma, dist.Fault) {
	branches := [2]dist.InverseGamma{{Shape: -1}, inner}
	return mixtureInverseGamma(outer, gateOfBool(selector).gateOfValue(value), branches[:], false)
}

// EnterOneInverseGammaToOuterLog is EnterOneInverseGammaToOuter projected by the
// means of 1/x and of log x.
func EnterOneInverseGammaToOuterLog(outer dist.InverseGamma, selector dist.Bernoulli, inner dist.InverseGamma, value int) (dist.InverseGamma, dist.Fault) {
	branches := [2]dist.InverseGamma{{Shape: -1}, inner}
	return mixtureInverseGamma(outer, gateOfBool(selector).gateOfValue(value), branches[:], true)
}

// EnterOneInverseGammaToOuterCategorical is EnterOneInverseGammaToOuter for a
// selector that is a whole number.
func EnterOneInverseGammaToOuterCategorical(outer dist.InverseGamma, selector dist.Categorical, inner dist.InverseGamma, value int) (dist.InverseGamma, dist.Fault) {
	branches := [2]dist.InverseGamma{{Shape: -1}, inner}
	return mixtureInverseGamma(outer, gateOfNumber(selector).gateOfValue(value), branches[:], false)
}

// EnterOneInverseGammaToOuterLogCategorical is EnterOneInverseGammaToOuterLog for a
// selector that is a whole number.
func EnterOneInverseGammaToOuterLogCategorical(outer dist.InverseGamma, selector dist.Categorical, inner dist.InverseGamma, value int) (dist.InverseGamma, dist.Fault) {
	branches := [2]dist.InverseGamma{{Shape: -1}, inner}
	return mixtureInverseGamma(outer, gateOfNumber(selector).gateOfValue(value), branches[:], true)
}

// EnterInverseGammaToInner sends a branch's copy what is known of the variable.
func EnterInverseGammaToInner(outer dist.InverseGamma) dist.InverseGamma { return outer }

func mixtureInverseGamma(outer dist.InverseGamma, w gateWeights, inner []dist.InverseGamma, logs bool) (dist.InverseGamma, dist.Fault) {
	only, ok, fault := gateOnly(w, inner)
	switch {
	case fault != dist.NoFault || !outer.IsFinite():
		return dist.InverseGammaUniform(), dist.NotFinite
	case ok && only.IsPoint() && outer.IsPoint() && only.Shape != outer.Shape:
		return dist.InverseGammaUniform(), dist.Contradiction
	case ok:
		return only, dist.NoFault
	}
	b := gammaBranches{shape: outer.Shape, rate: outer.Rate, one: -1, w: w, inverse: inner}
	if outer.IsPoint() {
		b.shape = 1 / outer.Shape
	}
	if outer.IsUniform() {
		b.shape, b.one = 0, 0
	}
	m, fault := b.message(logs)
	switch {
	case fault != dist.NoFault:
		return dist.InverseGammaUniform(), fault
	case m.IsPoint():
		return outer, dist.NoFault // the same point
	}
	return dist.InverseGamma(m), dist.NoFault
}
