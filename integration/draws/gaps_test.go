package draws

import (
	"encoding/json"
	"math"
	"testing"
)

// TestGaps: a condition may leave a number several regions. All chains may start in one
// of them, and slices must cross to the others.
func TestGaps(t *testing.T) {
	upper := func(x float64) float64 { return math.Erfc(x/math.Sqrt2) / 2 } // of a standard normal
	above, below := upper(1.5-0.5), upper(0.5+1)
	want := above / (above + below)
	var jobs []job
	for _, condition := range []string{"a < -1 || a > 1.5", "!between(a, -1, 1.5)", "(a + 1) * (a - 1.5) > 0"} {
		jobs = append(jobs, job{name: "gaps", model: `model: gaps
algorithm: gibbs
program: |
  a ~ normal(0.5, variance = 1)
  observe ` + condition + `
  up = a > 0
infer: [up]
`, data: `{}`, burnIn: 500, samples: 20000, thin: 1, chains: 4, seed: 3})
	}
	for i, o := range sampledRun(t, jobs) {
		if o.Error != "" {
			t.Errorf("%s: %s", jobs[i].model, o.Error)
			continue
		}
		var got struct{ P, MCSE float64 }
		if err := json.Unmarshal(o.Posteriors["up"], &got); err != nil {
			t.Fatal(err)
		}
		if !(math.Abs(got.P-want) <= 5*got.MCSE) || !(got.MCSE < 0.02) {
			t.Errorf("%sup has probability %v +- %v, want %.5f", jobs[i].model, got.P, got.MCSE, want)
		}
	}
}
