package sampling

import (
	"fmt"
	"runtime"

	"mpc/engine"
)

// An Option changes how Run runs.
type Option func(*Options)

// Options are those of one run.
type Options struct {
	burnIn, samples, thin, chains, workers int
	seed                                   uint64
	seeded                                 bool
	callback                               func(Summary) bool
	onDraw                                 func(chain, draw int, values []float64)
	err                                    error // of the first option without a meaning
}

// Defaults are what a model says of runs.
type Defaults struct {
	BurnIn, Samples, Thin, Chains int
	Seed                          uint64
}

func newOptions(d Defaults, opts []Option) Options {
	o := Options{burnIn: d.BurnIn, samples: d.Samples, seed: d.Seed, workers: runtime.GOMAXPROCS(0)}
	for _, f := range opts {
		if f != nil {
			f(&o)
		}
	}
	return o
}

// atLeast keeps the error of an option that is too small.
func (o *Options) atLeast(least int, option string, n int) {
	if n < least && o.err == nil {
		o.err = &engine.OptionError{Option: option, Message: fmt.Sprintf("%d is not at least %d", n, least)}
	}
}

// Samples makes Run keep n more draws of each chain, n at least 1.
func Samples(n int) Option {
	return func(o *Options) { o.samples = n; o.atLeast(1, "Samples", n) }
}

// BurnIn makes a chain go n scans, at least 0, before its first draw is kept. In them
// samplers adapt. A chain that goes on has no burn-in again.
func BurnIn(n int) Option {
	return func(o *Options) { o.burnIn = n; o.atLeast(0, "BurnIn", n) }
}

// Thin makes Run keep the draw of each n-th scan, n at least 1. Chains that go on keep
// theirs: another one is an error.
func Thin(n int) Option {
	return func(o *Options) { o.thin = n; o.atLeast(1, "Thin", n) }
}

// Chains makes Run draw n chains, at least 1: anew, if those there are are more or fewer.
func Chains(n int) Option {
	return func(o *Options) { o.chains = n; o.atLeast(1, "Chains", n) }
}

// Workers makes Run share the chains among n goroutines, at least 1; without it there
// are as many as there are processors. The draws are the same for every n.
func Workers(n int) Option {
	return func(o *Options) { o.workers = n; o.atLeast(1, "Workers", n) }
}

// WithSeed makes Run draw with another seed than the model's, which fixes every draw:
// anew, if the chains there are are of another one.
func WithSeed(seed uint64) Option {
	return func(o *Options) { o.seed, o.seeded = seed, true }
}

// Progress makes Run call f some times in a second, with the numbers of scans and draws of
// the chain that has made the fewest and without what the draws say; f returning false
// stops the run, which keeps what there is. There is one call at a time.
func Progress(f func(Summary) bool) Option {
	return func(o *Options) { o.callback = f }
}

// OnDraw makes Run call f for each draw that is kept, with the number of the chain and of
// the draw, counted from 0, and the values that Columns names. The calls of one chain
// come in order, those of several chains at the same time; values may be read until f
// returns.
func OnDraw(f func(chain, draw int, values []float64)) Option {
	return func(o *Options) { o.onDraw = f }
}
