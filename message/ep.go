package message

import (
	"mpc/factor"
	"mpc/lang"
	"mpc/operators"
)

// epSource is what an EP operator reads of a random variable: its cavity, or of a
// variable of VMP, which sends every factor the same, its posterior.
func epSource(v *factor.Variable) Source {
	if v.Algorithm == operators.VMP {
		return vmpState(v)
	}
	return Cavity
}

// evidence adds the update that adds up the log evidence. With messages m and
// cavities q
//
//	log Z = sum_f [log Z_f - sum_e log int m_e q_e] + sum_x log int prod m
//
// (Minka 2005; Heskes et al. 2005), where the scale of a message cancels, and so
// do the edges to a point variable and the variable itself.
func (l *lowering) evidence() {
	u := &Update{Kind: Evidence, At: lang.Pos{}}
	for _, f := range l.program.Graph.Factors {
		t := l.logZ(f)
		if t == nil {
			l.Errorf(f.At, CodeNoOperator, "the evidence of %s has no operator here", f.Kind.Doc).
				WithHint("leave evidence out of infer")
			continue
		}
		u.Terms = append(u.Terms, t)
		for _, s := range f.Slots {
			if s.Edge != nil && !s.Edge.Variable.Point {
				u.Terms = append(u.Terms, edgeTerm(EdgeTerm, -1, s.Edge))
			}
		}
	}
	for _, v := range l.program.Graph.Variables {
		if !v.Point {
			u.Terms = append(u.Terms, &Term{Kind: VariableTerm, Sign: 1, Variable: v, At: v.At})
		}
	}
	l.add(u)
}

// logZ is the term of a factor, nil where there is none.
func (l *lowering) logZ(f *factor.Factor) *Term {
	if op := l.choose(f, operators.Evidence); op != nil {
		return &Term{Kind: FactorTerm, Sign: 1, Factor: f, Op: op, Args: l.args(f, op, nil, nil), Loops: f.Loops, Guards: f.Guards, At: f.At}
	}
	if out := f.Slots[0].Edge; out != nil && l.program.To[out.ID] != nil && l.program.To[out.ID].Op.Exact {
		return edgeTerm(OutputTerm, 1, out)
	}
	return nil
}
