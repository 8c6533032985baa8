package code

// A Value is defined once: as a parameter, as the index of a loop, as what a loop carries, or as a
// result of a statement. Its name is its own in its function.
type Value struct {
	Name string
	Of   Type
}

// Type returns the type of the value.
func (v *Value) Type() Type { return v.Of }

// An Operand is what a statement reads: a *Value or a Constant. An argument of a call may
// also be a *Place: the row reads or writes what stands there.
type Operand interface {
	Type() Type
	String() string
}

// A Constant is a truth, a whole number, a real or no fault.
type Constant struct {
	Of    Basic // Truth, Whole, Real or Fault
	Truth bool
	Whole int64
	Real  float64
}

// Type returns the type of the constant.
func (c Constant) Type() Type { return c.Of }

// None is the fault that is none.
var None = Constant{Of: Fault}

// A Place is an element of a table, of which Field is a part or "".
type Place struct {
	Table *Table
	Index []Operand
	Field string
	// Known is set if the indices are known to be within the table, as data have been checked
	// before: what else shows it Check finds by itself.
	Known bool
}

// Type returns the type of the element or of its field, or nil if there is no such field.
func (p *Place) Type() Type {
	if p.Field == "" {
		return p.Table.Type
	}
	if r, ok := p.Table.Type.(*Record); ok {
		if i := r.Field(p.Field); i >= 0 {
			return r.Fields[i].Type
		}
	}
	return nil
}

// A Block is a list of statements and what it gives. The parameters of the body of a
// function stand in its row; those of a loop are its index and what it carries.
type Block struct {
	Stmts []*Stmt
	Gives []Operand
}

// An Origin says what of the model a statement comes from.
type Origin struct {
	Line   int    // of the model, or 0
	Update string // or factor: u14, f3, of a conditional c3, or ""
}

// A Stmt is a statement: an action with a number, an origin and results.
type Stmt struct {
	Number  int
	Origin  Origin
	Results []*Value
	Do      Action
}

// An Action is what a statement does: *Call, *Apply, *Load, *Store, *Fill, *Part, *Element,
// *Length, *Position, *Make, *Fail, *Draw, *If, *Switch, *For or *While.
type Action interface{ action() }

// A Call gives the results of a row.
type Call struct {
	Row  *Row
	Args []Operand
}

// Apply gives the result of an operation of this package: see Operations.
type Apply struct {
	Operation *Operation
	Args      []Operand
}

// A Load gives what stands at a place.
type Load struct{ From *Place }

// A Store puts a value in a place.
type Store struct {
	To    *Place
	Value Operand
}

// A Fill puts one value in all elements of a table.
type Fill struct {
	Table *Table
	Value Operand
}

// A Part gives a field of a record.
type Part struct {
	Of    Operand
	Field string
}

// An Element gives an element of an array.
type Element struct {
	Of    Operand
	Index Operand
}

// A Length gives how many elements an array has.
type Length struct{ Of Operand }

// A Position gives where an element stands among all of its table, from 0: in the order of the indices, the last of which
// runs fastest.
type Position struct{ Of *Place }

// A Make gives a record of its fields.
type Make struct {
	Record *Record
	Fields []Operand
}

// A Fail leaves the function with a fault, unless it is none. The other results of the
// function are then zero.
type Fail struct{ With Operand }

// A Draw gives a value drawn from a row that is a distribution, under an address. A pass must
// replace it: it cannot be printed or run.
type Draw struct {
	Address string
	Index   []Operand
	Row     *Row
	Args    []Operand
}

// An If gives what one of its blocks gives; the other is not run.
type If struct {
	Cond       Operand
	Then, Else *Block
}

// A Switch gives what the block of the case with its value gives, or else the default's.
type Switch struct {
	On      Operand // a whole number
	Cases   []*Case
	Default *Block
}

// A Case is a block of a Switch.
type Case struct {
	Values []int64
	Block  *Block
}

// A For runs the passes of its strands. With several of them a pass of the first runs, then one of
// the second and so on, until all have run theirs. It gives what the strands carry at their
// end, those of the first one first.
type For struct {
	Strands []*Strand
	// Parallel is set if the passes may run in any order or at once: they carry nothing.
	Parallel bool
}

// A Strand is a loop that runs alone or beside others.
type Strand struct {
	Index  *Value
	Lo, Hi Operand // whole numbers: the passes are those of Lo <= Index < Hi
	Down   bool    // from the last to the first
	List   Operand // or nil; an array of whole numbers: the passes are its elements, in order
	Carry  []*Carry
	Body   *Block // gives what the next pass carries
}

// A Carry is a value that a pass leaves to the next.
type Carry struct {
	*Value
	First Operand
}

// A While runs Body as long as Test gives true, and gives what it carries in the end.
type While struct {
	Carry []*Carry
	Test  *Block // gives one truth
	Body  *Block // gives what the next pass carries
}

func (*Call) action()     {}
func (*Apply) action()    {}
func (*Load) action()     {}
func (*Store) action()    {}
func (*Fill) action()     {}
func (*Part) action()     {}
func (*Element) action()  {}
func (*Length) action()   {}
func (*Position) action() {}
func (*Make) action()     {}
func (*Fail) action()     {}
func (*Draw) action()     {}
func (*If) action()       {}
func (*Switch) action()   {}
func (*For) action()      {}
func (*While) action()    {}
