package exact

import (
	"math"
	"testing"
)

// TestMultiplesAddUp: a sum with several multiples of one value is exact by EP and by
// VMP: an autoregression around a mean, whose posterior is in closed form.
func TestMultiplesAddUp(t *testing.T) {
	const text = `  mu ~ normal(0, variance = 100)
  for (t in 1..<T) { y[t] ~ normal(mu + 0.9 * (y[t-1] - mu), variance = 1) }
infer: [mu, evidence]
`
	y := []float64{0.5, 1, -0.25, 2, 1.5}
	// r = y[t] - 0.9 y[t-1] is normal around mu/10 with variance 1.
	p, h, z := 0.01, 0.0, 0.0
	for t := 1; t < len(y); t++ {
		r := y[t] - 0.9*y[t-1]
		m, v := 0.1*h/p, 1+0.01/p
		z -= (math.Log(2*math.Pi*v) + (r-m)*(r-m)/v) / 2
		p, h = p+0.01, h+0.1*r
	}
	for _, algorithm := range []string{"ep", "vmp"} {
		got := vectorNumbers(t, "model: m\nalgorithm: "+algorithm+"\ninputs: {T: range, y: \"real[T]\"}\nprogram: |\n"+text, map[string]any{"T": len(y), "y": y})
		for i, want := range []float64{z, h / p, 1 / p} {
			if math.Abs(got[i]-want) > 1e-12*math.Max(1, math.Abs(want)) {
				t.Errorf("%s: number %d is %.15g, want %.15g", algorithm, i, got[i], want)
			}
		}
	}
}

// TestRandomVariance: by VMP a normal may have a random variance: with an inverse
// gamma prior and a known mean the posterior and the evidence are exact, with a gamma
// prior the bound lies below the evidence, which quadrature gives.
func TestRandomVariance(t *testing.T) {
	model := func(prior string) string {
		return "model: m\nalgorithm: vmp\ninputs: {n: range, y: \"real[n]\"}\nprogram: |\n  v ~ " + prior + "\n" +
			"  for (i in n) { y[i] ~ normal(1, variance = v) }\ninfer: [v, evidence]\n"
	}
	y := []float64{1, 2.5, -0.5}
	inputs := map[string]any{"n": len(y), "y": y}
	half := 0.0
	for _, x := range y {
		half += (x - 1) * (x - 1) / 2
	}
	lg := func(x float64) float64 { l, _ := math.Lgamma(x); return l }
	got := vectorNumbers(t, model("inversegamma(3, 2)"), inputs)
	for i, want := range []float64{lg(4.5) - lg(3) + 3*math.Log(2) - 4.5*math.Log(2+half) - 1.5*math.Log(2*math.Pi), 2 + half, 4.5} {
		if math.Abs(got[i]-want) > 1e-12*math.Max(1, math.Abs(want)) {
			t.Errorf("inverse gamma: number %d is %.15g, want %.15g", i, got[i], want)
		}
	}
	z, m := 0.0, 0.0
	for u := -12.0; u < 5; u += 1e-3 {
		v := math.Exp(u)
		w := math.Exp(3*math.Log(2)-lg(3)+3*u-2*v-1.5*math.Log(2*math.Pi*v)-half/v) * 1e-3
		z, m = z+w, m+w*v
	}
	got = vectorNumbers(t, model("gamma(shape = 3, rate = 2)"), inputs)
	if gap := math.Log(z) - got[0]; gap < 0 || gap > 0.02 {
		t.Errorf("gamma: the bound is %.6g, the log evidence %.6g", got[0], math.Log(z))
	}
	if mean := got[2] / got[1]; math.Abs(mean-m/z) > 0.01 {
		t.Errorf("gamma: mean %.6g, want %.6g", mean, m/z)
	}
}
