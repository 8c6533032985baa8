//go:build long

package run_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"mpc/special"
)

// A mixedRegression is one whose rows are of one part or of another by a truth each: counts without any in one, outliers in the other.
type mixedRegression struct {
	name, draw string
	x, y       []float64
	// logs are the log densities of a row in its parts: where the truth holds, and where it does not.
	logs func(predictor, y float64) (holds, not float64)
}

func mixedRegressions() []mixedRegression {
	x := []float64{-1.9, -1.4, -1.1, -0.8, -0.3, 0, 0.2, 0.5, 0.9, 1.2, 1.6, 1.8}
	normal := func(y, mean, sd float64) float64 {
		return -(y-mean)*(y-mean)/2/sd/sd - math.Log(sd) - 0.5*math.Log(2*math.Pi)
	}
	counts := func(y, mean float64) float64 { return y*math.Log(mean) - mean - special.GammaLn(y+1) }
	return []mixedRegression{
		{"zero-inflated counts", "if (z[i]) { y[i] ~ poisson(exp(a + b * x[i])) } else { y[i] ~ poisson(0.001) }",
			x, []float64{0, 1, 0, 2, 0, 0, 3, 2, 0, 6, 4, 0},
			func(eta, y float64) (float64, float64) { return counts(y, math.Exp(eta)), counts(y, 0.001) }},
		{"outliers", "if (z[i]) { y[i] ~ normal(a + b * x[i], sd = 0.5) } else { y[i] ~ normal(0, sd = 6) }",
			x, []float64{-1.2, -0.1, 4.5, 0.9, 0.4, 1.3, 1.1, -5.5, 1.9, 2.3, 2.2, 9.1},
			func(eta, y float64) (float64, float64) { return normal(y, eta, 0.5), normal(y, 0, 6) }},
	}
}

// TestMixedRegressions: intercept, slope, the share of a part and the truth of each row, beside sums over a grid. Messages had sds of a third to four
// fifths of those.
func TestMixedRegressions(t *testing.T) {
	for _, m := range mixedRegressions() {
		model := fmt.Sprintf(`model: m
inputs: {n: range, x: "real[n]", y: "%s[n]"}
program: |
  a ~ normal(0, sd = 2)
  b ~ normal(0, sd = 2)
  p ~ beta(2, 2)
  for (i in n) {
    z[i] ~ bernoulli(p)
    %s
  }
infer: [evidence, a, b, p, z]
`, map[bool]string{true: "int", false: "real"}[strings.Contains(m.draw, "poisson")], m.draw)
		data := fmt.Sprintf(`{"n": %d, "x": %s, "y": %s}`, len(m.x), list(m.x), list(m.y))
		r := runText(t, model, data, false)
		const steps, shares = 60, 20
		var j judged
		var points [][3]float64
		for i := range steps {
			for k := range steps {
				a, b := -3+7*(float64(i)+0.5)/steps, -3+7*(float64(k)+0.5)/steps
				holds, not := make([]float64, len(m.x)), make([]float64, len(m.x))
				for i, x := range m.x {
					h, n := m.logs(a+b*x, m.y[i])
					holds[i], not[i] = math.Exp(h), math.Exp(n)
				}
				for l := range shares {
					p := (float64(l) + 0.5) / shares
					log := -(a*a+b*b)/8 - math.Log(8*math.Pi) + math.Log(6*p*(1-p))
					product := 1.0
					for i, h := range holds {
						product *= p*h + (1-p)*not[i]
					}
					log += math.Log(product)
					points = append(points, [3]float64{a, b, p})
					j.add(log)
				}
			}
		}
		j.cell = 2*math.Log(7.0/steps) - math.Log(shares)
		j.settle()
		t.Logf("%s: evidence %v, %v", m.name, *r.LogEvidence, j.evidence())
		if math.Abs(*r.LogEvidence-j.evidence()) > 0.03 {
			t.Errorf("%s: log evidence %v, not %v", m.name, *r.LogEvidence, j.evidence())
		}
		for k, name := range []string{"a", "b", "p"} {
			mean, sd := j.moments(func(i int) (float64, float64) { return points[i][k], points[i][k] * points[i][k] })
			closeMoments(t, r, name, -1, mean, sd, 0.03, 0.04)
		}
		for i, x := range m.x {
			want, _ := j.moments(func(k int) (float64, float64) {
				q := points[k]
				holds, not := m.logs(q[0]+q[1]*x, m.y[i])
				f := q[2] * math.Exp(holds)
				f /= f + (1-q[2])*math.Exp(not)
				return f, f
			})
			entry, _ := r.Posteriors["z"].At(i)
			if got, err := entry.Marginals(); err != nil || math.Abs(got[0].Mean-want) > 0.01 {
				t.Errorf("%s: z[%d] %v, not %v (%v)", m.name, i, got, want, err)
			}
		}
	}
}
