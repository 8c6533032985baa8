package interp

import (
	"fmt"
	"maps"
	"math"

	"mpc/data"
	"mpc/engine/latent"
	"mpc/mcmc"
	"mpc/message/conditional"
	"mpc/model"
	"mpc/model/joint/evaluate"
	"mpc/special"
)

// A LeftOut is what an observation has given all others: the log of its density, and the probability of less than what is observed,
// with half of that of it itself; NaN where that is not found.
type LeftOut struct {
	Key        string // of model/joint/evaluate.Observation
	Log, Below float64
}

// A seen is an instance of a factor that sees data.
type seen struct {
	term   *conditional.Term
	row    *conditional.Row // nil of one that reads hyperparameters alone
	env    *data.Env
	site   int // the number of its row among those of sites
	single int // the number of the single that it reads, -1 of none
	told   int
	// given is what was summed out of the density, nil of nothing: key is what is then seen, several tells that these are more than one datum.
	given   *conditional.Selection
	key     string
	several bool
}

// leaveOut finds what each observation has given all others, without fitting again but at the nodes.
func (g *gaussian) leaveOut(p *latent.Posterior) error {
	if !g.run.options.LeaveOneOut {
		return nil
	}
	list, err := g.observations()
	if err != nil {
		return err
	}
	left := latent.NewLeftOut(len(list))
	g.corrected = p.Corrected()
	var logs []float64
	err = latent.NewJointPosterior(p, g, g.block.pattern).EachNode(func(f *latent.Fit, n *latent.Node) error {
		if err := g.run.options.Context.Err(); err != nil {
			return err
		}
		logs = make([]float64, f.Sites.Rows())
		f.LeftOut(logs)
		for i, x := range list {
			log, below, err := g.without(x, f, n, logs)
			if err != nil {
				return err
			}
			left.Add(i, n.Weight, log, below)
		}
		return g.err
	})
	if err != nil {
		return err
	}
	for i, x := range list {
		key, err := g.keyOf(x)
		if err != nil {
			return err
		}
		log, below := left.Of(i)
		g.run.withoutEach = append(g.run.withoutEach, LeftOut{key, log, below})
	}
	return nil
}

// without is what an instance has given all others, at a node.
func (g *gaussian) without(x seen, f *latent.Fit, n *latent.Node, logs []float64) (log, below float64, err error) {
	o := g.operands()
	o.Env = x.env
	less := func(z, out []float64) {
		at := g.values[x.row.Site.At].numbers
		for k, value := range z {
			at[0] = value
			low, equal := g.belowSeen(x, o)
			out[k] += low + equal/2
		}
	}
	switch {
	case x.row == nil && x.term.Log != nil:
		g.Place(n.Theta, nil)
		log = o.Real(x.term.Log)
		low, equal := g.belowSeen(x, o)
		return log, low + equal/2, o.Err
	case x.row == nil:
		g.Place(n.Theta, nil)
		log = o.LogDensity(x.term.X, x.term.Dist)
		low, equal := o.Below(x.term.X, x.term.Dist)
		return log, low + equal/2, o.Err
	case x.single >= 0:
		log, below = f.SingleLeftOut(x.single, x.told, less)
		return log, below, o.Err
	case x.row.Site != nil:
		if g.corrected && x.given == nil { // of sums it is no nearer, and costs the square of the rows, each by quadrature
			if log, below, ok := f.CorrectedLeftOut(x.site, less); ok {
				return log, below, o.Err
			}
		}
		return logs[x.site], f.BelowLeftOut(x.site, less), o.Err
	}
	return g.withoutNormal(x, f, n)
}

// belowSeen is the probability of less than what an instance sees, and of it itself: what is summed out has its prior's there. It is NaN where
// several data are seen.
func (g *gaussian) belowSeen(x seen, o *operands) (below, equal float64) {
	if x.given == nil {
		return o.Below(x.term.X, x.term.Dist)
	}
	for _, branch := range x.given.Branches {
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

// withoutNormal is without of a normal density.
func (g *gaussian) withoutNormal(x seen, f *latent.Fit, n *latent.Node) (log, below float64, err error) {
	g.Place(n.Theta, f.Normals)
	before := g.env.Index
	defer func() { g.env.Index = before }()
	var at []int
	var slopes []float64
	g.env.Index = maps.Clone(x.env.Index)
	for _, s := range x.row.Slopes {
		err := g.over(s.Over, func() error {
			c, err := g.coordinate(g.of.Normals, g.block, x.row, s)
			if c >= 0 {
				at, slopes = append(at, c), append(slopes, g.operands().slope(s))
			}
			return err
		})
		if err != nil {
			return 0, 0, err
		}
	}
	rest, precision, err := g.restOf(x.row, g.operands())
	distance, spread := latent.NormalLeftOut(rest, f.Block.Combination(at, slopes), precision)
	if err != nil {
		return 0, 0, err
	}
	return mcmc.LogDensityNormalVariance(distance, 0, spread), special.NormalCdf(distance / math.Sqrt(spread)), nil
}

// observations lists the instances of factors that see data, but of vectors, in the order in which sites are said.
func (g *gaussian) observations() (list []seen, err error) {
	told := map[string]int{}
	for k, x := range g.others {
		if x.row.Site.Single != nil && x.row.Site.Answer == nil {
			told[instanceKey(x.row, x.env)] = k
		}
	}
	sites := 0
	for _, r := range g.of.Rows() {
		if r.Site != nil && r.Site.Answer != nil {
			continue
		}
		prior := false
		if r.Site != nil && r.Site.Single != nil {
			_, _, prior = r.Ends()
		}
		err := g.instances(&conditional.Term{Factor: r.Term.Factor, Loops: r.Term.Loops, Guards: r.Term.Guards}, func() error {
			x := seen{term: r.Term, row: r, env: g.envNow(), single: -1}
			switch {
			case r.Site == nil:
				if r.Held || r.Given != nil || r.Term.Factor.Of != nil || !r.Term.Dist.IsNormal() {
					return nil
				}
			case r.Site.Single == nil:
				x.site = sites
				sites++
				if r.Site.Bound != "" || r.Term.Mass != nil {
					return nil
				}
			case r.Site.Bound != "":
				return nil
			case r.Site.Beside():
				sites++
				return nil // by draws
			case !prior && g.of.Besides(r.Site.Single.Variable):
				return nil
			case prior:
				sites++
				return nil
			default:
				if x.single, err = g.singleNumber(r); err != nil {
					return err
				}
				x.told = told[instanceKey(r, x.env)]
			}
			if r.Site != nil && r.Site.Selection != nil {
				if err := g.seenGiven(&x, r.Site.Selection); err != nil {
					return err
				}
			}
			if seesData(r.Term.Factor) || x.given != nil {
				list = append(list, x)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	for _, f := range g.of.Priors {
		if !seesData(f) && f.Selector == nil {
			continue
		}
		t := &conditional.Term{Factor: f, Loops: f.Loops, Guards: f.Guards, X: f.X, Dist: f.Dist, Log: f.Log}
		if err := g.instances(t, func() error {
			x := seen{term: t, env: g.envNow(), single: -1}
			if f.Selector != nil {
				if err := g.seenGiven(&x, f.Selector); err != nil {
					return err
				}
			}
			list = append(list, x)
			return nil
		}); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// seesData tells whether a factor is the density of data, each of which counts once.
func seesData(f *conditional.Factor) bool {
	return f.Dist != nil && f.Drawn == nil && f.X != nil && !f.X.Random && f.X.Type.Dimensions == 0 && !f.Exact && f.Times == nil && f.Holds == nil && f.Log == nil
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

// keyOf is the key of an instance.
func (g *gaussian) keyOf(x seen) (string, error) {
	if x.given != nil {
		return x.key, nil
	}
	return keyOf(x.term, x.env)
}

// seenGiven finds what is seen of an instance that something is summed out of: the key is that of the datum, or one for several of them.
func (g *gaussian) seenGiven(x *seen, of *conditional.Selection) error {
	x.given = of
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
	f, in := t.Factor, t.X.Input
	if t.X.Op == model.OpVariable {
		in = t.X.Variable.Data
	} else if t.X.Op != model.OpInput {
		in = nil
	}
	var index []int
	if in == nil {
		for _, l := range t.Loops {
			index = append(index, env.Index[l.Index])
		}
		return evaluate.KeyOf(nil, f.At, index), nil
	}
	index, err := data.Index(t.X.Args, env)
	return evaluate.KeyOf(in, f.At, index), err
}
