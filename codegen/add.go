package codegen

import (
	"fmt"

	"mpc/loops"
)

// added tells whether a message is multiplied into a sum as it is, or to a power.
// That it is finite the posterior tells.
func (f *function) added(a *loops.Apply) bool {
	u := a.Update
	return a.To.Table.Role == loops.Sum && a.Row == nil && (!f.g.damped || u.Damping == 0) && !u.Proper && !u.Checked() && a.Power == nil && !a.To.Table.Variable.Derived
}

// add prints the update of a message that is multiplied into a sum.
func (f *function) add(a *loops.Apply, call, to string) {
	u := a.Update
	product := func(m string) string {
		if len(a.Weights) > 0 {
			return fmt.Sprintf("%sTimesPower(%s, %s, %s)", familyType(a.To.Table.Family), to, m, f.weight(a.Weights))
		}
		return to + ".Times(" + m + ")"
	}
	if !u.Op.Faulty() {
		f.body.line("%s = %s", to, product(call))
		return
	}
	// What stands in a branch that is impossible says so by the evidence of this.
	cond := ""
	if gated(u) {
		cond = "fault != dist.Contradiction"
	}
	sum := product("m")
	f.open("if m, fault := %s; fault == dist.NoFault {", call)
	f.body.line("%s = %s", to, sum)
	f.elseIf(cond)
	f.leftOut(a, "fault")
	f.close()
}

// enclosed tells whether an update declares variables that are for a block of its own.
func (f *function) enclosed(a *loops.Apply) bool {
	vector := isVector(a.To.Table)
	switch {
	case a.To.Table.Local:
		return false
	case vector && f.intoPlace(a):
		return false
	}
	return !(!vector && !a.Update.Op.Array() && f.added(a))
}
