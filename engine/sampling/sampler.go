package sampling

import (
	"context"
	"fmt"

	"mpc/engine"
	"mpc/samples"
)

// A Sampler has the chains of an inference, what is recorded of their draws, and what these
// say. The types of all three are those of a model.
type Sampler[C, R, P any] struct {
	Chains   []C
	Record   R  // of the draws that are kept
	Reported *P // of these, nil where it is to be made
	seed     uint64
	thin     int // scans of the chains for each draw that is kept
}

// Hooks are what a model does in the runs of a Sampler.
type Hooks[C, R, P any] struct {
	Defaults Defaults
	// Constants computes what the data alone decide; it may be nil.
	Constants func() error
	// NewChain makes a chain without values, and Course is how far it has come.
	NewChain func(number int, seed uint64) C
	Course   func(C) *Course
	// Start gives a chain its first values, Scan draws each once, Compute what no other
	// draw depends on, for a draw that is kept.
	Start, Scan, Compute func(C) error
	// Add records the present values of a chain, Row appends them to a list.
	Add func(C)
	Row func(c C, list []float64) []float64
	// Numbers is how many numbers are recorded of a draw. NewRecord makes a record without
	// draws, Reserve makes room in it.
	Numbers   func() int
	NewRecord func(samples.Size) R
	Reserve   func(*R, samples.Size)
	// Report computes in so many goroutines what the draws say, Warnings what is not to be relied on.
	Report   func(r *R, workers int) *P
	Warnings func() []samples.Warning
	// WholeChains lets a chain make all its scans before the next one begins, where one
	// worker runs them.
	WholeChains bool
}

// Forget forgets the chains and their draws.
func (s *Sampler[C, R, P]) Forget() {
	var none R
	s.Chains, s.Record, s.Reported = nil, none, nil
}

// counts is a Summary without what the draws say.
func (s *Sampler[C, R, P]) counts(h *Hooks[C, R, P]) Summary {
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
func (s *Sampler[C, R, P]) Summary(h *Hooks[C, R, P]) Summary {
	sum := s.counts(h)
	sum.Warnings = samples.GatherWarnings(h.Warnings())
	sum.Converged = sum.Draws > 0 && Agree(sum.Warnings)
	return sum
}

// Reports is what the draws so far say, which so many goroutines compute once.
func (s *Sampler[C, R, P]) Reports(h *Hooks[C, R, P], workers int) *P {
	if s.Reported == nil {
		draws := s.Record
		if s.Chains == nil {
			draws = h.NewRecord(samples.Size{})
		}
		s.Reported = h.Report(&draws, workers)
	}
	return s.Reported
}

// Run draws: see Run of an Inference.
func (s *Sampler[C, R, P]) Run(ctx context.Context, h *Hooks[C, R, P], opts []Option) (Summary, error) {
	o := newOptions(h.Defaults, opts)
	if o.err != nil {
		return s.counts(h), o.err
	}
	if h.Constants != nil {
		if err := h.Constants(); err != nil {
			return s.counts(h), err
		}
	}
	if s.Chains == nil || o.seeded && o.seed != s.seed || o.chains > 0 && o.chains != len(s.Chains) {
		s.begin(h, o)
	}
	if o.thin == 0 {
		o.thin = s.thin
	}
	if o.thin != s.thin {
		return s.counts(h), &engine.OptionError{Option: "Thin", Message: fmt.Sprintf("%d: the chains go on with %d, as they were begun", o.thin, s.thin)}
	}
	s.Reported = nil
	within, stop := context.WithCancel(ctx)
	defer stop()
	r := &run{given: o, ctx: within, stop: stop, total: len(s.Chains), whole: h.WholeChains, seed: s.seed}
	for _, chain := range s.Chains {
		c := h.Course(chain)
		r.scans, r.kept = append(r.scans, c.Scans), append(r.kept, c.Kept)
		r.draws = max(r.draws, c.Kept+o.samples)
	}
	h.Reserve(&s.Record, s.size(h, len(s.Chains), r.draws))
	errs := engine.Turns(o.workers, len(s.Chains), stop, func(i int) (done bool, err error) { return advance(h, s.Chains[i], r) })
	for _, err := range errs {
		if err != nil && err != errStopped {
			return s.counts(h), err
		}
	}
	s.Reports(h, o.workers)
	for _, err := range errs {
		if err != nil {
			return s.Summary(h), ctx.Err()
		}
	}
	return s.Summary(h), nil
}

// begin begins new chains, which have no values yet.
func (s *Sampler[C, R, P]) begin(h *Hooks[C, R, P], o Options) {
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
	s.Record = h.NewRecord(s.size(h, n, o.samples))
	for i := range n {
		s.Chains = append(s.Chains, h.NewChain(i, s.seed))
	}
}

// size is how much is recorded of so many chains and draws.
func (s *Sampler[C, R, P]) size(h *Hooks[C, R, P], chains, draws int) samples.Size {
	return RecordSize(h.Numbers(), chains, draws)
}
