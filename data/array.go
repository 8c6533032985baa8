package data

import (
	"bytes"
	"math"
	"sort"
	"strconv"

	"mpc/model"
)

// An array is the value of an array input taken apart: per dimension where the elements
// of each list begin, and the leaves in order.
type array struct {
	starts [][]int32
	leaves packed
	column *tableColumn // of a table, nil elsewhere
	rows   []int32      // the row of each leaf; nil where they are in order
	lost   int          // from this leaf on they are missing, which is reported; 0 is none
}

// A shape is an input taken apart.
type shape struct {
	entry
	array
	input *model.Input
	// labels: numbers in a table are labels here; named: so are whole numbers elsewhere,
	// where they may be.
	labels, named bool
	last          struct{ leaf, at int } // whose place was looked for last
}

// flatten takes the value of an input apart. It returns nil where the value nests
// otherwise than the type says.
func flatten(in *model.Input, e entry) *shape {
	s := &shape{entry: e, input: in}
	switch {
	case len(in.Dims) == 0:
		s.leaves.n = 1
	case e.array != nil:
		s.array = *e.array
	default:
		s.starts = make([][]int32, len(in.Dims))
		for k := range s.starts {
			s.starts[k] = []int32{0}
		}
		r := &arrayReader{scanner: scanner{source: e.source, at: e.node.at, again: true}, array: &s.array, from: e.node.at}
		if in.Missing && in.Inner > 0 {
			r.vectors = len(in.Dims) - in.Inner
		}
		if e.node.kind == list {
			r.value(0)
		} else {
			r.wrong = &e.node
		}
		if n := r.wrong; n != nil {
			if n.kind == broken {
				return nil
			}
			d := s.source.errorf(n.at, CodeShape, "%s is %s, a list is expected where %s is %s", in.Name, describeInput(in), s.name(r.depth, r.item), n.describe())
			switch {
			case n.kind == null && in.Missing && in.Inner > 0 && r.depth > 0:
				d.WithHint("null is a vector as long as one beside it; write each of its components, [null, null]")
			case n.kind == null:
				d.WithHint("an empty list is []")
			}
			return nil
		}
	}
	return s
}

// An arrayReader reads the lists of an array from a text that has been scanned.
type arrayReader struct {
	scanner
	array *array
	from  int // where the array begins
	// vectors is the depth of those that null may stand for, 0 where it may not; length is
	// that of the first, once one was looked for.
	vectors, length int
	wrong           *node // what is no list: the first at the least depth
	depth           int
	item            int // which it is there
}

// value reads the item at the current place, at a depth.
func (r *arrayReader) value(depth int) {
	if depth == len(r.array.starts) {
		r.leaf()
		return
	}
	if r.text[r.at] != '[' {
		item := len(r.array.starts[depth]) - 1
		n := r.scanner.value(1)
		if n.kind == null && depth > 0 && depth == r.vectors && r.lackingAll(n.at) {
			return
		}
		if r.wrong == nil || depth < r.depth {
			r.wrong, r.depth, r.item = &n, depth, item
		}
		r.array.close(depth, r.array.leaves.len())
		return
	}
	r.at++
	for r.space(); r.text[r.at] != ']'; r.space() {
		r.value(depth + 1)
		if r.space(); r.text[r.at] == ',' {
			r.at++
		}
	}
	r.at++
	r.array.close(depth, r.array.leaves.len())
}

// close ends a list, with so many leaves in all.
func (a *array) close(depth, n int) {
	if depth+1 < len(a.starts) {
		n = len(a.starts[depth+1]) - 1
	}
	a.starts[depth] = append(a.starts[depth], int32(n))
}

// lackingAll adds a vector all of whose components are missing, where null stands for it: as
// long as the first one beside it that is a list. It returns false where there is none.
func (r *arrayReader) lackingAll(at int) bool {
	if r.length == 0 {
		s := &shape{entry: entry{source: r.source, node: node{at: r.from}}}
		first, ok := s.listFrom(r.vectors, 0, false)
		if !ok {
			return false
		}
		r.length = 1 + len(r.opened(r.valueAt(first)).list)
	}
	last := len(r.array.starts) - 1
	for range r.length - 1 {
		if r.vectors == last {
			r.array.leaves.place(at, at, false)
			continue
		}
		if n := r.valueAt(at); r.wrong == nil || r.vectors+1 < r.depth {
			r.wrong, r.depth, r.item = &n, r.vectors+1, len(r.array.starts[r.vectors+1])-1
		}
		r.array.close(r.vectors+1, r.array.leaves.len())
	}
	r.array.close(r.vectors, r.array.leaves.len())
	return true
}

// leaf reads an element: a number, or the place of what is none.
func (r *arrayReader) leaf() {
	at := r.at
	for r.at < len(r.text) && numberByte[r.text[r.at]] {
		r.at++
	}
	if n := r.at - at; n > 0 && n <= maxDigits && bytes.IndexByte([]byte(" \t\r\n,]"), r.text[r.at]) >= 0 {
		if v, err := strconv.ParseFloat(r.span(at, r.at), 64); err == nil && validNumber(r.span(at, r.at)) && !underflows(v, r.span(at, r.at)) {
			r.array.leaves.number(v, at)
			return
		}
	}
	r.at = at
	r.scanner.value(1)
	r.array.leaves.place(at, at, false)
}

// numberByte tells what a number is made of.
var numberByte = func() (is [256]bool) {
	for _, c := range "+-.0123456789eE" {
		is[c] = true
	}
	return is
}()

// leaf is the value of leaf i. The place of a number is that of placed.
func (s *shape) leaf(i int) node {
	n := s.raw(i)
	if n.kind != number || n.number != math.Trunc(n.number) {
		return n
	}
	if s.named && n.text == "" {
		n.text, n.id = n.labelText(), true
	}
	if s.labels && n.id {
		n.kind = text
	}
	return n
}

// raw is the value of leaf i as the file has it.
func (s *shape) raw(i int) node {
	if len(s.input.Dims) == 0 {
		return s.node
	}
	if s.lost > 0 && i >= s.lost-1 {
		return node{kind: broken}
	}
	v, place, bad := s.leaves.leaf(i)
	switch {
	case s.column != nil && (s.column.fields != nil || v != v):
		return s.column.node(s.row(i), place, bad)
	case v != v:
		return s.source.valueAt(place)
	case s.column != nil && s.input.Type.Kind == model.IndexKind:
		return node{kind: number, number: v, id: true, text: strconv.FormatFloat(v, 'f', -1, 64)}
	}
	return node{kind: number, number: v}
}

// number is leaf i where it is a number that is read as one, and no label.
func (s *shape) number(i int) (float64, bool) {
	if len(s.input.Dims) == 0 || s.labels || s.named || s.lost > 0 {
		return 0, false
	}
	v, _, _ := s.leaves.leaf(i)
	return v, v == v
}

// placed is leaf i with its place.
func (s *shape) placed(i int) node {
	n := s.leaf(i)
	if len(s.input.Dims) == 0 {
		return n
	}
	n.at = s.place(i)
	if v, _, _ := s.leaves.leaf(i); v == v {
		n.end = s.endOf(n.at)
	}
	return n
}

// row is the row of a table that holds leaf i.
func (s *shape) row(i int) int {
	if s.rows != nil {
		return int(s.rows[i])
	}
	return i
}

// place is where leaf i stands in its file.
func (s *shape) place(i int) int {
	if len(s.input.Dims) == 0 {
		return s.node.at
	}
	v, place, _ := s.leaves.leaf(i)
	switch {
	case v != v:
		return place
	case s.column != nil:
		return s.column.place(s.row(i))
	}
	k := i / chunkSize * chunkSize
	at := s.leaves.chunks[i/chunkSize].at
	if s.last.leaf > k && s.last.leaf <= i {
		k, at = s.last.leaf, s.last.at
	}
	for ; k < i; k++ {
		at = s.next(k, at)
	}
	s.last.leaf, s.last.at = i, at
	return at
}

// next is the place of the leaf behind leaf i, which stands at a place.
func (s *shape) next(i, at int) int {
	if v, place, _ := s.leaves.leaf(i + 1); v != v {
		return place
	}
	if v, place, _ := s.leaves.leaf(i); v != v {
		p := &scanner{source: s.source, at: place, again: true}
		p.value(1)
		at = p.at
	} else {
		at = s.endOf(at)
	}
	for {
		switch s.source.text[at] {
		case ' ', '\t', '\n', '\r', ',', '[', ']':
			at++
		default:
			return at
		}
	}
}

// endOf is where a number ends.
func (s *shape) endOf(at int) int {
	for at < len(s.source.text) && numberByte[s.source.text[at]] {
		at++
	}
	return at
}

// lists is how many lists there are at a depth.
func (s *shape) lists(k int) int { return len(s.starts[k]) - 1 }

// listPlace is where list j of a depth stands: of a table its first element.
func (s *shape) listPlace(k, j int) int {
	if s.column != nil {
		return s.tablePlace(k, j)
	}
	if at, ok := s.listFrom(k, j, true); ok {
		return at
	}
	return s.node.at
}

// listFrom finds list j of a depth in the text, where null may stand for one or not.
func (s *shape) listFrom(k, j int, nulls bool) (int, bool) {
	depth := 0
	p := &scanner{source: s.source, at: s.node.at, again: true}
	for p.at < len(p.text) {
		switch p.text[p.at] {
		case '[':
			if depth == k {
				if j == 0 {
					return p.at, true
				}
				j--
			}
			depth++
			p.at++
		case ']':
			if depth--; depth == 0 {
				return 0, false
			}
			p.at++
		case '"', '{':
			p.value(1)
		case 'n', 'N':
			if nulls && depth == k {
				if j == 0 {
					return p.at, true
				}
				j--
			}
			p.value(1)
		default:
			p.at++
		}
	}
	return 0, false
}

// tablePlace is listPlace in a table.
func (s *shape) tablePlace(k, j int) int {
	if k == 0 && s.rows == nil {
		return s.node.at
	}
	from, to := s.span(k, j)
	for k > 0 && from == to { // an empty list stands where that around it does
		around, item := s.starts[k-1][1:], int32(j)
		k, j = k-1, sort.Search(len(around), func(i int) bool { return around[i] > item })
		from, to = s.span(k, j)
	}
	if from == to {
		return s.node.at
	}
	return s.place(from)
}

// span is which leaves are in list j of a depth.
func (s *shape) span(k, j int) (from, to int) {
	from, to = j, j+1
	for _, starts := range s.starts[k:] {
		from, to = int(starts[from]), int(starts[to])
	}
	return from, to
}
