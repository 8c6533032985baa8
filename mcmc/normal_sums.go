package mcmc

// A NormalSums holds what densities say of a block that are known with the data but for
// scales, drawn precisions that all of them are times: the sums of each group of one scale,
// so that a scan adds up no data. They are of the step from a Reference, which is where the
// normals would stand were all scales 1: not far from where they will be drawn, so that
// rounding is of the size of the distance.
//
//	s := NewNormalSums(pattern, groups)
//	block.Reset(pattern)
//	for each density, at 0 { say it, of scale 1; s.Take(block, group) }
//	s.Settle(block)
//	for each density, at the Reference { say it, of scale 1; s.Take(block, group) }
//	s.List()
type NormalSums struct {
	// Reference has a number for each coordinate.
	Reference []float64

	pattern         *NormalPattern
	numbers, linear [][]float64
	groups          []normalGroup
}

// A normalGroup lists what is not 0.
type normalGroup struct {
	numbers, linear []normalEntry
}

type normalEntry struct {
	at int32
	x  float64
}

// NewNormalSums makes sums of so many groups, of which nothing has been said.
func NewNormalSums(p *NormalPattern, groups int) *NormalSums {
	s := &NormalSums{Reference: make([]float64, p.size), pattern: p}
	for range groups {
		s.numbers = append(s.numbers, make([]float64, p.count))
		s.linear = append(s.linear, make([]float64, p.size+1))
	}
	s.groups = make([]normalGroup, groups)
	return s
}

// Take adds what has been said to a group, and takes it from the block.
func (s *NormalSums) Take(b *NormalBlock, group int) {
	move := func(to, from []float64) {
		for i, x := range from {
			to[i] += x
		}
		clear(from)
	}
	move(s.numbers[group], b.numbers)
	move(s.linear[group], b.linear)
}

// Settle moves the Reference to where the normals would stand were all scales 1, if that is
// anywhere, and forgets what has been said.
func (s *NormalSums) Settle(b *NormalBlock) {
	s.List()
	b.Reset(s.pattern)
	for g := range s.groups {
		b.AddSums(s, g, 1)
	}
	if b.Factor() && b.solve() {
		copy(s.Reference, b.Step)
	}
	b.Reset(s.pattern)
}

// List makes of what has been said what AddSums adds.
func (s *NormalSums) List() {
	for g := range s.groups {
		s.groups[g] = normalGroup{entries(s.numbers[g]), entries(s.linear[g])}
		clear(s.numbers[g])
		clear(s.linear[g])
	}
}

func entries(list []float64) (out []normalEntry) {
	for i, x := range list {
		if x != 0 {
			out = append(out, normalEntry{int32(i), x})
		}
	}
	return out
}

// Refer gives x the coordinates of the Reference from one on, as many as it has. It gives the
// coordinate behind these.
func (s *NormalSums) Refer(x []float64, from int) (next int) {
	copy(x, s.Reference[from:])
	return from + len(x)
}

// AddSums adds what a group says, of this scale.
func (b *NormalBlock) AddSums(s *NormalSums, group int, scale float64) {
	g := &s.groups[group]
	for _, e := range g.numbers {
		b.numbers[e.at] += scale * e.x
	}
	for _, e := range g.linear {
		b.linear[e.at] += scale * e.x
	}
}
