package interp

import (
	"fmt"
	"strings"

	"mpc/data"
	"mpc/lang"
	"mpc/model"
)

// An instance is one element of a plate: a value for each loop.
type instance struct {
	loops  []*model.Loop
	values []int
	env    *data.Env
	origin *lang.Origin
}

// String prints the loop indices, as "g = 17, t = 2".
func (i *instance) String() string {
	parts := make([]string, len(i.loops))
	for k, l := range i.loops {
		parts[k] = fmt.Sprintf("%s = %d", l.Index.Name, i.origin.Index(i.values[k]))
	}
	return strings.Join(parts, ", ")
}

// with returns the environment with one more loop index.
func (i *instance) with(l *model.Loop, v int) *data.Env { return i.env.With(l.Index, v) }

// instances lists the instances of a plate in the order of its loops, without
// those whose guards are false.
func (r *run) instances(loops []*model.Loop, guards []*model.Expr, at lang.Pos, text string) ([]*instance, error) {
	var out []*instance
	var walk func(k int, env *data.Env, values []int) error
	walk = func(k int, env *data.Env, values []int) error {
		inst := &instance{loops[:k], append([]int(nil), values...), env, r.origin()}
		if k < len(loops) {
			lo, hi, err := data.Bounds(loops[k], env)
			if err != nil {
				return r.evalError(err, at, text, inst.String())
			}
			for i := lo; i < hi; i++ {
				if err := walk(k+1, env.With(loops[k].Index, i), append(values, i)); err != nil {
					return err
				}
			}
			return nil
		}
		for _, g := range guards {
			v, err := data.Eval(g, env)
			if err != nil {
				return r.evalError(err, at, text, inst.String())
			}
			if v == 0 {
				return nil
			}
		}
		out = append(out, inst)
		return nil
	}
	return out, walk(0, r.env, nil)
}

// over lists what the loop of an array slot runs over.
func (r *run) over(l *model.Loop, i *instance, at lang.Pos, text string) ([]*data.Env, error) {
	lo, hi, err := data.Bounds(l, i.env)
	if err != nil {
		return nil, r.evalError(err, at, text, i.String())
	}
	var envs []*data.Env
	for v := lo; v < hi; v++ {
		envs = append(envs, i.with(l, v))
	}
	return envs, nil
}
