package message

import (
	"slices"

	"mpc/factor"
	"mpc/operators"
)

// faintSources are the functions whose messages to a normal are faint where they surprise:
// in a tail the log of what they say is straight.
var faintSources = []string{"bernoulli_logit", "exp", "log", "logistic"}

// Faint tells whether messages of EP to a variable may be so faint beside the others that
// the evidence must count them without their scale, see dist.Normal.IsFaint. Messages that
// count several times and those of batches keep it.
func (p *Program) Faint(v *factor.Variable) bool {
	if v.Family != factor.Normal || v.Algorithm != operators.EP || v.Point || len(v.Repeats) > 0 {
		return false
	}
	if slices.ContainsFunc(p.Graph.Shared, func(s *factor.Shared) bool { return s.Variable == v }) {
		return false
	}
	if slices.ContainsFunc(v.Edges, func(e *factor.Edge) bool { return e.Power() != nil || e.Factor.Part == factor.Others }) {
		return false
	}
	return slices.ContainsFunc(p.Graph.Factors, func(f *factor.Factor) bool { return slices.Contains(faintSources, f.Kind.Name) })
}

// pair marks log Z of a factor whose message over out is exact, and what out takes away:
// the two are the same, and count neither where the cavity is faint.
func (l *lowering) pair(terms []*Term) {
	if len(terms) < 2 || terms[0].Kind == EdgeTerm || terms[1].Kind != EdgeTerm {
		return
	}
	e := terms[1].Edge
	out := l.program.To[e.ID]
	if e != terms[1].Factor.Slots[0].Edge || e.Slot.Over != nil || out == nil || !out.Op.Exact || out.Pooled || !l.program.Faint(e.Variable) {
		return
	}
	terms[0].Paired, terms[1].Paired = e, e
}
