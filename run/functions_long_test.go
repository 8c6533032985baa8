//go:build long

package run_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"mpc/mcmc"
)

// A randomFunction is one of two coefficients: its text in the language, and what it computes.
type randomFunction struct {
	text string
	of   func(a, b float64) float64
}

// functionOfDepth makes one of two others, or of one.
func functionOfDepth(s *mcmc.Stream, depth int) randomFunction {
	pick := func(n int) int { return int(s.Float64() * float64(n)) }
	if depth == 0 {
		switch pick(3) {
		case 0:
			return randomFunction{"a", func(a, _ float64) float64 { return a }}
		case 1:
			return randomFunction{"b", func(_, b float64) float64 { return b }}
		}
		x := math.Round(20*s.Float64()) / 10
		return randomFunction{fmt.Sprint(x), func(_, _ float64) float64 { return x }}
	}
	x := functionOfDepth(s, depth-1)
	one := []struct {
		text string
		of   func(x float64) float64
	}{
		{"abs(%s)", math.Abs},
		{"logistic(%s)", func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }},
		{"exp(0.3 * (%s))", func(x float64) float64 { return math.Exp(0.3 * x) }},
	}
	if k := pick(8); k < len(one) {
		return randomFunction{fmt.Sprintf(one[k].text, x.text), func(a, b float64) float64 { return one[k].of(x.of(a, b)) }}
	}
	y := functionOfDepth(s, depth-1)
	two := []struct {
		text string
		of   func(x, y float64) float64
	}{
		{"(%s) + (%s)", func(x, y float64) float64 { return x + y }},
		{"(%s) - (%s)", func(x, y float64) float64 { return x - y }},
		{"(%s) * (%s)", func(x, y float64) float64 { return x * y }},
		{"(%s) / (%s)", func(x, y float64) float64 { return x / y }},
		{"max(%s, %s)", math.Max},
		{"min(%s, %s)", math.Min},
	}
	k := pick(len(two))
	return randomFunction{fmt.Sprintf(two[k].text, x.text, y.text), func(a, b float64) float64 { return two[k].of(x.of(a, b), y.of(a, b)) }}
}

// TestRandomFunctions: random functions of a line's coefficients, of known noise, have quantiles below which the right share of draws is.
func TestRandomFunctions(t *testing.T) {
	const draws = 200000
	worst, count := 0.0, 0
	for seed := range 60 {
		s := mcmc.NewStream(uint64(seed), 7)
		f := functionOfDepth(s, 2+seed%2)
		if !strings.Contains(f.text, "a") || f.text == "a" || f.text == "b" {
			continue
		}
		z := []float64{0.3, 1, 3, 6}[seed%4]
		sd, rest := math.Sqrt(0.3), math.Sqrt(1.0/6) // as of TestPoles
		var y []string
		for i := range 4 {
			y = append(y, fmt.Sprint(z*sd+0.7*float64(i-1)))
		}
		model := "model: m\ninputs: {n: range, x: \"real[n]\", y: \"real[n]\"}\nprogram: |\n  a ~ normal(0, sd = 1000)\n  b ~ normal(0, sd = 1000)\n" +
			"  t ~ gamma(shape = 1e9, rate = 1e9)\n  for (i in n) { y[i] ~ normal(a + b * x[i], precision = t) }\n  f = " + f.text + "\ninfer: [f]\n"
		r, err := interpretText(t, model, `{"x": [-1, 0, 1, 2], "y": [`+strings.Join(y, ",")+`]}`)
		if err != nil {
			t.Logf("%s: %v", f.text, err)
			continue
		}
		m, err := r.Posteriors["f"].Marginals()
		if err != nil {
			t.Fatal(err)
		}
		quantiles, shares := [3]float64{m[0].Q05, m[0].Q50, m[0].Q95}, [3][2]float64{}
		for range draws {
			a := sd * s.Normal()
			x := f.of(z*sd+a, 0.7+a*-1/3+rest*s.Normal())
			for k, q := range quantiles {
				within := 1e-9 * math.Abs(q)
				if x < q-within {
					shares[k][0] += 1.0 / draws
				}
				if x <= q+within {
					shares[k][1] += 1.0 / draws
				}
			}
		}
		count++
		for k, p := range []float64{0.05, 0.5, 0.95} {
			// Where a value has a probability of its own, as of max(a, 0), the quantile may be that.
			off := max(shares[k][0]-p, p-shares[k][1], 0)
			worst = max(worst, off)
			if off > 0.005 {
				t.Errorf("seed %d, %s: %v to %v of draws are below its quantile of %v, %v", seed, f.text, shares[k][0], shares[k][1], p, quantiles[k])
			}
		}
	}
	t.Logf("%d functions, the worst probability is off by %.4f", count, worst)
	if count < 35 {
		t.Errorf("%d functions alone", count)
	}
}
