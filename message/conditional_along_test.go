package message_test

import (
	"strings"
	"testing"

	"mpc"
)

// TestAlong: which numbers are moved together.
func TestAlong(t *testing.T) {
	for _, row := range []struct {
		name, inputs, program, rest string
		want                        bool
	}{
		{"regression", `{n: range, x: "real[n]", y: "int[n]"}`, "a ~ normal(0, sd = 10)\nb ~ normal(0, sd = 10)\nfor (i in n) { y[i] ~ poisson(exp(a + b * x[i])) }\n", "infer: [a, b]", true},
		{"apart", `{n: range, y: "int[n]", z: "int[n]"}`, "a ~ normal(0, sd = 10)\nb ~ normal(0, sd = 10)\nfor (i in n) { y[i] ~ poisson(exp(a)); z[i] ~ poisson(exp(b)) }\n", "infer: [a, b]", false},
		{"asked for", `{n: range, x: "real[n]", y: "int[n]"}`, "a ~ normal(0, sd = 10)\nb ~ normal(0, sd = 10)\nfor (i in n) { y[i] ~ poisson(exp(a + b * x[i])) }\n", "methods: {a: slice}\ninfer: [a, b]", false},
		{"each by itself", `{n: range, x: "real[n]", y: "int[n]"}`, "a ~ normal(0, sd = 10)\nb ~ normal(0, sd = 10)\nfor (i in n) { y[i] ~ poisson(exp(a + b * x[i])) }\n", "blocks: []\ninfer: [a, b]", false},
		{"an effect of each datum", `{n: range, y: "int[n]"}`, "a ~ normal(0, sd = 10)\nt ~ gamma(shape = 2, rate = 2)\nfor (i in n) { e[i] ~ normal(a, precision = t); y[i] ~ poisson(exp(e[i])) }\n", "infer: [a, t, e]", false},
		{"a random walk", `{n: range, y: "int[n]"}`, "a ~ normal(0, sd = 10)\nt ~ gamma(shape = 2, rate = 2)\nu[0] ~ normal(0, sd = 1)\nfor (i in 1..<n) { u[i] ~ normal(u[i - 1], precision = t) }\nfor (i in n) { y[i] ~ poisson(exp(a + u[i])) }\n", "infer: [a, t, u]", true},
	} {
		c, err := mpc.Compile("m.yaml", []byte("model: m\nalgorithm: gibbs\ninputs: "+row.inputs+"\nprogram: |\n  "+strings.ReplaceAll(strings.TrimSpace(row.program), "\n", "\n  ")+"\n"+row.rest+"\n"), mpc.Options{})
		if err != nil {
			t.Errorf("%s: %v", row.name, err)
			continue
		}
		got, _ := c.Dump("loops")
		if row.name == "a random walk" {
			for _, want := range []string{"then table0 proposed if !(1 + max(1, n) <= 32)", "then table0, table2 proposed, and moved along their directions if 1 + max(1, n) <= 32"} {
				if !strings.Contains(got, want) {
					t.Errorf("%s: no %q in\n%s", row.name, want, got)
				}
			}
		}
		if is := strings.Contains(got, "proposed, and moved along their directions"); is != row.want {
			t.Errorf("%s: moved together is %v, want %v, in\n%s", row.name, is, row.want, got)
		}
	}
}
