package lower_test

import (
	"strings"
	"testing"

	"mpc"
	"mpc/codegen/lower"
)

// filterOf is "filter" where the package of a model has one, else what it says instead.
func filterOf(t *testing.T, model string) string {
	t.Helper()
	c, err := mpc.Compile("model.yaml", []byte(model), mpc.Options{NoPackage: true})
	if err != nil {
		t.Fatal(err)
	}
	p := lower.Lower(c.Loops)
	if p.Filter != nil {
		return "filter"
	}
	return p.NoFilter
}

// TestWhereFilters: a filter is there where docs/generated.md says.
func TestWhereFilters(t *testing.T) {
	t.Parallel()
	const walk = "model: m\ninputs: {t: range, y: \"real[t]\"}\nprogram: |\n  x[0] ~ normal(0, variance = 9)\n  for (i in 1..<t) { x[i] ~ normal(x[i-1], variance = 1) }\n"
	const seen = "  for (i in t) { y[i] ~ normal(x[i], variance = 1) }\n"
	const vectors = "model: m\ninputs: {t: range, a: \"real[2][2]\", q: \"real[2][2]\", y: \"real[t]\"}\nprogram: |\n" +
		"  x[0] ~ mvnormal([0, 0], covariance = q)\n  for (i in 1..<t) { x[i] ~ mvnormal(a * x[i-1], covariance = q) }\n"
	const dot = "  for (i in t) { y[i] ~ normal(dot([1, 2], x[i]), variance = 1) }\n"
	for _, m := range []struct {
		name, text string
		want       string
	}{
		{"a random walk", walk + seen, "filter"},
		{"half of each is handed on", strings.Replace(walk, "normal(x[i-1]", "normal(0.5 * x[i-1] + 1", 1) + seen, "filter"},
		{"seen from the second time on", walk + strings.Replace(seen, "in t", "in 1..<t", 1), "filter"},
		{"nothing is seen", strings.Replace(walk, ", y: \"real[t]\"", "", 1), "no filter over x: the messages at one time wait for each other, or nothing is seen there"},
		{"two times back", "model: m\ninputs: {t: range, y: \"real[t]\"}\nprogram: |\n  x[0] ~ normal(0, variance = 9)\n  x[1] ~ normal(0, variance = 9)\n  for (i in 2..<t) { x[i] ~ normal(x[i-1] + x[i-2], variance = 1) }\n" + seen, "no filter over x: line 5 is about more than x[0], and x[t] and x[t-1] for t in 1..<t"},
		{"a random step size", strings.Replace(walk, "  x[0]", "  p ~ gamma(shape = 1, rate = 1)\n  x[0]", 1) + strings.Replace(seen, "variance = 1", "precision = p", 1), "no filter over x: p is learned, and what is known of it changes with each time"},
		{"vmp", "algorithm: vmp\n" + walk + seen, "no filter over x: its messages read posteriors, which all data change"},
		{"two sightings that each read the other", walk + "  for (i in t) { observe x[i] > y[i]; observe x[i] < y[i] + 1 }\n", "no filter over x: the messages at one time wait for each other, or nothing is seen there"},
		{"vectors", vectors + dot, "filter"},
		{"vectors, a component is seen", vectors + "  for (i in t) { y[i] ~ normal(x[i][0], variance = 1) }\n", "filter"},
		{"vectors, a difference is seen", vectors + "  for (i in t) { y[i] ~ normal(x[i][0] - x[i][1], variance = 1) }\n", "filter"},
		{"vectors that others push", strings.Replace(vectors, "a * x[i-1]", "a * x[i-1] + u[i]", 1) + dot + "  for (i in t) { u[i] ~ mvnormal([0, 0], covariance = q) }\n", "no filter over x: u is drawn too: what stands at each time can be one vector, an mvnormal"},
		{"vectors, vmp", "algorithm: vmp\n" + vectors + dot, "no filter over x: its messages read posteriors, which all data change"},
		{"entries that may be missing", strings.Replace(walk, "\"real[t]\"", "{type: \"real[t]\", missing: true}", 1) + seen, "no filter over x: entries of y may be missing"},
		{"a condition", strings.Replace(walk, "t: range", "t: range, c: \"bool[t]\"", 1) + strings.Replace(seen, "y[i] ~ normal(x[i], variance = 1)", "if (c[i]) { y[i] ~ normal(x[i], variance = 1) }", 1), "no filter over x: line 6 stands under a condition"},
		{"a constant", strings.Replace(walk, "  x[0]", "  v = y[0] * y[0]\n  x[0]", 1) + strings.Replace(seen, "variance = 1", "variance = v + 1", 1), "no filter over x: v is computed by the program, in line 4: give it as an input"},
		{"whole numbers", "model: m\ninputs: {t: range, p: \"real[2][2]\", y: \"int[t]\"}\nprogram: |\n  x[0] ~ discreteuniform(2)\n  for (i in 1..<t) { x[i] ~ categorical(p[x[i-1]]) }\n  for (i in t) { observe x[i] == y[i] }\n", "no filter over x: filters are of numbers and of mvnormals"},
		{"no chain", "model: m\ninputs: {t: range, y: \"real[t]\"}\nprogram: |\n  for (i in t) { x[i] ~ normal(0, variance = 9) }\n" + seen, ""},
	} {
		if got := filterOf(t, m.text); got != m.want {
			t.Errorf("%s: %q, not %q", m.name, got, m.want)
		}
	}
}
