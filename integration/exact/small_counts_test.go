package exact

import (
	"math"
	"testing"
)

// TestSmallCounts: what a count of tiny probability alone explains has that probability.
func TestSmallCounts(t *testing.T) {
	logs := func(list ...float64) float64 {
		top, sum := list[0], 0.0
		for _, x := range list {
			top = math.Max(top, x)
		}
		for _, x := range list {
			sum += math.Exp(x - top)
		}
		return top + math.Log(sum)
	}
	for program, want := range map[string]float64{
		"  z ~ binomial(5, 1e-20)\n  observe z == 1\n":                                                                            math.Log(5e-20),
		"  m ~ poisson(1e-300)\n  observe m == 1\n":                                                                               math.Log(1e-300),
		"  m ~ poisson(1e-17)\n  observe m > 1\n":                                                                                 2*math.Log(1e-17) - math.Ln2,
		"  n ~ poisson(1e-18)\n  k ~ binomial(n, 0.5)\n  b ~ bernoulli(1e-30)\n  observe k == 1 || b\n":                           logs(math.Log(0.5e-18), math.Log(1e-30)),
		"  c ~ bernoulli(0.5)\n  if (c) { n ~ poisson(1e-20) } else { n ~ binomial(3, 1e-25) }\n  observe n == 1\n":               logs(math.Log(0.5e-20), math.Log(1.5e-25)),
		"  c ~ bernoulli(0.5)\n  if (c) { n ~ poisson(1e-20); observe n == 1 } else { n ~ binomial(3, 1e-25); observe n == 1 }\n": logs(math.Log(0.5e-20), math.Log(1.5e-25)),
	} {
		text := "model: small\nprogram: |\n" + program + "infer: [evidence]\n"
		r, err := interpretTree(t, text, map[string]any{})
		if err != nil || !(math.Abs(r.LogEvidence-want) < 1e-11) {
			t.Errorf("%v, %v, want %v\n%s", r, err, want, text)
		}
	}
}
