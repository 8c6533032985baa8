package message

import (
	"mpc/factor"
	"mpc/message/conditional"
	"mpc/model"
)

// LowerGaussian makes the updates of a graph that is a latent Gaussian model: one computes the
// posteriors of all that is drawn. They stand where messages from definitions do, as the only
// ones, so that all that reads posteriors finds them there.
func LowerGaussian(g *factor.Graph, of *conditional.Gaussian) *Program {
	edges := 0
	for _, f := range g.Factors {
		for _, s := range f.Slots {
			if s.Edge != nil {
				edges++
			}
		}
	}
	p := &Program{Graph: g, Gaussian: of, To: make([]*Update, edges), Known: make([]Source, len(g.Variables))}
	for i := range p.Known {
		p.Known[i] = Product
	}
	add := func(u *Update) {
		u.ID = len(p.Updates)
		p.Updates = append(p.Updates, u)
	}
	for _, a := range g.Data {
		add(&Update{Kind: Assign, Assign: a, Loops: a.Loops, Guards: a.Guards, At: a.At})
	}
	for _, c := range g.Checks {
		add(&Update{Kind: Check, Check: c, Loops: c.Loops, Guards: c.Guards, At: c.At})
	}
	add(&Update{Kind: Integrate, Gaussian: of, Sampled: of.Normals, At: of.Normals.Pos()})
	for _, m := range g.Model.Infer {
		if !m.Random {
			add(&Update{Kind: Marginal, Constant: m, At: m.At})
		}
		for _, v := range g.Variables {
			if v.Source == m {
				add(&Update{Kind: Marginal, Variable: v, At: v.At})
			}
		}
	}
	if g.Model.Evidence {
		add(&Update{Kind: Evidence})
	}
	return p
}

// Integral is the update that computes all posteriors at once, or nil.
func (p *Program) Integral() *Update {
	for _, u := range p.Updates {
		if u.Kind == Integrate {
			return u
		}
	}
	return nil
}

// Integrates tells whether the posterior of a variable is computed with all others.
func (p *Program) Integrates(v *model.Variable) bool { return p.Gaussian != nil && p.Gaussian.Has(v) }
