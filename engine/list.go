package engine

// A List has, for each element of an array, the passes of a loop that read it.
type List struct {
	start  []int // of each element, in passes
	passes []int
}

// At are the passes that read element i.
func (l *List) At(i int) []int { return l.passes[l.start[i]:l.start[i+1]] }

// NewList sorts the passes lo..hi-1 by the element of n that each reads; it leaves out
// those for which there is none.
func NewList(n, lo, hi int, element func(int) int) List {
	l := List{start: make([]int, n+2)}
	for i := lo; i < hi; i++ {
		if e := element(i); uint(e) < uint(n) {
			l.start[e+2]++
		}
	}
	for e := range n {
		l.start[e+2] += l.start[e+1]
	}
	l.passes = make([]int, l.start[n+1])
	for i := lo; i < hi; i++ {
		if e := element(i); uint(e) < uint(n) {
			l.passes[l.start[e+1]] = i
			l.start[e+1]++
		}
	}
	l.start = l.start[:n+1]
	return l
}
