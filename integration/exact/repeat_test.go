package exact

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"mpc/codegen"
	"mpc/integration/agree"
	"mpc/run/interp"
)

// powerPlates are models in which a block counts n times, with the same block
// written n times: by a plate, of which each copy is one row.
var powerPlates = []struct{ name, algorithm, before, block, infer string }{
	{"soft constraint", "ep", "x ~ normal(1, variance = 2)", "observe x ~ normal(3, variance = 4)", "x"},
	{"logit", "ep", "x ~ normal(1, variance = 2)", "z@ ~ bernoulli(logit = x); observe z@", "x"},
	{"constraint of a draw", "ep", "x ~ normal(1, variance = 2)", "h@ ~ normal(x, variance = 0.5); observe h@ > 0", "x"},
	{"draw below a gamma", "ep", "t ~ gamma(shape = 3, rate = 2)", "h@ ~ normal(0, precision = t); observe h@ ~ normal(2, variance = 0.1)", "t"},
	{"two outside", "ep", "x ~ normal(1, variance = 2); p ~ beta(2, 3)", "b@ ~ bernoulli(p); c@ = x > 0; observe b@ || c@", "x, p"},
	{"inverse gamma", "ep", "v ~ inversegamma(3, 2)", "observe v ~ inversegamma(2, 1)", "v"},
	{"mean field", "vmp", "m ~ normal(0, variance = 9); t ~ gamma(shape = 2, rate = 1)", "h@ ~ normal(m, precision = t); observe h@ ~ normal(2, variance = 0.5)", "m, t"},
	{"mean field of a product", "vmp", "a ~ normal(1, variance = 1); b ~ normal(2, variance = 0.5)", "y@ = a * b; observe y@ ~ normal(3, variance = 0.5)", "a, b"},
}

// TestPowerPlates: a block in repeat (n) says the same as the block written n times.
func TestPowerPlates(t *testing.T) {
	var trials []*agree.Trial
	for _, m := range powerPlates {
		for _, n := range []int{0, 1, 3} {
			t.Run(fmt.Sprintf("%s %d", m.name, n), func(t *testing.T) {
				model := func(block string) string {
					return fmt.Sprintf("model: m\nalgorithm: %s\ninputs: {n: int, i: range}\nprogram: |\n  %s\n  %s\ninfer: [%s, evidence]\niterate: {max: 2000, tolerance: 1e-13}\n",
						m.algorithm, m.before, block, m.infer)
				}
				once := model("repeat (n) { " + strings.ReplaceAll(m.block, "@", "") + " }\n  for (k in i) { observe 1 > 0 }")
				often := model("for (k in i) { " + strings.ReplaceAll(m.block, "@", "[k]") + " }\n  observe n >= 0")
				if m.algorithm == "ep" { // a repeat passes messages
					often += "integrate: []\n"
				}
				got := repeated(t, once, n)
				want := repeated(t, often, n)
				for name, w := range want {
					if g := got[name]; math.Abs(g-w) > 1e-8*math.Max(1, math.Abs(w)) {
						t.Errorf("%s is %.12g, written %d times %.12g\n%s", name, g, n, w, once)
					}
				}
				trials = append(trials, &agree.Trial{Name: t.Name(), Model: once, Data: fmt.Sprintf(`{"n": %d, "i": 0}`, n), Iterations: 12})
			})
		}
	}
	agree.All(t, trials, codegen.Options{})
}

// repeated runs a model on n copies and returns its numbers by name.
func repeated(t *testing.T, text string, n int) map[string]float64 {
	t.Helper()
	r, err := interpretTree(t, text, map[string]any{"n": n, "i": n})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return quantities(t, r)
}

// quantities lists the parameters of a result's posteriors, and the evidence.
func quantities(t *testing.T, r *interp.Result) map[string]float64 {
	t.Helper()
	out := map[string]float64{"log evidence": r.LogEvidence}
	for _, p := range r.Posteriors {
		b, err := json.Marshal(p.Value)
		if err != nil {
			t.Fatal(err)
		}
		var fields map[string]any
		if err := json.Unmarshal(b, &fields); err != nil {
			t.Fatal(err)
		}
		for key, x := range fields {
			if v, ok := x.(float64); ok {
				out[p.Name+" "+key] = v
			}
		}
	}
	return out
}
