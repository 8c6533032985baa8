package exact

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"mpc/dist"
)

// A vectorModel is a joinedModel with normal vectors of known precisions and covariances.
type vectorModel struct {
	joinedModel
	k     int
	extra float64 // of the evidence: rows have their own determinants
}

// matrix makes an input that is the precision of k rows, or their inverse, and gives the rows.
func (m *vectorModel) matrix(name string) (argument string, rows *mat.Dense) {
	rows = mat.NewDense(m.k, m.k, m.reals(m.k*m.k))
	for i := range m.k {
		rows.Set(i, i, rows.At(i, i)+2)
	}
	var precision, covariance mat.Dense
	precision.Mul(rows.T(), rows)
	if err := covariance.Inverse(&precision); err != nil {
		panic(err)
	}
	of, argument := &precision, "precision"
	if m.rng.IntN(2) == 0 {
		of, argument = &covariance, "covariance"
	}
	table := make([][]float64, m.k)
	for i := range table {
		for j := range m.k {
			table[i] = append(table[i], (of.At(i, j)+of.At(j, i))/2)
		}
	}
	if m.rng.IntN(2) == 0 { // a list of numbers
		return argument + " = " + strings.ReplaceAll(fmt.Sprintf("%.17g", table), " ", ", "), rows
	}
	m.input(name, fmt.Sprintf("matrix(%d, %d)", m.k, m.k), table)
	return argument + " = " + name, rows
}

// whiten says that a vector of combinations, less a mean, has this precision.
func (m *vectorModel) whiten(rows *mat.Dense, component func(k int) (map[int]float64, float64)) {
	for i := range m.k {
		all, at := map[int]float64{}, 0.0
		for k := range m.k {
			row, mean := component(k)
			for c, x := range row {
				all[c] += rows.At(i, k) * x
			}
			at += rows.At(i, k) * mean
		}
		m.row(all, at, 1)
	}
	m.extra += math.Log(math.Abs(mat.Det(rows)))
}

func (m *vectorModel) vectors() {
	rng, k := m.rng, m.k
	groups, steps, n := 1+rng.IntN(4), 2+rng.IntN(3), 1+rng.IntN(8)
	m.input("group", "range", groups)
	m.input("time", "range", steps)
	m.input("n", "range", n)
	g, x, y := m.indices(n, groups), m.reals(n*k), m.reals(n)
	table := make([][]float64, n)
	for i := range table {
		table[i] = x[i*k : (i+1)*k]
	}
	m.input("g", `"index(group)[n]"`, g)
	m.input("x", fmt.Sprintf(`"vector(%d)[n]"`, k), table)
	m.input("y", `"real[n]"`, y)
	m.input("m0", fmt.Sprintf(`"vector(%d)"`, k), m.reals(k))
	m0 := m.inputs["m0"].([]float64)

	m.member("a", 1)
	m.lines = append(m.lines, "a ~ normal(0.4, precision = 0.3)")
	m.row(map[int]float64{0: 1}, 0.4, 0.3)

	m.member("beta", k)
	beta := m.first["beta"]
	argument, rows := m.matrix("P")
	m.lines = append(m.lines, fmt.Sprintf("beta ~ mvnormal(m0, %s)", argument))
	m.whiten(rows, func(j int) (map[int]float64, float64) { return map[int]float64{beta + j: 1}, m0[j] })

	m.member("b", groups*k)
	b := m.first["b"]
	argument, rows = m.matrix("Q")
	m.lines = append(m.lines, fmt.Sprintf("for (j in group) { b[j] ~ mvnormal(beta, %s) }", argument))
	for j := range groups {
		m.whiten(rows, func(c int) (map[int]float64, float64) {
			return map[int]float64{b + j*k + c: 1, beta + c: -1}, 0
		})
	}

	m.member("w", steps*k)
	w := m.first["w"]
	argument, rows = m.matrix("R")
	m.input("A", fmt.Sprintf("matrix(%d, %d)", k, k), [][]float64{})
	var step [][]float64
	for range k {
		step = append(step, m.reals(k))
	}
	m.inputs["A"] = step
	m.lines = append(m.lines, fmt.Sprintf("w[0] ~ mvnormal(m0, %s)", argument), fmt.Sprintf("for (t in 1..<time) { w[t] ~ mvnormal(A * w[t-1] + beta, %s) }", argument))
	m.whiten(rows, func(c int) (map[int]float64, float64) { return map[int]float64{w + c: 1}, m0[c] })
	for t := 1; t < steps; t++ {
		m.whiten(rows, func(c int) (map[int]float64, float64) {
			row := map[int]float64{w + t*k + c: 1, beta + c: -1}
			for d := range k {
				row[w+(t-1)*k+d] -= step[c][d]
			}
			return row, 0
		})
	}

	if rng.IntN(2) == 0 { // vectors that are data
		seen := make([][]float64, n)
		for i := range seen {
			seen[i] = m.reals(k)
		}
		m.input("seen", fmt.Sprintf(`"vector(%d)[n]"`, k), seen)
		argument, rows = m.matrix("U")
		m.lines = append(m.lines, fmt.Sprintf("for (i in n) { seen[i] ~ mvnormal(b[g[i]] + w[1], %s) }", argument))
		for i := range n {
			m.whiten(rows, func(c int) (map[int]float64, float64) {
				return map[int]float64{b + g[i]*k + c: 1, w + k + c: 1}, seen[i][c]
			})
		}
	}
	last := k - 1
	m.lines = append(m.lines, fmt.Sprintf("for (i in n) { y[i] ~ normal(dot(b[g[i]], x[i]) + a * x[i, 0] - 2 * w[time - 1][%d] + 1, precision = 1.7) }", last))
	for i := range n {
		row := map[int]float64{0: x[i*k]}
		for c := range k {
			row[b+g[i]*k+c] += x[i*k+c]
		}
		row[w+(steps-1)*k+last] -= 2
		m.row(row, y[i]-1, 1.7)
	}
}

// flatVectors are the joint normals of vectors.
func flatVectors(v any) (list []dist.MvNormal) {
	switch v := v.(type) {
	case dist.MvNormal:
		return []dist.MvNormal{v}
	case []any:
		for _, x := range v {
			list = append(list, flatVectors(x)...)
		}
	}
	return list
}

// TestVectors: coefficients that are a vector, vectors of groups around it, a walk of vectors, and data that read combinations of
// their components, or are vectors: marginals, covariances within a vector and evidence are those of the joint normal.
func TestVectors(t *testing.T) {
	for seed := range uint64(150) {
		rng := rand.New(rand.NewPCG(seed, 75))
		m := &vectorModel{joinedModel: joinedModel{rng: rng, inputs: map[string]any{}, first: map[string]int{}}, k: 1 + rng.IntN(4)}
		m.vectors()
		mean, covariance, evidence := m.dense()
		evidence += m.extra
		text := fmt.Sprintf("model: vectors\ninputs:\n  %s\nprogram: |\n  %s\n  apart = b[0][0] - w[1][%d]\ninfer: [%s, apart, evidence]\n", strings.Join(m.types, "\n  "), strings.Join(m.lines, "\n  "), m.k-1, strings.Join(m.names, ", "))
		r, err := interpretTree(t, text, m.inputs)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s\n%v", seed, err, text, m.inputs)
		}
		const tolerance = 1e-9
		check := func(name string, got, want float64) {
			if !(math.Abs(got-want) <= tolerance*(1+math.Abs(want))) {
				t.Errorf("seed %d: %s %.12g, want %.12g", seed, name, got, want)
			}
		}
		for _, p := range r.Posteriors {
			if p.Name == "apart" {
				i, j := m.first["b"], m.first["w"]+2*m.k-1
				x := flatNormals(p.Value)[0]
				check("mean of a difference", x.Mean(), mean[i]-mean[j])
				check("variance of a difference", x.Variance(), covariance.At(i, i)+covariance.At(j, j)-2*covariance.At(i, j))
				continue
			}
			at := m.first[p.Name]
			for _, x := range flatNormals(p.Value) {
				check("mean of "+p.Name, x.Mean(), mean[at])
				check("variance of "+p.Name, x.Variance(), covariance.At(at, at))
				at++
			}
			for _, x := range flatVectors(p.Value) {
				for i, v := range x.Mean() {
					check("mean of "+p.Name, v, mean[at+i])
					for j := range m.k {
						check("covariance of "+p.Name, x.Covariance()[i*m.k+j], covariance.At(at+i, at+j))
					}
				}
				at += m.k
			}
			if at == m.first[p.Name] {
				t.Errorf("seed %d: nothing of %s", seed, p.Name)
			}
		}
		check("evidence", r.LogEvidence, evidence)
		if t.Failed() {
			t.Fatalf("%s\n%v", text, m.inputs)
		}
	}
}

// TestScaleInMean: Gibbs sampling of slopes whose mean given the intercepts is a multiple of their own scale, the sequential form of
// two standard deviations and a correlation, has the posterior that vectors have: moves of slopes and scale together took the mean as
// given.
func TestScaleInMean(t *testing.T) {
	var h struct {
		Data  map[string]any
		Exact map[string][2]float64
	}
	src, err := os.ReadFile("../../testdata/accuracy/vectors_scales.json")
	if err == nil {
		err = json.Unmarshal(src, &h)
	}
	if err != nil {
		t.Fatal(err)
	}
	const text = "model: sequential\nalgorithm: gibbs\ninputs: {n: range, group: range, g: \"index(group)[n]\", x: \"real[n]\", y: \"real[n]\"}\nprogram: |\n" +
		"  tau ~ gamma(shape = 2, rate = 2)\n  s0 ~ halfnormal(sd = 2)\n  s1 ~ halfnormal(sd = 2)\n  r ~ uniform(-1, 1)\n" +
		"  for (k in 0..<2) { mu[k] ~ normal(0, precision = 0.01) }\n" +
		"  for (i in group) {\n    b0[i] ~ normal(mu[0], sd = s0)\n    b1[i] ~ normal(mu[1] + r * s1 / s0 * (b0[i] - mu[0]), sd = s1 * sqrt(1 - r * r))\n  }\n" +
		"  for (j in n) { y[j] ~ normal(b0[g[j]] + b1[g[j]] * x[j], precision = tau) }\ninfer: [s0, s1]\niterate: {samples: 1500}\n"
	r, err := interpretTree(t, text, h.Data)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Posteriors {
		var x struct{ Mean, Sd float64 }
		b, err := json.Marshal(p.Value)
		if err == nil {
			err = json.Unmarshal(b, &x)
		}
		want := h.Exact[p.Name]
		if err != nil || !(math.Abs(x.Mean-want[0]) < 0.4*want[1] && math.Abs(x.Sd/want[1]-1) < 0.35) {
			t.Errorf("%s: mean %v, sd %v, want %v, %v", p.Name, x.Mean, x.Sd, want, err)
		}
	}
}
