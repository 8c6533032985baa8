package codegen

import "strings"

// optionsText is the options of Run.
func (g *generator) optionsText() string {
	fields, option := "", ""
	if g.seeded() {
		fields, option = "	seed      uint64\n	seeded    bool\n", withSeedText
		if g.restarted() {
			option = strings.Replace(option, "makes Run start from the random initial marginals of that seed, unless it\n// did so before.", "makes Run start from the random initial marginals of that seed and of those\n// after it, unless it did so before.", 1)
		}
	}
	return strings.NewReplacer("FIELDS", fields, "SEED", option).Replace(optionsText)
}

const withSeedText = `// WithSeed makes Run start from the random initial marginals of that seed, unless it
// did so before. Without it they are those of the model's seed.
func WithSeed(seed uint64) Option {
	return func(o *options) { o.seed, o.seeded = seed, true }
}

`

const optionsText = `// An Option changes how Run runs.
type Option func(*options)

type options struct {
	limits   engine.Limits
	workers  int
	callback func(Summary) bool
FIELDS	err       error // of the first option without a meaning
}

func newOptions(opts []Option) options {
	o := options{limits: engine.Limits{Max: maxIterations, Tolerance: defaultTolerance}, workers: 1}
	for _, f := range opts {
		if f != nil {
			f(&o)
		}
	}
	return o
}

// refuse keeps the error of an option.
func (o *options) refuse(option, message string) {
	if o.err == nil {
		o.err = &OptionError{Option: option, Message: message}
	}
}

// Iterations makes Run do exactly n more iterations, converged or not. n is at
// least 0.
func Iterations(n int) Option {
	return func(o *options) {
		if o.limits.Max, o.limits.Exact = n, true; n < 0 {
			o.refuse("Iterations", fmt.Sprintf("%d is negative", n))
		}
	}
}

// Tolerance makes Run stop when no posterior has changed by more in an
// iteration: a mean in units of its sd, a variance relative, a probability
// absolute. t is at least 0; with 0 Run stops after the most iterations alone.
func Tolerance(t float64) Option {
	return func(o *options) {
		if o.limits.Tolerance = t; !(t >= 0) {
			o.refuse("Tolerance", fmt.Sprintf("%g is no number of at least 0", t))
		}
	}
}

SEED// Workers makes Run share plates whose elements do not depend on each other among
// n goroutines, n at least 1. The results are the same for every n.
func Workers(n int) Option {
	return func(o *options) {
		if o.workers = n; n < 1 {
			o.refuse("Workers", fmt.Sprintf("%d is not at least 1", n))
		}
	}
}

// Progress makes Run call f after each iteration; f returning false stops the
// run, which keeps what there is.
func Progress(f func(Summary) bool) Option {
	return func(o *options) { o.callback = f }
}

`
