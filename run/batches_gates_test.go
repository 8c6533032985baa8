package run_test

import (
	"math"
	"testing"
)

// TestGateBatches: batches with gates say of what they share what all data say at once.
func TestGateBatches(t *testing.T) {
	for _, x := range []struct{ name, shared, program string }{
		{"a selector", "c", "c ~ bernoulli(0.3)\n  for (i in n) { if (c) { y[i] ~ bernoulli(0.7) } else { y[i] ~ bernoulli(0.4) } }"},
		{"an outer variable", "m", "m ~ bernoulli(0.6)\n  for (i in n) {\n    c[i] ~ bernoulli(0.4)\n    if (c[i]) { y[i] = m } else { y[i] ~ bernoulli(0.2) }\n  }"},
		{"both of a gate", "m", "m ~ bernoulli(0.6)\n  for (i in n) {\n    c[i] ~ bernoulli(0.4)\n    if (c[i]) { z[i] = !m } else { z[i] ~ bernoulli(0.2) }\n    observe z[i] == y[i]\n    observe c[i] ~ bernoulli(0.3)\n  }"},
	} {
		model := "model: batches\ninputs: {n: range, y: 'bool[n]'}\nshared: [" + x.shared + "]\nprogram: |\n  " + x.program + "\ninfer: [" + x.shared + ", evidence]\n"
		want := runText(t, model, `{"n": 3, "y": [true, false, true]}`, true)
		got := runText(t, model, `{"batches": [{"n": 2, "y": [true, false]}, {"n": 1, "y": [true]}]}`, true)
		for _, d := range apart(decoded(t, got), decoded(t, want), 1e-9, "") {
			t.Errorf("%s: %s", x.name, d)
		}
		if math.Abs(*got.LogEvidence-*want.LogEvidence) > 1e-9 {
			t.Errorf("%s: evidence %v, not %v", x.name, *got.LogEvidence, *want.LogEvidence)
		}
	}
}
