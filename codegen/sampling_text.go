package codegen

// samplerText is the part of a package that samples which is the same for every model.
const samplerText = `// A Summary says how a run went.
type Summary struct {
	Chains  int
	Scans   int // of each chain, burn-in included
	Draws   int // that each chain has kept, the smallest number
	BurnIn  bool // whether the burn-in is over
	Seed    uint64
}

func (inf *Inference) summary() Summary {
	s := Summary{Chains: len(inf.chains), Seed: inf.seed}
	for i, c := range inf.chains {
		if i == 0 || c.kept < s.Draws {
			s.Draws, s.Scans = c.kept, c.scans
		}
	}
	s.BurnIn = s.Draws > 0
	return s
}

// An Option changes how Run runs.
type Option func(*options)

type options struct {
	burnIn, samples, thin, chains, workers int
	seed     uint64
	callback func(Summary) bool
	draws    func(chain, draw int, values []float64)
	err      error // of the first option without a meaning
}

func newOptions(opts []Option) options {
	o := options{burnIn: defaultBurnIn, samples: defaultSamples, thin: defaultThin, chains: defaultChains, seed: defaultSeed, workers: runtime.GOMAXPROCS(0)}
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
		o.err = &OptionError{option, fmt.Sprintf("%d is not at least %d", n, least)}
	}
}

// Samples makes Run keep n more draws of each chain.
func Samples(n int) Option {
	return func(o *options) { o.samples = n; o.atLeast(1, "Samples", n) }
}

// BurnIn makes a new chain go n scans before its first draw is kept. A chain that is
// continued has no burn-in.
func BurnIn(n int) Option {
	return func(o *options) { o.burnIn = n; o.atLeast(0, "BurnIn", n) }
}

// Thin makes Run keep the draw of each n-th scan.
func Thin(n int) Option {
	return func(o *options) { o.thin = n; o.atLeast(1, "Thin", n) }
}

// Chains makes a first Run begin n chains.
func Chains(n int) Option {
	return func(o *options) { o.chains = n; o.atLeast(1, "Chains", n) }
}

// Workers makes Run share the chains among n goroutines. The draws are the same for every
// n.
func Workers(n int) Option {
	return func(o *options) { o.workers = n; o.atLeast(1, "Workers", n) }
}

// WithSeed makes a first Run draw with another seed.
func WithSeed(seed uint64) Option {
	return func(o *options) { o.seed = seed }
}

// Progress makes Run call f now and then; f returning false stops the run, which keeps
// what there is. The calls come from one goroutine at a time.
func Progress(f func(Summary) bool) Option {
	return func(o *options) { o.callback = f }
}

// OnDraw makes Run call f for each draw that is kept, with the number of the chain and of
// the draw, counted from 0, and the values that Columns names. The calls of one chain
// come in order, those of several at once; values is to be read before f returns.
func OnDraw(f func(chain, draw int, values []float64)) Option {
	return func(o *options) { o.draws = f }
}

// Run draws: a first Run begins the chains and makes their burn-in, a later one continues
// them. A run that is cancelled keeps what there is.
func (inf *Inference) Run(ctx context.Context, opts ...Option) (Summary, error) {
	o := newOptions(opts)
	if o.err != nil {
		return inf.summary(), o.err
	}
	if err := inf.constants(); err != nil {
		return inf.summary(), err
	}
	if inf.chains == nil {
		inf.seed = o.seed
		inf.record = inf.newRecord(samples.Size{Chains: o.chains, Draws: o.samples})
		for i := range o.chains {
			inf.chains = append(inf.chains, inf.newChain(i, o.seed))
		}
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	errs := make([]error, len(inf.chains))
	next := make(chan int)
	var group sync.WaitGroup
	var mutex sync.Mutex // of the callback
	for range min(o.workers, len(inf.chains)) {
		group.Add(1)
		go func() {
			defer group.Done()
			for i := range next {
				if errs[i] = inf.chains[i].run(ctx, o, &mutex, stop); errs[i] != nil {
					stop()
				}
			}
		}()
	}
	for i := range inf.chains {
		next <- i
	}
	close(next)
	group.Wait()
	var stopped error
	for _, err := range errs {
		if err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, errStopped) {
			return inf.summary(), err
		}
		if stopped == nil {
			stopped = err
		}
	}
	if errors.Is(stopped, errStopped) {
		stopped = nil
	}
	return inf.summary(), stopped
}

// errStopped is the end of a run that its callback stops.
var errStopped = errors.New("stopped")

// run makes the scans of one chain.
func (inf *chain) run(ctx context.Context, o options, mutex *sync.Mutex, stop func()) error {
	if inf.scans == 0 {
		if err := inf.start(); err != nil {
			return err
		}
	}
	var row []float64
	more := o.samples
	burnIn := 0
	if inf.scans == 0 {
		burnIn = o.burnIn
	}
	for n := 0; more > 0; n++ {
		if n%64 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			if o.callback != nil && inf.number == 0 {
				mutex.Lock()
				going := o.callback(Summary{Chains: len(inf.chains), Scans: inf.scans, Draws: inf.kept, BurnIn: n >= burnIn, Seed: inf.seed})
				mutex.Unlock()
				if !going {
					stop()
					return errStopped
				}
			}
		}
		inf.tuning = n < burnIn
		if err := inf.scan(); err != nil {
			return err
		}
		inf.scans++
		if n < burnIn || (n-burnIn+1)%o.thin != 0 {
			continue
		}
		if err := inf.compute(); err != nil {
			return err
		}
		inf.add()
		if o.draws != nil {
			row = inf.row(row[:0])
			o.draws(inf.number, inf.kept, row)
		}
		inf.kept++
		more--
	}
	return nil
}

// fault is the error of an update that has nothing to draw from.
func (inf *chain) fault(update int, fault dist.Fault, element []int) error {
	at := origins[update]
	where := Where{Line: at.line, Column: at.column, Statement: at.statement, Element: element, Iteration: inf.scans}
	switch fault {
	case dist.Contradiction:
		return &ContradictionError{where}
	case dist.NotFinite:
		return &NotFiniteError{where}
	}
	return &ImproperError{Where: where}
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
const sliceFaultText = `// sliceFault is the error of a slice that has no next value.
func (inf *chain) sliceFault(update int, _ dist.Fault, element []int, fault mcmc.SliceFault) error {
	if fault == mcmc.SliceStart {
		return inf.fault(update, dist.Contradiction, element)
	}
	return inf.fault(update, dist.NotFinite, element)
}

`

const samplingTestsText = `// TestNew: an Inference without data says what it lacks, or runs.
func TestNew(t *testing.T) {
	inf, err := New(Data{})
	if err != nil {
		t.Skip(err)
	}
	if _, err := inf.Run(context.Background(), Samples(10), BurnIn(10), Chains(1)); err != nil {
		t.Skip(err)
	}
	c := inf.chains[0]
	if n := testing.AllocsPerRun(10, func() {
		if err := c.scan(); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("a scan allocates %v times", n)
	}
}
`
