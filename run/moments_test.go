package run_test

import (
	"fmt"
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

// TestMomentsOfTails: a prediction of student t data has no sd where they have two degrees of freedom, and one where they have three; the
// square of a standard deviation of groups has one where there are many; 1 / nu has one, and what has a pole at nu = 2 none.
func TestMomentsOfTails(t *testing.T) {
	warned := func(model, data string) string {
		t.Helper()
		r, err := interpretText(t, model, data)
		if err != nil {
			t.Fatal(err)
		}
		var list []string
		for _, d := range r.Diagnostics {
			if d.Code == lang.CodeMoments {
				name, _, _ := strings.Cut(strings.TrimPrefix(d.Message, "the mean and the sd of "), " come")
				list = append(list, name)
			}
		}
		return strings.Join(list, "; ")
	}
	const student = `model: m
inputs: {n: range, y: "real[n]"}
program: |
  mu ~ normal(0, sd = 10)
  s ~ truncated(normal(0, sd = 2), 0, 1e308)
  nu ~ uniform(2, 60)
  for (i in n) { y[i] ~ studentt(nu, mu, s) }
  two ~ studentt(2, mu, s)
  three ~ studentt(3, mu, s)
infer: [mu, s, two, three, 1 / nu, s * s * nu / (nu - 2)]
`
	const y = "[1, 2, 1.5, 0.3, 1.1, 2.2, 0.9, 1.4]"
	if got := warned(student, `{"y": `+y+`}`); got != "two; s * s * nu / (nu - 2)" {
		t.Errorf("student t: warned of %s", got)
	}
	const groups = `model: m
inputs: {g: range, r: range, y: "real[g][r]"}
program: |
  mu ~ normal(0, sd = 1000)
  tau ~ uniform(0, 1000)
  t ~ gamma(shape = 1, rate = 1)
  for (i in g) {
    u[i] ~ normal(mu, sd = tau)
    for (j in r) { y[i][j] ~ normal(u[i], precision = t) }
  }
infer: [mu, tau, tau * tau]
`
	for g, want := range map[int]string{4: "mu; tau; tau * tau", 5: "tau * tau", 8: ""} {
		var rows []string
		for k := range g {
			x := float64(k)
			rows = append(rows, fmt.Sprintf("[%v, %v, %v]", 1+x*0.8+0.5*float64(k*k%3), 1.5+x*0.8, 2+x*0.9))
		}
		if got := warned(groups, `{"y": [`+strings.Join(rows, ",")+`]}`); got != want {
			t.Errorf("%d groups: warned of %s, not of %s", g, got, want)
		}
	}
}
