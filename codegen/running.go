package codegen

import (
	"fmt"
	"strings"

	"mpc/loops"
	"mpc/model"
)

// tally prints a step of a running sum.
func (f *function) tally(s *loops.Tally) {
	r := s.Running
	switch s.What {
	case loops.SumUp:
		f.body.comment(fmt.Sprintf("the running sum of line %d: %s", r.Update.At.Line, r.Update.Factor.Text))
		terms := f.gather(s.Terms, r.Update.Op.In()[f.parameter(s.Terms, r)].Elem())
		of := "Mean"
		if r.Variance {
			of = "Sum"
		}
		call := "operators." + of + "OfTerms(" + terms + ")"
		if s.Times.Data != nil {
			times := f.gather(s.Times, r.Update.Op.In()[f.parameter(s.Times, r)].Elem())
			call = "operators." + of + "OfDot(" + times + ", " + terms + ")"
		}
		assign := "="
		if r.Dims == nil {
			assign = ":="
		}
		f.body.line("%s %s %s", f.sumAt(r, s.Index), assign, call)
	case loops.SumWithout:
		f.body.line("%s.Remove(%s, %s)", f.sumAt(r, s.Index), f.times(s.Times), f.runningTerm(s.Terms))
	case loops.SumWith:
		f.body.line("%s.Add(%s, %s)", f.sumAt(r, s.Index), f.times(s.Times), f.runningTerm(s.Terms))
	case loops.SumKeep:
		f.keepTerm(oldPrefix.name(r.ID), s)
	case loops.SumFresh:
		f.keepTerm(newPrefix.name(r.ID), s)
	case loops.SumReplace:
		f.body.line("%s.Replace(%s, %s, %s)", f.sumAt(r, s.Index), f.times(s.Times), oldPrefix.name(r.ID), newPrefix.name(r.ID))
	}
}

// keepTerm prints the local variable of an element: nothing where there is none.
func (f *function) keepTerm(name string, s *loops.Tally) {
	if len(s.Conds) == 0 {
		f.body.line("%s := %s", name, f.runningTerm(s.Terms))
		return
	}
	f.body.line("var %s operators.RunningTerm", name)
	var conds []string
	for _, c := range s.Conds {
		conds = append(conds, f.env().truth(c))
	}
	f.open("if %s {", strings.Join(conds, " && "))
	f.body.line("%s = %s", name, f.runningTerm(s.Terms))
	f.close()
}

// runningType is the Go type of a running sum.
func runningType(r *loops.Running) string {
	if r.Variance {
		return "operators.RunningSum"
	}
	return "operators.RunningMean"
}

// parameter is the position of an argument among the parameters of the operator that
// reads it.
func (f *function) parameter(v loops.Value, r *loops.Running) int {
	for i, a := range r.Update.Args {
		if a.Name == v.Arg.Name {
			return i
		}
	}
	f.g.internal("%s has no parameter %s", r.Update.Op.Name(), v.Arg.Name)
	return 0
}

// sumAt prints a running sum: an element of an array, or a local variable.
func (f *function) sumAt(r *loops.Running, index []*model.Expr) string {
	if r.Dims == nil {
		return sumPrefix.name(r.ID)
	}
	name := sumsPrefix.name(r.ID)
	f.g.running[r.ID] = r
	return f.field(name, name) + "[" + f.flat(f.g.shape(r.Dims), index, f.env()) + "]"
}

// times prints the number that a term is multiplied by.
func (f *function) times(v loops.Value) string {
	if v.Data == nil {
		return "1"
	}
	return f.env().real(v.Data)
}

// runningTerm prints what a running sum needs of an element.
func (f *function) runningTerm(v loops.Value) string {
	return "operators.NewRunningTerm(" + f.product(v.Product, v.Arg.Slot.Edge.Variable.Family) + ")"
}

// byRow prints the message of an update that reads a running sum, and the one that is
// computed from the terms where the sum cannot tell.
func (f *function) byRow(a *loops.Apply, name, fault, assign string) {
	row := a.Row
	r := row.Running
	sum, times := f.sumAt(r, row.Index), f.times(row.Times)
	call := ""
	switch {
	case row.Out && r.Holds == loops.HoldsOld:
		call = fmt.Sprintf("%s.Without(%s, %s).With(%s, %s).ToOut()", sum, times, oldPrefix.name(r.ID), times, f.runningTerm(row.Terms))
	case row.Out:
		call = fmt.Sprintf("%s.With(%s, %s).ToOut()", sum, times, f.runningTerm(row.Terms))
	case r.Holds == loops.HoldsOthers:
		call = fmt.Sprintf("%s.ToTerm(%s, %s)", sum, f.comesBack(a), times)
	case r.Holds == loops.HoldsOld:
		call = fmt.Sprintf("%s.ToTermOf(%s, %s, %s)", sum, f.comesBack(a), times, oldPrefix.name(r.ID))
	default:
		call = fmt.Sprintf("%s.ToTermOf(%s, %s, %s)", sum, f.comesBack(a), times, f.runningTerm(row.Terms))
	}
	told := toldPrefix.name(a.Update.ID)
	switch assign {
	case "=":
		f.body.line("var %s bool", told)
		f.body.line("%s, %s = %s", name, told, call)
	default:
		f.body.line("%s, %s := %s", name, told, call)
		f.body.line("%s := dist.NoFault", fault)
	}
	f.open("if !%s {", told)
	f.body.line("%s, %s = %s", name, fault, f.call(a.Args, a.Update.Op.Name(), a.Update.Op.In(), ""))
	f.close()
}

// comesBack prints the message that comes back about a sum.
func (f *function) comesBack(a *loops.Apply) string {
	for i, v := range a.Args {
		if v.Arg.Name == "out" {
			return f.single(v, a.Update.Op.In()[i])
		}
	}
	return f.g.internal("%s reads no sum", a.Update.Op.Name())
}
