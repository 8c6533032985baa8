package dist

import (
	"math"
	"testing"
)

// A product with a power is the product with the power, also of point masses.
func TestTimesPower(t *testing.T) {
	near := func(a, b float64) bool {
		return a == b || math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= 1e-14*(1+math.Abs(b))
	}
	for _, e := range []float64{0, 1e-300, 0.3, 1} {
		list := []Normal{{}, {2, 3}, {1, -1}, NormalPoint(2), NormalPoint(-1)}
		for _, d := range list {
			for _, m := range list {
				if got, want := NormalTimesPower(d, m, e), d.Times(m.Power(e)); !near(got.H, want.H) || !near(got.P, want.P) {
					t.Errorf("%v times %v to the power %g is %v, want %v", d, m, e, got, want)
				}
			}
		}
		gammas := []Gamma{{1, 0}, {2, 3}, {0.5, -1}, GammaPoint(2), GammaPoint(0)}
		for _, d := range gammas {
			for _, m := range gammas {
				if got, want := GammaTimesPower(d, m, e), d.Times(m.Power(e)); !near(got.Shape, want.Shape) || !near(got.Rate, want.Rate) {
					t.Errorf("%v times %v to the power %g is %v, want %v", d, m, e, got, want)
				}
				x, y := InverseGamma(d), InverseGamma(m)
				if got, want := InverseGammaTimesPower(x, y, e), x.Times(y.Power(e)); !near(got.Shape, want.Shape) || !near(got.Rate, want.Rate) {
					t.Errorf("%v times %v to the power %g is %v, want %v", x, y, e, got, want)
				}
			}
		}
		betas := []Beta{{1, 1}, {2, 3}, {0.5, -1}, BetaPoint(0.2), BetaPoint(0)}
		for _, d := range betas {
			for _, m := range betas {
				if got, want := BetaTimesPower(d, m, e), d.Times(m.Power(e)); !near(got.A, want.A) || !near(got.B, want.B) {
					t.Errorf("%v times %v to the power %g is %v, want %v", d, m, e, got, want)
				}
			}
		}
		truths := []Bernoulli{{}, {2}, BernoulliPoint(true), BernoulliPoint(false)}
		for _, d := range truths {
			for _, m := range truths {
				if got, want := BernoulliTimesPower(d, m, e), d.Times(m.Power(e)); !near(got.LogOdds, want.LogOdds) {
					t.Errorf("%v times %v to the power %g is %v, want %v", d, m, e, got, want)
				}
			}
		}
	}
}
