package operators

import (
	"math"
	"slices"

	"mpc/dist"
	"mpc/special"
)

// MixtureCategoricalToOuter sends to a whole number outside a gate what its branches
// say about their copies of it: exactly, as MixtureBernoulliToOuter. A branch that
// leaves no value which outer allows has no evidence and is left out. The fault is
// Contradiction where all do, NotFinite for a message that is NaN or of another size.
func MixtureCategoricalToOuter(outer dist.Categorical, selector dist.Bernoulli, inner []dist.Categorical, to *dist.Categorical) dist.Fault {
	return mixtureCategorical(outer, gateOfBool(selector), inner, to)
}

// MixtureCategoricalToOuterCategorical is MixtureCategoricalToOuter for a selector
// that is a whole number.
func MixtureCategoricalToOuterCategorical(outer, selector dist.Categorical, inner []dist.Categorical, to *dist.Categorical) dist.Fault {
	return mixtureCategorical(outer, gateOfNumber(selector), inner, to)
}

// EnterOneCategoricalToOuter is MixtureCategoricalToOuter where one value's branch
// alone says anything.
func EnterOneCategoricalToOuter(outer dist.Categorical, selector dist.Bernoulli, inner dist.Categorical, value int, to *dist.Categorical) dist.Fault {
	branches := [2]dist.Categorical{{}, inner}
	return mixtureCategorical(outer, gateOfBool(selector).gateOfValue(value), branches[:], to)
}

// EnterOneCategoricalToOuterCategorical is EnterOneCategoricalToOuter for a selector
// that is a whole number.
func EnterOneCategoricalToOuterCategorical(outer, selector, inner dist.Categorical, value int, to *dist.Categorical) dist.Fault {
	branches := [2]dist.Categorical{{}, inner}
	return mixtureCategorical(outer, gateOfNumber(selector).gateOfValue(value), branches[:], to)
}

// EnterCategoricalToInner sends a branch's copy what is known of the variable.
func EnterCategoricalToInner(outer dist.Categorical, to *dist.Categorical) { to.Set(outer) }

// mixtureCategorical writes the message to to; outer or a branch of size 0 says nothing.
func mixtureCategorical(outer dist.Categorical, w gateWeights, inner []dist.Categorical, to *dist.Categorical) dist.Fault {
	n := len(outer.LogP)
	for _, m := range inner {
		n = max(n, len(m.LogP))
	}
	to.Resize(n)
	only, fault := gateOnlyOf(w, inner, n, mixtureSameCategorical)
	switch {
	case fault != dist.NoFault || len(outer.LogP) > 0 && !outer.IsFinite():
		return dist.NotFinite
	case only >= 0 && math.IsInf(mixtureLogSum(outer, inner[only], n), -1):
		return dist.Contradiction
	case only >= 0:
		if len(inner[only].LogP) > 0 {
			to.Set(inner[only])
		}
		return dist.NoFault
	}
	live, one := 0, 0
	for k, m := range inner {
		l := w.log(k)
		if l < -math.MaxFloat64 {
			continue
		}
		z := mixtureLogSum(outer, m, n)
		if math.IsInf(z, -1) {
			continue
		}
		if live == 0 {
			for x := range to.LogP {
				to.LogP[x] = math.Inf(-1)
			}
		}
		for x := range to.LogP {
			to.LogP[x] = special.LogSumExp(to.LogP[x], l-z+mixtureLogOf(m, x))
		}
		live++
		one = k
	}
	switch {
	case live == 0:
		return dist.Contradiction
	case live == 1 && len(inner[one].LogP) > 0:
		to.Set(inner[one])
	case live == 1:
		to.SetUniform()
	}
	if !to.IsFinite() {
		to.SetUniform()
		return dist.NotFinite
	}
	return dist.NoFault
}

// mixtureLogOf is the log weight of x, 0 of a message of size 0.
func mixtureLogOf(m dist.Categorical, x int) float64 {
	if len(m.LogP) == 0 {
		return 0
	}
	return m.LogP[x]
}

// mixtureLogSum is the log of the sum of the products of the weights.
func mixtureLogSum(outer, m dist.Categorical, n int) float64 {
	top := math.Inf(-1)
	for x := range n {
		top = math.Max(top, mixtureLogOf(outer, x)+mixtureLogOf(m, x))
	}
	if !(top >= -math.MaxFloat64 && top <= math.MaxFloat64) {
		return top
	}
	sum := 0.0
	for x := range n {
		sum += math.Exp(mixtureLogOf(outer, x) + mixtureLogOf(m, x) - top)
	}
	return top + math.Log(sum)
}

// mixtureSameCategorical tells whether two messages are the same, and both are
// messages about one of n values.
func mixtureSameCategorical(a, b dist.Categorical, n int) (same, fit bool) {
	fit = (len(a.LogP) == n && a.IsFinite() || len(a.LogP) == 0) && (len(b.LogP) == n && b.IsFinite() || len(b.LogP) == 0)
	return slices.Equal(a.LogP, b.LogP), fit
}
