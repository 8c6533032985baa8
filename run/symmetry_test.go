package run_test

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"mpc"
	"mpc/lang"
	"mpc/model"
	"mpc/run"
)

// TestSymmetry: what is symmetric is said to be, and nothing else.
func TestSymmetry(t *testing.T) {
	const several = `model: several
algorithm: vmp
inputs:
  n: range
  x: real[n]
program: |
  w ~ dirichlet([2, 2])
  for (j in 0..<2) {
    mu[j] ~ normal(0, variance = 100)
    tau[j] ~ gamma(shape = 2, rate = 2)
  }
  for (i in n) {
    z[i] ~ categorical(w)
    x[i] ~ normal(mu[z[i]], precision = tau[z[i]])
  }
infer: [mu]
`
	const two = `model: two
algorithm: vmp
inputs:
  n: range
  x: real[n]
program: |
  a ~ normal(0, variance = 100)
  b ~ normal(0, variance = 100)
  p ~ beta(1, 1)
  for (i in n) {
    z[i] ~ bernoulli(p)
    if (z[i]) { x[i] ~ normal(a, variance = 1) } else { x[i] ~ normal(b, variance = 1) }
  }
infer: [a, b]
`
	const elements = `model: elements
algorithm: vmp
inputs:
  n: range
  x: real[n]
program: |
  for (k in 0..<2) { m[k] ~ normal(0, variance = 100) }
  for (i in n) {
    z[i] ~ bernoulli(0.5)
    if (z[i]) { x[i] ~ normal(m[0], variance = 1) } else { x[i] ~ normal(m[1], variance = 1) }
  }
infer: [m]
`
	const chain = `model: chain
algorithm: vmp
inputs:
  T: range
  y: real[T]
program: |
  for (j in 0..<2) {
    mu[j] ~ normal(0, variance = 100)
    next[j] ~ dirichlet([1, 1])
  }
  z[0] ~ discreteuniform(2)
  for (t in 1..<T) { z[t] ~ categorical(next[z[t-1]]) }
  for (t in T) { y[t] ~ normal(mu[z[t]], variance = 1) }
infer: [mu]
`
	const product = `model: product
algorithm: vmp
inputs:
  n: range
  x: real[n]
program: |
  mu ~ normal(0, variance = 1)
  w ~ normal(0, variance = 1)
  for (i in n) { x[i] ~ normal(mu * w, variance = 1) }
infer: [mu, w]
`
	type edit struct{ old, new string }
	tests := []struct {
		name, model string
		edits       []edit
		selector    string // "" for no warning
	}{
		{"a mixture", several, nil, "z"},
		{"one start for all", several, []edit{{"infer: [mu]", "infer: [mu]\ninit: {mu: \"normal(0, variance = 1)\"}"}}, "z"},
		{"a random start", several, []edit{{"infer: [mu]", "infer: [mu]\ninit: {z: random}"}}, ""},
		{"a random start of the means", several, []edit{{"infer: [mu]", "infer: [mu]\ninit: {mu: random}"}}, ""},
		{"a start by element", several, []edit{{"infer: [mu]", "infer: [mu]\ninit: {mu: m0}"}, {"  n: range", "  n: range\n  m0: normal[2]"}}, ""},
		{"a start that prefers", several, []edit{{"infer: [mu]", "infer: [mu]\ninit: {w: \"dirichlet([1, 2])\"}"}}, ""},
		{"weights that differ", several, []edit{{"[2, 2]", "[2, 1]"}}, ""},
		{"weights of the data", several, []edit{{"[2, 2]", "alpha"}, {"  n: range", "  n: range\n  alpha: vector(2)"}}, ""},
		{"given weights", several, []edit{{"categorical(w)", "categorical([0.5, 0.5])"}, {"  w ~ dirichlet([2, 2])\n", ""}}, "z"},
		{"given weights that differ", several, []edit{{"categorical(w)", "categorical([0.4, 0.6])"}, {"  w ~ dirichlet([2, 2])\n", ""}}, ""},
		{"means of the data", several, []edit{{"normal(0, variance = 100)", "normal(m0[j], variance = 100)"}, {"  n: range", "  n: range\n  m0: real[2]"}}, ""},
		{"means by number", several, []edit{{"normal(0, variance = 100)", "normal(j, variance = 100)"}}, ""},
		{"a first mean that is known", several, []edit{{"for (i in n) {", "observe mu[0] ~ normal(-2, variance = 1)\n  for (i in n) {"}}, ""},
		{"ordered means", several, []edit{{"algorithm: vmp\n", ""}, {"precision = tau[z[i]]", "variance = 1"}, {"    tau[j] ~ gamma(shape = 2, rate = 2)\n", ""}, {"for (i in n) {", "observe mu[0] < mu[1]\n  for (i in n) {"}}, ""},
		{"a sum of all means", several, []edit{{"for (i in n) {", "observe sum(mu[j] : j in 0..<2) ~ normal(0, variance = 1)\n  for (i in n) {"}}, ""}, // one after the other
		{"a label", several, []edit{{"for (i in n) {", "observe z[0] == 1\n  for (i in n) {"}}, ""},
		{"labels that may be missing", several, []edit{{"  n: range", "  k: range\n  n: range\n  z: {type: \"index(k)[n]\", missing: true}"}, {"0..<2", "k"}, {"categorical(w)", "discreteuniform(k)"}, {"  w ~ dirichlet([2, 2])\n", ""}}, ""},
		{"a known table beside", several, []edit{{"mu[z[i]],", "mu[z[i]] + shift[z[i]],"}, {"  n: range", "  n: range\n  shift: real[2]"}}, ""},
		{"a chain", chain, nil, "z"},
		{"a chain that stays", chain, []edit{{"dirichlet([1, 1])", "dirichlet(stay[j])"}, {"  T: range", "  T: range\n  stay: real[2][2]"}}, ""},
		{"a chain that begins somewhere", chain, []edit{{"discreteuniform(2)", "categorical([0.9, 0.1])"}}, ""},
		{"a chain of as many states as the data say", chain, []edit{{"  T: range", "  s: range\n  T: range"}, {"0..<2", "s"}, {"discreteuniform(2)", "discreteuniform(s)"}}, "z"},
		{"as many means as the data say", several, []edit{{"  n: range", "  s: range\n  n: range"}, {"0..<2", "s"}}, "z"},
		{"means one by one", several, []edit{{"    mu[j] ~ normal(0, variance = 100)\n", ""}, {"  w ~", "  mu[0] ~ normal(0, variance = 100)\n  mu[1] ~ normal(0, variance = 100)\n  w ~"}}, "z"},
		{"means one by one that differ", several, []edit{{"    mu[j] ~ normal(0, variance = 100)\n", ""}, {"  w ~", "  mu[0] ~ normal(0, variance = 100)\n  mu[1] ~ normal(0, variance = 101)\n  w ~"}}, ""},
		{"means one by one, one computed", several, []edit{{"    mu[j] ~ normal(0, variance = 100)\n", ""}, {"  w ~", "  mu[0] ~ normal(0, variance = 100)\n  c ~ normal(0, variance = 100)\n  mu[1] = c + 1\n  w ~"}}, ""},
		{"two", two, nil, "z"},
		{"two by EP", two, []edit{{"algorithm: vmp\n", ""}, {"  p ~ beta(1, 1)\n", ""}, {"bernoulli(p)", "bernoulli(0.5)"}}, "z"},
		{"two that share a scale", two, []edit{{"variance = 1)", "precision = tau)"}, {"  p ~", "  tau ~ gamma(shape = 1, rate = 1)\n  p ~"}}, "z"},
		{"two of different means", two, []edit{{"b ~ normal(0,", "b ~ normal(1,"}}, ""},
		{"two of different scale", two, []edit{{"normal(b, variance = 1)", "normal(b, variance = 2)"}}, ""},
		{"two, one more probable", two, []edit{{"beta(1, 1)", "beta(1, 2)"}}, ""},
		{"two, one of which is seen", two, []edit{{"for (i in n) {", "observe a > 0\n  for (i in n) {"}}, ""},
		{"two in order", two, []edit{{"algorithm: vmp\n", ""}, {"  p ~ beta(1, 1)\n", ""}, {"bernoulli(p)", "bernoulli(0.5)"}, {"for (i in n) {", "observe a > b\n  for (i in n) {"}}, ""},
		{"two, and a truth that is read", two, []edit{{"for (i in n) {", "observe z[0]\n  for (i in n) {"}}, ""},
		{"two, and a start", two, []edit{{"infer: [a, b]", "infer: [a, b]\ninit: {b: \"normal(1, variance = 1)\"}"}}, ""},
		{"more means than values", several, []edit{{"0..<2", "0..<3"}}, "z"},
		{"fewer means than values", several, []edit{{"infer: [mu]", "infer: [mu]\ninit: {z: random}"}, {"0..<2", "0..<3"}}, ""},
		{"elements by number", elements, nil, "z"},
		{"elements by number, with a weight", elements, []edit{{"bernoulli(0.5)", "bernoulli(p)"}, {"  for (k", "  p ~ beta(2, 2)\n  for (k"}}, "z"},
		{"elements by number, one by one", elements, []edit{{"for (k in 0..<2) { m[k] ~ normal(0, variance = 100) }", "m[0] ~ normal(0, variance = 100)\n  m[1] ~ normal(0, variance = 100)"}}, "z"},
		{"elements by number, one by one that differ", elements, []edit{{"for (k in 0..<2) { m[k] ~ normal(0, variance = 100) }", "m[0] ~ normal(0, variance = 100)\n  m[1] ~ normal(0, variance = 101)"}}, ""},
		{"elements by number of different means", elements, []edit{{"normal(0, variance = 100)", "normal(k, variance = 100)"}}, ""},
		{"elements by number, of a given prior", elements, []edit{{"normal(0, variance = 100)", "normal(m0[k], variance = 100)"}, {"  n: range", "  n: range\n  m0: real[2]"}}, ""},
		{"elements by number, one of which is seen", elements, []edit{{"for (i in n) {", "observe m[0] ~ normal(-2, variance = 1)\n  for (i in n) {"}}, ""},
		{"elements by number, read by others", elements, []edit{{"for (i in n) {", "x[0] ~ normal(m[g], variance = 1)\n  for (i in 1..<n) {"}, {"  n: range", "  n: range\n  g: int"}}, ""},
		{"elements by number of different scale", elements, []edit{{"normal(m[1], variance = 1)", "normal(m[1], variance = 2)"}}, ""},
		{"a product", product, nil, "mu"},
		{"a product of sums", product, []edit{{"mu * w", "2 * mu * (w - 3 * v) + b"}, {"  mu ~", "  b ~ normal(1, variance = 1)\n  v ~ normal(0, variance = 1)\n  mu ~"}}, "mu"},
		{"a product of elements", product, []edit{{"x[i] ~", "v[i] ~ normal(0, variance = 1)\n  x[i] ~"}, {"mu * w", "mu * v[i] + w"}, {"infer: [mu, w]", "infer: [mu, v]"}}, "mu"},
		{"a product of a mean", product, []edit{{"w ~ normal(0,", "w ~ normal(1,"}}, ""},
		{"a product of the data", product, []edit{{"for (i in n) {", "x[0] ~ normal(w, variance = 1)\n  for (i in 1..<n) {"}}, ""},
		{"a product and an offset", product, []edit{{"mu * w", "(mu + 1) * w"}}, ""},
		{"a product of positive values", product, []edit{{"for (i in n) {", "observe w > 0\n  for (i in n) {"}}, ""},
		{"a product and a random start", product, []edit{{"infer: [mu, w]", "infer: [mu, w]\ninit: {w: random}"}}, ""},
		{"a product and a start", product, []edit{{"infer: [mu, w]", "infer: [mu, w]\ninit: {w: \"normal(1, variance = 1)\"}"}}, ""},
		{"a product and a start at 0", product, []edit{{"infer: [mu, w]", "infer: [mu, w]\ninit: {w: \"normal(0, variance = 3)\"}"}}, "w"},
		{"a product by EP", product, []edit{{"algorithm: vmp\n", ""}}, ""},
		{"two alike", two, []edit{{"normal(b, variance = 1)", "normal(a, variance = 1)"}}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			text := test.model
			for _, e := range test.edits {
				if !strings.Contains(text, e.old) {
					t.Fatalf("the model has no %q", e.old)
				}
				text = strings.ReplaceAll(text, e.old, e.new)
			}
			c, err := mpc.Plan("model.yaml", []byte(text))
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			i := slices.IndexFunc(c.Warnings, func(d lang.Diagnostic) bool { return d.Code == model.CodeSymmetry })
			switch {
			case test.selector == "" && i >= 0:
				t.Errorf("%v\n%s", c.Warnings[i], text)
			case test.selector != "" && (i < 0 || !strings.Contains(c.Warnings[i].Hint, "init: {"+test.selector+": random}")):
				t.Errorf("no warning about %s: %v\n%s", test.selector, c.Warnings, text)
			case test.selector != "":
				stays(t, c)
			}
		})
	}
}

// stays runs a model that is said to be symmetric: the means are alike in the end.
func stays(t *testing.T, c *mpc.Compilation) {
	t.Helper()
	values := `"n": 5, "x": [-3, -2, 4, 5, 4.5]}`
	if c.Model.Name == "chain" {
		values = `"T": 5, "y": [-3, -2, 4, 5, 4.5]}`
	}
	if slices.ContainsFunc(c.Model.Inputs, func(in *model.Input) bool { return in.Name == "s" }) {
		values = `"s": 2, ` + values
	}
	values = "{" + values
	r, err := run.Run(context.Background(), c, readSet(t, c, values), run.Options{Iterations: 20, Interpret: true})
	if err != nil {
		t.Fatal(err)
	}
	var means []float64
	for _, v := range c.Model.Infer {
		text := r.Posteriors[v.Name].String()
		if !strings.HasPrefix(text, "[") {
			text = "[" + text + "]"
		}
		var list []struct{ Mean float64 }
		if err := json.Unmarshal([]byte(text), &list); err != nil {
			t.Fatal(err)
		}
		for _, m := range list {
			means = append(means, m.Mean)
		}
	}
	if len(means) < 2 || math.Abs(means[0]-means[1]) > 1e-9 {
		t.Errorf("means %v", means)
	}
}
