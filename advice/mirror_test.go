package advice_test

import (
	"strings"
	"testing"

	"mpc"
)

// TestMirrored: numbers whose signs may be turned are named, and no others.
func TestMirrored(t *testing.T) {
	const head = "model: m\nalgorithm: gibbs\ninputs: {n: range, x: \"real[n]\", y: \"real[n]\"}\nprogram: |\n"
	for _, test := range []struct{ program, infer, want string }{
		{"a ~ normal(0, sd = 1); b ~ normal(0, sd = 1); for (i in n) { y[i] ~ normal(a * b + x[i], sd = 0.1) }", "a, b", "the signs of a and b, which may be turned together"},
		{"a ~ normal(0, sd = 1); for (i in n) { y[i] ~ normal(a * a + x[i], sd = 0.1) }", "a", "the sign of a"},
		{"a ~ normal(0, sd = 1); for (i in n) { b[i] ~ normal(0, sd = 1); m[i] = a * b[i]; y[i] ~ normal(m[i] + x[i], sd = 0.1) }", "a", "the signs of a and b, which may be turned together"},
		{"m ~ normal(0, sd = 1); for (i in n) { b[i] ~ normal(m, sd = 1); y[i] ~ normal(abs(b[i]) + x[i], sd = 0.1) }", "m", "the signs of m and b, which may be turned together"},
		{"a ~ normal(0, sd = 1); b ~ normal(0.5, sd = 1); for (i in n) { y[i] ~ normal(a * b + x[i], sd = 0.1) }", "a, b", ""},
		{"a ~ normal(0, sd = 1); b ~ normal(0, sd = 1); observe a > 0; for (i in n) { y[i] ~ normal(a * b + x[i], sd = 0.1) }", "a, b", ""},
		{"a ~ normal(0, sd = 1); b ~ normal(0, sd = 1); for (i in n) { y[i] ~ normal(a * b + a + x[i], sd = 0.1) }", "a, b", ""},
		{"a ~ normal(0, sd = 1); b ~ normal(0, sd = 1); p = a * b; for (i in n) { y[i] ~ normal(p + x[i], sd = 0.1) }", "p", ""},
		{"a ~ normal(0, sd = 1); for (i in n) { y[i] ~ normal(a + x[i], sd = 0.1) }", "a", ""},
		{"a ~ normal(0, sd = 1); b ~ normal(0, sd = 1); for (i in n) { y[i] ~ normal(a + x[i], sd = 0.1) }", "a, b", ""},
	} {
		c, err := mpc.Plan("m.yaml", []byte(head+"  "+strings.ReplaceAll(test.program, "; ", "\n  ")+"\ninfer: ["+test.infer+"]\n"))
		if err != nil {
			t.Fatalf("%s: %v", test.program, err)
		}
		got := ""
		for _, w := range c.Warnings {
			if w.Code == "symmetry" {
				got += strings.TrimPrefix(w.Message, "nothing tells ")
			}
		}
		if name, _, _ := strings.Cut(got, ":"); name != test.want {
			t.Errorf("%s: %q, want %q", test.program, got, test.want)
		}
	}
}
