package passing

import (
	"fmt"

	"mpc/engine"
)

// An Option changes how Run runs.
type Option func(*Options)

// Options are those of one run.
type Options struct {
	limits   engine.Limits
	workers  int
	callback func(Summary) bool
	seed     uint64
	seeded   bool
	err      error // of the first option without a meaning
}

func newOptions(max int, tolerance float64, opts []Option) Options {
	o := Options{limits: engine.Limits{Max: max, Tolerance: tolerance}, workers: 1}
	for _, f := range opts {
		if f != nil {
			f(&o)
		}
	}
	return o
}

// refuse keeps the error of an option.
func (o *Options) refuse(option, message string) {
	if o.err == nil {
		o.err = &engine.OptionError{Option: option, Message: message}
	}
}

// Iterations makes Run do exactly n more iterations, converged or not. n is at
// least 0.
func Iterations(n int) Option {
	return func(o *Options) {
		if o.limits.Max, o.limits.Exact = n, true; n < 0 {
			o.refuse("Iterations", fmt.Sprintf("%d is negative", n))
		}
	}
}

// Tolerance makes Run stop when no posterior has changed by more in an
// iteration: a mean in units of its sd, a variance relative, a probability
// absolute. t is at least 0; with 0 Run stops after the most iterations alone.
func Tolerance(t float64) Option {
	return func(o *Options) {
		if o.limits.Tolerance = t; !(t >= 0) {
			o.refuse("Tolerance", fmt.Sprintf("%g is no number of at least 0", t))
		}
	}
}

// WithSeed makes Run start from the random initial marginals of that seed, and of those
// after it where it starts several times, unless it did so before. Without it they are
// those of the model's seed.
func WithSeed(seed uint64) Option {
	return func(o *Options) { o.seed, o.seeded = seed, true }
}

// Workers makes Run share plates whose elements do not depend on each other among
// n goroutines, n at least 1. The results are the same for every n.
func Workers(n int) Option {
	return func(o *Options) {
		if o.workers = n; n < 1 {
			o.refuse("Workers", fmt.Sprintf("%d is not at least 1", n))
		}
	}
}

// Progress makes Run call f after each iteration; f returning false stops the
// run, which keeps what there is.
func Progress(f func(Summary) bool) Option {
	return func(o *Options) { o.callback = f }
}
