package lower

import (
	"mpc/codegen/code"
	"mpc/factor"
	"mpc/model"
)

// posteriors lowers, for each variable that is inferred, the function that gives what is known of an element, and of an array
// that which gives what is known of all. That of a vector is put in a place.
func (l *lowering) posteriors() {
	for _, u := range l.Loops.Marginals {
		v := u.Variable
		if v == nil {
			continue
		}
		l.posterior(v)
		if len(DimsOf(v)) > 0 {
			l.known(v)
		}
	}
}

// posterior lowers the function that gives what is known of an element of a variable.
func (l *lowering) posterior(v *factor.Variable) {
	about := "what is known of " + v.Source.Name
	if v.Source.Input != nil {
		about = "what is known of an entry of " + v.Source.Name + ": where it is not missing, the point mass at the datum"
	} else if len(v.Dims) > 0 {
		about = "what is known of an element of " + v.Source.Name
	}
	if v.Family.Row().Vector() {
		l.make(Results.has("posterior", "sets a distribution to "+about+".").of(v.Source.Name), nil, func(f *function) {
			index := f.indexParams(v)
			m := f.inferred(v, index)
			to := written(f.fresh("to"), m.Type(), code.Update)
			f.row.Params = append(f.row.Params, to)
			f.change(to.Value, "Set", m)
		})
		return
	}
	l.make(Results.has("posterior", "is "+about+".").of(v.Source.Name), types(l.family(v.Family.String())), func(f *function) {
		index := f.indexParams(v)
		f.gives(f.entry(v, index))
	})
}

// known lowers the function that gives what is known of each element of a variable.
func (l *lowering) known(v *factor.Variable) {
	if l.Functions[KnownOf(v)] != nil {
		return
	}
	fam := l.family(v.Family.String())
	l.make(Results.has("known", "is what is known of "+v.Source.Name+".").of(v.Source.Name), types(code.Array{Elem: fam}), func(f *function) {
		known := &code.Table{Name: "known", Type: fam, Keep: code.Local}
		f.dims(known, DimsOf(v))
		source := Source{InFunction: InFunction{Array: v}}
		if v.Source.Input != nil {
			source = Source{InFunction: InFunction{Entries: v.Source.Input}}
		}
		f.declare(known, source)
		f.emit(&code.Fill{Table: known, Value: f.zero(fam)})
		f.eachIndex(DimsOf(v), func(index []*model.Expr) {
			to := f.place(known, DimsOf(v), index)
			of := l.Functions[PosteriorOf(v)]
			if of == nil {
				f.set(to, f.inferred(v, index))
				return
			}
			var args []code.Operand
			for _, i := range index {
				args = append(args, f.whole(i))
			}
			if isHandle(fam) {
				f.call("", of, append(args, to)...)
			} else {
				f.store(to, f.call("m", of, args...))
			}
		})
		f.gives(f.arrayOf(known))
	})
}

// KnownOf is the name of that function.
func KnownOf(v *factor.Variable) string { return "known_" + v.Source.Name }

// BatchOf is the name of the function that gives what a batch of data says of each element of a variable.
func BatchOf(v *factor.Variable) string { return "batch_" + v.Source.Name }

// PosteriorOf is the name of the function that gives what is known of an element of a variable.
func PosteriorOf(v *factor.Variable) string { return "posterior_" + v.Source.Name }

// DimsOf are the dimensions of what is inferred: of entries of the data those of all of them.
func DimsOf(v *factor.Variable) []*model.Expr {
	if v.Source.Input != nil {
		return v.Source.Input.Dims
	}
	return v.Dims
}

// indexParams gives the function a parameter for each dimension of a variable, and returns the index that they are.
func (f *function) indexParams(v *factor.Variable) []*model.Expr {
	var index []*model.Expr
	for k := range DimsOf(v) {
		p := param(f.fresh(f.dimensionAt(k).Name), code.Whole)
		f.row.Params = append(f.row.Params, p)
		f.scope.indices[f.dimensionAt(k)] = p.Value
		index = append(index, model.IndexExpr(f.dimensionAt(k)))
	}
	return index
}

// entry is what is known of an element: of an entry of the data that is not missing the point mass at the datum.
func (f *function) entry(v *factor.Variable, index []*model.Expr) code.Operand {
	if v.Source.Input == nil {
		return f.inferred(v, index)
	}
	in := v.Source.Input
	return f.lazy(f.absent(in, index), f.family(v.Family.String()), func() code.Operand { return f.inferred(v, index) }, func() code.Operand {
		x := f.load("d", f.place(f.input(in), in.Dims, index))
		if x.Type() == code.Whole && v.Family != factor.Categorical {
			x = f.apply("real", x)
		}
		t := f.family(v.Family.String())
		return f.call("point", f.lowering.row("point"+title(t), Callee{Kind: Function, Name: "dist." + v.Family.Row().Go() + "Point"}, types(t), param("x", x.Type())), x)
	})
}
