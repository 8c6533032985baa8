package depanalysis

import (
	"slices"

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
			Init:   a.initialized(u), Guess: a.guessed(u), Overshoots: u.Kind == message.Posterior && u.Overshoots, Bound: u.Kind == message.Bound,
		})
		a.reads(u, g)
	}
	g.Edges = a.sorted()
	return g
}

// initialized tells whether what u computes has an initial value: the message from a
// variable's definition, its posterior or its point estimate where the user gave it, and
// each draw.
func (a *analysis) initialized(u *message.Update) bool {
	switch u.Kind {
	case message.Send:
		v := u.Edge.Variable
		return u.Edge.Defines && v.Init != nil && !v.Point && a.posteriors[v] == nil
	case message.Estimate, message.Posterior:
		return u.Variable.Init != nil
	case message.Draw:
		return !u.Sampled.After()
	}
	return false
}

// guessed tells whether the value that a draw begins with is drawn from the prior.
func (a *analysis) guessed(u *message.Update) bool {
	return u.Kind == message.Draw && !slices.ContainsFunc(u.Sampled.Variables, a.program.Sampling.Given)
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
		return a.forward(u, arg.Slot.Edge.Variable, kind, group, arg.Slot.Edge) || kind&SkipIfUniform == 0
	case message.Value:
		w := a.estimates[arg.Slot.Edge.Variable]
		a.edge(w, u, kind&^SkipIfUniform|NoInit, 0, nil, nil)
	case message.FromBuffer:
		a.edge(arg.Buffer, u, kind|Fresh, 0, nil, nil)
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

// forward adds the edges from the messages of the definition of v, of the pieces of it
// that an edge may read, nil for all; it reports whether there are any.
func (a *analysis) forward(u *message.Update, v *factor.Variable, kind Kind, group int, read *factor.Edge) (found bool) {
	if kind&Required != 0 && a.apart(v) {
		group = 0
	}
	var at []*model.Expr
	if read != nil {
		at = read.Index
	}
	for _, e := range v.Edges {
		w := a.program.To[e.ID]
		if w == nil || !e.Defines || read != nil && disjoint(regionOf(read), regionOf(e)) {
			continue
		}
		a.edge(w, u, kind, group, at, e.Index)
		found = true
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
			if disjoint(regionOf(except), regionOf(e)) || except.Excludes(e) {
				continue
			}
		}
		a.edge(w, u, kind, group, at, e.Index)
		if u.Kind == message.Buffer && e == except && e.Slot.Over == nil {
			a.edges[len(a.edges)-1].Others = true
		}
		found = true
	}
	return found
}
