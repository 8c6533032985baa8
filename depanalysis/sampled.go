package depanalysis

import (
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
)

// sampled adds the edges of what a conditional, a draw or a function of draws reads.
// Whole plates are read: within one update the elements follow one another, each given
// those before it.
func (a *analysis) sampled(u *message.Update) {
	switch u.Kind {
	case message.Conditional:
		u.Sampled.Reads(func(v *model.Variable) { a.value(u, v, kindOf(message.SampledFlag)) })
		a.sizes(u, u.Sampled.Elements)
		for _, d := range u.Sampled.Alone() {
			a.sizes(u, d.Elements)
		}
	case message.Draw:
		for _, w := range a.program.Updates {
			if w.Kind == message.Conditional && w.Sampled == u.Sampled {
				a.edge(w, u, Required, 0, nil, nil)
			}
		}
		if !u.Sampled.After() {
			a.edge(u, u, 0, 0, nil, nil) // the random numbers go on from the last draw
		}
	case message.Function:
		u.Computed.Expr.Walk(func(x *model.Expr) {
			if x.Op == model.OpVariable {
				a.value(u, x.Variable, kindOf(message.SampledFlag))
			}
		})
		a.sizes(u, u.Computed.Loops)
	}
}

func (a *analysis) sizes(u *message.Update, loops []*model.Loop) {
	for _, l := range loops {
		a.data(u, l.Lo)
		a.data(u, l.Hi)
	}
}

// value adds the edge from what computes the values of a variable.
func (a *analysis) value(u *message.Update, v *model.Variable, kind Kind) {
	for _, w := range a.program.Updates {
		switch {
		case w.Kind == message.Draw && has(w.Sampled, v) && w.Sampled != u.Sampled, w.Kind == message.Function && w.Computed.Variable == v && u != w:
			a.edge(w, u, kind, 0, nil, nil)
		}
	}
	for _, w := range a.assigned[v] {
		a.edge(w, u, Required, 0, nil, nil)
	}
}

func has(d *conditional.Draw, v *model.Variable) bool {
	for _, w := range d.Writes() {
		if w == v {
			return true
		}
	}
	return false
}
