package lower

import (
	"mpc/codegen/code"
	"mpc/factor"
	"mpc/model"
)

// posteriors lowers, for each variable that is inferred, the function that gives what is known of an element. That of a
// vector is put in a place.
func (l *lowering) posteriors() {
	for _, u := range l.Loops.Marginals {
		v := u.Variable
		if v == nil {
			continue
		}
		name := PosteriorOf(v)
		if v.Family.Row().Vector() {
			l.make(name, nil, func(f *function) {
				index := f.indexParams(v)
				m := f.inferred(v, index)
				to := written(f.fresh("to"), m.Type(), code.Update)
				f.row.Params = append(f.row.Params, to)
				f.change(to.Value, "Set", m)
			})
			continue
		}
		l.make(name, types(l.family(v.Family.String())), func(f *function) {
			index := f.indexParams(v)
			f.gives(f.entry(v, index))
		})
	}
}

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
		t := f.family(v.Family.String())
		return f.call("point", f.lowering.row("point"+title(t), Callee{Kind: Function, Name: "dist." + v.Family.Row().Go() + "Point"}, types(t), param("x", x.Type())), x)
	})
}
