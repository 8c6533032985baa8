package joint_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"mpc/data"
	"mpc/lang"
	"mpc/model"
	"mpc/model/joint"
	"mpc/model/joint/evaluate"
)

// density is that of a model with data.
func density(t *testing.T, text, values string) *evaluate.Density {
	t.Helper()
	fail := func(d lang.Diagnostics) {
		t.Helper()
		if d.HasErrors() {
			t.Fatal(d)
		}
	}
	file, d := lang.Parse("m.yaml", []byte("model: m\n"+text))
	fail(d)
	m, d := model.Check(file)
	fail(d)
	set, d := data.ReadJSON("d.json", []byte(values), m)
	fail(d)
	return evaluate.New(joint.Build(m), set)
}

// normal and gamma are log densities, by their definition.
func normal(x, mean, variance float64) float64 {
	return -0.5*math.Log(2*math.Pi*variance) - (x-mean)*(x-mean)/(2*variance)
}

func gamma(x, shape, rate float64) float64 {
	g, _ := math.Lgamma(shape)
	return shape*math.Log(rate) - g + (shape-1)*math.Log(x) - rate*x
}

// TestClosedForms: log joint densities of which the closed form is written beside the model.
func TestClosedForms(t *testing.T) {
	for _, row := range []struct {
		name, model, data string
		values            map[string]float64 // by element, with its copies after a colon
		want              float64
	}{
		{"a chain of definitions, observed through functions", `
inputs: {n: range, y: "real[n]"}
program: |
  a ~ normal(1, variance = 2)
  tau ~ gamma(shape = 3, rate = 2)
  level[0] = a
  for (t in 1..<n) { level[t] = 0.5 * level[t-1] + t }
  for (t in n) { y[t] ~ normal(2 * level[t], precision = tau) }
infer: [a]`, `{"n": 3, "y": [1, 2, 3]}`, map[string]float64{"a": 0.5, "tau": 4},
			normal(0.5, 1, 2) + gamma(4, 3, 2) + normal(1, 1, 0.25) + normal(2, 2.5, 0.25) + normal(3, 5.25, 0.25)},
		{"ragged plates, guards on data, a constant", `
inputs: {g: range, size: "int[g]", y: "real[g, size[g]]", on: "bool[g]"}
program: |
  for (i in g) { half[i] = size[i] / 2 }
  for (i in g) { e[i] ~ normal(0, variance = half[i])
    if (on[i]) { for (j in 0..<size[i]) { y[i, j] ~ normal(e[i], variance = 1) } } }
infer: [e]`, `{"g": 3, "size": [2, 1, 1], "y": [[1, 2], [7], [5]], "on": [true, false, true]}`, map[string]float64{"e[0]": 1, "e[1]": 0, "e[2]": -1},
			normal(1, 0, 1) + normal(0, 0, 0.5) + normal(-1, 0, 0.5) + normal(1, 1, 1) + normal(2, 1, 1) + normal(5, -1, 1)},
		{"a branch of a random truth, and a definition in both", `
inputs: {y: real}
program: |
  z ~ bernoulli(0.25)
  m ~ normal(0, variance = 1)
  if (z) { s = 2 * m } else { s = -m }
  y ~ normal(s, variance = 3)
infer: [z]`, `{"y": 2}`, map[string]float64{"z": 1, "m": 0.5}, math.Log(0.25) + normal(0.5, 0, 1) + normal(2, 1, 3)},
		{"the other branch", `
inputs: {y: real}
program: |
  z ~ bernoulli(0.25)
  m ~ normal(0, variance = 1)
  if (z) { s = 2 * m } else { s = -m }
  y ~ normal(s, variance = 3)
infer: [z]`, `{"y": 2}`, map[string]float64{"z": 0, "m": 0.5}, math.Log(0.75) + normal(0.5, 0, 1) + normal(2, -0.5, 3)},
		{"a mixture by an index", `
inputs: {n: range, k: range, p: vector(k), y: "real[n]"}
program: |
  for (j in k) { mu[j] ~ normal(0, variance = 4) }
  for (i in n) { z[i] ~ categorical(p); y[i] ~ normal(mu[z[i]], variance = 1) }
infer: [mu]`, `{"n": 2, "k": 2, "p": [0.25, 0.75], "y": [1, -1]}`, map[string]float64{"mu[0]": 2, "mu[1]": -3, "z[0]": 1, "z[1]": 0},
			normal(2, 0, 4) + normal(-3, 0, 4) + math.Log(0.75) + math.Log(0.25) + normal(1, -3, 1) + normal(-1, 2, 1)},
		{"a condition that holds, a soft one and a truncated draw", `
program: |
  a ~ normal(0, variance = 1)
  u ~ truncated(normal(0, variance = 1), 0, 1e308)
  observe a > u
  observe a + u ~ normal(1, variance = 2)
infer: [a]`, `{}`, map[string]float64{"a": 1, "u": 0.5}, normal(1, 0, 1) + normal(0.5, 0, 1) + math.Ln2 + normal(1.5, 1, 2)},
		{"a condition that does not", `
program: |
  a ~ normal(0, variance = 1)
  observe a > 0
infer: [a]`, `{}`, map[string]float64{"a": -1}, math.Inf(-1)},
		{"copies, and a fraction of an observation", `
algorithm: gibbs
inputs: {y: real, w: real}
program: |
  mu ~ normal(0, variance = 1)
  repeat (w) { y ~ normal(mu, variance = 2) }
  repeat (2) { x ~ normal(mu, variance = 1); d = x - mu; observe d ~ normal(0, variance = 5) }
infer: [mu]`, `{"y": 1, "w": 0.5}`, map[string]float64{"mu": 1, "x:0": 2, "x:1": -1},
			normal(1, 0, 1) + 0.5*normal(1, 1, 2) + normal(2, 1, 1) + normal(-1, 1, 1) + normal(1, 0, 5) + normal(-2, 0, 5)},
		{"vectors and components", `
algorithm: gibbs
inputs: {y: real}
program: |
  v ~ mvnormal([1, 0], covariance = [[2, 0], [0, 3]])
  s = v[0] + v[1]
  y ~ normal(s, variance = 1)
infer: [v]`, `{"y": 1}`, map[string]float64{"v[0]": 2, "v[1]": 3}, normal(2, 1, 2) + normal(3, 0, 3) + normal(1, 5, 1)},
		{"entries that the data lack", `
inputs: {n: range, y: {type: "real[n]", missing: true}}
program: |
  mu ~ normal(0, variance = 10)
  for (i in n) { y[i] ~ normal(mu, variance = 2) }
infer: [mu]`, `{"n": 3, "y": [1, null, 3]}`, map[string]float64{"mu": 1}, normal(1, 0, 10) + normal(1, 1, 2) + normal(3, 1, 2)},
	} {
		d := density(t, strings.TrimPrefix(row.model, "\n"), row.data)
		got, err := d.Log(func(v *model.Variable, index, copies []int) (float64, error) {
			name := v.Name
			for _, i := range index {
				name += fmt.Sprintf("[%d]", i)
			}
			for _, k := range copies {
				name += fmt.Sprintf(":%d", k)
			}
			x, ok := row.values[name]
			if !ok {
				return 0, fmt.Errorf("%s is not given", name)
			}
			return x, nil
		})
		if err != nil {
			t.Errorf("%s: %v", row.name, err)
		} else if !(math.Abs(got-row.want) <= 1e-12*math.Max(1, math.Abs(row.want))) && got != row.want {
			t.Errorf("%s: %v, want %v", row.name, got, row.want)
		}
	}
}
