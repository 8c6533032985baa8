package mcmc

// Around writes to Step a draw of the step less its mean, of any number of draws of one factor: after Mean. It is false where that is
// not finite. The step to the mean is lost.
func (b *NormalBlock) Around(s *Stream) bool {
	p, h := b.pattern, &b.held
	z := b.linear[:p.size]
	for j := range z {
		z[j] = s.Normal()
	}
	for _, y := range h.root {
		addOne(z, y, -dotOf(y[:p.size], z))
	}
	ok := b.solve()
	if len(h.back) == 0 {
		return ok
	}
	for _, w := range h.back { // what loans took
		addOne(b.linear[:p.size], w, s.Normal())
	}
	ok = true
	for c := range b.Step {
		y := b.linear[p.place[c]]
		b.Step[c] = y
		ok = ok && y-y == 0
	}
	return ok
}

// LogDensityAround is the log density of a step less its mean, of a block that holds nothing exactly.
func (b *NormalBlock) LogDensityAround(step []float64) float64 {
	p, x := b.pattern, b.numbers
	for c, d := range step {
		b.row[p.place[c]] = d
	}
	square := 0.0
	for j := range p.sparse { // L' d, column by column
		y := b.row[j] / x[j]
		from, to := int(p.start[j]), int(p.start[j+1])
		for a, e := range x[p.size+1+from : p.size+1+to] {
			y += e * b.row[p.rows[from+a]]
		}
		square += y * y
	}
	m := p.size - p.sparse
	for k := range m {
		y := b.row[p.sparse+k] / x[p.sparse+k]
		for j := k + 1; j < m; j++ {
			y += x[p.square+j*m+k] * b.row[p.sparse+j]
		}
		square += y * y
	}
	clear(b.row[:p.size])
	return -0.5*square - logProduct(x[:p.size]) - float64(p.size)*halfLogTwoPi
}

// Holds tells whether combinations are known exactly, so that the normals have no density.
func (b *NormalBlock) Holds() bool { return len(b.pattern.held) > 0 }
