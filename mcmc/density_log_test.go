package mcmc

import (
	"math"
	"testing"
)

// TestLogScaledDensities: densities by the log of a rate or a variance are those by the
// number itself where it is one, and what the formula gives where it is none.
func TestLogScaledDensities(t *testing.T) {
	near := func(what string, got, want float64) {
		t.Helper()
		if !(math.Abs(got-want) <= 1e-12*(1+math.Abs(want))) {
			t.Errorf("%s is %.17g, want %.17g", what, got, want)
		}
	}
	for _, l := range []float64{-690, -3, 0, 2, 690} {
		x := math.Exp(l / 2)
		near("a normal by its log variance", LogDensityNormalLogVariance(x, -x, l), LogDensityNormalVariance(x, -x, math.Exp(l)))
		near("a normal by its log precision", LogDensityNormalLogPrecision(x, -x, -l), LogDensityNormalVariance(x, -x, math.Exp(l)))
		near("a gamma by its log rate", LogDensityGammaLogRate(1/(x*x), 2.5, l), LogDensityGamma(1/(x*x), 2.5, math.Exp(l)))
	}
	half := 0.5 * math.Log(2*math.Pi)
	tiny := 2 * math.Log(1e-200)
	near("a normal of a variance that underflows", LogDensityNormalLogVariance(3e-200, 1e-200, tiny), -tiny/2-half-2)
	near("its mean", LogDensityNormalLogVariance(1, 1, -2000), 1000-half)
	near("a gamma of a rate that overflows", LogDensityGammaLogRate(1e-300, 1, 692), 692-math.Exp(692+math.Log(1e-300)))
	near("one that underflows", LogDensityGammaLogRate(2, 3, -1000), -3000+2*math.Log(2)-math.Log(2))
	for _, l := range []float64{-400, -3, 0, 2, 400} {
		for _, x := range []float64{0.3, 1e-50, 1e60} {
			near("a weibull by its log scale", LogDensityWeibullLogScale(x, 0.3, l), LogDensityWeibull(x, 0.3, math.Exp(l)))
			near("its mass", LogMassWeibullLogScale(x, 1e100, 0.02, l), LogMassWeibull(x, 1e100, 0.02, math.Exp(l)))
			near("its density between bounds", LogDensityTruncatedWeibullLogScale(x, 0.02, l, 0, 1e70), LogDensityTruncatedWeibull(x, 0.02, math.Exp(l), 0, 1e70))
		}
		a, b := DrawWeibullLogScale(NewStream(1, 0), 2, l), DrawWeibull(NewStream(1, 0), 2, math.Exp(l))
		near("its draw", math.Log(a), math.Log(b))
	}
	near("a weibull of a scale that overflows", LogDensityWeibullLogScale(1, 0.001, -math.Log(0.1)/0.001), math.Log(0.001*0.1)-0.1)
	near("of one that underflows", LogDensityWeibullLogScale(1, 0.001, -math.Log(3)/0.001), math.Log(0.001*3)-3)
	near("the probability of above 1", LogMassWeibullLogScale(1, math.Inf(1), 0.001, -math.Log(0.1)/0.001), -0.1)
	for _, f := range map[string]func(x float64) float64{
		"poisson of 0":   func(x float64) float64 { return LogDensityPoissonLog(0, x) },
		"poisson of 3":   func(x float64) float64 { return LogDensityPoissonLog(3, x) },
		"poisson of 300": func(x float64) float64 { return LogDensityPoissonLog(300, x) },
		"kernel":         func(x float64) float64 { return LogKernelPoissonLog(7, x) },
		"normal":         func(x float64) float64 { return LogDensityNormalLogPrecision(1, 0, x) },
		"gamma":          func(x float64) float64 { return LogDensityGammaLogRate(1, 2, x) },
	} {
		for x := 500.0; x < 2e4; x *= 1.1 {
			if a, b := f(x), f(1.1*x); !(b < a) || math.IsInf(b, 0) {
				t.Errorf("at %v it is %v, at %v %v: not below", x, a, 1.1*x, b)
			}
		}
	}
	for _, x := range []float64{math.NaN(), math.Inf(1)} {
		for _, got := range []float64{LogDensityPoissonLog(1, x), LogDensityNormalLogVariance(1, 0, x), LogDensityGammaLogRate(1, 1, x)} {
			if !math.IsInf(got, -1) {
				t.Errorf("at %v a log density is %v, want -Inf", x, got)
			}
		}
	}
}

// TestNarrowSlice: a density that is narrower than a rounding of the start leaves it where it
// is.
func TestNarrowSlice(t *testing.T) {
	density := func(x float64) float64 { return -1e98 * (x - 115.5) * (x - 115.5) }
	stream := NewStream(1, 0)
	var s Slice
	for x, more := s.Begin(stream, 1, 115.5, density(115.5), math.Inf(-1), math.Inf(1)); more; x, more = s.Next(density(x)) {
	}
	if s.Fault() != SliceFine || s.Value() != 115.5 || s.LogDensity() != 0 {
		t.Errorf("%v at %v with the log density %v", s.Fault(), s.Value(), s.LogDensity())
	}
}
