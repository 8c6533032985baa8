package interp

import (
	"context"
	"math"
	"mpc/engine/command"

	"mpc/data"
	"mpc/depanalysis"
	"mpc/engine"
	"mpc/factor"
	"mpc/mcmc"
	"mpc/message"
	"mpc/model"
	"mpc/schedule"
)

// Options change how Run runs.
type Options struct {
	// Iterations, if positive, is how many iterations each loop makes exactly;
	// if 0, it runs until convergence or the model's maximum.
	Iterations int
	// None makes no iterations: the posteriors are those of the initialization.
	None bool
	// Others, if not nil, is what other batches of data say about the shared
	// variables; the result is then that of all batches together.
	Others *Message
	// Bounds, if not nil, is called after each iteration that ends in a bound, with its
	// value and the sum of the sizes of its terms.
	Bounds func(iteration int, value, size float64)
	// Progress, if not nil, is called after each iteration with how much it changed a posterior
	// at most.
	Progress func(iteration int, change float64)
	// Seed, if not nil, is that of random initial marginals, in place of the model's.
	Seed *uint64
	// Sampling, if not nil, says how a model is sampled, in place of what it says itself.
	Sampling *Sampling
	// Joint says how many draws of a joint posterior are wanted.
	Joint JointDraws
	// LeaveOneOut asks what observations of a posterior that is computed as a whole have given all others.
	LeaveOneOut bool
	// Weigh asks which numbers of such a posterior are off.
	Weigh bool
	// Context, if not nil, can stop the run.
	Context context.Context
}

// Run runs a schedule, from several random initial marginals where the model says so.
// The error is an *Error, or that of the context.
func Run(p *message.Program, g *depanalysis.Graph, s *schedule.Schedule, d *data.Set, opt Options) (*Result, error) {
	it := p.Graph.Model.Iterate
	seed := it.Seed
	if opt.Seed != nil {
		seed = *opt.Seed
	}
	if it.Restarts > 1 {
		return restart(p, g, s, d, opt, seed)
	}
	return start(p, g, s, d, opt, seed)
}

// start runs a schedule once.
func start(p *message.Program, g *depanalysis.Graph, s *schedule.Schedule, d *data.Set, opt Options, seed uint64) (*Result, error) {
	r := newRun(p, g, s, d, opt, seed)
	if p.Sampling != nil {
		return sampled(r, s)
	}
	if err := r.prepare(); err != nil {
		return nil, err
	}
	for _, st := range s.Steps {
		r.left = 0
		if err := r.steps([]schedule.Step{st}, frame{}); err != nil {
			return nil, err
		}
		if _, ok := st.(*schedule.Iterate); !ok && r.left > 0 {
			r.converged = false
		}
	}
	r.iteration = 0
	return r.result()
}

// newRun is a run that has done nothing.
func newRun(p *message.Program, g *depanalysis.Graph, s *schedule.Schedule, d *data.Set, opt Options, seed uint64) *run {
	r := &run{
		program: p, graph: g, options: opt, seed: seed,
		draws:     map[*factor.Variable]map[string]any{},
		env:       &data.Env{Set: d, Index: map[*model.Index]int{}},
		constants: map[*model.Variable]map[string]*constant{},
		met:       met{inGate: map[*message.Term]map[string][]*site{}, posteriors: map[*factor.Variable]bool{}},
		course:    course{skipped: map[*message.Update]int{}, steppers: s.Shortened, step: 1, converged: true},
	}
	for _, u := range p.Updates {
		if u.Kind == message.Posterior {
			r.posteriors[u.Variable] = true
		}
	}
	if r.options.Context == nil {
		r.options.Context = context.Background()
	}
	r.env.Variable = r.constantValue
	return r
}

// prepare meets all elements of what the model has.
func (r *run) prepare() error {
	if err := r.expand(); err != nil {
		return err
	}
	if err := r.sameSizes(); err != nil {
		return err
	}
	r.group()
	return nil
}

type run struct {
	program   *message.Program
	graph     *depanalysis.Graph
	options   Options
	env       *data.Env
	constants map[*model.Variable]map[string]*constant
	seed      uint64
	draws     map[*factor.Variable]map[string]any // random initial marginals, by element
	met
	course
	integrated
}

// met is what the data make of the model: all its elements, and the instances of its factors.
type met struct {
	sites    [][]*site // by factor
	elements []map[string]*element
	order    []*element // in the order of the edges that meet them
	plates   []plate    // by update
	// posteriors marks the variables that have a posterior, which messages read.
	posteriors map[*factor.Variable]bool
	// inGate holds, of each term of a branch, the instances of its factor by the
	// instance of the gate.
	inGate map[*message.Term]map[string][]*site
	// networks are solved; places are those of elements among all of their variable.
	networks map[*message.Network]*mcmc.FiniteNetwork
	places   map[*element]int
}

// course is how a run goes.
type course struct {
	skipped    map[*message.Update]int
	steppers   []schedule.Shortened
	step       float64 // of the iteration that runs
	shortened  int     // how often a step was
	damped     bool    // in the body of an iteration: what runs once has no earlier message to be mixed with
	left       int     // the updates that gave no message in this step or iteration
	iteration  int     // of the loop that runs, for errors
	iterations int
	converged  bool
	warnings   []string
}

// integrated is what the posterior of a latent Gaussian model has beside its marginals.
type integrated struct {
	logEvidence float64
	quantiles   map[*element]any // engine.Quantiles, of a vector a list of them
	doubts      []engine.Doubt
	inexact     []engine.Inexact
	joint       *command.Joint
	withoutEach []LeftOut
}

// A member is one element of the plate of an update: an instance of a factor (of
// a message to one element of an array slot, the place k of that element too), or
// an element of a variable.
type member struct {
	site    *site
	k       int
	element *element
	values  []int // of the update's loops
}

// A plate is the members of an update, in loop order.
type plate struct {
	members []*member
	// byIndex numbers the members by the value of a loop.
	byIndex map[*model.Loop]map[int][]*member
}

// group notes which members an update runs over.
func (r *run) group() {
	r.plates = make([]plate, len(r.program.Updates))
	for _, u := range r.program.Updates {
		p := plate{members: r.membersOf(u), byIndex: map[*model.Loop]map[int][]*member{}}
		for k, l := range u.Loops {
			at := map[int][]*member{}
			for _, m := range p.members {
				at[m.values[k]] = append(at[m.values[k]], m)
			}
			p.byIndex[l] = at
		}
		r.plates[u.ID] = p
	}
}

// membersOf lists all members of an update's plate.
func (r *run) membersOf(u *message.Update) []*member {
	var list []*member
	switch {
	case u.Kind == message.Posterior:
		for _, e := range r.order {
			if e.variable == u.Variable {
				list = append(list, &member{element: e, values: e.index})
			}
		}
	case u.Factor != nil && len(u.Loops) > len(u.Factor.Loops):
		for _, s := range r.sites[u.Factor.ID] {
			for k, p := range s.ports[u.Edge.Slot] {
				list = append(list, &member{site: s, k: k, values: append(s.values[:len(s.values):len(s.values)], p.at)})
			}
		}
	case u.Factor != nil:
		for _, s := range r.sites[u.Factor.ID] {
			list = append(list, &member{site: s, values: s.values})
		}
	}
	return list
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

// members lists the members of an update at the current elements.
func (r *run) members(u *message.Update, f frame) []*member {
	p := r.plates[u.ID]
	list := p.members
	for at := &f; !at.empty(); at = at.outer {
		l := depanalysis.LoopOf(r.graph, u, at.axis)
		if l == nil {
			continue
		}
		part := p.byIndex[l][at.at]
		if len(list) == len(p.members) {
			list = part
			continue
		}
		keep := map[*member]bool{}
		for _, m := range part {
			keep[m] = true
		}
		var both []*member
		for _, m := range list {
			if keep[m] {
				both = append(both, m)
			}
		}
		list = both
	}
	return list
}

// update runs one update at the current elements.
func (r *run) update(u *message.Update, f frame) error {
	switch u.Kind {
	case message.Send, message.Posterior:
		if u.Pooled && f.empty() {
			r.empty(u.Edge)
		}
		for _, m := range r.members(u, f) {
			if err := r.options.Context.Err(); err != nil {
				return err
			}
			var err error
			switch {
			case u.Kind == message.Posterior:
				err = r.refit(u, m.element)
			case u.Pooled:
				err = r.add(u, m.site)
			case u.Network != nil:
				err = r.fromNetwork(u, m.site)
			default:
				err = r.send(u, m)
			}
			if err != nil {
				return err
			}
		}
	case message.Solve:
		return r.solve(u)
	case message.Estimate:
		return r.estimate(u)
	case message.Check:
		return r.check(u)
	case message.Possible:
		return r.possible(u)
	case message.Integrate:
		return r.integrate(u)
	}
	// Constants and buffers are computed when they are wanted; marginals and the evidence
	// when all has run.
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
	if r.options.Iterations > 0 || r.options.None {
		iterate.Max, exact = max(0, r.options.Iterations), true
	}
	return iterate, exact
}
