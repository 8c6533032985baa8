package code

import "strings"

// A Program is what a package computes.
type Program struct {
	Name    string
	Records []*Record
	Handles []Handle
	Tables  []*Table
	Rows    []*Row // callees; those with a body are the functions
	// Statements is the largest number of a statement: numbers are never used twice.
	Statements int
}

// Table returns a table by its name, or nil.
func (p *Program) Table(name string) *Table {
	for _, t := range p.Tables {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// Row returns a row by its name, or nil.
func (p *Program) Row(name string) *Row {
	for _, r := range p.Rows {
		if r.Name == name {
			return r
		}
	}
	return nil
}

// A Keep says how long what a table holds is kept, and who may write to it.
type Keep uint8

const (
	// Scratch is written and read in one run, and nobody else sees it.
	Scratch Keep = iota
	// Input is data: nothing writes to it.
	Input
	// State is what the next iteration or the next run reads, and what is saved.
	State
	// Result is what the caller reads after a run.
	Result
	// Local is the memory of one call of a function, or of one part of a parallel loop: what a call finds in it
	// does not matter.
	Local
)

var keepNames = [...]string{"scratch", "input", "state", "result", "local"}

func (k Keep) String() string { return keepNames[k] }

// A Table holds values by index. Statements name an element by all its indices, whatever
// the layout: where it stands in memory is decided when the program is printed or run.
type Table struct {
	Name   string
	Type   Type
	Bound  *Size // of a table of whole numbers, or nil: each is at least 0 and below it
	Dims   []*Dim
	Keep   Keep
	Layout Layout
}

// A Dim is a dimension of a table.
type Dim struct {
	Index string // a name for its index: the sizes of later dimensions may speak of it
	Size  *Size
}

// A Size is how many elements a dimension has, or the bound of whole numbers: a constant, or
// an element of a table of whole numbers at the indices of earlier dimensions.
type Size struct {
	Constant int64
	Table    *Table // nil for a constant
	At       []int  // dimensions whose indices are those of Table
}

// Equal tells whether two sizes are the same constant or the same element.
func (s *Size) Equal(o *Size) bool {
	if s.Constant != o.Constant || s.Table != o.Table || len(s.At) != len(o.At) {
		return false
	}
	for i, d := range s.At {
		if d != o.At[i] {
			return false
		}
	}
	return true
}

// An Arrangement says which elements of a table stand in memory.
type Arrangement uint8

const (
	// Dense tables have all elements.
	Dense Arrangement = iota
	// Packed tables have the numbers of all elements side by side, without a slice for each.
	Packed
	// Shared tables have one element for all indices along some dimensions.
	Shared
	// ByValue tables have one element for each value of a datum: that of an index is the
	// one of its datum.
	ByValue
	// Sparse tables have the elements whose entry of the data is missing; the others
	// cannot be read.
	Sparse
)

var arrangementNames = [...]string{"", "packed", "shared", "byvalue", "sparse"}

// A Layout says how a table stands in memory.
type Layout struct {
	Arrangement Arrangement
	// Along are the dimensions along which a Shared table has one element.
	Along []int
	// Of is the table of data of a ByValue or Sparse one: its dimensions are the first ones of the
	// table. Of a ByValue one it holds whole numbers with a Bound; of a Sparse one truths,
	// true where the entry is missing.
	Of *Table
}

// An Access says what a row does with an argument.
type Access uint8

const (
	// Read is the access to a value that is not changed.
	Read Access = iota
	// Write is the access to what the row writes to and does not read.
	Write
	// Update is the access to what the row reads and writes to.
	Update
	// Work is the access to memory that the row works in: nobody reads what it leaves there.
	Work
)

var accessNames = [...]string{"", "writes", "updates", "works"}

// A Row is a callee.
type Row struct {
	Name    string
	Params  []*Param
	Results []Type
	// Body computes the results, or is nil where the row is known by its name. The values
	// of its parameters are those of Params.
	Body *Block
}

// A Param is a parameter of a row. An argument for one that is written is a place or a handle:
// arrays are never changed, a row puts another one in a place. A row without a body may be given a
// place to read too: then it may look at what stands beside it in the table, as many elements as it says. A row with a parameter of type
// Stream draws from it.
type Param struct {
	*Value
	Access Access
}

// Fails tells whether the last result of the row is a fault.
func (r *Row) Fails() bool {
	return len(r.Results) > 0 && r.Results[len(r.Results)-1] == Fault
}

// Sampler returns the row that draws from the distribution that a row is, given a stream of random numbers before
// its parameters: of gamma it is called sampleGamma. It is nil where there is none.
func (p *Program) Sampler(r *Row) *Row { return p.Row(SamplerName(r.Name)) }

// SamplerName is the name of the row that draws from a distribution.
func SamplerName(distribution string) string {
	return "sample" + strings.ToUpper(distribution[:1]) + distribution[1:]
}

// Draws tells whether the row draws random numbers.
func (r *Row) Draws() bool {
	for _, p := range r.Params {
		if p.Type() == Stream {
			return true
		}
	}
	return false
}
