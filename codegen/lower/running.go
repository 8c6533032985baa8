package lower

import (
	"fmt"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/model"
)

// tally lowers a step of a running sum.
func (f *function) tally(s *loops.Tally) {
	r := s.Running
	switch s.What {
	case loops.SumKeep:
		f.scope.terms[oldTerm{r.ID, false}] = f.keepTerm(s)
		return
	case loops.SumFresh:
		f.scope.terms[oldTerm{r.ID, true}] = f.keepTerm(s)
		return
	}
	sum := f.sumAt(r, s.Index)
	t := sum.Table.Type
	term := f.termType()
	change := func(name string, args ...code.Operand) {
		params := []*code.Param{written("sum", t, code.Update), param("times", code.Real)}
		for i := range args[1:] {
			params = append(params, param(fmt.Sprintf("term%d", i), term))
		}
		row := f.lowering.row(lowerFirst(name)+t.String(), Callee{Kind: Method, Name: name}, nil, params...)
		f.call("", row, append([]code.Operand{sum}, args...)...)
	}
	switch s.What {
	case loops.SumUp:
		f.sumUp(s, sum)
	case loops.SumWithout:
		change("Remove", f.times(s.Times), f.runningTerm(s.Terms))
	case loops.SumWith:
		change("Add", f.times(s.Times), f.runningTerm(s.Terms))
	case loops.SumReplace:
		change("Replace", f.times(s.Times), f.kept(r, false), f.kept(r, true))
	}
}

// An oldTerm names a term of a running sum, before or after the update of its element.
type oldTerm struct {
	sum   int
	fresh bool
}

func (f *function) kept(r *loops.Running, fresh bool) code.Operand {
	v, ok := find(f.scope, func(s *scope) map[oldTerm]code.Operand { return s.terms }, oldTerm{r.ID, fresh})
	if !ok {
		notYet("a term that no block around keeps")
	}
	return v
}

// sumUp computes a sum from all of its terms.
func (f *function) sumUp(s *loops.Tally, sum *code.Place) {
	r := s.Running
	in := f.lowering.operator(r.Update.Op)
	array := func(v loops.Value) code.Operand {
		for i, a := range r.Update.Args {
			if a.Name == v.Arg.Name {
				return f.gather(v, in.Params[i].Of)
			}
		}
		notYet("an operator without a parameter %s", v.Arg.Name)
		return nil
	}
	of := "Mean"
	if r.Variance {
		of = "Sum"
	}
	terms := array(s.Terms)
	args := []code.Operand{terms}
	name := "operators." + of + "OfTerms"
	if s.Times.Data != nil {
		args = []code.Operand{array(s.Times), terms}
		name = "operators." + of + "OfDot"
	}
	var params []*code.Param
	for i, x := range args {
		params = append(params, param(string(rune('a'+i)), x.Type()))
	}
	row := f.lowering.row(lowerFirst(name[len("operators."):]), Callee{Kind: Function, Name: name}, types(sum.Table.Type), params...)
	f.store(sum, f.call("sum", row, args...))
}

// keepTerm is a term of a sum: nothing where there is none.
func (f *function) keepTerm(s *loops.Tally) code.Operand {
	if len(s.Conds) == 0 {
		return f.runningTerm(s.Terms)
	}
	t := f.termType()
	return f.lazy(f.all(s.Conds), t, func() code.Operand { return f.runningTerm(s.Terms) }, func() code.Operand { return f.zero(t) })
}

// handle is the handle for a type of a package.
func (l *lowering) handle(pkg, name string) code.Type {
	l.Packages[name] = pkg
	if l.records[name] == nil {
		h := code.Handle{Name: name}
		l.Handles = append(l.Handles, h)
		l.records[name] = h
	}
	return l.records[name]
}

func (l *lowering) termType() code.Type { return l.handle("operators", "RunningTerm") }

// sumAt is the place of a running sum.
func (f *function) sumAt(r *loops.Running, index []*model.Expr) *code.Place {
	name := fmt.Sprintf("sum%d", r.ID)
	if r.Dims == nil {
		name = f.row.Name + "_" + name // it is the function's own
	}
	if f.named[name] == nil {
		t := &code.Table{Name: name, Type: f.handle("operators", "RunningMean"), Keep: code.Scratch}
		if r.Dims == nil {
			t.Keep = code.Local
		}
		if r.Variance {
			t.Type = f.handle("operators", "RunningSum")
		}
		f.dims(t, r.Dims)
		f.named[name] = f.declare(t, Source{InRun: InRun{Sum: r}})
	}
	return f.place(f.named[name], r.Dims, index)
}

// times is the number that a term is multiplied by.
func (f *function) times(v loops.Value) code.Operand {
	if v.Data == nil {
		return real(1)
	}
	return f.real(v.Data)
}

// runningTerm is what a running sum needs of an element.
func (f *function) runningTerm(v loops.Value) code.Operand {
	m := f.product("p", v.Product, v.Arg.Slot.Edge.Variable.Family)
	return f.call("term", f.lowering.row("newRunningTerm", Callee{Kind: Function, Name: "operators.NewRunningTerm"}, types(f.termType()), param("x", m.Type())), m)
}

// byRow is the message of an update that reads a running sum, or, where the sum cannot tell, the one
// that is computed from the terms.
func (f *function) byRow(a *loops.Apply) []code.Operand {
	r := a.Row.Running
	id := a.Update.ID
	sum, times := f.sumAt(r, a.Row.Index), f.times(a.Row.Times)
	t, term := sum.Table.Type, f.termType()
	without := func(name string) *code.Row {
		return f.lowering.row(lowerFirst(name)+t.String(), Callee{Kind: Method, Name: name}, types(t), param("sum", t), param("times", code.Real), param("term", term))
	}
	op := f.lowering.operator(a.Update.Op)
	m := op.Results[0]
	out := func(sum code.Operand) []code.Operand {
		row := f.lowering.row("toOut"+t.String(), Callee{Kind: Method, Name: "ToOut"}, types(m, code.Truth), param("sum", t))
		return f.calls(row, []code.Operand{sum}, fmt.Sprintf("m%d", id), fmt.Sprintf("told%d", id))
	}
	toTerm := func(name string, more ...code.Operand) []code.Operand {
		args := append([]code.Operand{sum, f.comesBack(a), times}, more...)
		params := []*code.Param{param("sum", t), param("out", args[1].Type()), param("times", code.Real)}
		for range more {
			params = append(params, param("term", term))
		}
		row := f.lowering.row(lowerFirst(name)+t.String(), Callee{Kind: Method, Name: name}, types(m, code.Truth), params...)
		return f.calls(row, args, fmt.Sprintf("m%d", id), fmt.Sprintf("told%d", id))
	}
	var got []code.Operand
	switch {
	case a.Row.Out && r.Holds == loops.HoldsOld:
		rest := f.call("rest", without("Without"), sum, times, f.kept(r, false))
		got = out(f.call("rest", without("With"), rest, times, f.runningTerm(a.Row.Terms)))
	case a.Row.Out:
		got = out(f.call("rest", without("With"), sum, times, f.runningTerm(a.Row.Terms)))
	case r.Holds == loops.HoldsOthers:
		got = toTerm("ToTerm")
	case r.Holds == loops.HoldsOld:
		got = toTerm("ToTermOf", f.kept(r, false))
	default:
		got = toTerm("ToTermOf", f.runningTerm(a.Row.Terms))
	}
	if !a.Update.Op.Faulty() {
		notYet("a running sum without faults")
	}
	result, fault := f.value(fmt.Sprintf("m%d", id), m), f.value(fmt.Sprintf("fault%d", id), code.Fault)
	x := &code.If{Cond: f.apply("!", got[1]), Then: &code.Block{}, Else: &code.Block{Gives: []code.Operand{got[0], code.None}}}
	f.emit(x, result, fault)
	f.within(x.Then, func() { f.gives(f.operate(a, "m")...) })
	return []code.Operand{result, fault}
}

// comesBack is the message that comes back about a sum.
func (f *function) comesBack(a *loops.Apply) code.Operand {
	for i, v := range a.Args {
		if v.Arg.Name == "out" {
			return f.single(v, f.lowering.operator(a.Update.Op).Params[i].Of)
		}
	}
	notYet("an operator that reads no sum")
	return nil
}
