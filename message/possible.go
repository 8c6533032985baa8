package message

import (
	"mpc/factor"
	"mpc/model"
	"mpc/operators"
)

// possible adds the check of the instances of a factor in which nothing is
// random: all of them where all slots are known, those with empty arrays where
// only arrays are random. What they say no message carries, so that without the
// check data of probability zero would change no posterior.
func (l *lowering) possible(f *factor.Factor) {
	u := &Update{Kind: Possible, Factor: f, Loops: f.Loops, At: f.At}
	if len(f.Branches) > 0 {
		return // a branch that is impossible is not there
	}
	u.Guards = append(u.Guards, f.Guards...)
	known := true
	for _, s := range f.Slots {
		switch {
		case s.Edge == nil:
		case s.Over == nil || !mayBeEmpty(s.Over):
			return
		default:
			known = false
			u.Guards = append(u.Guards, model.Call("<=", model.Type{Kind: model.Bool}, s.Over.Hi, s.Over.Lo))
		}
	}
	// Where nothing is random all algorithms have one log Z.
	u.Op = l.choose(f, operators.Evidence, operators.EP)
	if u.Op == nil {
		if known {
			l.Errorf(f.At, CodeNoOperator, "no operator: nothing computes the probability of %s where all is known", f.Kind.Doc)
		}
		return
	}
	u.Args = l.args(f, u.Op, nil, nil)
	for i, a := range u.Args {
		if a.Slot != nil && a.Slot.Edge != nil && a.Source != Scratch {
			u.Args[i].Source = Empty
		}
	}
	l.add(u)
}

// mayBeEmpty tells whether a loop may have no element.
func mayBeEmpty(l *model.Loop) bool {
	return l.Lo.Op != model.OpNumber || l.Hi.Op != model.OpNumber || l.Hi.Value <= l.Lo.Value
}
