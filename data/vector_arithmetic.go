package data

import (
	"fmt"

	"mpc/model"
)

// arithmetic computes sums, differences and multiples of vectors and matrices, and a matrix
// times a vector.
func arithmetic(e *model.Expr, env *Env) ([]float64, error) {
	none := &EvalError{e, e.At, fmt.Errorf("it is no vector that is known")}
	if len(e.Args) == 0 || e.Args[0].Type.Dimensions == 0 && e.Args[0].Op != model.OpList {
		return nil, none
	}
	x, err := Vector(e.Args[0], env)
	if err != nil {
		return nil, err
	}
	out := make([]float64, len(x))
	if e.Fun == "neg" {
		for i, v := range x {
			out[i] = -v
		}
		return out, nil
	}
	if len(e.Args) != 2 {
		return nil, none
	}
	if y := e.Args[1]; y.Type.Dimensions == 0 && y.Op != model.OpList {
		by, err := Eval(y, env)
		if err != nil {
			return nil, err
		}
		for i, v := range x {
			switch e.Fun {
			case "*":
				out[i] = v * by
			case "/":
				out[i] = v / by
			default:
				return nil, none
			}
		}
		return out, nil
	}
	y, err := Vector(e.Args[1], env)
	if err != nil {
		return nil, err
	}
	switch {
	case e.Fun == "*":
		return linearMap(x, y), nil
	case len(x) != len(y):
		return nil, none
	}
	for i, v := range x {
		switch e.Fun {
		case "+":
			out[i] = v + y[i]
		case "-":
			out[i] = v - y[i]
		default:
			return nil, none
		}
	}
	return out, nil
}

// linearMap is a matrix, row by row, times a vector.
func linearMap(a, x []float64) []float64 {
	if len(x) == 0 {
		return nil
	}
	out := make([]float64, len(a)/len(x))
	for i := range out {
		for j, v := range x {
			out[i] += a[i*len(x)+j] * v
		}
	}
	return out
}

// LogOdds computes what a softmax is of.
func LogOdds(e *model.Expr, env *Env) ([]float64, error) {
	if e.Op != model.OpReduce || e.Fun != "softmax" {
		return nil, &EvalError{e, e.At, fmt.Errorf("it is no softmax")}
	}
	lo, hi, err := Bounds(e.Loop, env)
	if err != nil {
		return nil, err
	}
	var out []float64
	for i := lo; i < hi; i++ {
		x, err := Eval(e.Args[0], env.With(e.Loop.Index, i))
		if err != nil {
			return nil, err
		}
		out = append(out, x)
	}
	return out, nil
}
