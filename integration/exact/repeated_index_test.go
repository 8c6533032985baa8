package exact

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"mpc/dist"
	"mpc/run/interp"
)

// A truthExpr is a random expression of truths, each of them x at an index that the data give.
type truthExpr struct {
	text  string
	reads []int
	value func(x []bool) bool
}

// randomTruth draws an expression, index holding the data of its indices u[i, 0], u[i, 1], ...
func randomTruth(rng *rand.Rand, index []int, next *int, depth int) truthExpr {
	if depth == 0 || *next+1 == len(index) || rng.IntN(4) == 0 {
		k := *next
		*next++
		e := truthExpr{fmt.Sprintf("x[u[%d]]", k), []int{index[k]}, func(x []bool) bool { return x[index[k]] }}
		if rng.IntN(3) == 0 {
			return truthExpr{"!" + e.text, e.reads, func(x []bool) bool { return !e.value(x) }}
		}
		return e
	}
	a := randomTruth(rng, index, next, depth-1)
	if *next == len(index) {
		return a
	}
	b := randomTruth(rng, index, next, depth-1)
	ops := []struct {
		text string
		of   func(a, b bool) bool
	}{
		{"&&", func(a, b bool) bool { return a && b }},
		{"||", func(a, b bool) bool { return a || b }},
		{"==", func(a, b bool) bool { return a == b }},
		{"!=", func(a, b bool) bool { return a != b }},
	}
	op := ops[rng.IntN(len(ops))]
	return truthExpr{"(" + a.text + " " + op.text + " " + b.text + ")", append(append([]int{}, a.reads...), b.reads...),
		func(x []bool) bool { return op.of(a.value(x), b.value(x)) }}
}

// repeats tells whether a number is in the list twice.
func repeats(list []int) bool {
	seen := map[int]bool{}
	for _, i := range list {
		if seen[i] {
			return true
		}
		seen[i] = true
	}
	return false
}

// TestRepeatedIndexTruths: EP by messages alone either returns what the sum over all values gives, or refuses the
// data, since they make one statement read one element twice; and it refuses no others.
func TestRepeatedIndexTruths(t *testing.T) {
	refused := 0
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 7))
		const n = 4
		index := make([]int, 4)
		for k := range index {
			index[k] = rng.IntN(n)
		}
		next := 0
		e := randomTruth(rng, index, &next, 3)
		text := fmt.Sprintf("model: m\ninputs: {n: range, k: range, u: \"index(n)[k]\", p: \"real[n]\"}\nprogram: |\n"+
			"  for (i in n) { x[i] ~ bernoulli(p[i]) }\n  z = %s\n  noise ~ bernoulli(0.3)\n  observe z || noise\ninfer: [x, z, evidence]\nblocks: []\n", e.text)
		p := make([]float64, n)
		for i := range p {
			p[i] = 0.1 + 0.8*rng.Float64()
		}
		inputs := map[string]any{"u": index, "p": p}
		evidence, marginals := enumerateTruths(p, e.value)
		compare := func(r *interp.Result, err error) {
			t.Helper()
			if err != nil {
				t.Fatalf("%v, of %v\n%s", err, index, text)
			}
			if math.Abs(r.LogEvidence-math.Log(evidence)) > 1e-9 {
				t.Errorf("log evidence %v, exact %v, of %v\n%s", r.LogEvidence, math.Log(evidence), index, text)
			}
			for i, x := range r.Posteriors[0].Value.([]any) {
				if got := x.(dist.Bernoulli).P(); math.Abs(got-marginals[i]) > 1e-9 {
					t.Errorf("x[%d] is %v, exact %v, of %v\n%s", i, got, marginals[i], index, text)
				}
			}
		}
		compare(interpretTree(t, strings.TrimSuffix(text, "blocks: []\n"), inputs)) // a table takes what is one element as one
		r, err := interpretTree(t, text, inputs)
		if repeats(e.reads) {
			if refused++; refused <= 5 {
				sampledTruths(t, text, inputs, e.value)
			}
			if err == nil || !strings.Contains(err.Error(), "twice") {
				t.Fatalf("%v, of %v\n%s", err, index, text)
			}
			continue
		}
		compare(r, err)
	}
	if refused < 50 || refused > 150 {
		t.Errorf("%d of 200 are refused", refused)
	}
}

// enumerateTruths sums over all values of what z || noise is observed of.
func enumerateTruths(p []float64, z func([]bool) bool) (evidence float64, marginals []float64) {
	marginals = make([]float64, len(p))
	x := make([]bool, len(p))
	for state := range 1 << len(p) {
		w := 1.0
		for i := range p {
			x[i] = state>>i&1 == 1
			if x[i] {
				w *= p[i]
			} else {
				w *= 1 - p[i]
			}
		}
		if !z(x) {
			w *= 0.3
		}
		evidence += w
		for i := range p {
			if x[i] {
				marginals[i] += w
			}
		}
	}
	for i := range marginals {
		marginals[i] /= evidence
	}
	return evidence, marginals
}

// sampledTruths checks that Gibbs sampling, which asks the conditions of the values themselves,
// draws from the posterior of what EP refuses.
func sampledTruths(t *testing.T, text string, inputs map[string]any, z func([]bool) bool) {
	t.Helper()
	text = strings.Replace(text, ", evidence]", "]\nalgorithm: gibbs", 1)
	r, err := interpretTree(t, text, inputs)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	_, marginals := enumerateTruths(inputs["p"].([]float64), z)
	for i, x := range r.Posteriors[0].Value.([]any) {
		var got struct{ P float64 }
		b, err := json.Marshal(x)
		if err == nil {
			err = json.Unmarshal(b, &got)
		}
		if err != nil || math.Abs(got.P-marginals[i]) > 0.05 {
			t.Errorf("x[%d] is drawn as %s, exact %v: %v\n%s", i, b, marginals[i], err, text)
		}
	}
}
