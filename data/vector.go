package data

import (
	"fmt"
	"math"
	"slices"

	"mpc/dist"
	"mpc/factor/families"
	"mpc/model"
	"mpc/special"
)

// Vector returns the numbers below an index that has fewer entries than the input
// has dimensions: a vector, or a matrix row by row. The caller must not change
// them.
func (s *Set) Vector(in *model.Input, index ...int) ([]float64, error) {
	c := s.columns[in]
	if c == nil || c.values == nil || len(index) > len(c.starts) {
		return nil, fmt.Errorf("%s has no such part", in.Name)
	}
	outer := &column{input: in, starts: c.starts[:len(index)]}
	from, err := outer.position(index)
	if err != nil {
		return nil, err
	}
	to := from + 1
	for _, starts := range c.starts[len(index):] {
		from, to = int(starts[from]), int(starts[to])
	}
	return c.values.slice(from, to), nil
}

// Seen returns the numbers of a vector input, NaN where the data lack one.
func Seen(e *model.Expr, env *Env) ([]float64, error) {
	if e == nil {
		return nil, nil
	}
	x, err := Vector(e, env)
	if err != nil || !env.Set.Some(e.Input) {
		return x, err
	}
	index, err := Index(e.Args, env)
	x = slices.Clone(x)
	for k := range x {
		if lacks, _ := env.Set.Absent(e.Input, append(slices.Clone(index), k)...); lacks {
			x[k] = math.NaN()
		}
	}
	return x, err
}

// Vector computes an expression that is a vector, or a matrix row by row.
func Vector(e *model.Expr, env *Env) ([]float64, error) {
	if e.IsTable() {
		return Vector(e.Row(), env)
	}
	switch e.Op {
	case model.OpInput:
		index, err := Index(e.Args, env)
		if err != nil {
			return nil, err
		}
		x, err := env.Set.Vector(e.Input, index...)
		if err != nil {
			return nil, &EvalError{e, e.At, err}
		}
		return x, nil
	case model.OpList:
		var out []float64
		for _, a := range e.Args {
			if a.Op == model.OpList || a.Type.Dimensions > 0 {
				row, err := Vector(a, env)
				if err != nil {
					return nil, err
				}
				out = append(out, row...)
				continue
			}
			x, err := Eval(a, env)
			if err != nil {
				return nil, err
			}
			out = append(out, x)
		}
		return out, nil
	case model.OpCall:
		if e.Fun == "component" {
			x, left, err := component(e, env)
			if err != nil {
				return nil, err
			}
			if len(left) > 0 {
				return nil, &EvalError{e, e.At, fmt.Errorf("it is no vector that is known")}
			}
			return Vector(x, env)
		}
		if e.Fun != "zeros" {
			return arithmetic(e, env)
		}
		n, err := Int(e.Args[0], env)
		if err != nil {
			return nil, err
		}
		return make([]float64, max(0, n)), nil
	case model.OpReduce:
		if e.Fun == model.Elements {
			return reduction(e, env)
		}
		x, err := LogOdds(e, env)
		return special.Softmax(x), err
	case model.OpVariable:
		if e.Variable.Random && env.Drawn != nil {
			return vectorOf(e, env, env.Drawn)
		}
		if e.Random {
			break
		}
		return vectorOf(e, env, env.Variable)
	}
	return nil, &EvalError{e, e.At, fmt.Errorf("it is no vector that is known")}
}

// reduction computes a vector, or a matrix, pass by pass of a loop.
func reduction(e *model.Expr, env *Env) ([]float64, error) {
	lo, hi, err := Bounds(e.Loop, env)
	var out []float64
	for i := lo; i < hi && err == nil; i++ {
		var x []float64
		x, err = row(e.Args[0], env.With(e.Loop.Index, i))
		out = append(out, x...)
	}
	return out, err
}

// row is what one pass adds to a vector, or to a matrix.
func row(e *model.Expr, env *Env) ([]float64, error) {
	if e.Type.Dimensions > 0 {
		return Vector(e, env)
	}
	x, err := Eval(e, env)
	return []float64{x}, err
}

// vectorOf reads an array of constants as a vector, or what is drawn of a vector.
func vectorOf(e *model.Expr, env *Env, read func(*model.Variable, []int) (float64, error)) ([]float64, error) {
	index, err := Index(e.Args, env)
	if err != nil {
		return nil, err
	}
	var out []float64
	var walk func(sizes []*model.Expr, index []int) error
	walk = func(sizes []*model.Expr, index []int) error {
		if len(sizes) == 0 {
			x, err := read(e.Variable, index)
			out = append(out, x)
			return err
		}
		n, err := Int(sizes[0], env)
		for i := 0; i < n && err == nil; i++ {
			err = walk(sizes[1:], append(index[:len(index):len(index)], i))
		}
		return err
	}
	if err := walk(e.Lengths(), index); err != nil {
		if _, ok := err.(*EvalError); ok {
			return nil, err
		}
		return nil, &EvalError{e, e.At, err}
	}
	return out, nil
}

// meets tells whether a vector is as a demand asks.
func meets(demand string, x []float64) bool {
	switch demand {
	case "positive":
		return dist.IsPositive(x)
	case "probabilities":
		return dist.IsProbabilities(x)
	}
	return dist.IsDefinite(x)
}

// checkVectors reports the first vector or matrix of an input that is not as the
// program wants it, at its element.
func (a *assembly) checkVectors(s *shape) {
	in := s.input
	if in.Demand == "" || a.bad[in] || a.failed() {
		return
	}
	c := a.set.columns[in]
	depth := len(in.Dims) - in.Demanded
	count := 1
	if depth > 0 {
		count = s.lists(depth)
	}
	for i := range count {
		from, to := i, i+1
		for _, starts := range s.starts[depth:] {
			from, to = int(starts[from]), int(starts[to])
		}
		x := c.values.slice(from, to)
		if len(x) == 0 || meets(in.Demand, x) {
			continue // of nothing there are no probabilities: where they are asked for, that is reported
		}
		name := s.name(depth, i)
		at := s.listPlace(depth, i)
		if in.Demand == "definite" {
			err := dist.MatrixErrorOf(name, x)
			if m, ok := err.(*dist.MatrixError); ok && m.Row >= 0 && m.Column >= 0 {
				at = s.place(from + m.Row*s.width(depth, i) + m.Column)
			}
			s.source.errorf(at, CodeMatrix, "%v", err).WithHint("it stands for a covariance, a precision or a scale: symmetric, and all of its variances above 0")
			return
		}
		for k, v := range x {
			if in.Demand == "positive" && !(v > 0) || !(v >= 0) {
				s.source.errorf(s.place(from+k), CodeProbabilities, "%s is %v; every element of %s must be %s", s.name(depth, i, k), v, in.Name,
					map[bool]string{true: "above 0", false: "at least 0"}[in.Demand == "positive"])
				return
			}
		}
		sum := 0.0
		for _, v := range x {
			sum += v
		}
		s.source.errorf(at, CodeProbabilities, "the elements of %s sum to %.15g; probabilities sum to 1", name, sum)
		return
	}
}

// width is the length of the rows of a matrix.
func (s *shape) width(depth, at int) int {
	row := s.starts[depth][at]
	return int(s.starts[depth+1][row+1] - s.starts[depth+1][row])
}

// checkSizes reports a distribution over vectors of another size than the model
// says.
func (a *assembly) checkSizes(s *shape) {
	in := s.input
	if len(in.Sizes) == 0 || a.bad[in] || !a.known(in.Sizes[0]) {
		return
	}
	c := a.set.columns[in]
	for i, d := range c.dists {
		if d == nil {
			return
		}
		n, err := Int(in.Sizes[0], &Env{Set: a.set, Dims: s.path(len(in.Dims), i)})
		if err != nil {
			return
		}
		if got := d.(interface{ Size() int }).Size(); got != n {
			d := s.source.errorf(s.place(i), CodeShape, "%s is over vectors of size %d, %s is %d", s.name(len(in.Dims), i), got, dimText(in, in.Sizes[0]), n)
			if families.Named(in.Type.Family).Dimensions() == 2 {
				d.Message = fmt.Sprintf("%s is over matrices of %d rows, %s is %d", s.name(len(in.Dims), i), got, dimText(in, in.Sizes[0]), n)
			}
			if x := a.ranges[in.Sizes[0].Input]; in.Sizes[0].Op == model.OpInput && x != nil {
				d.WithHint("%s", x.why)
			}
			return
		}
	}
}
