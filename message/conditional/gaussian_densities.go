package conditional

import (
	"math"
	"slices"

	"mpc/model"
)

// Densities are the log densities that do not depend on EP: of the priors of hyperparameters and of conditions on these, and of
// normals. Those of flat() are 0.
func (g *Gaussian) Densities() (list []*Term) {
	for _, p := range g.Priors {
		if p.Dist != nil && p.Dist.Flat() {
			continue
		}
		t := &Term{Factor: p, Loops: p.Loops, Guards: p.Guards, X: p.X, Dist: p.Dist, Log: p.Log, Mass: p.Mass, Times: p.Times}
		if p.Holds != nil {
			t.Log = choose(p.Holds, model.Number(0), model.Number(math.Inf(-1)))
		}
		list = append(list, t)
	}
	for _, r := range g.Rows() {
		if r.Site == nil && !r.Held && !r.Term.Dist.Flat() {
			t := *r.Term
			if f := t.Factor.Of; f != nil { // of a vector
				t = Term{Factor: f, Loops: f.Loops, Guards: f.Guards, X: f.X, Dist: f.Dist}
			}
			t.Times = t.Factor.Times
			list = append(list, &t)
		}
	}
	return list
}

// PriorDensities are those of hyperparameters by their priors.
func (g *Gaussian) PriorDensities() []*Term {
	return slices.DeleteFunc(g.Densities(), func(t *Term) bool {
		f := t.Factor
		return !slices.Contains(g.Priors, f) || f.Drawn == nil || !g.isHyper(f.Drawn.Variable)
	})
}

// isHyper tells whether a variable is a hyperparameter that is a number.
func (g *Gaussian) isHyper(v *model.Variable) bool {
	return slices.ContainsFunc(g.Hyper, func(d *Draw) bool { return d.Variable() == v })
}
