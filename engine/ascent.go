package engine

import (
	"context"
	"encoding/binary"
	"errors"
	"math"
)

// A Guard says how an iteration is kept from lowering the bound on the log evidence:
// what it is, and, where a step may go too far, what keeps and restores the messages.
type Guard struct {
	Bound         func(*TermSum) // adds up its terms; nil for an iteration without a bound
	Keep, Restore func()
	// Step is set to how far posteriors go.
	Step *float64
	// OfEvidence is set where an iteration stops by the change of the evidence.
	OfEvidence bool
}

// An Ascender says how the bound and the step of an iteration have gone: an *Ascent. Packages without bounds have none.
type Ascender interface {
	Begin()
	Ascend(g *Guard, iterations int, body func() error) (stalled bool, err error)
	Accept(g *Guard, change float64) float64
	Halved() int
	Reset()
	Clone() Ascender
	Marshal(b []byte) []byte
	Unmarshal(b []byte) []byte
}

// An Ascent says how the bound and the step of an iteration have gone.
type Ascent struct {
	known         bool
	value, before float64 // the bound after the last two iterations
	size          float64 // the sum of the sizes of its terms
	residual      float64 // the last change, as of a full step
	halvings      int     // of the step
	hold, wait    int     // so many iterations until the step is doubled, and of them past
	shortened     int     // how often the step was halved, in this run
}

const (
	boundNoise  = 1e-10 // how far a bound may fall by rounding, relative to its terms
	boundStall  = 1e-7  // how far at most where no step is short enough
	smallChange = 1e-8  // a change of posteriors that may be rounding
	maxHalvings = 30
	maxHold     = 64
	ascentSize  = 64 // bytes
)

// NewAscent is the ascent of an iteration that has not begun.
func NewAscent() Ascender { return &Ascent{} }

// Begin begins a run.
func (a *Ascent) Begin() { a.shortened = 0 }

// Halved is how often the step was halved in the present run.
func (a *Ascent) Halved() int { return a.shortened }

// Reset forgets the ascent.
func (a *Ascent) Reset() { *a = Ascent{} }

// Clone returns a copy.
func (a *Ascent) Clone() Ascender {
	c := *a
	return &c
}

// Ascend runs one iteration. Where a step may go too far and the bound has fallen, it
// runs it again with half the step. It returns true if no step is short enough and
// the fall may be rounding: then the messages are those before.
func (a *Ascent) Ascend(g *Guard, iterations int, body func() error) (stalled bool, err error) {
	if g.Bound == nil {
		return false, body()
	}
	if !a.known {
		a.hold, a.residual = 1, math.Inf(1)
	}
	checks := g.Keep != nil && a.known
	if checks {
		g.Keep()
	}
	for {
		*g.Step = math.Ldexp(1, -a.halvings)
		err := body()
		value, size := math.NaN(), math.Inf(1)
		if err == nil {
			value, size = g.bound()
		}
		fall := a.value - value
		switch {
		case err != nil && (!checks || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)):
			return false, err
		case err == nil && (!checks || math.IsNaN(a.value) || fall <= boundNoise*(1+size)):
			a.before, a.value, a.size, a.known = a.value, value, size, true
			return false, nil
		}
		g.Restore()
		if a.halvings >= maxHalvings {
			switch {
			case err != nil:
				return false, err
			case fall <= boundStall*(1+size):
				return true, nil
			}
			return false, &BoundError{Iterations: iterations, Bound: a.value, Fallen: value}
		}
		a.shorten()
		a.shortened++
	}
}

// bound is the bound after an iteration, and the sum of the sizes of its terms: NaN where it has no value.
func (g *Guard) bound() (value, size float64) {
	var sum TermSum
	g.Bound(&sum)
	if !sum.IsFinite() {
		return math.NaN(), math.Inf(1)
	}
	return sum.Sum, sum.Size
}

// shorten halves the step, and lets it stay so for twice as long as before.
func (a *Ascent) shorten() {
	a.halvings++
	a.hold, a.wait = min(2*a.hold, maxHold), 0
}

// Accept returns what the tolerance is compared with. Where the bound changes by
// rounding alone, a change of the posteriors that grows shortens the step.
func (a *Ascent) Accept(g *Guard, change float64) float64 {
	if g.Keep != nil {
		residual := change / *g.Step
		flat := math.Abs(a.value-a.before) <= boundNoise*(1+a.size)
		if flat && residual > a.residual && residual > smallChange && a.halvings < maxHalvings {
			a.shorten()
		} else if a.wait++; a.wait >= a.hold && a.halvings > 0 {
			a.halvings--
			a.wait = 0
		}
		a.residual, change = residual, residual
	}
	if g.Bound == nil || !g.OfEvidence {
		return change
	}
	if d := math.Abs(a.value-a.before) / math.Max(1, math.Abs(a.value)); d >= 0 {
		return d
	}
	return math.Inf(1)
}

// Marshal appends the ascent to a saved state.
func (a *Ascent) Marshal(b []byte) []byte {
	known := uint64(0)
	if a.known {
		known = 1
	}
	for _, x := range [...]uint64{known, math.Float64bits(a.value), math.Float64bits(a.before), math.Float64bits(a.size),
		math.Float64bits(a.residual), uint64(a.halvings), uint64(a.hold), uint64(a.wait)} {
		b = binary.LittleEndian.AppendUint64(b, x)
	}
	return b
}

// Unmarshal reads what Marshal has appended, and returns what stands behind it.
func (a *Ascent) Unmarshal(b []byte) []byte {
	var x [8]uint64
	for i := range x {
		x[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
	*a = Ascent{known: x[0] != 0, value: math.Float64frombits(x[1]), before: math.Float64frombits(x[2]), size: math.Float64frombits(x[3]),
		residual: math.Float64frombits(x[4]), halvings: min(int(x[5]), maxHalvings), hold: int(x[6]), wait: int(x[7])}
	return b[ascentSize:]
}

// Shortened is how often steps were halved in the present run, where a bound would have fallen.
func (p *Progress) Shortened() int {
	n := 0
	for _, a := range p.ascents {
		n += a.Halved()
	}
	return n
}
