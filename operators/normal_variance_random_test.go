package operators

import (
	"math"
	"testing"

	"mpc/dist"
)

// TestNormalVarianceGammaTable compares all messages of x ~ normal(mean, variance =
// v) with a table computed with 60 digits, by quadrature of panels around each mode.
func TestNormalVarianceGammaTable(t *testing.T) {
	for _, r := range readTable(t, "normal_variance_gamma.csv") {
		what := "row " + r["id"] + " (" + r["note"] + ") "
		message := func(name string) dist.Normal {
			m, v := r.number(t, name+"_mean"), r.number(t, name+"_var")
			if v == 0 {
				return dist.NormalPoint(m)
			}
			return dist.NormalMeanVariance(m, v)
		}
		x, mean := message("x"), message("m")
		variance := dist.Gamma{Shape: r.number(t, "v_shape"), Rate: r.number(t, "v_rate")}
		tilt := NormalVarianceTilt(x, mean, variance)
		toX, f1 := NormalVarianceToXRandom(x, mean, variance, tilt)
		toMean, f2 := NormalVarianceToMeanRandom(x, mean, variance, tilt)
		byVariance, f3 := NormalVarianceToVariance(x, mean, variance, tilt)
		byLog, f4 := NormalVarianceToVarianceLog(x, mean, variance, tilt)
		if f1 != dist.NoFault || f2 != dist.NoFault || f3 != dist.NoFault || f4 != dist.NoFault {
			t.Errorf("%s: faults %d %d %d %d", what, f1, f2, f3, f4)
		}
		// A precision may be the difference of two terms of this size, 0 for Laplace's tails.
		size := 1e-3 * tilt.Inverse
		checkClose(t, what+"P to x", toX.P, r.number(t, "to_x_prec"), 1e-9, size)
		checkClose(t, what+"H to x", toX.H, r.number(t, "to_x_mtp"), 1e-9, size*math.Abs(x.Mean()))
		checkClose(t, what+"P to mean", toMean.P, r.number(t, "to_m_prec"), 1e-9, size)
		checkClose(t, what+"H to mean", toMean.H, r.number(t, "to_m_mtp"), 1e-9, size*math.Abs(x.Mean()))
		checkClose(t, what+"shape", byVariance.Shape, r.number(t, "out_shape_mv"), 1e-8, 1e-3)
		checkClose(t, what+"rate", byVariance.Rate, r.number(t, "out_rate_mv"), 1e-8, 0)
		checkClose(t, what+"shape by log", byLog.Shape, r.number(t, "out_shape_ml"), 1e-8, 1e-3)
		// A rate that is small beside the cavity's has the cavity's rounding errors.
		checkClose(t, what+"rate by log", byLog.Rate, r.number(t, "out_rate_ml"), 1e-8, 1e-8*variance.Rate)
		checkClose(t, what+"log Z", NormalVarianceEvidenceRandom(x, mean, variance), r.number(t, "log_z"), 1e-10, 1)
	}
}

// TestNormalVarianceGammaBruteForce integrates over log v by Simpson's rule.
func TestNormalVarianceGammaBruteForce(t *testing.T) {
	for _, c := range []struct {
		x, mean  dist.Normal
		variance dist.Gamma
	}{
		{dist.Normal{H: 2, P: 1}, dist.Normal{H: -1, P: 3}, dist.Gamma{Shape: 2, Rate: 1}},
		{dist.NormalPoint(1.5), dist.NormalMeanVariance(0, 1), dist.Gamma{Shape: 1, Rate: 1}},
		{dist.NormalMeanVariance(40, 0.5), dist.NormalMeanVariance(0, 0.5), dist.Gamma{Shape: 3, Rate: 30}},
		{dist.NormalMeanVariance(9, 1), dist.NormalPoint(0), dist.Gamma{Shape: 0.7, Rate: 0.5}},
		{dist.NormalMeanVariance(11, 1), dist.NormalMeanVariance(0, 0.01), dist.Gamma{Shape: 6, Rate: 1e-4}},
	} {
		mx, vx := normalMeanVariance(c.x)
		mm, vm := normalMeanVariance(c.mean)
		d := mx - mm
		logf := func(u float64) float64 {
			return c.variance.LogProb(math.Exp(u)) + u + normalLogDensity(d*d, vx+vm+math.Exp(u))
		}
		logZ, _, _ := bruteMoments(logf, -60, 20)
		average := func(f func(v float64) float64) float64 {
			return simpson(func(u float64) float64 { return math.Exp(logf(u)-logZ) * f(math.Exp(u)) }, -60, 20, 40000)
		}
		m1, m2 := average(func(v float64) float64 { return v }), average(func(v float64) float64 { return v * v })
		tilt := NormalVarianceTilt(c.x, c.mean, c.variance)
		message, fault := NormalVarianceToVariance(c.x, c.mean, c.variance, tilt)
		marginal := message.Times(c.variance)
		checkClose(t, "mean", marginal.Mean(), m1, 1e-9, 0)
		checkClose(t, "variance", marginal.Variance(), m2-m1*m1, 1e-8, 0)
		byLog, fault3 := NormalVarianceToVarianceLog(c.x, c.mean, c.variance, tilt)
		marginal = byLog.Times(c.variance)
		checkClose(t, "mean by log", marginal.Mean(), m1, 1e-9, 0)
		checkClose(t, "mean log", marginal.MeanLog(), average(math.Log), 1e-9, 1)
		checkClose(t, "log Z", NormalVarianceEvidenceRandom(c.x, c.mean, c.variance), logZ, 1e-10, 1)
		alpha := -d * average(func(v float64) float64 { return 1 / (vx + vm + v) })
		square := average(func(v float64) float64 {
			s := vx + vm + v
			return d*d/s/s - 1/s
		})
		fault2 := dist.NoFault
		if !c.x.IsPoint() {
			var toX dist.Normal
			toX, fault2 = NormalVarianceToXRandom(c.x, c.mean, c.variance, tilt)
			product := toX.Times(c.x)
			checkClose(t, "mean of x", product.H/product.P, mx+vx*alpha, 1e-9, 1)
			checkClose(t, "variance of x", 1/product.P, vx+vx*vx*(square-alpha*alpha), 1e-9, vx)
		}
		if fault != dist.NoFault || fault2 != dist.NoFault || fault3 != dist.NoFault {
			t.Errorf("faults %d, %d, %d", fault, fault2, fault3)
		}
	}
}

// Limits: arguments that are uniform, improper or point masses.
func TestNormalVarianceGammaLimits(t *testing.T) {
	x, mean := dist.NormalMeanVariance(1, 2), dist.NormalMeanVariance(-1, 0.5)
	variance := dist.Gamma{Shape: 3, Rate: 2}
	// Nothing known of x: the mixture's moments, exact at any size.
	got, fault := NormalVarianceToXRandom(dist.Normal{}, mean, variance, VarianceTilt{Fault: dist.Improper})
	finiteNormal(t, "forward", got, fault)
	checkClose(t, "forward mean", got.H/got.P, -1, 1e-14, 0)
	checkClose(t, "forward variance", 1/got.P, 2, 1e-14, 0)
	// A narrow variance tends to a known one, also 0.
	point := dist.GammaPoint(3)
	want, _ := NormalVarianceToX(mean, 3)
	got, fault = NormalVarianceToXRandom(x, mean, point, NormalVarianceTilt(x, mean, point))
	finiteNormal(t, "known variance", got, fault)
	if got != want {
		t.Errorf("known variance: %v, want %v", got, want)
	}
	if got, fault = NormalVarianceToXRandom(x, mean, dist.GammaPoint(0), NormalVarianceTilt(x, mean, dist.GammaPoint(0))); fault != dist.NoFault || got != mean {
		t.Errorf("variance 0: %v, fault %d", got, fault)
	}
	wantV, _ := NormalVarianceToVariance(x, mean, point, NormalVarianceTilt(x, mean, point))
	for i := 8.0; i < 29; i++ {
		v := math.Pow(10, -i)
		soft := dist.Gamma{Shape: 9 / v, Rate: 3 / v}
		tilt := NormalVarianceTilt(x, mean, soft)
		got, fault := NormalVarianceToXRandom(x, mean, soft, tilt)
		finiteNormal(t, "narrow variance", got, fault)
		checkClose(t, "narrow variance P", got.P, want.P, 1e-7, 0)
		checkClose(t, "narrow variance H", got.H, want.H, 1e-7, 0)
		toV, fault := NormalVarianceToVariance(x, mean, soft, tilt)
		finiteGamma(t, "narrow variance", toV, fault)
		checkClose(t, "narrow variance shape", toV.Shape, wantV.Shape, 1e-6, 0)
		checkClose(t, "narrow variance rate", toV.Rate, wantV.Rate, 1e-6, 0)
	}
	// A narrow x tends to a known one.
	exact, _ := NormalVarianceToMeanRandom(dist.NormalPoint(2), mean, variance, NormalVarianceTilt(dist.NormalPoint(2), mean, variance))
	for i := 12.0; i < 29; i++ {
		soft := dist.NormalMeanVariance(2, math.Pow(10, -i))
		got, fault := NormalVarianceToMeanRandom(soft, mean, variance, NormalVarianceTilt(soft, mean, variance))
		finiteNormal(t, "narrow x", got, fault)
		checkClose(t, "narrow x P", got.P, exact.P, 1e-9, 0)
		checkClose(t, "narrow x H", got.H, exact.H, 1e-9, 0)
	}
	// Known and equal: v^(-1/2), and the density of a variance-gamma at its center.
	known := dist.NormalPoint(2)
	tilt := NormalVarianceTilt(known, known, variance)
	toV, fault := NormalVarianceToVariance(known, known, variance, tilt)
	if fault != dist.NoFault || toV != (dist.Gamma{Shape: 0.5}) {
		t.Errorf("known and equal: %v, fault %d", toV, fault)
	}
	wantZ := 0.5*math.Log(2/(2*math.Pi)) + lgamma(2.5) - lgamma(3)
	checkClose(t, "known and equal: log Z", NormalVarianceEvidenceRandom(known, known, variance), wantZ, 1e-13, 1)
	if z := NormalVarianceEvidenceRandom(known, known, dist.Gamma{Shape: 0.5, Rate: 1}); !math.IsNaN(z) {
		t.Errorf("a density that is infinite: %g", z)
	}
	// Laplace: variance exponential of rate 1/2 gives density exp(-|d|)/2.
	for _, d := range []float64{1e-12, 1e-3, 1, 40, 400} {
		checkClose(t, "Laplace", NormalVarianceEvidenceRandom(dist.NormalPoint(d), dist.NormalPoint(0), dist.Gamma{Shape: 1, Rate: 0.5}), -d-math.Ln2, 1e-10, 1)
	}
	// Improper arguments are faults.
	for _, c := range []struct {
		x, mean  dist.Normal
		variance dist.Gamma
	}{
		{dist.Normal{H: 1, P: -1}, mean, variance},
		{x, dist.Normal{H: 1, P: -0.1}, variance},
		{x, mean, dist.Gamma{Shape: -1, Rate: 1}},
		{x, mean, dist.Gamma{Shape: 2, Rate: 0}},
	} {
		tilt := NormalVarianceTilt(c.x, c.mean, c.variance)
		if _, fault := NormalVarianceToXRandom(c.x, c.mean, c.variance, tilt); fault != dist.Improper {
			t.Errorf("improper %v: fault %d", c, fault)
		}
		if _, fault := NormalVarianceToVariance(c.x, c.mean, c.variance, tilt); fault != dist.Improper {
			t.Errorf("improper %v: fault %d", c, fault)
		}
		if z := NormalVarianceEvidenceRandom(c.x, c.mean, c.variance); !math.IsNaN(z) {
			t.Errorf("improper %v: log Z %g", c, z)
		}
	}
}

func lgamma(x float64) float64 {
	l, _ := math.Lgamma(x)
	return l
}

// Sizes and distances from 1e-12 to 1e12: no fault, nothing infinite, and the
// marginals lie where they must.
func TestNormalVarianceGammaSizes(t *testing.T) {
	for _, sx := range []float64{0, 1e-12, 1, 1e12} {
		for _, sm := range []float64{1e-12, 1, 1e12} {
			for _, distance := range []float64{0, 1, 40} {
				for _, shape := range []float64{0.1, 1, 10, 1e6} {
					for _, size := range []float64{1e-12, 1, 1e12} {
						x := dist.NormalMeanVariance(distance*math.Sqrt(sx+sm+size), sx)
						if sx == 0 {
							x = dist.NormalPoint(distance * math.Sqrt(sm+size))
						}
						mean := dist.NormalMeanVariance(0, sm)
						variance := dist.Gamma{Shape: shape, Rate: shape / size}
						tilt := NormalVarianceTilt(x, mean, variance)
						toMean, fault := NormalVarianceToMeanRandom(x, mean, variance, tilt)
						finiteNormal(t, "to mean", toMean, fault)
						toV, fault := NormalVarianceToVariance(x, mean, variance, tilt)
						finiteGamma(t, "to variance", toV, fault)
						marginal := toV.Times(variance)
						if !marginal.IsProper() || !(mean.P+toMean.P > 0) {
							t.Errorf("%v %v %v: marginal %v, %v", x, mean, variance, marginal, mean.Times(toMean))
						}
						byLog, fault := NormalVarianceToVarianceLog(x, mean, variance, tilt)
						finiteGamma(t, "to variance by log", byLog, fault)
						// The shape of a product is the sum of shapes, of which it may be a small part.
						checkClose(t, "mean of both projections", byLog.Times(variance).Mean(), marginal.Mean(), 1e-8+1e-15/marginal.Shape, 0)
						if z := NormalVarianceEvidenceRandom(x, mean, variance); !(math.Abs(z) < 1e300) {
							t.Errorf("%v %v %v: log Z %g", x, mean, variance, z)
						}
					}
				}
			}
		}
	}
}

func TestNormalVarianceRandomDoesNotAllocate(t *testing.T) {
	x, mean, variance := dist.NormalPoint(3), dist.Normal{H: 1, P: 2}, dist.Gamma{Shape: 2, Rate: 1}
	inverse := dist.InverseGamma{Shape: 2, Rate: 1}
	if n := testing.AllocsPerRun(20, func() {
		tilt := NormalVarianceTilt(x, mean, variance)
		NormalVarianceToMeanRandom(x, mean, variance, tilt)
		NormalVarianceToVariance(x, mean, variance, tilt)
		NormalVarianceToVarianceLog(x, mean, variance, tilt)
		other := NormalVarianceTiltInverse(x, mean, inverse)
		NormalVarianceToMeanInverse(x, mean, inverse, other)
		NormalVarianceToVarianceInverse(x, mean, inverse, other)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestNormalVarianceInverse integrates over log v by Simpson's rule.
func TestNormalVarianceInverse(t *testing.T) {
	for _, c := range []struct {
		x, mean  dist.Normal
		variance dist.InverseGamma
	}{
		{dist.Normal{H: 2, P: 1}, dist.Normal{H: -1, P: 3}, dist.InverseGamma{Shape: 4, Rate: 1}},
		{dist.NormalPoint(1.5), dist.NormalMeanVariance(0, 1), dist.InverseGamma{Shape: 3, Rate: 2}},
		{dist.NormalMeanVariance(9, 0.5), dist.NormalMeanVariance(0, 0.5), dist.InverseGamma{Shape: 15, Rate: 0.02}},
	} {
		mx, vx := normalMeanVariance(c.x)
		mm, vm := normalMeanVariance(c.mean)
		d := mx - mm
		logf := func(u float64) float64 {
			return c.variance.LogProb(math.Exp(u)) + u + normalLogDensity(d*d, vx+vm+math.Exp(u))
		}
		logZ, _, _ := bruteMoments(logf, -20, 30)
		average := func(f func(v float64) float64) float64 {
			return simpson(func(u float64) float64 { return math.Exp(logf(u)-logZ) * f(math.Exp(u)) }, -20, 30, 40000)
		}
		p1, p2 := average(func(v float64) float64 { return 1 / v }), average(func(v float64) float64 { return 1 / v / v })
		tilt := NormalVarianceTiltInverse(c.x, c.mean, c.variance)
		message, f1 := NormalVarianceToVarianceInverse(c.x, c.mean, c.variance, tilt)
		marginal := message.Times(c.variance)
		checkClose(t, "mean of 1/v", marginal.MeanInverse(), p1, 1e-9, 0)
		checkClose(t, "variance of 1/v", marginal.Shape/marginal.Rate/marginal.Rate, p2-p1*p1, 1e-8, 0)
		byLog, f2 := NormalVarianceToVarianceInverseLog(c.x, c.mean, c.variance, tilt)
		marginal = byLog.Times(c.variance)
		checkClose(t, "mean of 1/v by log", marginal.MeanInverse(), p1, 1e-9, 0)
		checkClose(t, "mean log", marginal.MeanLog(), average(math.Log), 1e-9, 1)
		checkClose(t, "log Z", NormalVarianceEvidenceInverse(c.x, c.mean, c.variance), logZ, 1e-10, 1)
		alpha := d * average(func(v float64) float64 { return 1 / (vx + vm + v) })
		square := average(func(v float64) float64 {
			s := vx + vm + v
			return d*d/s/s - 1/s
		})
		toMean, f3 := NormalVarianceToMeanInverse(c.x, c.mean, c.variance, tilt)
		product := toMean.Times(c.mean)
		checkClose(t, "mean of mean", product.H/product.P, mm+vm*alpha, 1e-9, 1)
		checkClose(t, "variance of mean", 1/product.P, vm+vm*vm*(square-alpha*alpha), 1e-9, vm)
		if f1 != dist.NoFault || f2 != dist.NoFault || f3 != dist.NoFault {
			t.Errorf("faults %d %d %d", f1, f2, f3)
		}
	}
}

// Known x and mean: conjugate, whatever is known of the variance.
func TestNormalVarianceInverseKnown(t *testing.T) {
	x, mean := dist.NormalPoint(5), dist.NormalPoint(2)
	want := dist.InverseGamma{Shape: -0.5, Rate: 4.5}
	for _, variance := range []dist.InverseGamma{dist.InverseGammaUniform(), {Shape: 2, Rate: 1}, {Shape: -0.5, Rate: 0}} {
		got, fault := NormalVarianceToVarianceInverse(x, mean, variance, NormalVarianceTiltInverse(x, mean, variance))
		if got != want || fault != dist.NoFault {
			t.Errorf("%v: %v, fault %d", variance, got, fault)
		}
	}
	got, fault := NormalVarianceToVarianceObserved(5, 2)
	if got != want || fault != dist.NoFault {
		t.Errorf("observed: %v, fault %d", got, fault)
	}
	if _, fault := NormalVarianceToVarianceObserved(1e200, 0); fault != dist.NotFinite {
		t.Errorf("overflow: fault %d", fault)
	}
	// The density of Student's t.
	variance := dist.InverseGamma{Shape: 3, Rate: 2}
	student := lgamma(3.5) - lgamma(3) - math.Log(2*math.Pi*2)/2 - 3.5*math.Log1p(9.0/4)
	checkClose(t, "log Z", NormalVarianceEvidenceInverse(x, mean, variance), student, 1e-13, 1)
	// Improper is not uniform, though 1/v of {1, 0} is uniform as a gamma.
	x = dist.NormalMeanVariance(1, 1)
	for _, variance := range []dist.InverseGamma{{Shape: 1, Rate: 0}, {Shape: -0.5, Rate: 1}} {
		tilt := NormalVarianceTiltInverse(x, mean, variance)
		if _, fault := NormalVarianceToVarianceInverse(x, mean, variance, tilt); fault != dist.Improper {
			t.Errorf("%v: fault %d", variance, fault)
		}
		if _, fault := NormalVarianceToMeanInverse(x, mean, variance, tilt); fault != dist.Improper {
			t.Errorf("%v to mean: fault %d", variance, fault)
		}
	}
	// Nothing known of x: the mixture's moments, where it has any.
	m, fault := NormalVarianceToXInverse(dist.Normal{}, mean, dist.InverseGamma{Shape: 3, Rate: 2}, PrecisionTilt{})
	finiteNormal(t, "forward", m, fault)
	checkClose(t, "forward variance", 1/m.P, 1, 1e-14, 0)
	if _, fault = NormalVarianceToXInverse(dist.Normal{}, mean, dist.InverseGamma{Shape: 1, Rate: 2}, PrecisionTilt{}); fault != dist.Improper {
		t.Errorf("forward without variance: fault %d", fault)
	}
	// A known variance.
	point := dist.InverseGammaPoint(4)
	m, _ = NormalVarianceToXInverse(x, mean, point, NormalVarianceTiltInverse(x, mean, point))
	checkClose(t, "known variance", 1/m.P, 4, 1e-14, 0)
}
