package codegen

// samplerText is the part of a package that samples which is the same for every model:
// what Run takes and returns.
const samplerText = `// A Summary says how a run went.
type Summary struct {
	// Iterations are the scans of each chain, burn-in included: of chains that were
	// cut off, of the one that made the fewest.
	Iterations int
	// Converged is set where the chains agree: where R-hat of all that is asked for is
	// known and at most 1.01, or of values that never change.
	Converged bool
	Chains    int
	Draws     int // that each chain has kept, the smallest number
	Seed      uint64
	// Warnings say what is not to be relied on, and what may help.
	Warnings []samples.Warning
}

// counts is a Summary without what the draws say.
func (inf *Inference) counts() Summary {
	s := Summary{Chains: len(inf.chains), Seed: inf.seed}
	for i, c := range inf.chains {
		if i == 0 || c.kept < s.Draws {
			s.Draws = c.kept
		}
		if i == 0 || c.scans < s.Iterations {
			s.Iterations = c.scans
		}
	}
	return s
}

// summary says how good the draws so far are.
func (inf *Inference) summary() Summary {
	s := inf.counts()
	s.Converged = s.Draws > 0
	s.Warnings = samples.GatherWarnings(inf.warnings())
	for _, w := range s.Warnings {
		switch w.Kind {
		case samples.HighRHat, samples.TooFewDraws, samples.WrongNumbers:
			s.Converged = false
		}
	}
	return s
}

// Summary says how good the draws so far are, as Run does at its end.
func (inf *Inference) Summary() Summary { return inf.summary() }

// An Option changes how Run runs.
type Option func(*options)

type options struct {
	burnIn, samples, thin, chains, workers int
	seed     uint64
	seeded   bool
	callback func(Summary) bool
	onDraw   func(chain, draw int, values []float64)
	err      error // of the first option without a meaning
}

func newOptions(opts []Option) options {
	o := options{burnIn: defaultBurnIn, samples: defaultSamples, seed: defaultSeed, workers: runtime.GOMAXPROCS(0)}
	for _, f := range opts {
		if f != nil {
			f(&o)
		}
	}
	return o
}

// atLeast keeps the error of an option that is too small.
func (o *options) atLeast(least int, option string, n int) {
	if n < least && o.err == nil {
		o.err = &OptionError{Option: option, Message: fmt.Sprintf("%d is not at least %d", n, least)}
	}
}

// Samples makes Run keep n more draws of each chain, n at least 1.
func Samples(n int) Option {
	return func(o *options) { o.samples = n; o.atLeast(1, "Samples", n) }
}

// BurnIn makes a chain go n scans, at least 0, before its first draw is kept. In them
// samplers adapt. A chain that goes on has no burn-in again.
func BurnIn(n int) Option {
	return func(o *options) { o.burnIn = n; o.atLeast(0, "BurnIn", n) }
}

// Thin makes Run keep the draw of each n-th scan, n at least 1. Chains that go on keep
// theirs: another one is an error.
func Thin(n int) Option {
	return func(o *options) { o.thin = n; o.atLeast(1, "Thin", n) }
}

// Chains makes Run draw n chains, at least 1: anew, if those there are are more or fewer.
func Chains(n int) Option {
	return func(o *options) { o.chains = n; o.atLeast(1, "Chains", n) }
}

// Workers makes Run share the chains among n goroutines, at least 1; without it there
// are as many as there are processors. The draws are the same for every n.
func Workers(n int) Option {
	return func(o *options) { o.workers = n; o.atLeast(1, "Workers", n) }
}

// WithSeed makes Run draw with another seed than the model's, which fixes every draw:
// anew, if the chains there are are of another one.
func WithSeed(seed uint64) Option {
	return func(o *options) { o.seed, o.seeded = seed, true }
}

// Progress makes Run call f some times in a second, with the numbers of scans and draws of
// the chain that has made the fewest and without what the draws say; f returning false
// stops the run, which keeps what there is. There is one call at a time.
func Progress(f func(Summary) bool) Option {
	return func(o *options) { o.callback = f }
}

// OnDraw makes Run call f for each draw that is kept, with the number of the chain and of
// the draw, counted from 0, and the values that Columns names. The calls of one chain
// come in order, those of several chains at the same time; values may be read until f
// returns.
func OnDraw(f func(chain, draw int, values []float64)) Option {
	return func(o *options) { o.onDraw = f }
}

// A run is one call of Run, which all chains share.
type run struct {
	options
	ctx  context.Context
	stop func()
	draws int // that each chain has at the end

	mutex       sync.Mutex // of the callback, and of what follows
	scans, kept []int      // of each chain, when it was last asked
}

// errStopped is the end of a chain that is cut off.
var errStopped = errors.New("stopped")

// Run draws. A first Run begins the chains and makes their burn-in, a later one goes on
// with them. After a run that was cancelled, or that Progress stopped, all draws that
// there are count, and the next one goes on as if it had not been cut off: chains that are
// behind catch up.
func (inf *Inference) Run(ctx context.Context, opts ...Option) (Summary, error) {
	o := newOptions(opts)
	if o.err != nil {
		return inf.counts(), o.err
	}
	if err := inf.constants(); err != nil {
		return inf.counts(), err
	}
	if inf.chains == nil || o.seeded && o.seed != inf.seed || o.chains > 0 && o.chains != len(inf.chains) {
		inf.begin(o)
	}
	if o.thin == 0 {
		o.thin = inf.thin
	}
	if o.thin != inf.thin {
		return inf.counts(), &OptionError{Option: "Thin", Message: fmt.Sprintf("%d: the chains go on with %d, as they were begun", o.thin, inf.thin)}
	}
	inf.reported = nil
	within, stop := context.WithCancel(ctx)
	defer stop()
	r := &run{options: o, ctx: within, stop: stop, scans: make([]int, len(inf.chains)), kept: make([]int, len(inf.chains))}
	for i, c := range inf.chains {
		r.scans[i], r.kept[i] = c.scans, c.kept
		r.draws = max(r.draws, c.kept+o.samples)
	}
	inf.record.reserve(inf.recordSize(len(inf.chains), r.draws))
	errs := engine.Turns(o.workers, len(inf.chains), stop, func(i int) (done bool, err error) { return inf.chains[i].run(r) })
	for _, err := range errs {
		if err != nil && err != errStopped {
			return inf.counts(), err
		}
	}
	inf.reports(o.workers)
	for _, err := range errs {
		if err != nil {
			return inf.summary(), ctx.Err()
		}
	}
	return inf.summary(), nil
}

// begin begins new chains, which have no values yet.
func (inf *Inference) begin(o options) {
	if inf.chains == nil || o.seeded {
		inf.seed = o.seed
	}
	n := o.chains
	if n == 0 {
		if n = len(inf.chains); n == 0 {
			n = defaultChains
		}
	}
	if inf.thin = o.thin; inf.thin == 0 {
		inf.thin = defaultThin
	}
	inf.chains = nil
	inf.record = inf.newRecord(inf.recordSize(n, o.samples))
	for i := range n {
		inf.chains = append(inf.chains, inf.newChain(i, inf.seed))
	}
}

// recordSize is how much is recorded of so many chains and draws: where all that is asked
// for would take more than some hundred megabytes, fewer draws are kept as they are.
func (inf *Inference) recordSize(chains, draws int) samples.Size {
	return samples.Size{Chains: chains, Draws: draws}.Fit(inf.numbers(), 1<<28)
}

// run makes the scans of one chain, all of them, or those of one turn.
func (c *chain) run(r *run) (done bool, err error) {
	if r.ctx.Err() != nil {
		return false, errStopped
	}
	if !c.begun {
		if err := c.start(); err != nil {
			return false, err
		}
		c.begun, c.burning = true, r.burnIn
	}
	var row []float64
	watch := engine.NewWatch()
	for n := 0; c.kept < r.draws; n++ {
		if watch.Due(n) {
			over := watch.Look(n)
			if !r.goesOn(c) {
				return false, errStopped
			}
			if r.workers < len(r.scans) && over {
				return false, nil
			}
		}
		if err := c.scan(); err != nil {
			return false, err
		}
		c.scans++
		if c.burning > 0 {
			c.burning--
			continue
		}
		if c.since++; c.since < r.thin {
			continue
		}
		c.since = 0
		if err := c.compute(); err != nil {
			return false, err
		}
		c.add()
		if r.onDraw != nil {
			row = c.row(row[:0])
			r.onDraw(c.number, c.kept, row)
		}
		c.kept++
	}
	return true, nil
}

// goesOn tells whether a chain is to go on, and calls the callback.
func (r *run) goesOn(c *chain) bool {
	if r.callback == nil || r.ctx.Err() != nil {
		return r.ctx.Err() == nil
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.ctx.Err() != nil {
		return false
	}
	r.scans[c.number], r.kept[c.number] = c.scans, c.kept
	s := Summary{Iterations: slices.Min(r.scans), Chains: len(r.scans), Draws: slices.Min(r.kept), Seed: c.seed}
	if !r.callback(s) {
		r.stop()
		return false
	}
	return true
}

// fault is the error of an update that has nothing to draw from.
func (c *chain) fault(update int, fault dist.Fault, element []int) error {
	at := origins[update]
	where := Where{Line: at.line, Column: at.column, Statement: at.statement, Element: element, Iteration: c.scans}
	switch fault {
	case dist.Contradiction:
		return &ContradictionError{Where: where}
	case dist.NotFinite:
		return &NotFiniteError{Where: where}
	}
	return &ImproperError{where}
}

// skip is the error of a constant that cannot be computed.
func (inf *Inference) skip(update int, fault dist.Fault, element []int) error {
	return (&chain{Inference: inf}).fault(update, fault, element)
}

func (inf *Inference) contradiction(update int, element []int) error {
	return inf.skip(update, dist.Contradiction, element)
}

`

// sliceFaultText is the error of a slice.
const sliceFaultText = `// sliceFault is the error of a slice that has no next value: of a start without density
// about what leaves it none.
func (c *chain) sliceFault(update int, fault mcmc.SliceFault, element []int) error {
	if fault == mcmc.SliceStart {
		if err := c.excluded(); err != nil {
			return err
		}
		return c.fault(update, dist.Contradiction, element)
	}
	return c.fault(update, dist.NotFinite, element)
}

`
