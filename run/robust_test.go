//go:build long

package run_test

import (
	"fmt"
	"math"
	"testing"

	"mpc/special"
)

// TestRobustRegression: a regression with student t noise whose scale and degrees of freedom are drawn, beside a sum over all four numbers. Where
// the scale is small, what rows say of the line has several modes, and sweeps settle slowly, or not at all.
func TestRobustRegression(t *testing.T) {
	const model = `model: m
inputs: {n: range, x: "real[n]", y: "real[n]"}
program: |
  a ~ normal(0, sd = 10)
  b ~ normal(0, sd = 10)
  sigma ~ exponential(rate = 1)
  nu ~ gamma(shape = 2, rate = 0.1)
  for (i in n) { y[i] ~ studentt(location = a + b * x[i], scale = sigma, df = nu) }
infer: [a, b, sigma, nu, evidence]
`
	x := []float64{1.288, 1.449, 0.066, -0.765, -1.092, 0.031, -1.022, -1.437, 0.199, 0.133, 0.546, -0.914, 0.005, -0.065, -1.506}
	y := []float64{3.891, 4.524, 1.68, 0.42, -0.855, 1.508, -0.032, 7.911, 1.35, 2.679, 1.276, -23.884, 0.857, 0.176, -3.655}
	low, high := [4]float64{-3, -3.5, -4, -3.5}, [4]float64{5.5, 7.5, 1.8, 5}
	steps := [4]int{44, 44, 40, 40}
	var j judged
	var points [][4]float64
	var z [4]float64
	at := func(k, i int) float64 { return low[k] + (float64(i)+0.5)*(high[k]-low[k])/float64(steps[k]) }
	for i3 := range steps[3] {
		nu := math.Exp(at(3, i3))
		constant := special.GammaLn((nu+1)/2) - special.GammaLn(nu/2) - 0.5*math.Log(nu*math.Pi)
		for i2 := range steps[2] {
			sigma := math.Exp(at(2, i2))
			prior := logGamma(sigma, 1, 1) + logGamma(nu, 2, 0.1) + at(2, i2) + at(3, i3)
			for i0 := range steps[0] {
				for i1 := range steps[1] {
					z = [4]float64{at(0, i0), at(1, i1), sigma, nu}
					product := 1.0
					for i := range x {
						r := (y[i] - z[0] - z[1]*x[i]) / sigma
						product *= 1 + r*r/nu
					}
					j.add(prior - (z[0]*z[0]+z[1]*z[1])/200 - math.Log(2*math.Pi*100) + float64(len(x))*(constant-math.Log(sigma)) - (nu+1)/2*math.Log(product))
					points = append(points, z)
				}
			}
		}
	}
	for k := range low {
		j.cell += math.Log((high[k] - low[k]) / float64(steps[k]))
	}
	j.settle()
	data := fmt.Sprintf(`{"n": %d, "x": %s, "y": %s}`, len(x), list(x), list(y))
	r := runText(t, model, data, false)
	if math.Abs(*r.LogEvidence-j.evidence()) > 0.02 {
		t.Errorf("evidence %v, not %v", *r.LogEvidence, j.evidence())
	}
	for k, name := range []string{"a", "b", "sigma", "nu"} {
		mean, sd := j.moments(func(p int) (float64, float64) { return points[p][k], points[p][k] * points[p][k] })
		entry, _ := r.Posteriors[name].At()
		got, err := entry.Marginals()
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: mean %v, sd %v; right: %v, %v", name, got[0].Mean, got[0].SD, mean, sd)
		if math.Abs(got[0].Mean-mean) > 0.02*sd || math.Abs(got[0].SD/sd-1) > 0.02 {
			t.Errorf("%s: mean %v, sd %v, not %v, %v", name, got[0].Mean, got[0].SD, mean, sd)
		}
	}
}
