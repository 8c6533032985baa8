package conditional

import (
	"slices"

	"mpc/mcmc"
	"mpc/model"
)

// Gains tells whether a posterior of each variable by itself would be off: hyperparameters say how precise a normal is, or
// are a coefficient beside it, or sites close loops.
func (g *Gaussian) Gains() bool {
	if g.Solved || g.Held { // messages about its terms go around those of an equation
		return true
	}
	if slices.ContainsFunc(g.Sites(), func(r *Row) bool { return r.Site.Beside() || r.Term.Log != nil }) { // of means and precisions of groups, of mixtures
		return true
	}
	if g.readsHyper(true) || g.cutsOff() || g.TiesHyper() {
		return true
	}
	if g.HasVectors() && !g.tiesVectors() { // messages about a vector are joint normals
		return false
	}
	many := len(g.Parts()) > 1 || slices.ContainsFunc(g.Parts(), func(d *Draw) bool { return len(d.Variable().Dims) > 0 })
	return g.closesLoops() || g.closesTied() || g.readsHyper(false) && (g.Ties != nil || many)
}

// cutsOff tells whether a condition cuts off a number that is asked for: messages have a normal of it, whose quantiles lie beyond the bound, and
// those of functions of it. Chains keep theirs, and their filters.
func (g *Gaussian) cutsOff() bool {
	chain := func(r *Row) bool {
		if r.Term.Factor.Drawn == nil {
			return false
		}
		own := 0
		for _, s := range r.Slopes {
			if g.Parts()[s.Part].Variable() == r.Term.Factor.Drawn.Variable {
				own++
			}
		}
		return own > 1
	}
	if slices.ContainsFunc(g.Rows(), chain) {
		return false
	}
	return slices.ContainsFunc(g.Rows(), func(r *Row) bool {
		if r.Site == nil || r.Site.Bound == "" || len(r.Slopes) != 1 || len(r.Slopes[0].Over) > 0 {
			return false
		}
		return slices.Contains(g.Model.Infer, g.Parts()[r.Slopes[0].Part].Variable())
	})
}

// givenNormal tells whether a variable is a normal that the data give the distribution of, as a filter has it.
func (g *Gaussian) givenNormal(d *Draw) bool {
	prior := d.Prior[0].Dist
	return prior.Given() != nil && prior.Family() == g.Normals.Family
}

// IsFlat tells whether a normal, or a hyperparameter, is drawn from flat().
func (g *Gaussian) IsFlat() bool {
	return slices.ContainsFunc(g.Rows(), func(r *Row) bool { return r.Term.Dist.Flat() }) || slices.ContainsFunc(g.Priors, func(f *Factor) bool { return f.Dist.Flat() })
}

// Exactly tells whether the posterior is one normal: all densities are, and no hyperparameter says how precise they are.
func (g *Gaussian) Exactly() bool { return len(g.Sites()) == 0 && !g.readsHyper(false) }

// closesLoops tells whether several sites read several normals each, or normals that are drawn around several: messages
// between these would go around. Rows of normal densities alone that do so are joined by messages, exactly; chains and
// trees whose sites read one normal each have no loop. Sites of other densities than those that are log concave and
// smooth might not settle.
func (g *Gaussian) closesLoops() bool {
	if len(g.Sites()) == 0 {
		return g.closesNormalLoops()
	}
	if slices.ContainsFunc(g.Sites(), func(r *Row) bool { return r.signs() || r.hasCorner() }) {
		return false
	}
	several, rows := false, 0
	for _, r := range g.Rows() {
		few := 1
		switch {
		case r.Site == nil:
			few = 2 // what is drawn, and what it is drawn around
		case r.Site.Answer != nil:
			continue
		}
		if len(r.Slopes) <= few && !(r.Wide && slices.ContainsFunc(r.Slopes, func(s *Slope) bool { return len(s.Over) > 0 })) {
			continue
		}
		rows++
		several = several || len(r.Term.Loops) > 0
	}
	return several || rows > 1
}

// TiesHyper tells whether data read several hyperparameters that have no conjugate family, as coefficients with uniform priors, or several of any in one
// parameter, as the rates of `poisson(a * b)`: messages take each for one of its family, by itself.
func (g *Gaussian) TiesHyper() bool {
	return slices.ContainsFunc(g.Priors, func(f *Factor) bool {
		count := 0
		for _, d := range g.Hyper {
			if mcmc.Natural(d.Prior[0].Dist.Family()) == nil && len(f.occurrences(d.Variable())) > 0 {
				count++
			}
		}
		return count > 1 || f.Dist != nil && slices.ContainsFunc(f.Dist.Args, func(e *model.Expr) bool {
			together := 0
			for _, d := range g.Hyper {
				if mentions(e, d.Variable()) {
					together++
				}
			}
			return together > 1
		})
	})
}

// HyperAlone tells whether there are hyperparameters alone.
func (g *Gaussian) HyperAlone() bool { return len(g.Parts())+len(g.Singles)+len(g.Matrices) == 0 }

// TakesOthers tells whether there are hyperparameters, or sites whose densities package latent does not know, and all such have a density at
// any value of their combinations.
func (g *Gaussian) TakesOthers() bool {
	any := len(g.Hyper) > 0
	for _, r := range g.Sites() {
		if r.Likelihood() == "Other" {
			if !r.linked() {
				return false
			}
			any = true
		}
	}
	return any
}

// closesNormalLoops tells whether rows of normal densities alone may close loops that messages between single variables
// would go around: rows that read several normals, or draw one around several, of which one is an element of an array, as
// the players of a game or crossed effects; or one sum over an array that is drawn around a number. Sums of numbers alone
// are joined by messages; so are sums whose elements are those of each instance by itself, are drawn independently, and make a forest.
func (g *Gaussian) closesNormalLoops() bool {
	tied := func(part int) bool {
		return slices.ContainsFunc(g.Rows(), func(r *Row) bool {
			return r.Term.Factor.Drawn != nil && r.Term.Factor.Drawn.Variable == g.Parts()[part].Variable() && len(r.Slopes) > 1
		})
	}
	lattice := newLattice()
	return slices.ContainsFunc(g.Rows(), func(r *Row) bool {
		few := 1
		if r.Site != nil {
			return false
		}
		if r.Term.Factor.Drawn != nil {
			few = 2
		}
		wide := slices.ContainsFunc(r.Slopes, func(s *Slope) bool { return len(s.Over) > 0 })
		if len(r.Term.Loops) == 0 { // of one sum the terms may be tied by what they are drawn around
			if r.noiseless() {
				return false // messages tell what is without noise
			}
			return slices.ContainsFunc(r.Slopes, func(s *Slope) bool { return len(s.Over) > 0 && tied(s.Part) })
		}
		if len(r.Slopes) <= few && !wide {
			return false
		}
		array := func(s *Slope) bool { return len(g.Parts()[s.Part].Variable().Dims) > 0 }
		own := func(s *Slope) bool { return array(s) && len(s.Over) == 0 && s.byLoops(r.Term.Loops) && !tied(s.Part) }
		if !slices.ContainsFunc(r.Slopes, array) {
			return false
		}
		if slices.ContainsFunc(r.Slopes, func(s *Slope) bool { return !own(s) }) {
			return true
		}
		lattice.add(slices.Index(g.Rows(), r), r)
		return lattice.loop
	})
}

// byLoops tells whether each of the loops chooses the element, by its index plus a number.
func (s *Slope) byLoops(loops []*model.Loop) bool {
	for _, l := range loops {
		if !slices.ContainsFunc(s.At, func(e *model.Expr) bool {
			i, _, ok := e.Affine()
			return ok && i == l.Index
		}) {
			return false
		}
	}
	return true
}

// readsHyper tells whether what is said of the normals depends on a hyperparameter, or, if drawn, on one that is no normal given by
// the data.
func (g *Gaussian) readsHyper(drawn bool) (found bool) {
	for _, r := range g.Rows() {
		if r.Site != nil && r.Site.Answer != nil {
			continue
		}
		r.exprs(func(e *model.Expr) {
			if e == nil {
				return
			}
			e.Walk(func(x *model.Expr) {
				found = found || x.Op == model.OpVariable && slices.ContainsFunc(g.Integrated(), func(d *Draw) bool { return d.Variable() == x.Variable && !(drawn && g.givenNormal(d)) })
			})
		})
	}
	return found
}
