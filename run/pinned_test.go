package run_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"mpc/run"
)

// TestPinned: numbers of which the data say that some are observed exactly, and others are known to be above a bound, have the
// posterior and the evidence of the model that tells the two apart, and draws that agree.
func TestPinned(t *testing.T) {
	const (
		pinned = `model: m
inputs: {n: range, hours: "real[n]", failed: "bool[n]"}
program: |
  a ~ normal(7, sd = 1)
  t ~ gamma(shape = 2, rate = 1)
  for (i in n) {
    life[i] ~ normal(a, precision = t)
    %s
  }
infer: [a, t, life, evidence]
`
		apart = `model: m
inputs: {n: range, m: range, l: "real[n]", low: "real[m]"}
program: |
  a ~ normal(7, sd = 1)
  t ~ gamma(shape = 2, rate = 1)
  for (i in n) { l[i] ~ normal(a, precision = t) }
  for (j in m) {
    life[j] ~ normal(a, precision = t)
    observe life[j] > low[j]
  }
infer: [a, t, evidence]
`
		data = `{"hours": [6.6, 7.1, 6.4, 7.6, 7.3, 7.7], "failed": [%s]}`
	)
	const once = "if (failed[i]) { observe life[i] == hours[i] } else { observe life[i] > hours[i] }"
	for _, test := range []struct {
		name, statement, failed, data string
		evidence                      float64 // beyond that of the model that tells them apart
	}{
		{"some", once, "true, true, true, false, true, false", `{"l": [6.6, 7.1, 6.4, 7.3], "low": [7.6, 7.7]}`, 0},
		{"twice the value", strings.Replace(once, "life[i] == hours[i]", "2 * life[i] + 1 == 2 * hours[i] + 1", 1), "true, true, true, false, true, false", `{"l": [6.6, 7.1, 6.4, 7.3], "low": [7.6, 7.7]}`, -4 * math.Ln2},
		{"two conditions", "if (!failed[i]) { observe life[i] > hours[i] } else { if (hours[i] > 0) { observe hours[i] == life[i] } }", "true, true, true, false, true, false", `{"l": [6.6, 7.1, 6.4, 7.3], "low": [7.6, 7.7]}`, 0},
		{"all", once, "true, true, true, true, true, true", `{"l": [6.6, 7.1, 6.4, 7.6, 7.3, 7.7], "low": []}`, 0},
		{"none", once, "false, false, false, false, false, false", `{"l": [], "low": [6.6, 7.1, 6.4, 7.6, 7.3, 7.7]}`, 0},
		{"nothing is known of the others", "if (failed[i]) { observe life[i] == hours[i] }", "true, true, true, false, true, false", `{"l": [6.6, 7.1, 6.4, 7.3], "low": []}`, 0},
	} {
		text, data := fmt.Sprintf(pinned, test.statement), fmt.Sprintf(data, test.failed)
		got, want := runText(t, text, data, test.name != "some"), runText(t, apart, test.data, true)
		for _, name := range []string{"a", "t"} {
			g, err := got.Posteriors[name].Marginals()
			if err != nil {
				t.Fatal(err)
			}
			w, err := want.Posteriors[name].Marginals()
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(g[0].Mean-w[0].Mean) > 1e-5*w[0].SD || math.Abs(g[0].SD/w[0].SD-1) > 1e-5 {
				t.Errorf("%s: %s has mean %v, sd %v, want %v, %v", test.name, name, g[0].Mean, g[0].SD, w[0].Mean, w[0].SD)
			}
		}
		if math.Abs(*got.LogEvidence-*want.LogEvidence-test.evidence) > 1e-5 {
			t.Errorf("%s: log evidence %v, want %v", test.name, *got.LogEvidence, *want.LogEvidence+test.evidence)
		}
		drawn := strings.Replace(strings.Replace(text, "model: m\n", "model: m\nalgorithm: gibbs\niterate: {samples: 4000}\n", 1), ", evidence", "", 1)
		draws := runText(t, drawn, data, true)
		for _, name := range []string{"a", "t"} {
			g, err := draws.Posteriors[name].Marginals()
			if err != nil {
				t.Fatal(err)
			}
			w, _ := want.Posteriors[name].Marginals()
			if math.Abs(g[0].Mean-w[0].Mean) > 0.03*w[0].SD+4*g[0].Draws.MCSE || math.Abs(g[0].SD/w[0].SD-1) > 0.08 {
				t.Errorf("%s: draws of %s have mean %v, sd %v, want %v, %v", test.name, name, g[0].Mean, g[0].SD, w[0].Mean, w[0].SD)
			}
		}
		for k, known := range strings.Split(test.failed, ", ") {
			for _, sd := range []float64{sdOf(t, got, k), sdOf(t, draws, k)} {
				if known == "true" && sd > 1e-9 || known != "true" && !(sd > 0.01) {
					t.Errorf("%s: sd of life[%d] is %v", test.name, k, sd)
				}
			}
		}
	}
}

// sdOf is the standard deviation of an element of life.
func sdOf(t *testing.T, r *run.Result, k int) float64 {
	t.Helper()
	x, ok := r.Posteriors["life"].At(k)
	list, err := x.Marginals()
	if !ok || err != nil {
		t.Fatalf("life[%d]: %v", k, err)
	}
	return list[0].SD
}
