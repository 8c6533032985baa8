package mcmc

// invertFronts is Invert of the columns before the square, front by front from the last one on. With
// L of the columns of a front, its triangle and its rows, Y = L_rows L_triangle^-1 and Z the inverse
// at its rows, which later fronts have, the inverse there is -Z Y, and at its columns
// (L_triangle L_triangle')^-1 + Y' Z Y.
func (b *NormalBlock) invertFronts() {
	p := b.pattern
	for i := len(p.fronts) - 1; i >= 0; i-- {
		f := &p.fronts[i]
		n, m := len(f.rows), int(f.to-f.from)
		if need := n*n + n*m + m*m; cap(b.dense) < need {
			b.dense = make([]float64, need)
		}
		whole, rest := b.dense[:n*n], b.dense[n*n:cap(b.dense)]
		y, triangle := rest[:n*m], rest[n*m:n*m+m*m]
		b.gather(f, whole)
		b.solved(f, y, triangle)
		b.invertRows(f, whole, y)
		b.invertColumns(f, y, triangle)
	}
}

// gather writes the inverse at the rows of a front, row by row.
func (b *NormalBlock) gather(f *normalFront, whole []float64) {
	p, v := b.pattern, b.inverse
	n := len(f.rows)
	for i := range f.parts {
		part := &f.parts[i]
		for q := int(part.first); q < int(part.last); q++ {
			c := f.rows[q]
			row := whole[q*n : q*n+n]
			row[q] = v[c]
			if part.front < 0 {
				m := p.size - p.sparse
				at := p.square + int(c) - p.sparse
				for k := q + 1; k < n; k++ {
					row[k] = v[at+(int(f.rows[k])-p.sparse)*m]
				}
			} else {
				base := p.base(&p.fronts[part.front], c)
				list := part.at[q+1-int(part.first):]
				for k, at := range list {
					row[q+1+k] = v[base+int(at)]
				}
			}
		}
	}
	for q := range n {
		for k := q + 1; k < n; k++ {
			whole[k*n+q] = whole[q*n+k]
		}
	}
}

// solved writes Y, column by column, and the inverse of the triangle, column by column.
func (b *NormalBlock) solved(f *normalFront, y, triangle []float64) {
	p, x := b.pattern, b.numbers
	n, m := len(f.rows), int(f.to-f.from)
	for j := m - 1; j >= 0; j-- {
		c := f.from + int32(j)
		entries := x[p.base(f, c):][: m+n : m+n]
		inverse := x[c]
		to := y[j*n : j*n+n]
		copy(to, entries[m:])
		column := triangle[j*m : j*m+m]
		clear(column)
		column[j] = 1
		k := m
		for ; k-4 > j; k -= 4 {
			e := entries[k-4 : k]
			a, at := k-4, func(k int) []float64 { return y[k*n : k*n+n] }
			addFour(to, at(a), at(a+1), at(a+2), at(a+3), -e[0], -e[1], -e[2], -e[3])
			at = func(k int) []float64 { return triangle[k*m+a : k*m+m] } // 0 before the diagonal
			addFour(column[a:], at(a), at(a+1), at(a+2), at(a+3), -e[0], -e[1], -e[2], -e[3])
		}
		for k--; k > j; k-- {
			e := entries[k]
			addOne(to, y[k*n:k*n+n], -e)
			addOne(column[k:], triangle[k*m+k:k*m+m], -e)
		}
		for i := range to {
			to[i] *= inverse
		}
		for i := j; i < m; i++ {
			column[i] *= inverse
		}
	}
}

// invertRows writes the inverse at the rows and columns of a front: -Z Y.
func (b *NormalBlock) invertRows(f *normalFront, whole, y []float64) {
	p, v := b.pattern, b.inverse
	n, m := len(f.rows), int(f.to-f.from)
	if n == 0 {
		return
	}
	row := func(k int) []float64 { return whole[k*n : k*n+n] }
	for j := 0; j < m; j += 2 {
		one := v[p.below(f, f.from+int32(j)):][:n]
		clear(one)
		by := y[j*n : j*n+n]
		if j+1 == m {
			k := 0
			for ; k+4 <= n; k += 4 {
				addFour(one, row(k), row(k+1), row(k+2), row(k+3), -by[k], -by[k+1], -by[k+2], -by[k+3])
			}
			for ; k < n; k++ {
				addOne(one, row(k), -by[k])
			}
			break
		}
		two := v[p.below(f, f.from+int32(j)+1):][:n]
		clear(two)
		next := y[(j+1)*n : (j+1)*n+n]
		k := 0
		for ; k+4 <= n; k += 4 {
			addFourTwice(one, two, row(k), row(k+1), row(k+2), row(k+3),
				[8]float64{-by[k], -by[k+1], -by[k+2], -by[k+3], -next[k], -next[k+1], -next[k+2], -next[k+3]})
		}
		for ; k < n; k++ {
			addOne(one, row(k), -by[k])
			addOne(two, row(k), -next[k])
		}
	}
}

// invertColumns writes the inverse at the columns of a front.
func (b *NormalBlock) invertColumns(f *normalFront, y, triangle []float64) {
	p, v := b.pattern, b.inverse
	n, m := len(f.rows), int(f.to-f.from)
	for j := range m {
		c := f.from + int32(j)
		rows := v[p.below(f, c):][:n]
		entries := v[p.base(f, c):][:m]
		// Of the triangle T^-1, column by column: (T T')^-1 = T'^-1 T^-1.
		k := j + 1
		for ; k+4 <= m; k += 4 {
			four := lessFour([4]float64{}, triangle[j*m+k:j*m+m], triangle[k*m+k:], m) // 0 before the diagonal
			four = lessFour([4]float64{-four[0], -four[1], -four[2], -four[3]}, rows, y[k*n:], n)
			copy(entries[k:], four[:])
		}
		for ; k < m; k++ {
			entries[k] = dotOf(triangle[j*m+k:j*m+m], triangle[k*m+k:k*m+m]) - dotOf(y[k*n:k*n+n], rows)
		}
		v[c] = dotOf(triangle[j*m+j:j*m+m], triangle[j*m+j:j*m+m]) - dotOf(y[j*n:j*n+n], rows)
	}
}

// dotOf is the sum of the products of two lists.
func dotOf(a, b []float64) float64 {
	b = b[:len(a)]
	var s, t, u, v float64
	i := 0
	for ; i+4 <= len(a); i += 4 {
		s += a[i] * b[i]
		t += a[i+1] * b[i+1]
		u += a[i+2] * b[i+2]
		v += a[i+3] * b[i+3]
	}
	for ; i < len(a); i++ {
		s += a[i] * b[i]
	}
	return (s + t) + (u + v)
}
