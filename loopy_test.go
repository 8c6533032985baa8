package mpc_test

import (
	"strings"
	"testing"

	"mpc"
)

// TestLoopyWarnings: functions of variables of which one is drawn from the other, and
// loops of conditions on booleans, are warnings; what has noise in the loop is none.
func TestLoopyWarnings(t *testing.T) {
	const head = "model: m\ninputs:\n  n: range\n  x: real[n]\nprogram: |\n"
	const booleans = "  a ~ bernoulli(0.2)\n  b ~ bernoulli(0.7)\n"
	for _, test := range []struct{ name, program, want string }{
		{"drawn", "  a ~ normal(0, variance = 1)\n  b ~ normal(a, variance = 1)\n  c = b - a\ninfer: [c]", "b is drawn from a, and c = b - a reads both as independent"},
		{"drawn through another", "  a ~ normal(0, variance = 1)\n  d ~ normal(2 * a, variance = 1)\n  b ~ normal(d + 1, variance = 1)\n  observe b > a\ninfer: [a]", "b is drawn from a, and observe b > a reads both"},
		{"drawn in a chain", "  s[0] ~ normal(0, variance = 1)\n  for (t in 1..<n) { s[t] ~ normal(s[t-1], variance = 1); d[t] = s[t] - s[t-1] }\n  for (t in n) { x[t] ~ normal(s[t], variance = 1) }\ninfer: [d]", "s[t] is drawn from s[t - 1], and d[t] = s[t] - s[t - 1] reads both"},
		{"drawn, and more is done with it", "  a ~ normal(0, variance = 1)\n  b ~ normal(a, variance = 1)\n  observe 2 * (b - a) > 1\ninfer: [a]", "b is drawn from a, and observe 2 * (b - a) > 1 reads both"},
		{"a drift", "  a ~ normal(0, variance = 1)\n  s[0] ~ normal(0, variance = 1)\n  for (t in 1..<n) { s[t] ~ normal(s[t-1] + a, variance = 1) }\n  for (t in n) { x[t] ~ normal(s[t], variance = 1) }\ninfer: [a]", ""},
		{"drawn from a third", "  a ~ normal(0, variance = 1)\n  b ~ normal(a, variance = 1)\n  c ~ normal(a, variance = 1)\n  observe b > c\ninfer: [a]", ""},
		{"other elements", "  for (t in n) { a[t] ~ normal(0, variance = 1); b[t] ~ normal(a[t], variance = 1) }\n  for (t in 1..<n) { x[t] ~ normal(b[t] - a[t-1], variance = 1) }\ninfer: [a]", ""},
		{"by vmp", "  a ~ normal(0, variance = 1)\n  b ~ normal(a, variance = 1)\n  c = b - a\ninfer: [c]\nalgorithm: vmp", ""},
		{"booleans", booleans + "  c = a || b\n  observe c\n  observe !(a && b)\ninfer: [a]", "observe !(a && b) closes a loop of conditions on booleans"},
		{"booleans in a plate", "  for (i in n) { a[i] ~ bernoulli(0.2); b[i] ~ bernoulli(0.7); observe a[i] || b[i] }\n  for (j in n) { observe !(a[j] && b[j]) }\ninfer: [a]", "observe !(a[j] && b[j]) closes a loop of conditions on booleans"},
		{"booleans, a tree", booleans + "  c ~ bernoulli(0.5)\n  observe a || b\n  observe !(b && c)\ninfer: [a]", ""},
		{"booleans seen with noise", booleans + "  c = a || b\n  d = a && b\n  observe c ~ bernoulli(0.9)\n  observe d ~ bernoulli(0.1)\ninfer: [a]", ""},
		{"booleans, one factor", booleans + "  observe a != b\ninfer: [a]", ""},
	} {
		text := head + test.program
		if !strings.Contains(test.program, "x[") {
			text = strings.Replace(text, "  x: real[n]\n", "", 1)
		}
		if !strings.Contains(test.program, "in n") {
			text = strings.Replace(text, "inputs:\n  n: range\n", "", 1)
		}
		c, err := mpc.Plan("m.yaml", []byte(text))
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		var got []string
		for _, w := range c.Warnings {
			got = append(got, w.Error())
		}
		if all := strings.Join(got, "\n"); !strings.Contains(all, test.want) || test.want == "" && len(got) > 0 || len(got) > 1 {
			t.Errorf("%s: %q, want %q", test.name, all, test.want)
		}
	}
}
