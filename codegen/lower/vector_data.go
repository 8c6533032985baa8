package lower

import (
	"fmt"
	"slices"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/factor"
	"mpc/model"
)

// vector is data that are a vector, or a matrix row by row.
func (f *function) vector(e *model.Expr) code.Operand {
	switch e.Op {
	case model.OpInput:
		return f.part(f.input(e.Input), e.Input.Dims, e.Args)
	case model.OpVariable:
		t := f.Loops.Constants[e.Variable]
		return f.part(f.table(t), t.Dims, e.Args)
	case model.OpCall:
		if e.Fun == "component" {
			return f.componentRow(e)
		}
		if e.Fun == "zeros" {
			n := f.call("n", f.math("max", code.Whole, code.Whole, code.Whole), whole(0), f.whole(e.Args[0]))
			w := f.work(f.handle("dist", "MvWork"))
			t := code.Array{Elem: code.Real}
			return f.call("zeros", f.lowering.row("zerosMvWork", Callee{Kind: Method, Name: "Zeros"}, types(t), written("work", w.Type(), code.Update), param("n", code.Whole)), w, n)
		}
	case model.OpList:
		return f.listOf(e, code.Real, f.real)
	}
	notYet("a vector %s of data", e)
	return nil
}

// listOf is a list that is written element by element.
func (f *function) listOf(e *model.Expr, t code.Type, item func(*model.Expr) code.Operand) code.Operand {
	var args []code.Operand
	var walk func(e *model.Expr)
	walk = func(e *model.Expr) {
		if e.Op == model.OpList {
			for _, a := range e.Args {
				walk(a)
			}
			return
		}
		args = append(args, item(e))
	}
	walk(e)
	return f.list(t, args)
}

// list is a list of values.
func (f *function) list(t code.Type, args []code.Operand) code.Operand {
	var params []*code.Param
	for i := range args {
		params = append(params, param(fmt.Sprintf("x%d", i), t))
	}
	return f.call("list", f.lowering.row(fmt.Sprintf("list%d%s", len(args), title(t)), Callee{Kind: List}, types(code.Array{Elem: t}), params...), args...)
}

// part gives the elements of an array below an index.
func (f *function) part(t *code.Table, dims, index []*model.Expr) code.Operand {
	t0 := code.Array{Elem: t.Type}
	first := f.place(t, dims, zeros(index, len(dims)))
	first.Known = true // also of an empty part
	for k := len(index) + 1; k < len(dims); k++ {
		if !ragged(dims[k]) {
			continue
		}
		if len(index) == 0 {
			return f.call("part", f.lowering.row("all"+title(t.Type), Callee{Kind: All}, types(t0), param("first", t.Type)), first)
		}
		end := &code.Place{Table: t, Index: slices.Clone(first.Index), Known: true}
		end.Index[len(index)-1] = f.apply("+", first.Index[len(index)-1], whole(1))
		r := f.lowering.row("between"+title(t.Type), Callee{Kind: Between}, types(t0), param("from", t.Type), param("to", t.Type))
		return f.call("part", r, first, end)
	}
	var n code.Operand = whole(1)
	for k := len(index); k < len(dims); k++ {
		size := f.call("n", f.math("max", code.Whole, code.Whole, code.Whole), whole(0), f.whole(sizeOf(dims[k], index)))
		if k == len(index) {
			n = size
		} else {
			n = f.apply("*", n, size)
		}
	}
	r := f.lowering.row("part"+title(t.Type), Callee{Kind: Part}, types(t0), param("from", t.Type), param("n", code.Whole))
	return f.call("part", r, first, n)
}

// zeros is an index of an element with n indices, the last of which are 0.
func zeros(index []*model.Expr, n int) []*model.Expr {
	list := index[:len(index):len(index)]
	for len(list) < n {
		list = append(list, model.Number(0))
	}
	return list
}

// sizeOf is a size of a dimension below an index.
func sizeOf(size *model.Expr, index []*model.Expr) *model.Expr {
	return size.Map(func(x *model.Expr) *model.Expr {
		if x.Op == model.OpDim {
			return index[x.Dim]
		}
		return x
	})
}

// reals is data that are a vector as real numbers: whole numbers are copied.
func (f *function) reals(e *model.Expr) code.Operand {
	x := f.vector(e)
	if e.Op == model.OpList || e.Type.Kind == model.Real {
		return x
	}
	t := code.Array{Elem: code.Real}
	to := &code.Place{Table: f.declare(&code.Table{Name: "scratch", Type: t, Keep: code.Scratch}, Source{InFunction: InFunction{Scratch: code.Real}})}
	r := f.lowering.row("reals", Callee{Kind: Reals}, nil, written("to", t, code.Write), param("from", x.Type()))
	f.call("", r, to, x)
	return f.load("row", to)
}

// vectorDatum is data that are a vector as an operator wants them.
func (f *function) vectorDatum(v loops.Value, t code.Type) code.Operand {
	if v.Arg.Point == factor.Unknown && t == (code.Array{Elem: code.Whole}) {
		return f.vector(v.Data)
	}
	x := f.reals(v.Data)
	if v.Arg.Point == factor.Unknown {
		return x
	}
	to := f.message(f.family(v.Arg.Point.String()))
	f.change(to, "SetPoint", x)
	return to
}

// aside is a table beside that of an input: which entries are missing, or whether one is.
func (f *function) aside(in *model.Input, suffix string, s Source) *code.Table {
	name := "aside " + in.Name + suffix
	if f.named[name] == nil {
		s.Input = in
		t := &code.Table{Name: in.Name + suffix, Type: code.Truth, Keep: code.Input}
		if s.Some {
			t.Type = code.Whole
		} else {
			f.dims(t, in.Dims)
		}
		f.named[name] = f.declare(t, s)
	}
	return f.named[name]
}

// absent tells whether an entry of an input is missing.
func (f *function) absent(in *model.Input, index []*model.Expr) code.Operand {
	if in.Type.Kind == model.Real {
		x := f.load("d", f.place(f.input(in), in.Dims, index))
		return f.call("v", f.lowering.row("isNaN", Callee{Kind: Function, Name: "math.IsNaN"}, types(code.Truth), param("x", code.Real)), x)
	}
	entry := func() code.Operand {
		p := f.place(f.aside(in, "_missing", Source{FromData: FromData{Missing: true}}), in.Dims, index)
		p.Known = true // where no entry is missing the table is empty
		return f.load("v", p)
	}
	if len(in.Dims) == 0 {
		return entry()
	}
	return f.both(func() code.Operand {
		return f.apply("==", f.load("v", &code.Place{Table: f.aside(in, "_some", Source{FromData: FromData{Some: true}})}), whole(1))
	}, entry)
}
