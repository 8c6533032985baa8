package evaluate

import (
	"mpc/data"
	"mpc/model"
)

// Over sets the indices of loops to all their values, and leaves them where body fails.
func Over(loops []*model.Loop, env *data.Env, body func() error) error {
	return Along(loops, make([]bool, len(loops)), env, body)
}

// Along is Over, where loops that run down begin with their last value.
func Along(loops []*model.Loop, down []bool, env *data.Env, body func() error) error {
	if len(loops) == 0 {
		return body()
	}
	l := loops[0]
	lo, hi, err := data.Bounds(l, env)
	if err != nil {
		return err
	}
	for i := lo; i < hi; i++ {
		env.Index[l.Index] = i
		if down[0] {
			env.Index[l.Index] = lo + hi - 1 - i
		}
		if err := Along(loops[1:], down[1:], env, body); err != nil {
			return err
		}
	}
	delete(env.Index, l.Index)
	return nil
}

// Instances runs over the instances that loops and conditions leave: a condition is asked as
// soon as the indices are there that it reads.
func Instances(loops []*model.Loop, guards []*model.Expr, env *data.Env, body func() error) error {
	guards = append([]*model.Expr(nil), guards...)
	ready := func(rest []*model.Loop) (asked []*model.Expr) {
		var later []*model.Expr
		for _, g := range guards {
			bound := true
			for _, l := range rest {
				bound = bound && !g.Uses(l.Index)
			}
			if bound {
				asked = append(asked, g)
			} else {
				later = append(later, g)
			}
		}
		guards = later
		return asked
	}
	asked := [][]*model.Expr{ready(loops)}
	for k := range loops {
		asked = append(asked, ready(loops[k+1:]))
	}
	var walk func(k int) error
	walk = func(k int) error {
		for _, g := range asked[k] {
			if yes, err := data.Eval(g, env); err != nil || yes == 0 {
				return err
			}
		}
		if k == len(loops) {
			return body()
		}
		return Over(loops[k:k+1], env, func() error { return walk(k + 1) })
	}
	return walk(0)
}
