package draws

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mpc"
)

// TestAgree: the draws of generated code are those of the interpreter, on the conformance
// cases that the compiler takes, on random models, and on those that once differed.
func TestAgree(t *testing.T) {
	All(t, slices.Concat(cases(t), peculiar, methods, joint, repeats, locals, softmaxes, matrices, counts, recurrences, partly, vectors, seen, quadratics, flat, RandomTrials(16)))
}

// TestSharedLoops: as TestAgree, of loops that statements of the generated code share.
func TestSharedLoops(t *testing.T) { All(t, sharedLoops) }

// TestNetworks: as TestAgree, of what the random trials have little of.
func TestNetworks(t *testing.T) { All(t, slices.Concat(networks, lasting)) }

// TestLearned: as TestAgree, of moves that are learned in the burn-in.
func TestLearned(t *testing.T) { All(t, learned) }

// cases are the conformance cases of Gibbs sampling.
func cases(t *testing.T) (list []*Trial) {
	t.Helper()
	paths, err := filepath.Glob("../../testdata/sampled/*.json")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, p := range paths {
		text, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		var c struct {
			Name, Model string
			Data        json.RawMessage
		}
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatalf("%s: %v", p, err)
		}
		if _, err := mpc.Plan(c.Name, []byte(c.Model)); err != nil {
			continue
		}
		if len(c.Data) == 0 || strings.TrimSpace(string(c.Data)) == "null" {
			c.Data = json.RawMessage("{}")
		}
		list = append(list, &Trial{Name: c.Name, Model: c.Model, Data: string(c.Data)})
	}
	if len(list) < 60 {
		t.Errorf("only %d cases compile", len(list))
	}
	return list
}

// peculiar are models in which one thing is to be seen.
var peculiar = []*Trial{{
	Name: "missing entries beside a name like theirs",
	Model: `model: names
algorithm: gibbs
inputs:
  n: range
  y: {type: "real[n]", missing: true}
  y_drawn: real[n]
program: |
  x ~ normal(0.5, variance = 1)
  for (i in n) { y[i] ~ normal(x + y_drawn[i], variance = 2) }
infer: [x, y]
`,
	Data: `{"y": [1, null, 3, null], "y_drawn": [0.1, 0.2, 0.3, 0.4]}`,
}, {
	Name: "constants of few digits",
	Model: `model: digits
algorithm: gibbs
program: |
  a ~ normal(0, variance = 0.09)
  b ~ normal(a / 3, variance = 0.7)
  c ~ truncated(normal(0.1, variance = 0.3), -2, 1.1)
  d ~ normal(b * 0.1 + 0.3 * c, variance = 0.03)
infer: [a, b, c, d]
`,
	Data: `{}`,
}, {
	Name: "a condition that data make empty",
	Model: `model: empty
algorithm: gibbs
inputs: {n: range, c: "real[n]"}
program: |
  a ~ normal(0, variance = 1)
  for (i in n) { observe c[i] * a >= 0 }
infer: [a]
`,
	Data: `{"c": [0, 1, 0.5]}`,
}, {
	Name: "truths that are tied",
	Model: `model: tied
algorithm: gibbs
inputs: {n: range, y: "real[n]", p: vector(3)}
program: |
  for (i in n) {
    a[i] ~ bernoulli(0.3)
    b[i] ~ bernoulli(0.6)
    k[i] ~ categorical(p)
    observe a[i] == b[i]
    observe !a[i] || k[i] == 2
    if (a[i]) { y[i] ~ normal(1, variance = 0.5) } else { y[i] ~ normal(0, variance = 1.5) }
  }
infer: [a, b, k]
`,
	Data: `{"y": [1, 0, 0.4, -1], "p": [0.2, 0.3, 0.5]}`,
}}
