package chains

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"mpc/codegen/code"
	"mpc/codegen/code/evaluate"
	"mpc/codegen/lower"
	"mpc/data"
	"mpc/dist"
	"mpc/mcmc"
	"mpc/model"
)

// storage fills the tables of a machine with data.
type storage struct {
	machine *evaluate.Machine
	program *lower.Program
	env     *data.Env
}

// fill sets what the data say: first the sizes of arrays, in which other data stand.
func (s *storage) fill() error {
	tables := slices.Clone(s.program.Program.Tables)
	slices.SortStableFunc(tables, func(a, b *code.Table) int { return len(a.Dims) - len(b.Dims) })
	for _, t := range tables {
		source := s.program.Tables[t]
		var dims []*model.Expr
		var value func(index []int) (any, error)
		switch {
		case source.Given:
			continue // for what the caller of a package gives
		case source.State == "slice":
			value = func([]int) (any, error) { return new(mcmc.Slice), nil }
		case source.State == "wholeSlice":
			value = func([]int) (any, error) { return new(mcmc.WholeSlice), nil }
		case source.State == "elliptical":
			value = func([]int) (any, error) { return new(mcmc.Elliptical), nil }
		case source.State == "simplex":
			value = func([]int) (any, error) { return new(mcmc.Simplex), nil }
		case source.State == "adaptive":
			value = func([]int) (any, error) { return new(mcmc.AdaptiveRejection), nil }
		case source.Some:
			in := source.Input
			value = func([]int) (any, error) {
				if s.env.Set.Some(in) {
					return int64(1), nil
				}
				return int64(0), nil
			}
		case source.Missing:
			in := source.Input
			dims = in.Dims
			value = func(index []int) (any, error) { return s.env.Set.Absent(in, index...) }
		case source.Input != nil:
			in := source.Input
			dims = in.Dims
			value = func(index []int) (any, error) { return s.datum(t, in, index) }
		case source.Size != nil:
			size := source.Size[source.Dim]
			value = func([]int) (any, error) {
				n, err := data.Int(size, s.env)
				return int64(n), err
			}
		default:
			continue
		}
		err := s.each(dims, nil, func(index []int64) error {
			x, err := value(ints(index))
			if err == nil {
				err = s.machine.Set(t.Name, x, index...)
			}
			return err
		})
		if err != nil {
			return fmt.Errorf("%s: %w", t.Name, err)
		}
	}
	return nil
}

func ints(list []int64) []int {
	out := make([]int, len(list))
	for i, x := range list {
		out[i] = int(x)
	}
	return out
}

// datum is an element of an input, as a machine takes it.
func (s *storage) datum(t *code.Table, in *model.Input, index []int) (any, error) {
	if in.Type.Kind == model.DistKind {
		d, err := s.env.Set.Dist(in, index...)
		switch d := d.(type) {
		case dist.Normal:
			return []any{d.H, d.P}, err
		case dist.Gamma:
			return []any{d.Shape, d.Rate}, err
		case dist.Beta:
			return []any{d.A, d.B}, err
		case dist.InverseGamma:
			return []any{d.Shape, d.Rate}, err
		}
		if _, ok := t.Type.(*code.Record); ok {
			return nil, fmt.Errorf("no data of %s", t.Type)
		}
		return d, err
	}
	x, err := s.env.Set.Value(in, index...)
	if missing := new(data.MissingError); errors.As(err, &missing) {
		x, err = math.NaN(), nil
	}
	switch t.Type {
	case code.Real:
		return x, err
	case code.Truth:
		return x == 1, err
	}
	if math.IsNaN(x) {
		return int64(0), err // a table of its own says that it is missing
	}
	return int64(x), err
}

// each runs over the indices of an array.
func (s *storage) each(dims []*model.Expr, index []int64, f func(index []int64) error) error {
	if len(index) == len(dims) {
		return f(index)
	}
	env := *s.env
	env.Dims = ints(index)
	n, err := data.Int(dims[len(index)], &env)
	if err != nil {
		return err
	}
	for i := range int64(max(n, 0)) {
		if err := s.each(dims, append(index[:len(index):len(index)], i), f); err != nil {
			return err
		}
	}
	return nil
}

// constant is a value that is computed from data.
func (s *storage) constant(v *model.Variable, index []int) (float64, error) {
	table := s.program.Loops.Constants[v]
	for t, source := range s.program.Tables {
		if table == nil || source.Messages != table {
			continue
		}
		var at []int64
		for _, i := range index {
			at = append(at, int64(i))
		}
		x, err := s.machine.Get(t.Name, at...)
		switch x := x.(type) {
		case float64:
			return x, err
		case int64:
			return float64(x), err
		case bool:
			return map[bool]float64{true: 1}[x], err
		}
		return 0, err
	}
	return 0, fmt.Errorf("%s is not computed", v.Name)
}
