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
