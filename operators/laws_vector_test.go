package operators

import (
	"reflect"

	"mpc/dist"
)

// lawVector is the uniform message about three values, or three rows.
func lawVector(in reflect.Type) (reflect.Value, bool) {
	switch in {
	case reflect.TypeFor[dist.Dirichlet]():
		return reflect.ValueOf(dist.DirichletUniform(3)), true
	case reflect.TypeFor[dist.Categorical]():
		return reflect.ValueOf(dist.CategoricalUniform(3)), true
	case reflect.TypeFor[dist.MvNormal]():
		return reflect.ValueOf(dist.MvNormalUniform(3)), true
	case reflect.TypeFor[dist.Wishart]():
		return reflect.ValueOf(dist.WishartUniform(3)), true
	}
	return reflect.Value{}, false
}

// lawMemory is memory for a message about three values, or to calculate in.
func lawMemory(in reflect.Type) reflect.Value {
	v := reflect.New(in.Elem())
	if u, ok := lawVector(in.Elem()); ok {
		v.Elem().Set(u)
	}
	return v
}

// lawArgument is an ordinary value of a parameter of an operator: of a matrix the
// identity of three rows.
func lawArgument(op *Op, k int, in reflect.Type) reflect.Value {
	switch op.Args[k].Name {
	case "precision", "covariance", "scale", "inverse", "matrix":
		if in == reflect.TypeFor[[]float64]() {
			return reflect.ValueOf([]float64{1, 0, 0, 0, 1, 0, 0, 0, 1})
		}
	}
	return lawValue(in)
}

// inPlace tells whether the operator writes its message to memory of the caller.
func (op *Op) inPlace() bool {
	for i, t := range op.In() {
		if op.Args[i].Role() == Into {
			return t.Kind() == reflect.Pointer
		}
	}
	return false
}
