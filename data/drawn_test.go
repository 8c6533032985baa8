package data

import (
	"fmt"
	"strings"
	"testing"

	"mpc/lang"
	"mpc/model"
)

// TestSupportsOfDrawn: a parameter that a draw decides too is an error at the cell that
// excludes it whatever is drawn, and only there.
func TestSupportsOfDrawn(t *testing.T) {
	const below = "g.csv:3:1: error: h[1] is -4; here it must be at least 0 [data-range]"
	for _, c := range []struct {
		statement string
		rows      string // of h, k
		want      string
	}{
		{"k[i] ~ poisson(h[i] * r)", "2,1\n-4,1\n", below},
		{"k[i] ~ poisson(r * 2 * s * h[i])", "2,1\n-4,1\n", below},
		{"k[i] ~ poisson(r * (h[i] * s))", "2,1\n-4,1\n", below},
		{"k[i] ~ poisson(h[i] / r)", "2,1\n-4,1\n", below},
		{"k[i] ~ poisson(-h[i] * r)", "-2,1\n4,1\n", "g.csv:3:1: error: h[1] is 4, so that -h[i] is -4; here it must be at least 0 [data-range]"},
		{"k[i] ~ poisson(-(h[i] * r))", "-2,1\n4,1\n", "g.csv:3:1: error: h[1] is 4; here it must be at most 0 [data-range]"},
		{"m[i] = h[i] * r\n    k[i] ~ poisson(m[i])", "2,1\n-4,1\n", below},
		{"k[i] ~ poisson((h[i] - 5) * r)", "7,1\n1,1\n", "g.csv:3:1: error: h[1] is 1, so that h[i] - 5 is -4; here it must be at least 0 [data-range]"},
		{"k[i] ~ poisson(h[i] * r + h[i] * s)", "2,1\n-4,1\n", "g.csv:3:1: error: h[1] is -4, so that h[i] * r + h[i] * s is below 0; here it must be at least 0 [data-range]"},
		{"k[i] ~ poisson(h[i] * exp(x))", "2,1\n-4,1\n", below},
		{"k[i] ~ poisson(h[i] * p)", "2,1\n-4,0\n", below},
		{"k[i] ~ poisson(h[i] * r)", "2,1\n0,3\n", "g.csv:3:3: error: k[1] is 3; here it must be at most 0, as h[i] * r is 0 [data-range]"},
		{"k[i] ~ binomial(5, h[i])", "1,1\n0,3\n", "g.csv:3:3: error: k[1] is 3; here it must be at most 0, as h[i] is 0 [data-range]"},
		{"k[i] ~ binomial(5, h[i] * p)", "2,1\n-4,1\n", below},
		{"k[i] ~ binomial(5, h[i] + p)", "0,1\n1.5,1\n", "g.csv:3:1: error: h[1] is 1.5, so that h[i] + p is at least 1.5; here it must be at most 1 [data-range]"},
		{"y[i] ~ normal(x, precision = h[i] * r)", "2,1\n-4,1\n", below},
		{"y[i] ~ normal(x, variance = h[i] * r)", "2,1\n-4,1\n", below},
		{"y[i] ~ normal(x, sd = h[i] * r)", "2,1\n-4,1\n", below},
		{"y[i] ~ normal(x, sd = h[i] / sqrt(r))", "2,1\n-4,1\n", below},
		{"y[i] ~ gamma(shape = 2, scale = r * h[i])", "2,1\n0,1\n", "g.csv:3:1: error: h[1] is 0; here it must be above 0 [data-range]"},
		{"y[i] ~ exponential(rate = r * h[i])", "2,1\n0,1\n", "g.csv:3:1: error: h[1] is 0; here it must be above 0 [data-range]"},
		{"h[i] ~ uniform(0, u)", "2,1\n11,1\n", "g.csv:3:1: error: h[1] is 11; here it must be at most u, which is at most 10 [data-range]"},
		// What some draw accepts, and what a run takes.
		{"k[i] ~ poisson(h[i] * r)", "2,1\n0,0\n", ""},
		{"k[i] ~ poisson(h[i] * n)", "2,1\n-4,0\n", ""},
		{"k[i] ~ poisson(h[i] * x)", "2,1\n-4,1\n", ""},
		{"k[i] ~ poisson(r + h[i] * s)", "2,1\n-4,1\n", ""},
		{"y[i] ~ normal(h[i] * r, variance = x * x)", "2,1\n-4,1\n", ""},
		{"y[i] ~ normal(x, variance = (h[i] * r) ^ 2)", "2,1\n-4,1\n", ""},
		{"if (h[i] > 0) { k[i] ~ poisson(h[i] * r) }", "2,1\n-4,1\n", ""},
		{"h[i] ~ uniform(0, u)", "2,1\n9,1\n", ""},
		{"k[i] ~ binomial(5, h[i] * p)", "2,1\n1,1\n", ""},
	} {
		f, d := lang.Parse("m.yaml", fmt.Appendf(nil, `model: m
inputs: {row: range, h: 'real[row]', k: 'int[row]'}
program: |
  r ~ gamma(shape = 2, rate = 1)
  s ~ inversegamma(2, 1)
  p ~ beta(1, 1)
  u ~ uniform(0, 10)
  n ~ poisson(3)
  x ~ normal(0, variance = 1)
  for (i in row) {
    w[i] ~ normal(h[i] + k[i], variance = 1)
    %s
  }
infer: [r]
`, c.statement))
		if d.HasErrors() {
			t.Fatal(d)
		}
		m, d := model.Check(f)
		if d.HasErrors() {
			t.Fatal(d)
		}
		_, d = readFiles(t, m, map[string]string{"g.csv": "h,k\n" + c.rows}, nil)
		var got []string
		for _, e := range d.Errors() {
			got = append(got, e.Error())
		}
		if strings.Join(got, "\n") != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.statement, strings.Join(got, "\n"), c.want)
		}
	}
}
