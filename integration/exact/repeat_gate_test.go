package exact

import (
	"encoding/json"
	"math"
	"testing"

	"mpc/codegen"
	"mpc/dist"
	"mpc/integration/agree"
)

// countedWords are documents whose words count several times.
const countedWords = `model: m
algorithm: vmp
inputs:
  topic: range
  word: range
  doc: range
  length: "int[doc]"
  term: "index(word)[doc][length[doc]]"
  count: "int[doc][length[doc]]"
  start: "dirichlet(word)[topic]"
program: |
  for (k in topic) { few[k] = 0.5 }
  for (v in word) { rare[v] = 0.4 }
  for (k in topic) { phi[k] ~ dirichlet(rare) }
  for (d in doc) {
    theta[d] ~ dirichlet(few)
    for (j in 0..<length[d]) {
      repeat (count[d, j]) {
        z[d, j] ~ categorical(theta[d])
        term[d, j] ~ categorical(phi[z[d, j]])
      }
    }
  }
init: {phi: start}
infer: [theta, phi, evidence]
iterate: {max: 2000, tolerance: 1e-12}
`

// TestCountedWords: words that count several times say the same as they do written
// that often, evidence included, and generated code agrees.
func TestCountedWords(t *testing.T) {
	start := []any{map[string]any{"dist": "dirichlet", "alpha": []float64{1, 2, 1, 3}}, map[string]any{"dist": "dirichlet", "alpha": []float64{3, 1, 2, 1}}}
	counted := map[string]any{"topic": 2, "word": 4, "doc": 3, "length": []int{2, 0, 3}, "start": start,
		"term": [][]int{{0, 3}, {}, {1, 2, 0}}, "count": [][]int{{3, 1}, {}, {2, 0, 4}}}
	often := map[string]any{"topic": 2, "word": 4, "doc": 3, "length": []int{4, 0, 6}, "start": start,
		"term": [][]int{{0, 0, 0, 3}, {}, {1, 1, 0, 0, 0, 0}}, "count": [][]int{{1, 1, 1, 1}, {}, {1, 1, 1, 1, 1, 1}}}
	got, err := interpretTree(t, countedWords, counted)
	if err != nil {
		t.Fatal(err)
	}
	want, err := interpretTree(t, countedWords, often)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(got.LogEvidence-want.LogEvidence) > 1e-9*math.Abs(want.LogEvidence) {
		t.Errorf("bound %.12g, written out %.12g", got.LogEvidence, want.LogEvidence)
	}
	for i, p := range want.Posteriors {
		for j, w := range p.Value.([]any) {
			a, b := got.Posteriors[i].Value.([]any)[j].(dist.Dirichlet).A, w.(dist.Dirichlet).A
			for k := range b {
				if math.Abs(a[k]-b[k]) > 1e-7*b[k] {
					t.Errorf("%s[%d]: %v, written out %v", p.Name, j, a, b)
				}
			}
		}
	}
	input, err := json.Marshal(counted)
	if err != nil {
		t.Fatal(err)
	}
	agree.All(t, []*agree.Trial{
		{Name: "counted words", Model: countedWords, Data: string(input), Iterations: 12},
		{Name: "counted draws", Model: countedDraws, Data: `{"n": 3, "count": [2, 0, 3], "y": [1.5, 0.2, -1]}`, Iterations: 12},
	}, codegen.Options{})
}

// countedDraws are a model of EP whose variables count differently often.
const countedDraws = `model: m
inputs:
  n: range
  count: "int[n]"
  y: "real[n]"
program: |
  m ~ normal(0, variance = 4)
  for (i in n) {
    repeat (count[i]) {
      x[i] ~ normal(m, variance = 1)
      y[i] ~ normal(x[i], variance = 0.5)
      observe x[i] > -2
    }
  }
infer: [m, evidence]
`
