package fields

import (
	"strings"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/codegen/lower"
	"mpc/factor"
	"mpc/factor/families"
	"mpc/model"
)

// MessageType is the Go type of the messages of a family.
func MessageType(fam *families.Family) string { return "dist." + fam.Go() }

// FamilyType is that of messages to a variable of a family.
func FamilyType(fam factor.Family) string { return MessageType(fam.Row()) }

// rowsType is that of an array of them that lie side by side in one block of numbers: a slice for each would be a third of the
// memory of ten log weights.
func rowsType(fam factor.Family) string { return FamilyType(fam) + "Rows" }

// GoType is the Go type of a value of the model.
func GoType(t model.Type) string {
	switch t.Kind {
	case model.Real:
		return "float64"
	case model.Bool:
		return "bool"
	case model.DistKind:
		return MessageType(families.Named(t.Family))
	}
	return "int"
}

// ElementType is the Go type of the elements of a table.
func ElementType(t *loops.Table) string {
	switch t.Role {
	case loops.Total:
		return FamilyType(t.Family) + "Total"
	case loops.Moments:
		return "dist." + t.Family.Row().Moments.Name()
	case loops.Constant, loops.Drawn:
		return GoType(t.Type)
	}
	return FamilyType(t.Family)
}

// arrayType is the Go type of the array of a table.
func arrayType(t *loops.Table) string {
	if t.Packed {
		return rowsType(t.Family)
	}
	return "[]" + ElementType(t)
}

// RunningType is the Go type of a running sum.
func RunningType(r *loops.Running) string {
	if r.Variance {
		return "operators.RunningSum"
	}
	return "operators.RunningMean"
}

// Nested is the type of arrays of so many dimensions, as callers have them.
func Nested(dims int, elem string) string { return strings.Repeat("[]", dims) + elem }

// ValueType is the Go type of an entry of an input, as the caller gives it.
func ValueType(in *model.Input) string {
	if lower.MayBe(in) {
		return "engine.Maybe[" + GoType(in.Type) + "]"
	}
	return GoType(in.Type)
}

// FlatType is the type of an input's flat copy. Indices take 32 bits, which halves what a loop over them reads.
func FlatType(in *model.Input) string {
	t := GoType(in.Type)
	if len(in.Dims) == 0 {
		return t
	}
	if in.Type.Kind == model.IndexKind {
		t = "int32"
	}
	return "[]" + t
}

// Type is the Go type of a type of code.
func (t *Types) Type(of code.Type) string {
	switch of := of.(type) {
	case code.Basic:
		switch of {
		case code.Truth:
			return "bool"
		case code.Whole:
			return "int"
		case code.Real:
			return "float64"
		case code.Fault:
			return "dist.Fault"
		}
	case code.Array:
		return "[]" + t.Type(of.Elem)
	}
	if value := t.program.Maybe[of]; value != nil {
		return "engine.Maybe[" + t.Type(value) + "]"
	}
	if pkg := t.program.Packages[of.String()]; pkg != "" {
		return pkg + "." + of.String()
	}
	return of.String() // of the package itself
}
