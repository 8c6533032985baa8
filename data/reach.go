package data

import (
	"errors"
	"math"

	"mpc/model"
)

// A reach is the least interval that what an expression may be is known to lie in, whatever is
// drawn. An end that no draw meets, as 0 of a gamma, is left out: the interval ends
// at the number beside it.
type reach struct{ low, high float64 }

var (
	anywhere = reach{math.Inf(-1), math.Inf(1)}
	positive = reach{math.SmallestNonzeroFloat64, math.Inf(1)}
	counts   = reach{0, math.Inf(1)}
)

// reach finds where an expression may lie. Without an env it is where any of its instances
// may.
func (k *cells) reach(e *model.Expr, env *Env) reach {
	if k.parts--; k.parts < 0 || e == nil || e.Type.Dimensions > 0 {
		return anywhere
	}
	if env != nil && !e.Random {
		if v, err := Eval(e, env); err == nil && !math.IsNaN(v) {
			return reach{v, v}
		}
		return anywhere
	}
	switch e.Op {
	case model.OpNumber, model.OpBool:
		return reach{e.Value, e.Value}
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
	r, c := reach{math.Inf(1), math.Inf(-1)}, k.set.columns[in]
	if c == nil || c.values == nil || k.bad[in] {
		return anywhere
	}
	for i := range c.values.len() {
		if c.absent != nil && c.absent[i] {
			r = anywhere
			break
		}
		v := c.values.value(i)
		r = reach{math.Min(r.low, v), math.Max(r.high, v)}
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
		all := reach{math.Inf(1), math.Inf(-1)}
		for _, r := range k.definitions[e.Variable] {
			all = all.or(k.defined(r, nil))
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
		return reach{0, 1}
	case model.Int:
		all = counts
	}
	low, high, below := d.Ends()
	for _, e := range low {
		all.low = math.Max(all.low, k.reach(e, env).low)
	}
	for _, e := range high {
		end := k.reach(e, env).high
		if below {
			end--
		}
		all.high = math.Min(all.high, end)
	}
	if kind != model.Real {
		return reach{all.low, math.Max(all.low, all.high)}
	}
	if !math.IsInf(all.low, 0) { // an end that no draw meets
		all.low = math.Nextafter(all.low, math.Inf(1))
	}
	if !math.IsInf(all.high, 0) {
		all.high = math.Nextafter(all.high, math.Inf(-1))
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

func (a reach) or(b reach) reach { return reach{math.Min(a.low, b.low), math.Max(a.high, b.high)} }

// call is where a function may lie.
func (k *cells) call(e *model.Expr, env *Env) reach {
	if e.Fun == model.Choose {
		return k.reach(e.Args[1], env).or(k.reach(e.Args[2], env))
	}
	args := make([]reach, len(e.Args))
	for i, x := range e.Args {
		args[i] = k.reach(x, env)
	}
	if len(args) == 1 {
		return unary(e.Fun, args[0])
	}
	if len(args) != 2 {
		return anywhere
	}
	a, b := args[0], args[1]
	switch e.Fun {
	case "+":
		return reach{a.low + b.low, a.high + b.high}.known()
	case "-":
		return reach{a.low - b.high, a.high - b.low}.known()
	case "*":
		if e.Args[0].Equal(e.Args[1]) {
			return unary("abs", a).times(unary("abs", a))
		}
		return a.times(b)
	case "/":
		return a.times(b.inverse())
	case "max":
		return reach{math.Max(a.low, b.low), math.Max(a.high, b.high)}
	case "min":
		return reach{math.Min(a.low, b.low), math.Min(a.high, b.high)}
	case "^", "pow":
		if a.low > 0 {
			return positive
		}
		if a.low == 0 {
			return counts
		}
	case "<", "<=", ">", ">=", "==", "!=", "&&", "||":
		return reach{0, 1}
	}
	return anywhere
}

// unary is where a function of one number may lie.
func unary(fun string, a reach) reach {
	switch fun {
	case "neg":
		return reach{-a.high, -a.low}
	case "abs":
		switch {
		case a.low >= 0:
			return a
		case a.high <= 0:
			return reach{-a.high, -a.low}
		}
		return reach{0, math.Max(-a.low, a.high)}
	case "exp":
		return reach{math.Max(math.Exp(a.low), math.SmallestNonzeroFloat64), math.Exp(a.high)}
	case "log":
		return reach{math.Log(math.Max(a.low, 0)), math.Log(math.Max(a.high, 0))}
	case "sqrt":
		return reach{math.Sqrt(math.Max(a.low, 0)), math.Sqrt(math.Max(a.high, 0))}
	case "logistic", "probit":
		return reach{0, 1}
	case "sin", "cos":
		return reach{-1, 1}
	case "floor":
		return reach{math.Floor(a.low), a.high}
	case "!":
		return reach{0, 1}
	case "real":
		return a
	}
	return anywhere
}

// times is where a product may lie. A product that is too near to 0 keeps its sign.
func (a reach) times(b reach) reach {
	r := reach{math.Inf(1), math.Inf(-1)}
	for _, x := range []float64{a.low, a.high} {
		for _, y := range []float64{b.low, b.high} {
			p := x * y
			switch {
			case x == 0 || y == 0:
				p = 0
			case p == 0:
				p = math.Copysign(math.SmallestNonzeroFloat64, p)
			}
			r = r.or(reach{p, p})
		}
	}
	return r
}

// inverse is where one over it may lie.
func (a reach) inverse() reach {
	if a.low <= 0 && a.high >= 0 {
		return anywhere
	}
	one := func(v float64) float64 {
		if math.IsInf(v, 0) {
			return math.Copysign(math.SmallestNonzeroFloat64, v)
		}
		return 1 / v
	}
	return reach{one(a.high), one(a.low)}
}

// known is anywhere in place of what is no interval, as of an infinite number less another.
func (a reach) known() reach {
	if math.IsNaN(a.low) || math.IsNaN(a.high) {
		return anywhere
	}
	return a
}

// reduction is where a function over a range may lie.
func (k *cells) reduction(e *model.Expr, env *Env) reach {
	if e.Fun == "count" || e.Fun == "argmax" {
		return counts
	}
	if env == nil {
		// Of a sum, whose number of terms varies, the sign is known.
		term := k.reach(e.Args[0], nil)
		switch {
		case e.Fun == "max" || e.Fun == "min":
			return term
		case e.Fun == "sum" && term.low >= 0:
			return counts
		}
		return anywhere
	}
	lo, hi, err := Bounds(e.Loop, env)
	if err != nil || hi <= lo && e.Fun != "sum" || e.Fun != "sum" && e.Fun != "max" && e.Fun != "min" {
		return anywhere
	}
	inner, total := env.With(e.Loop.Index, lo), reach{}
	for i := lo; i < hi && total != anywhere; i++ {
		inner.Index[e.Loop.Index] = i
		term := k.reach(e.Args[0], inner)
		switch {
		case e.Fun == "sum":
			total = reach{total.low + term.low, total.high + term.high}.known()
		case i == lo:
			total = term
		case e.Fun == "max":
			total = reach{math.Max(total.low, term.low), math.Max(total.high, term.high)}
		default:
			total = reach{math.Min(total.low, term.low), math.Min(total.high, term.high)}
		}
	}
	return total
}
