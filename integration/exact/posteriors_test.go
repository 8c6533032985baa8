package exact

import (
	"fmt"
	"testing"

	"mpc"
	"mpc/data"
	"mpc/run/interp"
)

// TestGateReadsAllPosteriors: what a branch of VMP says is an average over all posteriors
// of its factors, so that each is there before the first iteration, and nothing is
// left out.
func TestGateReadsAllPosteriors(t *testing.T) {
	for _, branch := range []string{
		"y ~ normal(w, precision = p)", "observe w ~ normal(m, precision = p)", "observe p ~ gamma(shape = 2, rate = t)", "y ~ normal(w + m, precision = p)",
	} {
		for _, other := range []string{"y ~ normal(m, precision = t)", "y ~ normal(w, precision = 1)"} {
			text := fmt.Sprintf(`model: all
algorithm: vmp
inputs: {y: real}
program: |
  m ~ normal(0, variance = 1)
  p ~ gamma(shape = 2, rate = 1)
  t ~ gamma(shape = 2, rate = 1)
  w ~ normal(m, precision = t)
  z ~ bernoulli(0.3)
  if (z) { %s } else { %s }
infer: [m, p, t, w, z, evidence]
`, branch, other)
			c, err := mpc.Compile("all.yaml", []byte(text), mpc.Options{})
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			set, diags := data.ReadJSON("all.json", []byte(`{"y": 1.5}`), c.Model)
			if len(diags) > 0 {
				t.Fatal(diags)
			}
			r, err := interp.Run(c.Program, c.Deps, c.Schedule, set, interp.Options{})
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if !r.Converged || len(r.Warnings) > 0 || len(r.Skipped) > 0 {
				t.Errorf("%s: converged: %t, warnings %q", text, r.Converged, r.Warnings)
			}
		}
	}
}
