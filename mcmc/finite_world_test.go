package mcmc

// A telling is what a factor says of elements: a log probability for each combination of
// their values; shared, by its number from 1, with others.
type telling struct {
	elements []int
	table    []float64
	shared   int
}

// A world is elements with what is said of them.
type world struct {
	sizes    []int
	tellings []telling
}

func (w *world) pattern() *FinitePattern {
	p := NewFinitePattern()
	for _, n := range w.sizes {
		p.Element(n)
	}
	for _, t := range w.tellings {
		if t.shared > 0 {
			p.Share(t.shared-1, t.elements...)
		} else {
			p.Say(t.elements...)
		}
	}
	return p
}

func (w *world) say(b *FiniteBlock) {
	seen := map[int]bool{}
	for _, t := range w.tellings {
		var to []float64
		switch {
		case t.shared == 0:
			to = b.Table()
		case !seen[t.shared]:
			seen[t.shared] = true
			to = b.Shared(t.shared - 1)
		}
		for k := range to {
			to[k] += t.table[k]
		}
	}
}

// log is the log probability of values, up to a constant.
func (w *world) log(values []int) (sum float64) {
	for _, t := range w.tellings {
		at := 0
		for _, c := range t.elements {
			at = at*w.sizes[c] + values[c]
		}
		sum += t.table[at]
	}
	return sum
}

// all calls do for all values.
func (w *world) all(do func(values []int)) {
	values := make([]int, len(w.sizes))
	var walk func(k int)
	walk = func(k int) {
		if k == len(values) {
			do(values)
			return
		}
		for values[k] = range w.sizes[k] {
			walk(k + 1)
		}
	}
	walk(0)
}
