package exact

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"mpc/dist"
)

// A joinedModel is one of arrays in plates whose normals are one block, with the precision and the
// precision times the mean of their joint distribution given the data, written down beside it.
type joinedModel struct {
	rng    *rand.Rand
	inputs map[string]any
	types  []string
	lines  []string
	names  []string // of members
	first  map[string]int
	n      int // elements
	rows   [][]float64
	offset []float64
	weight []float64 // precisions of rows
}

func (m *joinedModel) input(name, kind string, v any) {
	m.types = append(m.types, fmt.Sprintf("%s: %s", name, kind))
	m.inputs[name] = v
}

func (m *joinedModel) reals(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = math.Round(100*m.rng.NormFloat64()) / 100
	}
	return x
}

func (m *joinedModel) indices(n, below int) []int {
	x := make([]int, n)
	for i := range x {
		x[i] = m.rng.IntN(below)
	}
	return x
}

func (m *joinedModel) member(name string, size int) {
	m.names = append(m.names, name)
	m.first[name] = m.n
	m.n += size
}

// row says that the sum of coefficients times elements has a mean and a precision.
func (m *joinedModel) row(coefficient map[int]float64, mean, precision float64) {
	r := make([]float64, m.n)
	for k, v := range coefficient {
		r[k] += v
	}
	m.rows, m.offset, m.weight = append(m.rows, r), append(m.offset, mean), append(m.weight, precision)
}

// posterior is the joint normal, and the log of the integral of the product of all rows.
func (m *joinedModel) posterior() (mean, variance []float64, evidence float64) {
	mean, cov, evidence := m.dense()
	for k := range m.n {
		variance = append(variance, cov.At(k, k))
	}
	return mean, variance, evidence
}

// dense is posterior with all covariances.
func (m *joinedModel) dense() (mean []float64, cov *mat.SymDense, evidence float64) {
	p, h := mat.NewSymDense(m.n, nil), mat.NewVecDense(m.n, nil)
	constant := 0.0
	for r, row := range m.rows {
		row = append(row, make([]float64, m.n-len(row))...)
		x := mat.NewVecDense(m.n, row)
		p.SymRankOne(p, m.weight[r], x)
		h.AddScaledVec(h, m.weight[r]*m.offset[r], x)
		constant += 0.5*math.Log(m.weight[r]/(2*math.Pi)) - 0.5*m.weight[r]*m.offset[r]*m.offset[r]
	}
	var chol mat.Cholesky
	if !chol.Factorize(p) {
		panic("improper")
	}
	var mu mat.VecDense
	if err := chol.SolveVecTo(&mu, h); err != nil {
		panic(err)
	}
	cov = &mat.SymDense{}
	if err := chol.InverseTo(cov); err != nil {
		panic(err)
	}
	for k := range m.n {
		mean = append(mean, mu.AtVec(k))
	}
	return mean, cov, constant + float64(m.n)/2*math.Log(2*math.Pi) - chol.LogDet()/2 + mat.Dot(&mu, h)/2
}

// effects adds an intercept, effects of groups around it or around 0, slopes, a walk over time,
// coefficients and a table of two dimensions, each or not, and data that read sums of them.
func (m *joinedModel) effects() {
	rng := m.rng
	groups, columns, n := rng.IntN(4), 1+rng.IntN(3), rng.IntN(7)
	if groups == 0 {
		n = 0 // no datum has a group
	}
	m.input("group", "range", groups)
	m.input("column", "range", columns)
	m.input("n", "range", n)
	g, c, x, z, y := m.indices(n, max(1, groups)), m.indices(n, columns), m.reals(n), m.reals(n*columns), m.reals(n)
	m.input("g", `"index(group)[n]"`, g)
	m.input("c", `"index(column)[n]"`, c)
	m.input("x", `"real[n]"`, x)
	table := make([][]float64, n)
	for i := range table {
		table[i] = z[i*columns : (i+1)*columns]
	}
	m.input("z", `"real[n][column]"`, table)
	m.input("y", `"real[n]"`, y)
	precision := func() float64 { return math.Round(100*math.Exp(rng.NormFloat64()))/100 + 0.05 }

	p := precision()
	m.member("mu", 1)
	m.lines = append(m.lines, fmt.Sprintf("mu ~ normal(1.5, precision = %g)", p))
	m.row(map[int]float64{0: 1}, 1.5, p)

	p = precision()
	m.member("u", groups)
	u := m.first["u"]
	mean := "mu"
	if rng.IntN(2) == 0 {
		mean = "0"
	}
	m.lines = append(m.lines, fmt.Sprintf("for (j in group) { u[j] ~ normal(%s, precision = %g) }", mean, p))
	for j := range groups {
		row := map[int]float64{u + j: 1}
		if mean == "mu" {
			row[0] = -1
		}
		m.row(row, 0, p)
	}

	p = precision()
	m.member("w", columns)
	w := m.first["w"]
	step := []string{"w[t-1]", "0.5 * w[t-1] + mu", "w[t-1] - 2"}[rng.IntN(3)]
	m.lines = append(m.lines, fmt.Sprintf("w[0] ~ normal(0.3, precision = %g)", p), fmt.Sprintf("for (t in 1..<column) { w[t] ~ normal(%s, precision = %g) }", step, p))
	m.row(map[int]float64{w: 1}, 0.3, p)
	for t := 1; t < columns; t++ {
		switch step {
		case "w[t-1]":
			m.row(map[int]float64{w + t: 1, w + t - 1: -1}, 0, p)
		case "w[t-1] - 2":
			m.row(map[int]float64{w + t: 1, w + t - 1: -1}, -2, p)
		default:
			m.row(map[int]float64{w + t: 1, w + t - 1: -0.5, 0: -1}, 0, p)
		}
	}

	p = precision()
	m.member("b", groups*columns)
	b := m.first["b"]
	m.lines = append(m.lines, fmt.Sprintf("for (j in group) { for (k in column) { b[j, k] ~ normal(w[k] * 2, precision = %g) } }", p))
	for j := range groups {
		for k := range columns {
			m.row(map[int]float64{b + j*columns + k: 1, w + k: -2}, 0, p)
		}
	}

	p = precision()
	type reader struct {
		text string
		row  func(i int) (map[int]float64, float64)
	}
	readers := []reader{
		{"u[g[i]] + x[i] * w[c[i]]", func(i int) (map[int]float64, float64) {
			return map[int]float64{u + g[i]: 1, w + c[i]: x[i]}, 0
		}},
		{"mu + sum(z[i, k] * w[k] : k in column) - u[g[i]] / 2 + x[i]", func(i int) (map[int]float64, float64) {
			row := map[int]float64{0: 1, u + g[i]: -0.5}
			for k := range columns {
				row[w+k] += z[i*columns+k]
			}
			return row, x[i]
		}},
		{"b[g[i], c[i]] - 2 * (mu + b[g[i], 0])", func(i int) (map[int]float64, float64) {
			row := map[int]float64{0: -2}
			row[b+g[i]*columns+c[i]]++
			row[b+g[i]*columns] -= 2
			return row, 0
		}},
		{"sum(b[g[i], k] + w[k] * x[i] + 1 : k in column) + sum(b[j, c[i]] : j in group)", func(i int) (map[int]float64, float64) {
			row := map[int]float64{}
			for k := range columns {
				row[b+g[i]*columns+k]++
				row[w+k] += x[i]
			}
			for j := range groups {
				row[b+j*columns+c[i]]++
			}
			return row, float64(columns)
		}},
		{"s[i] + u[g[i]] - s[i] * x[i]", func(i int) (map[int]float64, float64) {
			return map[int]float64{0: 1 - x[i], w: 1 - x[i], u + g[i]: 1}, (1 - x[i]) * 0.25
		}},
	}
	m.lines = append(m.lines, "for (i in n) { s[i] = mu + w[0] + 0.25 }")
	read := readers[rng.IntN(len(readers))]
	m.lines = append(m.lines, fmt.Sprintf("for (i in n) { y[i] ~ normal(%s, precision = %g) }", read.text, p))
	m.lines = append(m.lines, "for (i in n) { observe x[i] * mu - w[c[i]] ~ normal(z[i, 0], precision = 0.7) }")
	for i := range n {
		row, offset := read.row(i)
		m.row(row, y[i]-offset, p)
		row = map[int]float64{0: x[i]}
		row[w+c[i]]--
		m.row(row, z[i*columns], 0.7)
	}
}

func (m *joinedModel) text(algorithm string) string {
	return fmt.Sprintf("model: joined\nalgorithm: %s\ninputs:\n  %s\nprogram: |\n  %s\nblocks: [[%s]]\ninfer: [%s, evidence]\n",
		algorithm, strings.Join(m.types, "\n  "), strings.Join(m.lines, "\n  "), strings.Join(m.names, ", "), strings.Join(m.names, ", "))
}

// flatNormals lists the normals of a posterior in the order of its elements.
func flatNormals(v any) (list []dist.Normal) {
	switch v := v.(type) {
	case dist.Normal:
		return []dist.Normal{v}
	case []any:
		for _, x := range v {
			list = append(list, flatNormals(x)...)
		}
	}
	return list
}

// TestBlocksOfArrays: members that are arrays in plates, read at indices of the data, in sums and
// through functions; without groups, of one element, and without data.
func TestBlocksOfArrays(t *testing.T) {
	for seed := range uint64(150) {
		m := &joinedModel{rng: rand.New(rand.NewPCG(seed, 72)), inputs: map[string]any{}, first: map[string]int{}}
		m.effects()
		mean, variance, evidence := m.posterior()
		for _, algorithm := range []string{"ep", "vmp"} {
			text := m.text(algorithm)
			r, err := interpretTree(t, text, m.inputs)
			if err != nil {
				t.Fatalf("seed %d: %v\n%s\n%v", seed, err, text, m.inputs)
			}
			const tolerance = 1e-8
			checked := 0
			for _, p := range r.Posteriors {
				first := m.first[p.Name]
				checked += len(flatNormals(p.Value))
				for k, x := range flatNormals(p.Value) {
					k += first
					if !(math.Abs(x.Mean()-mean[k]) <= tolerance*math.Max(math.Abs(mean[k]), math.Sqrt(variance[k]))) || !(math.Abs(x.Variance()-variance[k]) <= tolerance*variance[k]) {
						t.Errorf("seed %d: %s[%d] is N(%.12g, %.12g), want N(%.12g, %.12g)", seed, p.Name, k-first, x.Mean(), x.Variance(), mean[k], variance[k])
					}
				}
			}
			if checked != m.n {
				t.Errorf("seed %d: %d elements, want %d", seed, checked, m.n)
			}
			if !(math.Abs(r.LogEvidence-evidence) <= tolerance*math.Max(1, math.Abs(evidence))) {
				t.Errorf("seed %d: evidence %.12g, want %.12g", seed, r.LogEvidence, evidence)
			}
			if t.Failed() {
				t.Fatalf("%s:\n%s\n%v", algorithm, text, slices.Sorted(func(yield func(string) bool) {
					for k, v := range m.inputs {
						if !yield(fmt.Sprintf("%s=%v", k, v)) {
							return
						}
					}
				}))
			}
		}
	}
}
