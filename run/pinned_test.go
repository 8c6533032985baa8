//go:build long

package run_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"mpc/run"
)

// TestPinned: numbers of which the data say that some are observed exactly, and others are known to be above a bound, have the
// posterior and the evidence by quadrature, and draws that agree.
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
		data = `{"hours": [6.6, 7.1, 6.4, 7.6, 7.3, 7.7], "failed": [%s]}`
	)
	const once = "if (failed[i]) { observe life[i] == hours[i] } else { observe life[i] > hours[i] }"
	for _, test := range []struct {
		name, statement, failed string
		known, above            []float64
		evidence                float64 // beyond that of what is known
	}{
		{"some", once, "true, true, true, false, true, false", []float64{6.6, 7.1, 6.4, 7.3}, []float64{7.6, 7.7}, 0},
		{"twice the value", strings.Replace(once, "life[i] == hours[i]", "2 * life[i] + 1 == 2 * hours[i] + 1", 1), "true, true, true, false, true, false", []float64{6.6, 7.1, 6.4, 7.3}, []float64{7.6, 7.7}, -4 * math.Ln2},
		{"two conditions", "if (!failed[i]) { observe life[i] > hours[i] } else { if (hours[i] > 0) { observe hours[i] == life[i] } }", "true, true, true, false, true, false", []float64{6.6, 7.1, 6.4, 7.3}, []float64{7.6, 7.7}, 0},
		{"all", once, "true, true, true, true, true, true", []float64{6.6, 7.1, 6.4, 7.6, 7.3, 7.7}, []float64{}, 0},
		{"none", once, "false, false, false, false, false, false", []float64{}, []float64{6.6, 7.1, 6.4, 7.6, 7.3, 7.7}, 0},
		{"nothing is known of the others", "if (failed[i]) { observe life[i] == hours[i] }", "true, true, true, false, true, false", []float64{6.6, 7.1, 6.4, 7.3}, []float64{}, 0},
	} {
		text, data := fmt.Sprintf(pinned, test.statement), fmt.Sprintf(data, test.failed)
		got, want := runText(t, text, data, test.name != "some"), pinnedByQuadrature(test.known, test.above)
		for _, name := range []string{"a", "t"} {
			g, err := got.Posteriors[name].Marginals()
			if err != nil {
				t.Fatal(err)
			}
			w := want.of[name]
			if math.Abs(g[0].Mean-w.mean) > 1e-3*w.sd || math.Abs(g[0].SD/w.sd-1) > 1e-3 {
				t.Errorf("%s: %s has mean %v, sd %v, want %v, %v", test.name, name, g[0].Mean, g[0].SD, w.mean, w.sd)
			}
		}
		if math.Abs(*got.LogEvidence-want.log-test.evidence) > 1e-4 {
			t.Errorf("%s: log evidence %v, want %v", test.name, *got.LogEvidence, want.log+test.evidence)
		}
		drawn := strings.Replace(strings.Replace(text, "model: m\n", "model: m\nalgorithm: gibbs\niterate: {samples: 4000}\n", 1), ", evidence", "", 1)
		draws := runText(t, drawn, data, true)
		for _, name := range []string{"a", "t"} {
			g, err := draws.Posteriors[name].Marginals()
			if err != nil {
				t.Fatal(err)
			}
			w := want.of[name]
			if math.Abs(g[0].Mean-w.mean) > 0.03*w.sd+4*g[0].Draws.MCSE || math.Abs(g[0].SD/w.sd-1) > 0.08 {
				t.Errorf("%s: draws of %s have mean %v, sd %v, want %v, %v", test.name, name, g[0].Mean, g[0].SD, w.mean, w.sd)
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

// A grid has the log evidence and moments by quadrature.
type grid struct {
	log float64
	of  map[string]struct{ mean, sd float64 }
}

// pinnedByQuadrature is the posterior of a ~ normal(7, sd = 1) and t ~ gamma(2, rate = 1), given normals around a of precision
// t that are known, and others that are above bounds.
func pinnedByQuadrature(known, above []float64) grid {
	const n = 500
	var all, sums, squares [3]float64
	for i := range n {
		a := 7 + 12*((float64(i)+0.5)/n-0.5)
		for j := range n {
			log := -9 + 13*(float64(j)+0.5)/n
			t := math.Exp(log)
			w := 12.0 / n * 13 / n * math.Exp(-(a-7)*(a-7)/2+2*log-t) / math.Sqrt(2*math.Pi)
			for _, x := range known {
				w *= math.Sqrt(t/(2*math.Pi)) * math.Exp(-t*(x-a)*(x-a)/2)
			}
			for _, low := range above {
				w *= math.Erfc((low-a)*math.Sqrt(t/2)) / 2
			}
			for k, x := range []float64{a, t} {
				all[k] += w
				sums[k] += w * x
				squares[k] += w * x * x
			}
		}
	}
	g := grid{math.Log(all[0]), map[string]struct{ mean, sd float64 }{}}
	for k, name := range []string{"a", "t"} {
		mean := sums[k] / all[k]
		g.of[name] = struct{ mean, sd float64 }{mean, math.Sqrt(squares[k]/all[k] - mean*mean)}
	}
	return g
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
