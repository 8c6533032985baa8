package lower

import (
	"fmt"
	"slices"
	"strings"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/factor"
	"mpc/message"
	"mpc/model"
	"mpc/operators"
)

// allocate lowers the function that makes memory for all that an inference keeps, once the sizes are known: of a model
// that is sampled, for what is computed from data alone.
func (l *lowering) allocate() {
	stored := l.Stored()
	sampled := l.Loops.Message.Sampling != nil
	if len(stored) == 0 && sampled {
		return
	}
	l.make(Main.has("allocate", "makes the arrays of what is kept.").direct(), nil, func(f *function) {
		for _, t := range stored {
			f.allocateTable(t)
		}
		if sampled {
			return
		}
		for _, t := range l.Quantiled() {
			f.makes(f.quantiles(t), quantileDims(t))
		}
		for _, t := range slices.Clone(l.Program.Program.Tables) {
			f.allocateBeside(t, l.Tables[t])
		}
	})
}

// Stored are the tables that are kept in arrays.
func (p *Program) Stored() []*loops.Table {
	return slices.DeleteFunc(slices.Clone(p.Loops.Tables), func(t *loops.Table) bool {
		return t.Local || t.Unread || t.Role == loops.Drawn
	})
}

// Constants are those of what is computed from data alone.
func (p *Program) Constants() []*loops.Table {
	return slices.DeleteFunc(p.Stored(), func(t *loops.Table) bool { return t.Role != loops.Constant })
}

// Quantiled are the tables of posteriors that have quantiles of their own: those that are asked for, of a model whose
// posterior is computed as a whole.
func (p *Program) Quantiled() (list []*loops.Table) {
	of := p.Loops.Message.Gaussian
	if of == nil {
		return nil
	}
	for _, u := range p.Loops.Marginals {
		if u.Variable != nil && of.Has(u.Variable.Source) && u.Variable.Quantiled() {
			list = append(list, p.Loops.Store[u.Variable.ID].Definition)
		}
	}
	return list
}

// quantileDims are the sizes of the table of the quantiles of a table: of vectors one for each component.
func quantileDims(t *loops.Table) []*model.Expr {
	if !t.Family.Row().Vector() {
		return t.Dims
	}
	return append(t.Dims[:len(t.Dims):len(t.Dims)], t.Variable.Source.Sizes...)
}

// quantiles is the table of the quantiles of the posteriors in a table.
func (f *function) quantiles(t *loops.Table) *code.Table {
	name := fmt.Sprintf("quantiles %d", t.ID)
	if f.named[name] == nil {
		x := &code.Table{Name: t.Variable.Name + "_quantiles", Type: f.handle("engine", "Quantiles"), Keep: code.State}
		f.dims(x, quantileDims(t))
		f.named[name] = f.declare(x, Source{ForTable: ForTable{Quantiles: t}})
	}
	return f.named[name]
}

// allocateTable makes memory for a table of messages, and for what stands beside each of them.
func (f *function) allocateTable(t *loops.Table) {
	x, v := f.table(t), t.Variable
	switch {
	case t.Role == loops.Constant || !t.Family.Row().Vector():
		f.makes(x, t.Dims)
	case t.Packed:
		f.makesRows(x, t.Dims, v)
	default:
		f.makesVectors(x, t.Dims, f.vectorsOf(t), f.sizesIn(t))
	}
	if t.Values != nil {
		f.makesAs(f.which(t), v.Dims, "int32")
		f.makes(f.found(t), t.Dims)
	}
	if t.Searched() {
		f.makes(f.searches(t), t.Dims)
	}
}

// allocateBeside makes memory for what is kept beside the tables of messages.
func (f *function) allocateBeside(t *code.Table, s Source) {
	switch {
	case s.Branches != nil && s.Scratch == nil && t.Keep != code.Local:
		f.makes(t, []*model.Expr{s.Branches.Factor.Gate.Model.Size})
	case s.Sum != nil && s.Sum.Dims != nil:
		f.makes(t, s.Sum.Dims)
	case s.Previous != nil && PackedBefore(s.Previous):
		f.makesRows(t, s.Previous.Dims, s.Previous)
	case s.Previous != nil:
		f.makesMarginals(t, s.Previous.Dims, s.Previous)
	case s.Before != nil:
		f.makesMarginals(t, s.Before.Dims, s.Before.Variable)
	case s.Kept != nil && s.Kept.Role != loops.Constant && s.Kept.Family.Row().Vector():
		f.makesVectors(t, s.Kept.Dims, f.vectorsOf(s.Kept), f.sizesIn(s.Kept))
	case s.Kept != nil:
		f.makes(t, s.Kept.Dims)
	case s.KeptSearch != nil:
		f.makes(t, s.KeptSearch.Dims)
	}
}

// makesMarginals makes an array of marginals of a variable.
func (f *function) makesMarginals(t *code.Table, dims []*model.Expr, v *factor.Variable) {
	if fam := v.Family.Row(); fam.Vector() {
		f.makesVectors(t, dims, "New"+fam.Go()+"s", f.sizesOfElements(v))
		return
	}
	f.makes(t, dims)
}

// makes makes an array of values of one size.
func (f *function) makes(t *code.Table, dims []*model.Expr) { f.makesAs(t, dims, "") }

// makesAs is makes of elements that a package has as another type of Go.
func (f *function) makesAs(t *code.Table, dims []*model.Expr, as string) {
	r := f.lowering.row("make"+title(t.Type)+as, Callee{Kind: MakeTable, Name: as}, nil, written("to", t.Type, code.Write), param("n", code.Whole))
	f.call("", r, firstOf(t), f.length(dims))
}

// makesRows makes an array of messages of one size that lie side by side.
func (f *function) makesRows(t *code.Table, dims []*model.Expr, v *factor.Variable) {
	name := "New" + v.Family.Row().Go() + "Rows"
	r := f.lowering.row(lowerFirst(name), Callee{Kind: MakeTableBy, Name: "dist." + name}, nil, written("to", t.Type, code.Write), param("n", code.Whole), param("size", code.Whole))
	n := f.length(dims)
	f.call("", r, firstOf(t), n, f.load("size", f.shapeField(v.Sizes, "size", 0, code.Whole)))
}

// makesVectors makes an array of messages, totals or moments about vectors by a function of package dist, which is told
// the size of each.
func (f *function) makesVectors(t *code.Table, dims []*model.Expr, by string, sizes code.Operand) {
	r := f.lowering.row(lowerFirst(by), Callee{Kind: MakeTableBy, Name: "dist." + by}, nil, written("to", t.Type, code.Write), param("n", code.Whole), param("sizes", sizes.Type()))
	f.call("", r, firstOf(t), f.length(dims), sizes)
}

// vectorsOf is the function that makes the array of a table.
func (f *function) vectorsOf(t *loops.Table) string {
	fam := t.Family.Row()
	switch {
	case t.Role == loops.Total:
		return "New" + fam.Go() + "Totals"
	case t.Role == loops.Moments && fam.Logs && !f.geometric(t.Variable):
		return "New" + fam.Moments.Name() + "Logs"
	case t.Role == loops.Moments:
		return "New" + fam.Moments.Name()
	}
	return "New" + fam.Go() + "s"
}

// geometric tells whether some operator reads the geometric means of a variable.
func (f *function) geometric(v *factor.Variable) bool {
	reads := func(op *operators.Op, args []message.Arg) bool {
		return op != nil && op.Geometric && slices.ContainsFunc(args, func(a message.Arg) bool {
			return a.Moments && a.Slot != nil && a.Slot.Edge != nil && a.Slot.Edge.Variable == v
		})
	}
	return slices.ContainsFunc(f.Loops.Message.Updates, func(u *message.Update) bool {
		return reads(u.Op, u.Args) || slices.ContainsFunc(u.Terms, func(t *message.Term) bool { return reads(t.Op, t.Args) })
	})
}

// sizesOfElements is the function from the position of an element of a variable to its size, for an array with an
// element for each.
func (f *function) sizesOfElements(v *factor.Variable) code.Operand {
	if !ragged(v.Sizes[0]) {
		return f.sizeFunction("oneSize", f.load("size", f.shapeField(v.Sizes, "size", 0, code.Whole)))
	}
	dims := append(v.Dims[:len(v.Dims):len(v.Dims)], v.Sizes[0])
	return f.sizeFunction("sizesOf", f.load("rows", f.shapeField(dims, "start", len(v.Dims), code.Array{Elem: code.Whole})))
}

// sizesIn is that function for a table of messages.
func (f *function) sizesIn(t *loops.Table) code.Operand {
	if t.Role == loops.Replicated && ragged(t.Variable.Sizes[0]) {
		return f.sizeFunction("sizeIn", f.call("all", f.Program.Row(f.SizesOf(t))))
	}
	return f.sizesOfElements(t.Variable)
}

func (f *function) sizeFunction(name string, of code.Operand) code.Operand {
	t := f.handle("engine", "Sizes")
	return f.call("sizes", f.lowering.row(name, Callee{Kind: Function, Name: "engine." + strings.ToUpper(name[:1]) + name[1:]}, types(t), param("of", of.Type())), of)
}

// length is how many elements an array has.
func (f *function) length(dims []*model.Expr) code.Operand {
	if len(dims) == 0 {
		return whole(1)
	}
	return f.load("n", f.totalOf(dims))
}
