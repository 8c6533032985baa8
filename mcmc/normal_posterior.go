package mcmc

import "math"

// What a block's factor says without drawing: where the mean is, variances, and the integral.
// Of a matrix that Factor has factored, variances and the covariances of the pattern come
// from selected inversion (Takahashi, Fagan and Chin 1973; Erisman and Tinney 1975; Rue and
// Martino 2007), all at once. Of one that FactorRows has made, where these would lose digits,
// each comes from a solve with the factor, a sum of squares.
//
//	b.Reset(pattern)
//	say()
//	if !b.FactorMoments() { b.Again(); say(); ok = b.FactorRows() }
//	b.Mean()        // Step
//	b.LogIntegral()
//	b.Invert()
//	b.Variance(0), b.Covariance(0, 1), b.RowMoments(slot, slope)

// momentsLost is how much smaller than the diagonal a pivot may be where variances of 1e-9
// are wanted: a regression on years as they stand is said again, by rows.
const momentsLost = 0x1p-20

// FactorMoments is Factor with a bound on what a pivot may lose that leaves variances nine
// digits: it is false for many a matrix that is good enough for a draw.
func (b *NormalBlock) FactorMoments() bool {
	if b.pattern.Signed {
		return b.factor(signedLost)
	}
	return b.factor(momentsLost)
}

// ByRows tells whether what is said is rotated into the factor, since Again: NormalSums are
// of no use then.
func (b *NormalBlock) ByRows() bool { return b.rows }

// Size is the number of coordinates.
func (b *NormalBlock) Size() int { return b.pattern.size }

// Size is the number of coordinates.
func (p *NormalPattern) Size() int { return p.size }

// Rows is how many densities were told of by SayRow.
func (p *NormalPattern) Rows() int { return p.wide }

// Slot numbers what is said next, for RowMoments.
func (b *NormalBlock) Slot() int { return b.at }

// Width is the number of coordinates of the row that is said next, of which Slope is to be set.
func (b *NormalBlock) Width() int { return len(b.pattern.listed(b.pattern.slots[b.at]).places) }

// AddSite adds a row that says linear of the step of the combination whose slopes are Slope,
// and precision, which may be 0 or, of a Signed pattern, negative: exp(linear z - precision
// z^2/2) of a step z. Of rows that are rotated the precision must be positive; where it is
// not, the row is left out, unless it says nothing, and false returned.
func (b *NormalBlock) AddSite(linear, precision float64) bool {
	switch {
	case linear == 0 && precision == 0:
		b.at++
		return true
	case precision != 0 && math.Abs(linear) <= math.MaxFloat64*math.Abs(precision) && !(b.rows && precision < 0):
		b.AddRow(linear/precision, precision)
		return true
	case b.rows || precision != 0:
		b.at++
		return false
	}
	p := b.pattern
	g := p.slots[b.at]
	b.at++
	s := p.listed(g).places
	for k, x := range b.Slope[:len(s)] {
		b.linear[s[k]] += linear * x
	}
	return true
}

// SayUnread says of each coordinate that no density reads that it is a normal whose integral is 1, so
// that there is a joint density of all.
func (b *NormalBlock) SayUnread() {
	for _, j := range b.pattern.unsaid {
		b.numbers[j] = 2 * math.Pi
		if b.rows {
			b.numbers[j] = math.Sqrt(2 * math.Pi)
			b.whole[j] = b.numbers[j]
		}
	}
}

// Mean writes to Step the step to the mean, given what is held. It is false where that is not finite, or where LostHeld is
// 0 or more. Distance and LogIntegral are known from then on.
func (b *NormalBlock) Mean() bool {
	if !b.held.meant {
		b.held.meant, b.held.hasMean = true, b.findMean()
	}
	return b.held.hasMean
}

func (b *NormalBlock) findMean() bool {
	b.distance = 0
	for _, y := range b.linear[:b.pattern.size] {
		b.distance += y * y
	}
	if b.mean == nil {
		b.mean = make([]float64, b.pattern.size+1)
	}
	ok := b.solve()
	copy(b.mean, b.linear[:b.pattern.size])
	return ok && b.condition()
}

// Distance is the step to the mean, squared and by the precision: what it is in standard
// deviations, squared.
func (b *NormalBlock) Distance() float64 { return b.distance }

// LogDeterminant is the log of the determinant of the precision.
func (b *NormalBlock) LogDeterminant() float64 {
	return -2 * logProduct(b.numbers[:b.pattern.size])
}

const halfLogTwoPi = 0.91893853320467274178

// LogIntegral is the log of the integral over all steps s of exp(h's - s'Ps/2), with h and P
// what has been said: of the product of the densities, relative to where the normals stand, and
// of the density of what is held.
func (b *NormalBlock) LogIntegral() float64 {
	n := float64(b.pattern.size)
	return b.distance/2 + logProduct(b.numbers[:b.pattern.size]) + n*halfLogTwoPi + b.held.log
}

// LogSpread is the log of that integral but for a constant, when Factor has replaced what has been said by its factor: of nothing held.
func (b *NormalBlock) LogSpread() float64 {
	distance := 0.0
	for _, y := range b.linear[:b.pattern.size] {
		distance += y * y
	}
	return distance/2 + logProduct(b.numbers[:b.pattern.size])
}

// logProduct is the sum of the logs of positive numbers, with a log for many of them.
func logProduct(list []float64) float64 {
	product, sum := 1.0, 0.0
	for _, x := range list {
		y := product * x
		if !(y > 1e-280 && y < 1e280) {
			sum += math.Log(product)
			y = x
		}
		product = y
	}
	return sum + math.Log(product)
}

// Error is about how far off variances may be by rounding, relative to them.
func (b *NormalBlock) Error() float64 {
	worst := 0.0 // the size of what elimination took from a diagonal, relative to what it left
	for j, inverse := range b.numbers[:b.pattern.size] {
		if b.rows {
			worst = max(worst, b.whole[j]*inverse)
		} else {
			worst = max(worst, b.whole[j]*inverse*inverse)
		}
	}
	return 0x1p-50 * worst
}

// Invert finds the variances of coordinates, and the covariances of those that densities tie
// together or elimination has, all at once. Of rows that were rotated it does nothing:
// each is then found when it is asked for.
func (b *NormalBlock) Invert() {
	p := b.pattern
	if b.inverse == nil {
		m := p.size - p.sparse
		b.inverse, b.square = make([]float64, p.count), make([]float64, m*m)
	}
	if b.rows {
		return
	}
	b.invertSquare()
	if p.fronts != nil {
		b.invertFronts()
		b.inverted()
		return
	}
	x, v := b.numbers, b.inverse
	next := len(p.target)
	work := b.row
	for j := p.sparse - 1; j >= 0; j-- {
		from, to := int(p.start[j]), int(p.start[j+1])
		rows := p.rows[from:to]
		column := x[p.size+1+from : p.size+1+to]
		inverse := x[j]
		switch {
		case len(rows) == 0:
		case int(rows[0]) >= p.sparse:
			m := p.size - p.sparse
			for a, r := range rows {
				e := column[a]
				sum := e * v[r]
				at := p.square + int(r) - p.sparse
				for k, s := range rows[a+1:] {
					y := v[at+(int(s)-p.sparse)*m]
					sum += y * column[a+1+k]
					work[a+1+k] += y * e
				}
				work[a] += sum
			}
		default:
			next -= len(rows) * (len(rows) + 1) / 2
			target := p.target[next:]
			for a, e := range column {
				sum := e * v[target[0]]
				for k, t := range target[1 : len(column)-a] {
					y := v[t]
					sum += y * column[a+1+k]
					work[a+1+k] += y * e
				}
				target = target[len(column)-a:]
				work[a] += sum
			}
		}
		diagonal := inverse * inverse
		to0 := v[p.size+1+from : p.size+1+to]
		for a, e := range column {
			y := -work[a] * inverse
			work[a] = 0
			to0[a] = y
			diagonal -= e * y * inverse
		}
		v[j] = diagonal
	}
	b.inverted()
}

// inverted finds what is read of the inverse beside its entries: that of a coordinate that is read
// twice, and of none.
func (b *NormalBlock) inverted() {
	p, v := b.pattern, b.inverse
	b.lessHeld()
	if p.twice > 0 {
		copy(v[p.twice:p.twice+p.size], v[:p.size])
	}
	v[p.size] = 0
}

// Variance is that of a coordinate, after Invert.
func (b *NormalBlock) Variance(c int) float64 {
	p := b.pattern
	if b.rows {
		b.row[p.place[c]] = 1
		return lessHeld(b.squared(p.place[c]), b.heldShare([]int{c}, []float64{1}))
	}
	return b.inverse[p.place[c]]
}

// Covariance is that of two coordinates, after Invert: by a solve where no density ties them
// together. Step is lost where it solves.
func (b *NormalBlock) Covariance(c, d int) float64 {
	p := b.pattern
	i, j := min(p.place[c], p.place[d]), max(p.place[c], p.place[d])
	if i == j {
		return b.Variance(c)
	}
	if !b.rows {
		if at, ok := p.find(i, j); ok {
			return b.inverse[at]
		}
	}
	b.Column(c)
	return b.Step[d]
}

// find is where the entry of two places is, the first the lower.
func (p *NormalPattern) find(i, j int32) (at int32, ok bool) {
	at = p.entry(i, j)
	if int(i) >= p.sparse {
		return at, true
	}
	k := int(at) - p.size - 1
	return at, k < int(p.start[i+1]) && p.rows[k] == j
}

// Column writes to Step the covariances of a coordinate with all. The step to the mean is lost.
func (b *NormalBlock) Column(c int) {
	at, one := [1]int{c}, [1]float64{1}
	b.Covariances(at[:], one[:])
}

// Covariances writes to Step the covariances of a linear combination with all coordinates. The
// step to the mean is lost.
func (b *NormalBlock) Covariances(coordinates []int, slope []float64) {
	b.combine(coordinates, slope)
	copy(b.linear, b.row)
	clear(b.row)
	b.solve()
	b.covariancesLessHeld(coordinates, slope)
}

// RowTimesStep is the combination of a row, which has a Slot, of what stands in Step.
func (b *NormalBlock) RowTimesStep(slot int, slope []float64) (sum float64) {
	p := b.pattern
	g := p.slots[slot]
	for k, at := range p.listed(g).places {
		if int(at) < p.size {
			sum += slope[k] * b.linear[at]
		}
	}
	return sum
}

// Coordinates are those of the row of a slot, with their slopes.
func (b *NormalBlock) Coordinates(slot int, slope []float64) (coordinates []int, slopes []float64) {
	p := b.pattern
	g := p.slots[slot]
	for k, at := range p.listed(g).places {
		for c := range p.size {
			if p.at(int32(c)) == at {
				coordinates, slopes = append(coordinates, c), append(slopes, slope[k])
			}
		}
	}
	return coordinates, slopes
}

// Joint writes to a matrix, row by row, the covariances of a list of coordinates. Step is lost.
func (b *NormalBlock) Joint(coordinates []int, covariance []float64) {
	n := len(coordinates)
	for i, c := range coordinates {
		b.Column(c)
		for j, d := range coordinates[:i+1] {
			covariance[i*n+j], covariance[j*n+i] = b.Step[d], b.Step[d]
		}
	}
}

// JointOf is Joint where densities tie the coordinates together: without a solve.
func (b *NormalBlock) JointOf(coordinates []int, covariance []float64) {
	n := len(coordinates)
	for i, c := range coordinates {
		for j, d := range coordinates[:i+1] {
			x := b.Covariance(c, d)
			covariance[i*n+j], covariance[j*n+i] = x, x
		}
	}
}

// Combination is the variance of any linear combination of coordinates, each times its slope;
// -1 is none.
func (b *NormalBlock) Combination(coordinates []int, slope []float64) float64 {
	b.combine(coordinates, slope)
	sum := 0.0
	for j, y := range b.row {
		sum += y * y
		b.row[j] = 0
	}
	return lessHeld(sum, b.heldShare(coordinates, slope))
}

// combine writes to the row what the inverse of the factor maps a combination to.
func (b *NormalBlock) combine(coordinates []int, slope []float64) {
	p := b.pattern
	first := p.size
	for k, c := range coordinates {
		at := p.at(int32(c))
		b.row[at] += slope[k]
		first = min(first, int(at))
	}
	b.row[p.size] = 0
	for j := first; j < p.size; j++ {
		b.forward(j)
	}
}

// forward is a step of the solution of a triangle, with the row on the right side.
func (b *NormalBlock) forward(j int) float64 {
	p, x := b.pattern, b.numbers
	y := b.row[j]
	if j >= p.sparse {
		at := p.square + (j-p.sparse)*(p.size-p.sparse)
		for k, e := range x[at : at+j-p.sparse] {
			y -= e * b.row[p.sparse+k]
		}
		y *= x[j]
		b.row[j] = y
		return y
	}
	if y == 0 {
		return 0
	}
	y *= x[j]
	b.row[j] = y
	from, to := int(p.start[j]), int(p.start[j+1])
	rows := p.rows[from:to]
	for a, e := range x[p.size+1+from : p.size+1+to] {
		b.row[rows[a]] -= e * y
	}
	return y
}

// squared is the variance of the combination that stands in the row, whose first place is this
// and whose places are tied together. It leaves the row 0.
func (b *NormalBlock) squared(first int32) float64 {
	p := b.pattern
	sum, j := 0.0, int(first)
	for j < p.sparse {
		y := b.forward(j)
		sum += y * y
		b.row[j] = 0
		if p.start[j] == p.start[j+1] {
			return sum
		}
		j = int(p.rows[p.start[j]])
	}
	for i := j; i < p.size; i++ {
		y := b.forward(i)
		sum += y * y
	}
	clear(b.row[p.sparse:])
	return sum
}

// Group numbers the list of coordinates of the row that is said next: rows of equal lists, in
// equal order, have the same.
func (b *NormalBlock) Group() int { return b.GroupOf(b.at) }

// GroupOf is the Group of the row of a slot.
func (b *NormalBlock) GroupOf(slot int) int { return int(b.pattern.slots[slot]) }
