package interp

import (
	"slices"

	"mpc/conditional"
	"mpc/data"
	"mpc/engine/sampling"
	"mpc/joint/evaluate"
	"mpc/mcmc"
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

// A sampler runs the schedule of a model whose variables are sampled.
type sampler struct {
	*run
	settings Sampling
	// scan are the updates of an iteration; kept those of each draw that is kept.
	scan, kept []*message.Update
	updates    map[*conditional.Draw]*message.Update
	recorders  []recorder // by variable that is asked for
}

// sampled runs a schedule of draws: chain after chain, each with the random numbers of
// its own that the seed and its number give.
func sampled(r *run, s *schedule.Schedule) (*Result, error) {
	x := &sampler{run: r, updates: map[*conditional.Draw]*message.Update{}}
	it := r.program.Graph.Model.Iterate.Sampling
	x.settings = Sampling{BurnIn: it.BurnIn, Samples: it.Samples, Thin: it.Thin, Chains: it.Chains}
	if r.options.Sampling != nil {
		x.settings = *r.options.Sampling
	}
	if err := x.met(s); err != nil {
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
	list := make([]*chain, x.settings.Chains)
	for i := range list {
		var err error
		if list[i], err = x.newChain(i); err != nil {
			return nil, err
		}
	}
	if err := x.draws(list); err != nil {
		return nil, err
	}
	for _, c := range list {
		for i := range x.recorders {
			for k, free := range c.free[x.recorders[i].variable] {
				if x.recorders[i].free != nil {
					x.recorders[i].free[k] = x.recorders[i].free[k] || free
				}
			}
		}
	}
	r.iteration = 0
	r.iterations = x.settings.BurnIn + x.settings.Samples*x.settings.Thin
	return x.result()
}

// met has checked the data and knows what a scan draws.
func (x *sampler) met(s *schedule.Schedule) error {
	if err := x.meetSampled(); err != nil {
		return err
	}
	for _, u := range x.program.Updates {
		if u.Kind == message.Draw {
			x.updates[u.Sampled] = u
		}
	}
	return x.order(s.Steps, false)
}

// order takes the schedule apart: checks run now, draws of an iteration in each scan, and
// others for each draw that is kept. A conditional is computed where its draw is, which
// is the next that reads it.
func (x *sampler) order(steps []schedule.Step, loop bool) error {
	for _, st := range steps {
		switch st := st.(type) {
		case *schedule.Iterate:
			for _, part := range [][]schedule.Step{st.Init, st.Body, st.Final} {
				if err := x.order(part, true); err != nil {
					return err
				}
			}
		case *schedule.Loop: // of constants alone, which are computed where they are read
			for _, inner := range st.Body {
				if u, ok := inner.(*schedule.Update); ok && x.program.Updates[u.Node].Kind == message.Assign {
					continue
				}
				return x.errorf(Internal, x.program.Graph.Model.Infer[0].At, "", "a schedule of draws has a loop along a range")
			}
		case *schedule.Update:
			u := x.program.Updates[st.Node]
			switch {
			case u.Kind == message.Check:
				if err := x.check(u); err != nil {
					return err
				}
			case u.Kind == message.Draw && loop:
				x.scan = append(x.scan, u)
			case u.Kind == message.Draw, u.Kind == message.Function:
				x.kept = append(x.kept, u)
			}
		}
	}
	return nil
}

// A chain is one sequence of draws.
type chain struct {
	*sampler
	course     sampling.Course
	env        *data.Env
	values     map[*model.Variable]*values
	widths     map[*model.Variable][]mcmc.SliceWidth
	vector     mcmc.VectorWork
	slice      mcmc.Slice
	adaptive   mcmc.AdaptiveRejection
	elliptical mcmc.Elliptical
	blocks     map[*conditional.Draw]*block
	networks   map[*conditional.Draw]*network
	// free tells of which elements of whole numbers and truths several values were possible
	// in some draw.
	free map[*model.Variable][]bool
	// saySite says what a row of a latent Gaussian model does that is no normal density.
	saySite func(*conditional.Row, *mcmc.NormalBlock, *operands)
	// drawing is what is drawn now.
	drawing *conditional.Draw
	// beginning is set in the first scan, skipped where some variable had no possible
	// value in it.
	beginning, skipped bool
	try                int // to make the first scan
	count              int // of the draws that were kept
}

// newChain makes a chain without values.
func (x *sampler) newChain(number int) (*chain, error) {
	c := &chain{sampler: x, course: sampling.NewCourse(number, x.seed),
		values: map[*model.Variable]*values{}, free: map[*model.Variable][]bool{}, widths: map[*model.Variable][]mcmc.SliceWidth{}, blocks: map[*conditional.Draw]*block{}, networks: map[*conditional.Draw]*network{}}
	env := *x.run.env
	env.Index = map[*model.Index]int{}
	env.Drawn = c.present
	env.Density, env.Inverse = c.densityIn, c.vector.Inverse
	c.env = &env
	var list []*model.Variable
	for _, d := range x.program.Sampling.Draws {
		list = append(list, d.Variables...)
	}
	for _, v := range x.program.Sampling.Values {
		list = append(list, v.Variable)
	}
	for _, v := range list {
		dims := v.Dims
		if v.Type.Dimensions > 0 {
			dims = append(dims[:len(dims):len(dims)], v.Sizes...)
		}
		table, err := newValues(c.nameOf(v), dims, *x.run.env)
		if err != nil {
			return nil, x.evalError(err, v.At, v.Name, "")
		}
		c.values[v] = table
		c.widths[v] = make([]mcmc.SliceWidth, len(table.numbers))
		c.free[v] = make([]bool, len(table.numbers))
	}
	return c, nil
}

// draws runs the chains, one after the other.
func (x *sampler) draws(list []*chain) error {
	h := &sampling.Hooks[*sampler, *chain]{
		Defaults: sampling.Defaults{BurnIn: x.settings.BurnIn, Samples: x.settings.Samples, Thin: x.settings.Thin, Chains: x.settings.Chains, Seed: x.seed},
		NewChain: func(_ *sampler, number int, _ uint64) *chain { return list[number] },
		Course:   func(c *chain) *sampling.Course { return &c.course },
		Start:    (*chain).start,
		Scan: func(c *chain) error {
			x.run.iteration = c.course.Scans + 1
			return c.settle()
		},
		Compute: (*chain).compute,
		Add: func(c *chain) {
			for i := range x.recorders {
				x.recorders[i].add(c)
			}
		},
		Row:         (*chain).row,
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

// compute gives what no other draw depends on its values.
func (c *chain) compute() error {
	defer func() { c.count++ }()
	for _, u := range c.kept {
		if u.Kind == message.Draw {
			if err := c.elements(u.Sampled, func() error { return c.draw(u.Sampled) }); err != nil {
				return err
			}
			continue
		}
		v := u.Computed
		err := c.over(v.Loops, func() error {
			if v.Variable.Type.Dimensions > 0 {
				return c.setVector(v)
			}
			x, err := data.Eval(v.Expr, c.env)
			if err == nil {
				err = c.set(v.Variable, v.At, x)
			}
			return err
		})
		if err != nil {
			return c.evalError(err, u.At, v.Variable.Name, c.place(v.Loops))
		}
	}
	return nil
}

// elements runs over the elements that a draw is about.
func (c *chain) elements(d *conditional.Draw, body func() error) error {
	c.drawing = d
	err := evaluate.Along(d.Elements, d.Down, c.env, func() error {
		for _, g := range d.Guards {
			if yes, err := data.Eval(g, c.env); err != nil || yes == 0 {
				return err
			}
		}
		return body()
	})
	if err != nil {
		return c.evalError(err, d.Pos(), d.Name(), c.place(d.Elements))
	}
	return nil
}

// over sets the indices of loops to all their values, and leaves them where body fails.
func (c *chain) over(loops []*model.Loop, body func() error) error {
	return evaluate.Over(loops, c.env, body)
}

// row appends the present values of what is asked for to list.
func (c *chain) row(list []float64) []float64 {
	for i := range c.recorders {
		list = c.recorders[i].row(c, list)
	}
	return list
}
