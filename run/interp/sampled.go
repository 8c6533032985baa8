package interp

import (
	"slices"

	"mpc/codegen/code/chains"
	"mpc/codegen/loops"
	"mpc/engine/sampling"
	"mpc/message"
	"mpc/model"
	"mpc/schedule"
)

// Sampling says how a model is sampled, in place of what it says itself.
type Sampling struct {
	BurnIn  int // scans before the first draw of a chain is kept
	Samples int // draws that each chain keeps
	Thin    int // scans for each draw that is kept
	Chains  int
	// Begin, if not nil, is called before the first chain with the names of the values of
	// a draw: the elements of each variable that is asked for, and of a vector or a matrix
	// its components. Entries of inputs that are known are left out. An error ends the run.
	Begin func(columns []string) error
	// Draw, if not nil, is called for each draw that is kept, chain after chain, with the
	// values that the columns name.
	Draw func(chain, draw int, values []float64)
	// Given, if not nil, may give an element its value in place of a draw from its prior, of a
	// vector or a matrix its components: it returns false where the element is to be drawn. Draws
	// that are kept count from 0. Nothing may depend on data.
	Given func(draw int, v *model.Variable, index []int, to []float64) bool
}

// A sampler runs the chains of a model whose variables are sampled, by their code.
type sampler struct {
	*run
	settings  Sampling
	code      *chains.Program
	recorders []recorder // by variable that is asked for
	at        int        // draws of the chain that runs which were kept
}

// replaced gives an element the value that the caller has for it.
func (x *sampler) replaced(v *model.Variable, index []int, to []float64) bool {
	return x.settings.Given(x.at, x.run.program.Sampling.Original(v), index, to)
}

// sampled runs chain after chain, each with the random numbers of its own that the seed and its number give.
func sampled(r *run, s *schedule.Schedule) (*Result, error) {
	x := &sampler{run: r}
	it := r.program.Graph.Model.Iterate.Sampling
	x.settings = Sampling{BurnIn: it.BurnIn, Samples: it.Samples, Thin: it.Thin, Chains: it.Chains}
	if r.options.Sampling != nil {
		x.settings = *r.options.Sampling
	}
	if err := r.meetData(s); err != nil {
		return nil, err
	}
	if err := x.record(); err != nil {
		return nil, err
	}
	if x.settings.Begin != nil {
		var columns []string
		for i := range x.recorders {
			columns = append(columns, x.recorders[i].columns()...)
		}
		if err := x.settings.Begin(columns); err != nil {
			return nil, err
		}
	}
	var err error
	if x.code, err = chains.Lower(loops.Build(r.program, r.graph, s)); err == nil && x.settings.Given != nil {
		err = x.code.Give(x.replaced)
	}
	if err != nil {
		return nil, x.errorf(Internal, r.program.Graph.Model.Infer[0].At, "", "%v", err)
	}
	list := make([]*chain, x.settings.Chains)
	for i := range list {
		if list[i], err = x.newChain(i); err != nil {
			return nil, err
		}
	}
	if err := x.draws(list); err != nil {
		return nil, err
	}
	for _, c := range list {
		for i := range x.recorders {
			if err := x.recorders[i].several(c); err != nil {
				return nil, err
			}
		}
	}
	r.iteration = 0
	r.iterations = x.settings.BurnIn + x.settings.Samples*x.settings.Thin
	return x.result()
}

// meetData has checked the data.
func (r *run) meetData(s *schedule.Schedule) error {
	if err := r.meetSampled(); err != nil {
		return err
	}
	return r.checks(s.Steps)
}

// checks runs the checks of a schedule of draws.
func (r *run) checks(steps []schedule.Step) error {
	for _, st := range steps {
		var err error
		switch st := st.(type) {
		case *schedule.Iterate:
			err = r.checks(slices.Concat(st.Init, st.Body, st.Final))
		case *schedule.Loop:
			err = r.checks(st.Body)
		case *schedule.Update:
			if u := r.program.Updates[st.Node]; u.Kind == message.Check {
				err = r.check(u)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// A chain is one sequence of draws.
type chain struct {
	course sampling.Course
	code   *chains.Chain
	// values are the present ones of each variable that is asked for, there those of the truths that tell which of its
	// elements are there.
	values, there [][]float64
}

// newChain makes a chain without values.
func (x *sampler) newChain(number int) (*chain, error) {
	c := &chain{course: sampling.NewCourse(number, x.seed), values: make([][]float64, len(x.recorders)), there: make([][]float64, len(x.recorders))}
	var err error
	if c.code, err = x.code.New(x.run.env.Set, &c.course.Stream); err != nil {
		return nil, x.refused(err)
	}
	return c, nil
}

// draws runs the chains, one after the other.
func (x *sampler) draws(list []*chain) error {
	h := &sampling.Hooks[*sampler, *chain]{
		Defaults: sampling.Defaults{BurnIn: x.settings.BurnIn, Samples: x.settings.Samples, Thin: x.settings.Thin, Chains: x.settings.Chains, Seed: x.seed},
		NewChain: func(_ *sampler, number int, _ uint64) *chain { return list[number] },
		Course:   func(c *chain) *sampling.Course { return &c.course },
		Start:    func(c *chain) error { return x.explained(c, c.code.Start(c.course.Number)) },
		Scan: func(c *chain) error {
			x.run.iteration = c.course.Scans + 1
			return x.explained(c, c.code.Scan(c.course.Burning))
		},
		Compute: func(c *chain) error {
			x.at = c.course.Kept
			if err := c.code.Compute(); err != nil {
				return x.explained(c, err)
			}
			return x.take(c)
		},
		Add: func(c *chain) {
			for i := range x.recorders {
				x.recorders[i].add(c.course.Number, c.values[i], c.there[i])
			}
		},
		Row: func(c *chain, list []float64) []float64 {
			for i := range x.recorders {
				list = x.recorders[i].row(c.values[i], c.there[i], list)
			}
			return list
		},
		Record:      func(*sampler) []sampling.Column[*chain] { return nil }, // they are recorded by Add
		WholeChains: true,
	}
	opts := []sampling.Option{sampling.Workers(1)}
	if x.settings.Draw != nil {
		opts = append(opts, sampling.OnDraw(func(chain, draw int, values []float64) { x.settings.Draw(chain, draw, slices.Clone(values)) }))
	}
	var s sampling.Sampler[*sampler, *chain]
	_, err := s.Run(x.options.Context, x, h, opts)
	return err
}

// take takes the present values of what is asked for from a chain.
func (x *sampler) take(c *chain) (err error) {
	for i, r := range x.recorders {
		if c.values[i], err = c.code.Values(r.variable, c.values[i][:0]); err != nil {
			return err
		}
		if r.there != nil {
			if c.there[i], err = c.code.Values(r.there, c.there[i][:0]); err != nil {
				return err
			}
		}
	}
	return nil
}
