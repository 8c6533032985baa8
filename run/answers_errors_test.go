package run_test

import (
	"strings"
	"testing"

	"mpc"
	"mpc/run"
)

// TestMistakesByHand: an integration whose mode runs away names the hyperparameter, where it is drawn; a point among normals
// is no density; a sum that is seen without noise has no operator in a block.
func TestMistakesByHand(t *testing.T) {
	for _, x := range []struct{ src, want string }{
		{`
model: m
inputs: {n: range, y: "real[n]", g: "index(k)[n]", k: range}
program: |
  a ~ normal(0, sd = 1)
  s ~ halfcauchy(scale = 1)
  t ~ gamma(shape = 1, rate = 1)
  for (j in k) { u[j] ~ normal(a, precision = t) }
  for (i in n) { y[i] ~ normal(u[g[i]], sd = s) }
infer: [a, t, s]
`, "m.yaml:6:3: error: the posterior of a, u, s, t was not found: the density of s does not fall, which goes to"},
		{`
model: m
inputs: {s: real, n: range, y: "real[n]"}
program: |
  a ~ normal(0, sd = 1)
  b ~ normal(0, sd = 1)
  t ~ gamma(shape = 1, rate = 1)
  for (i in n) { y[i] ~ normal(a + b, precision = t) }
  s ~ normal(a + b, variance = 0)
infer: [a, b, t]
`, "m.yaml:9:32: error: a normal of variance 0 is a point, which has no density"},
	} {
		c, err := mpc.Compile("m.yaml", []byte(x.src), mpc.Options{NoPackage: true})
		if err == nil {
			set, no := run.ReadData(c, "", []string{"y=[1,1,1]", "g=[0,0,0]", "k=1"}, nil)
			if no != nil {
				t.Fatal(no)
			}
			_, err = run.Run(t.Context(), c, set, run.Options{Iterations: -1, Interpret: true})
		}
		if err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%v, want %s", err, x.want)
		}
	}
}
