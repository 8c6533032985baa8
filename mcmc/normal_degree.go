package mcmc

import (
	"math"
	"slices"
)

// A eliminationGraph is the graph of what is tied to what while coordinates are eliminated one after
// the other, always one of about the least degree (Amestoy, Davis and Duff 1996, An approximate
// minimum degree ordering algorithm). An eliminated coordinate is an element: it stands for all
// ties between those that it was tied to, which are never listed. Coordinates that are tied to the
// same ones have one representative.
type eliminationGraph struct {
	variables [][]int32 // of a coordinate: those that it is tied to, and no element stands for it
	elements  [][]int32 // of a coordinate: those that stand for other ties of it
	members   [][]int32 // of an element: the coordinates that it ties
	size      []int32   // of an element: how many these are, nil where another has taken its place
	weight    []int32   // how many coordinates a representative stands for; 0 of all others
	alike     [][]int32 // those, but itself
	degree    []int32   // about
	left      int32     // coordinates that are not eliminated

	first        []int32 // of those of a degree, -1 if there is none
	after, prior []int32 // of a coordinate, among those of its degree
	least        int32   // degree that there may be one of

	mark, round []int32 // of coordinates and elements: when they were met last
	stamp       int32
	outside     []int32 // of an element: how many of its members the last one does not have
	byTies      map[uint64][]int32
	tieKeys     []uint64
}

// leastDegree gives an order of coordinates, of which near lists what each is tied to; those that
// are not wanted are left out.
func leastDegree(near [][]int32, wanted func(c int32) bool) []int32 {
	n := len(near)
	q := &eliminationGraph{
		variables: make([][]int32, n), elements: make([][]int32, n), members: make([][]int32, n),
		size: make([]int32, n), weight: make([]int32, n), alike: make([][]int32, n), degree: make([]int32, n),
		first: make([]int32, n+1), after: make([]int32, n), prior: make([]int32, n),
		mark: make([]int32, n), round: make([]int32, n), outside: make([]int32, n), byTies: map[uint64][]int32{},
	}
	for d := range q.first {
		q.first[d] = -1
	}
	for c := range int32(n) {
		if !wanted(c) {
			continue
		}
		q.left++
		q.weight[c] = 1
		list := make([]int32, 0, len(near[c]))
		for _, u := range near[c] {
			if wanted(u) {
				list = append(list, u)
			}
		}
		q.variables[c], q.degree[c] = list, int32(len(list))
	}
	for c := int32(n) - 1; c >= 0; c-- {
		if q.weight[c] > 0 {
			q.queue(c)
		}
	}
	order := make([]int32, 0, q.left)
	for q.left > 0 {
		order = q.eliminate(q.next(), order)
	}
	return order
}

// queue puts a coordinate among those of its degree.
func (q *eliminationGraph) queue(c int32) {
	d := q.degree[c]
	q.prior[c], q.after[c] = -1, q.first[d]
	if q.first[d] >= 0 {
		q.prior[q.first[d]] = c
	}
	q.first[d] = c
	q.least = min(q.least, d)
}

// dequeue takes it from there.
func (q *eliminationGraph) dequeue(c int32) {
	if q.prior[c] >= 0 {
		q.after[q.prior[c]] = q.after[c]
	} else {
		q.first[q.degree[c]] = q.after[c]
	}
	if q.after[c] >= 0 {
		q.prior[q.after[c]] = q.prior[c]
	}
}

// next is a coordinate of the least degree.
func (q *eliminationGraph) next() int32 {
	for q.first[q.least] < 0 {
		q.least++
	}
	return q.first[q.least]
}

// eliminate makes a coordinate an element, and appends to the order what goes with it.
func (q *eliminationGraph) eliminate(p int32, order []int32) []int32 {
	q.dequeue(p)
	q.left -= q.weight[p]
	q.weight[p] = 0
	order = append(append(order, p), q.alike[p]...)
	list := q.tie(p)
	q.count(list)
	kept := list[:0]
	for _, i := range list {
		q.dequeue(i)
		if key, tied := q.shorten(p, i); tied {
			kept = append(kept, i)
			if len(q.byTies[key]) == 0 {
				q.tieKeys = append(q.tieKeys, key)
			}
			q.byTies[key] = append(q.byTies[key], i)
			continue
		}
		// It is tied to nothing but what the element ties: it is eliminated with it, at no cost.
		q.left -= q.weight[i]
		q.size[p] -= q.weight[i]
		q.weight[i] = 0
		order = append(append(order, i), q.alike[i]...)
	}
	q.merge()
	list = kept[:0]
	for _, i := range kept {
		if w := q.weight[i]; w > 0 {
			others := q.size[p] - w
			q.degree[i] = max(0, min(q.degree[i]+others, others+q.beside(p, i), q.left-w))
			q.queue(i)
			list = append(list, i)
		}
	}
	q.members[p] = list
	return order
}

// tie lists what a coordinate is tied to, which it then stands for.
func (q *eliminationGraph) tie(p int32) (list []int32) {
	q.stamp++
	q.mark[p] = q.stamp
	add := func(members []int32) {
		for _, v := range members {
			if q.weight[v] > 0 && q.mark[v] != q.stamp {
				q.mark[v] = q.stamp
				q.size[p] += q.weight[v]
				list = append(list, v)
			}
		}
	}
	q.size[p] = 0
	add(q.variables[p])
	for _, e := range q.elements[p] {
		add(q.members[e])
		q.members[e], q.size[e] = nil, 0
	}
	q.variables[p], q.elements[p] = nil, nil
	return list
}

// count finds how many members each element has beside those of a list.
func (q *eliminationGraph) count(list []int32) {
	for _, i := range list {
		for _, e := range q.elements[i] {
			if q.size[e] == 0 {
				continue
			}
			if q.round[e] != q.stamp {
				q.round[e], q.outside[e] = q.stamp, q.size[e]
			}
			q.outside[e] -= q.weight[i]
		}
	}
}

// shorten takes from the ties of a coordinate what the element p stands for. Its key is equal to
// that of coordinates with the same ties. It is false where nothing is left.
func (q *eliminationGraph) shorten(p, i int32) (key uint64, tied bool) {
	elements := q.elements[i][:0]
	for _, e := range q.elements[i] {
		switch {
		case q.size[e] == 0:
		case q.outside[e] == 0:
			q.members[e], q.size[e] = nil, 0 // all that it ties is tied by p
		default:
			elements = append(elements, e)
			key += scattered(e)
		}
	}
	variables := q.variables[i][:0]
	for _, v := range q.variables[i] {
		if q.weight[v] > 0 && q.mark[v] != q.stamp {
			variables = append(variables, v)
			key += scattered(^v)
		}
	}
	q.variables[i] = variables
	tied = len(elements)+len(variables) > 0
	q.elements[i] = append(elements, p)
	return key, tied
}

// beside bounds how many a coordinate is tied to beside the members of an element.
func (q *eliminationGraph) beside(p, i int32) (n int32) {
	for _, e := range q.elements[i] {
		if e != p && q.size[e] > 0 {
			n += q.outside[e]
		}
	}
	for _, v := range q.variables[i] {
		n += q.weight[v]
	}
	return min(n, math.MaxInt32/4)
}

// merge finds coordinates with the same ties; one represents the others.
func (q *eliminationGraph) merge() {
	for _, key := range q.tieKeys {
		list := q.byTies[key]
		for k, i := range list {
			if q.weight[i] == 0 {
				continue
			}
			for _, j := range list[k+1:] {
				if q.weight[j] == 0 || !sameSet(q.elements[i], q.elements[j]) || !sameSet(q.variables[i], q.variables[j]) {
					continue
				}
				q.degree[i] -= q.weight[j]
				q.weight[i] += q.weight[j]
				q.weight[j] = 0
				q.alike[i] = append(append(q.alike[i], j), q.alike[j]...)
				q.variables[j], q.elements[j], q.alike[j] = nil, nil, nil
			}
		}
		delete(q.byTies, key)
	}
	q.tieKeys = q.tieKeys[:0]
}

// scattered is a number of a coordinate or an element whose sums tell sets apart, nearly always.
func scattered(e int32) uint64 {
	x := uint64(uint32(e)) * 0x9e3779b97f4a7c15
	return (x ^ x>>29) * 0xbf58476d1ce4e5b9
}

// sameSet tells whether two lists without repetitions have the same elements; it sorts them.
func sameSet(a, b []int32) bool {
	if len(a) != len(b) {
		return false
	}
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}
