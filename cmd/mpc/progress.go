package main

import (
	"fmt"
	"io"
	"math"
	"strings"
	"sync"
	"time"
)

const (
	barWidth = 24
	// redraw is the least time between two drawings of the line.
	redraw = 100 * time.Millisecond
	// worthNoting is how long a step takes whose time stays on the terminal.
	worthNoting = time.Second
)

// A progress draws one line on a terminal: what is done before there are iterations and since
// when, then iterations with the time that is left, where that can be known.
type progress struct {
	w         io.Writer
	max       int
	tolerance float64
	now       func() time.Time

	mu          sync.Mutex
	start, last time.Time // of the first iteration
	first       int       // the iteration that was the first to be told of
	changes     []float64
	drawn       bool
	scans       bool // of Gibbs sampling are counted

	doing   string // the step
	began   time.Time
	stopped chan struct{} // ends the clock of the step
}

func newProgress(w io.Writer, max int, tolerance float64) *progress {
	return &progress{w: w, max: max, tolerance: tolerance, now: time.Now}
}

// newScanProgress counts the scans of chains, of which there are to be so many.
func newScanProgress(w io.Writer, scans int) *progress {
	p := newProgress(w, scans, 0)
	p.scans = true
	return p
}

// step says what begins. What stands before a colon is the step, what is after it a part.
func (p *progress) step(what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	name, _, _ := strings.Cut(what, ":")
	if before, _, _ := strings.Cut(p.doing, ":"); before != name {
		p.finish()
		p.began = p.now()
	}
	p.doing = what
	p.drawStep()
	if p.stopped != nil {
		return
	}
	stopped := make(chan struct{})
	p.stopped = stopped
	go func() {
		for tick := time.NewTicker(redraw); ; {
			select {
			case <-stopped:
				tick.Stop()
				return
			case <-tick.C:
				p.mu.Lock()
				if p.stopped == stopped {
					p.drawStep()
				}
				p.mu.Unlock()
			}
		}
	}()
}

func (p *progress) drawStep() {
	fmt.Fprintf(p.w, "\r\x1b[K%s, %.1f s", p.doing, p.now().Sub(p.began).Seconds())
	p.drawn = true
}

// finish ends the step. How long it took stays on the terminal where that was long.
func (p *progress) finish() {
	if p.doing == "" {
		return
	}
	if p.stopped != nil {
		close(p.stopped)
		p.stopped = nil
	}
	name, _, _ := strings.Cut(p.doing, ":")
	fmt.Fprint(p.w, "\r\x1b[K")
	if took := p.now().Sub(p.began); took >= worthNoting {
		fmt.Fprintf(p.w, "%s: %.1f s\n", name, took.Seconds())
	}
	p.doing, p.drawn = "", false
}

// left estimates how many iterations are left: as many as the change takes to
// reach the tolerance when it goes on to shrink as in the last iterations, and
// never more than the maximum allows. Without a tolerance they are known; else ok
// is false where the change does not shrink, or too little is known of it.
func (p *progress) left(iteration int) (n int, ok bool) {
	most := max(0, p.max-iteration)
	if p.tolerance <= 0 {
		return most, true
	}
	count := len(p.changes)
	if count < 4 {
		return 0, false
	}
	k := min(8, count/2)
	now, before := p.changes[count-1], p.changes[count-1-k]
	if !(now > 0 && before > now) {
		return 0, false
	}
	rate := math.Log(now/before) / float64(k)
	return min(most, max(0, int(math.Ceil(math.Log(p.tolerance/now)/rate)))), true
}

// show draws the line after an iteration.
func (p *progress) show(iteration int, change float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.finish()
	switch {
	case !p.scans:
		p.changes = append(p.changes, change)
	case iteration == 0:
		return // nothing says yet how long it takes
	}
	now := p.now()
	if p.start.IsZero() {
		p.start, p.first = now, iteration
	}
	if p.drawn && now.Sub(p.last) < redraw {
		return
	}
	what := fmt.Sprintf("iteration %d, change %.1e", iteration, change)
	if p.scans {
		what = fmt.Sprintf("scan %d of %d", iteration, p.max)
	}
	bar := ""
	if left, ok := p.left(iteration); ok && iteration > p.first {
		wait := time.Duration(float64(now.Sub(p.start)) / float64(iteration-p.first) * float64(left))
		full := barWidth * iteration / max(1, iteration+left)
		bar = fmt.Sprintf("[%s%s] ", strings.Repeat("#", full), strings.Repeat(".", barWidth-full))
		what += fmt.Sprintf(", about %s left", wait.Round(100*time.Millisecond))
	}
	fmt.Fprintf(p.w, "\r\x1b[K%s%s", bar, what)
	p.drawn, p.last = true, now
}

// clear takes the line away.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.finish()
	if p.drawn {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.drawn = false
	}
}

// A count draws one line on a terminal: how many of so many things are done.
type count struct {
	w    io.Writer
	of   int
	what string // that stands behind the numbers
	last time.Time
}

// show draws the line, and passes over most of what comes fast. Of nil nothing is drawn.
func (c *count) show(done int) {
	if c == nil {
		return
	}
	if now := time.Now(); done >= c.of || now.Sub(c.last) >= redraw {
		fmt.Fprintf(c.w, "\r\x1b[K%d of %d %s", done, c.of, c.what)
		c.last = now
	}
}

// clear takes the line away.
func (c *count) clear() {
	if c != nil && !c.last.IsZero() {
		fmt.Fprint(c.w, "\r\x1b[K")
	}
}
