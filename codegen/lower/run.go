package lower

import (
	"fmt"

	"mpc/codegen/loops"
	"mpc/message"
)

// A Run is what Run of an inference that passes messages calls: functions of the program, by their names.
type Run struct {
	Max       int // iterations
	Tolerance float64
	Steps     []RunStep
	// Ignored is set where some factor may be ignored, Evidence where the log evidence is added up at the end.
	Ignored, Evidence bool
	// Starts says that initial marginals are drawn, Restarts that Run draws several, one after the other.
	Starts, Restarts bool
	StartSteps       []int // that begin at these
	// Totals says that iterations have products of messages that are kept beside these, and their rounding.
	Totals bool
}

// A RunStep is a step: it runs once, or iterates.
type RunStep struct {
	ID         int
	Posteriors bool   // it computes what callers ask for
	Once       string // "" of one that iterates
	// First is "" where nothing prepares the iteration, Last where nothing is computed after it.
	First, Body, Change, Last string
	// Bound adds up the bound that an iteration ends in, "" for none. Keep and Restore are "" where none is made again.
	Bound, Keep, Restore string
	OfEvidence           bool // the bound alone says whether the iteration has converged
	// Reach is how many sweeps news may need to get through the iteration.
	Reach int
}

// Iterates tells whether some step does.
func (r *Run) Iterates() bool {
	for _, s := range r.Steps {
		if s.Once == "" {
			return true
		}
	}
	return false
}

// Guarded tells whether some iteration ends in a bound.
func (r *Run) Guarded() bool {
	for _, s := range r.Steps {
		if s.Bound != "" {
			return true
		}
	}
	return false
}

// run says what a run calls.
func (l *lowering) run() {
	m := l.Loops.Message.Graph.Model
	r := &Run{Max: m.Iterate.Max, Tolerance: m.Iterate.Tolerance, Totals: len(l.Loops.Totals()) > 0,
		Ignored: l.Functions["checkIgnored"] != nil, Evidence: l.Functions["addEvidence"] != nil,
		Starts: m.StartsAtRandom(), Restarts: m.Iterate.Restarts > 1, StartSteps: startSteps(l.Loops)}
	for _, s := range l.Loops.Steps {
		r.Steps = append(r.Steps, l.runStep(s))
	}
	l.Run = r
}

func (l *lowering) runStep(s *loops.Step) RunStep {
	named := func(of string) string {
		if name := fmt.Sprintf("%s%d", of, s.ID); l.Functions[name] != nil {
			return name
		}
		return ""
	}
	r := RunStep{ID: s.ID, Posteriors: s.Posteriors()}
	if !s.Iterate {
		r.Once = fmt.Sprintf("once%d", s.ID)
		return r
	}
	r.First, r.Body, r.Change, r.Last = named("init"), named("iterate"), named("change"), named("final")
	r.Reach = sends(s.Body)
	if s.Bound == nil {
		return r
	}
	r.OfEvidence = l.Loops.Message.Graph.Model.Iterate.OfEvidence
	if r.Bound = named("addBound"); r.Bound == "" {
		r.Bound = "addEvidence"
	}
	if s.Checks {
		r.Keep, r.Restore = fmt.Sprintf("keep%d", s.ID), fmt.Sprintf("restore%d", s.ID)
	}
	return r
}

// sends counts the messages and point estimates in a list of statements.
func sends(list []loops.Stmt) int {
	n := 0
	for a := range loops.Applied(list) {
		switch a.Update.Kind {
		case message.Send, message.Posterior, message.Estimate:
			n++
		}
	}
	return n
}

// Updates is how many the message program has, Help what is said where messages are left out.
func (p *Program) Updates() int { return len(p.Loops.Message.Updates) }
func (p *Program) Help() string { return p.Loops.Message.LeftOutHelp() }

// Again are the functions that compute what a saved state has not.
func (p *Program) Again() (list []string) {
	if len(p.Loops.Totals()) > 0 {
		list = append(list, "sumTotals")
	}
	if p.Loops.SetsMoments() {
		list = append(list, "setMoments")
	}
	return list
}

// Once are the steps of a model that is sampled which compute something of data alone.
func (p *Program) Once() (list []string) {
	for _, s := range p.Loops.Steps {
		if len(s.Body) > 0 {
			list = append(list, fmt.Sprintf("once%d", s.ID))
		}
	}
	return list
}
