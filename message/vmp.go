package message

import (
	"slices"
	"strings"

	"mpc/factor"
	"mpc/lang"
	"mpc/model"
	"mpc/operators"
)

// Variational message passing (Winn and Bishop 2005). Each variable that is drawn
// has a posterior of its own, computed from all messages to it and read by all
// messages about it: whenever it changes they are invalid, which is what Trigger
// says. So each posterior is, when it is computed, the best one given the others,
// and the bound never falls. A variable that is defined as a function of others
// has none: what is read of it is the message from its definition, which carries
// the moments that the others give it.

// vmpState is what a factor reads of a variable of VMP.
func vmpState(v *factor.Variable) Source {
	if v.Derived {
		return Forward
	}
	return Stored
}

// vmpSource is what an argument of a VMP operator of f reads, for a message to a
// slot (nil for the evidence), and how a schedule must treat it.
func (l *lowering) vmpSource(f *factor.Factor, op *operators.Op, a Arg, to *factor.Slot) (Source, operators.Flag) {
	v := a.Slot.Edge.Variable
	own := to != nil && to.Name == a.Slot.Name
	switch {
	case op.Pair && v.Algorithm == operators.EP:
		return Cavity, a.Flag | operators.Required | operators.Trigger
	case op.Cavity && (own && !op.Array() || to == nil):
		return Cavity, a.Flag | operators.Trigger
	case own && (to.Over == nil || op.Array()) && !v.Derived && v.Algorithm == operators.VMP:
		// The posterior that the message is part of, with which it is in balance.
		return Stored, a.Flag | operators.Required | operators.NoInit
	case f.Kind.Deterministic && a.Slot == f.Slots[0]:
		if l.used(v) {
			// Before it comes back, what the output has to say is not known: a posterior
			// without it would forget an initial one around it.
			return Cavity, a.Flag&^operators.SkipIfUniform | operators.Required | operators.Trigger
		}
		return Cavity, a.Flag | operators.Trigger
	case v.Algorithm == operators.VMP:
		return vmpState(v), a.Flag | operators.Required | operators.Trigger
	}
	return Product, a.Flag | operators.Required | operators.Trigger
}

// used tells whether anything comes back to the derived variable v: whether some
// factor that is not left out reads it, other than functions to which nothing comes
// back in turn.
func (l *lowering) used(v *factor.Variable) bool {
	if l.answered == nil {
		l.answered = l.findAnswered()
	}
	return l.answered[v.ID]
}

// findAnswered finds the variables to which something comes back: from those that something other
// than a function reads backward to what these are functions of.
func (l *lowering) findAnswered() []bool {
	g := l.program.Graph
	answered := make([]bool, len(g.Variables))
	of := make([][]*factor.Variable, len(g.Variables)) // what a variable is a function of
	var queue []*factor.Variable
	answer := func(v *factor.Variable) {
		if !answered[v.ID] {
			answered[v.ID] = true
			queue = append(queue, v)
		}
	}
	for _, v := range g.Variables {
		for _, e := range v.Edges {
			if e.Defines || l.barren[e.Factor] {
				continue
			}
			if out := e.Factor.Slots[0].Edge; e.Factor.Kind.Deterministic && out != nil {
				of[out.Variable.ID] = append(of[out.Variable.ID], v)
			} else {
				answer(v)
			}
		}
	}
	for k := 0; k < len(queue); k++ {
		for _, v := range of[queue[k].ID] {
			answer(v)
		}
	}
	return answered
}

// elsewhere is a slot with an array, its index another than that of the loop that
// the message to one of its elements stands in.
func elsewhere(s *factor.Slot, over *model.Loop) *factor.Slot {
	c := *s
	c.Over = over
	index := model.IndexExpr(over.Index)
	if s.Data != nil {
		c.Data = s.Data.Subst(s.Over.Index, index)
		return &c
	}
	e := *s.Edge
	e.Slot = &c
	e.Index = nil
	for _, x := range s.Edge.Index {
		e.Index = append(e.Index, x.Subst(s.Over.Index, index))
	}
	c.Edge = &e
	return &c
}

// another makes a loop over the same elements with an index of its own.
func another(l *model.Loop) *model.Loop {
	i := *l.Index
	i.Name += "2"
	return &model.Loop{Index: &i, Lo: l.Lo, Hi: l.Hi, Full: l.Full}
}

// barren finds the factors that define variables of VMP which nobody asks for and
// nothing depends on: a posterior of such a variable would only blur that of its
// parents.
func barren(g *factor.Graph) map[*factor.Factor]bool {
	inferred := map[*model.Variable]bool{}
	for _, v := range g.Model.Infer {
		inferred[v] = true
	}
	out := map[*factor.Factor]bool{}
	for again := true; again; {
		again = false
	next:
		for _, v := range g.Variables {
			if v.Algorithm != operators.VMP || v.Source != nil && inferred[v.Source] {
				continue
			}
			for _, e := range v.Edges {
				if !e.Defines && !out[e.Factor] {
					continue next
				}
			}
			for _, e := range v.Edges {
				if !out[e.Factor] {
					out[e.Factor], again = true, true
				}
			}
		}
	}
	return out
}

// posteriors adds the updates of the posteriors that the messages of VMP read.
func (l *lowering) posteriors() {
	overshoots := l.overshoots()
	for _, v := range l.program.Graph.Variables {
		if v.Algorithm != operators.VMP || v.Derived || v.Point || !l.defined(v) {
			continue
		}
		loops, guards := extent(v)
		l.add(&Update{Kind: Posterior, Variable: v, Loops: loops, Guards: guards, Overshoots: overshoots[v], Sending: Sending{Damping: l.program.Graph.Model.Iterate.Damping}, At: v.At})
	}
}

// absent is the condition that an element of a variable of missing entries is one,
// nil of another variable, all of whose elements are defined.
func absent(v *factor.Variable, loops []*model.Loop) []*model.Expr {
	if v.Source == nil || v.Source.Input == nil {
		return nil
	}
	in := v.Source.Input
	entry := &model.Expr{Op: model.OpInput, Type: in.Type, Input: in, At: v.At}
	for _, l := range loops {
		entry.Args = append(entry.Args, model.IndexExpr(l.Index))
	}
	return []*model.Expr{model.Absent(entry)}
}

// cuts reports conditions that VMP cannot cut a posterior off by: on a function of
// variables, which has none, or several on one variable, whose matched normals
// would not be the posterior under both.
func (l *lowering) cuts() {
	before := map[*factor.Variable][]*Update{}
	for _, u := range l.program.Updates {
		if u.Kind != Send || !u.Op.Cavity {
			continue
		}
		v := u.Edge.Variable
		// One that may hold where this one does.
		other := slices.IndexFunc(before[v], func(w *Update) bool { return !u.Edge.Excludes(w.Edge) })
		switch {
		case u.Power != nil:
			l.Errorf(u.Factor.At, CodeNoOperator, "a condition that holds, holds any number of times: %s", u.Factor.Text).
				WithHint("write it outside the repeat")
		case len(u.Weights) > 0:
			l.Errorf(u.Factor.At, CodeNoOperator, "VMP cuts off the posterior of a variable of the branch; %s conditions %s, which is defined outside", u.Factor.Text, v.Name).
				WithHint("choose algorithm: ep")
		case v.Derived:
			l.Errorf(u.Factor.At, CodeNoOperator, "VMP cuts off the posterior of a variable that is drawn; %s conditions a function of variables", u.Factor.Text).
				WithHint("draw it: z ~ normal(..., variance = v); observe z > 0; or choose algorithm: ep")
		case other >= 0 || !u.Edge.Injective():
			d := l.Errorf(u.Factor.At, CodeNoOperator, "VMP cuts off a posterior once; %s is conditioned more than once", v.Name).
				WithHint("write several bounds as one: observe between(%s, low, high); or choose algorithm: ep", v.Name)
			if other >= 0 {
				d.WithRelated(before[v][other].Factor.At, "%s", before[v][other].Factor.Text)
			}
		default:
			before[v] = append(before[v], u)
		}
	}
}

// defined tells whether some message to v is sent.
func (l *lowering) defined(v *factor.Variable) bool {
	for _, e := range v.Edges {
		if l.program.To[e.ID] != nil {
			return true
		}
	}
	return false
}

// overshoots finds the variables to which a message comes that is only the
// gradient of its term: from such an operator, or on through functions of them.
func (l *lowering) overshoots() map[*factor.Variable]bool {
	out := map[*factor.Variable]bool{}
	var mark func(v *factor.Variable)
	mark = func(v *factor.Variable) {
		if out[v] {
			return
		}
		out[v] = true
		if !v.Derived {
			return
		}
		for _, e := range v.Edges {
			if !e.Defines {
				continue
			}
			for _, s := range e.Factor.Slots {
				if s.Edge != nil && !s.Edge.Defines {
					mark(s.Edge.Variable)
				}
			}
		}
	}
	for _, u := range l.program.Updates {
		if u.Kind == Send && u.Op.Surrogate {
			mark(u.Edge.Variable)
		}
	}
	return out
}

// elements makes loops over all elements of a variable, with the names of the
// indices by which it is defined.
func elements(v *factor.Variable) []*model.Loop {
	var loops []*model.Loop
	for k, size := range v.Dims {
		index := &model.Index{Name: "i", At: v.At}
		if k < len(v.Edges[0].Index) {
			if i, _, ok := v.Edges[0].Index[k].Affine(); ok && i != nil {
				index.Name, index.Range = i.Name, i.Range
			}
		}
		for _, l := range loops {
			if l.Index.Name == index.Name {
				index.Name += "2"
			}
		}
		hi := size.Map(func(e *model.Expr) *model.Expr {
			if e.Op == model.OpDim {
				return model.IndexExpr(loops[e.Dim].Index)
			}
			return e
		})
		loops = append(loops, &model.Loop{Index: index, Lo: model.Number(0), Hi: hi, Full: hi})
	}
	return loops
}

// CodeVariant marks a wrong choice in the key operators.
const CodeVariant = lang.CodeUnknownOperator

// variants notes which of several operators the model wants for a factor.
func (l *lowering) variants() {
	l.variant = map[string]string{}
	for _, c := range l.program.Graph.Model.Operators {
		var known []string
		found := false
		for _, k := range operators.Kinds() {
			if k.Name != c.Key.Name && k.Contains != c.Key.Name {
				continue
			}
			for _, op := range l.table[k.Name] {
				if op.Algorithm == operators.EP || op.Variant == "" {
					continue
				}
				if !slices.Contains(known, op.Variant) {
					known = append(known, op.Variant)
				}
				if op.Variant == c.Value.Name {
					l.variant[k.Name], found = op.Variant, true
				}
			}
		}
		switch {
		case found:
		case len(known) == 0:
			l.Errorf(c.Key.At, CodeVariant, "%s has no operators to choose from", c.Key.Name).
				WithHint("mpc operators lists them: logistic and softmax have several in VMP")
		default:
			l.Errorf(c.Value.At, CodeVariant, "%s has no operator %s", c.Key.Name, c.Value.Name).
				WithHint("it has %s; leave the key out for the default", strings.Join(known, " and "))
		}
	}
}

// vmpTerms are the terms of a factor in the lower bound: the expectation of its
// log. A function of variables has none, unless it is observed.
func (l *lowering) vmpTerms(f *factor.Factor) ([]*Term, bool) {
	if terms, ok := l.pooledTerms(f, operators.VMP); ok {
		return terms, true
	}
	if op := l.divergence(f); op != nil {
		return []*Term{l.factorTerm(f, op)}, true
	}
	if op := l.choose(f, operators.Evidence, operators.VMP); op != nil {
		t := l.factorTerm(f, op)
		if joins(f) {
			t.Sign = -1 // the branches of the gate have it, which its users have
		}
		return []*Term{t}, true
	}
	return nil, f.Kind.Deterministic
}

// divergence is the operator of a factor that counts the entropy of its output with the
// mean of its log, nil where there is none: then the output has an EntropyTerm.
func (l *lowering) divergence(f *factor.Factor) *operators.Op {
	out := f.Slots[0].Edge
	if out == nil || !out.Defines || len(f.Branches) != out.Variable.Depth {
		return nil
	}
	if v := out.Variable; v.Derived || v.Point || l.barren[f] {
		return nil
	}
	if algorithm, one := l.algorithmOf(f); !one || algorithm != operators.VMP {
		return nil
	}
	return l.choose(f, operators.Divergence, operators.VMP)
}
