package run_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"mpc"
	"mpc/lang"
	"mpc/run"
)

// TestFactorized: normal variables that several data read in one sum are named in a warning
// of the run, under the table too; trees, chains and one datum are not.
func TestFactorized(t *testing.T) {
	const head = "model: m\ninputs: {n: range, x: \"real[n]\", y: \"real[n]\"}\nprogram: |\n"
	const data = `{"x": [1, 2, 3], "y": [1, 2, 4]}`
	for _, test := range []struct{ name, program, data, want string }{
		{"a line", "  a ~ normal(0, sd = 9)\n  b ~ normal(0, sd = 9)\n  for (i in n) { y[i] ~ normal(a + b * x[i], sd = 1) }\nblocks: []", data, "sds of a, b may be too small: they share 3 factors (line 6)"},
		{"a line, joined by default", "  a ~ normal(0, sd = 9)\n  b ~ normal(0, sd = 9)\n  for (i in n) { y[i] ~ normal(a + b * x[i], sd = 1) }", data, ""},
		{"a line through one datum", "  a ~ normal(0, sd = 9)\n  b ~ normal(0, sd = 9)\n  for (i in n) { y[i] ~ normal(a + b * x[i], sd = 1) }", `{"x": [1], "y": [1]}`, ""},
		{"weights", "  for (k in 0..<2) { w[k] ~ normal(0, sd = 9) }\n  for (i in n) { y[i] ~ normal(sum(x[k] * w[k] : k in 0..<2), sd = 1) }\nblocks: []", data, "sds of w may be too small: they share 3 factors (line 5)"},
		{"one weight", "  for (k in 0..<1) { w[k] ~ normal(0, sd = 9) }\n  for (i in n) { y[i] ~ normal(sum(x[k] * w[k] : k in 0..<1), sd = 1) }", data, ""},
		{"a mean", "  a ~ normal(0, sd = 9)\n  for (i in n) { y[i] ~ normal(2 * a + x[i], sd = 1) }", data, ""},
		{"a hierarchy", "  m ~ normal(0, sd = 9)\n  for (k in 0..<2) { a[k] ~ normal(m, sd = 1) }\n  for (k in 0..<2) { y[k] ~ normal(a[k] + x[k], sd = 1) }", data, ""},
		{"a computed chain", "  for (i in n) { w[i] ~ normal(0, sd = 9) }\n  s[0] = w[0]\n  for (i in 1..<n) { s[i] = s[i-1] + w[i] }\n  for (i in n) { y[i] ~ normal(s[i] + x[i], sd = 1) }", data, ""},
		{"a chain", "  s[0] ~ normal(0, sd = 9)\n  for (i in 1..<n) { s[i] ~ normal(s[i-1], sd = 1) }\n  for (i in n) { y[i] ~ normal(s[i] + x[i], sd = 1) }", data, ""},
		{"own elements", "  for (i in n) { a[i] ~ normal(0, sd = 9); b[i] ~ normal(0, sd = 9); y[i] ~ normal(a[i] + b[i] + x[i], sd = 1) }", data, ""},
		{"elements by number", "  for (k in 0..<2) { w[k] ~ normal(0, sd = 9) }\n  for (i in n) { y[i] ~ normal(w[0] + w[1] * x[i], sd = 1) }\nblocks: []", data, "sds of w may be too small: they share 3 factors (line 5)"},
		{"a draw between", "  a ~ normal(0, sd = 9)\n  b ~ normal(0, sd = 9)\n  for (i in n) { u[i] ~ normal(a + b * x[i], sd = 1); y[i] ~ normal(u[i], sd = 1) }\nblocks: []", data, "sds of a, b may be too small: they share 3 factors (line 6)"},
		{"named noise", "  a ~ normal(0, sd = 9)\n  b ~ normal(0, sd = 9)\n  for (i in n) { e[i] ~ normal(0, sd = 1); y[i] = a + b * x[i] + e[i] }\nblocks: []", data, "sds of a, b may be too small: they share 3 factors (line 6)"},
		{"named noise, joined by default", "  a ~ normal(0, sd = 9)\n  b ~ normal(0, sd = 9)\n  for (i in n) { e[i] ~ normal(0, sd = 1); y[i] = a + b * x[i] + e[i] }", data, ""},
		{"two statements", "  a ~ normal(0, sd = 9)\n  b ~ normal(0, sd = 9)\n  y[0] ~ normal(a + b * x[0], sd = 1)\n  y[1] ~ normal(a + b * x[1], sd = 1)\nblocks: []", data, "sds of a, b may be too small: they share 2 factors (line 6)"},
		{"logits", "  a ~ normal(0, sd = 9)\n  b ~ normal(0, sd = 9)\n  for (i in n) { t[i] ~ bernoulli(logit = a + b * x[i]); observe t[i] == (y[i] > 1.5) }", data, "sds of a, b may be too small: they share 3 factors (line 6)"},
		{"comparisons", "  a ~ normal(0, sd = 9)\n  b ~ normal(0, sd = 9)\n  for (i in n) { e[i] ~ normal(0, sd = 1); observe a + b * x[i] + e[i] > y[i] }\nblocks: []", data, "sds of a, b may be too small: they share 3 factors (line 6)"},
		{"comparisons, joined by default", "  a ~ normal(0, sd = 9)\n  b ~ normal(0, sd = 9)\n  for (i in n) { e[i] ~ normal(0, sd = 1); observe a + b * x[i] + e[i] > y[i] }", data, ""},
		{"one sum", "  a ~ normal(0, sd = 9)\n  b ~ normal(0, sd = 9)\n  s = a + b\n  for (i in n) { y[i] ~ normal(s + x[i], sd = 1) }", data, ""},
		{"no data", "  a ~ normal(0, sd = 9)\n  b ~ normal(0, sd = 9)\n  for (i in n) { z[i] ~ normal(a + b * x[i] + y[i], sd = 1) }\ninfer: [z]", data, ""},
		{"by vmp", "  a ~ normal(0, sd = 9)\n  b ~ normal(0, sd = 9)\n  for (i in n) { y[i] ~ normal(a + b * x[i], sd = 1) }\nalgorithm: vmp", data, ""},
	} {
		r, err := interpretText(t, head+test.program+"\n", test.data)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		k := slices.IndexFunc(r.Diagnostics, func(d lang.Diagnostic) bool { return d.Code == lang.CodeFactorized })
		got := ""
		if k >= 0 {
			got = r.Diagnostics[k].Message
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
		c, err := mpc.Plan("m.yaml", []byte(head+test.program+"\n"))
		if err != nil {
			t.Fatal(err)
		}
		var table strings.Builder
		if err := run.WriteTable(&table, c, r, 0); err != nil {
			t.Fatal(err)
		}
		block := "a, b"
		if strings.Contains(test.want, "of w") {
			block = "w"
		}
		want := "[factorized] " + test.want + "; blocks: [[" + block + "]] gives them one joint posterior; mpc compare tells how far off\n"
		if shown := strings.HasSuffix(table.String(), want); shown != (test.want != "") {
			t.Errorf("%s: %s", test.name, table.String())
		}
	}
}

// TestExactSums: a sum that is observed without noise ties what a prior ties too; of what is apart before it the answer
// is exact.
func TestExactSums(t *testing.T) {
	const head = "model: m\ninputs: {n: range, total: real}\nprogram: |\n"
	for _, test := range []struct{ name, program, want string }{
		{"a prior in common", "  m ~ normal(0, sd = 1)\n  a ~ normal(m, sd = 1)\n  b ~ normal(m, sd = 1)\n  observe a + b == total * n\nblocks: []",
			"sds of a, b may be off: 1 of 1 factors (line 7) close loops in these data"},
		{"an array with a mean in common", "  m ~ normal(0, sd = 1)\n  for (i in n) { x[i] ~ normal(m, sd = 1) }\n  observe sum(x[i] : i in n) == total\nblocks: []",
			"sds of x may be off: 1 of 1 factors (line 6) close loops in these data"},
		{"a prior in common, joined by default", "  m ~ normal(0, sd = 1)\n  a ~ normal(m, sd = 1)\n  b ~ normal(m, sd = 1)\n  observe a + b == total * n", ""},
		{"an array with a mean in common, joined by default", "  m ~ normal(0, sd = 1)\n  for (i in n) { x[i] ~ normal(m, sd = 1) }\n  observe sum(x[i] : i in n) == total", ""},
		{"apart", "  a ~ normal(0, sd = 1)\n  b ~ normal(0, sd = 1)\n  observe a + b == total * n", ""},
		{"an array of numbers that are apart", "  for (i in n) { x[i] ~ normal(0, sd = 1) }\n  observe sum(x[i] : i in n) == total", ""},
	} {
		r, err := interpretText(t, head+test.program+"\n", `{"n": 3, "total": 1}`)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		got := ""
		for _, d := range r.Diagnostics {
			if d.Code == lang.CodeFactorized {
				got += d.Message
			}
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// TestSumOfTied: one sum over an array that has a mean in common is computed as a whole. With S the total, n elements and
// noise of variance 1/4, S has the variance n^2 + n + 1/4 before the data, and the covariance n with the mean.
func TestSumOfTied(t *testing.T) {
	const model = "model: m\ninputs: {n: range, total: real}\nprogram: |\n  m ~ normal(0, sd = 1)\n  for (i in n) { x[i] ~ normal(m, sd = 1) }\n" +
		"  total ~ normal(sum(x[i] : i in n), sd = 0.5)\ninfer: [m]\n"
	r, err := interpretText(t, model, `{"n": 4, "total": 2}`)
	if err != nil {
		t.Fatal(err)
	}
	list, err := r.Posteriors["m"].Marginals()
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	mean, sd := 4*2/20.25, math.Sqrt(1-4*4/20.25)
	if got := list[0]; math.Abs(got.Mean-mean) > 1e-12 || math.Abs(got.SD-sd) > 1e-12 {
		t.Errorf("mean %g, sd %g, want %g, %g", got.Mean, got.SD, mean, sd)
	}
}
