package interp

import (
	"cmp"
	"fmt"
	"maps"
	"math"

	"mpc/data"
	"mpc/engine"
	"mpc/engine/latent"
	"mpc/message/conditional"
	"mpc/model/joint/evaluate"
)

// A LeftOut is what an observation has given all others: the log of its density, and the probability of less than what is observed,
// with half of that of it itself; NaN where that is not found.
type LeftOut struct {
	Key        string // of model/joint/evaluate.Observation
	Log, Below float64
}

// A seen is an instance of a statement that sees data, or of one that is counted among the sites.
type seen struct {
	conditional.Observed
	env    *data.Env
	single int // the number of the single that it reads
	told   int
	// key is what is seen, or one for several data, as several tells.
	key     string
	several bool
}

// leaveOut finds what each observation has given all others.
func (g *gaussian) leaveOut(p *latent.Posterior) error {
	if !g.run.options.LeaveOneOut {
		return nil
	}
	o := &observer{gaussian: g}
	if err := o.find(); err != nil {
		return err
	}
	found, err := latent.NewJointPosterior(p, g, g.block.pattern).LeaveOneOut(o, make([]engine.LeftOut, len(o.list)))
	if err = cmp.Or(o.failed, g.err, err); err != nil {
		return err
	}
	k := 0
	for _, x := range o.list {
		if x.By == conditional.Uncounted {
			continue
		}
		g.run.withoutEach = append(g.run.withoutEach, LeftOut{x.key, found[k].LogDensity, found[k].Below})
		k++
	}
	return nil
}

// An observer says what a latent Gaussian model observes. A statement is, to package latent, an instance.
type observer struct {
	*gaussian
	list   []seen
	failed error // the first
}

// Observe says each observation.
func (g *observer) Observe(to *latent.Observations) {
	for i, x := range g.list {
		if err := g.run.options.Context.Err(); g.failed == nil {
			g.failed = err
		}
		if g.failed != nil {
			return
		}
		if x.By == conditional.Uncounted {
			to.Skip()
			continue
		}
		to.At(i)
		o := g.operands()
		o.Env = x.env
		switch x.By {
		case conditional.ByNormal:
			g.sayNormal(x, to)
			continue
		case conditional.BySite:
			to.Site(x.Given != nil, 0, 0, 0)
		case conditional.BySingle:
			to.Single(x.single, x.told, 0, 0, 0)
		case conditional.ByHypers:
			below, equal := g.belowSeen(x, o)
			if x.Term.Log != nil {
				to.Alone(o.Real(x.Term.Log), below+equal/2)
			} else {
				to.Alone(o.LogDensity(x.Term.X, x.Term.Dist), below+equal/2)
			}
		}
		g.keep(o.Err)
	}
}

func (g *observer) keep(err error) { g.failed = cmp.Or(g.failed, err) }

// AddBelow adds the probability of less than what an instance sees.
func (g *observer) AddBelow(instance, _, _, _ int, z, out []float64) {
	x := g.list[instance]
	o := g.operands()
	o.Env = x.env
	at := g.values[x.Row.Site.At].numbers
	for k, value := range z {
		at[0] = value
		below, equal := g.belowSeen(x, o)
		out[k] += below + equal/2
	}
	g.keep(o.Err)
}

// belowSeen is the probability of less than what an instance sees, and of it itself: what is summed out has its prior's there. It is NaN where
// several data are seen.
func (g *observer) belowSeen(x seen, o *operands) (below, equal float64) {
	if x.Given == nil {
		return o.Below(x.Term.X, x.Term.Dist)
	}
	for _, branch := range x.Given.Branches {
		weight, low, same, count := 0.0, math.NaN(), 0.0, 0
		for _, t := range branch {
			err := evaluate.Instances(t.Loops, t.Guards, o.Env, func() error {
				if t.Factor.Drawn != nil {
					weight += o.LogDensity(t.X, t.Dist)
					return o.Err
				}
				low, same = o.Below(t.X, t.Dist)
				count++
				return o.Err
			})
			if o.Err == nil {
				o.Err = err
			}
		}
		if weight = math.Exp(weight); count != 1 || x.several {
			return math.NaN(), 0
		}
		if weight > 0 {
			below, equal = below+weight*low, equal+weight*same
		}
	}
	return below, equal
}

// sayNormal says an observation of a normal density.
func (g *observer) sayNormal(x seen, to *latent.Observations) {
	before := g.env.Index
	defer func() { g.env.Index = before }()
	g.env.Index = maps.Clone(x.env.Index)
	for _, s := range x.Row.Slopes {
		err := g.over(s.Over, func() error {
			c, err := g.coordinate(g.of.Normals, g.block, x.Row, s)
			if c >= 0 {
				to.Slope(c, g.operands().slope(s))
			}
			return err
		})
		g.keep(err)
	}
	rest, precision, err := g.restOf(x.Row, g.operands())
	g.keep(err)
	to.Normal(rest, precision)
}

// find lists the instances.
func (g *observer) find() error {
	told := map[string]int{}
	for k, x := range g.others {
		if x.row.Site.Single != nil && x.row.Site.Answer == nil {
			told[instanceKey(x.row, x.env)] = k
		}
	}
	for _, of := range g.of.Observed() {
		err := g.instances(&conditional.Term{Factor: of.Term.Factor, Loops: of.Term.Loops, Guards: of.Term.Guards}, func() (err error) {
			x := seen{Observed: of, env: g.envNow()}
			switch {
			case of.By == conditional.Uncounted:
			case of.Given != nil:
				err = g.seenGiven(&x)
			default:
				x.key, err = keyOf(of.Term, x.env)
			}
			if of.By == conditional.BySingle && err == nil {
				x.told = told[instanceKey(of.Row, x.env)]
				x.single, err = g.singleNumber(of.Row)
			}
			g.list = append(g.list, x)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// envNow is the environment of now, of its own.
func (g *gaussian) envNow() *data.Env {
	env := *g.env
	env.Index = maps.Clone(g.env.Index)
	return &env
}

func instanceKey(r *conditional.Row, env *data.Env) string {
	key := fmt.Sprintf("%p", r)
	for _, l := range r.Term.Loops {
		key += fmt.Sprintf(" %d", env.Index[l.Index])
	}
	return key
}

// seenGiven finds what is seen of an instance that something is summed out of: the key is that of the datum, or one for several of them.
func (g *observer) seenGiven(x *seen) error {
	of := x.Given
	env := *x.env
	env.Index = maps.Clone(x.env.Index)
	keys := map[string]bool{}
	for _, branch := range of.Branches {
		for _, t := range branch {
			if t.Factor.Drawn != nil {
				continue
			}
			err := evaluate.Instances(t.Loops, t.Guards, &env, func() (err error) {
				x.key, err = keyOf(t, &env)
				keys[x.key] = true
				return err
			})
			if err != nil {
				return err
			}
		}
	}
	if x.several = len(keys) > 1; !x.several {
		return nil
	}
	index, err := data.Index(of.At, &env)
	x.key = evaluate.KeyOfSum(of.Variable, index)
	return err
}

// keyOf is the key of what an instance of a term sees.
func keyOf(t *conditional.Term, env *data.Env) (string, error) {
	in, at := t.Data()
	var index []int
	if in == nil {
		for _, l := range t.Loops {
			index = append(index, env.Index[l.Index])
		}
		return evaluate.KeyOf(nil, t.Factor.At, index), nil
	}
	index, err := data.Index(at, env)
	return evaluate.KeyOf(in, t.Factor.At, index), err
}
