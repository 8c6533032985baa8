package exact

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// A vectorTree is a random tree of normal vectors and numbers, with the joint
// precision of its variables.
type vectorTree struct {
	rng    *rand.Rand
	lines  []string
	inputs map[string]any
	kinds  map[string]string // types of the inputs
	names  []string
	size   []int         // 0 for a number
	rows   [][][]float64 // of each component over the variables that are drawn
	shift  [][]float64   // and what is added
	tree   trees
	parts  [][]float64 // rows of the joint precision
	h      []float64
	rest   float64 // what the log density holds besides the quadratic form
	ranges map[int]string
}

// grow adds a variable that is drawn.
func (m *vectorTree) grow(name string, size int) int {
	var rows [][]float64
	for range max(1, size) {
		rows = append(rows, m.row(len(m.h), 1))
		m.h = append(m.h, 0)
		for i := range m.parts {
			m.parts[i] = append(m.parts[i], 0)
		}
		m.parts = append(m.parts, make([]float64, len(m.h)))
	}
	return m.define(name, size, rows, make([]float64, max(1, size)))
}

// define adds a variable of which each component is a row times those that are drawn,
// and what is added.
func (m *vectorTree) define(name string, size int, rows [][]float64, shift []float64) int {
	m.names, m.size = append(m.names, name), append(m.size, size)
	m.rows, m.shift = append(m.rows, rows), append(m.shift, shift)
	return m.tree.add()
}

// add adds c times component k of variable i to a row, and returns c times what that
// component adds.
func (m *vectorTree) add(r []float64, i, k int, c float64) float64 {
	for n, x := range m.rows[i][k] {
		r[n] += c * x
	}
	return c * m.shift[i][k]
}

// quadratic multiplies the density by the normal density of A z around b with
// precision P, A by its rows over all variables.
func (m *vectorTree) quadratic(a [][]float64, b []float64, p [][]float64) {
	m.rest += (logDet(p) - float64(len(a))*math.Log(2*math.Pi)) / 2
	for i := range a {
		for j := range a {
			m.rest -= b[i] * p[i][j] * b[j] / 2
			for r, x := range a[i] {
				if x == 0 {
					continue
				}
				m.h[r] += x * p[i][j] * b[j]
				for c, y := range a[j] {
					m.parts[r][c] += x * p[i][j] * y
				}
			}
		}
	}
}

// row is a row of zeros, or with one entry.
func (m *vectorTree) row(at int, x float64) []float64 {
	r := make([]float64, max(len(m.h), at+1))
	if at >= 0 {
		r[at] = x
	}
	return r
}

// input declares an input and returns its name.
func (m *vectorTree) input(kind string, value any) string {
	name := fmt.Sprintf("in%d", len(m.inputs))
	m.inputs[name], m.kinds[name] = value, kind
	return name
}

func (m *vectorTree) vector(size int) []float64 {
	x := make([]float64, size)
	for i := range x {
		x[i] = math.Round(m.rng.NormFloat64()*1000) / 500
	}
	return x
}

// definite draws a symmetric positive definite matrix.
func (m *vectorTree) definite(size int) [][]float64 {
	scale := math.Exp(2 * m.rng.NormFloat64())
	a := mat.NewDense(size, size, nil)
	for i := range size {
		for j := range size {
			a.Set(i, j, m.rng.NormFloat64())
		}
	}
	var s mat.Dense
	s.Mul(a, a.T())
	rows := make([][]float64, size)
	for i := range size {
		rows[i] = make([]float64, size)
		for j := range size {
			rows[i][j] = scale * (s.At(i, j) + s.At(j, i)) / 2
		}
		rows[i][i] += 0.3 * scale
	}
	return rows
}

func logDet(rows [][]float64) float64 {
	s := mat.NewSymDense(len(rows), nil)
	for i := range rows {
		for j := range i + 1 {
			s.SetSym(i, j, (rows[i][j]+rows[j][i])/2)
		}
	}
	var c mat.Cholesky
	if !c.Factorize(s) {
		panic("a precision that is not positive definite")
	}
	return c.LogDet()
}

func inverseOf(rows [][]float64) [][]float64 {
	n := len(rows)
	var inv mat.Dense
	d := mat.NewDense(n, n, nil)
	for i, r := range rows {
		d.SetRow(i, r)
	}
	if err := inv.Inverse(d); err != nil {
		panic(err)
	}
	out := make([][]float64, n)
	for i := range n {
		out[i] = append([]float64(nil), inv.RawRowView(i)...)
	}
	return out
}

// scale draws a matrix and says it as covariance or precision; it returns the
// precision.
func (m *vectorTree) noise(size int) (text string, precision [][]float64) {
	s := m.definite(size)
	kind := fmt.Sprintf("matrix(%s, %s)", m.ranges[size], m.ranges[size])
	if m.rng.IntN(2) == 0 {
		return "covariance = " + m.input(kind, s), inverseOf(s)
	}
	return "precision = " + m.input(kind, s), s
}

// step adds a statement to the tree.
func (m *vectorTree) step() {
	pick := func(vector bool) int {
		for range 30 {
			if i := m.rng.IntN(len(m.names)); (m.size[i] > 0) == vector {
				return i
			}
		}
		return -1
	}
	v := func(size int) string { return fmt.Sprintf("vector(%s)", m.ranges[size]) }
	switch kind := m.rng.IntN(10); kind {
	case 0, 1: // a vector around a vector, or seen
		i := pick(true)
		if i < 0 {
			return
		}
		size := m.size[i]
		noise, p := m.noise(size)
		if kind == 0 {
			name := fmt.Sprintf("w%d", len(m.names))
			j := m.grow(name, size)
			m.around(j, nil, i, nil, p)
			m.lines = append(m.lines, fmt.Sprintf("%s ~ mvnormal(%s, %s)", name, m.names[i], noise))
			return
		}
		x := m.vector(size)
		m.around(-1, x, i, nil, p)
		m.lines = append(m.lines, fmt.Sprintf("%s ~ mvnormal(%s, %s)", m.input(v(size), x), m.names[i], noise))
	case 2, 3, 4: // a number about a dot product, a component or a number, drawn or seen
		vector := kind != 4
		i := pick(vector)
		if i < 0 {
			return
		}
		var text string
		x := []float64{1}
		switch {
		case kind == 2:
			x = m.vector(m.size[i])
			if m.rng.IntN(2) == 0 {
				text = fmt.Sprintf("dot(%s, %s)", strings.ReplaceAll(fmt.Sprint(x), " ", ", "), m.names[i])
			} else {
				text = fmt.Sprintf("dot(%s, %s)", m.names[i], m.input(v(m.size[i]), x))
			}
		case kind == 3:
			k := m.rng.IntN(m.size[i])
			x = make([]float64, m.size[i])
			x[k] = 1
			text = fmt.Sprintf("%s[%d]", m.names[i], k)
		default:
			text = m.names[i]
		}
		variance := math.Exp(2 * m.rng.NormFloat64())
		s := m.input("real", variance)
		if m.rng.IntN(2) == 0 {
			name := fmt.Sprintf("s%d", len(m.names))
			j := m.grow(name, 0)
			r := m.row(-1, 0)
			b := -m.add(r, j, 0, 1)
			for k, c := range x {
				b -= m.add(r, i, k, -c)
			}
			m.tree.join(i, j)
			m.quadratic([][]float64{r}, []float64{b}, [][]float64{{1 / variance}})
			m.lines = append(m.lines, fmt.Sprintf("%s ~ normal(%s, variance = %s)", name, text, s))
			return
		}
		y := m.rng.NormFloat64() * 3
		r := m.row(-1, 0)
		b := y
		for k, c := range x {
			b -= m.add(r, i, k, c)
		}
		m.quadratic([][]float64{r}, []float64{b}, [][]float64{{1 / variance}})
		m.lines = append(m.lines, fmt.Sprintf("%s ~ normal(%s, variance = %s)", m.input("real", y), text, s))
	case 5: // a new tree
		m.root()
	default:
		m.linear(kind)
	}
}

// around multiplies the density by that of variable j (or of x, where j is negative)
// about A times variable i plus others, A nil for the identity.
func (m *vectorTree) around(j int, x []float64, i int, matrix, p [][]float64, plus ...int) {
	var a [][]float64
	var b []float64
	for k := range p {
		r := m.row(-1, 0)
		at := 0.0
		if j >= 0 {
			at -= m.add(r, j, k, -1)
		} else {
			at = x[k]
		}
		if matrix == nil {
			at -= m.add(r, i, k, 1)
		} else {
			for n, c := range matrix[k] {
				at -= m.add(r, i, n, c)
			}
		}
		for _, o := range plus {
			at -= m.add(r, o, k, 1)
			m.tree.join(i, o)
		}
		a, b = append(a, r), append(b, at)
	}
	if j >= 0 {
		m.tree.join(i, j)
	}
	m.quadratic(a, b, p)
}

// newSize draws the size of a vector, for which there is a range.
func (m *vectorTree) newSize() int {
	sizes := []int{1, 2, 3, 5}
	size := sizes[m.rng.IntN(len(sizes))]
	if m.ranges[size] == "" {
		name := fmt.Sprintf("K%d", size)
		m.ranges[size] = name
		m.inputs[name], m.kinds[name] = size, "range"
	}
	return size
}

func (m *vectorTree) root() {
	size := m.newSize()
	name := fmt.Sprintf("w%d", len(m.names))
	noise, p := m.noise(size)
	mean := m.vector(size)
	m.around(-1, mean, m.grow(name, size), nil, p)
	text := strings.ReplaceAll(fmt.Sprint(mean), " ", ", ")
	if m.rng.IntN(2) == 0 {
		text = m.input(fmt.Sprintf("vector(%s)", m.ranges[size]), mean)
	}
	m.lines = append(m.lines, fmt.Sprintf("%s ~ mvnormal(%s, %s)", name, text, noise))
}

func randomVectorTree(seed uint64) *vectorTree {
	m := &vectorTree{rng: rand.New(rand.NewPCG(seed, 77)), inputs: map[string]any{}, kinds: map[string]string{}, ranges: map[int]string{}}
	m.root()
	for range 2 + m.rng.IntN(9) {
		m.step()
	}
	return m
}

func (m *vectorTree) text(algorithm string) string {
	var b strings.Builder
	b.WriteString("model: vectors\nalgorithm: " + algorithm + "\ninputs:\n")
	for _, n := range slices.Sorted(maps.Keys(m.inputs)) {
		fmt.Fprintf(&b, "  %s: %s\n", n, m.kinds[n])
	}
	b.WriteString("program: |\n")
	for _, l := range m.lines {
		b.WriteString("  " + l + "\n")
	}
	return b.String() + "infer: [" + strings.Join(m.names, ", ") + ", evidence]\n"
}
