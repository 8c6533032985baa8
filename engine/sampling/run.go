package sampling

import (
	"context"
	"errors"
	"slices"
	"sync"

	"mpc/engine"
)

// A run is one call of Run, which all chains share.
type run struct {
	given Options
	ctx   context.Context
	stop  func()
	draws int  // that each chain has at the end
	total int  // chains
	whole bool // chains make all their scans in one turn
	seed  uint64

	mutex       sync.Mutex // of the callback, and of what follows
	scans, kept []int      // of each chain, when it was last asked
}

// errStopped is the end of a chain that is cut off.
var errStopped = errors.New("stopped")

// advance makes the scans of one chain, all of them, or those of one turn.
func (s *Sampler[I, C]) advance(h *Hooks[I, C], chain C, r *run) (done bool, err error) {
	if r.ctx.Err() != nil {
		return false, errStopped
	}
	c := h.Course(chain)
	if !c.Begun {
		if err := h.Start(chain); err != nil {
			return false, err
		}
		c.Begun, c.Burning = true, r.given.burnIn
	}
	var row []float64
	watch := engine.NewWatch()
	for n := 0; c.Kept < r.draws; n++ {
		if watch.Due(n) {
			over := watch.Look(n)
			if !r.goesOn(c) {
				return false, errStopped
			}
			if over && !r.whole && r.given.workers < r.total {
				return false, nil
			}
		}
		if err := h.Scan(chain); err != nil {
			return false, err
		}
		c.Scans++
		if c.Burning > 0 {
			c.Burning--
			continue
		}
		if c.Since++; c.Since < r.given.thin {
			continue
		}
		c.Since = 0
		if err := h.Compute(chain); err != nil {
			return false, err
		}
		s.Keep(h, chain)
		if r.given.onDraw != nil {
			row = row[:0]
			if h.Row != nil {
				row = h.Row(chain, row)
			}
			for _, k := range s.record {
				row = k.row(chain, row)
			}
			r.given.onDraw(c.Number, c.Kept, row)
		}
		c.Kept++
	}
	return true, nil
}

// goesOn tells whether a chain is to go on, and calls the callback.
func (r *run) goesOn(c *Course) bool {
	if r.given.callback == nil || r.ctx.Err() != nil {
		return r.ctx.Err() == nil
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.ctx.Err() != nil {
		return false
	}
	r.scans[c.Number], r.kept[c.Number] = c.Scans, c.Kept
	s := Summary{Iterations: slices.Min(r.scans), Chains: r.total, Draws: slices.Min(r.kept), Seed: r.seed}
	if !r.given.callback(s) {
		r.stop()
		return false
	}
	return true
}
