package passing

import (
	"context"
	"math"
)

// Restarts are runs of an inference I from one seed of random initial marginals after the other.
type Restarts[I any] struct {
	N int // how often it starts
	// Steps are those that start at random.
	Steps []int
	// Copy returns a copy of the inference with memory of its own.
	Copy func() I
	// Reset starts all anew, from the initial marginals of Progress.From.
	Reset       func()
	LogEvidence func() float64
}

// Run runs the inference: from all starts, where it has not begun, else it goes on.
func (r *Restarts[I]) Run(ctx context.Context, inf *I, h *Hooks, opts []Option) (Summary, error) {
	o := newOptions(h.Max, h.Tolerance, opts)
	if o.err != nil {
		return h.Summary(), o.err
	}
	h.seed(o)
	for _, s := range r.Steps {
		if !h.Progress.Done[s] {
			return r.restart(ctx, inf, h, o)
		}
	}
	return h.run(ctx, o)
}

// restart runs from one seed after the other, and keeps what has the largest evidence:
// of starts that come to the same the first. A start that fails is left out, unless all
// do: then the error is that of the first. Two starts are in memory at a time.
func (r *Restarts[I]) restart(ctx context.Context, inf *I, h *Hooks, o Options) (Summary, error) {
	stopped := false
	if f := o.callback; f != nil {
		o.callback = func(s Summary) bool {
			stopped = !f(s)
			return !stopped
		}
	}
	p := h.Progress
	best, other := math.Inf(-1), r.Copy()
	found := false
	var starts []Start
	var failure error
	for k := 0; k < r.N && !stopped; k++ {
		if k > 0 {
			p.Undo(0)
			p.From = p.Seed + uint64(k)
			r.Reset()
		}
		s, err := h.run(ctx, o)
		if err != nil && ctx.Err() != nil {
			return s, err
		}
		start := Start{Seed: p.From, Iterations: s.Iterations, Converged: s.Converged, Err: err}
		if err == nil {
			start.LogEvidence = r.LogEvidence()
			if z := start.LogEvidence; !found || z-best > 1e-9*(1+math.Abs(best)) {
				best, found = z, true
				*inf, other = other, *inf
			}
		} else if failure == nil {
			failure = err
		}
		starts = append(starts, start)
	}
	if !found {
		return h.Summary(), failure
	}
	*inf = other
	*h.Starts = starts
	return h.Summary(), nil
}
