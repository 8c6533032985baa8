package lower

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/factor"
	"mpc/message"
	"mpc/model"
)

// argument is what an operator reads.
func (f *function) argument(v loops.Value, t code.Type) code.Operand {
	switch v.Arg.Source {
	case message.FromBuffer:
		if v.Buffer.Kind == message.Branches {
			return f.branchesRow(v.Buffer)
		}
		b, ok := find(f.scope, func(s *scope) map[*message.Update]code.Operand { return s.buffers }, v.Buffer)
		if !ok {
			notYet("buffer u%d, which no block around has", v.Buffer.ID)
		}
		return b
	case message.Position:
		return f.whole(v.Data)
	case message.Work:
		return f.work(t)
	case message.Power:
		if f.counts != nil {
			return f.counts
		}
		return real(1)
	case message.Empty:
		return f.call("none", f.lowering.row("empty"+title(t), Callee{Kind: Nil}, types(t)))
	case message.Scratch:
		return f.square(v.Arg.Slot.Over)
	}
	if v.Arg.Slot.Over != nil {
		return f.gather(v, t)
	}
	return f.single(v, t)
}

// single is an argument that is no array.
func (f *function) single(v loops.Value, t code.Type) code.Operand {
	switch {
	case v.Arg.Moments:
		return f.moments(v)
	case v.Point != nil:
		return f.load("x", f.placeOf(v.Point))
	case v.Data == nil && v.Arg.Slot.Edge.Variable.Family.Row().Vector():
		return f.vectorProduct(v.Product, v.Arg.Slot.Edge.Variable, v.Arg.Slot.Edge.Index)
	case v.Data == nil:
		return f.product("p", v.Product, v.Arg.Slot.Edge.Variable.Family)
	}
	if v.Data.Type.Kind == model.DistKind {
		if p := f.place(f.input(v.Data.Input), v.Data.Input.Dims, v.Data.Args); isHandle(p.Type()) {
			return p
		}
		return f.datum(v.Data)
	}
	if v.Data.Type.Dimensions > 0 {
		return f.vectorDatum(v, t)
	}
	switch fam := v.Arg.Point; fam {
	case factor.Unknown:
	case factor.Bernoulli:
		x := f.truth(v.Data)
		return f.call("x", f.lowering.row("pointBernoulli", Callee{Kind: Function, Name: "dist.BernoulliPoint"}, types(t), param("x", code.Truth)), x)
	default:
		x := f.real(v.Data)
		return f.call("x", f.lowering.row("point"+t.String(), Callee{Kind: Function, Name: "dist." + fam.Row().Go() + "Point"}, types(t), param("x", code.Real)), x)
	}
	switch t {
	case code.Truth:
		return f.truth(v.Data)
	case code.Whole:
		return f.whole(v.Data)
	}
	return f.real(v.Data)
}

// placeOf is the place of messages in their table.
func (f *function) placeOf(p *loops.Place) *code.Place {
	return f.place(f.table(p.Table), p.Table.Dims, p.Table.Distinct(p.Index))
}

// product is a product of messages.
func (f *function) product(name string, list loops.Product, family factor.Family) code.Operand {
	if len(list) == 0 {
		return f.call("none", f.lowering.uniform(family))
	}
	v := f.term(list[0])
	for _, t := range list[1:] {
		w := f.term(t)
		v = f.call(name, f.lowering.method(v.Type(), "Times", types(v.Type()), param("y", v.Type())), v, w)
	}
	return f.inBranch(list[0].Table.Variable, v, len(list) > 1 || list[0].Table.Role == loops.Total)
}

// term is one message of a product.
func (f *function) term(t loops.Term) code.Operand {
	table := t.Table
	switch {
	case table.Local:
		v, ok := find(f.scope, func(s *scope) map[*loops.Table]code.Operand { return s.locals }, table)
		if !ok {
			notYet("a local message that no block around has")
		}
		return v
	}
	place := f.placeOf(&t.Place)
	m := f.family(table.Family.String())
	if table.Sparse {
		place.Known = true // where it has no elements its messages are uniform
		r := f.lowering.row("maybe"+m.String(), Callee{Kind: Maybe}, types(m), param("at", m), param("none", m))
		return f.call("x", r, place, f.uniformOf(table))
	}
	if table.Role == loops.Total {
		return f.ofTotal(t, place, m)
	}
	if c := f.carriedAt(&t.Place); c != nil {
		return c
	}
	v := f.load("x", place)
	switch {
	case table.Seen != nil:
		kind, name := At, "atDatum"
		if table.MaybeSeen() {
			kind, name = MaybeAt, "atMaybe"
		}
		x := f.real(table.Datum(t.Index))
		return f.call("x", f.lowering.row(name+m.String(), Callee{Kind: kind}, types(m), param("one", m), param("datum", code.Real)), v, x)
	case t.Copies != nil:
		n := f.call("n", f.lowering.row("otherCopies", Callee{Kind: Function, Name: "dist.OtherCopies"}, types(code.Real), param("n", code.Real)), f.real(t.Copies))
		return f.call("x", f.lowering.method(m, "Power", types(m), param("n", code.Real)), v, n)
	}
	return v
}

// ofTotal is a total, without a message in it.
func (f *function) ofTotal(t loops.Term, place *code.Place, m code.Type) code.Operand {
	total := place.Table.Type
	if t.Copies != nil {
		notYet("copies of a total")
	}
	if t.Except == nil {
		return f.call("x", f.lowering.method(total, "Value", types(m)), place)
	}
	own := f.load("own", f.placeOf(t.Except))
	return f.call("x", f.lowering.method(total, "Except", types(m), param("own", m)), place, own)
}

// count is the number of passes of a loop.
func (f *function) count(over *model.Loop) code.Operand {
	return f.once("count "+f.key(over.Lo)+".."+f.key(over.Hi), func() code.Operand {
		n := f.whole(over.Hi)
		if lo := f.whole(over.Lo); !isZero(lo) {
			n = f.apply("-", n, lo)
		}
		return f.call("n", f.math("max", code.Whole, code.Whole, code.Whole), whole(0), n)
	})
}

// gather is an array argument: what stands side by side is not copied, and what has been collected
// is not collected again, unless it has changed since.
func (f *function) gather(v loops.Value, t code.Type) code.Operand {
	over := v.Arg.Slot.Over
	if e := v.Data; e != nil && e.Op == model.OpInput && e.Type.Kind == model.Real && e.Type.Dimensions == 0 && t == (code.Array{Elem: code.Real}) && beside(e.Args, over) {
		return f.side(f.input(e.Input), e.Input.Dims, e.Args, over)
	}
	if len(v.Product) == 1 && (v.Arg.Moments || !v.Product[0].Table.Family.Row().Vector()) {
		term := v.Product[0]
		if x := term.Table; term.Except == nil && term.Copies == nil && x.Role != loops.Total && (!v.Arg.Moments || x.Role == loops.Moments) &&
			x.Same == nil && x.Seen == nil && x.Values == nil && !x.Sparse && !x.Local && !x.Packed && x.Variable.Depth == 0 && len(f.carried) == 0 && beside(term.Index, over) {
			return f.side(f.table(x), x.Dims, term.Index, over)
		}
	}
	key := f.gatherKey(v, t)
	if key != "" {
		if x, ok := find(f.scope, func(s *scope) map[string]array { return s.arrays }, key); ok {
			return x.value
		}
	}
	x := f.collect(v, t, over)
	if key != "" {
		f.scope.arrays[key] = array{x, f.tablesOf(v)}
	}
	return x
}

// collect copies the elements of an array argument.
func (f *function) collect(v loops.Value, t code.Type, over *model.Loop) code.Operand {
	elem := t.(code.Array).Elem
	if len(v.Product) == 1 && v.Product[0].Except != nil && v.Product[0].Table.Family.Row().Rows && beside(v.Product[0].Index, over) && beside(v.Product[0].Except.Index, over) {
		return f.cavities(v.Product[0], elem, over)
	}
	if isHandle(elem) {
		return f.collectVectors(v, elem, over)
	}
	to := f.sizedOf(over, elem)
	lo, hi := f.whole(over.Lo), f.whole(over.Hi)
	put := f.lowering.row("put"+title(elem), Callee{Kind: Put}, nil, written("row", t, code.Update), param("i", code.Whole), param("x", elem))
	f.loop(over.Index, lo, hi, false, false, func() {
		at := f.index(over.Index)
		if !isZero(lo) {
			at = f.apply("-", at, lo)
		}
		f.call("", put, to, at, f.single(v, elem))
	})
	return f.load("row", to)
}

// cavities collects cavities of totals that stand side by side.
func (f *function) cavities(term loops.Term, m code.Type, over *model.Loop) code.Operand {
	to := f.sizedOf(over, m)
	totals, own := f.first(f.table(term.Table), term.Table.Dims, term.Index), f.first(f.table(term.Except.Table), term.Except.Table.Dims, term.Except.Index)
	total := totals.Table.Type
	r := f.lowering.row("exceptRow"+total.String(), Callee{Kind: ExceptRow, Name: "dist." + term.Table.Family.Row().Go() + "TotalsExcept"}, nil,
		param("totals", total), param("own", m), param("n", code.Whole), written("row", code.Array{Elem: m}, code.Update))
	f.call("", r, totals, own, f.count(over), to)
	return f.load("row", to)
}

// gatherKey says what is collected: equal for what is collected alike, "" for what is not to be
// collected once for several.
func (f *function) gatherKey(v loops.Value, t code.Type) string {
	if len(v.Product) == 0 || v.Product[0].Table.Family.Row().Vector() {
		return ""
	}
	over := v.Arg.Slot.Over
	key := fmt.Sprintf("%s %s#%d %s %s %t", t, over.Index.Name, over.Index.ID, f.key(over.Lo), f.key(over.Hi), v.Arg.Moments)
	place := func(p *loops.Place) {
		key += fmt.Sprintf(" table%d", p.Table.ID)
		for _, e := range p.Index {
			key += f.key(e) + ";"
		}
	}
	for _, term := range v.Product {
		if term.Table.Seen != nil {
			return ""
		}
		place(&term.Place)
		if term.Except != nil {
			key += " except"
			place(term.Except)
		}
	}
	return key
}

// tablesOf lists the tables that an argument reads.
func (f *function) tablesOf(v loops.Value) []*loops.Table {
	var list []*loops.Table
	for _, term := range v.Product {
		list = append(list, term.Table)
		if term.Except != nil {
			list = append(list, term.Except.Table)
		}
	}
	return list
}

// outdate forgets the arrays that a statement changes.
func (f *function) outdate(list ...loops.Stmt) {
	forget := func(t *loops.Table) {
		for s := f.scope; s != nil; s = s.outer {
			maps.DeleteFunc(s.arrays, func(_ string, x array) bool { return slices.Contains(x.of, t) })
		}
	}
	for s := range loops.All(list) {
		switch s := s.(type) {
		case *loops.Clear:
			forget(s.Table)
		case *loops.Apply:
			for _, p := range []*loops.Place{s.To, s.Moments, s.Total} {
				if p != nil {
					forget(p.Table)
				}
			}
		}
	}
}

// first is the first of the elements that a loop meets.
func (f *function) first(t *code.Table, dims, index []*model.Expr) *code.Place {
	last := len(index) - 1
	p := f.place(t, dims, append(index[:last:last], model.Number(0)))
	p.Known = true // also of an empty row
	return p
}

// side gives the elements that a loop meets where they stand side by side in a table: as they are
// there, so that what is written to the table is seen.
func (f *function) side(t *code.Table, dims, index []*model.Expr, over *model.Loop) code.Operand {
	key := "side " + t.Name + f.key(over.Hi)
	for _, e := range index[:len(index)-1] {
		key += ";" + f.key(e)
	}
	if x, ok := find(f.scope, func(s *scope) map[string]array { return s.arrays }, key); ok {
		return x.value
	}
	r := f.lowering.row("stretch"+title(t.Type), Callee{Kind: Stretch}, types(code.Array{Elem: t.Type}), param("from", t.Type), param("n", code.Whole))
	x := f.call("row", r, f.first(t, dims, index), f.count(over))
	var of []*loops.Table
	if m := f.Tables[t].Messages; m != nil {
		of = append(of, m)
	}
	f.scope.arrays[key] = array{x, of}
	return x
}

// title is the name of a type within that of a row.
func title(t code.Type) string {
	s := strings.ReplaceAll(t.String(), "[]", "List")
	return strings.ToUpper(s[:1]) + s[1:]
}

// beside tells whether a loop meets, at the given indices of an array, elements that lie side by
// side: it counts the last index from 0 on.
func beside(index []*model.Expr, over *model.Loop) bool {
	last := len(index) - 1
	if last < 0 || !over.Lo.IsNumber(0) || index[last].Op != model.OpIndex || index[last].Index != over.Index {
		return false
	}
	for _, e := range index[:last] {
		if e.Uses(over.Index) {
			return false
		}
	}
	return true
}

// sized is memory for as many messages as a loop has passes.
func (f *function) sized(over *model.Loop, family factor.Family) *code.Place {
	return f.sizedOf(over, f.family(family.String()))
}

// sizedOf is memory for an element of each pass of a loop.
func (f *function) sizedOf(over *model.Loop, elem code.Type) *code.Place {
	return f.room(f.count(over), elem)
}

// room is memory for n elements.
func (f *function) room(n code.Operand, elem code.Type) *code.Place {
	t := code.Array{Elem: elem}
	p := &code.Place{Table: f.declare(&code.Table{Name: "scratch", Type: t, Keep: code.Scratch}, Source{InFunction: InFunction{Scratch: elem}})}
	r := f.lowering.row("resize"+title(elem), Callee{Kind: Resize}, nil, written("row", t, code.Write), param("n", code.Whole))
	f.emit(&code.Call{Row: r, Args: []code.Operand{p, n}})
	return p
}

// square is memory for (n+1)^2 numbers, for an operator on the n elements of an array.
func (f *function) square(over *model.Loop) code.Operand {
	n := f.apply("+", f.count(over), whole(1))
	return f.load("square", f.room(f.apply("*", n, n), code.Real))
}

// moments is what an operator of VMP reads: the moments that are kept, or those of a message.
func (f *function) moments(v loops.Value) code.Operand {
	if v.Data != nil && v.Data.Type.Kind != model.DistKind {
		fam := v.Arg.Point.Row()
		t := f.reflected(fam.Moments)
		name := "dist." + fam.Moments.Name() + "Point"
		if v.Arg.Point == factor.Bernoulli {
			x := f.truth(v.Data)
			return f.call("s", f.lowering.row("point"+t.String(), Callee{Kind: Function, Name: name}, types(t), param("x", code.Truth)), x)
		}
		if fam.Vector() {
			return f.momentsSet(v.Arg.Point, f.vectorDatum(v, f.family(v.Arg.Point.String())))
		}
		x := f.real(v.Data)
		return f.call("s", f.lowering.row("point"+t.String(), Callee{Kind: Function, Name: name}, types(t), param("x", code.Real)), x)
	}
	if len(v.Product) == 1 && v.Product[0].Table.Role == loops.Moments {
		if p := f.placeOf(&v.Product[0].Place); isHandle(p.Type()) {
			return p
		}
		return f.load("s", f.placeOf(&v.Product[0].Place))
	}
	fam := v.Arg.Point
	if v.Arg.Slot.Edge != nil {
		fam = v.Arg.Slot.Edge.Variable.Family
	}
	message := v
	message.Arg.Moments = false
	m := f.single(message, f.family(fam.String()))
	if fam.Row().Vector() {
		return f.momentsSet(fam, m)
	}
	return f.momentsOf(fam, m)
}

// momentsOf is the moments of a message.
func (f *function) momentsOf(fam factor.Family, m code.Operand) code.Operand {
	t := f.reflected(fam.Row().Moments)
	return f.call("s", f.lowering.row("of"+t.String(), Callee{Kind: Function, Name: "dist." + fam.Row().Moments.Name() + "Of"}, types(t), param("x", m.Type())), m)
}
