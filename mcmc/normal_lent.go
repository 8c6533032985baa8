package mcmc

import "math"

// Priors may be flat, and sums of what they are of be held: an intercept that is flat beside effects of the sum 0. The densities
// alone then leave directions free that what is held fixes, and their precision has no factor. A coordinate whose pivot vanishes
// is lent a density of its own, about where it stands and as precise as all that is said of it. Once the normal is conditioned on
// what is held, the loan is taken back, an update of rank one: with v the variance of the coordinate and q what was lent, the
// covariances gain g g' q / (1 - q v), g those of the coordinate with all. So the factor stays as sparse as the densities are.

// A normalLoan is what a coordinate was lent: its place, and the precision.
type normalLoan struct {
	place     int32
	precision float64
}

// lentLost is how much of the precision of a coordinate all but its loan is to be, of a factor and of rows.
const (
	lentLost     = 0x1p-20
	lentLostRows = 0x1p-36
)

// lentNoise is how much smaller than a column of a factor of rows its diagonal may be, before it is lent something.
const lentNoise = 0x1p-33

// factorLending is factor of a pattern that holds something: up to as many coordinates are lent a density.
func (b *NormalBlock) factorLending(lost float64) bool {
	b.held.said = append(append(b.held.said[:0], b.numbers...), b.linear...)
	for {
		b.lend()
		if b.factorOnce(lost) {
			return true
		}
		if b.Lost < 0 || len(b.held.loans) == len(b.pattern.held) {
			return false
		}
		b.held.loans = append(b.held.loans, normalLoan{place: b.pattern.place[b.Lost]})
		copy(b.numbers, b.held.said)
		copy(b.linear, b.held.said[len(b.numbers):])
	}
}

// released tells whether what was lent can be taken back, which the mean has to be known for.
func (b *NormalBlock) released() bool { return len(b.held.loans) == 0 || b.Mean() }

// lend adds all loans, of what is said of each coordinate now.
func (b *NormalBlock) lend() {
	p := b.pattern
	for k := range b.held.loans {
		l := &b.held.loans[k]
		l.precision = b.numbers[l.place]
		if p.twice > 0 {
			l.precision += 2 * b.numbers[p.twice+int(l.place)]
		}
		if !(l.precision > 0) {
			l.precision = 1
		}
	}
	for _, l := range b.held.loans {
		b.numbers[l.place] += l.precision
	}
}

// lendRow rotates what a place is lent into a factor of rows.
func (b *NormalBlock) lendRow(place int) {
	root := b.whole[place]
	if !(root > 0) {
		root = 1
	}
	b.row[place] = root
	b.held.loans = append(b.held.loans, normalLoan{int32(place), root * root})
	b.rotateRow([]int32{int32(place)}, 0)
}

// release takes back what was lent, once the mean is known given what is held. It is false where nothing else says what such a
// coordinate is: Free then has the direction.
func (b *NormalBlock) release() bool {
	p, h := b.pattern, &b.held
	least := lentLost
	if b.rows {
		least = lentLostRows
	}
	h.back = h.back[:0]
	for k, l := range b.held.loans {
		b.row[l.place] = 1
		for j := int(l.place); j < p.size; j++ {
			b.forward(j)
		}
		b.row[p.size] = 0
		copy(b.linear, b.row)
		clear(b.row)
		b.solve()
		g := h.lent(k, p.size+1)
		copy(g, b.linear[:p.size])
		for _, w := range h.by {
			addOne(g, w, -w[l.place])
		}
		for _, w := range h.back {
			addOne(g, w, w[l.place])
		}
		q := l.precision
		share := 1 - q*g[l.place]
		if !(share > least) {
			b.free(g, l.place)
			return false
		}
		step := b.mean[l.place]
		h.log += 0.5*(q*step*step/share) - 0.5*math.Log(share)
		addOne(b.mean[:p.size], g, q*step/share)
		root := math.Sqrt(q / share)
		for j := range g[:p.size] {
			g[j] *= root
		}
		g[p.size] = 0
		h.back = append(h.back, g)
	}
	return true
}

// lent is memory for what the covariances gain by the k-th loan that is taken back.
func (h *normalHeld) lent(k, size int) []float64 {
	for len(h.lents) <= k {
		h.lents = append(h.lents, make([]float64, size))
	}
	return h.lents[k]
}

// Free is a direction that nothing determines, by coordinate: where FactorRows, or Mean with no LostHeld, was false. It is nil where
// none is known.
func (b *NormalBlock) Free() []float64 { return b.held.free }

// free writes to Free a direction that nothing determines, in which a place moves by 1.
func (b *NormalBlock) free(g []float64, place int32) {
	b.held.free = make([]float64, b.pattern.size)
	for c := range b.held.free {
		b.held.free[c] = g[b.pattern.place[c]] / g[place]
	}
}

// freeAt writes to Free the direction that has no precision, of a factor whose pivot at a place has vanished: those before it follow.
func (b *NormalBlock) freeAt(place int) {
	p, x := b.pattern, b.numbers
	g := make([]float64, p.size+1)
	g[place] = 1
	m := p.size - p.sparse
	for j := place - 1; j >= 0; j-- {
		y := 0.0
		if j < p.sparse {
			from, to := int(p.start[j]), int(p.start[j+1])
			for a, e := range x[p.size+1+from : p.size+1+to] {
				y -= e * g[p.rows[from+a]]
			}
		} else {
			for i := j + 1; i <= place; i++ {
				y -= x[p.square+(i-p.sparse)*m+j-p.sparse] * g[i]
			}
		}
		g[j] = y * x[j]
	}
	b.free(g, int32(place))
}
