package main

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"
)

const (
	barWidth = 24
	// redraw is the least time between two drawings of the line.
	redraw = 100 * time.Millisecond
)

// A progress draws one line on a terminal with the time that is left.
type progress struct {
	w         io.Writer
	max       int
	tolerance float64
	now       func() time.Time

	start, last time.Time
	changes     []float64
	drawn       bool
	scans       bool // of Gibbs sampling are counted
}

func newProgress(w io.Writer, max int, tolerance float64) *progress {
	return &progress{w: w, max: max, tolerance: tolerance, now: time.Now, start: time.Now()}
}

// newScanProgress counts the scans of chains, of which there are to be so many.
func newScanProgress(w io.Writer, scans int) *progress {
	p := newProgress(w, scans, 0)
	p.scans = true
	return p
}

// left estimates how many iterations are left: as many as the change takes to
// reach the tolerance when it goes on to shrink as in the last iterations, and
// never more than the maximum allows.
func (p *progress) left(iteration int) int {
	most := max(0, p.max-iteration)
	n := len(p.changes)
	if n < 4 || p.tolerance <= 0 {
		return most
	}
	k := min(8, n/2)
	now, before := p.changes[n-1], p.changes[n-1-k]
	if !(now > 0 && before > now) {
		return most
	}
	rate := math.Log(now/before) / float64(k)
	return min(most, max(0, int(math.Ceil(math.Log(p.tolerance/now)/rate))))
}

// show draws the line after an iteration.
func (p *progress) show(iteration int, change float64) {
	switch {
	case !p.scans:
		p.changes = append(p.changes, change)
	case iteration == 0:
		return // nothing says yet how long it takes
	}
	now := p.now()
	if p.drawn && now.Sub(p.last) < redraw {
		return
	}
	left := p.left(iteration)
	wait := time.Duration(float64(now.Sub(p.start)) / float64(max(1, iteration)) * float64(left))
	full := barWidth * iteration / max(1, iteration+left)
	what := fmt.Sprintf("iteration %d, change %.1e", iteration, change)
	if p.scans {
		what = fmt.Sprintf("scan %d of %d", iteration, p.max)
	}
	fmt.Fprintf(p.w, "\r\x1b[K[%s%s] %s, about %s left",
		strings.Repeat("#", full), strings.Repeat(".", barWidth-full), what, wait.Round(100*time.Millisecond))
	p.drawn, p.last = true, now
}

// clear takes the line away.
func (p *progress) clear() {
	if p.drawn {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
