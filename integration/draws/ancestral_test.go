package draws

import (
	"encoding/json"
	"math"
	"testing"
)

// TestAncestral: chains that no data depend on are drawn from their priors, element after
// element, with statements that define elements in branches on those before them, or on
// those behind them where each is drawn from the next.
func TestAncestral(t *testing.T) {
	jobs := []job{{name: "from the one before", model: `model: chain
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
`}, {name: "from the next", model: `model: chain
algorithm: gibbs
inputs: {n: range}
program: |
  z[n-1] ~ bernoulli(0.5)
  h[n-1] ~ normal(0, variance = 1)
  for (t in 0..<n-1) {
    if (z[t+1]) { z[t] ~ bernoulli(0.9) } else { z[t] ~ bernoulli(0.2) }
    h[t] ~ normal(h[t+1], variance = 0.5)
  }
infer: [z, h]
`}}
	for i := range jobs {
		j := &jobs[i]
		j.data, j.burnIn, j.samples, j.thin, j.chains, j.seed = `{"n": 5}`, 1, 10000, 1, 4, 5
	}
	for i, o := range sampledRun(t, jobs) {
		if o.Error != "" {
			t.Fatalf("%s: %s", jobs[i].name, o.Error)
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
		for k := range z {
			at := k
			if i == 1 {
				at = len(z) - 1 - k
			}
			if z := z[at]; math.Abs(z.P-p) > 5*z.MCSE || !(z.MCSE < 0.004) {
				t.Errorf("%s: z[%d] has probability %v +- %v, want %v", jobs[i].name, at, z.P, z.MCSE, p)
			}
			p = 0.9*p + 0.2*(1-p)
			if h, sd := h[at], math.Sqrt(1+0.5*float64(k)); math.Abs(h.Mean) > 5*h.MCSE || math.Abs(h.SD-sd) > 0.03*sd {
				t.Errorf("%s: h[%d] has mean %v +- %v and sd %v, want 0 and %v", jobs[i].name, at, h.Mean, h.MCSE, h.SD, sd)
			}
		}
	}
}
