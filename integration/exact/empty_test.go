package exact

import (
	"math"
	"strings"
	"testing"
)

// TestEmptyPlates: a plate that is written over nothing is as one over n where n is 0.
func TestEmptyPlates(t *testing.T) {
	for _, program := range []string{
		"  a ~ bernoulli(0.3)\n  for (k in 0..<n) { b[k] ~ bernoulli(0.5); observe b[k] }\n  observe any(b[k] : k in 0..<n) || a\n",
		"  a ~ bernoulli(0.3)\n  for (k in 0..<n) { b[k] ~ bernoulli(0.5) }\n  c = count(b[k] : k in 0..<n)\n  observe c > 0 || a\n",
		"  z ~ categorical([0.7, 0.3])\n  for (k in 0..<n) { x[k] ~ normal(k, variance = 1)\n    if (z == 0) { observe x[k] > 0 } }\n  s = sum(x[k] : k in 0..<n)\n  y ~ normal(s, variance = 1)\n  observe z == 1\n",
	} {
		for _, literal := range []bool{false, true} {
			text, inputs := "model: empty\ninputs: {n: int}\nprogram: |\n"+program+"infer: [evidence]\n", map[string]any{"n": 0}
			if literal {
				text = strings.ReplaceAll(strings.Replace(text, "inputs: {n: int}\n", "", 1), "..<n", "..<0")
				inputs = map[string]any{}
			}
			r, err := interpretTree(t, text, inputs)
			if err != nil || !(math.Abs(r.LogEvidence-math.Log(0.3)) < 1e-12) {
				t.Errorf("%v, %v\n%s", r, err, text)
			}
		}
	}
}
