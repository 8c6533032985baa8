package exact

import (
	"fmt"
	"math"
	"testing"

	"mpc/dist"
)

// TestFunctionAtBorder holds that the means of a linear model are exact whichever of its
// variables are by EP where their sum is by VMP: the algorithms differ in the standard
// deviations alone. The sum has no posterior that a variable of EP could read.
func TestFunctionAtBorder(t *testing.T) {
	// Minimum of base^2/2 + 2 lift^2 + 50 (1 - base)^2 + 50 (2 - u)^2, u the second mean.
	for _, c := range []struct {
		u          string
		base, lift float64 // what u is
	}{{"base + lift", 1, 1}, {"2 * base - lift", 2, -1}, {"lift - base", -1, 1}, {"base + lift + lift2", 1, 1}} {
		a11, a12, a22 := 1+100+100*c.base*c.base, 100*c.base*c.lift, 4+100*c.lift*c.lift
		b1, b2 := 100+200*c.base, 200*c.lift
		if c.u == "base + lift + lift2" { // the two lifts are one of twice the variance
			a22 = 2 + 100
		}
		det := a11*a22 - a12*a12
		base, lift := (a22*b1-a12*b2)/det, (a11*b2-a12*b1)/det
		for _, algorithm := range []string{"ep", "vmp", "{default: vmp, lift: ep}", "{default: vmp, base: ep}", "{default: vmp, base: ep, lift: ep}"} {
			more := ""
			if c.u == "base + lift + lift2" {
				more = "  lift2 ~ normal(0, sd = 0.5)\n"
			}
			got := planned(t, fmt.Sprintf(`model: border
algorithm: %s
inputs: {y: real, y2: real}
program: |
  base ~ normal(0, sd = 1)
  lift ~ normal(0, sd = 0.5)
%s  y ~ normal(base, sd = 0.1)
  y2 ~ normal(%s, sd = 0.1)
infer: [base, lift]
iterate: {max: 5000, tolerance: 1e-12}
`, algorithm, more, c.u), `{"y": 1, "y2": 2}`)
			want := lift
			if more != "" {
				want /= 2
			}
			if g := got["base"].(dist.Normal).Mean(); math.Abs(g-base) > 1e-7 {
				t.Errorf("%s by %s: base %v, want %v", c.u, algorithm, g, base)
			}
			if g := got["lift"].(dist.Normal).Mean(); math.Abs(g-want) > 1e-7 {
				t.Errorf("%s by %s: lift %v, want %v", c.u, algorithm, g, want)
			}
		}
	}
}

// TestFunctionsAcrossBorder holds that a linear model has the moments of the joint posterior
// whichever of its functions are by EP where what they are computed from is by VMP, and that a
// function of VMP whose operators of EP integrate hears what comes back alone.
func TestFunctionsAcrossBorder(t *testing.T) {
	for _, algorithm := range []string{"ep", "vmp", "{default: vmp, f: ep}", "{default: ep, v: vmp}", "{default: vmp, g: ep}", "{default: vmp, g: ep, f: ep}", "{default: ep, v: vmp, g: vmp}"} {
		got := planned(t, fmt.Sprintf(`model: border
algorithm: %s
inputs: {y: real}
program: |
  v ~ normal(0, sd = 1)
  g = 2 * v
  f = 3 * g + 1
  y ~ normal(f, sd = 6)
infer: [v, g, f]
`, algorithm), `{"y": 3}`)
		for name, want := range map[string][2]float64{"v": {1.0 / 6, 0.5}, "g": {1.0 / 3, 2}, "f": {2, 18}} {
			d := got[name].(dist.Normal)
			if math.Abs(d.Mean()-want[0]) > 1e-12 || math.Abs(d.Variance()-want[1]) > 1e-10 {
				t.Errorf("%s: %s has mean %v and variance %v, want %v", algorithm, name, d.Mean(), d.Variance(), want)
			}
		}
	}
	// By EP the tilted distribution of one count is exact: mean and variance of
	// exp(60 v - 2 exp(v) - v^2/2), by quadrature.
	var z, m, s float64
	for v := -2.0; v < 8; v += 1e-4 {
		w := math.Exp(60*v - 2*math.Exp(v) - v*v/2 - 110)
		z, m, s = z+w, m+v*w, s+v*v*w
	}
	m /= z
	s = s/z - m*m
	got := planned(t, `model: border
algorithm: {default: vmp, v: ep}
inputs: {y: int, offset: real}
program: |
  v ~ normal(0, sd = 1)
  y ~ poisson(exp(v + offset))
infer: [v]
`, `{"y": 60, "offset": 0.6931471805599453}`)
	if d := got["v"].(dist.Normal); math.Abs(d.Mean()-m) > 2e-3 || math.Abs(d.Variance()/s-1) > 2e-2 {
		t.Errorf("mean %v and variance %v, want %v and %v", d.Mean(), d.Variance(), m, s)
	}
	if d := planned(t, `model: border
algorithm: {default: vmp, v: ep}
inputs: {n: range, y: "int[n]"}
program: |
  v ~ normal(0, sd = 1)
  for (i in n) { y[i] ~ poisson(exp(v)) }
infer: [v]
`, `{"n": 2, "y": [60, 0]}`)["v"].(dist.Normal); math.Abs(d.Mean()-m) > 2e-3 || math.Abs(d.Variance()/s-1) > 2e-2 {
		t.Errorf("of two counts: mean %v and variance %v, want %v and %v", d.Mean(), d.Variance(), m, s)
	}
}
