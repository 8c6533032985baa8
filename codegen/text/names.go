package text

import "mpc/codegen/code"

// Names says what the parts of a program are called in the package that is printed.
type Names interface {
	// Table is the local variable for a table, and what it is set to at the start of a method;
	// element tells whether the table is an array, of which places are elements.
	Table(t *code.Table) (local, field string, element bool)
	// Pointer tells whether the local variable of a table is a pointer to what it holds.
	Pointer(t *code.Table) bool
	// Value is the name of a value that stands for something of the model, or "".
	Value(v *code.Value) string
	// Beside is the name of the index of a loop beside another, which may stand for the same index of the model.
	Beside(v *code.Value) string
	// Type is a type.
	Type(t code.Type) string
	// Call is a call of a row without a body; an argument that the row writes to is a place.
	Call(r *code.Row, args []Arg) Call
	// Fill are statements that make a table of messages uniform.
	Fill(local string, t *code.Table) []string
	// Truth is a truth as a number.
	Truth(x string) string
	// Note is the comment before the statements of an update, or "".
	Note(o code.Origin) string
	// Stream is the local variable for the stream of random numbers, and what it is set to.
	Stream() (local, field string)
	// Plate gives a method for a part of a parallel loop a name.
	Plate() string
	// Receiver is the receiver of the methods: no value is called as it is.
	Receiver() string
}

// An Arg is a printed argument.
type Arg struct {
	Text string
	// Bound is Text as methods are called on it: in brackets unless it binds as a name does. Address
	// is a pointer to it.
	Bound, Address string
	// Constant is set of a constant.
	Constant *code.Constant
	// Place is set of an argument that the row writes to: Text is the element at Index of Array.
	Place        bool
	Array, Index string
}

// A Call is a printed call.
type Call struct {
	Text string
	// Error is set if its fault is an error of Go, and Leaves if it is always one.
	Error, Leaves bool
	// Zero is a type, where the row gives its zero value.
	Zero string
	// Stmts are statements in place of the call, which has no results.
	Stmts []string
}
