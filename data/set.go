package data

import (
	"fmt"
	"slices"

	"mpc/lang"
	"mpc/model"
)

// A Set holds a value for every input of a model.
type Set struct {
	Model *model.Model
	// Labels has the names of the elements of a range, by its name, where the
	// data name them.
	Labels map[string][]string
	// Orders has the order of these names, for which batches see them in parts.
	Orders  map[string]Order
	columns map[*model.Input]*column
}

// A column stores an input: its leaves in order, and per dimension where each
// list's elements begin. starts[k] has one entry more than there are lists at
// depth k.
type column struct {
	input  *model.Input
	starts [][]int32
	values *packed // booleans are 0 and 1; nil of an input of distribution type
	dists  []any   // of an input of distribution type
	absent []bool  // by leaf; nil where all are there
}

// A MissingError is an entry that the data lack.
type MissingError struct {
	Name string // as y[3]
}

func (e *MissingError) Error() string { return e.Name + " is missing, but its value is needed" }

// An IndexError is an index out of range.
type IndexError struct {
	Name  string // of the array
	Dim   int
	Index int
	Size  int
}

func (e *IndexError) Error() string { return e.In(nil) }

// In says it in the words of a program, whose indices may count from 1.
func (e *IndexError) In(o *lang.Origin) string {
	if e.Size == 0 {
		return fmt.Sprintf("index %d of %s, which is empty there", o.Index(e.Index), o.Name(e.Name))
	}
	return fmt.Sprintf("index %d of %s is out of range: it has elements %d to %d there", o.Index(e.Index), o.Name(e.Name), o.First(), o.Index(e.Size-1))
}

// position finds the leaf of an index.
func (c *column) position(index []int) (int, error) {
	at := 0
	for k, s := range c.starts {
		i := index[k]
		if size := int(s[at+1] - s[at]); i < 0 || i >= size {
			return 0, &IndexError{c.input.Name, k, i, size}
		}
		at = int(s[at]) + i
	}
	return at, nil
}

func (s *Set) leaf(in *model.Input, index []int) (*column, int, error) {
	c := s.columns[in]
	if c == nil {
		return nil, 0, fmt.Errorf("%s has no value", in.Name)
	}
	if len(index) != len(c.starts) {
		return nil, 0, fmt.Errorf("%s has %d indices, not %d", in.Name, len(c.starts), len(index))
	}
	at, err := c.position(index)
	return c, at, err
}

// Numbers counts the numbers that the data give.
func (s *Set) Numbers() (n int) {
	for _, c := range s.columns {
		if c.values != nil {
			n += c.values.len()
		}
	}
	return n
}

// Value returns the number at an index: of a boolean 0 or 1, of a range its
// size. The error is an *IndexError where the index is out of range.
func (s *Set) Value(in *model.Input, index ...int) (float64, error) {
	c, at, err := s.leaf(in, index)
	if err != nil {
		return 0, err
	}
	if c.values == nil {
		return 0, fmt.Errorf("%s is a distribution, not a number", in.Name)
	}
	if c.absent != nil && c.absent[at] {
		return 0, &MissingError{s.Model.File.Origin.Element(in.Name, index)}
	}
	return c.values.value(at), nil
}

// Absent tells whether an entry is missing, or a component of a vector. The error is an
// *IndexError where the index is out of range.
func (s *Set) Absent(in *model.Input, index ...int) (bool, error) {
	if len(index) < len(in.Dims) {
		n, err := s.Len(in, index...)
		for k := range n {
			if lacks, err := s.Absent(in, append(slices.Clone(index), k)...); err != nil || lacks {
				return lacks, err
			}
		}
		return false, err
	}
	c, at, err := s.leaf(in, index)
	return err == nil && c.absent != nil && c.absent[at], err
}

// Some tells whether any entry of an input is missing.
func (s *Set) Some(in *model.Input) bool {
	c := s.columns[in]
	return c != nil && c.absent != nil
}

// Dist returns the distribution at an index, of the type of its family in
// package dist. The error is an *IndexError where the index is out of range.
func (s *Set) Dist(in *model.Input, index ...int) (any, error) {
	c, at, err := s.leaf(in, index)
	if err != nil {
		return nil, err
	}
	if c.dists == nil {
		return nil, fmt.Errorf("%s is a number, not a distribution", in.Name)
	}
	return c.dists[at], nil
}

// Len returns how many elements there are below an index that has fewer
// entries than the input dimensions.
func (s *Set) Len(in *model.Input, index ...int) (int, error) {
	c := s.columns[in]
	if c == nil || len(index) >= len(c.starts) {
		return 0, fmt.Errorf("%s has no length there", in.Name)
	}
	outer := &column{input: in, starts: c.starts[:len(index)]}
	at, err := outer.position(index)
	if err != nil {
		return 0, err
	}
	return int(c.starts[len(index)][at+1] - c.starts[len(index)][at]), nil
}

// Of is the same data for a model of the same inputs: another compilation of the same file.
func (s *Set) Of(m *model.Model) *Set {
	out := *s
	out.Model, out.columns = m, map[*model.Input]*column{}
	for i, in := range s.Model.Inputs {
		if c := s.columns[in]; c != nil {
			other := *c
			other.input = m.Inputs[i]
			out.columns[m.Inputs[i]] = &other
		}
	}
	return &out
}
