package mcmc

import "slices"

// A StartOrder has the elements of arrays, those that others read before these: chains begin with them in this order. Elements
// that read each other in a circle stand as they were said.
type StartOrder struct {
	arrays []startArray
	of     []int   // the array of each element
	reads  [][]int // what each element reads, one after the other: the array, how many indices, and these
	list   []int   // elements in order
}

// A startArray is what an order knows of an array: the number of its first element, and the indices of all, one after another.
type startArray struct {
	first, count, dims int
	at                 []int
}

// Begin forgets all elements.
func (o *StartOrder) Begin() { *o = StartOrder{} }

// Element is that there is an element of an array, and Reads, after it, what it reads. The arrays come in turn, from 0, and the
// elements of each in the order of their indices, the last of which runs fastest.
func (o *StartOrder) Element(array int, at ...int) {
	for len(o.arrays) <= array {
		o.arrays = append(o.arrays, startArray{first: len(o.of)})
	}
	a := &o.arrays[array]
	a.count, a.dims, a.at = a.count+1, len(at), append(a.at, at...)
	o.of, o.reads = append(o.of, array), append(o.reads, nil)
}

// Reads is that the element which came last reads another one. One that there is not is left out.
func (o *StartOrder) Reads(array int, at ...int) {
	last := &o.reads[len(o.reads)-1]
	*last = append(append(*last, array, len(at)), at...)
}

// Find finds the order.
func (o *StartOrder) Find() {
	s := &startSearch{number: make([]int, len(o.of)), low: make([]int, len(o.of)), stacked: make([]bool, len(o.of))}
	s.next = make([][]int, len(o.of))
	for e, said := range o.reads {
		for len(said) > 0 {
			n := said[1]
			if k, ok := o.find(said[0], said[2:2+n]); ok {
				s.next[e] = append(s.next[e], k)
			}
			said = said[2+n:]
		}
	}
	o.reads = nil
	for e := range o.of {
		if s.number[e] == 0 {
			s.visit(e)
		}
	}
	o.list = s.list
}

// Count is how many elements there are.
func (o *StartOrder) Count() int { return len(o.list) }

// Member is the array of the k-th element in order.
func (o *StartOrder) Member(k int) int { return o.of[o.list[k]] }

// Index is the index of the k-th element in order, in a dimension.
func (o *StartOrder) Index(k, dim int) int {
	e := o.list[k]
	a := &o.arrays[o.of[e]]
	return a.at[(e-a.first)*a.dims+dim]
}

// find is the number of an element; ok is false of one that there is not.
func (o *StartOrder) find(array int, at []int) (n int, ok bool) {
	if array >= len(o.arrays) {
		return 0, false
	}
	a := &o.arrays[array]
	indices := func(k int) []int { return a.at[k*a.dims : (k+1)*a.dims] }
	low, high := 0, a.count
	for low < high {
		if k := (low + high) / 2; slices.Compare(indices(k), at) < 0 {
			low = k + 1
		} else {
			high = k
		}
	}
	return a.first + low, low < a.count && slices.Equal(indices(low), at)
}

// A startSearch is Tarjan's search for strongly connected components, which leaves what others read before these. It keeps its
// own stack, as chains of elements may be long.
type startSearch struct {
	next        [][]int
	number, low []int
	stacked     []bool
	stack, list []int
}

// A startVisit is an element that is being visited: so many of those that it reads have been.
type startVisit struct{ element, done int }

func (s *startSearch) enter(e int) startVisit {
	s.number[e] = len(s.list) + len(s.stack) + 1
	s.low[e] = s.number[e]
	s.stack, s.stacked[e] = append(s.stack, e), true
	return startVisit{element: e}
}

func (s *startSearch) visit(first int) {
	path := []startVisit{s.enter(first)}
	for len(path) > 0 {
		v := &path[len(path)-1]
		e := v.element
		if v.done == len(s.next[e]) {
			s.leave(e)
			if path = path[:len(path)-1]; len(path) > 0 {
				before := path[len(path)-1].element
				s.low[before] = min(s.low[before], s.low[e])
			}
			continue
		}
		n := s.next[e][v.done]
		v.done++
		if s.number[n] == 0 {
			path = append(path, s.enter(n))
		} else if s.stacked[n] {
			s.low[e] = min(s.low[e], s.number[n])
		}
	}
}

// leave lists the component that ends with an element, if one does, in the order of numbers.
func (s *startSearch) leave(e int) {
	if s.low[e] < s.number[e] {
		return
	}
	k := len(s.stack) - 1
	for s.stack[k] != e {
		k--
	}
	slices.Sort(s.stack[k:])
	for _, n := range s.stack[k:] {
		s.stacked[n] = false
	}
	s.list, s.stack = append(s.list, s.stack[k:]...), s.stack[:k]
}
