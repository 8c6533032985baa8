package exact

import (
	"fmt"
	"math"
	"testing"
)

// TestRandomVarianceByEP: a normal with a random variance. With an inverse gamma and
// a known mean the posterior and the evidence are exact for any number of data, with
// a gamma for one of them: there the posterior has the mean and the variance that
// quadrature gives.
func TestRandomVarianceByEP(t *testing.T) {
	model := func(prior string) string {
		return "model: m\ninputs: {n: range, y: \"real[n]\"}\nprogram: |\n  v ~ " + prior + "\n" +
			"  for (i in n) { y[i] ~ normal(1, variance = v) }\ninfer: [v, evidence]\n"
	}
	lg := func(x float64) float64 { l, _ := math.Lgamma(x); return l }
	y := []float64{1, 2.5, -0.5}
	half := 0.0
	for _, x := range y {
		half += (x - 1) * (x - 1) / 2
	}
	got := vectorNumbers(t, model("inversegamma(3, 2)"), map[string]any{"n": len(y), "y": y})
	for i, want := range []float64{lg(4.5) - lg(3) + 3*math.Log(2) - 4.5*math.Log(2+half) - 1.5*math.Log(2*math.Pi), 2 + half, 4.5} {
		if math.Abs(got[i]-want) > 1e-12*math.Max(1, math.Abs(want)) {
			t.Errorf("inverse gamma: number %d is %.15g, want %.15g", i, got[i], want)
		}
	}
	for _, far := range []float64{0.5, 3, 40} {
		var z, m1, m2 float64
		for u := -20.0; u < 8; u += 5e-4 {
			v := math.Exp(u)
			w := math.Exp(3*math.Log(2)-lg(3)+3*u-2*v-math.Log(2*math.Pi*v)/2-far*far/2/v) * 5e-4
			z, m1, m2 = z+w, m1+w*v, m2+w*v*v
		}
		m1 /= z
		m2 = m2/z - m1*m1
		got = vectorNumbers(t, model("gamma(shape = 3, rate = 2)"), map[string]any{"n": 1, "y": []float64{1 + far}})
		for i, want := range []float64{math.Log(z), m1 / m2, m1 * m1 / m2} {
			if math.Abs(got[i]-want) > 1e-8*math.Max(1, math.Abs(want)) {
				t.Errorf("gamma, %g from the mean: number %d is %.15g, want %.15g", far, i, got[i], want)
			}
		}
	}
}

// TestVolatility: a scale that is the exponential of a normal is the same as a
// variance, a standard deviation, its square root, and a precision.
func TestVolatility(t *testing.T) {
	inputs := map[string]any{"T": 4, "y": []float64{0.1, -1, 2, 4}}
	var first []float64
	for i, scale := range []string{"precision = exp(-2 * h[t])", "variance = exp(2 * h[t])", "sd = exp(h[t])", "sd = sqrt(exp(2 * h[t]))"} {
		got := vectorNumbers(t, fmt.Sprintf("model: m\ninputs: {T: range, y: \"real[T]\"}\nprogram: |\n  for (t in T) {\n"+
			"    if (t == 0) { h[t] ~ normal(0, variance = 1) } else { h[t] ~ normal(h[t-1], variance = 0.1) }\n"+
			"    y[t] ~ normal(0, %s)\n  }\ninfer: [h, evidence]\n", scale), inputs)
		if i == 0 {
			first = got
			continue
		}
		if len(got) != len(first) {
			t.Fatalf("%s: %d numbers, want %d", scale, len(got), len(first))
		}
		for k := range got {
			if math.Abs(got[k]-first[k]) > 1e-7*math.Max(1, math.Abs(first[k])) {
				t.Errorf("%s: number %d is %.15g, want %.15g", scale, k, got[k], first[k])
			}
		}
	}
}
