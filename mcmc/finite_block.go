package mcmc

import "math"

// A FiniteBlock is memory to draw the elements of a FinitePattern in, jointly given all
// else: what factors say of them, as log probabilities, from which elements are summed out
// one after the other, and then drawn in the opposite order, each given those that it was
// summed out of: of a chain forward filtering and backward sampling (Chib 1996; Scott 2002).
//
//	b.Reset(pattern)
//	t := b.Table()   // of each factor that has one for itself, in the order of the pattern
//	t[k] += log      // for all values of the elements, the last changing fastest
//	t = b.Shared(n)  // of those that many instances share
//	ok = b.Draw(stream) // Values
type FiniteBlock struct {
	// Values are those drawn, by element.
	Values []int
	// Lost is the element of which Draw found that no value is possible, whatever those are
	// that were not summed out before it, or that something said of it is no number.
	Lost int
	// Several tells whether some element had several possible values in the last draw, given
	// those drawn before it: all together had several then.
	Several bool

	pattern *FinitePattern
	numbers []float64 // logarithms, see FinitePattern
	linear  []float64 // tables that are used as probabilities
	tops    []float64 // the logarithm that is the 1 of each of them
	weights []float64 // of elements that are summed out of one such table
	row     []float64
	counter []int32   // values of neighbors
	offsets []int     // of tables, at these values
	at      int       // next of the pattern's own tables
	table   []float64 // that Say adds to
}

// finiteLeast is the smallest sum of products of numbers of at most 1 of which more than
// enough digits are known: what underflows is below 1e-300.
const finiteLeast = 1e-250

// Reset forgets all that has been said, and takes a pattern.
func (b *FiniteBlock) Reset(p *FinitePattern) {
	if b.pattern != p {
		n := len(p.from) - 1
		b.pattern = p
		b.numbers, b.linear, b.tops = make([]float64, p.count), make([]float64, p.linear), make([]float64, len(p.scaled))
		b.weights, b.Values, b.row = make([]float64, p.from[n]), make([]int, n), make([]float64, p.largest)
		b.counter, b.offsets = make([]int32, p.widest), make([]int, p.most)
	}
	clear(b.numbers[:p.filled])
	b.at, b.Lost, b.Several = 0, -1, false
}

// Table is what a factor adds its log probabilities to.
func (b *FiniteBlock) Table() []float64 {
	p := b.pattern
	k := p.own[b.at]
	b.at++
	if k < 0 {
		return b.numbers[p.from[-1-k]:p.from[-k]]
	}
	s := p.sizes[k]
	return b.numbers[s.at : s.at+s.size]
}

// Shared is what the instances of a factor that says the same of all elements add their log
// probabilities to, once; nil where there are none.
func (b *FiniteBlock) Shared(number int) []float64 {
	p := b.pattern
	if number >= len(p.shared) || p.shared[number].size == 0 {
		return nil
	}
	s := p.shared[number]
	return b.numbers[s.at : s.at+s.size]
}

// Begin begins what the next factor says: its Table is what Say then adds to.
func (b *FiniteBlock) Begin() { b.table = b.Table() }

// BeginShared is Begin of a Shared table; it is false where there is none.
func (b *FiniteBlock) BeginShared(number int) bool {
	b.table = b.Shared(number)
	return b.table != nil
}

// Say adds a log probability of the k-th combination of values.
func (b *FiniteBlock) Say(k int, log float64) { b.table[k] += log }

// LostAt is Lost.
func (b *FiniteBlock) LostAt() int { return b.Lost }

// Put gives x the values of the elements from one on, as many as it has. It gives the element
// behind these.
func (b *FiniteBlock) Put(x []int, from int) (next int) {
	return from + copy(x, b.Values[from:])
}

// PutTruths is Put of truths, which hold where the value is 1.
func (b *FiniteBlock) PutTruths(x []bool, from int) (next int) {
	for i := range x {
		x[i] = b.Values[from+i] == 1
	}
	return from + len(x)
}

// Note notes of elements that several values were possible, if that was so in the last draw.
func (b *FiniteBlock) Note(free []bool) {
	for i := range free {
		free[i] = free[i] || b.Several
	}
}

// Draw sums all elements out and draws them. It is false where they have no possible
// values.
func (b *FiniteBlock) Draw(stream *Stream) bool {
	p := b.pattern
	for _, s := range p.single {
		u := b.said(s.element)
		for k := range u {
			u[k] += b.numbers[s.at+k*int(s.stride)]
		}
	}
	for k, s := range p.scaled {
		b.scale(k, s)
	}
	for i := range p.steps {
		if s := &p.steps[i]; !b.sum(s) {
			b.Lost = int(s.element)
			return false
		}
	}
	for i := len(p.steps) - 1; i >= 0; i-- {
		s := &p.steps[i]
		k, ok := b.draw(stream, s)
		if !ok {
			b.Lost = int(s.element)
			return false
		}
		b.Values[s.element] = k
		b.Several = b.Several || Several(b.given(s, b.said(s.element)))
	}
	return true
}

// said is what is said of an element alone.
func (b *FiniteBlock) said(element int32) []float64 {
	p := b.pattern
	return b.numbers[p.from[element]:p.from[element+1]]
}

// scale makes probabilities of the logarithms of a table, the largest one 1.
func (b *FiniteBlock) scale(k int, s finiteScale) {
	list := b.numbers[s.at : s.at+s.size]
	top := finiteTop(list)
	b.tops[k] = top
	to := b.linear[s.to : s.to+s.size]
	for i, x := range list {
		to[i] = drawWeight(x - top)
	}
}

// finiteTop is the largest of a list, NaN where one is.
func finiteTop(list []float64) float64 {
	top := math.Inf(-1)
	for _, x := range list {
		if !(x <= top) {
			top = x
			if x != x {
				return x
			}
		}
	}
	return top
}

// sum sums an element out.
func (b *FiniteBlock) sum(s *finiteStep) bool {
	u := b.said(s.element)
	top := finiteTop(u)
	if top-top != 0 {
		return false
	}
	switch {
	case len(s.neighbors) == 0:
		return true
	case s.pair:
		return b.sumPair(s, u, top)
	}
	return b.sumAll(s, u)
}

// sumPair sums an element out that one table ties to one other: of probabilities, and of
// logarithms where these are so different that digits are lost.
func (b *FiniteBlock) sumPair(s *finiteStep, u []float64, top float64) bool {
	p := b.pattern
	t := &s.tables[0]
	scale := b.tops[t.scale]
	if scale-scale != 0 {
		return false
	}
	from := p.from[s.element]
	w := b.weights[from : from+len(u)]
	for k, x := range u {
		w[k] = drawWeight(x - top)
	}
	table := b.linear[p.scaled[t.scale].to:]
	stride, next := int(t.stride), int(t.strides[0])
	to := b.numbers[s.to : s.to+int(s.sizes[0])]
	for y := range to {
		sum, at := 0.0, y*next
		for _, x := range w {
			sum += x * table[at]
			at += stride
		}
		if sum >= finiteLeast {
			to[y] += math.Log(sum)
		} else {
			to[y] += b.logSum(u, t.at+y*next, stride) - top - scale
		}
	}
	return true
}

// logSum is the logarithm of the sum of exp(u[k] + numbers[at + k*stride]).
func (b *FiniteBlock) logSum(u []float64, at, stride int) float64 {
	row := b.row[:len(u)]
	for k, x := range u {
		row[k] = x + b.numbers[at]
		at += stride
	}
	return finiteLogSum(row)
}

// finiteLogSum is log(exp(list[0]) + ...), -Inf where all are.
func finiteLogSum(list []float64) float64 {
	top := finiteTop(list)
	if top-top != 0 {
		return top
	}
	sum := 0.0
	for _, x := range list {
		sum += drawWeight(x - top)
	}
	return top + math.Log(sum)
}

// sumAll sums an element out of any tables, for all values of its neighbors, the largest of
// what is left being 1.
func (b *FiniteBlock) sumAll(s *finiteStep, u []float64) bool {
	counter, offsets := b.counter[:len(s.neighbors)], b.offsets[:len(s.tables)]
	clear(counter)
	for k := range s.tables {
		offsets[k] = s.tables[k].at
	}
	size := 1
	for _, n := range s.sizes {
		size *= int(n)
	}
	to := b.numbers[s.to : s.to+size]
	if len(s.neighbors) > 1 {
		clear(to)
	}
	row, top := b.row[:len(u)], math.Inf(-1)
	for i := range to {
		copy(row, u)
		for k := range s.tables {
			at := offsets[k]
			for x := range row {
				row[x] += b.numbers[at]
				at += int(s.tables[k].stride)
			}
		}
		l := finiteLogSum(row)
		if l != l || l > math.MaxFloat64 {
			return false
		}
		to[i] += l
		top = max(top, l)
		for d := len(counter) - 1; d >= 0; d-- {
			back := 0
			if counter[d]++; counter[d] == s.sizes[d] {
				back, counter[d] = int(s.sizes[d]), 0
			}
			for k := range s.tables {
				offsets[k] += (1 - back) * int(s.tables[k].strides[d])
			}
			if back == 0 {
				break
			}
		}
	}
	if top < -math.MaxFloat64 {
		return false
	}
	for i := range to {
		to[i] -= top
	}
	return true
}

// draw draws an element, given its neighbors.
func (b *FiniteBlock) draw(stream *Stream, s *finiteStep) (int, bool) {
	u := b.said(s.element)
	if s.pair {
		p := b.pattern
		t := &s.tables[0]
		from := p.from[s.element]
		row := b.row[:len(u)]
		table := b.linear[p.scaled[t.scale].to:]
		at := b.Values[s.neighbors[0]] * int(t.strides[0])
		sum := 0.0
		for k, w := range b.weights[from : from+len(u)] {
			row[k] = w * table[at]
			sum += row[k]
			at += int(t.stride)
		}
		if sum >= finiteLeast {
			return drawOf(stream, row, sum), true
		}
	}
	return DrawCategorical(stream, b.given(s, u))
}

// given is what is said of an element as logarithms, given its neighbors.
func (b *FiniteBlock) given(s *finiteStep, u []float64) []float64 {
	row := b.row[:len(u)]
	copy(row, u)
	for i := range s.tables {
		t := &s.tables[i]
		at := t.at
		for d, n := range s.neighbors {
			at += b.Values[n] * int(t.strides[d])
		}
		for k := range row {
			row[k] += b.numbers[at]
			at += int(t.stride)
		}
	}
	return row
}
