package sampling

import (
	"context"
	"fmt"
	"runtime"

	"mpc/engine"
	"mpc/samples"
)

// A Sampler has the chains C of an inference I, what is recorded of their draws, and what these say. All types are those of a
// model.
type Sampler[I, C any] struct {
	Chains []C
	record []Column[C] // of the draws that are kept
	said   bool        // the record has said what they say
	ready  bool        // what the data alone decide is computed
	seed   uint64
	thin   int // scans of the chains for each draw that is kept
}

// Hooks are what a model does in the runs of a Sampler.
type Hooks[I, C any] struct {
	Defaults Defaults
	// Constants compute what the data alone decide, Patterns what they decide for all chains.
	Constants []func(I) error
	Patterns  func(C) error
	// NewChain makes a chain without values, and Course is how far it has come.
	NewChain func(inf I, number int, seed uint64) C
	Course   func(C) *Course
	// Start gives a chain its first values, Scan draws each once, Compute what no other
	// draw depends on, for a draw that is kept.
	Start, Scan, Compute func(C) error
	// Record says what is recorded of the draws that are kept.
	Record func(I) []Column[C]
	// Add records the present values of a chain elsewhere, Row appends them to a list; both may be nil.
	Add func(C)
	Row func(c C, list []float64) []float64
	// WholeChains lets a chain make all its scans before the next one begins, where one
	// worker runs them.
	WholeChains bool
}

// Forget forgets the data, the chains and their draws.
func (s *Sampler[I, C]) Forget() { *s = Sampler[I, C]{seed: s.seed, thin: s.thin} }

// counts is a Summary without what the draws say.
func (s *Sampler[I, C]) counts(h *Hooks[I, C]) Summary {
	sum := Summary{Chains: len(s.Chains), Seed: s.seed}
	for i, chain := range s.Chains {
		c := h.Course(chain)
		if i == 0 || c.Kept < sum.Draws {
			sum.Draws = c.Kept
		}
		if i == 0 || c.Scans < sum.Iterations {
			sum.Iterations = c.Scans
		}
	}
	return sum
}

// Summary says how good the draws so far are.
func (s *Sampler[I, C]) Summary(inf I, h *Hooks[I, C]) Summary {
	s.report(inf, h, runtime.GOMAXPROCS(0))
	sum := s.counts(h)
	var list []samples.Warning
	for _, c := range s.record {
		list = append(list, c.warnings(s.Chains)...)
	}
	sum.Warnings = samples.GatherWarnings(list)
	sum.Converged = sum.Draws > 0 && Agree(sum.Warnings)
	return sum
}

// report makes the record say what the draws so far say, which so many goroutines compute once.
func (s *Sampler[I, C]) report(inf I, h *Hooks[I, C], workers int) {
	if s.said {
		return
	}
	if s.Chains == nil {
		s.record = h.Record(inf)
		for _, c := range s.record {
			c.begin(samples.Size{})
		}
	}
	for _, c := range s.record {
		c.summarize(workers)
	}
	s.said = true
}

// Said is what the draws so far say of the elements of the k-th variable that is recorded.
func Said[S, I, C any](s *Sampler[I, C], inf I, h *Hooks[I, C], k int) []S {
	s.report(inf, h, runtime.GOMAXPROCS(0))
	return s.record[k].(interface{ saying() []S }).saying()
}

// Prepare computes what the data alone decide.
func (s *Sampler[I, C]) Prepare(inf I, h *Hooks[I, C]) error {
	if s.ready {
		return nil
	}
	for _, compute := range h.Constants {
		if err := compute(inf); err != nil {
			return err
		}
	}
	if h.Patterns != nil {
		if err := h.Patterns(h.NewChain(inf, 0, 0)); err != nil {
			return err
		}
	}
	s.ready = true
	return nil
}

// Run draws: see Run of an Inference.
func (s *Sampler[I, C]) Run(ctx context.Context, inf I, h *Hooks[I, C], opts []Option) (Summary, error) {
	o := newOptions(h.Defaults, opts)
	if o.err != nil {
		return s.counts(h), o.err
	}
	if err := s.Prepare(inf, h); err != nil {
		return s.counts(h), err
	}
	if s.Chains == nil || o.seeded && o.seed != s.seed || o.chains > 0 && o.chains != len(s.Chains) {
		s.begin(inf, h, o)
	}
	if o.thin == 0 {
		o.thin = s.thin
	}
	if o.thin != s.thin {
		return s.counts(h), &engine.OptionError{Option: "Thin", Message: fmt.Sprintf("%d: the chains go on with %d, as they were begun", o.thin, s.thin)}
	}
	s.said = false
	within, stop := context.WithCancel(ctx)
	defer stop()
	r := &run{given: o, ctx: within, stop: stop, total: len(s.Chains), whole: h.WholeChains, seed: s.seed}
	for _, chain := range s.Chains {
		c := h.Course(chain)
		r.scans, r.kept = append(r.scans, c.Scans), append(r.kept, c.Kept)
		r.draws = max(r.draws, c.Kept+o.samples)
	}
	s.Reserve(r.draws)
	errs := engine.Turns(o.workers, len(s.Chains), stop, func(i int) (done bool, err error) { return s.advance(h, s.Chains[i], r) })
	for _, err := range errs {
		if err != nil && err != errStopped {
			return s.counts(h), err
		}
	}
	s.report(inf, h, o.workers)
	for _, err := range errs {
		if err != nil {
			return s.Summary(inf, h), ctx.Err()
		}
	}
	return s.Summary(inf, h), nil
}

// begin begins new chains, which have no values yet.
func (s *Sampler[I, C]) begin(inf I, h *Hooks[I, C], o Options) {
	if s.Chains == nil || o.seeded {
		s.seed = o.seed
	}
	n := o.chains
	if n == 0 {
		if n = len(s.Chains); n == 0 {
			n = h.Defaults.Chains
		}
	}
	if s.thin = o.thin; s.thin == 0 {
		s.thin = h.Defaults.Thin
	}
	s.Chains = nil
	s.record = h.Record(inf)
	size := recordSize(s.record, n, o.samples)
	for _, c := range s.record {
		c.begin(size)
	}
	for i := range n {
		s.Chains = append(s.Chains, h.NewChain(inf, i, s.seed))
	}
}

// Reserve makes room for draws of each chain.
func (s *Sampler[I, C]) Reserve(draws int) {
	size := recordSize(s.record, len(s.Chains), draws)
	for _, c := range s.record {
		c.reserve(size)
	}
}

// Keep records the present values of a chain.
func (s *Sampler[I, C]) Keep(h *Hooks[I, C], chain C) {
	if h.Add != nil {
		h.Add(chain)
	}
	number := h.Course(chain).Number
	for _, c := range s.record {
		c.add(chain, number)
	}
}
