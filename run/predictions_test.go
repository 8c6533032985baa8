package run_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"mpc/lang"
	"mpc/mcmc"
)

// TestPredictions: missing responses of any distribution have the mean, the sd and the quantiles of the mixture over the
// joint posterior. Of the priors here the mixture is over one normal, summed by itself.
func TestPredictions(t *testing.T) {
	const model = `model: m
inputs: {n: range, x: "real[n]", y: {type: "%s[n]", missing: true}}
program: |
  a ~ normal(1, sd = 0.5)
  b ~ normal(0, sd = 0.2)
  for (i in n) { y[i] ~ %s }
infer: [a, y]
`
	for _, test := range []struct {
		kind, drawn string
		mass        func(value, z float64) float64 // log probability of at most a value
	}{
		{"int", "poisson(exp(a + b * x[i]))", func(y, z float64) float64 { return mcmc.LogMassPoisson(-1, y, math.Exp(z)) }},
		{"int", "poisson(exp(7 + a + b * x[i]))", func(y, z float64) float64 { return mcmc.LogMassPoisson(-1, y, math.Exp(7+z)) }},
		{"int", "poisson(exp(a + b * x[i] - 12))", func(y, z float64) float64 { return mcmc.LogMassPoisson(-1, y, math.Exp(z-12)) }},
		{"int", "binomial(20, logistic(a + b * x[i]))", func(y, z float64) float64 { return mcmc.LogMassBinomial(-1, y, 20, 1/(1+math.Exp(-z))) }},
		{"int", "negbinomial(2.5, mean = exp(a + b * x[i]))", func(y, z float64) float64 { return mcmc.LogMassNegativeBinomial(-1, y, 2.5, 2.5/(2.5+math.Exp(z))) }},
		{"real", "gamma(shape = 3, rate = exp(-a - b * x[i]))", func(y, z float64) float64 { return mcmc.LogMassGamma(0, y, 3, math.Exp(-z)) }},
		{"real", "weibull(shape = 2, scale = exp(a + b * x[i]))", func(y, z float64) float64 {
			return math.Log(-math.Expm1(-math.Pow(max(0, y)/math.Exp(z), 2)))
		}},
		{"real", "logistic(a + b * x[i], scale = 0.3)", func(y, z float64) float64 { return -math.Log1p(math.Exp((z - y) / 0.3)) }},
	} {
		for _, interpret := range []bool{true, false} {
			if !interpret && test.drawn != "poisson(exp(a + b * x[i]))" {
				continue // of one the package is built
			}
			r := runText(t, fmt.Sprintf(model, test.kind, test.drawn), `{"x": [1, -2], "y": [null, null]}`, interpret)
			for i, x := range []float64{1, -2} {
				below := func(y float64) (sum float64) {
					const step = 0.03
					for u := -9.0; u <= 9; u += step {
						z := 1 + math.Sqrt(0.25+0.04*x*x)*u
						sum += step / math.Sqrt(2*math.Pi) * math.Exp(-0.5*u*u+test.mass(y, z))
					}
					return sum
				}
				entry, _ := r.Posteriors["y"].At(i)
				list, err := entry.Marginals()
				if err != nil || len(list) != 1 {
					t.Fatalf("%s: %v, %v", test.drawn, list, err)
				}
				got := list[0]
				mean, sd := momentsOf(below, test.kind == "int", got.Q05, got.Q95)
				if math.Abs(got.Mean-mean) > 2e-3*sd || math.Abs(got.SD/sd-1) > 2e-3 {
					t.Errorf("%s, %d: mean %v, sd %v, want %v, %v", test.drawn, i, got.Mean, got.SD, mean, sd)
				}
				for p, q := range map[float64]float64{0.05: got.Q05, 0.5: got.Q50, 0.95: got.Q95} {
					if test.kind == "int" {
						if q != math.Floor(q) || below(q) < p-3e-4 || below(q-1) > p+3e-4 {
							t.Errorf("%s, %d: quantile of %v is %v, of probability %v", test.drawn, i, p, q, below(q))
						}
					} else if math.Abs(below(q)-p) > 2e-3 {
						t.Errorf("%s, %d: quantile of %v is %v, of probability %v", test.drawn, i, p, q, below(q))
					}
				}
			}
		}
	}
	const twice = `model: m
inputs: {n: range, y: {type: "real[n]", missing: true}}
program: |
  a ~ normal(0, sd = 1)
  b ~ normal(3, sd = 1)
  t ~ gamma(shape = 1, rate = 1)
  for (i in n) { y[i] ~ normal(a, precision = t) }
  for (i in n) { y[i] ~ normal(b, precision = t) }
infer: [a, b, t, y]
`
	if _, err := interpretText(t, twice, `{"y": [1, 2, null, 3]}`); err == nil || !strings.Contains(err.Error(), "twice") {
		t.Errorf("drawn twice: %v", err)
	}
	rare, err := interpretText(t, strings.Replace(fmt.Sprintf(model, "int", "poisson(exp(8 * a + b * x[i]))"), "8 * a", "6 * a", 1), `{"x": [1], "y": [null]}`)
	if err != nil {
		t.Fatal(err)
	}
	if len(rare.Diagnostics) != 1 || rare.Diagnostics[0].Code != lang.CodeMoments {
		t.Errorf("a mean of rare values: %v", rare.Diagnostics)
	}
}

// momentsOf are the mean and the sd by a sum over the distribution function, of values next to those that are probable.
func momentsOf(below func(float64) float64, whole bool, q05, q95 float64) (mean, sd float64) {
	width := q95 - q05 + 1
	low, high := math.Floor(q05-6*width), math.Ceil(q95+12*width)
	step := math.Ceil(width / 60)
	unit := 1.0
	if !whole {
		step, unit = width/60, 0
	}
	all, square := 0.0, 0.0
	last := below(low)
	for y := low + step; y <= high; y += step {
		now := below(y)
		middle := y - (step-unit)/2
		all, mean, square = all+now-last, mean+(now-last)*middle, square+(now-last)*middle*middle
		last = now
	}
	mean /= all
	return mean, math.Sqrt(square/all - mean*mean - (step*step-unit*unit)/12)
}
