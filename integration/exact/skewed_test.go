package exact

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"mpc/dist"
)

// TestSkewed: a logistic regression on five truths, whose posterior is skewed: quantiles of its normals, the probabilities of
// missing truths, and functions and conditions, beside quadrature over both coefficients.
func TestSkewed(t *testing.T) {
	got := planned(t, `model: skewed
inputs: {n: range, x: "real[n]", y: {type: "bool[n]", missing: true}}
program: |
  a ~ normal(0, sd = 3)
  b ~ normal(0, sd = 3)
  for (i in n) { y[i] ~ bernoulli(logit = a + b * x[i]) }
  high = logistic(a + 5 * b)
  above = a + 2 * b > 0
  far = a * a > 2
infer: [a, b, y, high, above, far]
`, `{"n": 7, "x": [0, 1, 2, 3, 4, 5, 2.5], "y": [false, false, null, true, true, null, true]}`)
	type point struct{ weight, a, b float64 }
	var grid []point
	all := 0.0
	for a := -14.0; a <= 14; a += 0.05 {
		for b := -12.0; b <= 12; b += 0.05 {
			log := -(a*a + b*b) / 18
			for _, d := range [][2]float64{{0, -1}, {1, -1}, {3, 1}, {4, 1}, {2.5, 1}} {
				log -= logOnePlusExp(-d[1] * (a + b*d[0]))
			}
			w := math.Exp(log)
			grid = append(grid, point{w, a, b})
			all += w
		}
	}
	mean := func(f func(p point) float64) (sum float64) {
		for _, p := range grid {
			sum += p.weight / all * f(p)
		}
		return sum
	}
	near := func(what string, got, want, error float64) {
		t.Helper()
		t.Logf("%s: %v, want %v", what, got, want)
		if !(math.Abs(got-want) <= error) {
			t.Errorf("%s is %v, want %v", what, got, want)
		}
	}
	truth := func(f func(p point) bool) float64 {
		return mean(func(p point) float64 {
			if f(p) {
				return 1
			}
			return 0
		})
	}
	logistic := func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
	quantiles := func(name string, f func(p point) float64, sd, within float64) {
		list := slices.Clone(grid)
		slices.SortFunc(list, func(p, q point) int { return cmp.Compare(f(p), f(q)) })
		sum, k := 0.0, 0
		for i, p := range []float64{0.05, 0.5, 0.95} {
			for ; sum < p*all; k++ {
				sum += list[k].weight
			}
			near(name+" quantile", got[name+" quantiles"].([3]float64)[i], f(list[k-1]), within*sd)
		}
	}
	quantiles("a", func(p point) float64 { return p.a }, 1.92, 0.03)
	quantiles("b", func(p point) float64 { return p.b }, 1.27, 0.06)
	quantiles("high", func(p point) float64 { return logistic(p.a + 5*p.b) }, 0.075, 0.1)
	y := flatBernoullis(got["y"])
	near("y[2]", y[2], mean(func(p point) float64 { return logistic(p.a + 2*p.b) }), 0.005)
	near("y[5]", y[5], mean(func(p point) float64 { return logistic(p.a + 5*p.b) }), 0.002)
	near("above", got["above"].(dist.Bernoulli).P(), truth(func(p point) bool { return p.a+2*p.b > 0 }), 0.006)
	near("far", got["far"].(dist.Bernoulli).P(), truth(func(p point) bool { return p.a*p.a > 2 }), 0.006)
}

// flatBernoullis are the probabilities of an array of truths.
func flatBernoullis(x any) (list []float64) {
	for _, b := range x.([]any) {
		list = append(list, b.(dist.Bernoulli).P())
	}
	return list
}
