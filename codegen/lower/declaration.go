package lower

import (
	"slices"

	"mpc/codegen/code"
	"mpc/codegen/names"
)

// A Declaration is a function of the program as the package has it.
type Declaration struct {
	Row *code.Row
	// Name is what it is called, Doc says what it does, as "adds up ...".
	Name, Doc string
	File      File
	// On is the type that it is a method of.
	On Owner
	// Direct is set of one that writes to what arrays are laid out by: it has no local variables with their values.
	Direct bool
	row    string // the name of its row
}

// A File is one of the files that a package consists of.
type File uint8

const (
	Main    File = iota
	Setters      // of the data
	Data
	Steps
	Results
	Streaming
	Posteriors
	Batches
	Chains
)

// An Owner is a type that has methods.
type Owner uint8

const (
	OfInference Owner = iota
	OfChain
	OfFilter
	OfJoint
)

// has is a function that stands in a file, called as its row is.
func (f File) has(name, doc string) *Declaration {
	return &Declaration{File: f, Name: name, Doc: doc, row: name}
}

// of makes it one about something that the model names.
func (m *Declaration) of(name string) *Declaration {
	m.row += "_" + name
	m.Name += names.Exported(name)
	return m
}

// on makes it a method of another type than an Inference.
func (m *Declaration) on(o Owner) *Declaration {
	m.On = o
	return m
}

// direct makes it one that writes to what arrays are laid out by.
func (m *Declaration) direct() *Declaration {
	m.Direct = true
	return m
}

// Declared is what a function is in the package.
func (p *Program) Declared(r *code.Row) *Declaration { return p.declared[r] }

// adds says what a function is.
func (l *lowering) adds(m *Declaration, r *code.Row) *code.Row {
	m.Row = r
	l.Declarations, l.declared[r] = append(l.Declarations, m), m
	return r
}

// forgetDeclarations takes away those whose rows are no longer there.
func (l *lowering) forgetDeclarations() {
	l.Declarations = slices.DeleteFunc(l.Declarations, func(m *Declaration) bool {
		gone := !slices.Contains(l.Rows, m.Row)
		if gone {
			delete(l.declared, m.Row)
		}
		return gone
	})
}
