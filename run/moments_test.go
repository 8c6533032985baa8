package run_test

import (
	"strings"
	"testing"

	"mpc/lang"
)

// TestMoments: the sd of a mean of three data whose precision has a flat prior is that of a tail which the sum over precisions does not
// follow to its end, and is said so; of four data, or where a prior ends the tail, it is right, and nothing is said.
func TestMoments(t *testing.T) {
	const model = `model: m
inputs: {n: range, y: "real[n]"}
program: |
  mu ~ normal(0, sd = SD)
  tau ~ gamma(shape = SHAPE, rate = SHAPE)
  sigma = 1 / sqrt(tau)
  more = mu + 1
  for (i in n) { y[i] ~ normal(mu, precision = tau) }
infer: [mu, tau, sigma, more]
`
	for _, test := range []struct{ sd, shape, y, want string }{
		{"1e4", "0.001", "1.2, 2.1, 0.7", "mu sigma more"},
		{"100", "0.001", "1.2, 2.1, 0.7", "sigma"},
		{"1e4", "0.001", "1.2, 2.1, 0.7, 1.5", ""},
		{"1e4", "1", "1.2, 2.1, 0.7", ""},
		{"1e4", "0.001", "1.2, 2.1, 0.7, 1.5, 1.9, 1.1", ""},
	} {
		r, err := interpretText(t, strings.NewReplacer("SD", test.sd, "SHAPE", test.shape).Replace(model), `{"y": [`+test.y+`]}`)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range r.Diagnostics {
			if d.Code == lang.CodeMoments {
				name, _, _ := strings.Cut(strings.TrimPrefix(d.Message, "the mean and the sd of "), " ")
				got = append(got, name)
			}
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%v: warned of %v, not of %s", test, got, test.want)
		}
	}
}
