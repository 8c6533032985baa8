package lower

import (
	"fmt"
	"maps"
	"slices"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/message"
	"mpc/model"
)

// stmts lowers the statements of a block.
func (f *function) stmts(list []loops.Stmt) {
	for k := 0; k < len(list); k++ {
		if f.tilted(list[k:]) {
			f.tilt(list[k:])
			k += 2
			continue
		}
		switch s := list[k].(type) {
		case *loops.For:
			f.outdate(s)
			f.origin = code.Origin{}
			if k > 0 && besideNext(list[k-1]) {
				continue
			}
			if s.Beside {
				f.outdate(list[k+1])
				f.strands(s, list[k+1].(*loops.For))
				continue
			}
			f.forLoop(s)
		case *loops.If:
			var conds []*model.Expr
			for i, c := range s.Conds {
				if !slices.ContainsFunc(s.Conds[:i], c.Equal) {
					conds = append(conds, c)
				}
			}
			f.chooseCarrying(f.all(conds), s.Body)
		case *loops.Apply:
			f.update(s)
			f.outdate(s)
		case *loops.Clear:
			f.clear(s)
			f.outdate(s)
		case *loops.Tally:
			f.tally(s)
		case *loops.Guess:
			f.guess(s)
		default:
			notYet("%T", s)
		}
	}
}

// besideNext tells whether a statement is a loop that runs together with the next one.
func besideNext(s loops.Stmt) bool {
	l, ok := s.(*loops.For)
	return ok && l.Beside
}

func (f *function) forLoop(s *loops.For) {
	lo, hi := f.whole(s.Lo), f.whole(s.Hi)
	if s.Once {
		f.onlyOnce(s, lo, hi)
		return
	}
	if len(s.Carries) > 0 {
		f.strands(s)
		return
	}
	f.chances(s)
	f.loops = append(f.loops, s)
	parallel := s.Parallel && f.block == f.row.Body
	f.loop(s.Index, lo, hi, s.Reverse, parallel, func() {
		f.ahead(s, hi)
		f.stmts(s.Body)
	})
	f.loops = f.loops[:len(f.loops)-1]
}

// aheadPasses is how many passes of a loop have their totals read at once: enough that the wait for
// memory is shared by many, and few beside a cache.
const aheadPasses = 16

// ahead reads, in a loop over an input's indices, the totals of later passes, which may be far away in
// memory: a processor waits for them together. One after another, each in the middle of the work
// on it, it would wait for each.
func (f *function) ahead(s *loops.For, hi code.Operand) {
	if len(s.Ahead) == 0 || f.parallel {
		return
	}
	r := f.reader(s)
	at := f.index(s.Index)
	turn := f.apply("==", f.apply("%", at, whole(aheadPasses)), whole(0))
	f.choose(turn, func() {
		least := f.math("min", code.Whole, code.Whole, code.Whole)
		from := f.call("v", least, f.apply("+", at, whole(aheadPasses)), hi)
		to := f.call("v", least, f.apply("+", at, whole(2*aheadPasses)), hi)
		f.call("sum", r, from, to)
	}, nil)
}

// reader is the function that reads the totals of some passes of a loop.
func (f *function) reader(s *loops.For) *code.Row {
	f.readers++
	lo, hi := param("lo", code.Whole), param("hi", code.Whole)
	r := &code.Row{Name: fmt.Sprintf("ahead%d", f.readers), Params: []*code.Param{lo, hi}, Results: types(code.Real), Body: &code.Block{}}
	inner := &function{lowering: f.lowering, row: r, block: r.Body, scope: newScope(nil), names: map[string]int{"lo": 1, "hi": 1}, runs: map[*code.Value]string{}}
	index, acc, sum := inner.value(s.Index.Name, code.Whole), inner.value("sum", code.Real), inner.value("sum", code.Real)
	f.Indices[index] = s.Index
	strand := &code.Strand{Index: index, Lo: lo.Value, Hi: hi.Value, Carry: []*code.Carry{{Value: acc, First: real(0)}}, Body: &code.Block{}}
	inner.emit(&code.For{Strands: []*code.Strand{strand}}, sum)
	inner.within(strand.Body, func() {
		inner.scope.indices[s.Index] = index
		var total code.Operand = acc
		for _, p := range s.Ahead {
			place := inner.placeOf(p)
			place.Known = true // the loop is at it later
			touched := inner.call("x", f.lowering.method(place.Table.Type, "Touch", types(code.Real)), place)
			total = inner.apply("+", total, touched)
		}
		inner.gives(total)
	})
	inner.gives(sum)
	f.Rows = append(f.Rows, r)
	f.Readers[r] = f.row
	return r
}

// onlyOnce lowers a loop whose passes all do the same.
func (f *function) onlyOnce(s *loops.For, lo, hi code.Operand) {
	f.choose(f.apply("<", lo, hi), func() {
		f.scope.indices[s.Index] = lo
		f.alike, f.loops = append(f.alike, s), append(f.loops, s)
		f.stmts(s.Body)
		f.alike, f.loops = f.alike[:len(f.alike)-1], f.loops[:len(f.loops)-1]
	}, nil)
}

func (f *function) clear(s *loops.Clear) {
	if isHandle(f.table(s.Table).Type) {
		f.clearVectors(s)
		return
	}
	if s.Index == nil {
		f.emit(&code.Fill{Table: f.table(s.Table), Value: f.uniformOf(s.Table)})
		return
	}
	f.store(f.placeOf(&loops.Place{Table: s.Table, Index: s.Index}), f.uniformOf(s.Table))
}

func (f *function) uniformOf(t *loops.Table) code.Operand {
	return f.call("none", f.lowering.uniform(t.Family))
}

// update lowers one update.
func (f *function) update(a *loops.Apply) {
	u := a.Update
	f.at(a)
	defer f.sharedIndices(a)()
	defer f.borrowing()()
	switch u.Kind {
	case message.Assign:
		f.assign(a)
	case message.Check:
		f.check(a)
	case message.Posterior:
		f.posterior(a)
	case message.Possible:
		f.possible(a)
	case message.Solve:
		f.solve(a)
	case message.Estimate:
		f.estimate(a)
	case message.Branches:
		f.openBranches(a)
	case message.Buffer:
		f.buffer(a)
	case message.Send:
		f.send(a)
	case message.Integrate:
		f.fail(f.call("e", f.lowering.row("integrate", Callee{Kind: Own, Name: "integrate"}, types(code.Fault))))
	default:
		notYet("update %s", u.Name())
	}
}

// at makes the statements that follow those of an update.
func (f *function) at(a *loops.Apply) {
	f.origin = code.Origin{Line: a.Update.At.Line, Update: fmt.Sprintf("u%d", a.Update.ID)}
}

// sharedIndices names the indices of an update as the loops that it shares with others do. It
// returns what takes the names back.
func (f *function) sharedIndices(a *loops.Apply) (restore func()) {
	scope, before := f.scope, maps.Clone(f.scope.indices)
	for k, l := range a.Update.Loops {
		if k >= len(a.Element) || a.Element[k].Op != model.OpIndex || a.Element[k].Index == l.Index {
			continue
		}
		f.scope.indices[l.Index] = f.index(a.Element[k].Index)
	}
	return func() { scope.indices = before }
}

func (f *function) assign(a *loops.Apply) {
	t := a.To.Table
	if a.Value.Fun == model.Part {
		f.assignParts(a)
		return
	}
	to := f.place(f.table(t), t.Dims, a.To.Index)
	switch t.Type.Kind {
	case model.Bool:
		f.store(to, f.truth(a.Value))
	case model.Real:
		f.store(to, f.real(a.Value))
	default:
		f.store(to, f.whole(a.Value))
	}
}

// check lowers a condition on the data: where it is false, the run ends.
func (f *function) check(a *loops.Apply) {
	c := a.Update.Check
	f.choose(f.truth(a.Value), nil, func() {
		switch {
		case c.Value.IsFinite():
			f.fail(f.faultOf(Overflow, "overflow", a))
		case !c.Parameter:
			f.fail(f.faultOf(Contradiction, "contradiction", a))
		default:
			f.fail(f.faultOf(Parameter, "parameter", a, f.says(a)...))
		}
	})
}

// says lists the values that the words of a condition speak of.
func (f *function) says(a *loops.Apply) []code.Operand {
	var values []code.Operand
	if a.Update.Check.Value.Says == "" || model.Demand(a.Update.Check.Value.Fun) != "" {
		return nil
	}
	for _, list := range [][]*model.Expr{a.Value.Args, a.Value.With} {
		for _, x := range list {
			if wholeType(x) {
				values = append(values, f.whole(x))
			} else {
				values = append(values, f.real(x))
			}
		}
	}
	return values
}

// fail ends the function with a fault, unless it is none.
func (f *function) fail(v code.Operand) { f.emit(&code.Fail{With: v}) }

// faultOf calls a row that is given an update, values and the loop indices.
func (f *function) faultOf(kind Kind, name string, a *loops.Apply, first ...code.Operand) code.Operand {
	args := append([]code.Operand{whole(a.Update.ID)}, first...)
	for _, e := range a.Element {
		args = append(args, f.whole(e))
	}
	var params []*code.Param
	for i, x := range args {
		params = append(params, param(fmt.Sprintf("x%d", i), x.Type()))
		if x.Type() != code.Whole {
			name += "_" + x.Type().String()
		}
	}
	r := f.lowering.row(fmt.Sprintf("%s%d_%d", name, len(args), len(a.Element)), Callee{Kind: kind, Elements: len(a.Element)}, types(code.Fault), params...)
	return f.call("e", r, args...)
}

// leftOut counts an update that is left out, or ends the run.
func (f *function) leftOut(a *loops.Apply, fault code.Operand) {
	var count func(list []*loops.For)
	count = func(list []*loops.For) {
		if len(list) == 0 {
			f.fail(f.faultOf(Skip, "skip", a, fault))
			return
		}
		s := list[0] // of all elements
		f.loop(s.Index, f.whole(s.Lo), f.whole(s.Hi), false, false, func() { count(list[1:]) })
	}
	count(f.alike)
}
