package draws

import (
	"encoding/json"
	"math"
	"testing"
)

// TestRandomBounds: a loop in a switch that ends or begins at the selector tells of it.
// Of a change of a rate, with gammas before and after it, the posterior has a closed form;
// of a count up to a random index it is a sum over all values.
func TestRandomBounds(t *testing.T) {
	counts := []int{4, 5, 3, 0, 1, 0, 2}
	n := len(counts)
	marginal := func(list []int) float64 { // of counts of one rate, gamma of shape 2 and rate 1
		sum := 0
		for _, c := range list {
			sum += c
		}
		a, _ := math.Lgamma(2 + float64(sum))
		return a - (2+float64(sum))*math.Log(1+float64(len(list)))
	}
	change := make([]float64, n+1)
	total := 0.0
	for k := range change {
		change[k] = math.Exp(marginal(counts[:k]) + marginal(counts[k:]))
		total += change[k]
	}
	for k := range change {
		change[k] /= total
	}
	last := make([]float64, 5)
	total = 0
	for x := range 16 {
		w := 1.0
		for i, y := range []bool{true, false, true, false} {
			p, prior := 0.2, 0.6
			if x>>i&1 == 1 {
				p, prior = 0.9, 0.4
			}
			if !y {
				p = 1 - p
			}
			w *= p * prior
		}
		for k := range last {
			ones := 0
			for i := range k {
				ones += x >> i & 1
			}
			if ones >= 2 {
				last[k] += w
				total += w
			}
		}
	}
	for k := range last {
		last[k] /= total
	}
	data, err := json.Marshal(map[string]any{"c": counts})
	if err != nil {
		t.Fatal(err)
	}
	jobs := []job{{name: "changepoint", model: `model: changepoint
algorithm: gibbs
inputs: {n: range, c: "int[n]"}
program: |
  before ~ gamma(shape = 2, rate = 1)
  after ~ gamma(shape = 2, rate = 1)
  k ~ discreteuniform(n + 1)
  switch (k) {
    for (t in n) { if (t < k) { c[t] ~ poisson(before) } else { c[t] ~ poisson(after) } }
  }
infer: [k]
`, data: string(data)}, {name: "countup", model: `model: countup
algorithm: gibbs
inputs: {n: range, y: "bool[n]"}
program: |
  for (i in n) { x[i] ~ bernoulli(0.4); y[i] ~ bernoulli(p[i]) }
  for (i in n) { if (x[i]) { p[i] = 0.9 } else { p[i] = 0.2 } }
  k ~ discreteuniform(5)
  switch (k) { observe count(x[i] : i in 0..<k) >= 2 }
infer: [k]
`, data: `{"y": [true, false, true, false]}`}}
	for i := range jobs {
		jobs[i].burnIn, jobs[i].samples, jobs[i].thin, jobs[i].chains, jobs[i].seed = 500, 40000, 1, 4, 77
	}
	for i, o := range sampledRun(t, jobs) {
		if o.Error != "" {
			t.Errorf("%s: %s", jobs[i].name, o.Error)
			continue
		}
		var got struct{ P, MCSE []float64 }
		if err := json.Unmarshal(o.Posteriors["k"], &got); err != nil {
			t.Fatal(err)
		}
		for k, want := range [][]float64{change, last}[i] {
			if k >= len(got.P) || !(math.Abs(got.P[k]-want) <= 5*got.MCSE[k]+1e-4) {
				t.Errorf("%s: k is %d with probability %v, want %.5f", jobs[i].name, k, got.P, want)
				break
			}
		}
	}
}
