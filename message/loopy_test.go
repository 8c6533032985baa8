package message_test

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
		{"drawn", "  a ~ normal(0, variance = 1)\n  b ~ normal(a, variance = 1)\n  c = b - a\nblocks: []\ninfer: [c]", "b is drawn from a, and c = b - a reads both as independent"},
		{"drawn through another", "  a ~ normal(0, variance = 1)\n  d ~ normal(2 * a, variance = 1)\n  b ~ normal(d + 1, variance = 1)\n  observe b > a\nblocks: []\ninfer: [a]", "b is drawn from a, and observe b > a reads both"},
		{"drawn in a chain", "  s[0] ~ normal(0, variance = 1)\n  for (t in 1..<n) { s[t] ~ normal(s[t-1], variance = 1); d[t] = s[t] - s[t-1] }\n  for (t in n) { x[t] ~ normal(s[t], variance = 1) }\nblocks: []\ninfer: [d]", "s[t] is drawn from s[t - 1], and d[t] = s[t] - s[t - 1] reads both"},
		{"drawn, and more is done with it", "  a ~ normal(0, variance = 1)\n  b ~ normal(a, variance = 1)\n  observe 2 * (b - a) > 1\nblocks: []\ninfer: [a]", "b is drawn from a, and observe 2 * (b - a) > 1 reads both"},
		{"a drift", "  a ~ normal(0, variance = 1)\n  s[0] ~ normal(0, variance = 1)\n  for (t in 1..<n) { s[t] ~ normal(s[t-1] + a, variance = 1) }\n  for (t in n) { x[t] ~ normal(s[t], variance = 1) }\ninfer: [a]", ""},
		{"drawn from a third", "  a ~ normal(0, variance = 1)\n  b ~ normal(a, variance = 1)\n  c ~ normal(a, variance = 1)\n  observe b > c\ninfer: [a]", ""},
		{"other elements", "  for (t in n) { a[t] ~ normal(0, variance = 1); b[t] ~ normal(a[t], variance = 1) }\n  for (t in 1..<n) { x[t] ~ normal(b[t] - a[t-1], variance = 1) }\ninfer: [a]", ""},
		{"an array of a chain", "  s[0] ~ normal(0, variance = 1)\n  for (t in 1..<n) { s[t] ~ normal(s[t-1], variance = 1) }\n  for (t in n) { x[t] ~ normal(s[t], variance = 1) }\n  a = sum(s[t] : t in n)\nblocks: []\ninfer: [a]", "s[t] is drawn from s[t - 1], and a = sum(s[t] : t in n) reads both"},
		{"an array of a chain of gates", "  b[0] ~ bernoulli(0.5)\n  for (i in 1..<n) { if (b[i-1]) { b[i] ~ bernoulli(0.9) } else { b[i] ~ bernoulli(0.1) } }\n  for (t in n) { x[t] ~ normal(0, variance = 1) }\n  a = all(b[i] : i in n)\ninfer: [a]", "b[i] is drawn from b[i - 1], and a = all(b[i] : i in n) reads both"},
		{"two elements of a chain of gates", "  b[0] ~ bernoulli(0.5)\n  for (i in 1..<n) { if (b[i-1]) { b[i] ~ bernoulli(0.9) } else { b[i] ~ bernoulli(0.1) } }\n  for (t in n) { x[t] ~ normal(0, variance = 1) }\n  a = b[0] && b[1]\ninfer: [a]", "b[1] is drawn from b[0], and a = b[0] && b[1] reads both"},
		{"an array and what is drawn from it", "  for (t in n) { a[t] ~ normal(0, variance = 1); x[t] ~ normal(a[t], variance = 1) }\n  b ~ normal(a[0], variance = 1)\n  c = sum(a[t] : t in n) - b\nblocks: []\ninfer: [c]", "b is drawn from a[0], and c = sum(a[t] : t in n) - b reads both"},
		{"an array and what is drawn from elsewhere", "  for (t in n) { a[t] ~ normal(0, variance = 1); x[t] ~ normal(a[t], variance = 1) }\n  b ~ normal(a[0], variance = 1)\n  c = sum(a[t] : t in 1..<n) - b\ninfer: [c]", ""},
		{"rows of chains", "  for (i in n) { s[0][i] ~ normal(x[i], variance = 1) }\n  for (t in 1..<9) { for (i in n) { s[t][i] ~ normal(s[t-1][i], variance = 1) } }\n  for (t in 0..<9) { a[t] = sum(s[t][i] : i in n) }\ninfer: [a]", ""},
		{"a condition on an array, and an element in its branch", "  for (t in n) { b[t] ~ bernoulli(0.5); x[t] ~ normal(0, variance = 1) }\n  c = all(b[i] : i in 0..<2)\n  if (c) { y ~ bernoulli(0.9) } else { y = b[0] }\ninfer: [y]", "y = b[0], in a branch of if (c), reads b"},
		{"a condition on an array, and another element in its branch", "  for (t in n) { b[t] ~ bernoulli(0.5); x[t] ~ normal(0, variance = 1) }\n  c = all(b[i] : i in 0..<2)\n  if (c) { y ~ bernoulli(0.9) } else { y = b[2] }\ninfer: [y]", ""},
		{"by vmp", "  a ~ normal(0, variance = 1)\n  b ~ normal(a, variance = 1)\n  c = b - a\ninfer: [c]\nalgorithm: vmp", ""},
		{"tied by a condition", "  a ~ normal(0, sd = 1)\n  b ~ normal(0, sd = 1)\n  observe a > b\n  d = a - b\nblocks: []\ninfer: [d]", "d = a - b is computed as if its arguments were independent, and line 5 ties them to each other"},
		{"tied by a datum", "  a ~ normal(0, sd = 1)\n  b ~ normal(0, sd = 1)\n  for (t in n) { x[t] ~ normal(a + b, sd = 1) }\n  s = a + b\nblocks: []\ninfer: [s]", "s = a + b is computed as if its arguments were independent, and line 8 ties them"},
		{"tied in a plate", "  for (t in n) { a[t] ~ normal(0, sd = 1); b[t] ~ normal(0, sd = 1); x[t] ~ normal(a[t] + b[t], sd = 1) }\n  for (k in n) { d[k] = a[k] - b[k] }\nblocks: []\ninfer: [d]", "d[k] = a[k] - b[k] is computed as if its arguments were independent, and line 6 ties them"},
		{"an array that is tied", "  for (t in 0..<3) { a[t] ~ normal(0, sd = 1) }\n  for (k in n) { x[k] ~ normal(sum(a[t] : t in 0..<3), sd = 1) }\n  m = sum(t * a[t] : t in 0..<3)\nblocks: []\ninfer: [m]", "m = sum(t * a[t] : t in 0..<3) is computed as if its arguments were independent, and line 7 ties them"},
		{"tied through a name", "  a ~ normal(0, sd = 1)\n  b ~ normal(0, sd = 1)\n  s = a + b\n  for (t in n) { x[t] ~ normal(s, sd = 1) }\ninfer: [s]", ""},
		{"each with data of its own", "  for (t in n) { a[t] ~ normal(0, sd = 1); x[t] ~ normal(a[t], sd = 1) }\n  d = a[0] - a[1]\n  m = sum(a[t] : t in n)\ninfer: [d, m]", ""},
		{"tied to nothing heard", "  a ~ normal(0, sd = 1)\n  b ~ normal(0, sd = 1)\n  y ~ normal(a + b, sd = 1)\n  d = a - b\ninfer: [d, y]", ""},
		{"a comparison, and what it compares in its branch", "  a ~ normal(0, sd = 1)\n  if (a > 0.5) { for (t in n) { x[t] ~ normal(a, sd = 1) } } else { for (t in n) { x[t] ~ normal(-a, sd = 1) } }\ninfer: [a]", "reads a, which its condition is on too: EP takes the two"},
		{"a chain of conditions on a number, and a function of it", "  for (t in n) { u[t] ~ normal(x[t], variance = 1) }\n  z ~ discreteuniform(3)\n  w = z + 1\n  if (z == 0) { b ~ bernoulli(x[w]) } else if (z == 1) { b ~ bernoulli(x[w]) } else { b ~ bernoulli(0.5) }\n  observe b\ninfer: [z, u]", "reads z, which its condition is on too"},
		{"a chain of conditions on a number, and the number", "  for (t in n) { u[t] ~ normal(x[t], variance = 1) }\n  z ~ discreteuniform(3)\n  if (z == 0) { b ~ bernoulli(x[z]) } else if (z == 1) { b ~ bernoulli(x[z + 1]) } else { b ~ bernoulli(0.5) }\n  observe b\ninfer: [z, u]", ""},
		{"a condition in a branch on what is drawn from it", "  a ~ bernoulli(0.3)\n  if (a) { b ~ bernoulli(0.95) } else { b ~ bernoulli(0.1) }\n  if (b) { observe a }\ninfer: [a]", "b is drawn from a, and observe a, in a branch of if (b), reads both as independent"},
		{"a draw in a branch from what the branch is drawn from", "  a ~ bernoulli(0.3)\n  if (a) { b ~ bernoulli(0.95) } else { b ~ bernoulli(0.1) }\n  if (b) { if (a) { c ~ bernoulli(0.2) } else { c ~ bernoulli(0.9) } } else { c ~ bernoulli(0.5) }\ninfer: [c]", "b is drawn from a, and if (a), in a branch of if (b), reads both as independent"},
		{"a draw in a branch from what both are drawn from", "  p ~ beta(1, 1)\n  b ~ bernoulli(p)\n  if (b) { c ~ bernoulli(p) } else { c ~ bernoulli(0.5) }\n  observe c\ninfer: [p]", ""},
		{"a condition with noise", "  a ~ bernoulli(0.3)\n  if (a) { b ~ bernoulli(0.95) } else { b ~ bernoulli(0.1) }\n  observe a != b ~ bernoulli(0.9)\ninfer: [a]", "b is drawn from a, and observe a != b ~ bernoulli(0.9) reads both"},
		{"booleans", booleans + "  c = a || b\n  observe c\n  observe !(a && b)\nblocks: []\ninfer: [a]", "observe !(a && b) closes a loop of conditions on booleans"},
		{"booleans in a plate", "  for (i in n) { a[i] ~ bernoulli(0.2); b[i] ~ bernoulli(0.7); observe a[i] || b[i] }\n  for (j in n) { observe !(a[j] && b[j]) }\nblocks: []\ninfer: [a]", "observe !(a[j] && b[j]) closes a loop of conditions on booleans"},
		{"booleans, exact", booleans + "  c = a || b\n  observe c\n  observe !(a && b)\ninfer: [a]", ""},
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
