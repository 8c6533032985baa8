package interp

import (
	"context"
	"math"

	"mpc/data"
	"mpc/depanalysis"
	"mpc/factor"
	"mpc/message"
	"mpc/model"
	"mpc/schedule"
)

// Options change how Run runs.
type Options struct {
	// Iterations, if positive, is how many iterations each loop makes exactly;
	// if 0, it runs until convergence or the model's maximum.
	Iterations int
	// Context, if not nil, can stop the run.
	Context context.Context
}

// Run runs a schedule. The error is an *Error, or that of the context.
func Run(p *message.Program, g *depanalysis.Graph, s *schedule.Schedule, d *data.Set, opt Options) (*Result, error) {
	r := &run{
		program: p, graph: g, options: opt,
		env:       &data.Env{Set: d, Index: map[*model.Index]int{}},
		constants: map[*model.Variable]map[string]*constant{},
		skipped:   map[*message.Update]int{},
		converged: true,
	}
	if r.options.Context == nil {
		r.options.Context = context.Background()
	}
	r.env.Variable = r.constantValue
	if err := r.expand(); err != nil {
		return nil, err
	}
	r.group()
	if err := r.steps(s.Steps, frame{}); err != nil {
		return nil, err
	}
	r.iteration = 0
	return r.result()
}

type run struct {
	program   *message.Program
	graph     *depanalysis.Graph
	options   Options
	env       *data.Env
	constants map[*model.Variable]map[string]*constant
	sites     [][]*site // by factor
	elements  []map[string]*element
	order     []*element // in the order of the edges that meet them
	plates    []plate    // by update

	skipped    map[*message.Update]int
	damped     bool // in the body of an iteration: what runs once has no earlier message to be mixed with
	iteration  int  // of the loop that runs, for errors
	iterations int
	converged  bool
	warnings   []string
}

// A plate is the instances of an update that are sites, in loop order.
type plate struct {
	sites []*site
	// byIndex numbers the sites by the value of a loop.
	byIndex map[*model.Loop]map[int][]*site
}

// group notes which sites an update runs over.
func (r *run) group() {
	r.plates = make([]plate, len(r.program.Updates))
	for _, u := range r.program.Updates {
		if u.Factor == nil {
			continue
		}
		p := plate{sites: r.sites[u.Factor.ID], byIndex: map[*model.Loop]map[int][]*site{}}
		for k, l := range u.Loops {
			m := map[int][]*site{}
			for _, s := range p.sites {
				m[s.values[k]] = append(m[s.values[k]], s)
			}
			p.byIndex[l] = m
		}
		r.plates[u.ID] = p
	}
}

// A frame says which elements of which axes the loops around a step are at.
type frame struct {
	axis, at int
	outer    *frame
}

func (f *frame) empty() bool { return f.outer == nil }

func (r *run) steps(list []schedule.Step, f frame) error {
	for _, s := range list {
		var err error
		switch s := s.(type) {
		case *schedule.Update:
			err = r.update(r.program.Updates[s.Node], f)
		case *schedule.Loop:
			err = r.loop(s, f)
		case *schedule.Iterate:
			err = r.iterate(s, f)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// members lists the sites of an update at the current elements.
func (r *run) members(u *message.Update, f frame) []*site {
	p := r.plates[u.ID]
	sites := p.sites
	for at := &f; !at.empty(); at = at.outer {
		l := depanalysis.LoopOf(r.graph, u, at.axis)
		if l == nil {
			continue
		}
		part := p.byIndex[l][at.at]
		if len(sites) == len(p.sites) {
			sites = part
			continue
		}
		keep := map[*site]bool{}
		for _, s := range part {
			keep[s] = true
		}
		var both []*site
		for _, s := range sites {
			if keep[s] {
				both = append(both, s)
			}
		}
		sites = both
	}
	return sites
}

// update runs one update at the current elements.
func (r *run) update(u *message.Update, f frame) error {
	switch u.Kind {
	case message.Send:
		for _, s := range r.members(u, f) {
			if err := r.options.Context.Err(); err != nil {
				return err
			}
			if err := r.send(u, s); err != nil {
				return err
			}
		}
	case message.Estimate:
		return r.estimate(u)
	case message.Check:
		return r.check(u)
	case message.Possible:
		return r.possible(u)
	}
	// Constants and buffers are computed when they are wanted; marginals and the evidence
	// when all has run.
	return nil
}

// check verifies an observation of data alone.
func (r *run) check(u *message.Update) error {
	c := u.Check
	list, err := r.instances(c.Loops, c.Guards, c.At, c.Text)
	if err != nil {
		return err
	}
	for _, inst := range list {
		v, err := data.Eval(c.Value, inst.env)
		if err != nil {
			return r.evalError(err, c.At, c.Text, inst.String())
		}
		if v != 0 {
			continue
		}
		kind, message := Contradiction, "contradictory observation: "+checked(c)+" is false"
		if c.Parameter {
			kind, message = Parameter, "an impossible parameter in "+c.Text+": "+checked(c)+" is false"
		}
		e := r.errorf(kind, c.At, c.Text, "%s", message)
		if text := r.values(c.Value, inst.env); text != "" {
			e.Message += " for " + text
		}
		e.Element = inst.String()
		return e
	}
	return nil
}

// loop runs its body for one element of an axis after the other.
func (r *run) loop(s *schedule.Loop, f frame) error {
	lo, hi := math.MaxInt, math.MinInt
	var find func([]schedule.Step)
	find = func(list []schedule.Step) {
		for _, st := range list {
			switch st := st.(type) {
			case *schedule.Loop:
				find(st.Body)
			case *schedule.Update:
				u := r.program.Updates[st.Node]
				l := depanalysis.LoopOf(r.graph, u, s.Axis)
				for k, loop := range u.Loops {
					if loop != l {
						continue
					}
					for _, m := range r.members(u, f) {
						lo, hi = min(lo, m.values[k]), max(hi, m.values[k])
					}
				}
			}
		}
	}
	find(s.Body)
	for i := lo; i <= hi && hi != math.MinInt; i++ {
		t := i
		if s.Reverse {
			t = hi - (i - lo)
		}
		if err := r.steps(s.Body, frame{s.Axis, t, &f}); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) settings() (iterate model.Iterate, exact bool) {
	iterate = r.program.Graph.Model.Iterate
	if r.options.Iterations > 0 {
		iterate.Max, exact = r.options.Iterations, true
	}
	return iterate, exact
}

// checked prints what a check says: the condition, or the statement where the
// condition is a constant.
func checked(c *factor.Check) string {
	if c.Value.Op == model.OpBool {
		return c.Text
	}
	return c.Value.String()
}
