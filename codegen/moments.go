package codegen

import (
	"slices"

	"mpc/factor"
	"mpc/loops"
	"mpc/message"
	"mpc/model"
	"mpc/operators"
)

// The moments of posteriors that messages of VMP read are kept in arrays beside these
// where there are several readers, and computed where they are read elsewhere.

// momentsType is the Go type of the moments of a family's messages.
func momentsType(fam factor.Family) string { return "dist." + fam.Row().Moments.Name() }

// geometric tells whether some operator reads the geometric means of a variable.
func (g *generator) geometric(v *factor.Variable) bool {
	reads := func(op *operators.Op, args []message.Arg) bool {
		return op != nil && op.Geometric && slices.ContainsFunc(args, func(a message.Arg) bool {
			return a.Moments && a.Slot != nil && a.Slot.Edge != nil && a.Slot.Edge.Variable == v
		})
	}
	for _, u := range g.program.Message.Updates {
		if reads(u.Op, u.Args) || slices.ContainsFunc(u.Terms, func(t *message.Term) bool { return reads(t.Op, t.Args) }) {
			return true
		}
	}
	return false
}

// momentsOf prints the moments that an operator reads: those that are kept, or those
// of the message that is read.
func (f *function) momentsOf(v loops.Value) string {
	if v.Data != nil && v.Data.Type.Kind != model.DistKind {
		fam := v.Arg.Point
		if fam == factor.Bernoulli {
			return momentsType(fam) + "Point(" + f.env().truth(v.Data) + ")"
		}
		if !fam.Row().Vector() {
			return momentsType(fam) + "Point(" + f.env().real(v.Data) + ")"
		}
	}
	if len(v.Product) == 1 && v.Product[0].Table.Role == loops.Moments {
		return f.load(v.Product[0].Table, v.Product[0].Index, f.env())
	}
	fam := v.Arg.Point
	if v.Arg.Slot.Edge != nil {
		fam = v.Arg.Slot.Edge.Variable.Family
	}
	message := v
	message.Arg.Moments = false
	x := f.single(message, fam.Row().Message)
	if !fam.Row().Vector() {
		return momentsType(fam) + "Of(" + x + ")"
	}
	name := f.scratchMessage(momentsType(fam))
	f.body.line("%s.Set(%s)", name, x)
	return "*" + name
}
