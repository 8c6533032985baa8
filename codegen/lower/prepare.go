package lower

import (
	"mpc/codegen/code"
	"mpc/factor"
	"mpc/model"
)

// prepare lowers the function that lays out all arrays, once the data have been read, checks that these fit each other, and
// makes memory.
func (l *lowering) prepare() {
	l.make(Main.has("prepare", "lays out the arrays and checks all indices.").direct(), types(code.Fault), func(f *function) {
		done := map[*Shape]bool{l.ShapeOf(nil): true}
		layout := func(s *Shape) {
			if !done[s] {
				done[s] = true
				f.call("", l.Functions[s.Row])
			}
		}
		for _, in := range l.Arrays() {
			layout(l.ShapeOf(in.Dims))
			f.fits(in)
		}
		for _, s := range l.Shapes() {
			layout(s)
		}
		for _, s := range l.Loops.Message.Graph.Shared {
			if l.Functions[FitsOf(s.Others)] != nil {
				f.must(FitsOf(s.Others))
			}
		}
		f.must("checkIndices")
		if r := l.Functions["allocate"]; r != nil {
			f.call("", r)
		}
	})
}

// must calls a function of the program without arguments, and leaves with its fault.
func (f *function) must(name string) { f.fail(f.call("e", f.Functions[name])) }

// fitsOthers lowers the function that makes what other batches say of a variable messages that say nothing, of their
// sizes, where there are none, and checks the sizes of others.
func (l *lowering) fitsOthers(s *factor.Shared) {
	in, v := s.Others, s.Variable
	array, vector := len(in.Dims) > 0, v.Family.Row().Vector()
	if !array && !vector {
		return
	}
	l.make(Main.has("fits", "checks that what other batches say of "+v.Name+" fits the sizes. What they have not said says nothing.").of(in.Name).direct(), types(code.Fault), func(f *function) {
		r := &reading{function: f, in: in, name: v.Name}
		given := r.copied("_fits")
		if !array {
			n, size := f.load("n", f.shapeField(v.Sizes, "size", 0, code.Whole)), f.ask(nil, f.load("given", given), "Size", code.Whole)
			f.choose(f.apply("==", size, whole(0)), func() { f.change(given, "Resize", n) }, func() {
				f.choose(f.apply("!=", size, n), func() { r.refuse("other batches give it the size %d, not %d", size, n) }, nil)
			})
			return
		}
		f.choose(r.isNil(f.load("all", given)), func() {
			if vector {
				l.sizesLaidOut(v)
			}
			r.changes("uniform", UniformGiven, r.given)
		}, nil)
		n, total := r.length(f.load("all", given)), f.load("total", l.totalOf(in.Dims))
		f.choose(f.apply("!=", n, total), func() {
			r.refuse("other batches give %d elements of it, its sizes ask for %d", n, total)
		}, nil)
	})
}

// copied declares the copy of an input, which a function changes.
func (r *reading) copied(suffix string) *code.Place {
	t := r.valueType(r.in)
	if len(r.in.Dims) > 0 {
		t = code.Array{Elem: t}
	}
	r.given = r.declare(&code.Table{Name: r.in.Name + suffix, Type: t, Keep: code.State}, Source{FromData: FromData{Input: r.in, Given: true}})
	return &code.Place{Table: r.given}
}

// isNil tells whether no array is given.
func (r *reading) isNil(x code.Operand) code.Operand {
	return r.call("v", r.lowering.row("isNil_"+r.in.Name, Callee{Kind: IsNil}, types(code.Truth), param("x", x.Type())), x)
}

// raggedInputs are the inputs whose rows differ in length, one for each shape.
func (l *lowering) raggedInputs() (list []*model.Input) {
	seen := map[*Shape]bool{}
	for _, in := range l.Arrays() {
		if s := l.ShapeOf(in.Dims); !seen[s] {
			seen[s] = true
			for k := range s.Dims {
				if s.Ragged(k) {
					list = append(list, in)
					break
				}
			}
		}
	}
	return list
}
