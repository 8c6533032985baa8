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
