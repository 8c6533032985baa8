package exact

import (
	"context"
	"math"
	"strings"
	"testing"

	"mpc"
	"mpc/data"
	"mpc/run"
)

const tolerantVMP = `model: m
algorithm: vmp
inputs:
  n: range
  y: real[n]
program: |
  mu ~ normal(0, variance = 100)
  tau ~ gamma(shape = 1, rate = 1)
  for (i in n) {
    theta[i] ~ normal(mu, precision = tau)
    y[i] ~ normal(theta[i], variance = 2)
  }
infer: [mu, tau]
iterate: {max: 5000, tolerance: 1e-7, of: evidence}
`

const tolerantEP = `model: m
inputs:
  n: range
  k: range
  a: index(k)[n]
  b: index(k)[n]
program: |
  for (i in k) { s[i] ~ normal(0, variance = 9) }
  for (g in n) { observe s[a[g]] + 0.3 > s[b[g]] }
blocks: []
infer: [s]
iterate: {max: 500, tolerance: 1e-9, of: evidence}
`

// TestToleranceOfEvidence: an iteration stops when the evidence stands still, which
// nobody need infer, earlier than the posteriors do; the interpreter and generated
// code stop at the same iteration.
func TestToleranceOfEvidence(t *testing.T) {
	for _, x := range []struct{ name, model, data string }{
		{"vmp", tolerantVMP, `{"n": 5, "y": [1, -2, 0.5, 3, 0.7]}`},
		{"ep", tolerantEP, `{"n": 6, "k": 4, "a": [0, 1, 2, 3, 0, 1], "b": [1, 2, 3, 0, 2, 3]}`},
	} {
		run := func(text string, interpret bool) *run.Result {
			c, err := mpc.Compile(x.name+".yaml", []byte(text), mpc.Options{})
			if err != nil {
				t.Fatalf("%s: %v", x.name, err)
			}
			set, d := data.ReadJSON("data.json", []byte(x.data), c.Model)
			if d.HasErrors() {
				t.Fatalf("%s: %v", x.name, d)
			}
			r, err := run.Run(context.Background(), c, set, run.Options{Iterations: -1, Interpret: interpret})
			if err != nil {
				t.Fatalf("%s: %v", x.name, err)
			}
			return r
		}
		interpreted, generated := run(x.model, true), run(x.model, false)
		posteriors := run(strings.Replace(x.model, ", of: evidence", ", of: posteriors", 1), true)
		if !interpreted.Converged || !generated.Converged || interpreted.Iterations != generated.Iterations {
			t.Errorf("%s: interpreted %d iterations, converged %v, generated %d, %v", x.name,
				interpreted.Iterations, interpreted.Converged, generated.Iterations, generated.Converged)
		}
		if interpreted.Iterations >= posteriors.Iterations || interpreted.Iterations < 3 {
			t.Errorf("%s: %d iterations for the evidence, %d for the posteriors", x.name, interpreted.Iterations, posteriors.Iterations)
		}
	}
}

// TestEvidenceTerms: the parts of the evidence add up to it, in generated code as in
// the interpreter, for EP and VMP; without being asked for they are left out.
func TestEvidenceTerms(t *testing.T) {
	for _, model := range []string{
		strings.Replace(tolerantVMP, "infer: [mu, tau]", "infer: [mu, evidence]", 1),
		strings.NewReplacer("algorithm: vmp\n", "integrate: []\n", ", of: evidence", "", "infer: [mu, tau]", "infer: [mu, evidence]").Replace(tolerantVMP),
	} {
		c, err := mpc.Compile("m.yaml", []byte(model), mpc.Options{})
		if err != nil {
			t.Fatal(err)
		}
		set, d := data.ReadJSON("data.json", []byte(`{"n": 3, "y": [1, -2, 0.5]}`), c.Model)
		if d.HasErrors() {
			t.Fatal(d)
		}
		var both [2]*run.Result
		for k := range both {
			r, err := run.Run(context.Background(), c, set, run.Options{Iterations: -1, Interpret: k == 0, Evidence: true})
			if err != nil {
				t.Fatal(err)
			}
			both[k] = r
			sum := 0.0
			for _, x := range r.EvidenceTerms {
				if x.Line == 0 || x.Statement == "" {
					t.Errorf("a term without a place: %+v", x)
				}
				sum += x.Value
			}
			if len(r.EvidenceTerms) < 6 || math.Abs(sum-*r.LogEvidence) > 1e-10*(1+math.Abs(sum)) {
				t.Errorf("%d terms add up to %g, the evidence is %g", len(r.EvidenceTerms), sum, *r.LogEvidence)
			}
		}
		for i, x := range both[0].EvidenceTerms {
			y := both[1].EvidenceTerms[i]
			if x.Line != y.Line || x.Statement != y.Statement || math.Abs(x.Value-y.Value) > 1e-9*(1+math.Abs(x.Value)) {
				t.Errorf("interpreted %+v, generated %+v", x, y)
			}
		}
		r, err := run.Run(context.Background(), c, set, run.Options{Iterations: -1, Interpret: true})
		if err != nil || r.EvidenceTerms != nil {
			t.Errorf("%d terms that nobody asked for: %v", len(r.EvidenceTerms), err)
		}
	}
}
