package evaluate

import (
	"errors"
	"fmt"

	"mpc/codegen/code"
)

// A Native is a row without a body. In holds the parts of its arguments, one after the other, and out
// takes those of its results, then of the arguments that it writes to. Both are valid during the call
// alone. Faults are errors; what is wrong with the use of a native is a panic.
type Native func(in, out *Numbers)

// A Machine runs a program. It is not safe for use by several goroutines at once.
type Machine struct {
	program   *code.Program
	natives   map[string]Native
	tables    map[*code.Table]*table
	functions map[*code.Row]*function
	left      string // the function that the last run first left with a fault
}

// New compiles a program, which code.Check has accepted. It is an error if a row has neither a
// body nor a native, or if a draw stands in the program.
func New(p *code.Program, natives map[string]Native) (*Machine, error) {
	m := &Machine{program: p, natives: natives, tables: map[*code.Table]*table{}, functions: map[*code.Row]*function{}}
	for _, t := range p.Tables {
		m.tables[t] = m.newTable(t)
	}
	var wrong []error
	for _, r := range p.Rows {
		if r.Body != nil {
			m.functions[r] = newFunction(r)
		} else if natives[r.Name] == nil {
			wrong = append(wrong, fmt.Errorf("nothing computes the row %s", r.Name))
		}
	}
	for _, f := range m.functions {
		if err := f.compile(m); err != nil {
			wrong = append(wrong, err)
		}
	}
	return m, errors.Join(wrong...)
}

// A Stop ends a run: an index that is not within its table, a division by zero, a panic of a native.
type Stop struct {
	Function  string
	Statement int // its number
	Reason    any
}

func (s *Stop) Error() string {
	return fmt.Sprintf("%s, statement %d: %v", s.Function, s.Statement, s.Reason)
}

// Run runs a function. Arguments and results are float64, int64, bool, []float64, []int64, error for a
// fault, and []any for the fields of a record; handles, streams and other arrays are what natives
// take them for. An error is a *Stop; a fault is a result.
func (m *Machine) Run(name string, args ...any) (results []any, err error) {
	r := m.program.Row(name)
	f := m.functions[r]
	if f == nil {
		return nil, fmt.Errorf("there is no function %s", name)
	}
	if len(args) != len(r.Params) {
		return nil, fmt.Errorf("%s has %d arguments, and %d are given", name, len(r.Params), len(args))
	}
	x := f.frame()
	defer f.release(x)
	for i, p := range r.Params {
		if err := x.set(p.Of, f.slots[p.Value], args[i]); err != nil {
			return nil, fmt.Errorf("argument %s of %s: %v", p.Name, name, err)
		}
	}
	defer func() {
		if reason := recover(); reason != nil {
			stop, ok := reason.(*Stop)
			if !ok {
				panic(reason)
			}
			results, err = nil, stop
		}
	}()
	m.left = ""
	f.run(x)
	for i, t := range r.Results {
		results = append(results, x.get(t, f.results[i]))
	}
	return results, nil
}

// Left is the function in which the fault came about that the last run ended with.
func (m *Machine) Left() string { return m.left }

// All are the values of all elements of a table of numbers or truths, one after the other, where they stand in memory:
// reals, or whole numbers, with 0 and 1 for truths.
func (m *Machine) All(name string) (reals []float64, wholes []int64, err error) {
	t := m.tables[m.program.Table(name)]
	if t == nil {
		return nil, nil, fmt.Errorf("there is no table %s", name)
	}
	if err := t.prepare(); err != nil {
		return nil, nil, err
	}
	return t.numbers.Reals, t.numbers.Wholes, nil
}

// Set gives an element of a table a value, as Run takes arguments.
func (m *Machine) Set(name string, value any, index ...int64) error {
	t, at, err := m.find(name, index)
	if err != nil {
		return err
	}
	if err := t.numbers.set(t.Type, t.element(at, t.parts, nil), value); err != nil {
		return fmt.Errorf("table %s: %v", name, err)
	}
	return nil
}

// Get returns the value of an element of a table, as Run returns results.
func (m *Machine) Get(name string, index ...int64) (any, error) {
	t, at, err := m.find(name, index)
	if err != nil {
		return nil, err
	}
	return t.numbers.get(t.Type, t.element(at, t.parts, nil)), nil
}

func (m *Machine) find(name string, index []int64) (*table, int, error) {
	t := m.tables[m.program.Table(name)]
	if t == nil {
		return nil, 0, fmt.Errorf("there is no table %s", name)
	}
	if len(index) != len(t.Dims) {
		return nil, 0, fmt.Errorf("table %s has %d dimensions, and %d indices are given", name, len(t.Dims), len(index))
	}
	at, err := t.position(index)
	return t, at, err
}

// set puts a value of a type into its slots.
func (n *Numbers) set(t code.Type, at []slot, value any) error {
	ok := true
	switch t := t.(type) {
	case *code.Record:
		fields, is := value.([]any)
		if !is || len(fields) != len(t.Fields) {
			return fmt.Errorf("%v are not the %d fields of %s", value, len(t.Fields), t)
		}
		for i, f := range t.Fields {
			if err := n.set(f.Type, fieldSlots(at, t, f.Name), fields[i]); err != nil {
				return err
			}
		}
		return nil
	case code.Basic:
		switch t {
		case code.Real:
			n.Reals[at[0].at], ok = value.(float64)
		case code.Whole:
			n.Wholes[at[0].at], ok = value.(int64)
		case code.Truth:
			var b bool
			b, ok = value.(bool)
			n.Wholes[at[0].at] = truth(b)
		default:
			n.Others[at[0].at] = value
		}
	default:
		n.Others[at[0].at] = value
	}
	if !ok {
		return fmt.Errorf("%v (%T) is not %s", value, value, t)
	}
	return nil
}

// get reads a value of a type from its slots.
func (n *Numbers) get(t code.Type, at []slot) any {
	switch t := t.(type) {
	case *code.Record:
		var fields []any
		for _, f := range t.Fields {
			fields = append(fields, n.get(f.Type, fieldSlots(at, t, f.Name)))
		}
		return fields
	case code.Basic:
		switch t {
		case code.Real:
			return n.Reals[at[0].at]
		case code.Whole:
			return n.Wholes[at[0].at]
		case code.Truth:
			return n.Wholes[at[0].at] != 0
		}
	}
	return n.Others[at[0].at]
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
