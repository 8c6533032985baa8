package mcmc

import "math"

// Two rows may be said together, with a precision of their product: of a density of both of their
// combinations. A SlotSlope is one of them.
type SlotSlope struct {
	Slot  int
	Slope []float64
}

// Places are those of a row's coordinates in the order of elimination; as many as there are coordinates,
// or more, is none.
func (b *NormalBlock) Places(slot int) []int32 {
	g := b.pattern.slots[slot]
	return b.pattern.listed(g).places
}

// TiesRows tells whether the pattern holds all pairs of coordinates of two rows, so that AddPair may say
// both.
func (b *NormalBlock) TiesRows(slot, other int) bool {
	p := b.pattern
	for _, i := range b.Places(slot) {
		for _, j := range b.Places(other) {
			if i == j || int(i) >= p.size || int(j) >= p.size {
				continue
			}
			if _, ok := p.find(min(i, j), max(i, j)); !ok {
				return false
			}
		}
	}
	return true
}

// AddPair says exp(h0 x + h1 y - (p00 x^2 + 2 p01 x y + p11 y^2)/2) of the steps x and y of two rows' combinations.
// Both of them are skipped in their turns. It is false, and says nothing, where these precisions have no root and rows are
// rotated.
func (b *NormalBlock) AddPair(x, y SlotSlope, h0, h1, p00, p01, p11 float64) bool {
	if b.rows {
		return b.rotatePair(x, y, h0, h1, p00, p01, p11)
	}
	at := b.at
	for _, r := range []struct {
		row  SlotSlope
		h, p float64
	}{{x, h0, p00}, {y, h1, p11}} {
		places := b.Places(r.row.Slot)
		for k, z := range r.row.Slope {
			b.linear[places[k]] += r.h * z
		}
		if r.p != 0 {
			copy(b.Slope, r.row.Slope)
			b.at = r.row.Slot
			b.AddRow(0, r.p)
		}
	}
	b.at = at
	p := b.pattern
	others := b.Places(y.Slot)
	for k, i := range b.Places(x.Slot) {
		for l, j := range others {
			switch e := p01 * x.Slope[k] * y.Slope[l]; {
			case i == j:
				b.numbers[i] += 2 * e
			case int(i) < p.size && int(j) < p.size:
				b.numbers[p.entry(i, j)] += e
			}
		}
	}
	return true
}

// rotatePair is AddPair by the two rows of the root of the precisions.
func (b *NormalBlock) rotatePair(x, y SlotSlope, h0, h1, p00, p01, p11 float64) bool {
	root := math.Sqrt(p00)
	cross := p01 / root
	rest := p11 - cross*cross
	if !(p00 > 0 && rest > 0) {
		return p00 == 0 && p01 == 0 && p11 == 0 && h0 == 0 && h1 == 0
	}
	places := append(append([]int32(nil), b.Places(x.Slot)...), b.Places(y.Slot)...)
	for k, i := range places[:len(x.Slope)] {
		b.row[i] += root * x.Slope[k]
	}
	for k, i := range places[len(x.Slope):] {
		b.row[i] += cross * y.Slope[k]
	}
	right := h0 / root
	b.rotateRow(places, right)
	rest = math.Sqrt(rest)
	for k, i := range places[len(x.Slope):] {
		b.row[i] += rest * y.Slope[k]
	}
	b.rotateRow(places[len(x.Slope):], (h1-cross*right)/rest)
	return true
}

// PairCovariance is the covariance of two rows' combinations, after Invert, where TiesRows.
func (b *NormalBlock) PairCovariance(x, y SlotSlope) (sum float64) {
	p := b.pattern
	if b.rows {
		_, v0 := b.RowMoments(x.Slot, x.Slope)
		_, v1 := b.RowMoments(y.Slot, y.Slope)
		first := int32(p.size)
		for _, r := range []SlotSlope{x, y} {
			for k, i := range b.Places(r.Slot) {
				b.row[i] += r.Slope[k]
				first = min(first, i)
			}
		}
		b.row[p.size] = 0
		return (b.squared(first) - b.heldOfRows(x, y) - v0 - v1) / 2
	}
	others := b.Places(y.Slot)
	for k, i := range b.Places(x.Slot) {
		for l, j := range others {
			if int(i) < p.size && int(j) < p.size {
				sum += x.Slope[k] * y.Slope[l] * b.inverse[p.entry(i, j)]
			}
		}
	}
	return sum
}
