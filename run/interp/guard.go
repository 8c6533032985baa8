package interp

import (
	"errors"
	"math"
	"slices"

	"mpc/engine"
	"mpc/message"
	"mpc/schedule"
)

// A guard keeps an iteration from lowering the bound on the evidence, where a step may go too far, as generated
// packages do.
type guard struct {
	r           *run
	hooks       engine.Guard
	ascent      engine.Ascender
	value, size float64 // of the bound, when it was computed last
}

// guard is that of an iteration.
func (r *run) guard(s *schedule.Iterate) *guard {
	g := &guard{r: r, ascent: engine.NewAscent()}
	g.hooks.Step = &r.step
	if len(s.Body) == 0 {
		return g
	}
	u, ok := s.Body[len(s.Body)-1].(*schedule.Update)
	if !ok || r.program.Updates[u.Node].Kind != message.Bound {
		return g
	}
	g.hooks.OfEvidence = r.program.Graph.Model.Iterate.OfEvidence
	g.hooks.Bound = func(sum *engine.TermSum) {
		g.value, g.size = r.boundOf(r.program.Updates[u.Node])
		sum.Sum, sum.Size = g.value, g.size
	}
	if slices.ContainsFunc(r.steppers, func(x schedule.Shortened) bool { return x.Bound == u.Node }) {
		var kept *snapshot
		g.hooks.Keep, g.hooks.Restore = func() { kept = r.snapshot() }, func() { r.restore(kept) }
	}
	return g
}

// ascend runs one iteration. It reports true if no step, however short, keeps the
// bound from falling by what may be rounding; then there is none.
func (g *guard) ascend(body []schedule.Step, f frame) (stalled bool, err error) {
	r := g.r
	stalled, err = g.ascent.Ascend(&g.hooks, r.iteration, func() error {
		r.damped = true
		defer func() { r.damped = false }()
		return r.steps(body, f)
	})
	var falls *engine.BoundError
	if errors.As(err, &falls) {
		return false, r.fell(falls.Bound, falls.Fallen)
	}
	if err == nil && !stalled && r.options.Bounds != nil && g.hooks.Bound != nil {
		r.options.Bounds(r.iteration, g.value, g.size)
	}
	return stalled, err
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
