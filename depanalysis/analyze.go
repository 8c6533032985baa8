package depanalysis

import (
	"mpc/conditional"
	"mpc/factor"
	"mpc/message"
	"mpc/model"
)

// Analyze finds the dependencies of a message program. Node n is update n.
func Analyze(p *message.Program) *Graph {
	a := &analysis{program: p, axes: findAxes(p), assigned: map[*model.Variable][]*message.Update{},
		estimates: map[*factor.Variable]*message.Update{}, posteriors: map[*factor.Variable]*message.Update{}}
	for _, u := range p.Updates {
		switch u.Kind {
		case message.Assign:
			a.assigned[u.Assign.Variable] = append(a.assigned[u.Assign.Variable], u)
		case message.Estimate:
			a.estimates[u.Variable] = u
		case message.Posterior:
			a.posteriors[u.Variable] = u
		}
	}
	g := &Graph{}
	axisNames := names{}
	for _, name := range a.axes.names {
		g.Axes = append(g.Axes, axisNames.unique(name))
	}
	for _, r := range p.Graph.Model.Iterate.Sequential {
		g.Sequential = append(g.Sequential, Sequential{r.Name, a.axes.over(r)})
	}
	nodeNames := names{}
	for _, u := range p.Updates {
		g.Nodes = append(g.Nodes, Node{
			Name: nodeNames.unique(u.Name()), Line: u.At.Line, Axes: a.axes.of(u),
			Output: u.Kind == message.Marginal || u.Kind == message.Evidence || u.Kind == message.Bound || u.Kind == message.Check || u.Kind == message.Possible,
			Init:   a.initialized(u), Overshoots: u.Kind == message.Posterior && u.Overshoots, Bound: u.Kind == message.Bound,
		})
		a.reads(u, g)
	}
	g.Edges = a.sorted()
	return g
}

// initialized tells whether the user gave the initial value of what u computes:
// the message from a variable's definition, its posterior, or its point estimate.
func (a *analysis) initialized(u *message.Update) bool {
	switch u.Kind {
	case message.Send:
		v := u.Edge.Variable
		return u.Edge.Defines && v.Init != nil && !v.Point && a.posteriors[v] == nil
	case message.Estimate, message.Posterior:
		return u.Variable.Init != nil
	case message.Draw:
		return u.Sampled.Method != conditional.Forward
	}
	return false
}

type analysis struct {
	program   *message.Program
	axes      *axes
	assigned  map[*model.Variable][]*message.Update
	estimates map[*factor.Variable]*message.Update
	// posteriors holds the updates of what messages of VMP read of a variable.
	posteriors map[*factor.Variable]*message.Update
	edges      []Edge
}

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
	case message.Posterior:
		// The product of all messages: it needs that of the definition, or it would
		// not be proper.
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
	case message.Estimate, message.Marginal:
		if u.Constant != nil {
			for _, w := range a.assigned[u.Constant] {
				a.edge(w, u, Required, 0, nil, nil)
			}
			return
		}
		if a.program.Sampling != nil {
			a.value(u, u.Variable.Source, Required)
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
	case message.Bound:
		a.bound(u)
	case message.Branches:
		a.branches(u)
	case message.Conditional, message.Draw, message.Function:
		a.sampled(u)
	case message.Evidence:
		for _, w := range a.program.Updates {
			switch {
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

// arg adds the edges of an argument. It reports false for the product of no
// messages where the update is skipped if that is uniform: then it always is.
func (a *analysis) arg(u *message.Update, arg message.Arg, group int) bool {
	kind := kindOf(arg.Flag)
	switch arg.Source {
	case message.Cavity, message.Product:
		e := arg.Slot.Edge
		except := e
		if arg.Source == message.Product || arg.Power != nil {
			except = nil
		}
		found := a.messages(u, e.Variable, except, kind, group)
		return found || kind&SkipIfUniform == 0
	case message.Stored:
		e := arg.Slot.Edge
		if w := a.posteriors[e.Variable]; w != nil {
			a.edge(w, u, kind, group, e.Index, indices(w.Loops))
			return true
		}
		return kind&SkipIfUniform == 0
	case message.Sent:
		e := arg.Slot.Edge
		if w := a.program.To[e.ID]; w != nil {
			a.edge(w, u, kind, group, e.Index, w.Edge.Index)
		}
	case message.Forward:
		return a.forward(u, arg.Slot.Edge.Variable, kind, group, arg.Slot.Edge.Index) || kind&SkipIfUniform == 0
	case message.Value:
		w := a.estimates[arg.Slot.Edge.Variable]
		a.edge(w, u, kind&^SkipIfUniform|NoInit, 0, nil, nil)
	case message.FromBuffer:
		a.edge(arg.Buffer, u, kind, 0, nil, nil)
	}
	return true
}

// inEvidence tells whether the evidence reads the message that w sends: all of EP,
// of VMP those about functions of variables and those that the product without a
// cut is made of.
func (a *analysis) inEvidence(w *message.Update) bool {
	v := w.Edge.Variable
	return a.posteriors[v] == nil || w.Op.Cavity || a.cut(v)
}

// cut tells whether a factor cuts off the posterior of v.
func (a *analysis) cut(v *factor.Variable) bool {
	for _, e := range v.Edges {
		if w := a.program.To[e.ID]; w != nil && w.Op.Cavity {
			return true
		}
	}
	return false
}

// whole is how the evidence reads the posterior of v: of one that is cut off it reads
// what it was made of as well, and the two must fit.
func (a *analysis) whole(v *factor.Variable) Kind {
	if a.cut(v) {
		return Fresh
	}
	return 0
}

// forward adds the edges from the messages of the definition of v; it reports
// whether there are any.
func (a *analysis) forward(u *message.Update, v *factor.Variable, kind Kind, group int, at []*model.Expr) (found bool) {
	if kind&Required != 0 && a.apart(v) {
		group = 0
	}
	for _, e := range v.Edges {
		if w := a.program.To[e.ID]; w != nil && e.Defines {
			a.edge(w, u, kind, group, at, e.Index)
			found = true
		}
	}
	return found
}

// indices are the current elements of loops.
func indices(loops []*model.Loop) []*model.Expr {
	var list []*model.Expr
	for _, l := range loops {
		list = append(list, model.IndexExpr(l.Index))
	}
	return list
}

// messages adds the edges from all messages to variable v, or all but the one
// over except of the same instance of the factor; it reports whether there are any.
func (a *analysis) messages(u *message.Update, v *factor.Variable, except *factor.Edge, kind Kind, group int) (found bool) {
	for _, e := range v.Edges {
		if e == except && e.Injective() {
			continue
		}
		if except != nil && except.Defines && e.Defines {
			continue // an element has one definition
		}
		w := a.program.To[e.ID]
		if w == nil {
			continue
		}
		var at []*model.Expr
		if except != nil {
			at = except.Index
			if disjoint(regionOf(except), regionOf(e)) {
				continue
			}
		}
		a.edge(w, u, kind, group, at, e.Index)
		found = true
	}
	return found
}
