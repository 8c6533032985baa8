package message

import (
	"mpc/factor"
	"mpc/operators"
)

// epSource is what an EP operator of f reads of a random variable: its cavity, or of a
// variable of VMP, which sends every factor the same, its posterior. A function that is of EP
// reads the cavity of what VMP draws too: the posterior knows already what comes back about the
// function, which its marginal would count twice. Factors of one product keep their posteriors
// (Stern, Herbrich and Graepel, Matchbox, 2009, section 3): each is known through the other
// alone, and with cavities, which are wide, the two run away from each other.
func epSource(f *factor.Factor, v *factor.Variable) Source {
	if v.Algorithm != operators.VMP {
		return Cavity
	}
	out := f.Slots[0].Edge
	function := f.Kind.Deterministic && out != nil && out.Variable.Algorithm == operators.EP && out.Variable.Derived
	if function && !v.Derived && !productOfVMP(f) {
		return Cavity
	}
	return vmpState(v)
}

// productOfVMP tells whether a factor multiplies two variables that VMP draws.
func productOfVMP(f *factor.Factor) bool {
	drawn := 0
	for _, s := range f.Slots[1:] {
		if s.Edge != nil && s.Edge.Variable.Algorithm == operators.VMP && !s.Edge.Variable.Derived {
			drawn++
		}
	}
	return f.Kind.Name == "product" && drawn == 2
}

// epTerms are the terms of a factor in the log evidence of EP. With messages m
// and cavities q
//
//	log Z = sum_f [log Z_f - sum_e log int m_e q_e] + sum_x log int prod m
//
// (Minka 2005; Heskes et al. 2005), where the scale of a message cancels, and so
// do the edges to a point variable and the variable itself. It returns nil where
// log Z_f has no operator.
func (l *lowering) epTerms(f *factor.Factor) []*Term {
	if terms, ok := l.pooledTerms(f, operators.EP); ok {
		return terms
	}
	terms := []*Term{}
	if e := l.priorEdge(f); e != nil {
		if e.Power() != nil {
			terms = append(terms, edgeTerm(PowerTerm, 1, e))
		}
		return terms
	}
	if !joins(f) { // the terms of a copy and of what joins it with the variable outside are one
		t := l.logZ(f)
		if t == nil {
			return nil
		}
		terms = append(terms, t)
	}
	for _, s := range f.Slots {
		if s.Edge != nil && s.Edge.Variable.Algorithm == operators.EP && !s.Edge.Variable.Point && !s.Silent() && !(joins(f) && s.Name == "inner") {
			terms = append(terms, edgeTerm(EdgeTerm, -1, s.Edge))
			if s.Edge.Power() != nil {
				terms = append(terms, edgeTerm(PowerTerm, 1, s.Edge))
			}
		}
	}
	l.pair(terms)
	return terms
}

// priorEdge is the edge of a factor that is a prior: nothing but its output is random, and the
// message to it is the prior itself. Then log Z and what the edge takes away are the same,
// whatever comes back, and their difference would be what rounding leaves of it. A normal
// prior keeps its terms: they lose nothing, and show where its precision is 0 by the data.
func (l *lowering) priorEdge(f *factor.Factor) *factor.Edge {
	out := f.Slots[0].Edge
	if out == nil || out.Variable.Family == factor.Normal || out.Variable.Point || out.Variable.Algorithm != operators.EP || f.Slots[0].Silent() || joins(f) || f.Part == factor.Others {
		return nil
	}
	for _, s := range f.Slots[1:] {
		if s.Edge != nil {
			return nil
		}
	}
	if u := l.program.To[out.ID]; u == nil || !u.Op.Exact || u.Pooled {
		return nil
	}
	return out
}

// logZ is the term of log Z of a factor, nil where there is none.
func (l *lowering) logZ(f *factor.Factor) *Term {
	if op := l.choose(f, operators.Evidence, operators.EP); op != nil {
		return l.factorTerm(f, op)
	}
	if out := f.Slots[0].Edge; out != nil && l.program.To[out.ID] != nil && l.program.To[out.ID].Op.Exact {
		return edgeTerm(OutputTerm, 1, out)
	}
	return nil
}
