package message_test

import (
	"strings"
	"testing"

	"mpc"
)

// TestPrecisions: hierarchies whose precision is drawn with them integrated out, or moved
// with them, and such of which neither is so.
func TestPrecisions(t *testing.T) {
	const none, integrated, scaled = "", "t before the others, with x integrated out", "x and t are then scaled together"
	for _, row := range []struct{ name, program, want string }{
		{"a precision", "t ~ gamma(shape = 1, rate = 1)\n  for (i in n) { x[i] ~ normal(m, precision = t) }", integrated},
		{"a multiple of a precision", "t ~ gamma(shape = 1, rate = 1)\n  for (i in n) { x[i] ~ normal(m, precision = 2 * t) }", scaled},
		{"a variance", "t ~ inversegamma(shape = 1, rate = 1)\n  for (i in n) { x[i] ~ normal(m / 2, variance = t) }", integrated},
		{"a precision that data read too", "t ~ gamma(shape = 1, rate = 1)\n  for (i in n) { x[i] ~ normal(m, precision = t); observe m ~ normal(1, precision = t) }", integrated},
		{"precisions on both sides", "t ~ gamma(shape = 1, rate = 1)\n  for (i in n) { x[i] ~ normal(m, precision = t); observe x[i] ~ normal(1, precision = m * m) }", none},
		{"elements read twice", "t ~ gamma(shape = 1, rate = 1)\n  for (i in n) { x[i] ~ normal(m, precision = t); observe x[i] - x[0] ~ normal(1, variance = 2) }", scaled},
		{"a precision that others have too", "t ~ gamma(shape = 1, rate = 1)\n  for (i in n) { x[i] ~ normal(m, precision = t); observe x[i] ~ normal(1, precision = t) }", none},
		{"a precision of data", "t ~ gamma(shape = 1, rate = 1)\n  for (i in n) { x[i] ~ normal(m, variance = 1); observe x[i] ~ normal(1, precision = t) }", none},
		{"a chain", "t ~ gamma(shape = 1, rate = 1)\n  x[0] ~ normal(m, precision = t)\n  for (i in 1..<n) { x[i] ~ normal(x[i-1], precision = t) }", none},
		{"a precision that is cut off", "t ~ gamma(shape = 1, rate = 1)\n  observe t > 0.5\n  for (i in n) { x[i] ~ normal(m, precision = t) }", none},
	} {
		text := "model: m\nalgorithm: gibbs\ninputs: {n: range, y: \"real[n]\"}\nprogram: |\n  m ~ normal(0, variance = 1)\n  " + row.program + "\n  for (i in n) { y[i] ~ normal(x[i], variance = 1) }\n"
		c, err := mpc.Plan("m.yaml", []byte(text))
		if err != nil {
			t.Errorf("%s: %v", row.name, err)
			continue
		}
		got, _ := c.Dump("program")
		found := none
		for _, x := range []string{integrated, scaled} {
			if strings.Contains(got, x) {
				found = x
			}
		}
		if found != row.want {
			t.Errorf("%s: %q, want %q, in\n%s", row.name, found, row.want, got)
		}
	}
}

// TestBlocks: which normals the compiler draws together, and which not.
func TestBlocks(t *testing.T) {
	const p, x, g, h, u, q = `, p: range`, `, x: "real[n, p]"`, `, g: "index(p)[n]"`, `, h: "index(p)[n]"`, `, u: "real[n]"`, `, q: "vector(p)"`
	for _, row := range []struct{ name, inputs, program, want string }{
		{"a chain", "", "x0 ~ normal(0, variance = 1)\n  s[0] ~ normal(x0, variance = 1)\n  for (t in 1..<n) { s[t] ~ normal(0.5 * s[t-1], variance = 2) }\n  for (t in n) { y[t] ~ normal(s[t], variance = 3) }", "x0, s"},
		{"a regression", p + x, "for (j in p) { w[j] ~ normal(0, variance = 1) }\n  a ~ normal(0, variance = 1)\n  for (i in n) { y[i] ~ normal(a + sum(w[j] * x[i, j] : j in p), variance = 1) }", "w, a"},
		{"lines through the same places, and not their means", p + `, v: "real[p]", z: "real[n, p]"`, "m ~ normal(0, variance = 1)\n  for (i in n) { a[i] ~ normal(m, variance = 1); b[i] ~ normal(0, variance = 1)\n    for (j in p) { z[i, j] ~ normal(a[i] + b[i] * v[j], variance = 1) }\n    y[i] ~ normal(a[i], variance = 1) }", "a, b"},
		{"lines through different places, and their means", u, "m ~ normal(0, variance = 1)\n  for (i in n) { a[i] ~ normal(m, variance = 1); b[i] ~ normal(0, variance = 1); y[i] ~ normal(a[i] + b[i] * u[i], variance = 1) }", "m, a, b"},
		{"a hierarchy", "", "m ~ normal(0, variance = 1)\n  for (i in n) { a[i] ~ normal(m, variance = 1); y[i] ~ normal(a[i], variance = 1) }", "m, a"},
		{"groups and a slope", p + g + u, "b ~ normal(0, variance = 1)\n  for (j in p) { a[j] ~ normal(0, variance = 1) }\n  for (i in n) { y[i] ~ normal(a[g[i]] + b * u[i], variance = 1) }", "b, a"},
		{"one of two groupings", p + g + h, "b ~ normal(0, variance = 1)\n  for (j in p) { a[j] ~ normal(0, variance = 1); c[j] ~ normal(0, variance = 1) }\n  for (i in n) { y[i] ~ normal(a[g[i]] + c[h[i]] + b, variance = 1) }", "b, a"},
		{"drawn indices", p + q, "m ~ normal(0, variance = 1)\n  for (j in p) { a[j] ~ normal(m, variance = 1) }\n  for (i in n) { z[i] ~ categorical(q); y[i] ~ normal(a[z[i]], variance = 1) }", ""},
		{"a product", "", "a ~ normal(0, variance = 1)\n  b ~ normal(0, variance = 1)\n  for (i in n) { y[i] ~ normal(a * b, variance = 1) }", ""},
		{"cut off", "", "a ~ normal(0, variance = 1)\n  b ~ normal(a, variance = 1)\n  observe b > 0\n  for (i in n) { y[i] ~ normal(a + b, variance = 1) }", ""},
		{"a branch", "", "a ~ normal(0, variance = 1)\n  b ~ normal(a, variance = 1)\n  z ~ bernoulli(0.5)\n  for (i in n) { if (z) { y[i] ~ normal(b, variance = 1) } else { y[i] ~ normal(a, variance = 1) } }", "a, b"},
		{"a line of the components of a vector", p + q + `, S: "matrix(p, p)"`, "a ~ normal(0, variance = 1)\n  b ~ normal(0, variance = 1)\n  P ~ wishart(df = 9, scale = S)\n  for (j in p) { m[j] = a + b * j }\n  q ~ mvnormal(m, precision = P)\n  for (i in n) { y[i] ~ normal(0, variance = 1) }", "a, b"},
		{"components of a mean", p + q + `, S: "matrix(p, p)"`, "for (j in p) { a[j] ~ normal(0, variance = 1) }\n  q ~ mvnormal(a, precision = S)\n  for (i in n) { y[i] ~ normal(0, variance = 1) }", "a"},
		{"by itself", "", "a ~ normal(0, variance = 1)\n  for (i in n) { y[i] ~ normal(a, variance = 1) }", ""},
	} {
		text := "model: m\nalgorithm: gibbs\ninputs: {n: range, y: \"real[n]\"" + row.inputs + "}\nprogram: |\n  " + row.program + "\n"
		c, err := mpc.Plan("m.yaml", []byte(text))
		if err != nil {
			t.Errorf("%s: %v", row.name, err)
			continue
		}
		got, _ := c.Dump("program")
		found := ""
		for _, line := range strings.Split(got, "\n") {
			if head, _, ok := strings.Cut(line, " by joint: "); ok {
				_, found, _ = strings.Cut(head, "draw ")
			}
		}
		if found != row.want {
			t.Errorf("%s: %q are drawn together, want %q, in\n%s", row.name, found, row.want, got)
		}
	}
}
