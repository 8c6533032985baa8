package codegen

import (
	"fmt"
	"strings"

	"mpc/factor"
	"mpc/loops"
	"mpc/model"
)

// Messages about vectors and matrices are structs with slices: arrays of them share
// one block of memory, operators and products write into what is there, and loops
// allocate nothing once the scratch messages have grown to their size.

// isVector tells whether a table holds messages about vectors or matrices.
func isVector(t *loops.Table) bool { return t.Role != loops.Constant && t.Family.Row().Vector() }

// A scratchMessage is a field of the Inference for a message, or its moments, to work
// with: one block after the other uses it.
type scratchMessage struct{ name, typ string }

// work is the memory that operators and moments calculate in.
func (f *function) work() string {
	f.g.works = true
	return f.field("work", "&work")
}

// varies tells whether the sizes of a variable's elements differ.
func varies(v *factor.Variable) bool {
	found := false
	v.Sizes[0].Walk(func(e *model.Expr) { found = found || e.Op == model.OpDim })
	return found
}

// valueShape is the shape of an array of a variable's elements with their values.
func (g *generator) valueShape(v *factor.Variable) *shape {
	return g.shape(append(v.Dims[:len(v.Dims):len(v.Dims)], v.Sizes[0]))
}

// sizeAt prints the size of the element of a variable at an index.
func (f *function) sizeAt(v *factor.Variable, index []*model.Expr) string {
	if !varies(v) {
		return f.env().whole(v.Sizes[0])
	}
	s := f.g.valueShape(v)
	start := f.field(s.start(len(v.Dims)), s.start(len(v.Dims)))
	pos := f.flat(s, index, f.env())
	return fmt.Sprintf("%s[%s+1] - %s[%s]", start, pos, start, pos)
}

// sizes prints a function from the position of an element of a variable to its
// size, for an array with an element for each.
func (g *generator) sizes(v *factor.Variable) string {
	if !varies(v) {
		f := g.function()
		f.direct = true
		return fmt.Sprintf("func(int) int { return max(0, %s) }", f.env().whole(v.Sizes[0]))
	}
	s := g.valueShape(v)
	start := "inf." + s.start(len(v.Dims))
	return fmt.Sprintf("func(i int) int { return %s[i+1] - %s[i] }", start, start)
}

// newVectors prints the array of a table of messages about vectors.
func (g *generator) newVectors(p *printer, t *loops.Table) { g.newArray(p, t, "inf."+g.tableField(t)) }

// newKept prints the array in which an iteration keeps such messages.
func (g *generator) newKept(p *printer, t *loops.Table) { g.newArray(p, t, "inf.kept."+g.tableName(t)) }

func (g *generator) newArray(p *printer, t *loops.Table, field string) {
	name := "dist.New" + t.Family.Row().Go() + "s"
	if t.Role == loops.Total {
		name = "dist.New" + t.Family.Row().Go() + "Totals"
	}
	if t.Role == loops.Moments {
		name = "dist.New" + t.Family.Row().Moments.Name()
		if t.Family.Row().Name == "dirichlet" && !g.geometric(t.Variable) {
			name += "Logs"
		}
	}
	count := "inf." + g.count(t.Dims)
	if t.Role != loops.Replicated || !varies(t.Variable) {
		p.line("%s = %s(%s, %s)", field, name, count, g.sizes(t.Variable))
		return
	}
	e := t.Edge
	f := g.function()
	f.direct = true
	list := e.Factor.Loops
	if e.Slot.Over != nil {
		list = append(list[:len(list):len(list)], e.Slot.Over)
	}
	p.line("{")
	p.line("sizes := make([]int, %s)", count)
	f.plate(list, e.Factor.Guards, func() {
		at := f.flat(g.shape(t.Dims), g.program.MessagePlace(e).Index, f.env())
		f.body.line("sizes[%s] = %s", at, f.sizeAt(e.Variable, e.Index))
	})
	p.Write(f.body.Bytes())
	p.line("%s = %s(%s, func(i int) int { return sizes[i] })\n}", field, name, count)
}

// storedVector prints an element of an input or of a variable as a slice.
func (f *function) storedVector(e *model.Expr, v env) string {
	if e.Op == model.OpInput {
		name := f.field(local(e.Input.Name), "in."+local(e.Input.Name))
		return f.part(name, f.g.shape(e.Input.Dims), e.Args, v)
	}
	t := f.g.program.Constants[e.Variable]
	return f.part(f.table(t), f.g.shape(t.Dims), e.Args, v)
}

// vector prints data that are a vector, or a matrix row by row, as a slice.
func (f *function) vector(e *model.Expr) string {
	switch e.Op {
	case model.OpInput, model.OpVariable:
		return f.storedVector(e, f.env())
	case model.OpCall:
		switch e.Fun {
		case "component":
			return f.at0().component(e, "float64", f.env().real)
		case "zeros":
			return fmt.Sprintf("%s.Zeros(max(0, %s))", f.work(), f.env().whole(e.Args[0]))
		}
	case model.OpList:
		var parts []string
		var walk func(e *model.Expr)
		walk = func(e *model.Expr) {
			for _, a := range e.Args {
				if a.Op == model.OpList {
					walk(a)
				} else {
					parts = append(parts, f.env().real(a))
				}
			}
		}
		walk(e)
		return "[]float64{" + strings.Join(parts, ", ") + "}"
	}
	return f.g.internal("a vector %s of data", e)
}

// reals prints data that are a vector, or a matrix row by row, as a slice of reals:
// whole numbers are copied.
func (f *function) reals(e *model.Expr) string {
	x := f.vector(e)
	if e.Op == model.OpList || e.Type.Kind == model.Real {
		return x
	}
	reals := "engine.Reals"
	if f.direct {
		return reals + "(nil, " + x + ")"
	}
	name := f.g.scratchField("float64")
	f.field(name, name)
	f.body.line("%s = %s(%s[:0], %s)", name, reals, name, x)
	f.keep(name)
	return name
}

// part prints the elements of a flat array below an index, which is printed in v.
func (f *function) part(name string, s *shape, args []*model.Expr, v env) string {
	if len(args) == 0 {
		return name
	}
	pos := f.flat(s, args, v)
	lo, hi := pos, pos+"+1"
	for k := len(args); k < len(s.dims); k++ {
		if s.ragged[k] {
			start := f.field(s.start(k), s.start(k))
			lo, hi = start+"["+lo+"]", start+"["+hi+"]"
			continue
		}
		n := f.size(s, k)
		lo, hi = group(lo)+"*"+n, "("+hi+")*"+n
	}
	return name + "[" + lo + " : " + hi + "]"
}
