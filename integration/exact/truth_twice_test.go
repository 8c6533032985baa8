package exact

import (
	"math"
	"testing"

	"mpc"
)

// TestTruthTwice: an operator on a truth value and itself, or its negation, is that value
// or known, exactly and without a warning.
func TestTruthTwice(t *testing.T) {
	for expression, want := range map[string]float64{
		"a && a": 0.3, "a || a": 0.3, "a == a": 1, "a != a": 0, "a && !a": 0, "!a || a": 1, "a == !a": 0, "!a != a": 1, "(a || a) && (a && a)": 0.3, "(a && !a) || a": 0.3,
	} {
		text := "model: m\ninputs: {x: real}\nprogram: |\n  a ~ bernoulli(x)\n  b = " + expression + "\ninfer: [a, b]\n"
		c, err := mpc.Compile("m.yaml", []byte(text), mpc.Options{})
		if err != nil || len(c.Warnings) > 0 {
			t.Errorf("%s: %v, warnings %v", expression, err, c.Warnings)
			continue
		}
		got := vectorNumbers(t, text, map[string]any{"x": 0.3})
		if p := got[len(got)-1]; math.Abs(p-want) > 1e-15 {
			t.Errorf("%s has probability %g, want %g", expression, p, want)
		}
	}
}
