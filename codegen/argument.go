package codegen

import (
	"reflect"

	"mpc/factor"
	"mpc/loops"
	"mpc/model"
)

func (f *function) single(v loops.Value, t reflect.Type) string {
	switch {
	case v.Arg.Moments:
		return f.momentsOf(v)
	case v.Point != nil:
		return f.load(v.Point.Table, v.Point.Index, f.env())
	case v.Data == nil && v.Arg.Slot.Edge.Variable.Family.Row().Vector():
		return f.vectorProduct(v.Product, v.Arg.Slot.Edge.Variable, v.Arg.Slot.Edge.Index)
	case v.Data == nil:
		return f.product(v.Product, v.Arg.Slot.Edge.Variable.Family)
	}
	e := f.env()
	if v.Data.Type.Kind != model.DistKind && v.Data.Type.Dimensions > 0 {
		return f.vectorDatum(v, t)
	}
	if v.Data.Type.Kind == model.DistKind {
		return e.f.input(v.Data.Input, v.Data.Args, e)
	}
	switch fam := v.Arg.Point; fam {
	case factor.Unknown:
	case factor.Bernoulli:
		return "dist.BernoulliPoint(" + e.truth(v.Data) + ")"
	default:
		return familyType(fam) + "Point(" + e.real(v.Data) + ")"
	}
	switch t.Kind() {
	case reflect.Bool:
		return e.truth(v.Data)
	case reflect.Int:
		return e.whole(v.Data)
	}
	return e.real(v.Data)
}

// scratchField declares a slice for the elements of an array argument.
func (g *generator) scratchField(elem string) string {
	name := scratchPrefix.name(len(g.scratch))
	g.scratch = append(g.scratch, name+" []"+elem)
	return name
}

// at prints what is known of element i of a variable.
func (f *function) at(v *factor.Variable, i string) string {
	if v.Family.Row().Vector() {
		return f.vectorAt(v, i)
	}
	list := f.g.program.Marginal(v, nil)
	if v.Point {
		list = f.g.program.All(v, nil)
	}
	var parts []string
	for _, t := range list {
		s := f.elementAt(t.Table, i)
		if t.Table.Sparse {
			s = f.sparse(t.Table, i)
		}
		if t.Table.Seen != nil {
			index := &model.Index{Name: i}
			f.names[index] = i
			s = f.load(t.Table, []*model.Expr{model.IndexExpr(index)}, f.env())
		}
		if t.Table.Role == loops.Total {
			s += ".Value()"
		}
		parts = append(parts, s)
	}
	if len(parts) == 0 {
		return uniform(v.Family)
	}
	s := parts[0]
	for _, x := range parts[1:] {
		s += ".Times(" + x + ")"
	}
	return f.inBranch(v, s, len(parts) > 1 || list[0].Table.Role == loops.Total)
}

// elementAt prints the element of a table at a position among those of the variable.
func (f *function) elementAt(t *loops.Table, i string) string {
	if t.Same != nil {
		i = "0"
	}
	if t.Values != nil {
		return f.table(t) + ".At(int(" + f.which(t, i) + "))"
	}
	if t.Packed {
		return f.table(t) + ".At(" + i + ")"
	}
	return f.table(t) + "[" + i + "]"
}
