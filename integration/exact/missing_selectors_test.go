package exact

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"mpc/dist"
)

// knownStates is a hidden Markov model some of whose states are known.
const knownStates = `model: states
inputs:
  T: range
  K: range
  A: real[K, K]
  p: real[K]
  y: bool[T]
  s: {type: "index(K)[T]", missing: true}
program: |
  s[0] ~ categorical([0.5, 0.3, 0.2])
  for (t in 1..<T) { s[t] ~ categorical(A[s[t-1]]) }
  for (t in T) { y[t] ~ bernoulli(p[s[t]]) }
infer: [s, evidence]
`

// TestMissingStates compares the posteriors of the missing states of a chain, and its
// evidence, with the sum over all paths.
func TestMissingStates(t *testing.T) {
	trans := [][]float64{{0.7, 0.2, 0.1}, {0.1, 0.8, 0.1}, {0.3, 0.3, 0.4}}
	emit := []float64{0.9, 0.5, 0.1}
	y := []bool{true, false, true, true, false}
	for _, known := range [][]any{
		{nil, 1, nil, nil, 2},
		{nil, nil, nil, nil, nil},
		{0, 1, 2, 1, 0},
		{2, nil, nil, nil, nil},
	} {
		text, err := json.Marshal(map[string]any{"K": 3, "A": trans, "p": emit, "y": y, "s": known})
		if err != nil {
			t.Fatal(err)
		}
		got := planned(t, knownStates, string(text))
		want := make([][3]float64, len(y))
		total := 0.0
		for path := range 243 {
			weight, rest, before := 1.0, path, 0
			var states []int
			for i := range y {
				s := rest % 3
				rest /= 3
				if i == 0 {
					weight *= []float64{0.5, 0.3, 0.2}[s]
				} else {
					weight *= trans[before][s]
				}
				if p := emit[s]; y[i] {
					weight *= p
				} else {
					weight *= 1 - p
				}
				if k, ok := known[i].(int); ok && k != s {
					weight = 0
				}
				states, before = append(states, s), s
			}
			total += weight
			for i, s := range states {
				want[i][s] += weight
			}
		}
		for i := range y {
			q, ok := got["s"].([]any)[i].(dist.Categorical)
			if !ok {
				t.Fatalf("s[%d] is %T", i, got["s"].([]any)[i])
			}
			for k, p := range q.P(make([]float64, 3)) {
				if !(math.Abs(p-want[i][k]/total) <= 1e-12) {
					t.Errorf("%v: s[%d] is %d with probability %.15g, want %.15g", known, i, k, p, want[i][k]/total)
				}
			}
		}
		if e := got["evidence"].(float64); !(math.Abs(e-math.Log(total)) <= 1e-12) {
			t.Errorf("%v: the evidence is %.15g, want %.15g", known, e, math.Log(total))
		}
	}
}

// TestMissingCondition: a truth that an if reads, known and not.
func TestMissingCondition(t *testing.T) {
	const text = `model: condition
inputs:
  x: real
  c: {type: bool, missing: true}
program: |
  c ~ bernoulli(0.3)
  if (c) { m ~ normal(0, variance = 1); x ~ normal(m, variance = 1) } else { x ~ normal(3, variance = 1) }
infer: [c, evidence]
`
	yes := 0.3 * math.Exp(logNormal(2, 0, 2))
	no := 0.7 * math.Exp(logNormal(2, 3, 1))
	for _, x := range []struct {
		c           string
		p, evidence float64
	}{
		{"null", yes / (yes + no), math.Log(yes + no)},
		{"true", 1, math.Log(yes)},
		{"false", 0, math.Log(no)},
	} {
		got := planned(t, text, fmt.Sprintf(`{"x": 2, "c": %s}`, x.c))
		if p := got["c"].(dist.Bernoulli).P(); !(math.Abs(p-x.p) <= 1e-12) {
			t.Errorf("c is %s: true with probability %.15g, want %.15g", x.c, p, x.p)
		}
		if e := got["evidence"].(float64); !(math.Abs(e-x.evidence) <= 1e-12) {
			t.Errorf("c is %s: the evidence is %.15g, want %.15g", x.c, e, x.evidence)
		}
	}
}
