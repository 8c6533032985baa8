package data

import "math"

// chunkSize is how many leaves a chunk holds.
const chunkSize = 1 << 10

// A packed sequence holds the leaves of an array: numbers, and the places of those that
// are none. What a file has in its text takes little beside it: small whole numbers and
// near places take two bytes each, others eight.
type packed struct {
	chunks []chunk
	n      int
}

// A chunk is a run of leaves, in one of three forms.
type chunk struct {
	at    int       // where the first stands: of a table, its row
	small []int16   // whole numbers
	near  []uint16  // places, counted from at
	wide  []float64 // numbers, and places as boxed has them
}

// boxed is a place as a number: a NaN, which no number of a file is. A leaf there may be
// broken, which is reported.
func boxed(place int, broken bool) float64 {
	bits := uint64(0x7ff8)<<48 | uint64(place)
	if broken {
		bits |= 1 << 48
	}
	return math.Float64frombits(bits)
}

// len is the number of leaves.
func (p *packed) len() int { return p.n }

// last is the chunk that the next leaf goes to; where it is new it begins at a place.
func (p *packed) last(at int) *chunk {
	if p.n == len(p.chunks)*chunkSize {
		p.chunks = append(p.chunks, chunk{at: at})
	}
	p.n++
	return &p.chunks[len(p.chunks)-1]
}

// number adds a number. A chunk that begins with it begins at a place.
func (p *packed) number(v float64, at int) {
	first := p.n%chunkSize == 0
	c := p.last(at)
	i := int16(v)
	if float64(i) == v && (i != 0 || !math.Signbit(v)) && (first || c.small != nil) {
		if first && p.n > 1 {
			c.small = make([]int16, 0, chunkSize)
		}
		c.small = append(c.small, i)
		return
	}
	p.widen(c)
	c.wide = append(c.wide, v)
}

// place adds a leaf that is no number.
func (p *packed) place(place, at int, broken bool) {
	first := p.n%chunkSize == 0
	c := p.last(at)
	if d := place - c.at; d >= 0 && d <= math.MaxUint16 && !broken && (first || c.near != nil) {
		if first && p.n > 1 {
			c.near = make([]uint16, 0, chunkSize)
		}
		c.near = append(c.near, uint16(d))
		return
	}
	p.widen(c)
	c.wide = append(c.wide, boxed(place, broken))
}

// widen gives a chunk the form that holds all leaves.
func (p *packed) widen(c *chunk) {
	if c.wide != nil {
		return
	}
	capacity := chunkSize
	if len(p.chunks) == 1 {
		capacity = p.n // arrays may be many, and short
	}
	c.wide = make([]float64, 0, capacity)
	for _, v := range c.small {
		c.wide = append(c.wide, float64(v))
	}
	for _, d := range c.near {
		c.wide = append(c.wide, boxed(c.at+int(d), false))
	}
	c.small, c.near = nil, nil
}

// leaf is number i: a number, or where it is none NaN and the place.
func (p *packed) leaf(i int) (v float64, place int, broken bool) {
	c := &p.chunks[i/chunkSize]
	k := i % chunkSize
	switch {
	case c.small != nil:
		return float64(c.small[k]), 0, false
	case c.near != nil:
		return math.NaN(), c.at + int(c.near[k]), false
	}
	v = c.wide[k]
	if v == v {
		return v, 0, false
	}
	bits := math.Float64bits(v)
	return v, int(bits & (1<<48 - 1)), bits>>48&1 != 0
}

// value is number i of a sequence of numbers.
func (p *packed) value(i int) float64 {
	c := &p.chunks[i/chunkSize]
	if c.small != nil {
		return float64(c.small[i%chunkSize])
	}
	return c.wide[i%chunkSize]
}

// slice is the numbers from one to before another. They are copied where they are not
// stored side by side.
func (p *packed) slice(from, to int) []float64 {
	if k := from / chunkSize; from < to && (to-1)/chunkSize == k && p.chunks[k].wide != nil {
		return p.chunks[k].wide[from-k*chunkSize : to-k*chunkSize : to-k*chunkSize]
	}
	out := make([]float64, to-from)
	for i := range out {
		out[i] = p.value(from + i)
	}
	return out
}

// single is a sequence of one number.
func single(v float64) *packed {
	p := &packed{}
	p.number(v, 0)
	return p
}
