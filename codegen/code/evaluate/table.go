package evaluate

import (
	"fmt"
	"slices"

	"mpc/codegen/code"
)

// A table is storage for the elements of a code.Table. Sizes are read when it is first used.
type table struct {
	*code.Table
	machine *Machine
	numbers Numbers
	stride  [3]int
	parts   []slot // of element 0
	ready   bool
	count   int     // of the elements in memory
	sizes   []int64 // of dimensions
	// begins, where sizes depend on indices, is in their place: by dimension, where the elements
	// begin that stand under each element of the dimensions before.
	begins [][]int
	of     *table        // of the layout
	firsts map[int64]int // of each value of it, the first element that has it
}

func (m *Machine) newTable(t *code.Table) *table {
	s := &slots{}
	return &table{Table: t, machine: m, parts: s.of(t.Type), stride: s.n}
}

// prepare takes memory for all elements.
func (t *table) prepare() error {
	if t.ready {
		return nil
	}
	if t.Layout.Of != nil {
		t.of = t.machine.tables[t.Layout.Of]
		if err := t.of.prepare(); err != nil {
			return err
		}
	}
	ragged := false
	for _, d := range t.Dims {
		ragged = ragged || len(d.Size.At) > 0
	}
	n := 1
	if ragged {
		elements := [][]int64{nil} // indices of all elements so far
		for _, d := range t.Dims {
			begins := make([]int, len(elements)+1)
			var next [][]int64
			for k, at := range elements {
				size, err := t.size(d.Size, at)
				if err != nil {
					return err
				}
				begins[k] = len(next)
				for i := range size {
					next = append(next, append(at[:len(at):len(at)], i))
				}
			}
			begins[len(elements)] = len(next)
			t.begins = append(t.begins, begins)
			elements = next
		}
		n = len(elements)
	} else {
		for _, d := range t.Dims {
			size, err := t.size(d.Size, nil)
			if err != nil {
				return err
			}
			t.sizes = append(t.sizes, size)
			n *= int(size)
		}
	}
	t.numbers = makeNumbers([3]int{n * t.stride[realPart], n * t.stride[wholePart], n * t.stride[otherPart]})
	if t.Layout.Arrangement == code.ByValue {
		t.firsts = map[int64]int{}
		for k, v := range slices.Backward(t.of.numbers.Wholes) {
			t.firsts[v] = k
		}
	}
	t.ready, t.count = true, n
	return nil
}

// size reads a size at the indices of an element.
func (t *table) size(s *code.Size, at []int64) (int64, error) {
	if s.Table == nil {
		return s.Constant, nil
	}
	of := t.machine.tables[s.Table]
	var index []int64
	for _, d := range s.At {
		index = append(index, at[d])
	}
	position, err := of.position(index)
	if err != nil {
		return 0, err
	}
	n := of.numbers.Wholes[position]
	if n < 0 {
		return 0, fmt.Errorf("a size of table %s is %d", t.Name, n)
	}
	return n, nil
}

// position returns where an element stands: 0, 1, ...
func (t *table) position(index []int64) (int, error) {
	if !t.ready {
		if err := t.prepare(); err != nil {
			return 0, err
		}
	}
	at := 0
	for d, i := range index {
		begin, size := 0, int64(0)
		if t.begins != nil {
			begin, size = t.begins[d][at], int64(t.begins[d][at+1]-t.begins[d][at])
		} else {
			begin, size = at*int(t.sizes[d]), t.sizes[d]
		}
		if i < 0 || i >= size {
			return 0, fmt.Errorf("index %d of table %s is not within its %d elements", i, t.Name, size)
		}
		at = begin + int(i)
	}
	switch t.Layout.Arrangement {
	case code.Shared, code.ByValue, code.Sparse:
		return t.arranged(at, index)
	}
	return at, nil
}

// arranged returns where the element stands that a layout has for one: the first of those that
// share it.
func (t *table) arranged(at int, index []int64) (int, error) {
	if t.Layout.Arrangement == code.Shared {
		shared := append([]int64(nil), index...)
		for _, d := range t.Layout.Along {
			shared[d] = 0
		}
		return t.dense(shared), nil
	}
	n := len(t.of.Dims)
	of, err := t.of.position(index[:n])
	if err != nil {
		return 0, err
	}
	value := t.of.numbers.Wholes[of]
	if t.Layout.Arrangement == code.Sparse {
		if value == 0 {
			return 0, fmt.Errorf("table %s has no element %v: its entry is not missing", t.Name, index)
		}
		return at, nil
	}
	return t.first(t.firsts[value], index[n:]), nil
}

// dense returns where an element stands that is known to be there.
func (t *table) dense(index []int64) int {
	at := 0
	for d, i := range index {
		if t.begins != nil {
			at = t.begins[d][at] + int(i)
		} else {
			at = at*int(t.sizes[d]) + int(i)
		}
	}
	return at
}

// first returns where the element stands whose first dimensions are those of element k of the
// datum, and the others those given.
func (t *table) first(k int, rest []int64) int {
	at := k
	for d := len(t.of.Dims); d < len(t.Dims); d++ {
		i := rest[d-len(t.of.Dims)]
		if t.begins != nil {
			at = t.begins[d][at] + int(i)
		} else {
			at = at*int(t.sizes[d]) + int(i)
		}
	}
	return at
}

// from is what stands in memory from an element on.
func (t *table) from(at int) Numbers {
	n := t.numbers
	return Numbers{Reals: n.Reals[at*t.stride[realPart]:], Wholes: n.Wholes[at*t.stride[wholePart]:], Others: n.Others[at*t.stride[otherPart]:]}
}

// element returns the slots of an element, or of a field of it.
func (t *table) element(at int, parts []slot, into []slot) []slot {
	into = into[:0]
	for _, s := range parts {
		into = append(into, slot{s.kind, s.at + at*t.stride[s.kind]})
	}
	return into
}
