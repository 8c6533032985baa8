package fields

import (
	"fmt"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/codegen/lower"
	"mpc/factor/families"
	"mpc/model"
)

// Messages about vectors and matrices are structs with slices: arrays of them share one block of memory, operators and products
// write into what is there, and loops allocate nothing once the messages to work in have grown to their size.

// A Filling is how all elements of a table begin to say nothing.
type Filling struct {
	// New makes the array, of a function's own.
	New string
	// Method does it: of the array, or of each element.
	Method string
	Each   bool
	// Value is what each element becomes; empty of the zero value of Go.
	Value string
	// Fixed tells that the array is none whose length is known at run time.
	Fixed bool
}

// Filling is that of a table.
func (t *Types) Filling(of *code.Table) Filling {
	s := t.program.Tables[of]
	made := func(dims []*model.Expr) Filling {
		return Filling{New: fmt.Sprintf("make([]%s, %s)", t.Type(of.Type), t.Count(dims))}
	}
	switch {
	case s.Array != nil:
		if _, handle := of.Type.(code.Handle); handle {
			return Filling{New: t.NewMessages(s.Array.Family.Row(), s.Array.Dims, s.Array.Sizes)}
		}
		return made(s.Array.Dims)
	case s.Entries != nil:
		return made(s.Entries.Dims)
	case s.Beside != nil:
		return made(s.Beside.Dims)
	case s.Branches != nil:
		return Filling{Fixed: lower.FixedBranches(s.Branches)}
	case s.Messages == nil:
		return Filling{}
	}
	m := s.Messages
	vector := m.Role != loops.Constant && m.Family.Row().Vector()
	switch {
	case m.Role == loops.Total && vector:
		return Filling{Method: "Reset", Each: true}
	case m.Role == loops.Total:
		return Filling{}
	case m.Packed || vector:
		return Filling{Method: "SetUniform", Each: !m.Packed}
	case m.Family.Row().ZeroIsUniform():
		return Filling{}
	}
	return Filling{Value: Uniform(m.Family.Row())}
}

// Uniform is the message of a family that says nothing.
func Uniform(fam *families.Family) string { return MessageType(fam) + "Uniform()" }

// NewMessages makes an array of messages about vectors, with an element for each of an array of so many.
func (t *Types) NewMessages(fam *families.Family, dims, sizes []*model.Expr) string {
	varies := false
	sizes[0].Walk(func(e *model.Expr) { varies = varies || e.Op == model.OpDim })
	var of string
	if varies {
		of = "engine.SizesOf(inf." + t.Shape(append(dims[:len(dims):len(dims)], sizes[0])).Start(len(dims)) + ")"
	} else {
		of = "engine.OneSize(inf." + t.Shape(sizes).Size(0) + ")"
	}
	return fmt.Sprintf("dist.New%ss(%s, %s)", fam.Go(), t.Count(dims), of)
}

// zero is a value for a variable to begin with.
func (t *Types) zero(of code.Type) string {
	switch of {
	case code.Truth:
		return "false"
	case code.Real:
		return "0.0"
	}
	return t.Type(of) + "{}"
}
