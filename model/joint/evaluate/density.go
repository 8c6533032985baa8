package evaluate

import (
	"reflect"

	"mpc/dist"
	"mpc/mcmc"
	"mpc/model"
)

// LogDensity is the log density of a value.
func (o *Operands) LogDensity(x *model.Expr, d *model.Dist) float64 {
	if d.Name == model.Given {
		return o.logGiven(x, d.Args[0])
	}
	f := d.LogDensity()
	if f == nil {
		o.Fail("the density of %s is not known", d.Name)
		return 0
	}
	log, _ := o.Apply(f.Function, append([]*model.Expr{x}, f.Args...)).(float64)
	return log
}

// Apply calls a function of a row with the values of expressions; nil where one has none.
func (o *Operands) Apply(function any, args []*model.Expr) any { return o.apply(function, nil, args) }

// Draw calls one that draws a number or a truth; 0 where an expression has no value.
func (o *Operands) Draw(s *mcmc.Stream, function any, args []*model.Expr) float64 {
	switch x := o.apply(function, []reflect.Value{reflect.ValueOf(s)}, args).(type) {
	case bool:
		if x {
			return 1
		}
	case int:
		return float64(x)
	case float64:
		return x
	}
	return 0
}

// apply calls a function with some arguments, and behind them the values of expressions.
func (o *Operands) apply(function any, in []reflect.Value, args []*model.Expr) any {
	f := reflect.ValueOf(function)
	if f.Type().In(0) == reflect.TypeFor[*mcmc.VectorWork]() {
		in = append(in, reflect.ValueOf(o.Work))
	}
	for _, e := range args {
		in = append(in, reflect.ValueOf(o.as(f.Type().In(len(in)), e)))
	}
	if o.Err != nil {
		return nil
	}
	return f.Call(in)[0].Interface()
}

// as is the value of an expression as a function takes it.
func (o *Operands) as(t reflect.Type, e *model.Expr) any {
	switch t {
	case reflect.TypeFor[bool]():
		return o.Truth(e)
	case reflect.TypeFor[int]():
		return o.Whole(e)
	case reflect.TypeFor[[]int]():
		return wholes(o.Vector(e))
	case reflect.TypeFor[[]float64]():
		return o.Vector(e)
	}
	return o.Real(e)
}

// logGiven is the log density under a distribution that the data give.
func (o *Operands) logGiven(x, given *model.Expr) float64 {
	switch d := o.Given(given).(type) {
	case dist.Bernoulli:
		return d.LogProb(o.Truth(x))
	case dist.Categorical:
		return d.LogProb(o.Whole(x))
	case interface{ LogProb(float64) float64 }:
		return d.LogProb(o.Real(x))
	}
	o.Fail("the density of a given %s is not known", given.Type.Family)
	return 0
}

func wholes(x []float64) []int {
	out := make([]int, len(x))
	for i, v := range x {
		out[i] = int(v)
	}
	return out
}
