package run_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"mpc/lang"
)

const noisyLabels = `model: noise
inputs: {n: range, x: "real[n]", y: "bool[n]"}
program: |
  a ~ normal(0, sd = SD)
  b ~ normal(0, sd = SD)
  for (i in n) {
    bad[i] ~ bernoulli(NOISE)
    if (bad[i]) { y[i] ~ bernoulli(0.5) } else { y[i] ~ bernoulli(logit = a + b * x[i]) }
  }
infer: [ASKED]
`

// TestInexact: a posterior of noisy labels that is off says so, with the mean and the sd that 120,000 draws of Gibbs sampling have; and
// others, and one of which nothing that is off is asked for, do not. A program that is built says the same as the interpreter.
func TestInexact(t *testing.T) {
	const off = `{"x": [1.5191005, 1.6263139, -1.3012497, 0.2140377, -1.7242382, -1.3478899], "y": [true, false, false, false, true, false]}`
	const well = `{"x": [-2, -1, -0.3, 0.2, 1.1, 2.2], "y": [false, true, false, true, true, true]}`
	for _, test := range []struct{ sd, noise, asked, data, warned string }{
		{"10", "0.35", "a, b", off, "the posterior of a is off: "},
		{"10", "0.35", "b", off, ""},
		{"2", "0.05", "b, a", well, ""},
	} {
		model := strings.NewReplacer("SD", test.sd, "NOISE", test.noise, "ASKED", test.asked).Replace(noisyLabels)
		for _, interpret := range []bool{true, false} {
			if !interpret && test.asked != "a, b" {
				continue // it takes long to build
			}
			r := runText(t, model, test.data, interpret)
			k := slices.IndexFunc(r.Diagnostics, func(d lang.Diagnostic) bool { return d.Code == lang.CodeInexact })
			if (k >= 0) != (test.warned != "") || k >= 0 && !strings.HasPrefix(r.Diagnostics[k].Message, test.warned) {
				t.Errorf("asked for %s, interpreted %v: warnings are %v", test.asked, interpret, r.Diagnostics)
			}
			if test.data != off {
				continue
			}
			if len(r.Inexact) != 1 || r.Inexact[0].Number.Variable != 0 {
				t.Fatalf("interpreted %v: %+v", interpret, r.Inexact)
			}
			x := r.Inexact[0]
			if math.Abs(x.WeighedMean+7.488) > 0.05+3*x.MeanError || math.Abs(x.WeighedSD-7.732) > 0.05+3*x.SDError || x.MeanError > 0.1 || math.Abs(x.Mean+6.46) > 0.01 {
				t.Errorf("interpreted %v: %+v", interpret, x)
			}
		}
	}
}
