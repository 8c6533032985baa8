package run_test

import (
	"math"
	"testing"
)

// TestBesideNetwork: one gate alone reads what truths in a loop tell, and speaks of it to them. Data choose what it is.
func TestBesideNetwork(t *testing.T) {
	const model = `model: answers
inputs: {p: range, y: "bool[p]", both: "bool[p]"}
program: |
  for (i in p) { s[i] ~ bernoulli(0.5); u[i] ~ bernoulli(0.5) }
  for (i in p) {
    if (both[i]) { k[i] = s[i] && u[i] } else { k[i] = u[i] }
    if (k[i]) { y[i] ~ bernoulli(0.9) } else { y[i] ~ bernoulli(0.2) }
  }
infer: [s, u]
`
	for _, interpret := range []bool{false, true} {
		r := runText(t, model, `{"y": [true, false, true], "both": [true, false, false]}`, interpret)
		for name, want := range map[string][]float64{"s": {1.1 / 1.5, 0.5, 0.5}, "u": {1.1 / 1.5, 0.1 / 0.9, 0.9 / 1.1}} {
			for i, p := range want {
				entry, _ := r.Posteriors[name].At(i)
				if got, err := entry.Marginals(); err != nil || math.Abs(got[0].Mean-p) > 1e-12 {
					t.Errorf("%s[%d]: %v, not %v (%v)", name, i, got, p, err)
				}
			}
		}
	}
}
