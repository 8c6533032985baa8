package data

import (
	"mpc/mcmc"
	"mpc/model"
)

// Parts computes a reduction model.Part: for each of n elements the first one of the part of the graph that it is in.
func Parts(e *model.Expr, env *Env, n int) ([]int, error) {
	lo, hi, err := Bounds(e.Loop, env)
	if err != nil {
		return nil, err
	}
	parts := mcmc.PartsOf(n)
	inner := env.With(e.Loop.Index, lo)
	for i := lo; i < hi; i++ {
		inner.Index[e.Loop.Index] = i
		ends, err := Index(e.Args, inner)
		if err != nil {
			return nil, err
		}
		parts = mcmc.JoinParts(parts, ends[0], ends[1])
	}
	return mcmc.FirstOfParts(parts), nil
}
