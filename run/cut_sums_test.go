package run_test

import (
	"math"
	"testing"
)

// TestCutSums: functions of several numbers that conditions cut off, beside a sum over a grid of both.
func TestCutSums(t *testing.T) {
	const model = `model: m
inputs: {n: range, x: "real[n]"}
program: |
  for (i in 0..<2) {
    y[i] ~ normal(0, sd = 1)
    observe y[i] > 0.5
  }
  difference = y[0] - y[1]
  total = y[0] + y[1]
  most = max(y[0], y[1])
  product = y[0] * y[1]
  above = y[0] > y[1] + 0.5
  e = exp(y[0] - y[1])
  seen ~ normal(y[0], sd = 0.1)
  for (i in n) { x[i] ~ normal(y[0], sd = 3) }
infer: [y, difference, total, most, product, above, e, seen]
`
	r, err := interpretText(t, model, `{"x": [0.2, 0.7]}`)
	if err != nil {
		t.Fatal(err)
	}
	const n, high = 1500, 7.0
	var j judged
	var points [][2]float64
	for i := range n {
		for k := range n {
			a, b := 0.5+(high-0.5)*(float64(i)+0.5)/n, 0.5+(high-0.5)*(float64(k)+0.5)/n
			points = append(points, [2]float64{a, b})
			j.add(-(a*a+b*b)/2 - ((a-0.2)*(a-0.2)+(a-0.7)*(a-0.7))/18)
		}
	}
	j.settle()
	for name, of := range map[string]func(a, b float64) float64{
		"difference": func(a, b float64) float64 { return a - b },
		"total":      func(a, b float64) float64 { return a + b },
		"most":       math.Max,
		"product":    func(a, b float64) float64 { return a * b },
		"e":          func(a, b float64) float64 { return math.Exp(a - b) },
	} {
		mean, sd := j.moments(func(p int) (float64, float64) {
			x := of(points[p][0], points[p][1])
			return x, x * x
		})
		entry, _ := r.Posteriors[name].At()
		got, err := entry.Marginals()
		if err != nil {
			t.Fatal(err)
		}
		g := got[0]
		if math.Abs(g.Mean-mean) > 0.003*sd || math.Abs(g.SD/sd-1) > 0.005 {
			t.Errorf("%s: mean %v, sd %v, not %v, %v", name, g.Mean, g.SD, mean, sd)
		}
		for at, want := range map[float64]float64{g.Q05: 0.05, g.Q50: 0.5, g.Q95: 0.95} {
			below, _ := j.moments(func(p int) (float64, float64) {
				if of(points[p][0], points[p][1]) <= at {
					return 1, 1
				}
				return 0, 0
			})
			if math.Abs(below-want) > 0.006 {
				t.Errorf("%s: the quantile of %v, %v, is that of %v", name, want, at, below)
			}
		}
	}
	above, _ := j.moments(func(p int) (float64, float64) {
		if points[p][0] > points[p][1]+0.5 {
			return 1, 1
		}
		return 0, 0
	})
	entry, _ := r.Posteriors["above"].At()
	got, err := entry.Marginals()
	if err != nil || math.Abs(got[0].Mean-above) > 0.002 {
		t.Errorf("above: %v, not %v (%v)", got, above, err)
	}
}

// TestCutCombinations: a condition on a combination, and one on a number that it shares: quantiles lie within both, beside a sum over a grid.
func TestCutCombinations(t *testing.T) {
	const model = `model: m
program: |
  a ~ normal(0, sd = 2)
  c ~ normal(0, sd = 1)
  d ~ normal(0, sd = 1)
  observe a + c > 0
  observe c > 0
  s = a + c
  twice = 2 * a + 2 * c + 1
infer: [a, c, s, twice, d]
`
	r, err := interpretText(t, model, `{}`)
	if err != nil {
		t.Fatal(err)
	}
	const n = 1500
	var j judged
	var points [][2]float64
	for i := range n {
		for k := range n {
			a, c := -10+20*(float64(i)+0.5)/n, 6*(float64(k)+0.5)/n
			if a+c > 0 {
				points = append(points, [2]float64{a, c})
				j.add(-a*a/8 - c*c/2)
			}
		}
	}
	j.settle()
	for name, of := range map[string]func(a, c float64) float64{
		"c":     func(_, c float64) float64 { return c },
		"s":     func(a, c float64) float64 { return a + c },
		"twice": func(a, c float64) float64 { return 2*(a+c) + 1 },
	} {
		entry, _ := r.Posteriors[name].At()
		got, err := entry.Marginals()
		if err != nil {
			t.Fatal(err)
		}
		for at, want := range map[float64]float64{got[0].Q05: 0.05, got[0].Q50: 0.5, got[0].Q95: 0.95} {
			below, _ := j.moments(func(p int) (float64, float64) {
				if of(points[p][0], points[p][1]) <= at {
					return 1, 1
				}
				return 0, 0
			})
			if math.Abs(below-want) > 0.006 {
				t.Errorf("%s: the quantile of %v, %v, is that of %v", name, want, at, below)
			}
		}
	}
}
