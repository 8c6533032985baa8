package conditional

import (
	"math"
	"slices"

	"mpc/model"
)

// Integrated are the hyperparameters, the matrices last.
func (g *Gaussian) Integrated() []*Draw { return slices.Concat(g.Hyper, g.Matrices) }

// Coordinate is the hyperparameter that a number which is integrated over is, or is an entry of the factor of. Matrices have theirs
// behind all others.
func (g *Gaussian) Coordinate(k int) *Draw { return g.Integrated()[min(k, len(g.Integrated())-1)] }

// Family is that of the posterior of a variable, by its moments: of a hyperparameter that of its
// prior, where it is one of messages; otherwise a gamma, where it is positive.
func (g *Gaussian) Family(v *model.Variable) string {
	for _, d := range g.Hyper {
		if d.Variable() != v {
			continue
		}
		name := d.Prior[0].Dist.Family()
		if sig := model.Distribution(name); sig != nil && sig.OfNumbers() {
			return name
		}
		low, high := g.Bounds(d)
		if low != nil && low.Op == model.OpNumber && low.Value >= 0 && (high == nil || g.scales(v)) {
			return "gamma"
		}
	}
	switch {
	case v.Type.Kind == model.Bool:
		return "bernoulli"
	case v.Type.Dimensions == 1:
		return "mvnormal"
	case v.Type.Dimensions == 2:
		return "wishart"
	}
	if g.IsSingle(v) {
		return g.singleFamily(v)
	}
	switch a := g.Answered(v); {
	case a == nil:
	case a.Mass != nil:
		return a.Family
	case a.Expr != nil && a.Kind != Prediction:
		return g.answerFamily(a.Expr)
	}
	return "normal"
}

// Bounds are what a hyperparameter is above and below, by its prior and by conditions: nil where there is no bound.
func (g *Gaussian) Bounds(d *Draw) (low, high *model.Expr) {
	dist := d.Prior[0].Dist
	from, to, _ := dist.Ends()
	a, b := d.Support()
	from, to = append(from, model.Number(a)), append(to, model.Number(b))
	for _, c := range g.Cuts {
		switch {
		case c.Variable != d.Variable():
		case c.Low:
			from = append(from, c.At)
		default:
			to = append(to, c.At)
		}
	}
	return tightest("max", from), tightest("min", to)
}

// bounds are those that there are.
func (g *Gaussian) bounds(d *Draw) (list []*model.Expr) {
	low, high := g.Bounds(d)
	for _, e := range []*model.Expr{low, high} {
		if e != nil {
			list = append(list, e)
		}
	}
	return list
}

// tightest is the largest lower bound, or the smallest upper one.
func tightest(fun string, bounds []*model.Expr) (of *model.Expr) {
	for _, e := range bounds {
		switch {
		case e.Op == model.OpNumber && math.Abs(e.Value) > farAway:
		case of == nil:
			of = e
		case !of.Equal(e):
			of = model.Call(fun, model.Type{Kind: model.Real}, of, e)
		}
	}
	return of
}

// scales tells whether a variable says how precise a normal is.
func (g *Gaussian) scales(v *model.Variable) (found bool) {
	for _, r := range g.Rows() {
		if r.Precision != nil {
			r.Precision.Walk(func(x *model.Expr) { found = found || x.Op == model.OpVariable && x.Variable == v })
		}
	}
	return found
}
