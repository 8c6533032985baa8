package message

import (
	"mpc/factor"
	"mpc/message/conditional"
	"mpc/operators"
)

// Gibbs sampling (Geman and Geman 1984). Each variable that is drawn has two updates: its
// conditional, which a new value of any variable that it reads makes invalid, as Trigger
// says, and the draw, which reads the conditional and the random numbers that it leaves
// changed: so it lies on a cycle, and runs in each iteration. What nothing reads is on no
// cycle, and is computed from what the iterations leave, as functions of variables are.

// LowerSampled makes the updates of a graph whose variables are sampled, of their conditionals.
func LowerSampled(g *factor.Graph, conditionals *conditional.Program) *Program {
	edges := 0
	for _, f := range g.Factors {
		for _, s := range f.Slots {
			if s.Edge != nil {
				edges++
			}
		}
	}
	p := &Program{Graph: g, Sampling: conditionals, To: make([]*Update, edges), Known: make([]Source, len(g.Variables))}
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
	for _, d := range conditionals.Draws {
		add(&Update{Kind: Conditional, Sampled: d, At: d.Pos()})
		add(&Update{Kind: Draw, Sampled: d, At: d.Pos()})
	}
	for _, v := range conditionals.Values {
		add(&Update{Kind: Function, Computed: v, At: v.Variable.At})
	}
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
	return p
}

// SampledFlag is how a conditional, or a function of variables, reads a value that is
// drawn: a new one makes it invalid.
const SampledFlag = operators.Required | operators.Trigger
