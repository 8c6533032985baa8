package operators

import (
	"math"
	"testing"

	"mpc/dist"
)

// The tilted bound is below the exact mean, is that of the best t of a grid, and its slopes
// are those of the messages.
func TestLogisticTilted(t *testing.T) {
	for _, m := range []float64{-700, -30, -4, -0.7, 0, 1e-9, 0.3, 2, 11, 300} {
		for _, v := range []float64{0, 1e-12, 0.01, 0.8, 5, 90, 1e4, 1e9} {
			e, exact := logisticTilted(m, v), logisticMeanLogs(m, v)
			if slack := 1e-14 * (1 - exact.logS); e.logS > exact.logS+slack || e.logR > exact.logR+1e-14*(1-exact.logR) {
				t.Errorf("m = %g, v = %g: bounds %g and %g of %g and %g", m, v, e.logS, e.logR, exact.logS, exact.logR)
			}
			if d := e.logS - e.logR - m; !(math.Abs(d) <= 1e-14*(1+math.Abs(m)+v)) {
				t.Errorf("m = %g, v = %g: the bounds differ by %g", m, v, e.logS-e.logR)
			}
			if gap := logisticGap(e.logS, e.logR); !(math.Abs(e.gap-gap) <= 1e-15+1e-12*gap) {
				t.Errorf("m = %g, v = %g: gap %g, want %g", m, v, e.gap, gap)
			}
			// -E log(1 + exp(-a)) by t, of which the best is s(-u).
			by := func(x float64) float64 {
				a, b := x*m+x*x*v/2, (x-1)*m+(1-x)*(1-x)*v/2
				top := math.Max(a, b)
				return x*m - top - math.Log(math.Exp(a-top)+math.Exp(b-top))
			}
			slack := 1e-12 * (1 + math.Abs(m) + v)
			for x := 0.0; x <= 1; x += 0.01 {
				if by(x) > e.logS+slack {
					t.Errorf("m = %g, v = %g: t = %g gives %g, above %g", m, v, x, by(x), e.logS)
				}
			}
			if v < 0.01 || v > 1e3 || math.Abs(m) > 20 {
				continue
			}
			const h = 1e-5
			checkClose(t, "slope in m", (logisticTilted(m+h, v).logS-logisticTilted(m-h, v).logS)/(2*h), e.r, 1e-7, 1e-8)
			dv := h * v
			checkClose(t, "slope in v", (logisticTilted(m, v+dv).logS-logisticTilted(m, v-dv).logS)/(2*dv), -e.curve/2, 1e-6, 1e-8)
		}
	}
}

// One coin of a normal logit, and the same by way of a probability: the fixed point,
// maximised with 40 digits elsewhere.
func TestLogisticTiltedCoin(t *testing.T) {
	prior := dist.NormalMeanPrecision(1, 1)
	x := dist.BernoulliPoint(true)
	a, b := prior, prior
	for range 200 {
		one, fault := BernoulliLogitToLogitAverageTilted(x, a)
		two, fault2 := LogisticToAAverageTilted(BernoulliToPObserved(true), b)
		if fault != dist.NoFault || fault2 != dist.NoFault {
			t.Fatal(fault, fault2)
		}
		a, b = prior.Times(one), prior.Times(two)
	}
	evidence := BernoulliLogitAverageLogTilted(x, a) + normalCross(prior, a) + normalEntropy(a.P)
	checkClose(t, "mean", a.Mean(), 1.2582107917384284, 1e-13, 0)
	checkClose(t, "variance", a.Variance(), 0.8392514697968372, 1e-13, 0)
	checkClose(t, "evidence", evidence, -0.3672523775003711, 1e-13, 0)
	checkClose(t, "mean by a probability", b.Mean(), a.Mean(), 1e-14, 0)
	if _, fault := LogisticToAAverageTilted(dist.Beta{A: 0.5, B: 1}, a); fault != dist.Improper {
		t.Errorf("negative counts: fault %d", fault)
	}
}
