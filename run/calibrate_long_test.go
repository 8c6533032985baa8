//go:build long

package run

import (
	"os"
	"strings"
	"testing"
)

// TestCalibrateFaults: inferences are found off where a value is stale, as a lost Trigger edge would leave it, and where data are of
// another model.
func TestCalibrateFaults(t *testing.T) {
	calibrates(t,
		wanted{name: "a Trigger edge removed", faults: map[string]string{
			"if err := c.drawA(); err != nil {\n\t\treturn err\n\t}\n\tif err := c.drawB(); err != nil {": "stale := c.value.a[0]\nif err := c.drawA(); err != nil {\nreturn err\n}\na := c.value.a[0]\nc.value.a[0] = stale\nerr := c.drawB()\nc.value.a[0] = a\nif err != nil {",
		}, off: true},
		wanted{name: "another prior", from: strings.Replace(calibratedModel, "rate = 1", "rate = 2", 1), off: true},
	)
}

// TestCalibrateCounts: counts of random rates are simulated, also those that others are
// counted of, and inferred right: of failures of pumps, and of animals some of which are seen.
func TestCalibrateCounts(t *testing.T) {
	text, err := os.ReadFile("../models/bugs_pumps/model.yaml")
	if err != nil {
		t.Fatal(err)
	}
	// The prior of the file has rates whose counts are no numbers of JSON.
	pumps := strings.Replace(string(text), "beta ~ gamma(shape = 0.1, rate = 1)", "beta ~ gamma(shape = 2, rate = 1)", 1)
	const animals = `model: animals
algorithm: gibbs
inputs: {site: range, seen: "int[site]"}
program: |
  rate ~ gamma(shape = 8, rate = 1)
  p ~ beta(4, 4)
  for (i in site) {
    n[i] ~ poisson(rate)
    seen[i] ~ binomial(n[i], p)
  }
infer: [rate, p, n]
`
	for name, x := range map[string][2]string{"pumps": {pumps, `t=[94.3,15.7,1.05];x=[5,1,0]`}, "animals": {animals, `seen=[3,0,2]`}} {
		c := calibration(t, x[0], x[0], x[1], nil, CalibrateOptions{N: 200, Seed: 3, Run: short})
		if c.Off > 0 || len(c.Elements) != 5 {
			t.Errorf("%s: %d of %d off: %+v", name, c.Off, len(c.Elements), c.Elements)
		}
	}
}

// TestCalibrateChains: chains of which elements are drawn from later ones are simulated.
func TestCalibrateChains(t *testing.T) {
	const text = `model: back
algorithm: gibbs
inputs: {n: range, y: "real[n]"}
program: |
  x[n-1] ~ normal(1, variance = 1)
  for (t in 0..<n-1) { x[t] ~ normal(2 * x[t+1], variance = 1) }
  y[n-1] ~ normal(x[n-1], variance = 1)
  for (t in 0..<n-1) { y[t] ~ normal(x[t] + y[t+1] / 2, variance = 1) }
infer: [x]
`
	c := calibration(t, text, text, `y=[1,2,3]`, nil, CalibrateOptions{N: 200, Seed: 3, Run: short})
	if c.Off > 0 || len(c.Elements) != 3 {
		t.Errorf("%d of %d off: %+v", c.Off, len(c.Elements), c.Elements)
	}
}
