package lower

import (
	"fmt"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/factor"
	"mpc/factor/families"
	"mpc/message"
	"mpc/model"
)

// termValue computes the term of a factor and of one of its edges, and calls add with its value, if
// there is one.
func (f *function) termValue(t *message.Term, add func(z code.Operand)) {
	if e := t.Paired; e != nil {
		place := f.Loops.MessagePlace(e)
		if place == nil {
			return
		}
		q := f.incoming(e)
		m := f.load("x", f.placeOf(place))
		faint := f.ask(nil, q, "FaintBeside", code.Truth, m)
		f.choose(faint, nil, func() { f.factorOrEdge(t, add) })
		return
	}
	f.factorOrEdge(t, add)
}

func (f *function) factorOrEdge(t *message.Term, add func(z code.Operand)) {
	if t.Kind == message.FactorTerm {
		for _, a := range t.Args {
			if a.Buffer != nil && a.Buffer.Kind == message.Branches {
				f.openedTerm(t, a.Buffer, add)
				return
			}
		}
		add(f.operated(t))
		return
	}
	place := f.Loops.MessagePlace(t.Edge)
	if place == nil {
		return // always uniform
	}
	fam := t.Edge.Variable.Family.Row()
	m := f.sent(place)
	if t.Kind == message.MeanTerm {
		v := t.Edge.Variable
		list := f.Loops.Marginal(v, t.Edge.Index)
		var q code.Operand
		if fam.Vector() {
			q = f.vectorProduct(list, v, t.Edge.Index)
		} else {
			q = f.product("q", list, v.Family)
		}
		add(f.call("z", f.lowering.operator(t.Op), m, q))
		return
	}
	n := t.Edge.Power()
	if n == nil {
		f.edgeTerm(t, fam, m, f.incoming(t.Edge), add)
		return
	}
	count := f.real(n)
	f.choose(f.apply("!=", count, real(0)), func() { f.copiesTerm(t, place, fam, m, count, add) }, nil)
}

// copiesTerm is the term of an edge of a factor that counts several times.
func (f *function) copiesTerm(t *message.Term, place *loops.Place, fam *families.Family, m, count code.Operand, add func(z code.Operand)) {
	n := t.Edge.Power()
	once := f.apply("/", real(1), count)
	if fam.Vector() {
		q := f.vectorProduct(append(f.Loops.Cavity(t.Edge), loops.Term{Place: *place, Copies: n}), t.Edge.Variable, t.Edge.Index)
		s := f.message(f.family(t.Edge.Variable.Family.String()))
		f.change(s, "SetPower", m, once)
		f.edgeTerm(t, fam, s, q, add)
		return
	}
	q := f.incoming(t.Edge)
	copies := f.term(loops.Term{Place: *place, Copies: n})
	both := func() code.Operand { return f.ask(nil, q, "Times", q.Type(), copies) }
	if f.Loops.Message.Faint(t.Edge.Variable) {
		switch t.Kind {
		case message.PowerTerm:
			add(f.ask(nil, m, "LogCopies", code.Real, count, q))
			return
		case message.EdgeTerm:
			add(f.ask(nil, m, "LogCopy", code.Real, count, both()))
			return
		}
	}
	q = both()
	f.edgeTerm(t, fam, f.ask(nil, m, "Power", m.Type(), once), q, add)
}

// edgeTerm is the term of a message and what comes back.
func (f *function) edgeTerm(t *message.Term, fam *families.Family, m, q code.Operand, add func(z code.Operand)) {
	switch {
	case f.Loops.Message.RankOne(t.Edge):
		add(f.ask(fam, q, "LogMessage", code.Real, m))
	case t.Kind == message.PowerTerm:
		add(f.ask(fam, m, "LogPower", code.Real, f.real(t.Edge.Power())))
	case t.Kind == message.OutputTerm:
		add(f.ask(fam, m, "LogIntegral", code.Real, q))
	case f.Loops.Message.Faint(t.Edge.Variable):
		add(f.ask(nil, m, "LogMessage", code.Real, q))
	default:
		add(f.overlap(fam, m, q))
	}
}

// operated is the value of the operator of a term.
func (f *function) operated(t *message.Term) code.Operand {
	r := f.lowering.operator(t.Op)
	var args []code.Operand
	for i, v := range f.Loops.Values(t) {
		args = append(args, f.argument(v, r.Params[i].Of))
	}
	return f.call("z", r, args...)
}

// sent is a stored message: a value, or of a vector its place.
func (f *function) sent(p *loops.Place) code.Operand {
	if p.Table.Family.Row().Vector() {
		return f.stored(p)
	}
	return f.term(loops.Term{Place: *p})
}

// overlap is the log integral of two messages.
func (f *function) overlap(fam *families.Family, a, b code.Operand) code.Operand {
	params := []*code.Param{param("a", a.Type()), param("b", b.Type())}
	args := []code.Operand{a, b}
	if fam.Work {
		w := f.work(f.handle("dist", "MvWork"))
		params, args = append(params, written("work", w.Type(), code.Work)), append(args, w)
	}
	return f.call("z", f.lowering.row("overlap"+title(a.Type()), Callee{Kind: Overlap}, types(code.Real), params...), args...)
}

// scaleOf is the log scale of the product of two messages among more, which may be improper on the way.
func (f *function) scaleOf(fam *families.Family, a, b code.Operand) code.Operand {
	if !fam.Passes {
		return f.overlap(fam, a, b)
	}
	return f.call("z", f.lowering.row("scale"+title(a.Type()), Callee{Kind: Scale}, types(code.Real), param("a", a.Type()), param("b", b.Type())), a, b)
}

// incoming is what comes to a factor over an edge.
func (f *function) incoming(e *factor.Edge) code.Operand {
	if e.Variable.Point {
		return f.sent(&loops.Place{Table: f.Loops.Points[e.Variable.ID], Index: e.Index})
	}
	if e.Variable.Family.Row().Vector() {
		return f.vectorProduct(f.Loops.Cavity(e), e.Variable, e.Index)
	}
	return f.product("q", f.Loops.Cavity(e), e.Variable.Family)
}

// openedTerm is a term of an operator that reads the log evidence of branches.
func (f *function) openedTerm(t *message.Term, u *message.Update, add func(z code.Operand)) {
	var at []*model.Expr
	for _, l := range u.Loops {
		at = append(at, model.IndexExpr(l.Index))
	}
	f.branches(u, at)
	fault := f.valued(u)
	z := f.lazy(f.apply("==", fault, code.None), code.Real, func() code.Operand { return f.operated(t) }, func() code.Operand {
		if f.sums {
			return real(nan) // the sum has no value then
		}
		var element []code.Operand
		for _, e := range at {
			element = append(element, f.whole(e))
		}
		args := append([]code.Operand{whole(u.ID), fault}, element...)
		params := []*code.Param{param("update", code.Whole), param("fault", code.Fault)}
		for i := range element {
			params = append(params, param(fmt.Sprintf("x%d", i), code.Whole))
		}
		r := f.lowering.row(fmt.Sprintf("skip_fault%d_%d", len(args), len(element)), Callee{Kind: Skip, Elements: len(element)}, types(code.Fault), params...)
		f.fail(f.call("e", r, args...))
		return real(nan)
	})
	add(z)
}

// entropyAt is the entropy of what is known of the element that a term is about.
func (f *function) entropyAt(t *message.Term) code.Operand {
	v := t.Variable
	list := f.Loops.Marginal(v, t.Edge.Index)
	if v.Family.Row().Vector() {
		return f.ask(v.Family.Row(), f.vectorProduct(list, v, t.Edge.Index), "Entropy", code.Real)
	}
	return f.ask(nil, f.product("q", list, v.Family), "Entropy", code.Real)
}

// pooledAt is the mean log of the pooled messages to the element that a term is about.
func (f *function) pooledAt(t *message.Term, add func(z code.Operand)) {
	v := t.Variable
	var pools loops.Product
	for _, e := range v.Edges {
		if place := f.Loops.MessagePlace(e); place != nil && f.Loops.Message.To[e.ID].Pooled {
			pools = append(pools, loops.Term{Place: loops.Place{Table: place.Table, Index: t.Edge.Index}})
		}
	}
	q := f.vectorProduct(f.Loops.Marginal(v, t.Edge.Index), v, t.Edge.Index)
	add(f.ask(nil, q, "MeanLogTilt", code.Real, f.vectorProduct(pools, v, t.Edge.Index)))
}
