package sampled

import (
	"encoding/json"
	"math"
	"testing"
)

// TestAncestral: chains that no data depend on are drawn from their priors, element after
// element, with statements that define elements in branches on those before them.
func TestAncestral(t *testing.T) {
	o := run(t, []job{{name: "ancestral", model: `model: chain
algorithm: gibbs
inputs: {n: range}
program: |
  z[0] ~ bernoulli(0.5)
  h[0] ~ normal(0, variance = 1)
  for (t in 1..<n) {
    if (z[t-1]) { z[t] ~ bernoulli(0.9) } else { z[t] ~ bernoulli(0.2) }
    h[t] ~ normal(h[t-1], variance = 0.5)
  }
infer: [z, h]
`, data: `{"n": 5}`, burnIn: 1, samples: 10000, thin: 1, chains: 4, seed: 5}})[0]
	if o.Error != "" {
		t.Fatal(o.Error)
	}
	var z []struct{ P, MCSE, ESSBulk float64 }
	var h []struct{ Mean, SD, MCSE float64 }
	if err := json.Unmarshal(o.Posteriors["z"], &z); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(o.Posteriors["h"], &h); err != nil {
		t.Fatal(err)
	}
	p := 0.5
	for i := range z {
		if math.Abs(z[i].P-p) > 5*z[i].MCSE || !(z[i].MCSE < 0.004) {
			t.Errorf("z[%d] has probability %v +- %v, want %v", i, z[i].P, z[i].MCSE, p)
		}
		p = 0.9*p + 0.2*(1-p)
		if sd := math.Sqrt(1 + 0.5*float64(i)); math.Abs(h[i].Mean) > 5*h[i].MCSE || math.Abs(h[i].SD-sd) > 0.03*sd {
			t.Errorf("h[%d] has mean %v +- %v and sd %v, want 0 and %v", i, h[i].Mean, h[i].MCSE, h[i].SD, sd)
		}
	}
}
