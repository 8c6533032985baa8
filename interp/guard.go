package interp

import (
	"context"
	"errors"
	"math"

	"mpc/message"
	"mpc/schedule"
)

// A guard checks after each iteration that the bound on the evidence has not
// fallen, where a step may go too far, and runs the iteration again with half the
// step where it has. Generated code does the same (see codegen, ascend).
type guard struct {
	r      *run
	bound  *message.Update // or nil
	checks bool            // some step may go too far
	of     bool            // the tolerance is of the bound

	value, size float64 // of the bound after the last iteration
	known       bool
	before      float64 // its value one iteration earlier
	residual    float64 // the last change, as of a full step
	halvings    int     // of the step
	hold, wait  int     // so many iterations until the step is doubled, and of them past
	shortened   int     // how often the step was halved
}

const (
	// boundNoise is how far a bound may fall by rounding, relative to the sum of
	// the sizes of its terms, and boundStall how far before that is an error where no
	// step is short enough.
	boundNoise = 1e-10
	boundStall = 1e-7
	// maxHalvings bounds how often a step is halved, maxHold how long it stays so.
	maxHalvings = 30
	maxHold     = 64
	// smallChange is a change of posteriors that may be rounding.
	smallChange = 1e-8
)

// guard is that of an iteration.
func (r *run) guard(s *schedule.Iterate) *guard {
	g := &guard{r: r, hold: 1, residual: math.Inf(1)}
	if len(s.Body) > 0 {
		if u, ok := s.Body[len(s.Body)-1].(*schedule.Update); ok && r.program.Updates[u.Node].Kind == message.Bound {
			g.bound = r.program.Updates[u.Node]
			g.of = r.program.Graph.Model.Iterate.OfEvidence
			for _, x := range r.steppers {
				g.checks = g.checks || x.Bound == u.Node
			}
		}
	}
	return g
}

// ascend runs one iteration. It reports true if no step, however short, keeps the
// bound from falling by what may be rounding; then there is none.
func (g *guard) ascend(body []schedule.Step, f frame) (stalled bool, err error) {
	r := g.r
	var kept *snapshot
	if g.checks && g.known {
		kept = r.snapshot()
	}
	for {
		r.step = math.Ldexp(1, -g.halvings)
		r.damped = true
		err := r.steps(body, f)
		r.damped = false
		value, size := math.NaN(), math.Inf(1)
		if err == nil && g.bound != nil {
			value, size = r.boundOf(g.bound)
		}
		fall := g.value - value
		switch {
		case err != nil && (kept == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)):
			return false, err
		case err == nil && (kept == nil || math.IsNaN(g.value) || fall <= boundNoise*(1+size)):
			g.before, g.value, g.size, g.known = g.value, value, size, true
			if r.options.Bounds != nil && g.bound != nil {
				r.options.Bounds(r.iteration, value, size)
			}
			return false, nil
		}
		r.restore(kept)
		if g.halvings >= maxHalvings {
			switch {
			case err != nil:
				return false, err
			case fall <= boundStall*(1+size):
				return true, nil
			}
			return false, r.fell(g.value, value)
		}
		g.shorten()
		g.shortened++
	}
}

// shorten halves the step, and lets it stay so for twice as long as before.
func (g *guard) shorten() {
	g.halvings++
	g.hold, g.wait = min(2*g.hold, maxHold), 0
}

// accept notes how far an iteration has changed the posteriors, and returns what
// the tolerance is compared with. Where the bound tells nothing any more, as it
// changes by rounding alone, a change that grows shortens the step.
func (g *guard) accept(change float64) float64 {
	if !g.checks {
		if g.of {
			return g.moved()
		}
		return change
	}
	residual := change / g.r.step
	flat := math.Abs(g.value-g.before) <= boundNoise*(1+g.size)
	if flat && residual > g.residual && residual > smallChange && g.halvings < maxHalvings {
		g.shorten()
	} else if g.wait++; g.wait >= g.hold && g.halvings > 0 {
		g.halvings--
		g.wait = 0
	}
	g.residual = residual
	if g.of {
		return g.moved()
	}
	return residual
}

// moved is the relative change of the bound in an iteration, absolute below 1.
func (g *guard) moved() float64 {
	if d := math.Abs(g.value-g.before) / math.Max(1, math.Abs(g.value)); d >= 0 {
		return d
	}
	return math.Inf(1)
}

// fell is the error of a bound that falls however short the step is.
func (r *run) fell(from, to float64) error {
	x := r.steppers[0]
	at, text := position(r.program.Updates[x.Node])
	err := r.errorf(Diverged, at, text, "the bound on the evidence falls from %.10g to %.10g however short the step of %s is", from, to, text)
	err.Hint = "another initial value, or narrower priors, may help"
	return err
}

// boundOf is a bound and the sum of the sizes of its terms. It is NaN where it has
// no value.
func (r *run) boundOf(u *message.Update) (value, size float64) {
	for _, t := range u.Terms {
		err := r.eachTerm(t, func(z float64) {
			value += t.Sign * z
			size += math.Abs(z)
		})
		if err != nil {
			return math.NaN(), math.Inf(1)
		}
	}
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return math.NaN(), math.Inf(1)
	}
	return value, size
}

// A snapshot is what an iteration changes.
type snapshot struct {
	elements []element
	ports    []port
}

func (r *run) snapshot() *snapshot {
	s := &snapshot{}
	for _, e := range r.order {
		s.elements = append(s.elements, *e)
		for _, p := range e.ports {
			s.ports = append(s.ports, *p)
		}
	}
	return s
}

func (r *run) restore(s *snapshot) {
	k := 0
	for i, e := range r.order {
		*e = s.elements[i]
		for _, p := range e.ports {
			*p = s.ports[k]
			k++
		}
	}
}

// kept is the exponent of the old posterior in a new one.
func (r *run) kept(u *message.Update) float64 {
	for _, x := range r.steppers {
		if x.Node != u.ID {
			continue
		}
		if x.Bound < 0 {
			return 1 - schedule.FixedStep*(1-u.Damping)
		}
		return 1 - r.step*(1-u.Damping)
	}
	return u.Damping
}
