package mcmc

import "math"

// A NormalBlock is memory to draw many normals in, jointly given all else: the product of
// normal densities of linear functions of them. It holds what their densities say of the
// step from where the normals stand, precision times mean and precision, by the Pattern,
// and then its sparse Cholesky factor (Davis 2006, Direct methods for sparse linear
// systems; Rue 2001).
//
//	b.Reset(pattern)
//	say()           // Add and AddRow, in the order of the pattern
//	if !b.Factor() { // digits were lost
//		b.Again()
//		say()
//		ok = b.FactorRows()
//	}
//	b.Draw(stream)  // Step
type NormalBlock struct {
	// Step is what Draw has drawn: what is to be added to each coordinate.
	Step []float64
	// Slope is what AddRow reads: how a density depends on each of its coordinates.
	Slope []float64
	// Lost is a coordinate of which FactorRows found no variance.
	Lost int
	// LostHeld is a combination that is held, of which Mean found that others hold it or that it reads nothing.
	LostHeld int

	pattern *NormalPattern
	numbers []float64   // see NormalPattern
	linear  []float64   // precision times mean, by place; one more that is never read
	whole   []float64   // diagonal before elimination
	row     []float64   // that is rotated into the factor
	at      int         // next of the pattern's slots
	rows    bool        // said again: rows are rotated into the factor
	columns [][]float64 // of a front, its rows
	sums    []float64   // of their products

	normalPosterior
}

// normalPosterior is what normal_posterior.go finds, made when it is first asked for.
type normalPosterior struct {
	// What normal_posterior.go finds, made when it is first asked for.
	mean      []float64 // the step to it, by place; one more that is 0
	inverse   []float64 // as numbers
	square    []float64 // the inverse of the factor's last columns, transposed
	dense     []float64 // to invert a front in
	distance  float64
	held      normalHeld
	heard     []float64 // of Priors
	nextPrior int       // that is heard of
}

// normalLost is how much smaller than the diagonal a pivot may be: less than that has lost
// half of all digits.
const normalLost = 0x1p-26

// normalNoise is how much smaller than a column of a factor its diagonal may be.
const normalNoise = 0x1p-50

// Reset forgets all that has been said, and takes a pattern.
func (b *NormalBlock) Reset(p *NormalPattern) {
	if b.pattern != p {
		b.pattern = p
		b.mean, b.inverse, b.square = nil, nil, nil
		b.numbers, b.linear = make([]float64, p.count), make([]float64, p.size+1)
		b.whole, b.row, b.Step = make([]float64, p.size), make([]float64, p.size+1), make([]float64, p.size)
		b.Slope = make([]float64, p.widest)
		b.makeHeld()
	}
	clear(b.numbers)
	clear(b.linear)
	b.at, b.rows, b.Lost, b.LostHeld = 0, false, -1, -1
	b.held.reset()
}

// signedLost is normalLost where precisions may be negative: a variance has then a few digits
// at least.
const signedLost = 0x1p-44

// Again forgets what has been said, which is then to be said again: slower, and as
// accurate as the square root of what Factor loses; but of a Signed pattern, as before.
func (b *NormalBlock) Again() {
	clear(b.numbers)
	clear(b.linear)
	clear(b.whole)
	b.at, b.rows, b.Lost, b.LostHeld, b.held.loans = 0, !b.pattern.Signed, -1, -1, b.held.loans[:0]
	b.held.reset()
}

// Add1 adds what is said of one coordinate: h is precision times the distance of the
// mean, p the precision.
func (b *NormalBlock) Add1(h, p float64) {
	s := b.pattern.slots[b.at : b.at+1]
	b.at++
	if b.rows {
		b.rotate(s, []float64{h}, []float64{p})
		return
	}
	b.linear[s[0]] += h
	b.numbers[s[0]] += p
}

// Add2 adds what is said of two coordinates; p10 is the entry of both.
func (b *NormalBlock) Add2(h0, h1, p00, p10, p11 float64) {
	s := b.pattern.slots[b.at : b.at+3]
	b.at += 3
	if b.rows {
		b.rotate(s, []float64{h0, h1}, []float64{p00, p10, p11})
		return
	}
	x, h := b.numbers, b.linear
	h[s[0]] += h0
	h[s[1]] += h1
	x[s[0]] += p00
	x[s[1]] += p11
	x[s[2]] += p10
}

// Add3 adds what is said of three coordinates.
func (b *NormalBlock) Add3(h0, h1, h2, p00, p10, p11, p20, p21, p22 float64) {
	s := b.pattern.slots[b.at : b.at+6]
	b.at += 6
	if b.rows {
		b.rotate(s, []float64{h0, h1, h2}, []float64{p00, p10, p11, p20, p21, p22})
		return
	}
	x, h := b.numbers, b.linear
	h[s[0]] += h0
	h[s[1]] += h1
	h[s[2]] += h2
	x[s[0]] += p00
	x[s[1]] += p11
	x[s[2]] += p22
	x[s[3]] += p10
	x[s[4]] += p20
	x[s[5]] += p21
}

// Add4 adds what is said of four coordinates.
func (b *NormalBlock) Add4(h0, h1, h2, h3, p00, p10, p11, p20, p21, p22, p30, p31, p32, p33 float64) {
	s := b.pattern.slots[b.at : b.at+10]
	b.at += 10
	if b.rows {
		b.rotate(s, []float64{h0, h1, h2, h3}, []float64{p00, p10, p11, p20, p21, p22, p30, p31, p32, p33})
		return
	}
	x, h := b.numbers, b.linear
	h[s[0]] += h0
	h[s[1]] += h1
	h[s[2]] += h2
	h[s[3]] += h3
	x[s[0]] += p00
	x[s[1]] += p11
	x[s[2]] += p22
	x[s[3]] += p33
	x[s[4]] += p10
	x[s[5]] += p20
	x[s[6]] += p21
	x[s[7]] += p30
	x[s[8]] += p31
	x[s[9]] += p32
}

// Skip leaves out a row of which nothing is to be said.
func (b *NormalBlock) Skip() { b.at++ }

// Factor replaces the precision by its Cholesky factor, whose diagonal is kept as its
// inverse. It is false where it is not positive definite, or where rounding leaves too
// little of it: what is to be said is then to be said again.
func (b *NormalBlock) Factor() bool { return b.factor(normalLost) }

// factor is Factor with a bound on what a pivot may lose.
func (b *NormalBlock) factor(lost float64) bool {
	if len(b.pattern.held) > 0 {
		return b.factorLending(lost) && b.released()
	}
	return b.factorOnce(lost)
}

func (b *NormalBlock) factorOnce(lost float64) bool {
	p, x, h := b.pattern, b.numbers, b.linear
	if p.twice > 0 {
		for i, y := range x[p.twice : p.twice+p.size] {
			x[i] += 2 * y
		}
	}
	whole := b.whole
	copy(whole, x)
	if p.fronts != nil {
		if j := b.factorFronts(lost); j >= 0 {
			b.Lost = b.lostAt(j)
			return false
		}
		return b.factorSquare(lost)
	}
	next := 0
	for j := range p.sparse {
		pivot := x[j]
		if !(pivot > lost*whole[j] && pivot <= math.MaxFloat64) {
			b.Lost = b.lostAt(j)
			return false
		}
		inverse := 1 / math.Sqrt(pivot)
		x[j] = inverse
		y := h[j] * inverse
		h[j] = y
		from, to := p.start[j], p.start[j+1]
		rows := p.rows[from:to]
		column := x[p.size+1+int(from) : p.size+1+int(to)]
		for a, r := range rows {
			e := column[a] * inverse
			column[a] = e
			h[r] -= e * y
		}
		if len(rows) > 0 && int(rows[0]) >= p.sparse {
			for a, e := range column {
				x[rows[a]] -= e * e
				at := p.square + int(rows[a]) - p.sparse
				for k, r := range rows[a+1:] {
					x[at+(int(r)-p.sparse)*(p.size-p.sparse)] -= e * column[a+1+k]
				}
			}
			continue
		}
		for a, e := range column {
			rest := column[a:]
			target := p.target[next : next+len(rest)]
			next += len(rest)
			for k, t := range target {
				x[t] -= e * rest[k]
			}
		}
	}
	return b.factorSquare(lost)
}

// Draw writes to Step a draw from what has been said, which Factor or FactorRows has
// replaced by its factor: with P = L L', L'^-1 (L^-1 h + z). It is false where that is not
// finite.
func (b *NormalBlock) Draw(s *Stream) bool {
	if len(b.pattern.held) > 0 {
		return b.drawHeld(s)
	}
	for j := range b.linear[:b.pattern.size] {
		b.linear[j] += s.Normal()
	}
	return b.solve()
}

// Move adds to x what Draw has drawn of as many coordinates, from one on. It gives the
// coordinate behind these.
func (b *NormalBlock) Move(x []float64, from int) (next int) {
	for i, step := range b.Step[from:][:len(x)] {
		x[i] += step
	}
	return from + len(x)
}

// StepOf is what Draw has drawn of a coordinate.
func (b *NormalBlock) StepOf(at int) float64 { return b.Step[at] }

// SetSlope sets how the density that AddRow adds next depends on its k-th coordinate.
func (b *NormalBlock) SetSlope(k int, slope float64) { b.Slope[k] = slope }

// solve writes to Step what L' maps to the linear part.
func (b *NormalBlock) solve() bool {
	p, x, h := b.pattern, b.numbers, b.linear
	m := p.size - p.sparse
	square := x[p.square : p.square+m*m]
	tail := h[p.sparse:p.size]
	for j := m - 1; j >= 0; j-- {
		y := tail[j] * x[p.sparse+j]
		tail[j] = y
		for i, e := range square[j*m : j*m+j] {
			tail[i] -= e * y
		}
	}
	for j := p.sparse - 1; j >= 0; j-- {
		from, to := p.start[j], p.start[j+1]
		rows := p.rows[from:to]
		y := h[j]
		for a, e := range x[p.size+1+int(from) : p.size+1+int(to)] {
			y -= e * h[rows[a]]
		}
		h[j] = y * x[j]
	}
	ok := true
	for c := range b.Step {
		y := h[p.place[c]]
		b.Step[c] = y
		ok = ok && y-y == 0
	}
	return ok
}

// lostAt is the coordinate of a place.
func (b *NormalBlock) lostAt(place int) int {
	for c, at := range b.pattern.place {
		if int(at) == place {
			return c
		}
	}
	return -1
}
