package data

import (
	"fmt"
	"maps"
	"math"

	"mpc/lang"
	"mpc/lang/functions"
	"mpc/model"
	"mpc/special"
)

// An Env is what an expression is evaluated in.
type Env struct {
	Set   *Set
	Index map[*model.Index]int
	Dims  []int // the outer indices that OpDim stands for
	// Variable returns a constant of the program.
	Variable func(v *model.Variable, index []int) (float64, error)
	// Drawn, if not nil, returns the present value of a random variable, of a vector or a
	// matrix that of a component.
	Drawn func(v *model.Variable, index []int) (float64, error)
	// Inverse, if not nil, returns the inverse of a matrix, row by row.
	Inverse func(matrix []float64) []float64
	// Whitening, if not nil, returns an entry of model.Whitening.
	Whitening func(matrix []float64, covariance bool, row, column int) float64
	// Density, if not nil, returns a log density.
	Density func(e *model.Expr, env *Env) (float64, error)
	// States are what the pass before of the recursions around has left.
	States map[*model.Index]float64
}

// An EvalError is a mistake that an expression meets with these data.
type EvalError struct {
	Expr *model.Expr
	At   lang.Pos
	Err  error
}

func (e *EvalError) Error() string { return fmt.Sprintf("%s: %v", e.Expr, e.Err) }

// Unwrap returns what went wrong.
func (e *EvalError) Unwrap() error { return e.Err }

// Eval computes an expression of inputs, constants and loop indices; a boolean
// is 0 or 1. The error is an *EvalError with the innermost expression that
// fails.
func Eval(e *model.Expr, env *Env) (float64, error) {
	fail := func(err error) (float64, error) {
		if _, ok := err.(*EvalError); ok {
			return 0, err
		}
		return 0, &EvalError{e, e.At, err}
	}
	switch e.Op {
	case model.OpNumber, model.OpBool:
		return e.Value, nil
	case model.OpIndex:
		i, ok := env.Index[e.Index]
		if !ok {
			return fail(fmt.Errorf("the loop index %s has no value here", e.Index.Name))
		}
		return float64(i), nil
	case model.OpDim:
		if e.Dim >= len(env.Dims) {
			return fail(fmt.Errorf("dimension %d has no index here", e.Dim))
		}
		return float64(env.Dims[e.Dim]), nil
	case model.OpInput, model.OpVariable:
		index, err := Index(e.Args, env)
		if err != nil {
			return 0, err
		}
		v, err := element(e, index, env)
		if err != nil {
			return fail(err)
		}
		return v, nil
	case model.OpState:
		return env.States[e.Index], nil
	case model.OpReduce:
		switch {
		case e.IsTable():
			return Eval(e.Row(), env)
		case e.Fun == model.Recursion:
			return recursion(e, env)
		}
		return reduce(e, env)
	}
	if e.IsTable() {
		return Eval(e.Row(), env)
	}
	if e.Density != nil && env.Density != nil {
		return env.Density(e, env)
	}
	switch e.Fun {
	case "&&", "||":
		return logic(e, env)
	case "absent", "some":
		return absence(e, env)
	case model.Choose:
		return choice(e, env)
	case "component":
		return componentNumber(e, env)
	case "dot":
		return dot(e, env)
	case model.Inverse:
		return entryOfInverse(e, env)
	case model.Whitening:
		return entryOfWhitening(e, env)
	}
	if model.Demand(e.Fun) != "" {
		x, err := Vector(e.Args[0], env)
		if err != nil || !meets(e.Fun, x) {
			return 0, err
		}
		return 1, nil
	}
	return apply(e, env)
}

// apply computes a function of numbers.
func apply(e *model.Expr, env *Env) (float64, error) {
	args := make([]float64, len(e.Args))
	for i, a := range e.Args {
		v, err := Eval(a, env)
		if err != nil {
			return 0, err
		}
		args[i] = v
	}
	v, ok := model.Apply(e.Fun, args)
	if !ok {
		return 0, &EvalError{e, e.At, fmt.Errorf("%s cannot be computed", e.Fun)}
	}
	return v, nil
}

// element is that of an input, or of a variable whose values are known.
func element(e *model.Expr, index []int, env *Env) (float64, error) {
	switch v := e.Variable; {
	case e.Op == model.OpInput:
		return env.Set.Value(e.Input, index...)
	case v.Random && env.Drawn != nil:
		return env.Drawn(v, index)
	case v.Random || env.Variable == nil:
		return 0, fmt.Errorf("%s has no value that is known", v.Name)
	default:
		return env.Variable(v, index)
	}
}

// logic computes && and ||, the second argument only where it counts, so that
// the first can guard an index.
func logic(e *model.Expr, env *Env) (float64, error) {
	x, err := Eval(e.Args[0], env)
	if err != nil || (x != 0) == (e.Fun == "||") {
		return x, err
	}
	return Eval(e.Args[1], env)
}

// choice computes one of two expressions, the other of which need not be one here.
func choice(e *model.Expr, env *Env) (float64, error) {
	c, err := Eval(e.Args[0], env)
	if err != nil {
		return 0, err
	}
	if c != 0 {
		return Eval(e.Args[1], env)
	}
	return Eval(e.Args[2], env)
}

// absence computes absent(x[i]), whether the data lack that entry, and some(x),
// whether they lack any.
func absence(e *model.Expr, env *Env) (float64, error) {
	in := e.Args[0].Input
	lacks := env.Set.Some(in)
	if e.Fun == "absent" {
		index, err := Index(e.Args[0].Args, env)
		if err != nil {
			return 0, err
		}
		if lacks, err = env.Set.Absent(in, index...); err != nil {
			return 0, &EvalError{e.Args[0], e.At, err}
		}
	}
	if lacks {
		return 1, nil
	}
	return 0, nil
}

// entryOfInverse is an entry of the inverse of a matrix of the data.
func entryOfInverse(e *model.Expr, env *Env) (float64, error) {
	matrix, err := Vector(e.Args[0], env)
	if err != nil {
		return 0, err
	}
	at, err := Index(e.Args[1:], env)
	if err != nil {
		return 0, err
	}
	n := int(math.Round(math.Sqrt(float64(len(matrix)))))
	if len(at) != 2 || min(at[0], at[1]) < 0 || max(at[0], at[1]) >= n || env.Inverse == nil {
		return 0, &EvalError{e, e.At, fmt.Errorf("%w %v", ErrNoElement, at)}
	}
	return env.Inverse(matrix)[at[0]*n+at[1]], nil
}

// entryOfWhitening is an entry of the matrix that makes the components of a vector independent.
func entryOfWhitening(e *model.Expr, env *Env) (float64, error) {
	matrix, err := Vector(e.Args[0], env)
	if err != nil {
		return 0, err
	}
	at, err := Index(e.Args[1:], env)
	if err != nil {
		return 0, err
	}
	if env.Whitening == nil || len(at) != 3 || at[1]*at[2] >= len(matrix) {
		return 0, &EvalError{e, e.At, fmt.Errorf("%w %v", ErrNoElement, at)}
	}
	return env.Whitening(matrix, at[0] == 1, at[1], at[2]), nil
}

// Index evaluates indices.
func Index(args []*model.Expr, env *Env) ([]int, error) {
	index := make([]int, len(args))
	for k, a := range args {
		i, err := Int(a, env)
		if err != nil {
			return nil, err
		}
		index[k] = i
	}
	return index, nil
}

// Int evaluates an expression to a whole number.
func Int(e *model.Expr, env *Env) (int, error) {
	v, err := Eval(e, env)
	if err != nil {
		return 0, err
	}
	if v != math.Trunc(v) {
		return 0, &EvalError{e, e.At, fmt.Errorf("%v is not a whole number", v)}
	}
	if math.Abs(v) >= 1<<53 {
		return 0, &EvalError{e, e.At, fmt.Errorf("%v is too large for a whole number", v)}
	}
	return int(v), nil
}

// Dist evaluates an expression of distribution type.
func Dist(e *model.Expr, env *Env) (any, error) {
	index, err := Index(e.Args, env)
	if err != nil {
		return nil, err
	}
	d, err := env.Set.Dist(e.Input, index...)
	if err != nil {
		return nil, &EvalError{e, e.At, err}
	}
	return d, nil
}

// Bounds evaluates the bounds of a loop; an empty loop has hi <= lo.
func Bounds(l *model.Loop, env *Env) (lo, hi int, err error) {
	if lo, err = Int(l.Lo, env); err != nil {
		return 0, 0, err
	}
	hi, err = Int(l.Hi, env)
	return lo, hi, err
}

// With returns env with a loop index set.
func (env *Env) With(i *model.Index, v int) *Env {
	c := *env
	c.Index = make(map[*model.Index]int, len(env.Index)+1)
	for k, x := range env.Index {
		c.Index[k] = x
	}
	c.Index[i] = v
	return &c
}

// recursion computes the states of a recursion, pass by pass.
func recursion(e *model.Expr, env *Env) (float64, error) {
	lo, hi, err := Bounds(e.Loop, env)
	if err != nil {
		return 0, err
	}
	now := make([]float64, len(e.States))
	inner := env.With(e.Loop.Index, lo)
	list := e.Args[1]
	for i := lo; i < hi; i++ {
		inner.Index[e.Loop.Index] = i
		for k, a := range list.Args {
			if now[k], err = Eval(a, inner); err != nil {
				return 0, err
			}
		}
		inner.States = maps.Clone(env.States)
		if inner.States == nil {
			inner.States = map[*model.Index]float64{}
		}
		for k, s := range e.States {
			inner.States[s] = now[k]
		}
		list = e.Args[0]
	}
	return now[int(e.Value)], nil
}

// reduce computes a function over a range. The largest or smallest of nothing
// is an error.
func reduce(e *model.Expr, env *Env) (float64, error) {
	lo, hi, err := Bounds(e.Loop, env)
	if err != nil {
		return 0, err
	}
	row := e.Reduction()
	switch {
	case row == nil && e.Fun != model.LogSum:
		return 0, &EvalError{e, e.At, fmt.Errorf("%s cannot be computed", e.Fun)}
	case row != nil && row.Some && hi <= lo:
		return 0, &EvalError{e, e.At, fmt.Errorf("there is no %s of an empty range", e.Fun)}
	}
	inner := env.With(e.Loop.Index, lo)
	next := func(i int) (float64, error) {
		inner.Index[e.Loop.Index] = i
		return Eval(e.Args[0], inner)
	}
	if row == nil {
		return logSum(lo, hi, next)
	}
	return joined(row, lo, hi, next)
}

// joined computes a function of what there is from lo on, before hi.
func joined(row *functions.Reduction, lo, hi int, next func(i int) (float64, error)) (float64, error) {
	total, place, join := row.Start, lo, row.Joined()
	for i := lo; i < hi; i++ {
		v, err := next(i)
		if err != nil {
			return 0, err
		}
		if row.Result == functions.Place {
			if v > total { // as generated code has it, of what is no number too
				total, place = v, i
			}
			continue
		}
		total = join.Value(total, v)
	}
	if row.Result == functions.Place {
		return float64(place), nil
	}
	return total, nil
}

// logSum computes the log of the sum of the exponentials of what there is from lo on, before hi.
func logSum(lo, hi int, next func(i int) (float64, error)) (float64, error) {
	var logs special.LogSum
	for i := lo; i < hi; i++ {
		v, err := next(i)
		if err != nil {
			return 0, err
		}
		logs.Add(v)
	}
	return logs.Log(), nil
}
