package lower

import (
	"math"
	"strings"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/lang/functions"
	"mpc/model"
)

// whole is an expression of data as a whole number.
func (f *function) whole(e *model.Expr) code.Operand {
	switch e.Op {
	case model.OpNumber:
		return whole(int(e.Value))
	case model.OpIndex:
		return f.index(e.Index)
	case model.OpInput, model.OpVariable:
		v := f.datum(e)
		if v.Type() == code.Real {
			return f.truncated(v)
		}
		return v
	case model.OpReduce:
		return f.reduce(e)
	case model.OpDim:
		notYet("a size in a size")
	}
	switch e.Fun {
	case model.Choose:
		return f.either(e, code.Whole, f.whole)
	case "component":
		return f.component(e, code.Whole, f.whole)
	case "some":
		return f.load("v", &code.Place{Table: f.aside(e.Args[0].Input, "_some", Source{FromData: FromData{Some: true}})})
	}
	for _, x := range e.Args {
		if !wholeType(x) {
			return f.truncated(f.real(e))
		}
	}
	if row := functions.Named(e.Fun); row != nil && row.Result == functions.Alike {
		return f.computed(row, code.Whole, f.each(e.Args, f.whole))
	}
	return f.truncated(f.real(e))
}

// each lowers expressions from the first to the last.
func (f *function) each(list []*model.Expr, lower func(*model.Expr) code.Operand) (a []code.Operand) {
	for _, x := range list {
		a = append(a, lower(x))
	}
	return a
}

func (f *function) truncated(v code.Operand) code.Operand {
	return f.call("v", f.lowering.row("truncate", Callee{Kind: Truncate, Name: "int"}, types(code.Whole), param("x", code.Real)), v)
}

func wholeType(e *model.Expr) bool {
	switch e.Type.Kind {
	case model.Int, model.IndexKind, model.RangeKind:
		return true
	}
	return false
}

// datum is an element of an input, or of a constant that is computed from inputs.
func (f *function) datum(e *model.Expr) code.Operand {
	if e.Op == model.OpVariable {
		if f.drawing != nil && f.drawing.known[e.Variable] != nil {
			return f.drawing.known[e.Variable]
		}
		t := f.Loops.Constants[e.Variable]
		if t == nil {
			notYet("constant %s", e.Variable.Name)
		}
		if v := f.steadyValue(e, t); v != nil {
			return v
		}
		name := "c"
		if t.Role == loops.Drawn {
			name = drawnName(t)
		}
		return f.load(name, f.place(f.table(t), t.Dims, e.Args))
	}
	return f.load("d", f.place(f.input(e.Input), e.Input.Dims, e.Args))
}

// place is the element of a table of data or messages.
func (f *function) place(t *code.Table, dims, index []*model.Expr) *code.Place {
	p := &code.Place{Table: t}
	if len(dims) == 0 {
		return p // also of the one element of a pass
	}
	for k, e := range index {
		p.Index = append(p.Index, f.subscript(e))
		p.Known = p.Known || !f.shown(e, dims, k, index)
	}
	return p
}

// shown tells whether Check sees that an index is within its dimension.
func (f *function) shown(e *model.Expr, dims []*model.Expr, k int, index []*model.Expr) bool {
	d := dims[k].Map(func(x *model.Expr) *model.Expr {
		if x.Op == model.OpDim {
			return index[x.Dim]
		}
		return x
	})
	switch e.Op {
	case model.OpNumber:
		return d.Op == model.OpNumber
	case model.OpIndex:
		for _, l := range f.loops {
			if l.Index == e.Index {
				return !l.Once && l.Lo.IsNumber(0) && l.Hi.Equal(d) && (d.Op == model.OpNumber || d.Op == model.OpInput)
			}
		}
	case model.OpInput:
		return e.Type.Kind == model.IndexKind && e.Type.Range != nil && d.Op == model.OpInput && d.Input == e.Type.Range
	}
	return false
}

// subscript is a whole number that places are indexed by: once for a block.
func (f *function) subscript(e *model.Expr) code.Operand {
	if e.Op == model.OpIndex || e.Op == model.OpNumber || f.moves(e) {
		return f.whole(e)
	}
	return f.once(f.key(e), func() code.Operand { return f.whole(e) })
}

// key tells expressions apart, with what their indices stand for here.
func (f *function) key(e *model.Expr) string {
	key := e.Key()
	e.Walk(func(x *model.Expr) {
		if x.Op != model.OpIndex {
			return
		}
		if v, ok := find(f.scope, func(s *scope) map[*model.Index]code.Operand { return s.indices }, x.Index); ok {
			key += " " + v.String()
		}
	})
	return key
}

// once is what the blocks around know under a key, or what make gives.
func (f *function) once(key string, make func() code.Operand) code.Operand {
	if v, ok := find(f.scope, func(s *scope) map[string]code.Operand { return s.known }, key); ok {
		return v
	}
	v := make()
	f.scope.known[key] = v
	return v
}

// real is an expression of data as a real number.
func (f *function) real(e *model.Expr) code.Operand {
	if e.Type.Kind == model.Bool {
		return f.number(f.truth(e))
	}
	switch e.Op {
	case model.OpNumber:
		return real(e.Value)
	case model.OpInput, model.OpVariable, model.OpIndex, model.OpReduce:
		if e.Type.Kind != model.Real || e.Op == model.OpIndex {
			return f.apply("real", f.whole(e))
		}
		if e.Op == model.OpReduce {
			return f.reduce(e)
		}
		return f.datum(e)
	case model.OpState:
		v, ok := find(f.scope, func(s *scope) map[*model.Index]code.Operand { return s.indices }, e.Index)
		if !ok {
			notYet("a state outside of its recursion")
		}
		return v
	}
	if f.drawing != nil && e.Density != nil {
		return (&chain{f}).logDensity(e.Args[0], e.Distribution())
	}
	if f.drawing != nil && e.Fun == model.Inverse {
		return (&chain{f}).inverseAt(e)
	}
	if f.drawing != nil && e.Fun == model.Whitening {
		return (&chain{f}).whiteningAt(e)
	}
	if e.Density != nil || e.Fun == model.Inverse || e.Fun == model.Whitening {
		notYet("function %s of data", e.Fun)
	}
	if x, ok := constant(e); ok {
		return real(x)
	}
	if e.Fun == model.Choose {
		return f.either(e, code.Real, f.real)
	}
	if e.Fun == "component" {
		return f.component(e, code.Real, f.real)
	}
	row := functions.Named(e.Fun)
	if row == nil || row.Takes != len(e.Args) {
		notYet("function %s of data", e.Fun)
	}
	return f.computed(row, code.Real, f.each(e.Args, f.real))
}

// computed is a function or an operator of numbers, as its row says.
func (f *function) computed(row *functions.Function, t code.Type, a []code.Operand) code.Operand {
	goName, as := row.GoName(), row.As
	if t == code.Whole {
		goName, as = row.Wholes.Builtin, row.Wholes.As
	}
	switch {
	case row.Symbol != "":
		return f.apply(row.Symbol, a...)
	case as != nil:
		return f.composed(as, t, a)
	}
	takes := make([]code.Type, len(a))
	for i := range takes {
		takes[i] = t
	}
	return f.call("v", f.math(goName, t, takes...), a...)
}

// composed is a function that is computed from others.
func (f *function) composed(t *functions.Term, of code.Type, a []code.Operand) code.Operand {
	switch {
	case t.Argument > 0:
		return a[t.Argument-1]
	case t.Function == "":
		return real(t.Number)
	}
	var args []code.Operand
	for _, x := range t.Args {
		args = append(args, f.composed(x, of, a))
	}
	return f.computed(functions.Named(t.Function), of, args)
}

// number is 1 for true and 0 for false.
func (f *function) number(b code.Operand) code.Operand {
	v := f.value("v", code.Real)
	f.emit(&code.If{Cond: b, Then: &code.Block{Gives: []code.Operand{real(1)}}, Else: &code.Block{Gives: []code.Operand{real(0)}}}, v)
	return v
}

// constant is the value of a constant expression that is not finite.
func constant(e *model.Expr) (float64, bool) {
	args := make([]float64, len(e.Args))
	for i, a := range e.Args {
		if a.Op != model.OpNumber {
			return 0, false
		}
		args[i] = a.Value
	}
	x, ok := model.Apply(e.Fun, args)
	if !ok || len(args) == 0 || !math.IsNaN(x) && !math.IsInf(x, 0) {
		return 0, false
	}
	return x, true
}

// either is one of two expressions, the other of which is not computed.
func (f *function) either(e *model.Expr, t code.Type, lower func(*model.Expr) code.Operand) code.Operand {
	return f.lazy(f.truth(e.Args[0]), t, func() code.Operand { return lower(e.Args[1]) }, func() code.Operand { return lower(e.Args[2]) })
}

func (f *function) lazy(cond code.Operand, t code.Type, then, otherwise func() code.Operand) code.Operand {
	v := f.value("v", t)
	a := &code.If{Cond: cond, Then: &code.Block{}, Else: &code.Block{}}
	f.emit(a, v)
	f.within(a.Then, func() { f.gives(then()) })
	f.within(a.Else, func() { f.gives(otherwise()) })
	return v
}

// truth is an expression of data as a truth value.
func (f *function) truth(e *model.Expr) code.Operand {
	switch e.Op {
	case model.OpBool:
		return truth(e.Value != 0)
	case model.OpInput, model.OpVariable:
		return f.datum(e)
	case model.OpReduce:
		return f.reduce(e)
	}
	if model.Demand(e.Fun) != "" {
		x := f.reals(e.Args[0])
		return f.call("v", f.lowering.row("is"+strings.ToUpper(e.Fun[:1])+e.Fun[1:], Callee{Kind: Function, Name: "dist.Is" + strings.ToUpper(e.Fun[:1]) + e.Fun[1:]}, types(code.Truth), param("x", x.Type())), x)
	}
	if e.Fun == "component" {
		return f.component(e, code.Truth, f.truth)
	}
	if e.Fun == "absent" {
		return f.absent(e.Args[0].Input, e.Args[0].Args)
	}
	switch e.Fun {
	case model.Choose:
		return f.either(e, code.Truth, f.truth)
	case "!":
		return f.apply("!", f.truth(e.Args[0]))
	case "finite":
		x := f.real(e.Args[0])
		return f.apply("==", f.apply("-", x, x), real(0))
	case "&&":
		return f.both(func() code.Operand { return f.truth(e.Args[0]) }, func() code.Operand { return f.truth(e.Args[1]) })
	case "||":
		return f.lazy(f.truth(e.Args[0]), code.Truth, func() code.Operand { return truth(true) }, func() code.Operand { return f.truth(e.Args[1]) })
	case "between":
		x := f.real(e.Args[0])
		low := f.real(e.Args[1])
		return f.both(func() code.Operand { return f.apply("<=", low, x) }, func() code.Operand { return f.apply("<", x, f.real(e.Args[2])) })
	}
	x, y := e.Args[0], e.Args[1]
	switch {
	case x.Type.Kind == model.Bool:
		return f.apply(e.Fun, f.truth(x), f.truth(y))
	case wholeType(x) && wholeType(y):
		return f.apply(e.Fun, f.whole(x), f.whole(y))
	}
	return f.apply(e.Fun, f.real(x), f.real(y))
}

// both is a conjunction, whose second part is computed where the first holds.
func (f *function) both(a, b func() code.Operand) code.Operand {
	return f.lazy(a(), code.Truth, b, func() code.Operand { return truth(false) })
}

// all is the conjunction of conditions.
func (f *function) all(list []*model.Expr) code.Operand {
	if len(list) == 1 {
		return f.truth(list[0])
	}
	return f.both(func() code.Operand { return f.all(list[:len(list)-1]) }, func() code.Operand { return f.truth(list[len(list)-1]) })
}

// reduce is a function over a range of data: a loop that carries it.
func (f *function) reduce(e *model.Expr) code.Operand {
	var first code.Operand
	t := code.Type(code.Real)
	kind := "real"
	if wholeType(e) {
		t, kind = code.Whole, "whole"
	}
	body := e.Args[0]
	item := func() code.Operand {
		if kind == "whole" {
			return f.whole(body)
		}
		return f.real(body)
	}
	var next func(acc code.Operand) code.Operand
	row := e.Reduction()
	switch {
	case e.Fun == model.LogSum:
		return f.logSum(e)
	case e.Fun == model.Recursion:
		return f.recursion(e)
	case row == nil:
		notYet("%s over data", e.Fun)
	case row.Result == functions.Place:
		return f.argmax(e)
	case row.Adds():
		first = map[string]code.Operand{"real": real(0), "whole": whole(0)}[kind]
		next = func(acc code.Operand) code.Operand { return f.apply("+", acc, item()) }
	case row.Result == functions.Whole:
		t, first = code.Whole, whole(0)
		next = func(acc code.Operand) code.Operand {
			return f.lazy(f.truth(body), code.Whole, func() code.Operand { return f.apply("+", acc, whole(1)) }, func() code.Operand { return acc })
		}
	case row.Demands():
		t, first = code.Truth, truth(true)
		next = func(acc code.Operand) code.Operand {
			return f.lazy(acc, code.Truth, func() code.Operand { return f.truth(body) }, func() code.Operand { return truth(false) })
		}
	case row.Result == functions.Truth:
		t, first = code.Truth, truth(false)
		next = func(acc code.Operand) code.Operand {
			return f.lazy(acc, code.Truth, func() code.Operand { return truth(true) }, func() code.Operand { return f.truth(body) })
		}
	default:
		first = real(row.Start)
		if kind == "whole" {
			first = code.Constant{Of: code.Whole, Whole: map[bool]int64{false: math.MinInt64, true: math.MaxInt64}[row.Start > 0]}
		}
		join := row.Joined().Wholes.Builtin
		r := f.lowering.row(join+"Of"+title(t), Callee{Kind: Function, Name: join}, types(t), param("x", t), param("y", t))
		next = func(acc code.Operand) code.Operand { return f.call("v", r, acc, item()) }
	}
	lo, hi := f.whole(e.Loop.Lo), f.whole(e.Loop.Hi)
	index, acc, result := f.value(e.Loop.Index.Name, code.Whole), f.value("acc", t), f.value("v", t)
	f.Indices[index] = e.Loop.Index
	s := &code.Strand{Index: index, Lo: lo, Hi: hi, Carry: []*code.Carry{{Value: acc, First: first}}, Body: &code.Block{}}
	f.emit(&code.For{Strands: []*code.Strand{s}}, result)
	f.loops = append(f.loops, &loops.For{Index: e.Loop.Index, Lo: e.Loop.Lo, Hi: e.Loop.Hi})
	defer func() { f.loops = f.loops[:len(f.loops)-1] }()
	f.within(s.Body, func() {
		f.scope.indices[e.Loop.Index] = index
		f.gives(next(acc))
	})
	return result
}

// logSum is the log of the sum of the exponentials of a number.
func (f *function) logSum(e *model.Expr) code.Operand {
	t := f.handle("special", "LogSum")
	sum := &code.Place{Table: f.declare(&code.Table{Name: "logSum", Type: t, Keep: code.Local}, Source{InFunction: InFunction{Cell: f.row, Type: t}})}
	f.store(sum, f.call("none", f.lowering.row("noLogSum", Callee{Kind: Zero}, types(t))))
	lo, hi := f.whole(e.Loop.Lo), f.whole(e.Loop.Hi)
	f.loop(e.Loop.Index, lo, hi, false, false, func() { f.change(sum, "Add", f.real(e.Args[0])) })
	log := f.lowering.row("logOfLogSum", Callee{Kind: Method, Name: "Log"}, types(code.Real), written("of", t, code.Work))
	return f.call("log", log, sum)
}

// argmax is the index at which a number is the largest, the first one where none is above -Inf.
func (f *function) argmax(e *model.Expr) code.Operand {
	lo, hi := f.whole(e.Loop.Lo), f.whole(e.Loop.Hi)
	index, acc, best := f.value(e.Loop.Index.Name, code.Whole), f.value("acc", code.Whole), f.value("best", code.Real)
	result, largest := f.value("v", code.Whole), f.value("largest", code.Real)
	f.Indices[index] = e.Loop.Index
	s := &code.Strand{Index: index, Lo: lo, Hi: hi, Body: &code.Block{}, Carry: []*code.Carry{
		{Value: acc, First: lo}, {Value: best, First: real(math.Inf(-1))}}}
	f.emit(&code.For{Strands: []*code.Strand{s}}, result, largest)
	f.within(s.Body, func() {
		f.scope.indices[e.Loop.Index] = index
		found := f.real(e.Args[0])
		at, x := f.value("at", code.Whole), f.value("x", code.Real)
		f.emit(&code.If{Cond: f.apply(">", found, best), Then: &code.Block{Gives: []code.Operand{index, found}}, Else: &code.Block{Gives: []code.Operand{acc, best}}}, at, x)
		f.gives(at, x)
	})
	return result
}

// component is an element of a list.
func (f *function) component(e *model.Expr, t code.Type, item func(*model.Expr) code.Operand) code.Operand {
	list := f.listOf(e.Args[0], t, item)
	v := f.value("v", t)
	f.emit(&code.Element{Of: list, Index: f.inList(e)}, v)
	return v
}

// inList is where a component stands among those of its list, row by row.
func (f *function) inList(e *model.Expr) code.Operand {
	var at code.Operand
	lengths := e.Args[0].Lengths()
	for k, a := range e.Args[1:] {
		if at == nil {
			at = f.whole(a)
			continue
		}
		at = f.apply("+", f.apply("*", at, f.whole(lengths[k])), f.whole(a))
	}
	return at
}

// componentRow is a component of a list that is itself a list of reals.
func (f *function) componentRow(e *model.Expr) code.Operand {
	n := 1
	for _, length := range e.Args[0].Lengths()[len(e.Args)-1:] {
		n *= int(length.Value)
	}
	list := f.listOf(e.Args[0], code.Real, f.real)
	r := f.lowering.row("rowOfList", Callee{Kind: RowOfList}, types(list.Type()), param("list", list.Type()), param("at", code.Whole), param("n", code.Whole))
	return f.call("row", r, list, f.inList(e), whole(n))
}
