//go:build long

package exact

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestLatentAutoregressionOfTwo: a latent series with two coefficients, seen with noise: four hyperparameters.
func TestLatentAutoregressionOfTwo(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 4))
	y := series(rng, 30, 1, 0.6, 0.25)
	for i := range y {
		y[i] += 0.5 * rng.NormFloat64()
	}
	// The coefficients' sum and difference are asked for, which depend on each other less.
	normal := func(name string) hyperCoordinate {
		density := func(x float64) float64 { return standardLog(x/math.Sqrt2) - 0.5*math.Ln2 }
		return hyperCoordinate{name, func(x float64) (float64, float64) { return x, 0 }, density, -4, 4}
	}
	(&autoregression{
		data:        map[string]any{"T": len(y), "y": y},
		coordinates: []hyperCoordinate{normal("sum"), normal("difference"), positive("q", gammaLog(2, 2)), positive("s", gammaLog(2, 1))}, fine: []int{61, 25, 17, 17},
		names: []string{"x[29]", "x[28]", "x[10]"},
		text: `
model: ar
inputs: {T: range, y: "real[T]"}
program: |
  a ~ normal(0, sd = 1)
  b ~ normal(0, sd = 1)
  sum = a + b
  difference = a - b
  q ~ gamma(shape = 2, rate = 2)
  s ~ gamma(shape = 2, rate = 1)
  for (t in T) { if (t < 2) { x[t] ~ normal(0, sd = 2) } else { x[t] ~ normal(a * x[t-1] + b * x[t-2], precision = q) } }
  for (t in T) { y[t] ~ normal(x[t], precision = s) }
infer: [sum, difference, q, s, x, evidence]
`, at: func(theta []float64) *filter {
			f := newFilter(4, 4, 0)
			f.observe([]float64{0, 1, 0}, 1/theta[3], y[0])
			f.observe([]float64{1, 0, 0}, 1/theta[3], y[1])
			for t := 2; t < len(y); t++ {
				f.move(carry(3, t == 11, (theta[0]+theta[1])/2, (theta[0]-theta[1])/2), 1/theta[2])
				f.observe([]float64{1, 0, 0}, 1/theta[3], y[t])
			}
			return f
		},
	}).check(t)
}
