package run_test

import (
	"strings"
	"testing"

	"mpc/lang"
)

// TestClosedLoops: EP names the statement whose instances close loops, of means and precisions of different groups, of gates, of counts of
// unknown trials; and says nothing of trees, or of what is computed exactly.
func TestClosedLoops(t *testing.T) {
	for _, test := range []struct{ name, inputs, program, data, want string }{
		{"means and precisions of different groups", `{group: range, n: range, g: "index(group)[n]", h: "index(group)[n]", y: "real[n]"}`,
			`for (j in group) { u[j] ~ normal(0, sd = 1); s[j] ~ gamma(shape = 2, rate = 1) }
  for (i in n) { y[i] ~ normal(u[h[i]], precision = s[g[i]]) }`, `{"group": 2, "g": [0, 1, 0, 1, 1], "h": [0, 0, 1, 1, 1], "y": [1, 2, 3, 4, 5]}`,
			"posteriors may be off, of u, s and what they are tied to: 2 factors (line 5) close loops in these data"},
		{"a mean and a precision of each group", `{group: range, n: range, g: "index(group)[n]", y: "real[n]"}`,
			`for (j in group) { u[j] ~ normal(0, sd = 1); s[j] ~ gamma(shape = 2, rate = 1) }
  for (i in n) { y[i] ~ normal(u[g[i]], precision = s[g[i]]) }`, `{"group": 2, "g": [0, 1, 0, 1, 1], "y": [1, 2, 3, 4, 5]}`, ""},
		{"the same, a datum each", `{group: range, n: range, g: "index(group)[n]", y: "real[n]"}`,
			`for (j in group) { u[j] ~ normal(0, sd = 1); s[j] ~ gamma(shape = 2, rate = 1) }
  for (i in n) { y[i] ~ normal(u[g[i]], precision = s[g[i]]) }`, `{"group": 2, "g": [1, 0], "y": [1, 2]}`, ""},
		{"labels of a mixture", `{n: range, y: "real[n]"}`, `a ~ normal(-1, sd = 1)
  b ~ normal(1, sd = 1)
  for (i in n) { z[i] ~ bernoulli(0.4); if (z[i]) { y[i] ~ normal(a, sd = 1) } else { y[i] ~ normal(b, sd = 1) } }`, `{"y": [1, 2, -3]}`,
			"posteriors may be off, of a, b and what they are tied to: 2 factors (line 6) close loops in these data"},
		{"one label", `{n: range, y: "real[n]"}`, `a ~ normal(-1, sd = 1)
  b ~ normal(1, sd = 1)
  for (i in n) { z[i] ~ bernoulli(0.4); if (z[i]) { y[i] ~ normal(a, sd = 1) } else { y[i] ~ normal(b, sd = 1) } }`, `{"y": [1]}`, ""},
		{"a chain of states", `{n: range, y: "real[n]"}`, `z[0] ~ bernoulli(0.5)
  for (t in 1..<n) { if (z[t-1]) { z[t] ~ bernoulli(0.9) } else { z[t] ~ bernoulli(0.1) } }
  for (t in n) { if (z[t]) { y[t] ~ normal(1, sd = 1) } else { y[t] ~ normal(-1, sd = 1) } }`, `{"y": [1, 2, -3, 1]}`, ""},
		{"counts of unknown trials", `{k: range, y: "int[k]"}`, `p ~ beta(2, 2)
  N ~ discreteuniform(20)
  for (i in k) { y[i] ~ binomial(N, p) }`, `{"y": [3, 4, 2]}`, "posteriors may be off, of N, p and what they are tied to: 2 factors (line 6) close loops in these data"},
		{"truths in a network", `{p: range, y: "bool[p]"}`, `for (i in p) { s[i] ~ bernoulli(0.5); u[i] ~ bernoulli(0.5); a[i] = s[i] && u[i]; b[i] = s[i] || u[i] }
  for (i in p) { if (a[i]) { y[i] ~ bernoulli(0.9) } else { y[i] ~ bernoulli(0.2) }; observe b[i] }`, `{"y": [true, false]}`, ""},
	} {
		r := runText(t, "model: m\ninputs: "+test.inputs+"\nprogram: |\n  "+test.program+"\n", test.data, true)
		var found []string
		for _, d := range r.Diagnostics {
			if d.Code == lang.CodeFactorized {
				found = append(found, d.Message)
			}
		}
		if got := strings.Join(found, "; "); got != test.want {
			t.Errorf("%s: %q, not %q", test.name, got, test.want)
		}
	}
}

// TestLoopsThroughOneTruth: rows that stand each in a gate of its own on one truth close loops through it; where the rows stand in the
// branches of one gate they close none.
func TestLoopsThroughOneTruth(t *testing.T) {
	const head = "model: m\ninputs: {n: range, y: \"real[n]\"}\nprogram: |\n  a ~ normal(0, sd = 2)\n  d ~ bernoulli(0.5)\n"
	for _, test := range []struct{ name, statement, want string }{
		{"a gate for each row", "  for (i in n) { if (d) { y[i] ~ normal(a, sd = 1) } else { y[i] ~ normal(0, sd = 1) } }",
			"posteriors may be off, of a and what they are tied to: 2 factors (line 6) close loops in these data"},
		{"one gate", "  if (d) { for (i in n) { y[i] ~ normal(a, sd = 1) } } else { for (i in n) { y[i] ~ normal(0, sd = 1) } }", ""},
	} {
		r, err := interpretText(t, head+test.statement+"\ninfer: [a, d]\n", `{"n": 3, "y": [1, 2, 0.5]}`)
		if err != nil {
			t.Fatal(test.name, err)
		}
		got := ""
		for _, d := range r.Diagnostics {
			if d.Code == lang.CodeFactorized {
				got = d.Message
			}
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
