package message

import (
	"mpc/factor"
	"mpc/operators"
)

// Where a function of a variable of EP and of others is itself of VMP, as base + lift is where
// base is by VMP and lift by EP, it has no posterior to be read: what is read of it is the
// message from its definition, which lift is a part of. What comes back about it says what
// lift hears, and what VMP sends: the mean over the others of the log of what stands after.

// border tells whether a slot is an argument of EP of a function that is of VMP.
func border(f *factor.Factor, s *factor.Slot) bool {
	return s != nil && s.Edge != nil && s.Edge.Variable.Algorithm == operators.EP && comesBack(f, f.Slots[0])
}

// comesBack tells whether a slot is the output of a function that is of VMP. What operators of
// EP read there, those of buffers too, is what comes back: with the message from its own
// definition an argument would hear itself.
func comesBack(f *factor.Factor, s *factor.Slot) bool {
	return f.Kind.Deterministic && s == f.Slots[0] && s.Edge != nil && s.Edge.Variable.Algorithm == operators.VMP && s.Edge.Variable.Derived
}

// sentBy is the algorithm of the message of a factor to a slot: that of the variable there, but
// at a border, where VMP has a message that needs no posterior of the variable.
func (l *lowering) sentBy(f *factor.Factor, s *factor.Slot) operators.Algorithm {
	if border(f, s) {
		if op := l.choose(f, s.Name, operators.VMP); op != nil && !op.Surrogate && !op.Cavity && !op.Pair && !l.reads(f, op, s) {
			return operators.VMP
		}
	}
	return s.Edge.Variable.Algorithm
}

// reads tells whether an operator reads the variable that it sends to.
func (l *lowering) reads(f *factor.Factor, op *operators.Op, to *factor.Slot) bool {
	for _, a := range op.Args {
		if f.Slot(a.Name) == to {
			return true
		}
	}
	return false
}

// atBorder takes the triggers of VMP from the arguments of a message to a variable of EP: only
// a posterior that is stored ends a ring of triggers, and that variable has none.
func atBorder(f *factor.Factor, to *factor.Slot, args []Arg) {
	if !border(f, to) {
		return
	}
	for i := range args {
		args[i].Flag &^= operators.Trigger
	}
}
