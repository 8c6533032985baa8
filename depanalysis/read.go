package depanalysis

import (
	"mpc/factor"
	"mpc/message"
	"mpc/model"
)

// reads adds the edges of all that u reads, and marks its node where it reads
// what is always uniform.
func (a *analysis) reads(u *message.Update, g *Graph) {
	for _, l := range u.Loops {
		a.data(u, l.Lo)
		a.data(u, l.Hi)
	}
	for _, g := range u.Guards {
		a.data(u, g)
	}
	switch u.Kind {
	case message.Assign:
		a.data(u, u.Assign.Value)
		for _, x := range u.Assign.Index {
			a.data(u, x)
		}
	case message.Check:
		a.data(u, u.Check.Value)
	case message.Possible:
		for _, s := range u.Factor.Slots {
			a.slot(u, s)
		}
	case message.Send, message.Buffer:
		a.send(u, g)
	case message.Solve:
		a.solve(u)
	case message.Posterior:
		a.posterior(u)
	case message.Estimate, message.Marginal:
		a.marginal(u)
	case message.Bound:
		a.bound(u)
	case message.Branches:
		a.branches(u)
	case message.Conditional, message.Draw, message.Function:
		a.sampled(u)
	case message.Integrate:
		u.Gaussian.Exprs(func(e *model.Expr) { a.data(u, e) })
	case message.Evidence:
		a.evidence(u)
	}
}

// send adds the edges of a message, and marks its node where it reads what is always uniform.
func (a *analysis) send(u *message.Update, g *Graph) {
	for k, w := range u.Weights {
		a.arg(u, w.Selector, len(u.Args)+k+1)
		a.data(u, w.Value)
	}
	for _, n := range u.Factor.Repeats {
		a.data(u, n)
	}
	for _, s := range u.Factor.Slots {
		a.slot(u, s)
	}
	for _, w := range a.program.Updates {
		if w.Kind == message.Solve && w.Network == u.Network {
			a.edge(w, u, Required|Trigger, 0, nil, nil)
		}
	}
	for i, arg := range u.Args {
		if !a.arg(u, arg, i+1) {
			g.Nodes[u.ID].Uniform = true
		}
	}
	if u.Edge != nil && u.Edge.Defines {
		a.start(u, u.Edge.Variable)
	}
	if a.initialized(u) {
		// The initial marginal is to be read before the definition replaces it:
		// the definition comes after what answers to it.
		a.messages(u, u.Edge.Variable, u.Edge, NoInit, 0)
	}
}

// posterior adds the edges of the product of all messages: it needs that of the definition, or it would
// not be proper.
func (a *analysis) posterior(u *message.Update) {
	at := indices(u.Loops)
	a.start(u, u.Variable)
	for _, e := range u.Variable.Edges {
		if w := a.program.To[e.ID]; w != nil {
			var kind Kind
			if e.Defines {
				kind = Required
			}
			a.edge(w, u, kind, 0, at, e.Index)
		}
	}
}

// marginal adds the edges of what is reported of a variable, or of its point estimate.
func (a *analysis) marginal(u *message.Update) {
	if u.Constant != nil {
		for _, w := range a.assigned[u.Constant] {
			a.edge(w, u, Required, 0, nil, nil)
		}
		return
	}
	if a.program.Gaussian != nil {
		a.edge(a.program.Integral(), u, Required, 0, nil, nil)
		return
	}
	if a.program.Sampling != nil {
		a.value(u, u.Variable.Source, Required)
		if there := a.program.Sampling.There(u.Variable.Source); there != nil {
			a.value(u, there, Required)
		}
		return
	}
	if u.Kind == message.Estimate {
		a.start(u, u.Variable)
	}
	if w := a.posteriors[u.Variable]; w != nil {
		a.edge(w, u, 0, 0, nil, nil)
	} else if u.Kind == message.Marginal && a.program.Known[u.Variable.ID] == message.Forward {
		a.forward(u, u.Variable, 0, 0, nil)
	} else {
		a.messages(u, u.Variable, nil, 0, 0)
	}
	if u.Kind == message.Marginal && u.Variable.Point {
		a.edge(a.estimates[u.Variable], u, Required, 0, nil, nil)
	}
}

// evidence adds the edges of the sum of all that the data say.
func (a *analysis) evidence(u *message.Update) {
	if w := a.program.Integral(); w != nil {
		a.edge(w, u, Required, 0, nil, nil)
	}
	for _, w := range a.program.Updates {
		switch {
		case w.Kind == message.Solve:
			a.edge(w, u, Required, 0, nil, nil)
		case w.Kind == message.Send && a.inEvidence(w), w.Kind == message.Estimate:
			a.edge(w, u, 0, 0, nil, nil)
		case w.Kind == message.Posterior:
			a.edge(w, u, a.whole(w.Variable), 0, nil, nil)
		}
	}
	for _, t := range u.Terms {
		if t.Factor == nil {
			continue
		}
		for _, s := range t.Factor.Slots {
			a.slot(u, s)
		}
		for _, arg := range t.Args {
			if arg.Source == message.FromBuffer && arg.Buffer.Kind == message.Branches {
				a.edge(arg.Buffer, u, Required|Fresh, 0, nil, nil)
			}
		}
	}
}

// solve adds the edges from all that a network reads: the data of its factors, and what others say of its
// elements.
func (a *analysis) solve(u *message.Update) {
	for _, f := range u.Network.Factors {
		for _, l := range f.Loops {
			a.data(u, l.Lo)
			a.data(u, l.Hi)
		}
		for _, g := range f.Guards {
			a.data(u, g)
		}
		for _, s := range f.Slots {
			a.slot(u, s)
		}
	}
	for _, e := range u.Network.Heard(a.program) {
		for _, o := range e.Variable.Edges {
			if w := a.program.To[o.ID]; w != nil && !o.Defines {
				a.edge(w, u, 0, 0, nil, nil)
			}
		}
	}
}

// start adds the edges from the constants that the initial marginal of a variable is
// written with.
func (a *analysis) start(u *message.Update, v *factor.Variable) {
	if v.Init == nil {
		return
	}
	for _, e := range v.Init.Args {
		a.data(u, e)
	}
}

// branches adds the edges from all that the branches of a gate read.
func (a *analysis) branches(u *message.Update) {
	group := 0
	for _, t := range u.Terms {
		for _, l := range t.Loops {
			a.data(u, l.Lo)
			a.data(u, l.Hi)
		}
		for _, g := range t.Guards {
			a.data(u, g)
		}
		for _, s := range t.Factor.Slots {
			a.slot(u, s)
		}
		group++
		for _, arg := range t.Args {
			// The average log of VMP needs all of its posteriors; a sum of EP does with
			// one message that is not uniform.
			if arg.Source == message.Stored || arg.Source == message.Forward {
				group++
			}
			a.arg(u, arg, group)
		}
		if t.Edge == nil {
			continue
		}
		v := t.Edge.Variable
		if w := a.posteriors[v]; w != nil {
			a.edge(w, u, Required|Trigger, 0, t.Edge.Index, indices(w.Loops))
		}
		if a.posteriors[v] != nil && t.Kind == message.EntropyTerm {
			continue
		}
		for _, e := range v.Edges {
			if w := a.program.To[e.ID]; w != nil {
				var kind Kind
				if !w.Immediate {
					kind = Trigger
				}
				a.edge(w, u, kind, 0, t.Edge.Index, e.Index)
			}
		}
	}
}

// bound adds the edges from all that the terms of a bound read.
func (a *analysis) bound(u *message.Update) {
	for _, t := range u.Terms {
		if v := t.Variable; v != nil {
			w := a.posteriors[v]
			if w != nil {
				a.edge(w, u, a.whole(v), 0, nil, nil)
			}
			if w == nil || t.Kind != message.EntropyTerm {
				a.messages(u, v, nil, 0, 0)
			}
			continue
		}
		for _, s := range t.Factor.Slots {
			a.slot(u, s)
		}
		for _, arg := range t.Args {
			switch {
			case arg.Source != message.FromBuffer:
				arg.Flag = 0
				a.arg(u, arg, 0)
			case arg.Buffer.Kind == message.Branches:
				a.edge(arg.Buffer, u, Required|Fresh, 0, nil, nil)
			}
		}
		if t.Edge != nil {
			a.messages(u, t.Edge.Variable, nil, 0, 0)
		}
	}
}

// slot adds the constants that the expressions of a slot read.
func (a *analysis) slot(u *message.Update, s *factor.Slot) {
	if s.Data != nil {
		a.data(u, s.Data)
	} else {
		for _, x := range s.Edge.Index {
			a.data(u, x)
		}
	}
	if s.Over != nil {
		a.data(u, s.Over.Lo)
		a.data(u, s.Over.Hi)
	}
}

// data adds the edges from the constants that e reads.
func (a *analysis) data(u *message.Update, e *model.Expr) {
	e.Walk(func(x *model.Expr) {
		if x.Op != model.OpVariable {
			return
		}
		for _, w := range a.assigned[x.Variable] {
			a.edge(w, u, Required, 0, x.Args, w.Assign.Index)
		}
	})
}
