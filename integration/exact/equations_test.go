package exact

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// A heldModel is a joinedModel of which some combinations are known exactly.
type heldModel struct {
	joinedModel
	held   []map[int]float64
	value  []float64
	drawn  map[string]bool // members that no element is asked of
	needed bool            // something makes a joint posterior of it
}

func (m *heldModel) hold(coefficient map[int]float64, value float64) {
	m.held, m.value = append(m.held, coefficient), append(m.value, value)
}

// exactly adds statements that say exactly what combinations are: noise that is a variable, draws that are observed, sums
// of effects, and numbers that follow from each other.
func (m *heldModel) exactly() {
	rng := m.rng
	n := m.inputs["n"].(int)
	groups, columns := m.inputs["group"].(int), m.inputs["column"].(int)
	u, w, b := m.first["u"], m.first["w"], m.first["b"]
	x, g, c := m.inputs["x"].([]float64), m.inputs["g"].([]int), m.inputs["c"].([]int)
	if rng.IntN(2) == 0 {
		q := m.reals(n)
		m.input("q", `"real[n]"`, q)
		m.member("e", n)
		e := m.first["e"]
		m.lines = append(m.lines, "for (i in n) { e[i] ~ normal(mu / 2, precision = 1.3) }",
			"for (i in n) { q[i] = u[g[i]] + x[i] * w[c[i]] - 2 * e[i] + 0.5 }")
		for i := range n {
			m.row(map[int]float64{e + i: 1, 0: -0.5}, 0, 1.3)
			row := map[int]float64{u + g[i]: 1, e + i: -2}
			row[w+c[i]] += x[i]
			m.hold(row, q[i]-0.5)
		}
		m.needed = m.needed || n > 0
	}
	if rng.IntN(2) == 0 {
		q := m.reals(n * columns)
		table := make([][]float64, n)
		for i := range table {
			table[i] = q[i*columns : (i+1)*columns]
		}
		m.input("seen", `"real[n][column]"`, table)
		m.member("d", n*columns)
		m.drawn["d"] = true
		d := m.first["d"]
		m.lines = append(m.lines, "for (i in n) { for (k in 1..<column) { d[i, k] ~ normal(u[g[i]] - w[k - 1], precision = 0.8) } }",
			"for (l in n) { for (k in 1..<column) { observe d[l, k] == seen[l, k] } }")
		for i := range n {
			for k := range columns {
				at := d + i*columns + k
				if k == 0 { // which there is not
					m.row(map[int]float64{at: 1}, 0, 2*math.Pi)
					continue
				}
				row := map[int]float64{at: 1, w + k - 1: 1}
				row[u+g[i]]--
				m.row(row, 0, 0.8)
				m.hold(map[int]float64{at: 1}, q[i*columns+k])
			}
		}
		m.needed = m.needed || n > 0 && columns > 1
	}
	if rng.IntN(2) == 0 && groups > 0 {
		m.lines = append(m.lines, "observe sum(u[j] : j in group) == 0.75")
		row := map[int]float64{}
		for j := range groups {
			row[u+j] = 1
		}
		m.hold(row, 0.75)
		m.needed = true
	}
	if rng.IntN(2) == 0 && columns > 1 {
		total := m.reals(groups)
		m.input("total", `"real[group]"`, total)
		m.lines = append(m.lines, "for (j in group) { observe sum(b[j, k] : k in column) == total[j] }")
		for j := range groups {
			row := map[int]float64{}
			for k := range columns {
				row[b+j*columns+k] = 1
			}
			m.hold(row, total[j])
		}
		m.needed = m.needed || groups > 0
	}
	if rng.IntN(2) == 0 {
		m.lines = append(m.lines, "observe w[0] + 2 * mu == 1.25")
		m.hold(map[int]float64{w: 1, 0: 2}, 1.25)
		m.needed = true
	}
}

// given is the posterior given what is held, by conditioning the dense joint normal.
func (m *heldModel) given() (mean, variance []float64, evidence float64) {
	precision, h := mat.NewSymDense(m.n, nil), mat.NewVecDense(m.n, nil)
	for r, row := range m.rows {
		x := mat.NewVecDense(m.n, append(row, make([]float64, m.n-len(row))...))
		precision.SymRankOne(precision, m.weight[r], x)
		h.AddScaledVec(h, m.weight[r]*m.offset[r], x)
	}
	_, _, evidence = m.posterior()
	var chol mat.Cholesky
	if !chol.Factorize(precision) {
		panic("improper")
	}
	var cov mat.SymDense
	if err := chol.InverseTo(&cov); err != nil {
		panic(err)
	}
	mu := mat.NewVecDense(m.n, nil)
	mu.MulVec(&cov, h)
	for k, coefficient := range m.held { // one after the other
		a := mat.NewVecDense(m.n, nil)
		for i, s := range coefficient {
			a.SetVec(i, s)
		}
		v := mat.NewVecDense(m.n, nil)
		v.MulVec(&cov, a)
		s, off := mat.Dot(a, v), m.value[k]-mat.Dot(a, mu)
		evidence -= 0.5*math.Log(2*math.Pi*s) + 0.5*off*off/s
		mu.AddScaledVec(mu, off/s, v)
		cov.SymRankOne(&cov, -1/s, v)
	}
	for k := range m.n {
		mean, variance = append(mean, mu.AtVec(k)), append(variance, cov.At(k, k))
	}
	return mean, variance, evidence
}

func (m *heldModel) source() string {
	var names []string
	for _, name := range m.names {
		if !m.drawn[name] {
			names = append(names, name)
		}
	}
	return fmt.Sprintf("model: held\ninputs:\n  %s\nprogram: |\n  %s\ninfer: [%s, evidence]\n", strings.Join(m.types, "\n  "), strings.Join(m.lines, "\n  "), strings.Join(names, ", "))
}

// TestEquations: numbers that are drawn and observed, noise that is a variable, sums of effects that are known, and numbers
// that follow from each other, among effects of all kinds: marginals and evidence are those of the joint normal, by default.
func TestEquations(t *testing.T) {
	needed := 0
	for seed := range uint64(150) {
		m := &heldModel{joinedModel: joinedModel{rng: rand.New(rand.NewPCG(seed, 73)), inputs: map[string]any{}, first: map[string]int{}}, drawn: map[string]bool{}}
		m.effects()
		m.exactly()
		if !m.needed {
			continue
		}
		needed++
		mean, variance, evidence := m.given()
		text := m.source()
		r, err := interpretTree(t, text, m.inputs)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s\n%v", seed, err, text, m.inputs)
		}
		const tolerance = 1e-8
		for _, p := range r.Posteriors {
			first := m.first[p.Name]
			for k, x := range flatNormals(p.Value) {
				k += first
				if !(math.Abs(x.Mean()-mean[k]) <= tolerance*(1+math.Abs(mean[k]))) || !(math.Abs(x.Variance()-variance[k]) <= tolerance) {
					t.Errorf("seed %d: %s[%d] is N(%.12g, %.12g), want N(%.12g, %.12g)", seed, p.Name, k-first, x.Mean(), x.Variance(), mean[k], variance[k])
				}
			}
		}
		if !(math.Abs(r.LogEvidence-evidence) <= tolerance*math.Max(1, math.Abs(evidence))) {
			t.Errorf("seed %d: evidence %.12g, want %.12g", seed, r.LogEvidence, evidence)
		}
		if t.Failed() {
			t.Fatalf("%s\n%v", text, m.inputs)
		}
	}
	if needed < 100 {
		t.Errorf("only %d models have something that is known exactly", needed)
	}
}

// TestSumToZero: effects of a learned scale whose sum is 0, divided by the scale or of standard normals, beside draws from
// the prior of that sum, weighted by the data.
func TestSumToZero(t *testing.T) {
	const p, games = 5, 40
	rng := rand.New(rand.NewPCG(3, 4))
	var a, b []int
	var won []bool
	for range games {
		i := rng.IntN(p)
		j := (i + 1 + rng.IntN(p-1)) % p
		a, b, won = append(a, i), append(b, j), append(won, rng.Float64() < 1/(1+math.Exp(0.5*float64(j-i)-0.3)))
	}
	inputs := map[string]any{"p": p, "g": games, "a": a, "b": b, "won": won}
	const head = "model: pairs\ninputs: {p: range, g: range, a: \"index(p)[g]\", b: \"index(p)[g]\", won: \"bool[g]\"}\nprogram: |\n" +
		"  tau ~ halfnormal(sd = 1)\n  home ~ normal(0, sd = 1)\n"
	const tail = "  for (k in g) { won[k] ~ bernoulli(logit = s[a[k]] - s[b[k]] + home) }\ninfer: [tau, home, s, evidence]\n"

	// Draws of standard normals less their mean have the prior given that they sum to 0.
	const draws = 100_000
	names := []string{"tau", "home", "s"}
	var first, second [p + 2]float64
	whole := 0.0
	for range draws {
		var x [p + 2]float64
		mean := 0.0
		for i := range p {
			x[2+i] = rng.NormFloat64()
			mean += x[2+i] / p
		}
		x[0], x[1] = math.Abs(rng.NormFloat64()), rng.NormFloat64()
		for i := range p {
			x[2+i] = x[0] * (x[2+i] - mean)
		}
		log := 0.0
		for k := range games {
			z := x[2+a[k]] - x[2+b[k]] + x[1]
			if !won[k] {
				z = -z
			}
			log -= math.Log1p(math.Exp(-z))
		}
		w := math.Exp(log + 20)
		whole += w
		for i, v := range x {
			first[i] += w * v
			second[i] += w * v * v
		}
	}
	evidence := math.Log(whole/draws) - 20 - 0.5*math.Log(2*math.Pi*p) // the sum is normal of variance p
	for _, effects := range []string{
		"  for (i in p) { s[i] ~ normal(0, sd = tau) }\n  observe sum(s[i] : i in p) / tau == 0\n",
		"  for (i in p) { z[i] ~ normal(0, sd = 1); s[i] = tau * z[i] }\n  observe sum(z[i] : i in p) == 0\n",
	} {
		r, err := interpretTree(t, head+effects+tail, inputs)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(r.LogEvidence-evidence) > 0.05 {
			t.Errorf("evidence %v, want %v", r.LogEvidence, evidence)
		}
		at := 0
		for k, post := range r.Posteriors {
			if post.Name != names[k] {
				t.Fatalf("posterior %d is of %s", k, post.Name)
			}
			var moments [][2]float64
			if x, ok := post.Value.(interface {
				Mean() float64
				Variance() float64
			}); ok {
				moments = append(moments, [2]float64{x.Mean(), x.Variance()})
			} else {
				for _, x := range flatNormals(post.Value) {
					moments = append(moments, [2]float64{x.Mean(), x.Variance()})
				}
			}
			for _, m := range moments {
				mean := first[at] / whole
				sd := math.Sqrt(second[at]/whole - mean*mean)
				if math.Abs(m[0]-mean) > 0.06*sd || math.Abs(math.Sqrt(m[1])/sd-1) > 0.06 {
					t.Errorf("%s: mean %.4f, sd %.4f, want %.4f, %.4f", post.Name, m[0], math.Sqrt(m[1]), mean, sd)
				}
				at++
			}
		}
		if at != p+2 {
			t.Errorf("%d numbers, want %d", at, p+2)
		}
	}
}
