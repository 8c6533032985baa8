package mcmc

import "math"

// A linear combination may be held: it is known exactly, as a sum of effects that is 0. The normal is conditioned on it
// (Rue and Held 2005, Gaussian Markov Random Fields, section 2.3.3, conditioning by kriging): with A the slopes of those that
// are held, by their factor L of the precision, Y = L^-1 A' and R the factor of Y'Y, the covariances lose what the rows of
// W = R^-1 Y' L^-1 have in common. A held sum over all coordinates so ties none of them in the factor.

// Hold says that the combination of the coordinates that Tie has listed is held, by that line of the model: NormalBlock
// wants its Hold, in the order of these.
func (p *NormalPattern) Hold(line int) {
	list := make([]int32, len(p.tied))
	for k, c := range p.tied {
		list[k] = int32(c)
	}
	p.held, p.tied = append(p.held, normalHold{list, line}), p.tied[:0]
	p.widest = max(p.widest, len(list))
}

// A normalHold is a combination that is held: its coordinates, and the line that says so.
type normalHold struct {
	coordinates []int32
	line        int
}

// HeldBy is the line that holds a combination.
func (p *NormalPattern) HeldBy(k int) int { return p.held[k].line }

// heldWork is how many multiplications conditioning on what is held takes.
func (p *NormalPattern) heldWork() float64 {
	k := float64(len(p.held))
	return k * (k + 1) / 2 * float64(p.size)
}

// What is held of a block.
type normalHeld struct {
	rest  []float64   // each: what the step is to add to it; then how far the mean is off, in standard deviations
	slope [][]float64 // each
	next  int         // that Hold says
	root  [][]float64 // Y, made orthonormal, row by row
	by    [][]float64 // W, row by row, by place; one more that is 0
	back  [][]float64 // what covariances gain by loans that are taken back, likewise
	lents [][]float64 // memory for these
	// before are variances without what is held, said is what is said before elimination.
	before, said []float64
	loans        []normalLoan
	free         []float64 // see Free
	// meant tells that Mean was called, hasMean that it found one.
	meant, hasMean bool
	log            float64 // log density of what is held, at the values that it has
}

// Hold says that the combination of the step whose slopes are Slope is rest.
func (b *NormalBlock) Hold(rest float64) {
	if b.heard != nil {
		return
	}
	h := &b.held
	k := h.next
	h.next++
	h.rest[k] = rest
	copy(h.slope[k], b.Slope)
}

// reset forgets all but the loans.
func (h *normalHeld) reset() { h.next, h.free, h.meant = 0, nil, false }

// makeHeld makes memory for what a pattern holds.
func (b *NormalBlock) makeHeld() {
	p := b.pattern
	k := len(p.held)
	h := normalHeld{rest: make([]float64, k)}
	for _, held := range p.held {
		h.slope = append(h.slope, make([]float64, len(held.coordinates)))
		h.by, h.root = append(h.by, make([]float64, p.size+1)), append(h.root, make([]float64, p.size+1))
	}
	b.held = h
}

// heldLost is how much of a combination's variance those before it are to leave.
const heldLost = 0x1p-36

// heldNoise is what rounding leaves of a variance of which nothing is left.
const heldNoise = 0x1p-45

// condition moves the mean to where what is held is so, and finds what covariances lose. It is false where one of them is
// known from those before it, or reads nothing: LostHeld says which.
func (b *NormalBlock) condition() bool {
	p, h := b.pattern, &b.held
	if len(p.held) == 0 {
		return true
	}
	h.log = 0
	// Y, row by row, each made orthogonal to those before it, as R is.
	for k, held := range p.held {
		off := -h.rest[k]
		for i, c := range held.coordinates {
			at := p.at(c)
			b.row[at] += h.slope[k][i]
			off += h.slope[k][i] * b.mean[at]
		}
		b.row[p.size] = 0
		for j := range p.size {
			b.forward(j)
		}
		y := h.by[k]
		copy(y, b.row)
		clear(b.row)
		whole := dotOf(y, y)
		if whole == 0 && h.rest[k] == 0 {
			continue // nothing is nothing
		}
		for j, other := range h.by[:k] {
			r := dotOf(other, y)
			addOne(y, other, -r)
			off -= r * h.rest[j]
		}
		variance := dotOf(y, y)
		if !(variance > heldLost*whole && variance <= math.MaxFloat64) {
			b.LostHeld = k
			return false
		}
		root := math.Sqrt(variance)
		for j := range y {
			y[j] /= root
		}
		h.rest[k] = off / root // those before it known
		h.log -= 0.5*h.rest[k]*h.rest[k] + math.Log(root) + halfLogTwoPi
	}
	ok := true
	for k, y := range h.by {
		copy(h.root[k], y)
		copy(b.linear, y)
		ok = b.solve() && ok
		copy(y, b.linear)
		y[p.size] = 0
		addOne(b.mean[:p.size], y, -h.rest[k])
	}
	if ok = ok && b.release(); !ok {
		return false
	}
	copy(b.linear, b.mean[:p.size])
	for c := range b.Step {
		b.Step[c] = b.mean[p.place[c]]
		ok = ok && b.Step[c]-b.Step[c] == 0
	}
	return ok
}

// drawHeld is Draw where something is held: what is drawn of it is taken out again, and what loans took is drawn.
func (b *NormalBlock) drawHeld(s *Stream) bool {
	if !b.Mean() || !b.Around(s) {
		return false
	}
	ok := true
	for c := range b.Step {
		b.Step[c] += b.mean[b.pattern.place[c]]
		ok = ok && b.Step[c]-b.Step[c] == 0
	}
	return ok
}

// lessHeld is what is left of a variance.
func lessHeld(whole, held float64) float64 {
	if left := whole - held; left > heldNoise*whole {
		return left
	}
	return 0
}

// lessHeld takes from the entries of the inverse what is held, and adds what was lent.
func (b *NormalBlock) lessHeld() {
	h, v := &b.held, b.inverse
	if len(h.by) == 0 {
		return
	}
	h.before = append(h.before[:0], v[:b.pattern.size]...)
	for _, w := range h.by {
		b.lessProducts(w, 1)
	}
	for _, w := range h.back {
		b.lessProducts(w, -1)
	}
	for j, before := range h.before {
		if v[j] < heldNoise*before {
			v[j] = 0
		}
	}
}

// lessProducts takes the products of a list from the entries of the inverse, so many times.
func (b *NormalBlock) lessProducts(w []float64, times float64) {
	p, v := b.pattern, b.inverse
	for j := range p.size {
		v[j] -= times * w[j] * w[j]
	}
	for j := range p.sparse {
		from, to := int(p.start[j]), int(p.start[j+1])
		for k, r := range p.rows[from:to] {
			v[p.size+1+from+k] -= times * w[j] * w[r]
		}
	}
	m := p.size - p.sparse
	for j := range m {
		addOne(v[p.square+j*m:][:j], w[p.sparse:], -times*w[p.sparse+j])
	}
}

// heldShare is what is held of the variance of a combination of coordinates, less what was lent.
func (b *NormalBlock) heldShare(coordinates []int, slope []float64) (sum float64) {
	return b.held.share(func(w []float64) (x float64) {
		for k, c := range coordinates {
			x += slope[k] * w[b.pattern.at(int32(c))]
		}
		return x
	})
}

// heldOfRows is heldShare of the sum of the combinations of rows.
func (b *NormalBlock) heldOfRows(rows ...SlotSlope) (sum float64) {
	return b.held.share(func(w []float64) (x float64) {
		for _, r := range rows {
			for k, at := range b.Places(r.Slot)[:len(r.Slope)] {
				x += r.Slope[k] * w[at]
			}
		}
		return x
	})
}

// share adds up the squares of a combination of what is held, less those of what was lent.
func (h *normalHeld) share(of func(w []float64) float64) (sum float64) {
	for _, w := range h.by {
		x := of(w)
		sum += x * x
	}
	for _, w := range h.back {
		x := of(w)
		sum -= x * x
	}
	return sum
}

// covariancesLessHeld takes from the covariances of a combination with all coordinates, in Step, what is held, and adds what was
// lent.
func (b *NormalBlock) covariancesLessHeld(coordinates []int, slope []float64) {
	p := b.pattern
	less := func(list [][]float64, times float64) {
		for _, w := range list {
			x := 0.0
			for k, c := range coordinates {
				x += slope[k] * w[p.at(int32(c))]
			}
			addOne(b.linear[:p.size], w, -times*x)
		}
	}
	less(b.held.by, 1)
	less(b.held.back, -1)
	for c := range b.Step {
		b.Step[c] = b.linear[p.place[c]]
	}
}
