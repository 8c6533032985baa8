package data

import (
	"errors"
	"fmt"

	"mpc/model"
)

// ErrNoElement is that a list has fewer elements than an index asks for.
var ErrNoElement = errors.New("there is no element")

// component finds the element of a list or an array at indices, which may be a vector, and
// the indices that are left, of a vector that is computed.
func component(e *model.Expr, env *Env) (x *model.Expr, left []int, err error) {
	index, err := Index(e.Args[1:], env)
	if err != nil {
		return nil, nil, err
	}
	x = e.Args[0]
	for k, i := range index {
		switch {
		case x.Op == model.OpVariable || x.Op == model.OpInput:
			cp := *x
			cp.Args = append(x.Args[:len(x.Args):len(x.Args)], model.Number(float64(i)))
			cp.Type.Dimensions--
			x = &cp
		case x.Op == model.OpList && i >= 0 && i < len(x.Args):
			x = x.Args[i]
		case x.Op == model.OpList || x.Type.Dimensions == 0:
			return nil, nil, &EvalError{e, e.At, fmt.Errorf("%w %v", ErrNoElement, index)}
		default:
			return x, index[k:], nil
		}
	}
	return x, nil, nil
}

// componentNumber is a component that is a number.
func componentNumber(e *model.Expr, env *Env) (float64, error) {
	x, left, err := component(e, env)
	if err != nil {
		return 0, err
	}
	if len(left) == 0 {
		return Eval(x, env)
	}
	v, err := Vector(x, env)
	if err != nil {
		return 0, err
	}
	at := left[0]
	if len(left) == 2 {
		sizes := x.Lengths()
		if len(sizes) != 2 {
			return 0, &EvalError{e, e.At, fmt.Errorf("it is no matrix that is known")}
		}
		n, err := Int(sizes[1], env)
		if err != nil {
			return 0, err
		}
		at = at*n + left[1]
	}
	if at < 0 || at >= len(v) {
		return 0, &EvalError{e, e.At, fmt.Errorf("%w %v", ErrNoElement, left)}
	}
	return v[at], nil
}

// dot is the sum of the products of the components of two vectors.
func dot(e *model.Expr, env *Env) (float64, error) {
	x, err := Vector(e.Args[0], env)
	if err != nil {
		return 0, err
	}
	y, err := Vector(e.Args[1], env)
	if err != nil {
		return 0, err
	}
	if len(x) != len(y) {
		return 0, &EvalError{e, e.At, fmt.Errorf("vectors of %d and %d components have no product", len(x), len(y))}
	}
	sum := 0.0
	for k, v := range x {
		sum += v * y[k]
	}
	return sum, nil
}
