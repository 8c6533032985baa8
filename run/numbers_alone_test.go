package run_test

import (
	"fmt"
	"math"
	"testing"

	"mpc/special"
)

// TestGammaOfData: a gamma's shape and rate, and a function of them, beside a sum over both.
func TestGammaOfData(t *testing.T) {
	const model = `model: m
inputs: {n: range, y: "real[n]"}
program: |
  a ~ gamma(shape = 2, rate = 0.5)
  b ~ gamma(shape = 2, rate = 0.5)
  for (i in n) { y[i] ~ gamma(shape = a, rate = b) }
  middle = a / b
infer: [evidence, a, b, middle]
`
	y := []float64{0.4, 2.1, 1.3, 0.9, 3.2}
	var j judged
	points := j.grid([2]float64{-6, -6}, [2]float64{4, 4}, 500, func(a, b float64) float64 {
		sum := logGamma(a, 2, 0.5) + logGamma(b, 2, 0.5)
		for _, x := range y {
			sum += logGamma(x, a, b)
		}
		return sum
	})
	r := runText(t, model, fmt.Sprintf(`{"n": %d, "y": %s}`, len(y), list(y)), true)
	for name, of := range map[string]func(p [2]float64) float64{
		"a": func(p [2]float64) float64 { return p[0] }, "b": func(p [2]float64) float64 { return p[1] }, "middle": func(p [2]float64) float64 { return p[0] / p[1] },
	} {
		mean, sd := j.moments(func(k int) (float64, float64) { x := of(points[k]); return x, x * x })
		nearMoments(t, r, name, -1, mean, sd)
	}
	if math.Abs(*r.LogEvidence-j.evidence()) > 1e-3 {
		t.Errorf("log evidence %v, not %v", *r.LogEvidence, j.evidence())
	}
}

// TestCauchyCoefficients: coefficients whose priors are no normals, beside a sum over both.
func TestCauchyCoefficients(t *testing.T) {
	const model = `model: m
inputs: {n: range, x: "real[n]", y: "bool[n]"}
program: |
  a ~ cauchy(0, 10)
  b ~ studentt(3, 0, 2.5)
  for (i in n) { y[i] ~ bernoulli(logit = a + b * x[i]) }
infer: [evidence, a, b]
`
	x := []float64{-1.5, -0.7, -0.4, 0.1, 0.3, 0.8, 1.1, 1.9}
	y := []bool{false, true, false, false, true, true, false, true}
	var j judged
	var points [][2]float64
	const n = 800
	for i := range n {
		for k := range n {
			a, b := -16+32*(float64(i)+0.5)/n, -20+40*(float64(k)+0.5)/n
			log := -math.Log(math.Pi*10*(1+a*a/100)) - 2*math.Log1p(b*b/6.25/3) + special.GammaLn(2) - special.GammaLn(1.5) - 0.5*math.Log(3*math.Pi) - math.Log(2.5)
			for l := range x {
				z := a + b*x[l]
				if !y[l] {
					z = -z
				}
				log -= math.Log1p(math.Exp(-z))
			}
			points = append(points, [2]float64{a, b})
			j.add(log)
		}
	}
	j.cell = math.Log(32.0 / n * 40 / n)
	j.settle()
	r := runText(t, model, `{"n": 8, "x": `+list(x)+`, "y": [false, true, false, false, true, true, false, true]}`, true)
	for k, name := range []string{"a", "b"} {
		mean, sd := j.moments(func(l int) (float64, float64) { z := points[l][k]; return z, z * z })
		nearMoments(t, r, name, -1, mean, sd)
	}
	if math.Abs(*r.LogEvidence-j.evidence()) > 1e-3 {
		t.Errorf("log evidence %v, not %v", *r.LogEvidence, j.evidence())
	}
}

// TestProductOfRates: counts of a product of two rates tell both apart by their priors alone.
func TestProductOfRates(t *testing.T) {
	const model = `model: m
inputs: {n: range, y: "int[n]"}
program: |
  a ~ gamma(shape = 2, rate = 1)
  b ~ gamma(shape = 3, rate = 1)
  for (i in n) { y[i] ~ poisson(a * b) }
infer: [a, b]
`
	y := []float64{3, 2, 5, 4, 1}
	var j judged
	points := j.grid([2]float64{-7, -7}, [2]float64{4, 4}, 600, func(a, b float64) float64 {
		sum := logGamma(a, 2, 1) + logGamma(b, 3, 1)
		for _, x := range y {
			sum += x*math.Log(a*b) - a*b
		}
		return sum
	})
	r := runText(t, model, fmt.Sprintf(`{"n": %d, "y": %s}`, len(y), list(y)), true)
	for k, name := range []string{"a", "b"} {
		mean, sd := j.moments(func(l int) (float64, float64) { x := points[l][k]; return x, x * x })
		nearMoments(t, r, name, -1, mean, sd)
	}
}
