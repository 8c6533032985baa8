package agree

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"mpc"
	"mpc/codegen"
	"mpc/codegen/loops"
	"mpc/model"
)

// A runningModel is a model in which messages to the elements of an array read its sum,
// and how each sum is kept.
type runningModel struct {
	name, inputs, program, more string
	holds                       []loops.Holding
}

const (
	all, old, others = loops.HoldsAll, loops.HoldsOld, loops.HoldsOthers
)

var runningModels = []runningModel{
	{"weights", "x: real[n][K]\n  y: real[n]", `
  for (k in K) { w[k] ~ normal(0, variance = 10) }
  b ~ normal(0, variance = 10)
  tau ~ gamma(shape = 1, rate = 1)
  for (i in n) { y[i] ~ normal(sum(w[k] * x[i, k] : k in K) + b, precision = tau) }`,
		"infer: [w, b, tau, evidence]", []loops.Holding{old}},
	{"start", "x: real[n][K]\n  y: real[n]", `
  for (k in K) { w[k] ~ normal(0, variance = 1e6) }
  tau ~ gamma(shape = 1, rate = 1)
  for (i in n) { y[i] ~ normal(sum(w[k] * x[i, k] : k in K), precision = tau) }`,
		"init: {w: \"normal(1e7, variance = 1e12)\"}\ninfer: [w, tau, evidence]", []loops.Holding{old}},
	{"groups", "g: range\n  group: index(g)[n]\n  x: real[n][K]\n  y: real[n]", `
  for (j in g) { for (k in K) { w[j, k] ~ normal(0, variance = 10) } }
  tau ~ gamma(shape = 1, rate = 1)
  for (i in n) { y[i] ~ normal(sum(w[group[i], k] * x[i, k] : k in K), precision = tau) }`,
		"infer: [w, tau, evidence]", []loops.Holding{others}},
	{"two", "x: real[n][K]\n  z: real[n][K]\n  y: real[n]", `
  for (k in K) { w[k] ~ normal(0, variance = 10)
    v[k] ~ normal(1, variance = 2) }
  tau ~ gamma(shape = 1, rate = 1)
  for (i in n) { y[i] ~ normal(sum(w[k] * x[i, k] + v[k] * z[i, k] : k in K), precision = tau) }`,
		"infer: [w, v, tau, evidence]", []loops.Holding{others, others, all}},
	{"apart", "x: real[n][K]\n  z: real[n][K]\n  y: real[n]", `
  for (k in K) { w[k] ~ normal(0, variance = 10)
    v[k] ~ normal(1, variance = 2) }
  tau ~ gamma(shape = 1, rate = 1)
  for (i in n) { y[i] ~ normal(sum(w[k] * x[i, k] : k in K) - sum(v[k] * z[i, k] : k in K), precision = tau) }`,
		"infer: [w, v, tau, evidence]", []loops.Holding{old, old}},
	{"noisy", "x: real[n][K]\n  y: real[n]", `
  for (k in K) { w[k] ~ normal(0, variance = 10) }
  tau ~ gamma(shape = 1, rate = 1)
  for (i in n) {
    for (k in K) { z[i, k] ~ normal(x[i, k], variance = 0.1) }
    y[i] ~ normal(sum(w[k] * z[i, k] : k in K), precision = tau)
  }`,
		"infer: [w, z, tau, evidence]", []loops.Holding{others, others, all}},
	{"parts", "x: real[n][K]\n  y: real[n]", `
  for (k in K) { w[k] ~ normal(0, variance = 10) }
  tau ~ gamma(shape = 1, rate = 1)
  for (i in n) {
    for (k in K) { z[i, k] ~ normal(w[k] * x[i, k], variance = 0.1) }
    y[i] ~ normal(sum(z[i, k] : k in K), precision = tau)
  }`,
		"infer: [w, z, tau, evidence]", []loops.Holding{others}},
	{"ragged", "columns: int[n]\n  x: real[n][K]\n  y: real[n]", `
  for (k in K) { w[k] ~ normal(0, variance = 10) }
  tau ~ gamma(shape = 1, rate = 1)
  for (i in n) { y[i] ~ normal(sum(w[k] * x[i, k] : k in 0..<columns[i]), precision = tau) }`,
		"infer: [w, tau, evidence]", []loops.Holding{old}},
	{"cumulative", "y: real[n]", `
  tau ~ gamma(shape = 1, rate = 1)
  for (j in n) { v[j] ~ normal(0, variance = 1) }
  for (j in n) { s[j] = sum(v[k] : k in 0..<j + 1) }
  for (j in n) { y[j] ~ normal(s[j], precision = tau) }`,
		"infer: [v, tau, s, evidence]", []loops.Holding{old}},
	{"logit", "x: real[n][K]\n  yes: bool[n]", `
  for (k in K) { w[k] ~ normal(0, variance = 1) }
  b ~ normal(0, variance = 10)
  for (i in n) { yes[i] ~ bernoulli(logit = b + sum(w[k] * x[i, k] : k in K)) }`,
		"infer: [w, b, evidence]\niterate: {sequential: [K]}", []loops.Holding{old}},
	{"jj", "x: real[n][K]\n  yes: bool[n]", `
  for (k in K) { w[k] ~ normal(0, variance = 1) }
  for (i in n) { yes[i] ~ bernoulli(logit = sum(w[k] * x[i, k] : k in K)) }`,
		"operators: {logistic: jj96}\ninfer: [w, evidence]", []loops.Holding{old}},
	{"softmax", "other: range\n  x: real[n][K]\n  kind: int[n]", `
  for (c in other) { for (k in K) { w[c, k] ~ normal(0, variance = 1) } }
  for (i in n) {
    s[i, 0] = 0.0
    for (c in other) { s[i, c + 1] = sum(w[c, k] * x[i, k] : k in K) }
    kind[i] ~ categorical(softmax(s[i]))
  }`,
		"infer: [w, evidence]", []loops.Holding{all}},
	{"missing", "x: real[n][K]\n  y: {type: \"real[n]\", missing: true}", `
  for (k in K) { w[k] ~ normal(0, variance = 10) }
  tau ~ gamma(shape = 1, rate = 1)
  for (i in n) { y[i] ~ normal(sum(w[k] * x[i, k] : k in K), precision = tau) }`,
		"infer: [w, y, tau, evidence]", nil},
	{"few", "x: real[n][3]\n  y: real[n]", `
  for (k in 0..<3) { w[k] ~ normal(0, variance = 10) }
  tau ~ gamma(shape = 1, rate = 1)
  for (i in n) { y[i] ~ normal(sum(w[k] * x[i, k] : k in 0..<3), precision = tau) }`,
		"infer: [w, tau, evidence]", nil},
}

func (m runningModel) text() string {
	columns := "\n  K: range"
	if m.name == "few" || m.name == "cumulative" {
		columns = ""
	}
	return fmt.Sprintf("model: %s\nalgorithm: vmp\ninputs:\n  n: range%s\n  %s\nprogram: |%s\n%s\n", m.name, columns, m.inputs, m.program, m.more)
}

// runningData are data of all inputs that the models have, of n rows and k columns; the
// numbers of a row differ by up to 10^spread.
func runningData(m runningModel, r *rand.Rand, n, k int, spread float64) string {
	matrix := func(columns int) [][]float64 {
		out := make([][]float64, n)
		for i := range out {
			out[i] = make([]float64, columns)
			for j := range out[i] {
				if r.IntN(5) > 0 { // and some zeros
					out[i][j] = r.NormFloat64() * math.Pow(10, spread*(r.Float64()-0.5))
				}
			}
		}
		return out
	}
	whole := func(below int) []int {
		out := make([]int, n)
		for i := range out {
			out[i] = r.IntN(below)
		}
		return out
	}
	y := make([]any, n)
	yes := make([]bool, n)
	for i := range y {
		y[i], yes[i] = r.NormFloat64()*3, r.IntN(2) == 0
		if m.name == "missing" && i%3 == 1 {
			y[i] = nil
		}
	}
	x := k
	if m.name == "few" {
		x = 3
	}
	values := map[string]any{"n": n, "K": k, "x": matrix(x), "z": matrix(k), "y": y, "yes": yes, "g": 3, "group": whole(3), "columns": whole(k + 1), "other": 2, "kind": whole(3)}
	c, err := mpc.Plan(m.name, []byte(m.text()))
	if err != nil {
		panic(err)
	}
	for name := range values {
		if !slices.ContainsFunc(c.Model.Inputs, func(in *model.Input) bool { return in.Name == name }) {
			delete(values, name)
		}
	}
	text, err := json.Marshal(values)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// TestAgreeOnRunningSums: where sums are kept while their terms change one after the
// other, generated code gives what the interpreter gives, which adds them up anew.
func TestAgreeOnRunningSums(t *testing.T) {
	var list []*Trial
	r := rand.New(rand.NewPCG(5, 6))
	for _, m := range runningModels {
		for _, size := range [][2]int{{9, 5}, {4, 12}} {
			spread := 0.5
			if m.name == "weights" {
				spread = 4
			}
			x := &Trial{Name: fmt.Sprintf("%s%d", m.name, size[1]), Model: m.text(), Data: runningData(m, r, size[0], size[1], spread), Iterations: 4}
			x.Next = runningData(m, r, size[0], size[1], spread)
			list = append(list, x)
		}
	}
	All(t, list, codegen.Options{})
}

// TestRunningSums: which sums are kept, and how.
func TestRunningSums(t *testing.T) {
	for _, m := range runningModels {
		c, err := mpc.Compile(m.name, []byte(m.text()), mpc.Options{})
		if err != nil {
			t.Errorf("%s: %v", m.name, err)
			continue
		}
		var got []loops.Holding
		for _, s := range c.Loops.Steps {
			for x := range loops.All(s.Init, s.Body, s.Final) {
				if x, ok := x.(*loops.Tally); ok && x.What == loops.SumUp {
					got = append(got, x.Running.Holds)
				}
			}
		}
		if m.holds != nil && !slices.Equal(got, m.holds) || m.name == "few" && got != nil {
			t.Errorf("%s: sums held as %v, want %v\n%s", m.name, got, m.holds, c.Loops)
		}
	}
}
