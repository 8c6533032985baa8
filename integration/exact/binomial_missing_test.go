package exact

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"mpc/dist"
)

// TestBinomialAtItsEnds holds that EP of a logistic regression has an answer where nearly all
// counts are at an end, whether they are observed as data or as entries that might be missing,
// with the same posteriors and evidence, and that these are those of quadrature.
func TestBinomialAtItsEnds(t *testing.T) {
	dose := []float64{-0.1093, -0.0758, -0.0448, -0.0158, 0.0113, 0.0369, 0.061, 0.0839}
	n := []int{59, 60, 62, 56, 63, 59, 62, 60}
	for _, dead := range [][]int{{59, 60, 62, 56, 63, 59, 62, 59}, {0, 0, 0, 0, 0, 1, 0, 0}, {59, 60, 62, 56, 63, 59, 62, 60}, {6, 13, 18, 28, 52, 53, 61, 60}} {
		mean, sd, evidence := logisticQuadrature(dose, n, dead)
		values, _ := json.Marshal(map[string]any{"group": len(n), "dose": dose, "n": n, "dead": dead})
		var first map[string]any
		for k, infer := range []string{"[alpha, evidence]", "[alpha, evidence]\nintegrate: []", "[alpha, evidence, dead]\nintegrate: []"} {
			got := planned(t, fmt.Sprintf(`model: ends
inputs: {group: range, dose: "real[group]", n: "int[group]", dead: {type: "int[group]", missing: true}}
program: |
  alpha ~ normal(0, sd = 10)
  beta ~ normal(0, sd = 10)
  for (g in group) { dead[g] ~ binomial(n[g], logistic(alpha + beta * dose[g])) }
infer: %s
`, infer), string(values))
			alpha := got["alpha"].(dist.Normal)
			if math.Abs(alpha.Mean()-mean) > 0.1*sd || math.Abs(math.Sqrt(alpha.Variance())/sd-1) > 0.2 {
				t.Errorf("%v: alpha has mean %v and sd %v, want %v and %v", dead, alpha.Mean(), math.Sqrt(alpha.Variance()), mean, sd)
			}
			if e := got["evidence"].(float64); math.Abs(e-evidence) > 0.2 {
				t.Errorf("%v: evidence %v, want %v", dead, e, evidence)
			}
			switch { // the first is computed as a whole, the others by messages
			case k == 0:
				continue
			case k == 1:
				first = got
				continue
			}
			if a := first["alpha"].(dist.Normal); math.Abs(a.Mean()-alpha.Mean()) > 1e-7 || math.Abs(first["evidence"].(float64)-got["evidence"].(float64)) > 1e-7 {
				t.Errorf("%v: %v and %v, %v and %v", dead, a, alpha, first["evidence"], got["evidence"])
			}
		}
	}
}

// logisticQuadrature integrates the posterior of alpha and beta on a grid.
func logisticQuadrature(dose []float64, n, dead []int) (mean, sd, evidence float64) {
	const step, wide = 0.1, 0.8
	var z, m, s, top float64
	top = math.Inf(-1)
	choose := 0.0
	for g := range n {
		a, _ := math.Lgamma(float64(n[g] + 1))
		b, _ := math.Lgamma(float64(dead[g] + 1))
		c, _ := math.Lgamma(float64(n[g] - dead[g] + 1))
		choose += a - b - c
	}
	for alpha := -25.0; alpha <= 25; alpha += step {
		for beta := -44.0; beta <= 60; beta += wide {
			l := choose - (alpha*alpha+beta*beta)/200 - math.Log(200*math.Pi)
			for g, x := range dose {
				u := alpha + beta*x
				l -= float64(dead[g])*math.Log1p(math.Exp(-u)) + float64(n[g]-dead[g])*math.Log1p(math.Exp(u))
			}
			if l > top {
				z, m, s, top = z*math.Exp(top-l), m*math.Exp(top-l), s*math.Exp(top-l), l
			}
			w := math.Exp(l - top)
			z, m, s = z+w, m+w*alpha, s+w*alpha*alpha
		}
	}
	mean = m / z
	return mean, math.Sqrt(s/z - mean*mean), top + math.Log(z*step*wide)
}
