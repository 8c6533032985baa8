package lower

import (
	"fmt"
	"slices"
	"strings"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/factor"
	"mpc/model"
)

// A Shape is how arrays of some dimensions lie in memory: Row computes, from the sizes that are given, how many elements each dimension has, or, where
// rows differ, where they start, and how many there are in all.
type Shape struct {
	ID   int
	Dims []*model.Expr
	Row  string // the name of the function
}

// Ragged tells whether the rows of a dimension differ in length.
func (s *Shape) Ragged(k int) bool { return ragged(s.Dims[k]) }

// ShapeOf is that of arrays of some dimensions, nil where the program has none.
func (p *Program) ShapeOf(dims []*model.Expr) *Shape { return p.shapes[dimsKey(dims)] }

// Shapes are all of them, by ID.
func (p *Program) Shapes() []*Shape {
	list := make([]*Shape, len(p.shapes))
	for _, s := range p.shapes {
		list[s.ID] = s
	}
	return list
}

func dimsKey(dims []*model.Expr) string {
	var key strings.Builder
	for _, d := range dims {
		key.WriteString(d.String() + ";")
	}
	return key.String()
}

// arrays lowers the shapes of all arrays that a package has: of what is kept, of what is given to callers, and of what its
// functions name.
func (l *lowering) arrays() {
	l.layout(nil)
	for _, t := range l.Stored() {
		l.layout(t.Dims)
	}
	for _, u := range l.Loops.Marginals {
		if u.Constant != nil {
			l.layout(u.Constant.Dims)
		} else {
			l.layout(DimsOf(u.Variable))
		}
	}
	for _, s := range l.Loops.Message.Graph.Shared {
		l.layout(s.Variable.Dims)
	}
	for _, t := range l.Loops.Tables {
		if t.Role == loops.Drawn {
			l.layout(t.Dims)
		}
	}
	if l.Loops.Message.Sampling != nil {
		l.recorded()
	}
	for k := 0; k < len(l.Rows); k++ { // layouts of others come behind
		if l.Rows[k].Body != nil {
			l.namedArrays(l.Rows[k])
		}
	}
}

// recorded lowers the shapes of draws that are recorded, and of their sizes.
func (l *lowering) recorded() {
	for _, u := range l.Loops.Marginals {
		if u.Variable == nil {
			continue
		}
		v := u.Variable.Source
		l.layout(v.Dims)
		if v.Type.Dimensions > 0 || v.Tallied() {
			l.layout(v.Sizes)
		}
	}
}

// namedArrays lowers the shapes that a function needs beside those whose sizes it reads: for positions of elements, and for
// the arrays that it makes.
func (l *lowering) namedArrays(r *code.Row) {
	r.Body.Walk(func(s *code.Stmt) bool {
		for _, p := range code.Places(s.Do) {
			of := l.Tables[p.Table]
			l.layout(of.Size)
			for k, d := range p.Table.Dims {
				switch {
				case k == 0 || len(p.Index) < 2:
				case len(d.Size.At) > 0:
					l.layout(of.Dims())
				case d.Size.Table != nil:
					l.layout(l.Tables[d.Size.Table].Size)
				}
			}
			if of.Added != nil && len(of.Added.Dims) > 0 {
				l.layout(of.Added.Dims[len(of.Added.Dims)-1:])
			}
		}
		if fill, ok := s.Do.(*code.Fill); ok {
			l.arrayMade(fill.Table)
		}
		return true
	})
}

// arrayMade lowers the shapes of a local array that a function makes.
func (l *lowering) arrayMade(t *code.Table) {
	switch s := l.Tables[t]; {
	case s.Beside != nil:
		l.layout(s.Beside.Dims)
	case s.Entries != nil:
		l.layout(s.Entries.Dims)
	case s.Array != nil:
		l.layout(s.Array.Dims)
		if isHandle(t.Type) {
			l.sizesLaidOut(s.Array)
		}
	}
}

// sizesLaidOut lowers the shape that the sizes of the elements of a variable are read from.
func (l *lowering) sizesLaidOut(v *factor.Variable) {
	if !ragged(v.Sizes[0]) {
		l.layout(v.Sizes)
		return
	}
	l.layout(append(v.Dims[:len(v.Dims):len(v.Dims)], v.Sizes[0]))
}

// layout lowers the function of a shape, once.
func (l *lowering) layout(dims []*model.Expr) {
	key := dimsKey(dims)
	if l.shapes[key] != nil || len(dims) > 0 && ragged(dims[0]) || slices.ContainsFunc(dims, ofPass) {
		return // sizes of elements, or those in a pass of a loop, are no array
	}
	a := &Shape{ID: len(l.shapes), Dims: dims, Row: fmt.Sprintf("layout%d", len(l.shapes))}
	l.shapes[key] = a
	if len(dims) == 0 {
		return
	}
	l.make(Main.has(a.Row, "lays out arrays of "+ShapeText(dims)+".").direct(), nil, func(f *function) { (&layouting{function: f, of: a}).dimensions() })
}

// ofPass tells whether a size is that in a pass of a loop around.
func ofPass(e *model.Expr) bool {
	bound, found := map[*model.Index]bool{}, false
	e.Walk(func(x *model.Expr) {
		if x.Op == model.OpReduce {
			bound[x.Loop.Index] = true
		}
	})
	e.Walk(func(x *model.Expr) { found = found || x.Op == model.OpIndex && !bound[x.Index] })
	return found
}

// A layouting is the function of a shape while its body is made.
type layouting struct {
	*function
	of *Shape
}

// totalOf is how many elements arrays of some dimensions have.
func (l *lowering) totalOf(dims []*model.Expr) *code.Place {
	return l.shapeField(dims, "total", 0, code.Whole)
}

// shapeField is what the shape of arrays of some dimensions keeps of one of these.
func (l *lowering) shapeField(dims []*model.Expr, what string, k int, t code.Type) *code.Place {
	l.layout(dims)
	return (&layouting{l.function(""), l.shapes[dimsKey(dims)]}).field(what, k, t)
}

// field is what the shape keeps of a dimension. An array of one dimension has as many elements as this one.
func (f *layouting) field(what string, k int, t code.Type) *code.Place {
	if what == "size" && len(f.of.Dims) == 1 {
		what = "total"
	}
	name := fmt.Sprintf("%s%d_%d", what, f.of.ID, k)
	if f.named[name] == nil {
		f.named[name] = f.declare(&code.Table{Name: name, Type: t, Keep: code.State}, Source{FromData: FromData{Shape: f.of}, What: what, Dim: k})
	}
	return &code.Place{Table: f.named[name]}
}

func (f *layouting) dimensions() {
	total := f.field("total", 0, code.Whole)
	var count code.Operand = whole(1)
	for k, d := range f.of.Dims {
		if !ragged(d) {
			n := f.call("n", f.math("max", code.Whole, code.Whole, code.Whole), whole(0), f.whole(d))
			if len(f.of.Dims) > 1 {
				f.store(f.field("size", k, code.Whole), n)
			}
			if k == 0 {
				count = n
			} else {
				count = f.apply("*", count, n)
			}
			continue
		}
		starts := f.field("start", k, code.Array{Elem: code.Whole})
		f.becomes(starts, "BeginRows", count)
		var index []*model.Expr
		var nest func()
		nest = func() {
			if len(index) == k {
				f.becomes(starts, "AppendRow", f.whole(sizeOf(d, index)))
				return
			}
			i := f.dimensionAt(len(index))
			f.loop(i, whole(0), f.whole(sizeOf(f.of.Dims[len(index)], index)), false, false, func() {
				index = append(index, model.IndexExpr(i))
				nest()
				index = index[:len(index)-1]
			})
		}
		nest()
		rows := f.load("rows", starts)
		count = f.call("count", f.lowering.row("endOfRows", Callee{Kind: Function, Name: "engine.EndOfRows"}, types(code.Whole), param("starts", rows.Type())), rows)
	}
	f.store(total, count)
}

// becomes makes an array of whole numbers what a function of package engine gives of it.
func (f *function) becomes(to *code.Place, name string, args ...code.Operand) {
	params := []*code.Param{written("to", to.Type(), code.Update)}
	for i, x := range args {
		params = append(params, param(fmt.Sprintf("x%d", i), x.Type()))
	}
	f.call("", f.lowering.row(lowerFirst(name), Callee{Kind: Becomes, Name: "engine." + name}, nil, params...), append([]code.Operand{to}, args...)...)
}

// SizesOf is the function that gives the sizes of the elements of a table of messages about vectors, where they differ and
// the messages are not one for each element of the variable.
func (p *Program) SizesOf(t *loops.Table) string { return fmt.Sprintf("sizes%d", t.ID) }

// sizes lowers these functions.
func (l *lowering) sizes() {
	for _, t := range l.Loops.Tables {
		if t.Role != loops.Replicated || t.Local || t.Unread || !t.Family.Row().Vector() || !ragged(t.Variable.Sizes[0]) {
			continue
		}
		l.make(Main.has(l.SizesOf(t), fmt.Sprintf("are the sizes of the elements of the table %d, of %s.", t.ID, t.Variable.Name)), types(code.Array{Elem: code.Whole}), func(f *function) {
			all := &code.Table{Name: "sizes", Type: code.Whole, Keep: code.Local}
			f.dims(all, t.Dims)
			f.declare(all, Source{InFunction: InFunction{Beside: t}})
			f.emit(&code.Fill{Table: all, Value: whole(0)})
			e := t.Edge
			list := e.Factor.Loops
			if e.Slot.Over != nil {
				list = append(list[:len(list):len(list)], e.Slot.Over)
			}
			f.plate(list, e.Factor.Guards, func() {
				f.store(f.place(all, t.Dims, f.Loops.MessagePlace(e).Index), f.whole(sizeOf(t.Variable.Sizes[0], e.Index)))
			})
			f.gives(f.arrayOf(all))
		})
	}
}

// ShapeText is how dimensions are written.
func ShapeText(dims []*model.Expr) string {
	text := ""
	for _, d := range dims {
		text += "[" + d.String() + "]"
	}
	return text
}
