package mcmc

import "math"

// Where precisions are very different, 1e12 beside 1e-12, the precision matrix of normals
// that are tied has lost what the small ones say before it is factored. The factor is then
// made of rows, the roots of what is said, that are rotated into it one after the other:
// nothing is subtracted (George and Heath 1980, Solution of sparse linear least squares
// problems using Givens rotations).

// rotate adds what is said of a few coordinates: the linear part h and the lower triangle
// of their matrix, row by row.
func (b *NormalBlock) rotate(slots []int32, h, lower []float64) {
	n := len(h)
	if b.heard != nil {
		if n == 1 {
			b.hear(lower[0])
		}
		return
	}
	// The Cholesky factor of the little matrix, columns of zeros where it is singular.
	at := func(i, j int) int { return i*(i+1)/2 + j }
	for j := range n {
		pivot := lower[at(j, j)]
		whole := pivot
		for k := range j {
			pivot -= lower[at(j, k)] * lower[at(j, k)]
		}
		root := 0.0
		if pivot > choleskyNoise*float64(4*j)*whole {
			root = math.Sqrt(pivot)
		}
		lower[at(j, j)] = root
		y := h[j]
		for k := range j {
			y -= lower[at(j, k)] * h[k]
		}
		h[j] = 0
		if root > 0 {
			h[j] = y / root
		}
		for i := j + 1; i < n; i++ {
			e := lower[at(i, j)]
			for k := range j {
				e -= lower[at(i, k)] * lower[at(j, k)]
			}
			lower[at(i, j)] = 0
			if root > 0 {
				lower[at(i, j)] = e / root
			}
		}
	}
	for j := range n {
		for i := j; i < n; i++ {
			b.row[slots[i]] += lower[at(i, j)]
		}
		b.rotateRow(slots[:n], h[j])
	}
}

// rotateRow rotates the row that stands in b.row, at these places, into the factor, with
// what it says on the right side. It leaves b.row 0.
func (b *NormalBlock) rotateRow(places []int32, right float64) {
	p, x := b.pattern, b.numbers
	first := int32(p.size)
	for _, j := range places {
		first = min(first, j)
		if int(j) < p.size {
			b.whole[j] = max(b.whole[j], math.Abs(b.row[j]))
		}
	}
	b.row[p.size] = 0
	m := p.size - p.sparse
	for j := int(first); j < p.size; {
		next := j + 1
		if j < p.sparse {
			if next = p.size; p.start[j] < p.start[j+1] {
				next = int(p.rows[p.start[j]])
			}
		}
		y := b.row[j]
		b.row[j] = 0
		if y == 0 {
			j = next
			continue
		}
		root := math.Hypot(x[j], y)
		c, s := x[j]/root, y/root
		x[j] = root
		b.linear[j], right = c*b.linear[j]+s*right, c*right-s*b.linear[j]
		if j < p.sparse {
			from, to := int(p.start[j]), int(p.start[j+1])
			column := x[p.size+1+from : p.size+1+to]
			for a, r := range p.rows[from:to] {
				column[a], b.row[r] = c*column[a]+s*b.row[r], c*b.row[r]-s*column[a]
			}
		} else {
			for i := j + 1; i < p.size; i++ {
				at := p.square + (i-p.sparse)*m + j - p.sparse
				x[at], b.row[i] = c*x[at]+s*b.row[i], c*b.row[i]-s*x[at]
			}
		}
		j = next
	}
}

// FactorRows is Factor of what has been said again: it is false where that is not
// positive definite, and Lost is then a coordinate that is not determined.
func (b *NormalBlock) FactorRows() bool {
	if b.pattern.Signed {
		return b.factor(signedLost)
	}
	for j := range b.pattern.size {
		if len(b.held.loans) < len(b.pattern.held) && !(b.numbers[j] > lentNoise*b.whole[j]) {
			b.lendRow(j)
		}
		if d := b.numbers[j]; !(d > normalNoise*b.whole[j] && d <= math.MaxFloat64) {
			b.Lost = b.lostAt(j)
			b.freeAt(j)
			return false
		}
		b.numbers[j] = 1 / b.numbers[j]
	}
	return b.released()
}
