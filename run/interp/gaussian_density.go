package interp

import (
	"fmt"
	"math"

	"mpc/data"
	"mpc/message/conditional"
	"mpc/model"
)

// Power is the share of a site's density that an update takes.
func (g *gaussian) Power() float64 { return g.of.Power() }

// LogDensity is the log density of all but sites.
func (g *gaussian) LogDensity() float64 { return g.logDensities(g.of.Densities()) }

// LogPrior is that of the priors of hyperparameters.
func (g *gaussian) LogPrior() float64 { return g.logDensities(g.of.PriorDensities()) }

func (g *gaussian) logDensities(list []*conditional.Term) float64 {
	sum := 0.0
	for _, t := range list {
		err := g.instances(t, func() error {
			var x float64
			var err error
			switch {
			case t.Log != nil:
				x, err = data.Eval(t.Log, g.env)
			case t.Mass != nil:
				o := g.operands()
				x, err = o.mass(t.Mass), o.Err
			default:
				x, err = g.logDensity(t.X, t.Dist)
			}
			if t.Times != nil && err == nil {
				var times float64
				times, err = data.Eval(t.Times, g.env)
				x *= times
			}
			sum += x
			return err
		})
		if err != nil {
			g.fail(err)
		}
	}
	if g.err != nil {
		return math.NaN()
	}
	return sum
}

// mass is the log probability of an interval.
func (o *operands) mass(of *model.Applied) float64 {
	x, _ := o.Apply(of.Function, of.Args).(float64)
	return x
}

// AddLogDensity adds the log density of an instance of a factor at values of its combination.
func (g *gaussian) AddLogDensity(row int, z, out []float64) {
	if g.err != nil {
		return
	}
	x := g.others[row]
	at := g.values[x.row.Site.At].numbers
	o := g.operands()
	o.Env = x.env
	if a := x.row.Site.Answer; a != nil && a.Stands != nil {
		for i := range out {
			for k, v := range a.Stands {
				g.values[v].numbers[0] = z[len(a.Stands)*i+k]
			}
			if a.Mass != nil {
				out[i] += o.mass(a.Mass)
				if a.Whole != nil {
					out[i] -= o.mass(a.Whole)
				}
				continue
			}
			out[i] += o.Real(a.Expr)
		}
		if o.Err != nil {
			g.fail(fmt.Errorf("%s: %w", x.row.Term.Factor.Text, o.Err))
		}
		return
	}
	if v := x.row.Site.Value; v != nil {
		for i := range out {
			at[0], g.values[v].numbers[0] = z[2*i], z[2*i+1]
			out[i] += o.LogDensity(x.row.Term.X, x.row.Term.Dist)
		}
		z = nil
	}
	for i, value := range z {
		at[0] = value
		if a := x.row.Site.Answer; a != nil {
			if a.Expr == nil {
				out[i] += value
				continue
			}
			out[i] += o.Real(a.Expr)
			continue
		}
		if mass := x.row.Term.Mass; mass != nil {
			out[i] += o.mass(mass)
			continue
		}
		if log := x.row.Term.Log; log != nil {
			out[i] += o.Real(log)
			continue
		}
		out[i] += o.LogDensity(x.row.Term.X, x.row.Term.Dist)
	}
	if o.Err != nil {
		g.fail(fmt.Errorf("%s: %w", x.row.Term.Factor.Text, o.Err))
	}
}
