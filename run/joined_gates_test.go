package run_test

import (
	"math"
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
		if d.Code == lang.CodeFactorized && d.Message != "posteriors may be off, of k, a, d and what they are tied to: 9 factors (line 7) close loops in these data" {
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
