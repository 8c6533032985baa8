package interp

import (
	"fmt"

	"mpc/lang"
	"mpc/model"
)

// withLoop adds to the error that an element is never defined the loop that defines
// others, where that begins after it: mostly one that counts from 1.
func (r *run) withLoop(err *Error, v *model.Variable, index []int) *Error {
	if v == nil {
		return err
	}
	for _, rel := range r.program.Graph.Model.Relations {
		if rel.Target == nil || rel.Target.Op != model.OpVariable || rel.Target.Variable != v {
			continue
		}
		for k, a := range rel.Target.Args {
			i, off, affine := a.Affine()
			for _, l := range rel.Loops {
				if !affine || l.Index != i || k >= len(index) || l.Lo.Op != model.OpNumber || index[k] >= int(l.Lo.Value)+off {
					continue
				}
				if r.origin() != nil {
					err.Hint = "begin the loop that defines it earlier, or define that element by a statement of its own"
				} else {
					err.Hint = loopHint(v.Name, l, int(l.Lo.Value)+off, len(index) == 1 && off == 0)
				}
				d := err.Diagnostic()
				err.Related = d.WithRelated(l.Index.At, "the loop that defines %s", r.origin().Name(v.Name)).Related
				return err
			}
		}
	}
	return err
}

// loopHint says how a loop is written that begins with the first element; plain tells
// whether its index is that of the element.
func loopHint(name string, l *model.Loop, first int, plain bool) string {
	full := l.Full
	closed := full.Op == model.OpCall && full.Fun == "+" && full.Args[1].IsNumber(1)
	switch {
	case plain && closed && first == 1:
		last := full.Args[0]
		domain := "0..<" + last.String()
		if last.Op == model.OpInput && last.Type.Kind == model.RangeKind {
			domain = last.String()
		}
		return fmt.Sprintf("indices count from 0, and for (%[1]s in 1..%[2]s) defines %[3]s[1] to %[3]s[%[2]s]: write for (%[1]s in %[4]s)", l.Index.Name, last, name, domain)
	case plain:
		return fmt.Sprintf("indices count from 0, and for (%[1]s in %[2]d..<%[3]s) defines %[4]s[%[2]d] and what follows: define what comes before by itself, or write for (%[1]s in 0..<%[3]s)",
			l.Index.Name, first, full, name)
	}
	return fmt.Sprintf("indices count from 0, and the loop over %s defines %s from %d on: define what comes before by itself", l.Index.Name, name, first)
}

// origin is the program in another language that the model says, nil where there is none.
func (r *run) origin() *lang.Origin { return r.program.Graph.Model.File.Origin }
