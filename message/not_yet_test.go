package message_test

import (
	"os"
	"strings"
	"testing"

	"mpc"
)

// TestNotYet compiles a model for each row of the last section of
// docs/language.md: it must fail as that page says.
func TestNotYet(t *testing.T) {
	page, err := os.ReadFile("../docs/language.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(string(page), "## Not yet")
	if !ok {
		t.Fatal("docs/language.md has no section Not yet")
	}
	const x = "x ~ normal(0, variance = 1)"
	rows := []struct {
		row  string // begins the row of the page
		keys string // before the program
		text string
		want string // where it is not: X is not supported by this version
	}{
		{"`softmax` by EP", "inputs: {k: range, d: index(k)}", "for (j in k) { z[j] ~ normal(0, variance = 1) }\n  d ~ categorical(softmax(z))", "no operator: EP has no message to out of out = softmax(x)"},
		{"`softmax` of a vector", "algorithm: vmp\ninputs: {k: range, d: index(k), m: vector(k), P: \"matrix(k, k)\"}", "w ~ mvnormal(m, precision = P); d ~ categorical(softmax(w))", "softmax of a random vector"},
		{"`softmax` of a list", "algorithm: vmp\ninputs: {k: range, d: index(k)}", x + "; d ~ categorical(softmax([x, 0]))", "softmax of a list"},
		{"`studentt`, `lognormal`", "", "x ~ studentt(5, 0, 1); c ~ bernoulli(0.5); d ~ bernoulli(0.5); observe c != d", "no operator: studentt is drawn and observed by Gibbs sampling"},
		{"`truncated` of a", "algorithm: gibbs", "x ~ truncated(bernoulli(0.5), 1, 2)", "truncated(bernoulli)"},
		{"a random `n ~ poisson(r)`", "", "h ~ normal(0, sd = 1)\n  n ~ poisson(exp(h)); observe n < 9 || n > 20", "a random poisson count with a random rate"},
		{"a missing `int`", "inputs: {k: {type: int, missing: true}}", "k ~ poisson(4); k ~ poisson(3); x ~ normal(0, variance = 1)", "a missing entry of k, which would be a random whole number,"},
		{"`missing: true` of", "inputs: {y: {type: normal, missing: true}}", "x ~ y", "missing: true of normal"},
		{"`missing: true` of vectors that are drawn whole", "inputs: {n: range, x: {type: \"vector(2)[n]\", missing: true}}", "m ~ mvnormal([0, 0], covariance = [[1, 0], [0, 1]])\n  for (i in n) { x[i] ~ mvnormal(m, covariance = [[1, 0], [0, 1]]) }", "by EP and VMP, is not supported by this version"},
		{"by Gibbs sampling, `missing: true` of vectors", "algorithm: gibbs\ninputs: {n: range, x: {type: \"vector(2)[n]\", missing: true}}", "for (i in n) { x[i] ~ dirichlet([1, 1]) }", "missing: true of x, a vector that dirichlet defines, is not supported"},
		{"a default of", "inputs: {n: range, m: \"int[n]\", d: {type: \"dirichlet(m[n])[n]\", default: \"dirichlet([1, 1])\"}}", "for (i in n) { p[i] ~ d[i] }", "a default of d, whose elements differ in size,"},
		{"`init: random` of a wishart", "algorithm: vmp\ninputs: {k: range, S: \"matrix(k, k)\", y: \"vector(k)\"}\ninit: {P: random}", "P ~ wishart(df = 9, scale = S); y ~ mvnormal([0, 0], precision = P)", "a random initial marginal of P, which is wishart,"},
		{"`iterate.restarts` with", "init: {x: random}\nshared: [x]\niterate: {restarts: 2}", x, "iterate.restarts with shared"},
		{"`algorithm: gibbs` for some", "algorithm: {default: ep, x: gibbs}", x, "Gibbs sampling of some variables, and message passing for others,"},
		{"by Gibbs sampling, an mvnormal", "algorithm: gibbs\ninputs: {p: \"mvnormal(2)\"}", "x ~ p", "a prior that the data give, mvnormal, by Gibbs sampling"},
		{"by Gibbs sampling, the posterior of vectors", "algorithm: gibbs\ninputs: {n: range, size: \"int[n]\", a: \"vector(size[n])[n]\"}", "for (i in n) { p[i] ~ dirichlet(a[i]) }", "the posterior of p, vectors or matrices of different sizes, by Gibbs sampling"},
		{"by Gibbs sampling, a missing", "algorithm: gibbs\ninputs: {y: {type: real, missing: true}}\ninfer: [y]", x + "\n  repeat (3) { y ~ normal(x, variance = 1) }", "a missing entry of y in a repeat, in Gibbs sampling,"},
		{"by Gibbs sampling, an array of vectors", "algorithm: gibbs\ninputs: {y: real}", x + "\n  repeat (3) { a[0] = 0; a[1] ~ normal(x, variance = 1); observe a[0] + a[1] > y }", "some elements of a are drawn and others computed: Gibbs sampling of both in one array of vectors, or in a repeat,"},
		{"by Gibbs sampling, a chain", "algorithm: gibbs\ninputs: {n: range, back: \"index(n)[n]\", y: \"real[n]\"}", "for (t in n) { w[t] ~ normal(0, variance = 1) }\n  s[0] = w[0]\n  for (t in 1..<n) { s[t] = exp(s[back[t]]) + w[t] }\n  for (t in n) { y[t] ~ normal(s[t], variance = 1) }", "s is computed from elements of itself: Gibbs sampling of a chain of functions"},
		{"`a * b` of a normal and a gamma that", "inputs: {r: range}", "b ~ gamma(shape = 2, rate = 1)\n  for (i in r) { x[i] ~ normal(0, variance = 1); a[i] ~ gamma(shape = 1, rate = 1); c[i] = x[i] * a[i]; observe c[i] > b }", "no operator: EP has no message to out of out = a * b"},
		{"a boolean times a number", "", x + "; b ~ bernoulli(0.5); y = b * x", "no operator: EP has no message to out of out = a * b"},
		{"`sqrt abs ^ logit`", "", x + "; y = sqrt(x)", "no operator: sqrt of a random value, sqrt(x)"},
		{"`max`, `min` over a range", "inputs: {r: range}", "for (i in r) { x[i] ~ normal(0, variance = 1) }\n  y = max(x[i] : i in r)", "no operator: max over a range of random values"},
	}
	covered := 0
	for _, row := range rows {
		i := strings.Index(section, "\n| "+row.row)
		if i < 0 {
			t.Errorf("the page has no row %s", row.row)
			continue
		}
		covered++
		line, _, _ := strings.Cut(section[i+1:], "\n")
		_, err := mpc.Plan("model.yaml", []byte("model: m\n"+row.keys+"\nprogram: |\n  "+row.text+"\n"))
		switch {
		case err == nil:
			t.Errorf("%s: works", row.row)
		case !strings.Contains(err.Error(), row.want):
			t.Errorf("%s: %v\nwant %s", row.row, err, row.want)
		case !strings.Contains(line, row.want):
			t.Errorf("%s: the page does not say %s: %s", row.row, row.want, line)
		}
	}
	// The head has two lines; the row of BUGS programs, which docs/bugs.md lists, is not tested.
	if n := strings.Count(section, "\n| ") - 3; n != covered {
		t.Errorf("the page has %d rows to test, %d are tested", n, covered)
	}
}
