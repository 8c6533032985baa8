package passing

import (
	"context"

	"mpc/engine"
)

// Hooks are what a model does in a run.
type Hooks struct {
	// Max and Tolerance are those of the model.
	Max       int
	Tolerance float64
	Progress  *engine.Progress
	// Steps are run in order.
	Steps []Step
	// Checks look at the results, after all steps.
	Checks []func() error
	// Workers, if not nil, sets how many goroutines share plates.
	Workers *int
	// Reset, if not nil, forgets the results of the steps from one on that are not done: those of RandomStep and later ones
	// come of random initial marginals.
	Reset      func(first int)
	RandomStep int
	// Starts, if not nil, are those of a model that starts several times.
	Starts *[]Start
}

// A Step is an iteration, where it has a body, or runs once.
type Step struct {
	Once      func() error
	Iteration engine.Hooks
	// Posteriors is set where the first iteration of the step makes posteriors, which there are none before.
	Posteriors bool
}

// Summary says how the last run went.
func (h *Hooks) Summary() Summary {
	p := h.Progress
	s := Summary{Iterations: p.Sweeps(), Converged: p.Converged(), Change: p.Change(), Skipped: p.Skips(), Shortened: p.Shortened()}
	switch {
	case h.Starts != nil:
		s.Seed, s.Starts = p.From, *h.Starts
	case h.Reset != nil:
		s.Seed = p.Seed
	}
	return s
}

// Run runs the inference: what is up to date is not computed again, an iteration that
// has not converged goes on.
func Run(ctx context.Context, h *Hooks, opts []Option) (Summary, error) {
	o := newOptions(h.Max, h.Tolerance, opts)
	if o.err != nil {
		return h.Summary(), o.err
	}
	h.seed(o)
	return h.run(ctx, o)
}

// seed starts anew where an option has another seed.
func (h *Hooks) seed(o Options) {
	if o.seeded && o.seed != h.Progress.Seed {
		h.Progress.Seed, h.Progress.From = o.seed, o.seed
		h.Progress.Undo(h.RandomStep)
		h.Reset(h.RandomStep)
	}
}

// run runs the inference from one start.
func (h *Hooks) run(ctx context.Context, o Options) (Summary, error) {
	err := h.steps(ctx, o)
	return h.Summary(), err
}

func (h *Hooks) steps(ctx context.Context, o Options) error {
	p := h.Progress
	for i, s := range h.Steps {
		if !s.Posteriors {
			continue
		}
		if o.limits.Exact && o.limits.Max == 0 && p.Loops[i].Iterations == 0 {
			return &engine.OptionError{Option: "Iterations", Message: "before the first iteration there is no posterior"}
		}
		break
	}
	clear(p.Skipped)
	if h.Workers != nil {
		*h.Workers = o.workers
	}
	limits := o.limits
	if o.callback != nil {
		limits.Report = func() bool { return o.callback(h.Summary()) }
	}
	for i, s := range h.Steps {
		var err error
		if s.Once != nil {
			err = p.Once(ctx, i, s.Once)
		} else {
			err = p.Iterate(ctx, limits, i, s.Iteration)
		}
		if err != nil {
			return err
		}
	}
	for _, check := range h.Checks {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}
