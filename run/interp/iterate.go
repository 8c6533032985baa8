package interp

import (
	"fmt"
	"math"
	"slices"

	"mpc/engine"
	"mpc/factor"
	"mpc/message"
	"mpc/schedule"
)

// iterate runs an iteration until no marginal that is watched changes by more
// than the tolerance.
func (r *run) iterate(s *schedule.Iterate, f frame) error {
	if err := r.steps(s.Init, f); err != nil {
		return err
	}
	settings, exact := r.settings()
	watched := r.watched(s.Body)
	guard := r.guard(s)
	defer func() { r.step = 1 }()
	previous, err := r.marginals(watched)
	if err != nil {
		return err
	}
	converged := false
	// As long as no posterior has moved, what moves them may be on its way: for
	// at most as many sweeps as there are updates.
	still, reach := true, r.sends(s.Body)
	change, half := math.Inf(1), math.Inf(1)
	n := 0
	stalled := false
	for n < settings.Max && !converged {
		n++
		r.iteration = n
		r.left = 0
		if stalled, err = guard.ascend(s.Body, f); err != nil {
			return err
		}
		if stalled {
			n--
			break
		}
		now, err := r.marginals(watched)
		if err != nil {
			return err
		}
		change = r.change(watched, now, previous) / (1 - settings.Damping) // as of a full step
		previous = now
		still = still && change <= engine.Rounding && n <= reach
		change = guard.ascent.Accept(&guard.hooks, change)
		if r.options.Progress != nil {
			r.options.Progress(n, change)
		}
		if n == settings.Max/2 {
			half = change
		}
		converged = !still && change <= settings.Tolerance && !exact && settings.Tolerance > 0
	}
	if exact || settings.Tolerance == 0 {
		converged = !still && change <= settings.Tolerance
	}
	if !exact && !converged && engine.Diverged(settings.Max, half, change) {
		at := watched[0].variable.At
		err := r.errorf(Diverged, at, watched[0].variable.Name, "the iteration diverges: after %d iterations posteriors still change by %.3g standard deviations each time, and not less than half way before", n, change)
		err.Hint = "add damping: iterate: {damping: 0.5}, or give narrower priors"
		return err
	}
	if shortened := guard.ascent.Halved(); shortened > 0 {
		r.shortened += shortened
		if n > 0 && (!converged && !exact || shortened > n) {
			r.warnings = append(r.warnings, fmt.Sprintf("%d steps were shortened in %d iterations, where the bound on the evidence would have fallen", shortened, n))
		}
	}
	if stalled {
		r.converged = false
		r.warnings = append(r.warnings, fmt.Sprintf("stopped after %d iterations: no step raises the bound on the evidence any more", n))
	} else if !converged {
		r.converged = false
		if !exact {
			r.warnings = append(r.warnings, fmt.Sprintf("not converged after %d iterations: the last change was %.3g, the tolerance is %.3g", n, change, settings.Tolerance))
		}
	}
	r.iterations = max(r.iterations, n)
	if r.left > 0 {
		// The posteriors stand still, but without messages that they should hear.
		r.converged = false
		if converged {
			r.warnings = append(r.warnings, fmt.Sprintf("not converged: still in iteration %d updates are left out, so that the posteriors ignore what they say", n))
		}
	}
	return r.steps(s.Final, f)
}

// change is the largest change of marginals. What says nothing, as before, has not changed.
func (r *run) change(watched []*element, now, previous []any) float64 {
	change := 0.0
	for i, e := range watched {
		c := r.family(e.variable).Change(now[i], previous[i])
		if r.family(e.variable).IsUniform(now[i]) && r.family(e.variable).IsUniform(previous[i]) {
			c = 0
		}
		change = math.Max(change, c)
	}
	return change
}

// sends counts the messages and point estimates in a list of steps.
func (r *run) sends(list []schedule.Step) int {
	n := 0
	for _, s := range list {
		switch s := s.(type) {
		case *schedule.Loop:
			n += r.sends(s.Body)
		case *schedule.Update:
			if k := r.program.Updates[s.Node].Kind; k == message.Send || k == message.Estimate || k == message.Posterior {
				n++
			}
		}
	}
	return n
}

// watched lists the elements whose marginals tell whether an iteration has
// converged: of those that its body writes the inferred ones; if none is, all
// that the program names; if none is, all. What lives in branches of gates is always
// among them.
func (r *run) watched(body []schedule.Step) []*element {
	written := map[*factor.Variable]bool{}
	var walk func([]schedule.Step)
	walk = func(list []schedule.Step) {
		for _, s := range list {
			switch s := s.(type) {
			case *schedule.Loop:
				walk(s.Body)
			case *schedule.Update:
				switch u := r.program.Updates[s.Node]; u.Kind {
				case message.Send:
					written[u.Edge.Variable] = true
				case message.Estimate, message.Posterior:
					written[u.Variable] = true
				}
			}
		}
	}
	walk(body)
	inferred := map[*factor.Variable]bool{}
	for _, u := range r.program.Updates {
		if u.Kind == message.Marginal && u.Variable != nil {
			inferred[u.Variable] = true
		}
	}
	for _, v := range r.program.ReadLater(func(v *factor.Variable) bool { return written[v] }) {
		inferred[v] = true
	}
	for _, wanted := range []func(*factor.Variable) bool{
		func(v *factor.Variable) bool { return inferred[v] },
		func(v *factor.Variable) bool { return v.Source != nil && !v.Derived },
		func(v *factor.Variable) bool { return true },
	} {
		var list []*element
		for _, e := range r.order {
			if written[e.variable] && wanted(e.variable) {
				list = append(list, e)
			}
		}
		if list != nil {
			return append(list, r.hidden(written, list)...)
		}
	}
	return nil
}

// hidden lists what is written in branches of gates beside what is watched anyway:
// what moves there may reach the posteriors outside iterations later.
func (r *run) hidden(written map[*factor.Variable]bool, besides []*element) (list []*element) {
	for _, e := range r.order {
		if e.variable.Depth > 0 && written[e.variable] && !slices.Contains(besides, e) {
			list = append(list, e)
		}
	}
	return list
}

func (r *run) marginals(list []*element) ([]any, error) {
	out := make([]any, len(list))
	for i, e := range list {
		var err error
		if out[i], err = r.value(e); err != nil {
			return nil, err
		}
	}
	return out, nil
}
