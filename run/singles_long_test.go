//go:build long

package run_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"mpc/special"
)

func logBeta(a, b float64) float64 {
	return special.GammaLn(a) + special.GammaLn(b) - special.GammaLn(a+b)
}

// TestSinglesOfCounts: rates of groups with a gamma prior whose parameters are drawn, beside a sum over these: among them groups
// without events, shapes next to 0, and a group alone.
func TestSinglesOfCounts(t *testing.T) {
	const model = `model: m
inputs: {N: range, t: "real[N]", x: {type: "int[N]", missing: true}}
program: |
  for (i in N) {
    theta[i] ~ gamma(shape = alpha, rate = beta)
    x[i] ~ poisson(theta[i] * t[i])
    double[i] = 2 * theta[i] + alpha
    high[i] = theta[i] > 0.5
  }
  alpha ~ exponential(rate = 1)
  beta ~ gamma(shape = 0.1, rate = 1.0)
  fresh ~ gamma(shape = alpha, rate = beta)
infer: [evidence, theta, alpha, beta, double, high, fresh]
`
	for _, test := range []struct{ t, x []float64 }{
		{[]float64{94.3, 15.7, 62.9, 126, 5.24, 31.4, 1.05, 1.05, 2.1, 10.5}, []float64{5, 1, 5, 14, 3, 19, 1, 1, 4, 22}},
		{[]float64{1, 2, 3}, []float64{0, 0, 0}},
		{[]float64{10}, []float64{4}},
		{[]float64{1e6, 2e6, 1e6, 3e-6}, []float64{3, 0, 100, 0}},
		{[]float64{1, 1, 1}, []float64{1000000, 1200000, 900000}},
		{[]float64{2, 3, 1}, []float64{3, 1, -1}}, // the last one is missing
	} {
		var j judged
		points := j.grid([2]float64{-12, -50}, [2]float64{4, 4}, 500, func(a, b float64) float64 {
			sum := logGamma(b, 0.1, 1) - a
			for i, x := range test.x {
				if t := test.t[i]; x >= 0 {
					sum += a*math.Log(b) - special.GammaLn(a) + special.GammaLn(a+x) - (a+x)*math.Log(b+t) + x*math.Log(t) - special.GammaLn(x+1)
				}
			}
			return sum
		})
		data := fmt.Sprintf(`{"N": %d, "t": %s, "x": %s}`, len(test.x), list(test.t), strings.ReplaceAll(list(test.x), "-1", "null"))
		r := runText(t, model, data, false)
		if math.Abs(*r.LogEvidence-j.evidence()) > 2e-3 {
			t.Errorf("%s: evidence %v, not %v", data, *r.LogEvidence, j.evidence())
		}
		for k, name := range []string{"alpha", "beta"} {
			mean, sd := j.moments(func(p int) (float64, float64) { return points[p][k], points[p][k] * points[p][k] })
			nearMoments(t, r, name, -1, mean, sd)
		}
		gamma := func(i int) func(p int) (shape, rate float64) {
			return func(p int) (float64, float64) {
				shape, rate := points[p][0], points[p][1]
				if x := test.x[i]; x >= 0 {
					shape, rate = shape+x, rate+test.t[i]
				}
				return shape, rate
			}
		}
		for i, x := range test.x {
			if x < 0 || test.t[i] < 1e-3 {
				continue // rare values make its mean, and need not be in a grid
			}
			of := gamma(i)
			compare := func(name string, times, plus float64) {
				mean, sd := j.moments(func(p int) (float64, float64) {
					shape, rate := of(p)
					m := times*shape/rate + plus*points[p][0]
					return m, m*m + times*times*shape/rate/rate
				})
				nearMoments(t, r, name, i, mean, sd)
			}
			compare("theta", 1, 0)
			compare("double", 2, 1)
			above, _ := j.moments(func(p int) (float64, float64) {
				shape, rate := of(p)
				u := 1 - special.GammaLower(shape, 0.5*rate)
				return u, u * u
			})
			entry, _ := r.Posteriors["high"].At(i)
			if got, err := entry.Marginals(); err != nil || math.Abs(got[0].Mean-above) > 1e-3 {
				t.Errorf("%s: high[%d] %v, not %v", data, i, got[0].Mean, above)
			}
			entry, _ = r.Posteriors["theta"].At(i)
			got, _ := entry.Marginals()
			for p, q := range map[float64]float64{0.05: got[0].Q05, 0.5: got[0].Q50, 0.95: got[0].Q95} {
				below, _ := j.moments(func(p int) (float64, float64) {
					shape, rate := of(p)
					u := special.GammaLower(shape, q*rate)
					return u, u * u
				})
				if math.Abs(below-p) > 3e-3 {
					t.Errorf("%s: the quantile of %v of theta[%d] is %v, of probability %v", data, p, i, q, below)
				}
			}
		}
	}
}

// TestSinglesOfShares: probabilities of groups with a beta prior, by mean and concentration of it, in a package that is built.
func TestSinglesOfShares(t *testing.T) {
	const model = `model: m
inputs: {G: range, N: range, g: "index(G)[N]", n: "int[N]", y: "int[N]", u: {type: "int[G]", missing: true}}
program: |
  phi ~ uniform(0, 1)
  kappa ~ exponential(rate = 0.05)
  for (i in G) {
    theta[i] ~ beta(kappa * phi, kappa * (1 - phi))
    u[i] ~ binomial(10, theta[i])
  }
  for (j in N) { y[j] ~ binomial(n[j], theta[g[j]]) }
infer: [evidence, phi, kappa, theta, u]
`
	g, n, y := []int{0, 1, 1, 2, 2, 3, 4, 4}, []float64{20, 10, 9, 20, 5, 40, 7, 8}, []float64{0, 2, 3, 2, 0, 9, 7, 6}
	sumN, sumY := make([]float64, 6), make([]float64, 6) // the last has no data
	constant := 0.0
	for k := range g {
		sumN[g[k]], sumY[g[k]] = sumN[g[k]]+n[k], sumY[g[k]]+y[k]
		constant += -logBeta(y[k]+1, n[k]-y[k]+1) - math.Log(n[k]+1)
	}
	r := runText(t, model, fmt.Sprintf(`{"G": 6, "N": 8, "g": %s, "n": %s, "y": %s, "u": [null, null, null, null, null, null]}`,
		strings.ReplaceAll(fmt.Sprint(g), " ", ","), list(n), list(y)), false)
	var j judged
	var points [][2]float64
	const steps = 300
	for i := range steps {
		for k := range steps {
			phi, u := (float64(i)+0.5)/steps, -4+12*(float64(k)+0.5)/steps
			kappa := math.Exp(u)
			a, b := kappa*phi, kappa*(1-phi)
			log := constant + math.Log(0.05) - 0.05*kappa + u
			for i := range sumN {
				log += logBeta(a+sumY[i], b+sumN[i]-sumY[i]) - logBeta(a, b)
			}
			points = append(points, [2]float64{a, b})
			j.add(log)
		}
	}
	j.cell = math.Log(12.0 / steps / steps)
	j.settle()
	if math.Abs(*r.LogEvidence-j.evidence()) > 2e-3 {
		t.Errorf("evidence %v, not %v", *r.LogEvidence, j.evidence())
	}
	for i := range sumN {
		shape := func(p int) (a, b float64) { return points[p][0] + sumY[i], points[p][1] + sumN[i] - sumY[i] }
		mean, sd := j.moments(func(p int) (float64, float64) {
			a, b := shape(p)
			m := a / (a + b)
			return m, m * (a + 1) / (a + b + 1)
		})
		nearMoments(t, r, "theta", i, mean, sd)
		mean, sd = j.moments(func(p int) (float64, float64) {
			a, b := shape(p)
			m := a / (a + b)
			return 10 * m, 10*m + 90*m*(a+1)/(a+b+1)
		})
		nearMoments(t, r, "u", i, mean, sd)
	}
}
