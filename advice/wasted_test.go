package advice_test

import (
	"slices"
	"strings"
	"testing"

	"mpc"
	"mpc/lang"
)

// TestWastedStarts: an initial marginal that is computed anew before anything reads it
// is a warning.
func TestWastedStarts(t *testing.T) {
	const text = `model: m
algorithm: vmp
inputs: {n: range, x: "real[n]"}
program: |
  m ~ normal(0, variance = 1)
  tau ~ gamma(shape = 1, rate = 1)
  q ~ normal(0, variance = 1)
  observe q ~ normal(1, variance = 1)
  for (i in n) { x[i] ~ normal(m, precision = tau) }
infer: [m, tau, q]
`
	for _, test := range []struct {
		end  string
		want []string
	}{
		{"init: {tau: random}", nil},
		{"init: {m: random}", nil},
		{"init: {q: random}", []string{"q"}},
		{"init: {m: random, tau: random}", []string{"m"}},
		{"init: {m: random, tau: random}\niterate: {damping: 0.5}", nil},
	} {
		c, err := mpc.Plan("m.yaml", []byte(text+test.end+"\n"))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, w := range c.Warnings {
			if name, ok := strings.CutPrefix(w.Message, "the initial marginal of "); ok && w.Severity == lang.Warning {
				got = append(got, strings.Fields(name)[0])
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.end, got, test.want)
		}
	}
}
