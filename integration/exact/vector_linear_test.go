package exact

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// linear adds a statement about a sum, a multiple or a linear map of vectors.
func (m *vectorTree) linear(kind int) {
	var vectors []int
	for i, size := range m.size {
		if size > 0 {
			vectors = append(vectors, i)
		}
	}
	i := vectors[m.rng.IntN(len(vectors))]
	size := m.size[i]
	other := -1 // of the same size, in another tree
	for _, j := range vectors {
		if m.size[j] == size && m.tree.root(i) != m.tree.root(j) {
			other = j
		}
	}
	name := fmt.Sprintf("d%d", len(m.names))
	vector := func(x []float64, size int) string {
		if m.rng.IntN(2) == 0 {
			return strings.ReplaceAll(fmt.Sprint(x), " ", ", ")
		}
		return m.input(fmt.Sprintf("vector(%s)", m.ranges[size]), x)
	}
	if kind < 8 { // around a linear map, of any shape
		rows := m.newSize()
		matrix := m.matrix(rows, size)
		mean := fmt.Sprintf("%s * %s", m.input(fmt.Sprintf("matrix(%s, %s)", m.ranges[rows], m.ranges[size]), matrix), m.names[i])
		// What is added: another vector, what is known, or nothing.
		var plus []int
		known := make([]float64, rows)
		for _, j := range vectors {
			if m.size[j] == rows && m.tree.root(i) != m.tree.root(j) {
				plus = []int{j}
			}
		}
		switch {
		case len(plus) > 0 && m.rng.IntN(3) > 0:
			mean = m.either(mean, m.names[plus[0]])
		case m.rng.IntN(2) == 0:
			known, plus = m.vector(rows), nil
			mean = m.either(mean, vector(known, rows))
		default:
			plus = nil
		}
		noise, p := m.noise(rows)
		if kind == 6 {
			seen := m.vector(rows)
			x := append([]float64(nil), seen...)
			for k, c := range known {
				x[k] -= c
			}
			m.around(-1, x, i, matrix, p, plus...)
			m.lines = append(m.lines, fmt.Sprintf("%s ~ mvnormal(%s, %s)", m.input(fmt.Sprintf("vector(%s)", m.ranges[rows]), seen), mean, noise))
			return
		}
		j := m.grow(name, rows)
		// The new variable less what is known is around the rest.
		for k, c := range known {
			m.shift[j][k] -= c
		}
		m.around(j, nil, i, matrix, p, plus...)
		clear(m.shift[j])
		m.lines = append(m.lines, fmt.Sprintf("%s ~ mvnormal(%s, %s)", name, mean, noise))
		return
	}
	// A vector that is computed: c times this one, plus or less another.
	text := m.names[i]
	c, sign := 1.0, 1.0
	shift := make([]float64, size)
	var rows [][]float64
	matrix := [][]float64(nil)
	switch m.rng.IntN(4) {
	case 0:
		c = math.Round(m.rng.NormFloat64()*1000)/500 + 0.001
		if m.rng.IntN(2) == 0 {
			text = fmt.Sprintf("%s / %s", text, m.input("real", c))
			c = 1 / c
		} else {
			text = fmt.Sprintf("%s * %s", m.input("real", c), text)
		}
	case 1:
		c, text = -1, "-"+text
	case 2:
		matrix = m.matrix(size, size)
		for k := range size {
			matrix[k][k] += 4 // so that it has an inverse
		}
		text = fmt.Sprintf("%s * %s", m.input(fmt.Sprintf("matrix(%s, %s)", m.ranges[size], m.ranges[size]), matrix), text)
	}
	for k := range size {
		r := m.row(-1, 0)
		if matrix == nil {
			shift[k] += m.add(r, i, k, c)
		} else {
			for n, x := range matrix[k] {
				shift[k] += m.add(r, i, n, x)
			}
		}
		rows = append(rows, r)
	}
	joined := []int{i}
	if kind == 9 {
		op := "+"
		if m.rng.IntN(2) == 0 {
			op, sign = "-", -1
		}
		if other >= 0 {
			text += " " + op + " " + m.names[other]
			for k := range size {
				shift[k] += m.add(rows[k], other, k, sign)
			}
			joined = append(joined, other)
		} else {
			x := m.vector(size)
			text += " " + op + " " + vector(x, size)
			for k, v := range x {
				shift[k] += sign * v
			}
		}
	}
	j := m.define(name, size, rows, shift)
	for _, k := range joined {
		m.tree.join(k, j)
	}
	m.lines = append(m.lines, name+" = "+text)
}

// either writes a sum in one order or the other.
func (m *vectorTree) either(a, b string) string {
	if m.rng.IntN(2) == 0 {
		return a + " + " + b
	}
	return b + " + " + a
}

func (m *vectorTree) matrix(rows, columns int) [][]float64 {
	out := make([][]float64, rows)
	for i := range out {
		out[i] = m.vector(columns)
	}
	return out
}

// marginal is the mean and the covariance of a variable, from those of all that are
// drawn.
func (m *vectorTree) marginal(i int, mean *mat.VecDense, covariance *mat.SymDense) ([]float64, *mat.Dense) {
	size, n := max(1, m.size[i]), mean.Len()
	a := mat.NewDense(size, n, nil)
	for k, r := range m.rows[i] {
		for c, x := range r {
			a.Set(k, c, x)
		}
	}
	var s, v mat.Dense
	s.Mul(a, covariance)
	v.Mul(&s, a.T())
	out := make([]float64, size)
	for k := range out {
		out[k] = m.shift[i][k] + mat.Dot(a.RowView(k), mean)
	}
	return out, &v
}

// By VMP the bound never falls on trees of vectors, stays below the evidence.
func TestBoundsOfVectors(t *testing.T) {
	for seed := range uint64(80) {
		m := randomVectorTree(seed)
		exact := solve(t, m.text("ep"), m.inputs)
		text := m.text("vmp")
		last := math.Inf(-1)
		for _, n := range []int{1, 2, 3, 5, 10, 300} {
			r, err := interpretTree(t, text+fmt.Sprintf("iterate: {max: %d, tolerance: 0}\n", n), m.inputs)
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, text)
			}
			slack := 1e-9 * (1 + math.Abs(r.LogEvidence))
			if r.LogEvidence < last-slack || r.LogEvidence > exact.LogEvidence+slack {
				t.Errorf("seed %d: the bound is %v after %d iterations, it was %v; the evidence is %v\n%s", seed, r.LogEvidence, n, last, exact.LogEvidence, text)
			}
			last = r.LogEvidence
		}
		if t.Failed() {
			return
		}
	}
}
