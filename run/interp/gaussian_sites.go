package interp

import (
	"math"

	"mpc/data"
	"mpc/engine/latent"
	"mpc/mcmc"
	"mpc/message/conditional"
	"mpc/model"
)

// An other is an instance of a factor that package latent has no likelihood for.
type other struct {
	row *conditional.Row
	env *data.Env
}

// Say says what the rows do, and nothing once something has failed or the run has been called off: a density that
// cannot be normalized ends the integration.
func (g *gaussian) Say(w *mcmc.NormalBlock, sites *latent.Sites) {
	if err := g.run.options.Context.Err(); err != nil {
		g.fail(err)
	}
	if g.err != nil {
		return
	}
	g.others, g.sites = g.others[:0], sites
	if err := g.sayBlock(g.of.Rows(), w); err != nil {
		g.fail(err)
	}
}

// saySite says what a row does that is no normal density.
func (g *gaussian) saySite(r *conditional.Row, w *mcmc.NormalBlock, o *operands) {
	if r.Site.Single != nil {
		g.saySingle(r, w, o)
		return
	}
	z, t := o.Real(r.Rest), r.Term
	if a := r.Site.Answer; a != nil {
		at, err := g.position(a.Variable, a.At)
		if err != nil {
			g.fail(err)
		}
		row := 0
		if a.Kind != conditional.Part {
			row = g.other(r)
		}
		g.sites.Ask(w, z, row, at, int(a.Kind))
		return
	}
	switch r.Likelihood() {
	case "Interval":
		low, high := r.Site.Bounds()
		g.sites.Interval(w, z, low, high)
	case "Logit":
		g.sites.Logit(w, z, o.Truth(t.X))
	case "Probit":
		g.sites.Probit(w, z, o.Truth(t.X))
	case "Poisson":
		g.sites.Poisson(w, z, o.Whole(t.X))
	case "BinomialLogit":
		g.sites.BinomialLogit(w, z, o.Whole(t.X), o.Whole(t.Dist.Arg("n")))
	default:
		if mass := t.Mass; mass != nil {
			g.sites.Between(w, z, g.other(r), o.Real(mass.Args[0]), o.Real(mass.Args[1]))
			return
		}
		if r.Steps() {
			g.sites.Stepped(w, z, g.other(r))
			return
		}
		g.sites.Other(w, z, g.other(r))
	}
}

// singleNumber is the number of the single that a row reads.
func (g *gaussian) singleNumber(r *conditional.Row) (int, error) {
	v := r.Site.Single.Variable
	number, err := g.position(v, r.Site.Single.Args)
	for _, d := range g.of.Singles {
		if d.Variable() == v {
			break
		}
		number += len(g.values[d.Variable()].numbers)
	}
	return number, err
}

// saySingle says what a row does of a number that is integrated by itself, or asks of it.
func (g *gaussian) saySingle(r *conditional.Row, w *mcmc.NormalBlock, o *operands) {
	number, err := g.singleNumber(r)
	end := func(e *model.Expr, none float64) float64 {
		if e == nil {
			return none
		}
		return o.Real(e)
	}
	low, high, prior := r.Ends()
	switch a := r.Site.Answer; {
	case err != nil:
	case r.Site.Beside():
		g.sites.Beside(w, o.Real(r.Rest), number, g.other(r))
	case r.Site.Bound == ">":
		g.sites.Cut(w, number, o.Real(r.Rest), math.Inf(1))
	case r.Site.Bound == "<":
		g.sites.Cut(w, number, math.Inf(-1), o.Real(r.Rest))
	case a != nil:
		var at int
		at, err = g.position(a.Variable, a.At)
		g.sites.AskSingle(w, number, g.other(r), at, int(a.Kind))
	case prior:
		g.sites.Single(w, number, g.other(r), end(low, math.Inf(-1)), end(high, math.Inf(1)))
	default:
		g.sites.Tell(w, number, g.other(r))
	}
	if err != nil {
		g.fail(err)
	}
}

// other numbers an instance of a row.
func (g *gaussian) other(r *conditional.Row) int {
	g.others = append(g.others, other{r, g.envNow()})
	return len(g.others) - 1
}
