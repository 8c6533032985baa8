package codegen

import (
	"fmt"

	"mpc/factor"
	"mpc/loops"
)

// How much a posterior changes is seen where it is replaced, if that is once in an
// iteration; else it is compared with a copy of what it was, see change.

// moved prints that the change of a posterior, which becomes m, is noted.
func (f *function) moved(a *loops.Apply, m, old string) {
	s := f.g.program.Watches(a.To.Table)
	if s == nil {
		return
	}
	to := "inf." + movedField(s)
	f.body.line("%s = %s", to, f.larger(a.Update.Variable, m, old, to))
}

// movedField is the field for the largest change in an iteration of a step so far.
func movedField(s *loops.Step) string { return fmt.Sprintf("moved%d", s.ID) }

// larger prints the larger of a change and that of a marginal.
func (f *function) larger(v *factor.Variable, m, old, change string) string {
	fam := v.Family.Row()
	if fam.LargerChange() {
		return fmt.Sprintf("%s.LargerChange(%s, %s)", m, old, change)
	}
	return fmt.Sprintf("math.Max(%s, %s)", change, f.method(fam, m, "Change", old))
}
