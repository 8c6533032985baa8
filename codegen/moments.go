package codegen

import (
	"slices"

	"mpc/factor"
	"mpc/message"
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
