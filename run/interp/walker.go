package interp

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"mpc/data"
	"mpc/model"
)

// A walker goes through the instances of statements on data of any size. It takes
// expressions of numbers, loop indices and inputs that are no vectors, and refuses all
// others.
type walker struct {
	context context.Context
	set     *data.Set
	places  map[*model.Index]int // of loop indices in at
	at      []int
	passes  int
	bad     bool // an expression had no value
}

// A quick computes an expression at the present instance.
type quick func() float64

// walk calls f with each instance. It returns false where the walk could not begin, or
// did not come to its end.
func (w *walker) walk(loops []*model.Loop, guards []*model.Expr, f func() bool) bool {
	type bounds struct{ lo, hi quick }
	var list []bounds
	for _, l := range loops {
		b := bounds{w.quick(l.Lo), w.quick(l.Hi)}
		if b.lo == nil || b.hi == nil {
			return false
		}
		list = append(list, b)
		w.place(l.Index)
	}
	conditions := w.all(guards)
	if conditions == nil && len(guards) > 0 {
		return false
	}
	var run func(k int) bool
	run = func(k int) bool {
		if k < len(list) {
			lo, hi := int(list[k].lo()), int(list[k].hi())
			place := w.place(loops[k].Index)
			for i := lo; i < hi; i++ {
				w.at[place] = i
				if !run(k + 1) {
					return false
				}
			}
			return !w.bad
		}
		if w.passes++; w.passes%4096 == 0 && w.context.Err() != nil {
			return false
		}
		for _, c := range conditions {
			if c() == 0 {
				return !w.bad
			}
		}
		return f() && !w.bad
	}
	return run(0)
}

// place is where the value of a loop index stands.
func (w *walker) place(i *model.Index) int {
	k, ok := w.places[i]
	if !ok {
		k = len(w.at)
		w.places[i], w.at = k, append(w.at, 0)
	}
	return k
}

// instance prints the indices of loops, as "g = 17, t = 2".
func (w *walker) instance(loops []*model.Loop) string {
	var parts []string
	for _, l := range loops {
		parts = append(parts, fmt.Sprintf("%s = %d", l.Index.Name, w.at[w.places[l.Index]]))
	}
	return strings.Join(parts, ", ")
}

// all prepares expressions, nil where one is refused.
func (w *walker) all(list []*model.Expr) []quick {
	out := make([]quick, len(list))
	for k, e := range list {
		if out[k] = w.quick(e); out[k] == nil {
			return nil
		}
	}
	return out
}

// quick prepares an expression, nil where it is refused.
func (w *walker) quick(e *model.Expr) quick {
	switch e.Op {
	case model.OpNumber, model.OpBool:
		v := e.Value
		return func() float64 { return v }
	case model.OpIndex:
		place, ok := w.places[e.Index]
		if !ok {
			return nil
		}
		return func() float64 { return float64(w.at[place]) }
	case model.OpInput:
		return w.datum(e)
	case model.OpCall:
		return w.call(e)
	}
	return nil
}

// datum prepares an element of an input.
func (w *walker) datum(e *model.Expr) quick {
	args := w.all(e.Args)
	if args == nil || e.Type.Kind == model.DistKind || e.Type.Dimensions > 0 {
		return nil
	}
	index := make([]int, len(args))
	return func() float64 {
		for k, x := range args {
			index[k] = w.whole(x())
		}
		v, err := w.set.Value(e.Input, index...)
		w.bad = w.bad || err != nil
		return v
	}
}

// whole is an index.
func (w *walker) whole(v float64) int {
	if v != math.Trunc(v) || math.Abs(v) > 1<<52 {
		w.bad = true
		return 0
	}
	return int(v)
}

// call prepares a function.
func (w *walker) call(e *model.Expr) quick {
	if e.Fun == "absent" {
		in, args := e.Args[0].Input, w.all(e.Args[0].Args)
		if in == nil || args == nil {
			return nil
		}
		index := make([]int, len(args))
		return func() float64 {
			for k, x := range args {
				index[k] = w.whole(x())
			}
			absent, err := w.set.Absent(in, index...)
			w.bad = w.bad || err != nil
			if absent {
				return 1
			}
			return 0
		}
	}
	args := w.all(e.Args)
	if len(args) == 0 || e.Density != nil || slices.ContainsFunc(e.Args, func(a *model.Expr) bool { return a.Type.Dimensions > 0 }) {
		return nil
	}
	switch e.Fun {
	case "&&":
		return func() float64 {
			if args[0]() == 0 {
				return 0
			}
			return args[1]()
		}
	case "||":
		return func() float64 {
			if v := args[0](); v != 0 {
				return v
			}
			return args[1]()
		}
	}
	values := make([]float64, len(args))
	if _, ok := model.Apply(e.Fun, values); !ok {
		return nil
	}
	return func() float64 {
		for k, x := range args {
			values[k] = x()
		}
		v, _ := model.Apply(e.Fun, values)
		return v
	}
}
