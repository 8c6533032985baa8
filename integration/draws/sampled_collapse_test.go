package draws

import (
	"math"
	"testing"
)

// collapseModel has a standard deviation that is proposed with the means of studies integrated out. Nothing that it is drawn with reads
// their data: what these say of the means, where they stand, differs from scan to scan.
const collapseModel = `model: studies
algorithm: gibbs
inputs: {k: range, y: "real[k]", se: "real[k]"}
program: |
  mu ~ normal(0, sd = 1)
  tau ~ normal(0, sd = 1)
  observe tau > 0
  for (i in k) { th[i] ~ normal(mu, sd = tau); y[i] ~ normal(th[i], sd = se[i]) }
infer: [mu, tau, th]
`

// TestCollapse: numbers that are proposed in scan after scan, and drawn by themselves in few of them, have their distribution.
func TestCollapse(t *testing.T) {
	y := []float64{-0.3, 0.1, 0.2, 0.5, 1.1, 0.3}
	se := []float64{0.3, 0.5, 0.25, 0.4, 0.6, 0.35}
	density := func(tau float64) float64 {
		precision, linear, log := 1.0, 0.0, -tau*tau/2
		for i, x := range y {
			v := tau*tau + se[i]*se[i]
			precision, linear, log = precision+1/v, linear+x/v, log-0.5*(math.Log(v)+x*x/v)
		}
		return math.Exp(log + 0.5*(linear*linear/precision-math.Log(precision)))
	}
	below := func(end float64) (sum float64) {
		const parts = 4000
		for k := range parts {
			sum += density(end*(float64(k)+0.5)/parts) * end / parts
		}
		return sum
	}
	s := survey{name: "studies", model: collapseModel, Seed: 8, BurnIn: 1000, Samples: smallSamples, Chains: 4,
		Data: map[string]any{"k": len(y), "y": y, "se": se}}
	for _, x := range []float64{0.05, 0.15, 0.3, 0.5, 0.8, 1.2} {
		s.Shares = append(s.Shares, &share{Column: "tau", Below: x, p: below(x) / below(8)})
	}
	s.holds(t)
}
