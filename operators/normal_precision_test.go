package operators

import (
	"math"
	"testing"

	"mpc/dist"
)

// gamma reads a message from name_shape and name_rate.
func (r tableRow) gamma(t *testing.T, name string) dist.Gamma {
	t.Helper()
	return dist.Gamma{Shape: r.number(t, name+"_shape"), Rate: r.number(t, name+"_rate")}
}

// checkGamma compares two messages with the row's projections: each parameter
// less the uniform message's relative to itself.
func (r tableRow) checkGamma(t *testing.T, byVariance, byLog dist.Gamma, tol float64) {
	t.Helper()
	what := "row " + r["id"] + " (" + r["edge"] + ", " + r["note"] + ")"
	checkClose(t, what+" shape", byVariance.Shape, r.number(t, "out_shape_mv"), tol, 1e-3)
	checkClose(t, what+" rate", byVariance.Rate, r.number(t, "out_rate_mv"), tol, 1e-300)
	checkClose(t, what+" shape by log", byLog.Shape, r.number(t, "out_shape_ml"), tol, 1e-3)
	checkClose(t, what+" rate by log", byLog.Rate, r.number(t, "out_rate_ml"), tol, 1e-300)
}

func TestNormalPrecisionTable(t *testing.T) {
	for _, r := range readTable(t, "normal_precision.csv") {
		if r["algorithm"] != "ep" {
			continue
		}
		x, mean, precision := r.normal(t, "x"), r.normal(t, "m"), r.gamma(t, "t")
		tilt := NormalPrecisionTilt(x, mean, precision)
		switch r["edge"] {
		case "x", "m":
			got, fault := NormalPrecisionToX(x, mean, precision, tilt)
			if r["edge"] == "m" {
				got, fault = NormalPrecisionToMean(x, mean, precision, tilt)
			}
			if fault != dist.NoFault {
				t.Errorf("row %s: fault %d", r["id"], fault)
			}
			r.checkNormal(t, got, 1e-10)
		case "t":
			byVariance, fault := NormalPrecisionToPrecision(x, mean, precision, tilt)
			byLog, fault2 := NormalPrecisionToPrecisionLog(x, mean, precision, tilt)
			if fault != dist.NoFault || fault2 != dist.NoFault {
				t.Errorf("row %s: faults %d, %d", r["id"], fault, fault2)
			}
			r.checkGamma(t, byVariance, byLog, 1e-9)
		}
		checkClose(t, "row "+r["id"]+" log Z", NormalPrecisionEvidence(x, mean, precision), r.number(t, "log_z"), 1e-10, 1)
	}
}

func TestNormalPrecisionDoesNotAllocate(t *testing.T) {
	x, mean, precision := dist.NormalPoint(3), dist.Normal{H: 1, P: 2}, dist.Gamma{Shape: 2, Rate: 1}
	if n := testing.AllocsPerRun(20, func() {
		tilt := NormalPrecisionTilt(x, mean, precision)
		NormalPrecisionToMean(x, mean, precision, tilt)
		NormalPrecisionToPrecision(x, mean, precision, tilt)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkNormalPrecision(b *testing.B) {
	x, mean, precision := dist.NormalPoint(3), dist.Normal{H: 1, P: 2}, dist.Gamma{Shape: 2, Rate: 1}
	for i := 0; i < b.N; i++ {
		NormalPrecisionTilt(x, mean, precision)
	}
}

// TestNormalPrecisionBruteForce integrates over log t by Simpson's rule, with
// two modes in some of the cases.
func TestNormalPrecisionBruteForce(t *testing.T) {
	for _, c := range []struct {
		x, mean   dist.Normal
		precision dist.Gamma
	}{
		{dist.Normal{H: 2, P: 1}, dist.Normal{H: -1, P: 3}, dist.Gamma{Shape: 2, Rate: 1}},
		{dist.NormalMeanVariance(6, 0.01), dist.NormalMeanVariance(0, 1), dist.Gamma{Shape: 20, Rate: 1}},
		{dist.NormalMeanVariance(7, 0.5), dist.NormalMeanVariance(0, 0.5), dist.Gamma{Shape: 12, Rate: 0.01}},
		{dist.NormalMeanVariance(9, 0.5), dist.NormalMeanVariance(0, 0.5), dist.Gamma{Shape: 15, Rate: 0.002}},
		{dist.NormalMeanVariance(11, 1), dist.NormalPoint(0), dist.Gamma{Shape: 6, Rate: 1e-4}},
		{dist.NormalMeanVariance(10, 0.5), dist.NormalMeanVariance(0, 0.5), dist.Gamma{Shape: 40, Rate: 1e-3}},
	} {
		mx, vx := normalMeanVariance(c.x)
		mm, vm := normalMeanVariance(c.mean)
		d := mx - mm
		logf := func(u float64) float64 {
			return c.precision.LogProb(math.Exp(u)) + u + normalLogDensity(d*d, vx+vm+math.Exp(-u))
		}
		logZ, _, _ := bruteMoments(logf, -20, 15)
		average := func(f func(t float64) float64) float64 {
			return simpson(func(u float64) float64 { return math.Exp(logf(u)-logZ) * f(math.Exp(u)) }, -20, 15, 20000)
		}
		m1, m2 := average(func(t float64) float64 { return t }), average(func(t float64) float64 { return t * t })
		tilt := NormalPrecisionTilt(c.x, c.mean, c.precision)
		message, fault := NormalPrecisionToPrecision(c.x, c.mean, c.precision, tilt)
		marginal := message.Times(c.precision)
		checkClose(t, "mean", marginal.Mean(), m1, 1e-9, 0)
		checkClose(t, "variance", marginal.Variance(), m2-m1*m1, 1e-8, 0)
		checkClose(t, "log Z", NormalPrecisionEvidence(c.x, c.mean, c.precision), logZ, 1e-10, 1)
		alpha := -d * average(func(t float64) float64 { return 1 / (vx + vm + 1/t) })
		square := average(func(t float64) float64 {
			s := vx + vm + 1/t
			return d*d/s/s - 1/s
		})
		toX, fault2 := NormalPrecisionToX(c.x, c.mean, c.precision, tilt)
		product := toX.Times(c.x)
		checkClose(t, "mean of x", product.H/product.P, mx+vx*alpha, 1e-9, 1)
		checkClose(t, "variance of x", 1/product.P, vx+vx*vx*(square-alpha*alpha), 1e-9, vx)
		if fault != dist.NoFault || fault2 != dist.NoFault {
			t.Errorf("faults %d, %d", fault, fault2)
		}
	}
}
