package message

import (
	"slices"

	"mpc/factor"
	"mpc/operators"
)

// faintSources are the functions whose messages to a normal are faint where they surprise:
// in a tail the log of what they say is straight.
var faintSources = []string{"bernoulli_logit", "exp", "log", "logistic"}

// MayFaint tells whether messages of EP to a variable may be faint beside the others, see
// dist.Normal.IsFaint.
func (p *Program) MayFaint(v *factor.Variable) bool {
	return v.Family == factor.Normal && v.Algorithm == operators.EP && !v.Point &&
		slices.ContainsFunc(p.Graph.Factors, func(f *factor.Factor) bool { return slices.Contains(faintSources, f.Kind.Name) })
}

// Faint tells whether the evidence counts faint messages to a variable without their
// scale. Those of batches keep it, as what each batch says is told with its scale.
func (p *Program) Faint(v *factor.Variable) bool {
	return p.MayFaint(v) &&
		!slices.ContainsFunc(p.Graph.Shared, func(s *factor.Shared) bool { return s.Variable == v }) &&
		!slices.ContainsFunc(v.Edges, func(e *factor.Edge) bool { return e.Factor.Part == factor.Others })
}

// pair marks log Z of a factor whose message over out is exact, and what out takes away:
// the two are the same, and count neither where the cavity is faint.
func (l *lowering) pair(terms []*Term) {
	if len(terms) < 2 || terms[0].Kind == EdgeTerm || terms[1].Kind != EdgeTerm {
		return
	}
	e := terms[1].Edge
	out := l.program.To[e.ID]
	if e != terms[1].Factor.Slots[0].Edge || e.Slot.Over != nil || e.Power() != nil || out == nil || !out.Op.Exact || out.Pooled || !l.program.Faint(e.Variable) {
		return
	}
	terms[0].Paired, terms[1].Paired = e, e
}
