package engine

// A List has, for each element of an array, the passes of a loop that read it: what is said of each pass is sorted by the
// element.
type List struct {
	start  []int // of each element, in passes
	passes []int
	said   []reading
}

// A reading is an element that a pass reads.
type reading struct{ pass, element int }

// At are the passes that read element i.
func (l *List) At(i int) []int { return l.passes[l.start[i]:l.start[i+1]] }

// Begin makes it a list for n elements, of which nothing is said yet.
func (l *List) Begin(n int) {
	l.start, l.said = make([]int, n+2), l.said[:0]
}

// Say is that a pass reads an element. One that there is not is left out.
func (l *List) Say(pass, element int) {
	if uint(element) < uint(len(l.start)-2) {
		l.start[element+2]++
		l.said = append(l.said, reading{pass, element})
	}
}

// Order sorts the passes, those of each element in the order in which they were said.
func (l *List) Order() {
	for e := range len(l.start) - 2 {
		l.start[e+2] += l.start[e+1]
	}
	l.passes = make([]int, len(l.said))
	for _, r := range l.said {
		l.passes[l.start[r.element+1]] = r.pass
		l.start[r.element+1]++
	}
	l.start, l.said = l.start[:len(l.start)-1], nil
}
