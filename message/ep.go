package message

import (
	"mpc/lang"
	"mpc/operators"
)

// source is what an argument in the slot of a random variable reads: in EP the
// cavity.
func (l *lowering) source() Source { return Cavity }

// evidence adds the update that sums log Z over the factors. With cavities q
// and messages m, each normalized where it is proper,
//
//	log Z = sum_f [log Z_f - sum_e log int m_e q_e] + sum_x log int prod m
//
// (Minka 2005; Heskes et al. 2005), where the scale of a message cancels.
func (l *lowering) evidence() {
	u := &Update{Kind: Evidence, At: lang.Pos{}}
	for _, f := range l.program.Graph.Factors {
		t := &Term{Factor: f}
		if op := l.choose(f, operators.Evidence); op != nil {
			t.Op, t.Args = op, l.args(f, op, nil, nil)
		} else if out := f.Slots[0].Edge; out != nil && l.program.To[out.ID] != nil && l.program.To[out.ID].Op.Exact {
			t.Out = out
		} else {
			l.Errorf(f.At, CodeNoOperator, "the evidence of %s has no operator here", f.Kind.Doc).
				WithHint("leave evidence out of infer")
			continue
		}
		u.Terms = append(u.Terms, t)
	}
	l.add(u)
}
