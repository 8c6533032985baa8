package interp_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"mpc/dist"
	"mpc/run/interp"
)

// TestRateOfNothing: a rate that is 0 by data makes a count of 0 certain, which says nothing: the
// posterior of the gamma is that of the other count, and the evidence too.
func TestRateOfNothing(t *testing.T) {
	const r, s, a = "r ~ gamma(2, rate = 1); n ~ poisson(r)", "; s ~ gamma(3, rate = 1)", "; a ~ normal(0, variance = 1)"
	for _, x := range []struct {
		infer, program string
		only           string // the algorithm that takes it, "" for both
	}{
		{infer: "r", program: r + "; k ~ poisson(h * r)"},
		{infer: "r", program: r + "; mu = h * r; k ~ poisson(mu)"},
		{infer: "r, s", program: r + s + "; k ~ poisson(h * r * s)"},
		{infer: "r, s", program: r + s + "; z = h * s; k ~ poisson(z * r)"},
		{infer: "r, s", program: r + s + "; k ~ poisson(h * r / s)"},
		{infer: "r, a", program: r + a + "; k ~ poisson(h * exp(a))"},
		{infer: "r, a", program: r + a + "; k ~ poisson(h / exp(a))"},
		{infer: "r, a", program: r + a + "; k ~ poisson(h * r * exp(a))"},
		{infer: "r, s", program: r + s + "; k ~ poisson(h * r + h * s)", only: "vmp"},
	} {
		for _, algorithm := range []string{"ep", "vmp"} {
			if x.only != "" && x.only != algorithm {
				continue
			}
			text := "model: m\nalgorithm: " + algorithm + "\ninputs: {h: real, k: int, n: int}\nprogram: |\n  " + x.program + "\ninfer: [" + x.infer + ", evidence]"
			got, err := interpret(t, text, `{"h": 0, "k": 0, "n": 3}`, interp.Options{})
			if err != nil {
				t.Errorf("%s, %s: %v", algorithm, x.program, err)
				continue
			}
			// of n: Gamma(5)/(Gamma(2) 3!) 2^-5
			if d := got.Posteriors[0].Value.(dist.Gamma); math.Abs(d.Mean()-2.5) > 1e-9 || math.Abs(got.LogEvidence-math.Log(4.0/32)) > 1e-7 {
				t.Errorf("%s, %s: mean %v, log evidence %v", algorithm, x.program, d.Mean(), got.LogEvidence)
			}
			for _, bad := range []string{`{"h": 0, "k": 2, "n": 3}`, `{"h": -1, "k": 0, "n": 3}`} {
				for _, without := range []string{"", ", evidence"} {
					_, err := interpret(t, strings.Replace(text, without, "", 1), bad, interp.Options{})
					var e *interp.Error
					if !errors.As(err, &e) || e.Kind == interp.Improper {
						t.Errorf("%s, %s of %s: %v", algorithm, x.program, bad, err)
					}
				}
			}
		}
	}
}

// TestNoRateOfNothing: a 0 that is no parameter stays an error, also where no message says so.
func TestNoRateOfNothing(t *testing.T) {
	for _, program := range []string{
		"y ~ exponential(rate = h * r)",
		"x ~ exponential(rate = h * r); k ~ poisson(x); observe y > 0",
		"x ~ gamma(2, rate = h * r); k ~ poisson(x); observe y > 0",
		"x ~ normal(0, precision = h * r); y ~ normal(x, variance = 1)",
		"mu = h * r; k ~ poisson(mu); x ~ exponential(rate = mu); observe y > 0",
	} {
		for _, algorithm := range []string{"ep", "vmp"} {
			text := "model: m\nalgorithm: " + algorithm + "\ninputs: {h: real, k: int, y: real}\nprogram: |\n  r ~ gamma(2, rate = 1); " + program + "\n  k ~ poisson(r)\ninfer: [r]"
			if strings.Contains(program, "k ~") {
				text = strings.Replace(text, "  k ~ poisson(r)\n", "", 1)
			}
			_, err := interpret(t, text, `{"h": 0, "k": 0, "y": 1}`, interp.Options{})
			if err == nil || !strings.Contains(err.Error(), "h > 0 is false") {
				t.Errorf("%s, %s: %v", algorithm, program, err)
			}
		}
	}
}
