package chains_test

import (
	"os"
	"path/filepath"
	"testing"

	"mpc"
	"mpc/codegen/code/chains"
	"mpc/data"
	"mpc/message"
	"mpc/model"
)

const (
	burnIn = 3
	kept   = 5
	seed   = 20240229
)

// A trial is a model with data, whose draws are lowered.
type trial struct{ name, model, data string }

// trials are models of models/ and small ones, a line for each method that is lowered.
func trials(t testing.TB) []trial {
	list := []trial{
		{"normal", "inputs: {n: range, y: \"real[n]\"}\nprogram: |\n  m ~ normal(0, variance = 9)\n  p ~ gamma(shape = 2, rate = 1)\n  for (i in n) { y[i] ~ normal(m, precision = p) }\n  observe m > 0.1\ninfer: [m, p]", `{"n": 4, "y": [1, 2, 0.5, 1.5]}`},
		{"inverse gamma", "inputs: {n: range, y: \"real[n]\"}\nprogram: |\n  v ~ inversegamma(shape = 2, rate = 1)\n  for (i in n) { y[i] ~ normal(1, variance = v) }\ninfer: [v]", `{"n": 3, "y": [1, 2, 0.5]}`},
		{"beta", "inputs: {n: range, y: \"bool[n]\", k: int}\nprogram: |\n  p ~ beta(2, 3)\n  for (i in n) { y[i] ~ bernoulli(p) }\n  k ~ binomial(10, p)\n  b ~ bernoulli(p)\ninfer: [p, b]", `{"n": 3, "y": [true, false, true], "k": 4}`},
		{"order", "inputs: {n: range, y: \"real[n]\"}\nprogram: |\n  for (i in n) { a[i] ~ normal(0, variance = 4); y[i] ~ normal(a[i], variance = 1) }\n  for (i in 1..<n) { observe a[i] > a[i-1] }\ninfer: [a]", `{"n": 4, "y": [1, 0.2, 0.9, 2]}`},
		{"lists", "inputs: {k: range, n: range, g: \"index(k)[n]\", w: \"index(k)[n]\", y: \"real[n]\"}\nprogram: |\n  for (j in k) { s[j] ~ normal(0, variance = 4) }\n  for (i in n) { y[i] ~ normal(s[g[i]] - s[w[i]], variance = 1) }\ninfer: [s]", `{"k": 3, "n": 4, "g": [0, 1, 2, 0], "w": [1, 2, 0, 2], "y": [0.4, -1, 2, 0.3]}`},
		{"given", "inputs: {q: normal, y: real}\nprogram: |\n  a ~ q\n  y ~ normal(2 * a + 1, variance = 1)\ninfer: [a]", `{"q": {"dist": "normal", "mean": 1, "variance": 2}, "y": 3}`},
	}
	for _, x := range []struct{ model, data string }{{"change_point/gibbs.yaml", "change_point/data.json"}, {"gaussian_mixture/gibbs.yaml", "gaussian_mixture/galaxies.json"}} {
		m, err := os.ReadFile(filepath.Join("../../../models", x.model))
		if err != nil {
			t.Fatal(err)
		}
		d, err := os.ReadFile(filepath.Join("../../../models", x.data))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, trial{x.model, string(m), string(d)})
	}
	list = append(list, trial{"slice", "model: m\nalgorithm: gibbs\ninputs: {n: range, y: \"real[n]\"}\nprogram: |\n  a ~ gamma(shape = 1, rate = 1)\n  b ~ gamma(shape = 0.1, rate = 1)\n  for (i in n) { t[i] ~ gamma(shape = a, rate = b); y[i] ~ normal(0, precision = t[i]) }\ninfer: [a, b, t]", `{"n": 3, "y": [1, 2, 0.5]}`})
	list = append(list, trial{"scale", "model: m\nalgorithm: gibbs\ninputs: {n: range, y: \"int[n]\"}\nprogram: |\n  t ~ gamma(shape = 1, rate = 1)\n  for (i in n) { a[i] ~ normal(0, precision = t); y[i] ~ poisson(exp(a[i])) }\ninfer: [t, a]", `{"n": 3, "y": [1, 2, 0]}`})
	for _, x := range []trial{
		{"a constant", "inputs: {n: range, x: \"real[n]\", y: \"real[n]\"}\nprogram: |\n  for (i in n) { c[i] = x[i] - sum(x[j] : j in n) / 3 }\n  b ~ normal(0, variance = 4)\n  for (i in n) { y[i] ~ normal(b * c[i], variance = 1) }\ninfer: [b]", `{"n": 3, "x": [1, 2, 4], "y": [0.3, 1, 0.5]}`},
		{"a hierarchy", "inputs: {n: range, y: \"real[n]\", s: \"real[n]\"}\nprogram: |\n  m ~ normal(0, variance = 9)\n  for (i in n) { a[i] ~ normal(m, variance = 2); y[i] ~ normal(a[i], variance = s[i]) }\ninfer: [m, a]", `{"n": 3, "y": [1, 2, 0.5], "s": [1, 0.5, 2]}`},
		{"groups and slopes", "inputs: {k: range, n: range, g: \"index(k)[n]\", x: \"real[n]\", z: \"real[n]\", y: \"real[n]\"}\nprogram: |\n  b ~ normal(0, variance = 9)\n  c ~ normal(1, variance = 4)\n  t ~ gamma(shape = 2, rate = 1)\n  for (j in k) { a[j] ~ normal(0, variance = 4) }\n  for (i in n) { y[i] ~ normal(a[g[i]] + b * x[i] - c * z[i], precision = t) }\ninfer: [a, b, c, t]", `{"k": 2, "n": 4, "g": [0, 1, 1, 0], "x": [0.5, -1, 2, 0.3], "z": [1, 0, 1.5, 2], "y": [0.4, -1, 2, 0.3]}`},
		{"a chain of normals", "inputs: {n: range, y: \"real[n]\"}\nprogram: |\n  s[0] ~ normal(0, variance = 1)\n  for (t in 1..<n) { s[t] ~ normal(0.5 * s[t-1], variance = 2) }\n  for (t in n) { y[t] ~ normal(s[t], variance = 3) }\ninfer: [s]", `{"n": 4, "y": [1, 0.2, 0.9, 2]}`},
		{"one element", "inputs: {n: range, y: \"real[n]\"}\nprogram: |\n  m ~ normal(0, variance = 9)\n  for (i in n) { a[i] ~ normal(m, variance = 2); y[i] ~ normal(a[i] - m, variance = 1) }\ninfer: [m, a]", `{"n": 1, "y": [1]}`},
		{"wide", "inputs: {n: range, k: range, x: \"real[n, k]\", y: \"real[n]\", u: \"bool[n]\"}\nprogram: |\n  b ~ normal(0, variance = 9)\n  t ~ gamma(shape = 2, rate = 1)\n  for (j in k) { w[j] ~ normal(0, variance = 4) }\n  for (i in n) { if (u[i]) { y[i] ~ normal(b + sum(w[j] * x[i, j] : j in k), precision = t) } }\ninfer: [w, b, t]", `{"n": 3, "k": 2, "x": [[0.5, -1], [2, 0.3], [1, 1]], "y": [0.4, -1, 2], "u": [true, false, true]}`},
		{"a distribution as data", "inputs: {n: range, m: normal, d: \"normal[n]\", y: \"real[n]\"}\nprogram: |\n  a ~ m\n  for (i in n) { b[i] ~ d[i]; y[i] ~ normal(a + b[i], variance = 1) }\ninfer: [a, b]", `{"n": 2, "m": {"dist": "normal", "mean": 1, "variance": 2}, "d": [{"dist": "normal", "mean": 0, "variance": 1}, {"dist": "normal", "mean": 3, "variance": 0.5}], "y": [1, 2]}`},
		{"a hierarchy whose precision is drawn", "inputs: {n: range, k: range, g: \"index(k)[n]\", y: \"real[n]\"}\nprogram: |\n  m ~ normal(0, variance = 9)\n  t ~ gamma(shape = 2, rate = 1)\n  s ~ gamma(shape = 1, rate = 2)\n  for (j in k) { a[j] ~ normal(m, precision = t) }\n  for (i in n) { y[i] ~ normal(a[g[i]], precision = s) }\ninfer: [m, t, s, a]", `{"n": 5, "k": 3, "g": [0, 1, 2, 2, 0], "y": [1, 2, 0.5, 0.1, 1.4]}`},
		{"a hierarchy whose variance is drawn", "inputs: {n: range, k: range, g: \"index(k)[n]\", y: \"real[n]\"}\nprogram: |\n  m ~ normal(0, variance = 9)\n  v ~ inversegamma(shape = 2, rate = 1)\n  for (j in k) { a[j] ~ normal(m, variance = v) }\n  for (i in n) { y[i] ~ normal(a[g[i]] + m, variance = 2) }\ninfer: [m, v, a]", `{"n": 5, "k": 3, "g": [0, 1, 2, 2, 0], "y": [1, 2, 0.5, 0.1, 1.4]}`},
		{"counts of a hierarchy", "inputs: {n: range, k: range, g: \"index(k)[n]\", y: \"bool[n]\"}\nprogram: |\n  m ~ normal(0, variance = 9)\n  t ~ gamma(shape = 2, rate = 1)\n  for (j in k) { a[j] ~ normal(m, precision = t) }\n  for (i in n) { y[i] ~ bernoulli(logistic(a[g[i]])) }\ninfer: [m, t, a]", `{"n": 5, "k": 3, "g": [0, 1, 2, 2, 0], "y": [true, false, true, true, false]}`},
		{"lines", "inputs: {n: range, m: range, x: \"real[m]\", y: \"real[n, m]\"}\nprogram: |\n  a0 ~ normal(0, variance = 9)\n  b0 ~ normal(0, variance = 9)\n  s ~ gamma(shape = 1, rate = 1)\n  ta ~ gamma(shape = 1, rate = 1)\n  tb ~ gamma(shape = 1, rate = 1)\n  for (i in n) { a[i] ~ normal(a0, precision = ta); b[i] ~ normal(b0, precision = tb); for (j in m) { y[i, j] ~ normal(a[i] + b[i] * x[j], precision = s) } }\ninfer: [a, b, a0, b0, s]", `{"n": 3, "m": 2, "x": [1, 2], "y": [[1, 2], [0.3, 0.7], [-1, 2]]}`},
		{"curves", "inputs: {n: range, m: range, x: \"real[n, m]\", z: \"real[n, m]\", y: \"real[n, m]\", d: \"normal[n]\"}\nprogram: |\n  s ~ gamma(shape = 1, rate = 1)\n  for (i in n) { a[i] ~ d[i]; b[i] ~ normal(0, variance = 2); c[i] ~ normal(1, variance = 3); for (j in m) { y[i, j] ~ normal(a[i] + b[i] * x[i, j] - c[i] * z[i, j], precision = s) } }\ninfer: [a, b, c, s]", `{"n": 2, "m": 2, "x": [[1, 2], [0.5, 1]], "z": [[0.1, 2], [-1, 1]], "y": [[1, 2], [0.3, 0.7]], "d": [{"dist": "normal", "mean": 0, "variance": 1}, {"dist": "normal", "mean": 3, "variance": 0.5}]}`},
		{"a hidden chain", "inputs: {n: range, k: range, first: \"vector(k)\", next: \"vector(k)[k]\", y: \"real[n]\"}\nprogram: |\n  for (j in k) { m[j] ~ normal(0, variance = 9) }\n  z[0] ~ categorical(first)\n  for (i in 1..<n) { z[i] ~ categorical(next[z[i-1]]) }\n  for (i in n) { switch (z[i]) { y[i] ~ normal(m[z[i]], variance = 1) } }\ninfer: [z, m]", `{"n": 5, "k": 3, "first": [0.2, 0.3, 0.5], "next": [[0.8, 0.1, 0.1], [0.3, 0.4, 0.3], [0.1, 0.1, 0.8]], "y": [0.2, 0.1, 3, 2.9, -2]}`},
		{"truths in a ring", "inputs: {n: range, g: \"index(n)[n]\", y: \"real[n]\"}\nprogram: |\n  p ~ beta(2, 3)\n  for (i in n) { a[i] ~ bernoulli(p) }\n  for (i in n) { if (a[i] == a[g[i]]) { b[i] ~ bernoulli(0.8) } else { b[i] ~ bernoulli(0.3) }; if (b[i]) { y[i] ~ normal(1, variance = 1) } else { y[i] ~ normal(0, variance = 2) } }\ninfer: [a, b, p]", `{"n": 4, "g": [1, 2, 3, 0], "y": [0.2, 1.3, 0.5, -1]}`},
		{"numbers in lists", "inputs: {n: range, size: \"int[n]\", u: \"vector(3)\"}\nprogram: |\n  for (i in n) {\n    for (j in 0..<size[i]) { z[i][j] ~ categorical(u) }\n    for (j in 1..<size[i]) { observe z[i][j] != z[i][j-1] }\n    w[i] ~ bernoulli(0.6)\n    for (j in 0..<size[i]) { if (j == 0) { observe (z[i][j] < 2) == w[i] } }\n  }\ninfer: [z, w]", `{"n": 3, "size": [3, 0, 1], "u": [0.2, 0.3, 0.5]}`},
		{"truths of several coefficients", "inputs: {n: range, k: range, x: \"real[n, k]\", y: \"bool[n]\"}\nprogram: |\n  for (j in k) { w[j] ~ normal(0, variance = 4) }\n  for (i in n) { y[i] ~ bernoulli(logistic(sum(w[j] * x[i, j] : j in k))) }\ninfer: [w]", `{"n": 3, "k": 2, "x": [[0.5, -1], [2, 0.3], [1, 1]], "y": [true, false, true]}`},
		{"a vector and its precision", "inputs: {n: range, y: \"vector(2)[n]\"}\nprogram: |\n  m ~ mvnormal([0, 1], covariance = [[4, 1], [1, 4]])\n  p ~ wishart(df = 3, scale = [[1, 0], [0, 1]])\n  for (i in n) { y[i] ~ mvnormal(m, precision = p) }\ninfer: [m, p]", `{"n": 3, "y": [[1, 2], [0.3, 0.7], [-1, 2]]}`},
		{"a vector by ellipses", "inputs: {k: range, n: range, y: \"index(k)[n]\", m: \"int[k]\"}\nprogram: |\n  w ~ mvnormal([0, 1], covariance = [[4, 0], [0, 4]])\n  x[0] = 0\n  for (j in 0..<2) { x[j + 1] = w[j] }\n  p = softmax(x)\n  for (i in n) { y[i] ~ categorical(p) }\n  m ~ multinomial(4, p)\ninfer: [w, p]", `{"k": 3, "n": 4, "y": [0, 2, 2, 1], "m": [1, 0, 3]}`},
		{"a count by a slice", "inputs: {c: int, y: \"bool[n]\", n: range}\nprogram: |\n  u ~ poisson(3)\n  c ~ binomial(u, 0.4)\n  x ~ normal(0, variance = 1)\n  for (i in n) { y[i] ~ bernoulli(logistic(x)) }\ninfer: [u, x]", `{"c": 2, "n": 2, "y": [true, false]}`},
		{"no element", "inputs: {n: range, y: \"real[n]\"}\nprogram: |\n  m ~ normal(0, variance = 9)\n  for (i in n) { a[i] ~ normal(m, variance = 2); y[i] ~ normal(a[i], variance = 1) }\ninfer: [m, a]", `{"n": 0, "y": []}`},
	} {
		x.model = "model: m\nalgorithm: gibbs\n" + x.model
		list = append(list, x)
	}
	for i := range 6 {
		list[i].model = "model: m\nalgorithm: gibbs\n" + list[i].model
	}
	for _, x := range vectors {
		x.model = "model: m\nalgorithm: gibbs\n" + x.model
		list = append(list, x)
	}
	return list
}

func read(t testing.TB, x trial) (*mpc.Compilation, *data.Set) {
	t.Helper()
	c, err := mpc.Compile("m.yaml", []byte(x.model), mpc.Options{NoPackage: true})
	if err != nil {
		t.Fatalf("%s: %v", x.name, err)
	}
	set, d := data.ReadJSON("data.json", []byte(x.data), c.Model)
	if d.HasErrors() {
		t.Fatalf("%s: %v", x.name, d)
	}
	return c, set
}

// asked are the variables that a draw is recorded of.
func asked(c *mpc.Compilation) (list []*model.Variable) {
	for _, u := range c.Program.Updates {
		if u.Kind == message.Marginal {
			list = append(list, u.Variable.Source)
		}
	}
	return list
}

// run runs a chain by its code.
func run(c *mpc.Compilation, set *data.Set) (draws [][]float64, err error) {
	chain, err := chains.New(c.Loops, set, seed, 0)
	if err != nil {
		return nil, err
	}
	if err := chain.Start(0); err != nil {
		return nil, err
	}
	for k := range burnIn + kept {
		if err := chain.Scan(max(burnIn-k, 0)); err != nil {
			return nil, err
		}
		if k < burnIn {
			continue
		}
		if err := chain.Compute(); err != nil {
			return nil, err
		}
		var row []float64
		for _, v := range asked(c) {
			if row, err = chain.Values(v, row); err != nil {
				return nil, err
			}
		}
		draws = append(draws, row)
	}
	return draws, nil
}

// TestChains: a chain that is run by its code keeps the law (TestLaw), and the draws that it is said to make are there. They
// are those of the package, as integration/draws compares.
func TestChains(t *testing.T) {
	for _, x := range trials(t) {
		t.Run(x.name, func(t *testing.T) { agree(t, x) })
	}
}

// agree runs a chain by its code, compares its conditionals with the joint density, and gives the draws.
func agree(t *testing.T, x trial) [][]float64 {
	t.Helper()
	c, set := read(t, x)
	got, err := run(c, set)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != kept || len(asked(c)) == 0 {
		t.Fatalf("%d draws of %d variables", len(got), len(asked(c)))
	}
	l, err := newLawful(x.model, x.data)
	if err != nil {
		t.Fatal(err)
	}
	if l.apart != "" {
		return got
	}
	law, wrong, err := l.check(1)
	if err != nil {
		t.Log(err) // densities that package evaluate does not know
		return got
	}
	for _, w := range wrong {
		t.Error(w)
	}
	t.Log(law.compared)
	return got
}

// BenchmarkChains measures chains by their code.
func BenchmarkChains(b *testing.B) {
	for _, x := range trials(b)[6:8] {
		c, set := read(b, x)
		b.Run(x.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := run(c, set); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestDataErrors: data that do not fit a statement are refused before anything is drawn.
func TestDataErrors(t *testing.T) {
	const chain = "inputs: {n: range, g: \"int[n]\", y: \"real[n]\"}\nprogram: |\n  for (i in n) { s[i] ~ normal(0, variance = 1) }\n  for (i in n) { y[i] ~ normal(s[g[i]], variance = 1) }\ninfer: [s]"
	const given = "inputs: {n: range, g: \"index(n)[n]\", y: \"real[n]\"}\nprogram: |\n  for (i in n) { s[g[i]] ~ normal(0, variance = 1); y[i] ~ normal(s[i], variance = 1) }\ninfer: [s]"
	for _, x := range []struct{ model, data, want string }{
		{chain, `{"n": 2, "g": [0, 1], "y": [1, 2]}`, ""},
		{chain, `{"n": 2, "g": [0, 2], "y": [1, 2]}`, "line 6: the data do not fit what is said of s"},
		{chain, `{"n": 2, "g": [-1, 0], "y": [1, 2]}`, "line 6: the data do not fit what is said of s"},
		{given, `{"n": 2, "g": [1, 0], "y": [1, 2]}`, ""},
		{given, `{"n": 2, "g": [1, 1], "y": [1, 2]}`, "line 5: the data do not fit what is said of s"},
	} {
		c, set := read(t, trial{x.data, "model: m\nalgorithm: gibbs\n" + x.model, x.data})
		got := ""
		if _, err := chains.New(c.Loops, set, seed, 0); err != nil {
			got = err.Error()
		}
		if got != x.want {
			t.Errorf("%s: %q, not %q", x.data, got, x.want)
		}
	}
}
