package message

import (
	"mpc/factor"
	"mpc/mcmc"
)

// A Taken is how a method of a network takes what is in a slot of a factor.
type Taken uint8

const (
	// AnElement is the number of an element, or of a datum that is as one.
	AnElement Taken = iota
	// AReal and AWhole are known numbers, and Reals is a known vector.
	AReal
	AWhole
	Reals
	// Columns is how many values the first slot's element has: a known number, 0 of truths.
	Columns
	// Terms are elements of a range, which the network is told one by one before.
	Terms
)

// A NetworkTable says how a factor stands in a network.
type NetworkTable struct {
	Factor string
	// Says is the method of mcmc.FiniteNetwork that tells it of an instance of the factor, and Takes is what that takes of
	// the factor's slots, in their order. Terms are no argument.
	Says  any
	Takes []Taken
}

// What methods take whose arguments are elements.
var one, two, three = []Taken{AnElement}, []Taken{AnElement, AnElement}, []Taken{AnElement, AnElement, AnElement}

// networkTables lists the factors that a network has tables of.
var networkTables = []*NetworkTable{
	{"bernoulli", (*mcmc.FiniteNetwork).Bernoulli, []Taken{AnElement, AReal}},
	{"categorical", (*mcmc.FiniteNetwork).Categorical, []Taken{AnElement, Reals}},
	{"table", (*mcmc.FiniteNetwork).Table, []Taken{AnElement, AnElement, Reals, Columns}},
	{"table_two", (*mcmc.FiniteNetwork).TableTwo, []Taken{AnElement, AnElement, AnElement, Reals, AWhole, Columns}},
	{"discrete_uniform", (*mcmc.FiniteNetwork).DiscreteUniform, []Taken{AnElement, AWhole}},
	{"constant", (*mcmc.FiniteNetwork).Copy, two},
	{"copy", (*mcmc.FiniteNetwork).Copy, two},
	{"shift", (*mcmc.FiniteNetwork).Shift, []Taken{AnElement, AnElement, AWhole}},
	{"sum", (*mcmc.FiniteNetwork).Sum, three},
	{"difference", (*mcmc.FiniteNetwork).Difference, three},
	{"max", (*mcmc.FiniteNetwork).Max, three},
	{"min", (*mcmc.FiniteNetwork).Min, three},
	{"at_least", (*mcmc.FiniteNetwork).AtLeast, []Taken{AnElement, AnElement, AnElement, AWhole}},
	{"equal_int", (*mcmc.FiniteNetwork).Equal, three},
	{"equal_bool", (*mcmc.FiniteNetwork).Equal, three},
	{"is_true", (*mcmc.FiniteNetwork).IsTrue, one},
	{"not", (*mcmc.FiniteNetwork).Not, two},
	{"and", (*mcmc.FiniteNetwork).And, three},
	{"or", (*mcmc.FiniteNetwork).Or, three},
	{"all", (*mcmc.FiniteNetwork).All, []Taken{AnElement, Terms}},
	{"any", (*mcmc.FiniteNetwork).Any, []Taken{AnElement, Terms}},
	{"count", (*mcmc.FiniteNetwork).Count, []Taken{AnElement, Terms}},
}

// TableOf is how a factor stands in a network, nil where a network has no table of it.
func TableOf(f *factor.Factor) *NetworkTable {
	for _, t := range networkTables {
		if t.Factor == f.Kind.Name {
			return t
		}
	}
	return nil
}
