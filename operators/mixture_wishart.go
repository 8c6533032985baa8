package operators

import (
	"slices"

	"mpc/dist"
)

// MixtureWishartToOuter sends to a matrix outside a gate what its branches say about
// their copies of it: the mixture of outer times inner[k], weight w[k], is projected
// by its mean and mean log determinant, which minimizes the Kullback-Leibler divergence,
// and outer is taken away again (Minka and Winn, Gates, 2008, section 4), see
// dist.SetWishartMixture. One branch alone, or equal ones, send exactly their message.
// A branch that contradicts an outer point mass has no evidence and is left out. The
// fault is Improper where a part of the mixture is, Contradiction where all branches
// contradict the point.
func MixtureWishartToOuter(outer dist.Wishart, selector dist.Bernoulli, inner []dist.Wishart, to *dist.Wishart, work *dist.MvWork) dist.Fault {
	return mixtureWishart(outer, gateOfBool(selector), inner, to, work)
}

// MixtureWishartToOuterCategorical is MixtureWishartToOuter for a selector that is a
// whole number.
func MixtureWishartToOuterCategorical(outer dist.Wishart, selector dist.Categorical, inner []dist.Wishart, to *dist.Wishart, work *dist.MvWork) dist.Fault {
	return mixtureWishart(outer, gateOfNumber(selector), inner, to, work)
}

// EnterOneWishartToOuter is MixtureWishartToOuter where one value's branch alone says
// anything.
func EnterOneWishartToOuter(outer dist.Wishart, selector dist.Bernoulli, inner dist.Wishart, value int, to *dist.Wishart, work *dist.MvWork) dist.Fault {
	branches := [2]dist.Wishart{{}, inner}
	return mixtureWishart(outer, gateOfBool(selector).gateOfValue(value), branches[:], to, work)
}

// EnterOneWishartToOuterCategorical is EnterOneWishartToOuter for a selector that is a
// whole number.
func EnterOneWishartToOuterCategorical(outer dist.Wishart, selector dist.Categorical, inner dist.Wishart, value int, to *dist.Wishart, work *dist.MvWork) dist.Fault {
	branches := [2]dist.Wishart{{}, inner}
	return mixtureWishart(outer, gateOfNumber(selector).gateOfValue(value), branches[:], to, work)
}

// EnterWishartToInner sends a branch's copy what is known of the variable.
func EnterWishartToInner(outer dist.Wishart, to *dist.Wishart) { to.Set(outer) }

// mixtureWishart writes the message to to; outer or a branch of size 0 says nothing.
func mixtureWishart(outer dist.Wishart, w gateWeights, inner []dist.Wishart, to *dist.Wishart, work *dist.MvWork) dist.Fault {
	rows := outer.Size()
	for _, m := range inner {
		rows = max(rows, m.Size())
	}
	to.Resize(rows)
	only, fault := gateOnlyOf(w, inner, rows*rows, mixtureSameWishart)
	switch {
	case fault != dist.NoFault || !outer.IsFinite():
		return dist.NotFinite
	case only >= 0 && inner[only].Point && outer.Point && !slices.Equal(inner[only].Rate, outer.Rate):
		return dist.Contradiction
	case only >= 0:
		if len(inner[only].Rate) > 0 {
			to.Set(inner[only])
		}
		return dist.NoFault
	}
	weights := work.Vector(0, len(inner))
	for k := range weights {
		weights[k] = w.at(k)
	}
	return dist.SetWishartMixture(to, outer, inner, weights, work)
}

// mixtureSameWishart tells whether two messages are the same, and both are finite and
// with n entries.
func mixtureSameWishart(a, b dist.Wishart, n int) (same, fit bool) {
	fit = (len(a.Rate) == n || len(a.Rate) == 0) && (len(b.Rate) == n || len(b.Rate) == 0) && a.IsFinite() && b.IsFinite()
	return a.Point == b.Point && a.Shape == b.Shape && slices.Equal(a.Rate, b.Rate), fit
}
