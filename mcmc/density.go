package mcmc

import (
	"math"

	"mpc/special"
)

// densityHalfLog2Pi is log(2 pi)/2.
const densityHalfLog2Pi = 0.91893853320467274178032973640561763986139747363778

// densityNone is the log density of what is outside the support, or has no
// distribution, as a parameter is outside its domain.
var densityNone = math.Inf(-1)

// densityFinite tells whether a parameter is above 0 and finite.
func densityFinite(x float64) bool { return x > 0 && x <= math.MaxFloat64 }

// LogDensityNormal is the log density at x of the normal of the given mean and
// precision.
func LogDensityNormal(x, mean, precision float64) float64 {
	d := x - mean
	if !densityFinite(precision) || d != d {
		return densityNone
	}
	return special.LogFull(precision)/2 - densityHalfLog2Pi - d*precision*d/2
}

// LogDensityNormalVariance is LogDensityNormal for a variance.
func LogDensityNormalVariance(x, mean, variance float64) float64 {
	d := x - mean
	if !densityFinite(variance) || d != d {
		return densityNone
	}
	return -special.LogFull(variance)/2 - densityHalfLog2Pi - d/variance*d/2
}

// LogDensityNormalLogPrecision is LogDensityNormal for the log of the precision.
func LogDensityNormalLogPrecision(x, mean, logPrecision float64) float64 {
	return LogDensityNormalLogVariance(x, mean, -logPrecision)
}

// LogDensityNormalLogVariance is LogDensityNormal for the log of the variance, which may be
// outside of what a float64 holds.
func LogDensityNormalLogVariance(x, mean, logVariance float64) float64 {
	if math.Abs(logVariance) < 600 {
		return LogDensityNormalVariance(x, mean, math.Exp(logVariance))
	}
	d := math.Abs(x - mean)
	if d != d || !(math.Abs(logVariance) <= math.MaxFloat64) {
		return densityNone
	}
	return -logVariance/2 - densityHalfLog2Pi - densityExp(2*special.LogFull(d)-logVariance)/2
}

// densityExp is exp(x), which beyond 600 grows as a line only: what is subtracted from a log
// density tells values of no density apart still, so that a chain that begins there finds
// out.
func densityExp(x float64) float64 {
	if !(x > 600) {
		return math.Exp(x)
	}
	return math.Exp(600) * (x - 599)
}

// LogDensityGammaLogRate is LogDensityGamma for the log of the rate, which may be outside of
// what a float64 holds.
func LogDensityGammaLogRate(x, shape, logRate float64) float64 {
	switch {
	case math.Abs(logRate) < 600:
		return LogDensityGamma(x, shape, math.Exp(logRate))
	case !(x >= 0 && x <= math.MaxFloat64 && densityFinite(shape) && math.Abs(logRate) <= math.MaxFloat64):
		return densityNone
	case x == 0:
		return densityAtEnd(shape, logRate)
	}
	log := special.LogFull(x)
	return shape*(logRate+log) - densityExp(logRate+log) - special.GammaLn(shape) - log
}

// LogDensityGamma is the log density at x of the gamma of the given shape and
// rate. At 0 it is +Inf for a shape below 1.
func LogDensityGamma(x, shape, rate float64) float64 {
	switch {
	case !(x >= 0 && x <= math.MaxFloat64 && densityFinite(shape) && densityFinite(rate)):
		return densityNone
	case x == 0:
		return densityAtEnd(shape, special.LogFull(rate))
	}
	log := special.LogFull(x)
	return densityGammaKernel(shape, rate*x, math.FMA(rate, x, -shape), special.LogFull(rate), log) - log
}

// LogDensityInverseGamma is the log density at x of the inverse gamma of the given
// shape and rate: of the inverse of a gamma of them.
func LogDensityInverseGamma(x, shape, rate float64) float64 {
	if !(densityFinite(x) && densityFinite(shape) && densityFinite(rate)) {
		return densityNone
	}
	log := special.LogFull(x)
	y := rate / x
	return densityGammaKernel(shape, y, y-shape+math.FMA(-y, x, rate)/x, special.LogFull(rate), -log) - log
}

// densityAtEnd is the log density at 0 of one that goes like x^(shape-1), of which
// that of shape 1 is given.
func densityAtEnd(shape, one float64) float64 {
	switch {
	case shape < 1:
		return math.Inf(1)
	case shape == 1:
		return one
	}
	return densityNone
}

// densityGammaKernel is shape log y - y - log Gamma(shape), given y, which may have
// under- or overflown, d = y - shape, and log y in two parts. Large shapes take the form of
// Loader (2000), in which large terms do not cancel.
func densityGammaKernel(shape, y, d, log1, log2 float64) float64 {
	if shape < 10 || y < 0x1p-1000 {
		return shape*(log1+log2) - y - special.GammaLn(shape)
	}
	if y > math.MaxFloat64 {
		return densityNone
	}
	return special.LogFull(shape)/2 - densityHalfLog2Pi - special.GammaLnSeries(shape) - countDeviance(shape, y, d)
}

// LogDensityBeta is the log density at x of the beta of a and b. At an end it is
// +Inf where the count of that end is below 1.
func LogDensityBeta(x, a, b float64) float64 {
	switch {
	case !(x >= 0 && x <= 1 && densityFinite(a) && densityFinite(b) && a+b <= math.MaxFloat64):
		return densityNone
	case x == 0:
		return densityAtEnd(a, special.LogFull(b))
	case x == 1:
		return densityAtEnd(b, special.LogFull(a))
	}
	logX, logY := special.LogFull(x), math.Log1p(-x)
	if a < 10 || b < 10 {
		return (a-1)*logX + (b-1)*logY - special.LogBeta(a, b)
	}
	n := a + b
	rest := special.GammaLnSeries(a) + special.GammaLnSeries(b) - special.GammaLnSeries(n)
	scale := (math.Log(a)+math.Log(b/n))/2 - densityHalfLog2Pi - rest - logX - logY
	return scale - countDeviance(a, n*x, math.FMA(n, x, -a)) - countDeviance(b, n*(1-x), math.FMA(n, 1-x, -b))
}

// LogDensityUniform is the log density at x of the uniform distribution on [lo, hi].
func LogDensityUniform(x, lo, hi float64) float64 {
	if !(lo <= x && x <= hi && lo < hi) || hi > math.MaxFloat64 || lo < -math.MaxFloat64 {
		return densityNone
	}
	if width := hi - lo; width <= math.MaxFloat64 {
		return -special.LogFull(width)
	}
	return -math.Log(hi/2-lo/2) - math.Ln2
}

// LogDensityPoint is 0 at the value of a point mass and -Inf elsewhere.
func LogDensityPoint(x, value float64) float64 {
	if x == value {
		return 0
	}
	return densityNone
}

// LogDensityTruncatedNormal is the log density at x of the normal of the given mean
// and precision, restricted to [lo, hi], either of which may be infinite. Beyond
// thirty standard deviations it is relative to the bound, so that its digits do
// not depend on how far out that is.
func LogDensityTruncatedNormal(x, mean, precision, lo, hi float64) float64 {
	if !(lo <= x && x <= hi && lo < hi && densityFinite(precision)) || mean-mean != 0 || x-x != 0 {
		return densityNone
	}
	root := math.Sqrt(precision)
	a, b, width := (lo-mean)*root, (hi-mean)*root, (hi-lo)*root
	scale := special.LogFull(precision) / 2
	switch {
	case a > math.MaxFloat64 && x == lo || b < -math.MaxFloat64 && x == hi:
		return math.Inf(1) // all is at the bound
	case a > math.MaxFloat64 || b < -math.MaxFloat64:
		return densityNone
	case a > 30:
		t := (x - lo) * root
		return scale - t*(a+t/2) - densityBeyond(a, width)
	case b < -30:
		t := (hi - x) * root
		return scale - t*(t/2-b) - densityBeyond(-b, width)
	}
	z := (x - mean) * root
	return scale - z*z/2 - densityHalfLog2Pi - densityInterval(a, b, width)
}

// densityInterval is log(Phi(b) - Phi(a)), b - a = width, a <= 30, b >= -30.
func densityInterval(a, b, width float64) float64 {
	if width < 1e-8 {
		// The difference of the bounds has lost digits, which width has; within it the
		// density is that in the middle to the last digit.
		z := a + width/2
		return special.LogFull(width) - z*z/2 - densityHalfLog2Pi
	}
	return special.NormalCdfIntervalLn(a, b)
}

// densityBeyond is the log of the integral of exp(-a t - t^2/2) over [0, width],
// for a > 30.
func densityBeyond(a, width float64) float64 {
	end := width * (a + width/2)
	switch {
	case end > 40:
		return math.Log(densityMills(a))
	case end > 0.5:
		return math.Log(densityMills(a) - math.Exp(-end)*densityMills(a+width))
	}
	// With e = a t + t^2/2 the integral of exp(-e)/sqrt(a^2 + 2 e), smooth and short.
	sum := 0.0
	for i, node := range special.LegendreNodes24 {
		e := end * (node + 1) / 2
		sum += special.LegendreWeights24[i] * math.Exp(-e) / math.Sqrt(1+2*e/a/a)
	}
	// end/a is width (1 + width/(2 a)), which does not underflow before width does.
	return special.LogFull(width*(1+width/(2*a))) + math.Log(sum/2)
}

// densityMills is (1 - Phi(a))/phi(a) for a > 0.
func densityMills(a float64) float64 {
	if a > 1e8 {
		return 1 / a
	}
	return special.NormalMills(-a)
}
