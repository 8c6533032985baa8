package codegen

// optionsText is the options of Run.
const optionsText = `// An Option changes how Run runs.
type Option func(*options)

type options struct {
	max       int
	exact     bool
	tolerance float64
	workers   int
	callback  func(Summary) bool
	err       error // of the first option without a meaning
}

func newOptions(opts []Option) options {
	o := options{max: maxIterations, tolerance: defaultTolerance, workers: 1}
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
		o.err = &OptionError{option, message}
	}
}

// Iterations makes Run do exactly n more iterations, converged or not. n is at
// least 0.
func Iterations(n int) Option {
	return func(o *options) {
		if o.max, o.exact = n, true; n < 0 {
			o.refuse("Iterations", fmt.Sprintf("%d is negative", n))
		}
	}
}

// Tolerance makes Run stop when no posterior has changed by more in an
// iteration: a mean in units of its sd, a variance relative, a probability
// absolute. t is at least 0; with 0 Run stops after the most iterations alone.
func Tolerance(t float64) Option {
	return func(o *options) {
		if o.tolerance = t; !(t >= 0) {
			o.refuse("Tolerance", fmt.Sprintf("%g is no number of at least 0", t))
		}
	}
}

// Workers makes Run share plates whose elements do not depend on each other among
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
