package mcmc

import "math"

// factorFronts is factor of the columns before the square, front by front: each is made from its
// columns alone, as all that the fronts before it change is there (Duff and Reid 1983; here without
// matrices of updates). It gives the place of a pivot that has lost too much, or -1.
func (b *NormalBlock) factorFronts(lost float64) int {
	p, x, h := b.pattern, b.numbers, b.linear
	for i := range p.fronts {
		f := &p.fronts[i]
		for j := f.from; j < f.to; j++ {
			column := b.eliminated(f, j)
			pivot := x[j]
			if !(pivot > lost*b.whole[j] && pivot <= math.MaxFloat64) {
				return int(j)
			}
			inverse := 1 / math.Sqrt(pivot)
			x[j] = inverse
			y := h[j] * inverse
			h[j] = y
			from := p.start[j]
			for a, e := range column {
				e *= inverse
				column[a] = e
				h[p.rows[int(from)+a]] -= e * y
			}
		}
		b.pass(f)
	}
	return -1
}

// eliminated takes from a column of a front what those before it, in the front, have of it. Of the
// diagonals all has been taken as soon as the columns are there.
func (b *NormalBlock) eliminated(f *normalFront, j int32) []float64 {
	p, x := b.pattern, b.numbers
	column := x[p.size+1+int(p.start[j]) : p.size+1+int(p.start[j+1])]
	n := len(column)
	k := f.from
	for ; k+4 <= j; k += 4 {
		var e [4]float64
		var c [4][]float64
		for l := range int32(4) {
			at := p.base(f, k+l) + int(j-f.from)
			e[l] = x[at]
			c[l] = x[at+1 : at+1+n]
		}
		x[j] -= e[0]*e[0] + e[1]*e[1] + e[2]*e[2] + e[3]*e[3]
		addFour(column, c[0], c[1], c[2], c[3], -e[0], -e[1], -e[2], -e[3])
	}
	for ; k < j; k++ {
		at := p.base(f, k) + int(j-f.from)
		e := x[at]
		x[j] -= e * e
		addOne(column, x[at+1:at+1+n], -e)
	}
	return column
}

// pass takes the products of the rows of a front from the columns that they change.
func (b *NormalBlock) pass(f *normalFront) {
	p, x := b.pattern, b.numbers
	n := len(f.rows)
	b.columns = b.columns[:0]
	for k := f.from; k < f.to; k++ {
		at := p.below(f, k)
		b.columns = append(b.columns, x[at:at+n])
	}
	for i := range f.parts {
		part := &f.parts[i]
		for q := part.first; q < part.last; q++ {
			sum := 0.0
			for _, c := range b.columns {
				sum += c[q] * c[q]
			}
			x[f.rows[q]] -= sum
		}
		for q := part.first; q < part.last; q += 2 {
			if q+1 == part.last {
				w := b.products(int(q)+1, int(q), 1)
				b.scatter(f, part, q, int(q)+1, w)
				continue
			}
			w := b.products(int(q)+1, int(q), 2)
			half := len(w) / 2
			b.scatter(f, part, q, int(q)+1, w[:half])
			b.scatter(f, part, q+1, int(q)+2, w[half+1:])
		}
	}
}

// products are the sums over columns of the entries of rows from one on, times that of row q, and
// then, of two, times that of the next.
func (b *NormalBlock) products(from, q, of int) []float64 {
	c := b.columns
	n := len(c[0]) - from
	if cap(b.sums) < of*n {
		b.sums = make([]float64, 2*len(c[0]))
	}
	b.sums = b.sums[:of*n]
	clear(b.sums)
	if n == 0 {
		return b.sums
	}
	w := b.sums[:n]
	k := 0
	if of == 2 {
		v := b.sums[n:]
		for ; k+4 <= len(c); k += 4 {
			d := c[k : k+4]
			addFourTwice(w, v, d[0][from:], d[1][from:], d[2][from:], d[3][from:],
				[8]float64{d[0][q], d[1][q], d[2][q], d[3][q], d[0][q+1], d[1][q+1], d[2][q+1], d[3][q+1]})
		}
		for ; k < len(c); k++ {
			addOne(w, c[k][from:], c[k][q])
			addOne(v, c[k][from:], c[k][q+1])
		}
		return b.sums
	}
	for ; k+4 <= len(c); k += 4 {
		d := c[k : k+4]
		addFour(w, d[0][from:], d[1][from:], d[2][from:], d[3][from:], d[0][q], d[1][q], d[2][q], d[3][q])
	}
	for ; k < len(c); k++ {
		addOne(w, c[k][from:], c[k][q])
	}
	return b.sums
}

// scatter takes products of the rows from one on from the column of row q.
func (b *NormalBlock) scatter(f *normalFront, part *normalPart, q int32, from int, w []float64) {
	p, x := b.pattern, b.numbers
	c := f.rows[q]
	if part.front < 0 {
		m := p.size - p.sparse
		at := p.square + int(c) - p.sparse
		for k, r := range f.rows[from:] {
			x[at+(int(r)-p.sparse)*m] -= w[k]
		}
		return
	}
	base := p.base(&p.fronts[part.front], c)
	for k, at := range part.at[from-int(part.first):] {
		x[base+int(at)] -= w[k]
	}
}

// addOne adds a multiple of one list to another.
func addOne(w, a []float64, p float64) {
	a = a[:len(w)]
	for i := range w {
		w[i] += p * a[i]
	}
}

// addFour adds multiples of four lists.
func addFour(w, a, b, c, d []float64, p, q, r, s float64) {
	n := len(w)
	a, b, c, d = a[:n], b[:n], c[:n], d[:n]
	for i := range w {
		w[i] += (p*a[i] + q*b[i]) + (r*c[i] + s*d[i])
	}
}

// addFourTwice adds multiples of four lists to two others, which halves what is read.
func addFourTwice(w, v, a, b, c, d []float64, by [8]float64) {
	n := len(w)
	v, a, b, c, d = v[:n], a[:n], b[:n], c[:n], d[:n]
	p, q, r, s := by[0], by[1], by[2], by[3]
	t, u, y, z := by[4], by[5], by[6], by[7]
	for i := range w {
		e, f, g, h := a[i], b[i], c[i], d[i]
		w[i] += (p*e + q*f) + (r*g + s*h)
		v[i] += (t*e + u*f) + (y*g + z*h)
	}
}
