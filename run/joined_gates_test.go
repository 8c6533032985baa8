package run_test

import (
	"math"
	"strings"
	"testing"

	"mpc/lang"
)

// TestJoinedInGates: numbers that data read in sums inside of branches on random values are one block by default. A step at an
// unknown time has means within a tenth of the sds of its mixture over all times, and sds within a fifth: EP has one normal for all
// times. A product of posteriors had sds that were a third too small.
func TestJoinedInGates(t *testing.T) {
	const text = `model: step
inputs: {n: range, y: "real[n]"}
program: |
  a ~ normal(0, sd = 5)
  d ~ normal(0, sd = 5)
  k ~ discreteuniform(n)
  for (t in n) { if (t > k) { y[t] ~ normal(a + d, sd = 1) } else { y[t] ~ normal(a, sd = 1) } }
infer: [a, d]
`
	y := []float64{0.2, 1.1, 1.9, 0.4, 1.3, 3.8, 2.6, 2.9, 4.1, 3.3}
	r, err := interpretText(t, text, `{"n": 10, "y": [0.2, 1.1, 1.9, 0.4, 1.3, 3.8, 2.6, 2.9, 4.1, 3.3]}`)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range r.Diagnostics {
		if d.Code == lang.CodeFactorized {
			t.Errorf("%s", d.Message)
		}
	}
	mean, sd := stepMoments(y)
	for i, name := range []string{"a", "d"} {
		list, err := r.Posteriors[name].Marginals()
		if err != nil || len(list) != 1 {
			t.Fatal(name, list, err)
		}
		if m := list[0]; math.Abs(m.Mean-mean[i]) > 0.1*sd[i] || math.Abs(m.SD/sd[i]-1) > 0.2 {
			t.Errorf("%s has mean %g and sd %g, want %g and %g", name, m.Mean, m.SD, mean[i], sd[i])
		}
	}
}

// stepMoments are the means and sds of the level and the step, over all times of the step.
func stepMoments(y []float64) (mean, sd [2]float64) {
	var total float64
	var first, second [2]float64
	for k := range y {
		// The precision and the precision times the mean of a and d, with the prior's.
		p := [2][2]float64{{0.04, 0}, {0, 0.04}}
		h, squares := [2]float64{}, 0.0
		for t, x := range y {
			p[0][0]++
			h[0] += x
			squares += x * x
			if t > k {
				p[0][1]++
				p[1][0]++
				p[1][1]++
				h[1] += x
			}
		}
		det := p[0][0]*p[1][1] - p[0][1]*p[1][0]
		m := [2]float64{(p[1][1]*h[0] - p[0][1]*h[1]) / det, (p[0][0]*h[1] - p[1][0]*h[0]) / det}
		w := math.Exp((m[0]*h[0]+m[1]*h[1]-squares)/2) / math.Sqrt(det)
		total += w
		for i, v := range []float64{p[1][1] / det, p[0][0] / det} {
			first[i] += w * m[i]
			second[i] += w * (m[i]*m[i] + v)
		}
	}
	for i := range mean {
		mean[i] = first[i] / total
		sd[i] = math.Sqrt(second[i]/total - mean[i]*mean[i])
	}
	return mean, sd
}

// TestIndependentSpreads: where EP passes messages, means and precisions that several data share are named, whether loops or
// indices of data choose them; where each datum has its own there is no warning.
func TestIndependentSpreads(t *testing.T) {
	const plain = `{"n": 4, "y": [1, 3, 2, 0.5]}`
	for _, test := range []struct{ name, text, data, want string }{
		{"chosen by data", `
inputs: {J: range, n: range, g: "index(J)[n]", y: "real[n]"}
program: |
  m ~ normal(0, sd = 5)
  for (j in J) { u[j] ~ normal(m, sd = 1); s[j] ~ gamma(shape = 2, rate = 1) }
  for (i in n) { y[i] ~ normal(u[g[i]], precision = s[g[i]]) }
infer: [u, s]
`, `{"J": 2, "n": 4, "g": [0, 1, 1, 0], "y": [1, 3, 2, 0.5]}`, "posteriors of u, s may be off: they are taken as independent, and 2 of 4 factors (line 6) close loops in these data"},
		{"numbers", `
inputs: {n: range, y: "real[n]"}
program: |
  m ~ normal(0, sd = 5)
  s ~ gamma(shape = 2, rate = 1)
  for (i in n) { y[i] ~ normal(m, precision = s) }
infer: [m, s]
blocks: []
integrate: []
`, plain, "posteriors of m, s may be off: they are taken as independent, and share 4 factors (line 6)"},
		{"each its own", `
inputs: {n: range, y: "real[n]"}
program: |
  for (i in n) { u[i] ~ normal(0, sd = 5); s[i] ~ gamma(shape = 2, rate = 1); y[i] ~ normal(u[i], precision = s[i]) }
infer: [u, s]
integrate: []
`, plain, ""},
	} {
		r, err := interpretText(t, "model: m"+test.text, test.data)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		var said []string
		for _, d := range r.Diagnostics {
			if d.Code == lang.CodeFactorized {
				said = append(said, d.Message)
			}
		}
		if got := strings.Join(said, "\n"); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
