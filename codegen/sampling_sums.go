package codegen

import (
	"mpc/model"
)

// Where instances of a factor say themselves which element they are about, as
// y[i] ~ normal(mu[g[i]], ...) does, one pass over them adds each message to the sums of
// its element: a scan is linear in their number, whatever the number of elements. The
// sums are arrays of the chain.

// A chainSum is such an array.
type chainSum struct {
	name string
	dims []*model.Expr // it has an element for each of these
	one  bool          // it is of one element at a time
}

// declareSums prints the arrays of sums of a chain.
func (g *generator) declareSums(p *printer) {
	for _, one := range []bool{false, true} {
		open := false
		for _, s := range g.chainSums {
			if s.one != one {
				continue
			}
			if !open {
				p.line("%s struct { // of the messages to %s", s.field(), map[bool]string{false: "each element", true: "one element"}[one])
				open = true
			}
			p.line("%s []float64", s.name)
		}
		if open {
			p.line("}")
		}
	}
}

// field is the field of a chain that an array stands in.
func (s chainSum) field() string {
	if s.one {
		return "count"
	}
	return "sum"
}

// makeSums prints how they are made.
func (g *generator) makeSums(p *printer) {
	for _, s := range g.chainSums {
		p.line("c.%s.%s = make([]float64, %s)", s.field(), s.name, g.count(s.dims))
	}
}
