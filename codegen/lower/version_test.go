package lower_test

import (
	"strings"
	"testing"

	"mpc"
	"mpc/codegen/lower"
)

// TestStateVersion: a state stays one of the model where only places and comments change, and is one of another model where
// that does something else.
func TestStateVersion(t *testing.T) {
	version := func(src string) uint64 {
		t.Helper()
		c, err := mpc.Compile("model.yaml", []byte(src), mpc.Options{NoPackage: true})
		if err != nil {
			t.Fatal(err)
		}
		return lower.Lower(c.Loops).StateVersion()
	}
	for _, head := range []string{"model: state\n", "model: state\nalgorithm: gibbs\n"} {
		src := head + `inputs: {n: range, y: "real[n]"}
program: |
  mean ~ normal(0, variance = 100)
  tau ~ gamma(1, rate = 1)
  for (i in n) { y[i] ~ normal(mean, precision = tau) }
infer: [mean, tau]
`
		if !strings.Contains(head, "gibbs") {
			src = strings.Replace(src, "inputs", "algorithm: vmp\ninputs", 1)
		}
		was := version(src)
		if now := version(strings.Replace(src, "program: |\n", "program: |\n  # what is known before\n\n", 1)); now != was {
			t.Errorf("%sa comment makes %x of %x", head, now, was)
		}
		for old, other := range map[string]string{"variance = 100": "variance = 10", "rate = 1": "rate = 2"} {
			if version(strings.Replace(src, old, other, 1)) == was {
				t.Errorf("%s%s is the same model as %s", head, other, old)
			}
		}
	}
}
