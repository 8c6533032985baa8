package operators

import (
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
