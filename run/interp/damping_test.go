package interp_test

import (
	"math"
	"testing"

	"mpc/dist"
	"mpc/run/interp"
)

// TestDampingOfTree: a tree is solved in one pass, which damping must not touch.
func TestDampingOfTree(t *testing.T) {
	r, err := interpret(t, `model: damped
program: |
  x ~ normal(0, variance = 1)
  y ~ normal(x, variance = 1)
  observe y ~ normal(2, variance = 1)
infer: [x]
iterate: {damping: 0.3}
`, "{}", interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	x := r.Posteriors[0].Value.(dist.Normal)
	if math.Abs(x.Mean()-2.0/3) > 1e-14 || math.Abs(x.Variance()-2.0/3) > 1e-14 {
		t.Errorf("x is %v", x)
	}
}
