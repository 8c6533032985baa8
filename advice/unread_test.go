package advice_test

import (
	"strings"
	"testing"

	"mpc"
)

// TestUnreadObservations: what no posterior that is asked for depends on, and evidence
// without a scale, are warnings.
func TestUnreadObservations(t *testing.T) {
	const program = "model: m\ninputs:\n  n: range\n  x: real[n]\nprogram: |\n  mu ~ normal(0, precision = 0)\n  b ~ bernoulli(0.5)\n  observe b\n  observe !b\n" +
		"  for (i in n) { x[i] ~ normal(mu, sd = 1) }\ninfer: "
	for _, test := range []struct{ infer, want string }{
		{"[mu]", "m.yaml:8:3: warning: nothing that is inferred depends on observe b: it is left out, also where it contradicts others"},
		{"[mu, b]", ""},
		{"[mu, evidence]", "m.yaml:6:3: warning: the evidence has no scale: mu ~ normal(0, precision = 0) is no distribution, and counts as 1 everywhere"},
	} {
		c, err := mpc.Plan("m.yaml", []byte(program+test.infer+"\n"))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, w := range c.Warnings {
			got = append(got, w.Error())
		}
		if text := strings.Join(got, "\n"); len(got) > 1 || !strings.HasPrefix(text, test.want) || test.want == "" && text != "" {
			t.Errorf("%s: %q, want %q", test.infer, text, test.want)
		}
	}
}

// TestUnreadInBranches: what a branch says is what the probabilities of the selector are by.
func TestUnreadInBranches(t *testing.T) {
	for _, text := range []string{
		"inputs:\n  n: range\n  x: bool[n]\nprogram: |\n  m ~ bernoulli(0.5)\n  if (m) { p ~ beta(2, 3); for (i in n) { x[i] ~ bernoulli(p) } } else { q ~ beta(9, 1); for (i in n) { x[i] ~ bernoulli(q) } }\ninfer: [m]\n",
		"algorithm: vmp\nprogram: |\n  y ~ bernoulli(0.2)\n  if (y) { w ~ bernoulli(0.3); observe w }\ninfer: [y]\n",
		"program: |\n  m ~ bernoulli(0.5)\n  u ~ bernoulli(0.5)\n  if (m) { if (u) { w ~ bernoulli(0.01); v ~ bernoulli(0.5); observe w && v } }\ninfer: [m]\n",
		"algorithm: gibbs\ninputs:\n  x: real\nprogram: |\n  z ~ categorical([0.5, 0.5])\n  for (k in 0..<2) { mu[k] ~ normal(k, variance = 1) }\n  x ~ normal(mu[z], variance = 1)\ninfer: [z]\n",
		"algorithm: gibbs\ninputs:\n  y: bool\nprogram: |\n  x ~ bernoulli(0.4)\n  if (x) { p = 0.9 } else { p = 0.2 }\n  y ~ bernoulli(p)\ninfer: [x]\n",
	} {
		c, err := mpc.Plan("m.yaml", []byte("model: m\n"+text))
		if err != nil || len(c.Warnings) > 0 {
			t.Errorf("%v, warnings %v\n%s", err, c.Warnings, text)
		}
	}
}
