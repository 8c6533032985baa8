package mcmc

import "math"

// FiniteMarginals is memory to find the exact marginals of the elements of a FinitePattern: elements are
// summed out one after the other, as a FiniteBlock does, and then, in the opposite order, each has
// the probabilities of its values and of those of its neighbors, as on a junction tree (Lauritzen
// and Spiegelhalter 1988; Dechter 1999, bucket elimination with a backward pass). All is of
// logarithms, so that nothing underflows.
type FiniteMarginals struct {
	pattern *FinitePattern
	numbers []float64 // logarithms, see FinitePattern
	beliefs []float64 // of tables that sums leave, and of elements: log probabilities
	tops    []float64 // largest logarithm of each target of a step
	sums    []float64
	joint   []float64 // of one step
	places  []int32   // of its entries in a target
	row     []float64
	counter []int32
	offsets []int
	logZ    float64
	lost    int
}

// reset forgets all that has been said, and takes a pattern.
func (b *FiniteMarginals) reset(p *FinitePattern) {
	if b.pattern != p {
		b.pattern = p
		b.numbers, b.beliefs = make([]float64, p.count), make([]float64, p.count)
		b.row, b.counter, b.offsets = make([]float64, p.largest), make([]int32, p.widest), make([]int, p.most)
		b.joint, b.tops, b.sums = nil, make([]float64, p.largest), make([]float64, p.largest)
		for i := range p.steps {
			s := &p.steps[i]
			if n := s.combinations() * p.values(int(s.element)); n > len(b.joint) {
				b.joint = make([]float64, n)
			}
		}
	}
	clear(b.numbers)
	b.logZ, b.lost = 0, -1
}

// combinations is how many combinations of values the neighbors have.
func (s *finiteStep) combinations() int {
	n := 1
	for _, x := range s.sizes {
		n *= int(x)
	}
	return n
}

func (b *FiniteMarginals) said(element int32) []float64 {
	p := b.pattern
	return b.numbers[p.from[element]:p.from[element+1]]
}

// marginal is the logarithms of the probabilities of the values of an element.
func (b *FiniteMarginals) marginal(element int) []float64 {
	p := b.pattern
	return b.beliefs[p.from[element]:p.from[element+1]]
}

// collect sums all elements out. It is false where they have no possible values.
func (b *FiniteMarginals) collect() bool {
	for i := range b.pattern.steps {
		if s := &b.pattern.steps[i]; !b.sum(s) {
			b.lost = int(s.element)
			return false
		}
	}
	return true
}

// sum sums an element out, for all values of its neighbors, the largest of what is left being 1.
func (b *FiniteMarginals) sum(s *finiteStep) bool {
	u := b.said(s.element)
	if len(s.neighbors) == 0 {
		l := finiteLogSum(u)
		b.logZ += l
		return l-l == 0
	}
	size := s.combinations()
	to := b.numbers[s.to : s.to+size]
	top := math.Inf(-1)
	b.begin(s)
	for i := range to {
		l := finiteLogSum(b.fill(s, u, b.row[:len(u)]))
		if l != l || l > math.MaxFloat64 {
			return false
		}
		to[i] += l
		top = max(top, to[i])
		b.next(s)
	}
	if top < -math.MaxFloat64 {
		return false
	}
	for i := range to {
		to[i] -= top
	}
	b.logZ += top
	return true
}

// begin goes to the first combination of values of the neighbors of an element, next to the next one.
func (b *FiniteMarginals) begin(s *finiteStep) {
	clear(b.counter[:len(s.neighbors)])
	for k := range s.tables {
		b.offsets[k] = s.tables[k].at
	}
}

func (b *FiniteMarginals) next(s *finiteStep) {
	for d := len(s.neighbors) - 1; d >= 0; d-- {
		back := 0
		if b.counter[d]++; b.counter[d] == s.sizes[d] {
			back, b.counter[d] = int(s.sizes[d]), 0
		}
		for k := range s.tables {
			b.offsets[k] += (1 - back) * int(s.tables[k].strides[d])
		}
		if back == 0 {
			return
		}
	}
}

// fill gives what is said of the values of an element, where the values of its neighbors are known.
func (b *FiniteMarginals) fill(s *finiteStep, u, row []float64) []float64 {
	copy(row, u)
	for k := range s.tables {
		at, stride := b.offsets[k], int(s.tables[k].stride)
		for x := range row {
			row[x] += b.numbers[at]
			at += stride
		}
	}
	return row
}

// distribute finds the probabilities of the values of all elements, after collect.
func (b *FiniteMarginals) distribute() {
	for i := len(b.pattern.steps) - 1; i >= 0; i-- {
		b.spread(&b.pattern.steps[i])
	}
}

// spread finds the log probabilities of an element, and of the tables that it was summed out of and
// that earlier sums left, from those of its neighbors.
func (b *FiniteMarginals) spread(s *finiteStep) {
	p := b.pattern
	u := b.said(s.element)
	n := len(u)
	size := s.combinations()
	joint := b.joint[:size*n]
	b.begin(s)
	for i := range size {
		row := b.fill(s, u, joint[i*n:(i+1)*n])
		l := finiteLogSum(row)
		if len(s.neighbors) > 0 {
			l -= b.beliefs[s.to+i]
		}
		for x := range row {
			if l-l == 0 {
				row[x] -= l
			} else {
				row[x] = math.Inf(-1)
			}
		}
		b.next(s)
	}
	if cap(b.places) < len(joint) {
		b.places = make([]int32, len(joint))
	}
	places := b.places[:len(joint)]
	for k := range places {
		places[k] = int32(k % n)
	}
	b.reduce(joint, b.marginal(int(s.element)))
	for k := range s.tables {
		t := &s.tables[k]
		if t.at < p.filled {
			continue // of a factor: nobody asks
		}
		b.begin(s)
		for i := range size {
			at := b.offsets[k] - t.at
			for x := range n {
				places[i*n+x] = int32(at)
				at += int(t.stride)
			}
			b.next(s)
		}
		b.reduce(joint, b.beliefs[t.at:t.at+t.size])
	}
}

// reduce adds up the probabilities of a step, as logarithms, by their places in a table.
func (b *FiniteMarginals) reduce(joint, to []float64) {
	if len(b.tops) < len(to) {
		b.tops, b.sums = make([]float64, len(to)), make([]float64, len(to))
	}
	tops, sums := b.tops[:len(to)], b.sums[:len(to)]
	for k := range tops {
		tops[k], sums[k] = math.Inf(-1), 0
	}
	for k, l := range joint {
		at := b.places[k]
		tops[at] = max(tops[at], l)
	}
	for k, l := range joint {
		if at := b.places[k]; l > math.Inf(-1) {
			sums[at] += math.Exp(l - tops[at])
		}
	}
	for k := range to {
		to[k] = math.Inf(-1)
		if sums[k] > 0 {
			to[k] = tops[k] + math.Log(sums[k])
		}
	}
}
