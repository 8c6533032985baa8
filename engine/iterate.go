package engine

import (
	"context"
	"math"
)

// Limits say when an iteration ends.
type Limits struct {
	Max       int // iterations
	Exact     bool
	Tolerance float64
	// Report is called after each iteration and returns false to stop it; nil for nothing.
	Report func() bool
}

// Hooks are what an iteration of a package consists of.
type Hooks struct {
	First, Body, Last func() error
	// Change is the largest change of a posterior since it was last called.
	Change func() float64
	// Check returns an error if a posterior is no distribution.
	Check func() error
	// Sum computes the products of messages that are kept beside them, Sound does so and tells whether they were
	// right. They are nil where there are none.
	Sum   func()
	Sound func() bool
	Guard Guard
}

func (h *Hooks) sum() {
	if h.Sum != nil {
		h.Sum()
	}
}

// Rounding is by how much posteriors change that nothing moves.
const Rounding = 1e-12

// Diverged tells whether an iteration that has not converged in max passes runs
// away: its last change is above one standard deviation and not smaller than the
// change half way was.
func Diverged(max int, half, last float64) bool { return max >= 20 && last > 1 && last >= half }

// Once runs a step unless its results are there.
func (p *Progress) Once(ctx context.Context, step int, body func() error) error {
	if p.Done[step] {
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	clear(p.last)
	if err := body(); err != nil {
		return err
	}
	p.Done[step] = true
	p.Loops[step].Open = len(p.last) > 0
	return p.checkSkipped(step)
}

// Iterate runs the iteration of a step until it has converged.
func (p *Progress) Iterate(ctx context.Context, o Limits, step int, h Hooks) error {
	l := &p.Loops[step]
	if p.ascents != nil {
		p.ascents[step].Begin()
	}
	sound := p.Done[step] && !l.Open // the products that are kept
	if !p.Done[step] {
		if h.First != nil {
			if err := h.First(); err != nil {
				return err
			}
		}
		h.Change()
		p.Done[step] = true
	} else if !o.Exact && !l.Open && l.Change <= o.Tolerance {
		return nil
	}
	if p.ascents != nil {
		h.Change() // since a saved state
	}
	l.Open = true
	p.reopen(step + 1)
	still := true // no posterior has moved yet, but by rounding: what moves them may be on its way
	half := math.Inf(1)
	for n := 1; n <= o.Max; n++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		clear(p.last)
		if stalled, err := p.pass(step, &h); err != nil {
			return err
		} else if stalled {
			l.Open = true
			break
		}
		l.Iterations++
		if n := l.Iterations; n&(n-1) == 0 && n%3 == 2 {
			h.sum() // after 2, 8, 32, ... iterations: the first messages may be enormous
		}
		l.Change = h.Change()
		still = still && l.Change <= Rounding && l.Iterations <= p.plan.Reach[step]
		if p.ascents != nil {
			l.Change = p.ascents[step].Accept(&h.Guard, l.Change)
		}
		moving := still || !(l.Change <= o.Tolerance)
		if moving {
			sound = false
		} else if !sound {
			moving, sound = h.Sound != nil && !h.Sound(), true
		}
		l.Open = moving || len(p.last) > 0 // without messages that are left out nothing has converged
		if math.IsNaN(l.Change) {
			h.sum()
			if err := h.Check(); err != nil {
				return err
			}
		}
		if n == o.Max/2 {
			half = l.Change
		}
		if o.Report != nil && !o.Report() {
			break
		}
		if !moving && !o.Exact && o.Tolerance > 0 {
			break
		}
		if n == o.Max && !o.Exact && Diverged(n, half, l.Change) {
			return &DivergenceError{Iterations: l.Iterations, Change: l.Change}
		}
	}
	if l.Open && !o.Exact {
		h.sum()
	}
	if h.Last != nil {
		if err := h.Last(); err != nil {
			return err
		}
	}
	return p.checkSkipped(step)
}

// reopen says that the steps from first on may read other results.
func (p *Progress) reopen(first int) {
	for later := first; later < len(p.Loops); later++ {
		if p.Loops[later].Iterations > 0 {
			p.Loops[later].Open = true
		} else {
			p.Done[later] = false
		}
	}
}

// pass runs one iteration of a step. It returns true where its bound falls however short the step is.
func (p *Progress) pass(step int, h *Hooks) (stalled bool, err error) {
	if p.ascents == nil {
		return false, h.Body()
	}
	return p.ascents[step].Ascend(&h.Guard, p.Loops[step].Iterations, h.Body)
}
