package operators

import (
	"math"
	"testing"

	"mpc/dist"
	"mpc/special"
)

func TestLogForward(t *testing.T) {
	a := dist.Gamma{Shape: 1, Rate: 1}
	got, fault := LogToOut(dist.Normal{}, a, LogTilts(dist.Normal{}, a))
	if fault != dist.NoFault {
		t.Fatalf("fault %d", fault)
	}
	checkClose(t, "mean", got.H/got.P, -0.57721566490153286, 1e-14, 0)
	checkClose(t, "variance", 1/got.P, math.Pi*math.Pi/6, 1e-14, 0)
	// The quadrature gives the same.
	for _, shape := range []float64{0.01, 0.3, 1, 20, 1e6} {
		tilt := LogTilts(dist.Normal{}, dist.Gamma{Shape: shape, Rate: 3})
		checkClose(t, "mean", tilt.Normal.Mean, special.Digamma(shape)-math.Log(3), 1e-10, 1)
		checkClose(t, "variance", tilt.Normal.Variance, special.Trigamma(shape), 1e-10, 0)
	}
}

func TestLogBruteForce(t *testing.T) {
	for _, c := range []struct {
		out dist.Normal
		a   dist.Gamma
	}{
		{dist.Normal{H: 1, P: 2}, dist.Gamma{Shape: 3, Rate: 2}},
		{dist.Normal{H: -30, P: 10}, dist.Gamma{Shape: 0.4, Rate: 0.1}},
		{dist.Normal{H: 0.01, P: 0.001}, dist.Gamma{Shape: 25, Rate: 4}},
	} {
		logZ, mean, variance := bruteMoments(func(u float64) float64 {
			return c.a.LogProb(math.Exp(u)) + u + normalLogAt(c.out, u)
		}, -60, 12)
		tilt := LogTilts(c.out, c.a)
		got, fault := LogToOut(c.out, c.a, tilt)
		product := got.Times(c.out)
		checkClose(t, "mean", product.H/product.P, mean, 1e-8, 1)
		checkClose(t, "variance", 1/product.P, variance, 1e-8, 0)
		checkClose(t, "log Z", LogEvidence(c.out, c.a), logZ, 1e-8, 1)
		toA, fault2 := LogToA(c.out, c.a, tilt)
		moment := func(k float64) float64 {
			l, _, _ := bruteMoments(func(u float64) float64 {
				return c.a.LogProb(math.Exp(u)) + u + normalLogAt(c.out, u) + k*u
			}, -60, 12)
			return math.Exp(l - logZ)
		}
		marginal := toA.Times(c.a)
		checkClose(t, "mean of a", marginal.Mean(), moment(1), 1e-8, 0)
		checkClose(t, "variance of a", marginal.Variance(), moment(2)-moment(1)*moment(1), 1e-7, 0)
		toALog, fault3 := LogToALog(c.out, c.a, tilt)
		byLog := toALog.Times(c.a)
		checkClose(t, "mean of a by log", byLog.Mean(), moment(1), 1e-8, 0)
		checkClose(t, "mean of log a", special.Digamma(byLog.Shape)-math.Log(byLog.Rate), mean, 1e-8, 1)
		if fault != dist.NoFault || fault2 != dist.NoFault || fault3 != dist.NoFault {
			t.Errorf("faults %d, %d, %d", fault, fault2, fault3)
		}
	}
}

func TestLogObserved(t *testing.T) {
	a := dist.Gamma{Shape: 3, Rate: 2}
	got, _ := LogToAObserved(0.5)
	if got != dist.GammaPoint(math.Exp(0.5)) {
		t.Errorf("got %v", got)
	}
	checkClose(t, "log Z", LogEvidenceObserved(0.5, a), a.LogProb(math.Exp(0.5))+0.5, 1e-14, 1)
}
