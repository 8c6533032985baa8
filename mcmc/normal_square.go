package mcmc

import "math"

// The square: the last columns of a factor, whose coordinates are all tied to each other, row by row.
// Sums of four rows are taken side by side, each in the order in which it would be taken alone.

// factorSquare is factor of the last columns, when those before them are.
func (b *NormalBlock) factorSquare(lost float64) bool {
	p, x, h, whole := b.pattern, b.numbers, b.linear, b.whole
	m := p.size - p.sparse
	square := x[p.square : p.square+m*m]
	diagonal, right := x[p.sparse:p.size], h[p.sparse:p.size]
	for j := range m {
		row := square[j*m : j*m+j]
		pivot, y := diagonal[j], right[j]
		i := 0
		for ; i+4 <= j; i += 4 {
			four := lessFour([4]float64{row[i], row[i+1], row[i+2], row[i+3]}, row[:i], square[i*m:], m)
			for k, e := range four {
				at := i + k
				for l, z := range square[at*m+i : at*m+at] {
					e -= row[i+l] * z
				}
				e *= diagonal[at]
				row[at] = e
				pivot -= e * e
				y -= e * right[at]
			}
		}
		for ; i < j; i++ {
			e := row[i]
			for k, z := range square[i*m : i*m+i] {
				e -= row[k] * z
			}
			e *= diagonal[i]
			row[i] = e
			pivot -= e * e
			y -= e * right[i]
		}
		if !(pivot > lost*whole[p.sparse+j] && pivot <= math.MaxFloat64) {
			b.Lost = b.lostAt(p.sparse + j)
			return false
		}
		inverse := 1 / math.Sqrt(pivot)
		diagonal[j], right[j] = inverse, y*inverse
	}
	return true
}

// invertSquare is Invert of the last columns: the inverse of a triangle, and its product with
// its transpose.
func (b *NormalBlock) invertSquare() {
	p, x, v := b.pattern, b.numbers, b.inverse
	m := p.size - p.sparse
	lower, t := x[p.square:p.square+m*m], b.square
	diagonal := x[p.sparse:p.size]
	// t is L^-1, transposed, so that rows are what the products below go over: t[j][i] of row i.
	for j := range m {
		row := t[j*m : j*m+m]
		row[j] = diagonal[j]
		i := j + 1
		for ; i+4 <= m; i += 4 {
			four := lessFour([4]float64{}, row[j:i], lower[i*m+j:], m)
			for k, e := range four {
				at := i + k
				for l, z := range lower[at*m+i : at*m+at] {
					e -= z * row[i+l]
				}
				row[at] = e * diagonal[at]
			}
		}
		for ; i < m; i++ {
			e := 0.0
			for k, z := range lower[i*m+j : i*m+i] {
				e -= z * row[j+k]
			}
			row[i] = e * diagonal[i]
		}
	}
	for i := range m {
		row := t[i*m+i : i*m+m]
		j := 0
		for ; j+4 <= i; j += 4 {
			for k, e := range lessFour([4]float64{}, row, t[j*m+i:], m) {
				v[p.square+i*m+j+k] = -e
			}
		}
		for ; j < i; j++ {
			sum := 0.0
			other := t[j*m+i : j*m+m]
			for k, y := range row {
				sum += y * other[k]
			}
			v[p.square+i*m+j] = sum
		}
		sum := 0.0
		for _, y := range row {
			sum += y * y
		}
		v[p.sparse+i] = sum
	}
}

// lessFour takes from each of four numbers the products of a list with one of four rows, of which each
// begins so many numbers behind the one before.
func lessFour(from [4]float64, list, rows []float64, apart int) [4]float64 {
	n := len(list)
	a, b, c, d := rows[:n], rows[apart:][:n], rows[2*apart:][:n], rows[3*apart:][:n]
	p, q, r, s := from[0], from[1], from[2], from[3]
	for i, x := range list {
		p -= x * a[i]
		q -= x * b[i]
		r -= x * c[i]
		s -= x * d[i]
	}
	return [4]float64{p, q, r, s}
}
