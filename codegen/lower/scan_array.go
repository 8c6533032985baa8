package lower

import (
	"slices"

	"mpc/codegen/code"
	"mpc/model"
)

// Vectors and matrices as functions of package mcmc read them: arrays of numbers, row by row. What is computed stands in memory
// of the chain.

// realSlice is a vector or a matrix of reals.
func (f *chain) realSlice(e *model.Expr) code.Operand {
	switch e.Op {
	case model.OpInput, model.OpVariable:
		return f.stored(e)
	case model.OpCall:
		switch e.Fun {
		case "component":
			return f.componentRow(e)
		case "zeros":
			to := f.memoryOf(code.Real)
			f.emptied(to)
			index := f.value("k", code.Whole)
			s := &code.Strand{Index: index, Lo: whole(0), Hi: f.whole(e.Args[0]), Body: &code.Block{}}
			f.emit(&code.For{Strands: []*code.Strand{s}})
			f.within(s.Body, func() { f.appended(to, real(0)) })
			return f.kept(to)
		}
		return f.arithmetic(e)
	case model.OpReduce:
		if e.Fun == model.Elements {
			return f.load("list", f.collected(e, code.Real))
		}
		list := f.load("list", f.logOdds(e))
		r := f.lowering.row("fromLogOdds", Callee{Kind: Function, Name: "mcmc.FromLogOdds"}, types(list.Type()), param("x", list.Type()))
		return f.call("p", r, list)
	case model.OpList:
		return f.vector(e)
	}
	notYet("a vector %s in a scan", e)
	return nil
}

// stored is an array that is kept: whole numbers are copied to reals.
func (f *chain) stored(e *model.Expr) code.Operand {
	var t *code.Table
	var dims []*model.Expr
	if e.Op == model.OpInput {
		t, dims = f.input(e.Input), e.Input.Dims
	} else {
		x := f.Loops.Constants[e.Variable]
		t, dims = f.table(x), x.Dims
	}
	if e.Type.Kind != model.Real {
		x := f.part(t, dims, e.Args)
		to := f.memoryOf(code.Real)
		r := f.lowering.row("realsOf", Callee{Kind: Reals}, nil, written("to", to.Type(), code.Write), param("from", x.Type()))
		f.call("", r, to, x)
		return f.load("list", to)
	}
	if len(dims) != len(e.Args)+1 {
		return f.part(t, dims, e.Args)
	}
	first := f.place(t, dims, append(slices.Clip(e.Args), model.Number(0)))
	first.Known = true // also of an empty row
	if len(e.Args) == 0 {
		return f.call("list", f.lowering.row("allReal", Callee{Kind: All}, types(code.Array{Elem: code.Real}), param("first", code.Real)), first)
	}
	return f.stretchOf(first, f.whole(sizeOf(dims[len(e.Args)], e.Args)))
}

// computed is a vector that is only read: one that is computed of others once.
func (f *chain) computed(e *model.Expr) code.Operand {
	if e.Op != model.OpReduce || e.Fun != model.Elements {
		return f.realSlice(e)
	}
	return f.lasting(e, func() *code.Place { return f.collected(e, code.Real) })
}

// isSoftmax tells whether e is probabilities by their log odds.
func isSoftmax(e *model.Expr) bool { return e.Op == model.OpReduce && e.Fun == "softmax" }

// logOdds is what a softmax is of, in memory of the chain.
func (f *chain) logOdds(e *model.Expr) *code.Place {
	if !isSoftmax(e) {
		notYet("%s as a vector", e)
	}
	each := *e
	each.Fun = model.Elements
	return f.collected(&each, code.Real)
}

// wholeSlice is a vector of whole numbers.
func (f *chain) wholeSlice(e *model.Expr) code.Operand {
	if e.Op == model.OpInput || e.Op == model.OpVariable {
		return f.vector(e)
	}
	return f.load("list", f.collected(e, code.Whole))
}

// memoryOf is memory of the chain for an array.
func (f *chain) memoryOf(elem code.Type) *code.Place {
	t := &code.Table{Name: "memory", Type: code.Array{Elem: elem}, Keep: code.Scratch}
	return &code.Place{Table: f.declare(t, Source{InFunction: InFunction{Scratch: elem}})}
}

func (f *chain) emptied(to *code.Place) {
	f.call("", f.lowering.row("empty"+title(to.Type()), Callee{Kind: Empty}, nil, written("to", to.Type(), code.Write)), to)
}

func (f *chain) appended(to *code.Place, x code.Operand) {
	r := f.lowering.row("append"+title(to.Type()), Callee{Kind: Append}, nil, written("to", to.Type(), code.Update), param("x", x.Type()))
	f.call("", r, to, x)
}

// kept gives the memory back to the chain, as it may have grown, and is the array in it.
func (f *chain) kept(to *code.Place) code.Operand {
	f.grown(to)
	return f.load("list", to)
}

func (f *chain) grown(to *code.Place) {
	f.call("", f.lowering.row("grown"+title(to.Type()), Callee{Kind: Grown}, nil, written("to", to.Type(), code.Update)), to)
}

// collected are the elements of a list, or of a reduction to a vector, row by row, in memory of the chain.
func (f *chain) collected(e *model.Expr, elem code.Type) *code.Place {
	to := f.memoryOf(elem)
	f.emptied(to)
	var add func(e *model.Expr)
	add = func(e *model.Expr) {
		switch {
		case e.Op == model.OpList:
			for _, a := range e.Args {
				add(a)
			}
		case e.Op == model.OpReduce && e.Fun == model.Elements:
			f.through([]around{{loop: e.Loop}}, nil, func([]code.Operand) []code.Operand {
				add(e.Args[0])
				return nil
			})
		case elem == code.Whole:
			f.appended(to, f.whole(e))
		default:
			f.appended(to, f.real(e))
		}
	}
	add(e)
	f.grown(to)
	return to
}

// arithmetic is a sum or a multiple of vectors or of matrices, in memory of the chain.
func (f *chain) arithmetic(e *model.Expr) code.Operand {
	names := map[string]string{"neg": "Negated", "+": "Sum", "-": "Difference", "*": "Mapped"}
	fun := names[e.Fun]
	to := f.memoryOf(code.Real)
	args := []code.Operand{to}
	params := []*code.Param{written("to", to.Type(), code.Update)}
	for k, a := range e.Args {
		var x code.Operand
		switch {
		case a.Type.Dimensions > 0 || a.Op == model.OpList:
			x = f.realSlice(a)
		case k == 1 && (e.Fun == "*" || e.Fun == "/"):
			fun = map[string]string{"*": "Scaled", "/": "Divided"}[e.Fun]
			x = f.real(a)
		default:
			notYet("%s as a vector", e)
		}
		args, params = append(args, x), append(params, param(string(rune('a'+k)), x.Type()))
	}
	if fun == "" {
		notYet("%s as a vector", e)
	}
	f.call("", f.lowering.row(lowerFirst(fun)+"Vector", Callee{Kind: IntoMemory, Name: "mcmc." + fun}, nil, params...), args...)
	return f.kept(to)
}
