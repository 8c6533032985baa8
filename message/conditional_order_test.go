package message_test

import (
	"strings"
	"testing"

	"mpc"
)

// TestOrder: elements that are drawn from others of their array are drawn from their priors
// where an order of loops is seen in which those come first.
func TestOrder(t *testing.T) {
	const forward = "draw x by forward: no data depend on it"
	for _, row := range []struct {
		name, inputs, program string
		ordered               bool
	}{
		{"from earlier ones", "", "x[0] ~ normal(0, variance = 1)\n  for (t in 1..<n) { x[t] ~ normal(x[t-1], variance = 1) }", true},
		{"from later ones", "", "x[n-1] ~ normal(0, variance = 1)\n  for (t in 0..<n-1) { x[t] ~ normal(x[t+1], variance = 1) }", true},
		{"from several later ones", "", "x[n-1] ~ normal(0, variance = 1)\n  x[n-2] ~ normal(0, variance = 1)\n  for (t in 0..<n-2) { x[t] ~ normal(x[t+1] + x[t+2], variance = 1) }", true},
		{"from the first", "", "x[0] ~ normal(0, variance = 1)\n  for (t in 1..<n) { x[t] ~ normal(x[0], variance = 1) }", true},
		{"from the last", "", "x[n-1] ~ normal(0, variance = 1)\n  for (t in 0..<n-1) { x[t] ~ normal(x[n-1], variance = 1) }", true},
		{"from all earlier ones", "", "x[0] ~ normal(0, variance = 1)\n  for (t in 1..<n) { x[t] ~ normal(sum(x[k] : k in 0..<t), variance = 1) }", true},
		{"from all later ones", "", "for (t in 0..<n) { x[t] ~ normal(sum(x[k] : k in t+1..<n), variance = 1) }", true},
		{"the first from all others", "", "for (t in 1..<n) { x[t] ~ normal(0, variance = 1) }\n  x[0] ~ normal(sum(x[k] : k in 1..<n), variance = 1)", true},
		{"of several dimensions", "", "for (i in n) { x[i, n-1] ~ normal(0, variance = 1) }\n  for (i in 1..<n) { for (t in 0..<n-1) { x[i, t] ~ normal(x[i-1, t+1] + x[i, t+1], variance = 1) } }\n  for (t in 0..<n-1) { x[0, t] ~ normal(x[0, t+1], variance = 1) }", true},
		{"whole numbers", ", p: \"vector(3)[3]\"", "x[n-1] ~ categorical(p[0])\n  for (t in 0..<n-1) { x[t] ~ categorical(p[x[t+1]]) }", true},
		{"from both sides", "", "x[0] ~ normal(0, variance = 1)\n  x[n-1] ~ normal(0, variance = 1)\n  for (t in 1..<n-1) { x[t] ~ normal(x[t-1] + x[t+1], variance = 1) }", false},
		{"from one and from a later one", "", "x[0] ~ normal(0, variance = 1)\n  x[1] ~ normal(x[2], variance = 1)\n  for (t in 2..<n) { x[t] ~ normal(x[0], variance = 1) }", false},
		{"from all but one", "", "x[0] ~ normal(0, variance = 1)\n  for (t in 1..<n) { x[t] ~ normal(sum(x[k] : k in 0..<t+1) - x[t], variance = 1) }", false},
		{"from where the data say", ", g: \"int[n]\"", "x[0] ~ normal(0, variance = 1)\n  for (t in 1..<n) { x[t] ~ normal(x[g[t]], variance = 1) }", false},
		{"the dimension that runs fastest decides", "", "for (i in n) { x[i, n-1] ~ normal(0, variance = 1) }\n  for (t in 0..<n-1) { x[0, t] ~ normal(x[0, t+1], variance = 1) }\n  for (i in 1..<n-1) { for (t in 0..<n-1) { x[i, t] ~ normal(x[i-1, t+1] + x[i+1, t+1], variance = 1) } }\n  for (t in 0..<n-1) { x[n-1, t] ~ normal(x[n-1, t+1], variance = 1) }", false},
	} {
		text := "model: m\nalgorithm: gibbs\nblocks: []\ninputs: {n: range" + row.inputs + "}\nprogram: |\n  " + row.program + "\ninfer: [x]\n"
		c, err := mpc.Plan("m.yaml", []byte(text))
		if err != nil {
			t.Errorf("%s: %v", row.name, err)
			continue
		}
		if got, _ := c.Dump("program"); strings.Contains(got, forward) != row.ordered {
			t.Errorf("%s: ordered is %v in\n%s", row.name, !row.ordered, got)
		}
	}
}
