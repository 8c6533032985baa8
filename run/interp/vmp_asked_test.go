package interp_test

import (
	"encoding/json"
	"math"
	"testing"
)

// TestAskedTruthsByVMP: VMP has no messages back from comparisons of random values. What is
// only asked of the truth needs none, and its probability follows from the posteriors.
func TestAskedTruthsByVMP(t *testing.T) {
	r, err := run(&conformance{Name: "asked", Model: `
model: asked
algorithm: vmp
inputs:
  y: real
  z: real
program: |
  a ~ normal(0, variance = 1)
  b ~ normal(0, variance = 1)
  y ~ normal(a, variance = 1)
  z ~ normal(b, variance = 1)
  above = a > b
  apart = a - b
  far = apart > 1
  inside = between(a, 0, 1)
  not = !inside
infer: [above, far, inside, not, evidence]
`, Data: json.RawMessage(`{"y": 1, "z": -1}`)})
	if err != nil {
		t.Fatal(err)
	}
	phi := func(x float64) float64 { return 0.5 * math.Erfc(-x/math.Sqrt2) }
	inside := phi(0.5/math.Sqrt(0.5)) - phi(-0.5/math.Sqrt(0.5))
	// Both posteriors have variance 1/2, and means 1/2 and -1/2.
	wants := map[string]float64{"above": phi(1), "far": 0.5, "inside": inside, "not": 1 - inside}
	for _, p := range r.Posteriors {
		name, want := p.Name, wants[p.Name]
		text, err := json.Marshal(p.Value)
		if err != nil {
			t.Fatal(err)
		}
		var got struct{ P float64 }
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatal(err)
		}
		if !(math.Abs(got.P-want) < 1e-9) {
			t.Errorf("%s: %s, want %v", name, text, want)
		}
	}
	want := -math.Log(4*math.Pi) - 0.5 // two normals of variance 2, each at 1 from its mean
	if !(math.Abs(r.LogEvidence-want) < 1e-9) {
		t.Errorf("evidence %v, want %v", r.LogEvidence, want)
	}
}
