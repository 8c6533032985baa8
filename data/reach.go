package data

import (
	"errors"
	"math"

	"mpc/lang/functions"
	"mpc/model"
)

// A reach is the least interval that what an expression may be is known to lie in, whatever is
// drawn. An end that no draw meets, as 0 of a gamma, is left out: the interval ends
// at the number beside it.
type reach = functions.Interval

var (
	anywhere = functions.Anywhere
	counts   = functions.NotNegative
)

// reach finds where an expression may lie. Without an env it is where any of its instances
// may.
func (k *cells) reach(e *model.Expr, env *Env) reach {
	if k.parts--; k.parts < 0 || e == nil || e.Type.Dimensions > 0 {
		return anywhere
	}
	if env != nil && !e.Random {
		if v, err := Eval(e, env); err == nil && !math.IsNaN(v) {
			return reach{Low: v, High: v}
		}
		return anywhere
	}
	switch e.Op {
	case model.OpNumber, model.OpBool:
		return reach{Low: e.Value, High: e.Value}
	case model.OpIndex:
		return counts
	case model.OpInput:
		return k.column(e.Input)
	case model.OpVariable:
		return k.variable(e, env)
	case model.OpCall:
		return k.call(e, env)
	case model.OpReduce:
		return k.reduction(e, env)
	}
	return anywhere
}

// column is where the entries of an input lie.
func (k *cells) column(in *model.Input) reach {
	if r, ok := k.columns[in]; ok {
		return r
	}
	r, c := reach{Low: math.Inf(1), High: math.Inf(-1)}, k.set.columns[in]
	if c == nil || c.values == nil || k.bad[in] {
		return anywhere
	}
	for i := range c.values.len() {
		if c.absent != nil && c.absent[i] {
			r = anywhere
			break
		}
		v := c.values.value(i)
		r = r.Or(reach{Low: v, High: v})
	}
	k.columns[in] = r
	return r
}

// variable is where a variable may lie, by what it is drawn from or computed from.
func (k *cells) variable(e *model.Expr, env *Env) reach {
	if k.depth > mostDefinitions {
		return anywhere
	}
	k.depth++
	defer func() { k.depth-- }()
	if env == nil {
		if k.others[e.Variable] || len(k.definitions[e.Variable]) == 0 {
			return anywhere
		}
		all := reach{Low: math.Inf(1), High: math.Inf(-1)}
		for _, r := range k.definitions[e.Variable] {
			all = all.Or(k.defined(r, nil))
		}
		return all
	}
	index, err := Index(e.Args, env)
	if err != nil {
		return anywhere
	}
	r, inner := k.definition(e.Variable, index, env)
	if r == nil {
		return anywhere
	}
	return k.defined(r, inner)
}

// defined is where what a statement defines may lie.
func (k *cells) defined(r *model.Relation, env *Env) reach {
	if r.Kind == model.Assign {
		return k.reach(r.Value, env)
	}
	name := r.Dist.Name
	if name == model.Given {
		name = r.Dist.Args[0].Type.Family
		if d, err := k.prior(r.Dist.Args[0], env); err != nil || d.IsPoint() {
			return anywhere
		}
	}
	d := r.Dist
	if name != d.Name {
		d = &model.Dist{Name: name} // of which the parameters are not known
	}
	return k.drawn(d, r.Target.Type.Kind, env)
}

// drawn is where a draw of a kind may lie, by the ends of what it is drawn from.
func (k *cells) drawn(d *model.Dist, kind model.Kind, env *Env) reach {
	all := anywhere
	switch kind {
	case model.Bool:
		return reach{Low: 0, High: 1}
	case model.Int:
		all = counts
	}
	low, high, below := d.Ends()
	for _, e := range low {
		all.Low = math.Max(all.Low, k.reach(e, env).Low)
	}
	for _, e := range high {
		end := k.reach(e, env).High
		if below {
			end--
		}
		all.High = math.Min(all.High, end)
	}
	if kind != model.Real {
		return reach{Low: all.Low, High: math.Max(all.Low, all.High)}
	}
	if !math.IsInf(all.Low, 0) { // an end that no draw meets
		all.Low = math.Nextafter(all.Low, math.Inf(1))
	}
	if !math.IsInf(all.High, 0) {
		all.High = math.Nextafter(all.High, math.Inf(-1))
	}
	return all
}

// prior is the distribution that the data give.
func (k *cells) prior(e *model.Expr, env *Env) (interface{ IsPoint() bool }, error) {
	if env == nil {
		return nil, errors.New("there are many")
	}
	v, err := Dist(e, env)
	d, ok := v.(interface{ IsPoint() bool })
	if err == nil && !ok {
		err = errors.New("no point is known of it")
	}
	return d, err
}

// call is where a function may lie.
func (k *cells) call(e *model.Expr, env *Env) reach {
	if e.Fun == model.Choose {
		return k.reach(e.Args[1], env).Or(k.reach(e.Args[2], env))
	}
	args := make([]reach, len(e.Args))
	for i, x := range e.Args {
		args[i] = k.reach(x, env)
	}
	f := functions.Named(e.Fun)
	switch {
	case f == nil || f.Takes != len(args):
		return anywhere
	case e.Fun == "*" && e.Args[0].Equal(e.Args[1]):
		return f.Within(args[0].Size(), args[0].Size())
	}
	return f.Within(args...)
}

// reduction is where a function over a range may lie.
func (k *cells) reduction(e *model.Expr, env *Env) reach {
	row := e.Reduction()
	switch {
	case row == nil || row.Result == functions.Truth:
		return anywhere
	case row.Counts():
		return counts
	}
	if env == nil {
		// Of a sum, whose number of terms varies, the sign is known.
		term := k.reach(e.Args[0], nil)
		switch {
		case row.OneOf():
			return term
		case term.Low >= 0:
			return counts
		}
		return anywhere
	}
	lo, hi, err := Bounds(e.Loop, env)
	if err != nil || hi <= lo && row.Some {
		return anywhere
	}
	inner, total := env.With(e.Loop.Index, lo), reach{}
	for i := lo; i < hi && total != anywhere; i++ {
		inner.Index[e.Loop.Index] = i
		term := k.reach(e.Args[0], inner)
		if i == lo {
			total = term
		} else {
			total = row.Joined().Within(total, term)
		}
	}
	return total
}
