package operators

import (
	"math"

	"mpc/dist"
)

func categoricalOps() []*Op {
	return []*Op{
		{Func: CategoricalToP, Factor: "categorical", To: "p", Algorithm: EP, Adds: true, Args: []Arg{{"x", 0}, {"to", 0}}},
		{Func: CategoricalEvidence, Factor: "categorical", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"p", 0}}},
		{Func: CategoricalToP, Factor: "categorical", To: "p", Algorithm: VMP, Adds: true, Args: []Arg{{"x", 0}, {"to", 0}}},
	}
}

// CategoricalToP multiplies into to what an observed x ~ categorical(p) says about
// p: one more count of the value x. It touches no other component, so that a
// vocabulary may be large. The fault is Contradiction where there is no value x.
func CategoricalToP(x int, to *dist.Dirichlet) dist.Fault {
	if x < 0 || x >= len(to.A) {
		return dist.Contradiction
	}
	to.AddCount(x, 1)
	return dist.NoFault
}

// CategoricalEvidence returns the log probability of an observed x for known p,
// -Inf where there is no value x.
func CategoricalEvidence(x int, p []float64) float64 {
	if x < 0 || x >= len(p) {
		return math.Inf(-1)
	}
	return math.Log(p[x])
}
