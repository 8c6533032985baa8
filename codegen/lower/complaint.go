package lower

import (
	"fmt"

	"mpc/codegen/code"
	"mpc/factor"
	"mpc/model"
)

// A Complaint is the error of data that do not fit a statement, but for what its row is given: where, and
// with which numbers.
type Complaint struct {
	Line int
	Name string // of an array, an input or a variable
	Dim  int    // whose index is out of range
	// Twice and Itself say how an element is defined, where it does not lack a definition.
	Twice, Itself bool
	// Factor is the statement that reads an element twice, Help what to write instead.
	Factor *factor.Factor
	Help   string
}

// complain ends the function with the error of a complaint. The last elements of what it is given are loop
// indices.
func (f *function) complain(kind Kind, name string, c Complaint, elements int, args ...code.Operand) {
	var params []*code.Param
	for i, x := range args {
		params = append(params, param(fmt.Sprintf("x%d", i), x.Type()))
	}
	f.complaints++
	r := f.lowering.row(fmt.Sprintf("%s%d", name, f.complaints), Callee{Kind: kind, Complaint: c, Elements: elements}, types(code.Fault), params...)
	f.fail(f.call("e", r, args...))
}

// indices are the values of the indices of loops.
func (f *function) indices(list []*model.Loop) []code.Operand {
	var at []code.Operand
	for _, l := range list {
		at = append(at, f.index(l.Index))
	}
	return at
}
