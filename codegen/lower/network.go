package lower

import (
	"fmt"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/factor"
	"mpc/mcmc"
	"mpc/message"
	"mpc/model"
)

// Truths and whole numbers whose marginals are exact: a network is told what each factor says, and what
// others say of its elements; it is solved, and sends one message to each.

// networkOf is the place of the memory of a network.
func (l *lowering) networkOf(n *message.Network) *code.Place {
	name := fmt.Sprintf("network%d", n.ID+1)
	if l.named[name] == nil {
		l.named[name] = l.declare(&code.Table{Name: name, Type: l.handle("mcmc", "FiniteNetwork"), Keep: code.State}, Source{InRun: InRun{Network: n}})
	}
	return &code.Place{Table: l.named[name]}
}

// solve lowers how a network is told all, and solved.
func (f *function) solve(a *loops.Apply) {
	n := a.Update.Network
	net := f.networkOf(n)
	origin := f.origin
	f.asks(net, "Begin", nil)
	for k, fac := range n.Factors {
		f.origin = code.Origin{Line: fac.At.Line, Update: fmt.Sprintf("f%d", fac.ID)}
		f.asks(net, "Statement", []code.Operand{whole(k)})
		f.plate(fac.Loops, fac.Guards, func() { f.tell(n, fac) })
	}
	for _, e := range n.Heard(f.Loops.Message) {
		f.origin = code.Origin{Line: e.Factor.At.Line, Update: fmt.Sprintf("f%d", e.Factor.ID)}
		f.plate(e.Factor.Loops, e.Factor.Guards, func() { f.hear(n, e) })
	}
	f.origin = origin
	fault := f.asks(net, "Solve", nil, code.Fault)[0]
	is := func(name string) code.Operand { return f.apply("==", fault, f.call("fault", f.lowering.fault(name))) }
	f.choose(f.apply("!=", fault, code.None), func() {
		f.choose(is("Contradiction"), func() {
			culprit := f.asks(net, "Culprit", nil, code.Whole)[0]
			for k, fac := range n.Factors {
				if fac != n.Why {
					f.choose(f.apply("==", culprit, whole(k)), func() { f.networkFails(Contradiction, fac) }, nil)
				}
			}
			f.networkFails(Contradiction, n.Why)
		}, nil)
		f.choose(is("NotFinite"), func() { f.networkFails(Skip, n.Why) }, nil)
		r := f.lowering.row(fmt.Sprintf("tooLarge%d", n.ID), Callee{Kind: TooLarge, Name: n.TooLarge() + "; " + message.TooLargeHelp}, types(code.Fault), param("x0", code.Whole))
		f.fail(f.call("e", r, whole(FirstUpdate(f.Loops, n.Why))))
	}, nil)
}

// networkFails leaves the function with the error of a statement.
func (f *function) networkFails(kind Kind, fac *factor.Factor) {
	id := whole(FirstUpdate(f.Loops, fac))
	if kind == Contradiction {
		f.fail(f.call("e", f.lowering.row("contradiction1_0", Callee{Kind: kind}, types(code.Fault), param("x0", code.Whole)), id))
		return
	}
	fault := f.call("notFinite", f.lowering.fault("NotFinite"))
	f.fail(f.call("e", f.lowering.row("skip2_0_"+fault.Type().String(), Callee{Kind: kind}, types(code.Fault), param("x0", code.Whole), param("x1", fault.Type())), id, fault))
}

// elementIn is the number of an element in a network.
func (f *function) elementIn(n *message.Network, v *factor.Variable, index []*model.Expr) code.Operand {
	position := code.Operand(whole(0))
	if len(v.Dims) > 0 {
		at := f.value("at", code.Whole)
		f.emit(&code.Position{Of: f.place(f.elements(v), v.Dims, index)}, at)
		position = at
	}
	values := code.Operand(whole(2))
	if v.Family == factor.Categorical {
		values = f.sizeAt(v, index)
	}
	return f.asks(f.networkOf(n), "Element", []code.Operand{whole(n.Number(v)), position, values}, code.Whole)[0]
}

// tell lowers what an instance of a factor says.
func (f *function) tell(n *message.Network, fac *factor.Factor) {
	net, table := f.networkOf(n), message.TableOf(fac)
	if table == nil {
		notYet("the table of %s", fac.Kind.Name)
	}
	say := func(method string, args ...code.Operand) { f.asks(net, method, args) }
	for k, t := range table.Takes {
		if s := fac.Slots[k]; t == message.Terms {
			say("NoTerms")
			f.plate([]*model.Loop{s.Over}, nil, func() { say("Term", f.elementIn(n, s.Edge.Variable, s.Edge.Index)) })
		}
	}
	var args []code.Operand
	for k, t := range table.Takes {
		if t != message.Terms {
			args = append(args, f.told(n, fac, fac.Slots[k], t))
		}
	}
	say(mcmc.FunctionName(table.Says), args...)
}

// told is what a network is told of a slot of a factor.
func (f *function) told(n *message.Network, fac *factor.Factor, s *factor.Slot, as message.Taken) code.Operand {
	switch {
	case as == message.AReal:
		return f.real(s.Data)
	case as == message.Reals:
		return f.reals(s.Data)
	case as == message.Columns && fac.IsTruth(fac.Slots[0]):
		return whole(0)
	case as == message.AWhole || as == message.Columns:
		return f.whole(s.Data)
	case s.Edge != nil:
		return f.elementIn(n, s.Edge.Variable, s.Edge.Index)
	case s.Data.Type.Kind == model.Bool:
		return f.asks(f.networkOf(n), "DatumTruth", []code.Operand{f.truth(s.Data)}, code.Whole)[0]
	}
	return f.asks(f.networkOf(n), "Datum", []code.Operand{f.whole(s.Data)}, code.Whole)[0]
}

// hear lowers what others say of the element that an edge leads to.
func (f *function) hear(n *message.Network, e *factor.Edge) {
	q, v := f.Loops.Cavity(e), e.Variable
	at := f.elementIn(n, v, e.Index)
	if v.Family == factor.Bernoulli {
		f.asks(f.networkOf(n), "HearTruth", []code.Operand{at, f.product("q", q, v.Family)})
		return
	}
	defer f.borrowing()()
	f.asks(f.networkOf(n), "HearWhole", []code.Operand{at, f.vectorProduct(q, v, e.Index)})
}

// fromNetwork lowers the message of a network to an element.
func (f *function) fromNetwork(a *loops.Apply) {
	n, e := a.Update.Network, a.Update.Edge
	net, at := f.networkOf(n), f.elementIn(n, e.Variable, a.To.Index)
	if e.Variable.Family == factor.Bernoulli {
		to := f.placeOf(a.To)
		m := f.asks(net, "Truth", []code.Operand{at}, to.Type())[0]
		f.replace(a, to, m)
		f.store(to, m)
		return
	}
	to := f.stored(a.To)
	m := f.message(to.Type())
	r := f.lowering.row("wholeFiniteNetwork", Callee{Kind: Method, Name: "Whole"}, nil, written("of", net.Type(), code.Update), param("a", code.Whole), written("to", to.Type(), code.Update))
	f.call("", r, net, at, m)
	if a.Total != nil {
		f.change(f.placeOf(a.Total), "Replace", to, m)
	}
	f.change(to, "Set", m)
}
