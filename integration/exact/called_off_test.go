package exact

import (
	"context"
	"errors"
	"testing"

	"mpc"
	"mpc/data"
	"mpc/run/interp"
)

// A patience is a context that is called off once it has been asked a few times.
type patience struct {
	context.Context
	left, after int
}

func (p *patience) Err() error {
	if p.left--; p.left >= 0 {
		return nil
	}
	p.after++
	return context.Canceled
}

// TestIntegrationCalledOff: a run that is called off while hyperparameters are integrated ends at once, not when
// all is done and of no use.
func TestIntegrationCalledOff(t *testing.T) {
	const text = `model: counts
inputs: {n: range, y: "int[n]"}
program: |
  t ~ gamma(shape = 2, rate = 1)
  r ~ gamma(shape = 2, rate = 1)
  a ~ normal(0, sd = 3)
  for (i in n) { u[i] ~ normal(a, precision = t); y[i] ~ negbinomial(r, r / (r + exp(u[i]))) }
infer: [a, t, r]
`
	c, err := mpc.Compile("counts.yaml", []byte(text), mpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	set, diags := data.ReadJSON("counts.json", []byte(`{"n": 4, "y": [1, 0, 4, 2]}`), c.Model)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	run := func(p *patience) error {
		_, err := interp.Run(c.Program, c.Deps, c.Schedule, set, interp.Options{Context: p})
		return err
	}
	whole := &patience{Context: t.Context(), left: 1 << 30}
	if err := run(whole); err != nil {
		t.Fatal(err)
	}
	all := 1<<30 - whole.left
	for _, asks := range []int{2, 20, 100} {
		p := &patience{Context: t.Context(), left: asks}
		if err := run(p); !errors.Is(err, context.Canceled) {
			t.Fatalf("after %d: %v", asks, err)
		}
		if asks+p.after > all/2 {
			t.Errorf("after %d: asked %d times more, of %d in all", asks, p.after, all)
		}
	}
}
