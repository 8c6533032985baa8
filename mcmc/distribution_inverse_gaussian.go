package mcmc

import (
	"math"

	"mpc/special"
)

var inverseGaussianRow = Distribution{
	Name: "inversegaussian", Language: Language{Doc: "sqrt(l / (2 pi x^3)) exp(-l (x - m)^2 / (2 m^2 x)), the mean m and the shape l", Elsewhere: "InverseGaussian Wald wald"},
	Parameters: positiveOnes("mean", "shape"), Support: Support{Low: 0},
	Tried:   [][]float64{{2, 3}, {0.5, 20}, {30, 0.2}, {1, 1e4}},
	Density: LogDensityInverseGaussian, Draw: DrawInverseGaussian, Mass: LogMassInverseGaussian,
	Truncation: Truncation{TruncatedDensity: LogDensityTruncatedInverseGaussian, TruncatedDraw: DrawTruncatedInverseGaussian},
}

// LogDensityInverseGaussian is the log density at x of the inverse Gaussian, or Wald, distribution of the given mean and
// shape: of variance mean^3/shape.
func LogDensityInverseGaussian(x, mean, shape float64) float64 {
	if !(densityFinite(x) && densityFinite(mean) && densityFinite(shape)) {
		return densityNone
	}
	d := (x - mean) / mean
	return (special.LogFull(shape)-3*special.LogFull(x)-math.Log(2*math.Pi))/2 - shape/x*d*d/2
}

// DrawInverseGaussian draws from the inverse Gaussian distribution of the given mean and shape.
func DrawInverseGaussian(s *Stream, mean, shape float64) float64 {
	if !(densityFinite(mean) && densityFinite(shape)) {
		return math.NaN()
	}
	return drawWald(s, mean, shape)
}

// LogMassInverseGaussian is the log probability of [lo, hi] under the inverse Gaussian distribution of the given mean and
// shape. With a = sqrt(l/x) (x/m - 1), b = sqrt(l/x) (x/m + 1), Phi that of a normal, phi its density and R its Mills
// ratio, exp(2 l/m) Phi(-b) is phi(a) R(b) (Folks and Chhikara, The inverse Gaussian distribution and its statistical
// application, 1978).
func LogMassInverseGaussian(lo, hi, mean, shape float64) float64 {
	if !(densityFinite(mean) && densityFinite(shape)) {
		return math.NaN()
	}
	lowerLow, upperLow := inverseGaussianTails(max(lo, 0), mean, shape)
	lowerHigh, upperHigh := inverseGaussianTails(max(hi, 0), mean, shape)
	return massBetween(lowerLow, lowerHigh, upperLow, upperHigh)
}

// inverseGaussianTails are the logs of the probabilities below and above x.
func inverseGaussianTails(x, mean, shape float64) (lower, upper float64) {
	switch {
	case x == 0:
		return densityNone, 0
	case x > math.MaxFloat64:
		return 0, densityNone
	}
	root := math.Sqrt(shape / x)
	a, b := root*(x/mean-1), root*(x/mean+1)
	reflected := -a*a/2 - math.Log(2*math.Pi)/2 + math.Log(densityMills(b))
	below, above := special.NormalCdfLn(a), special.NormalCdfLn(-a)
	return max(below, reflected) + math.Log1p(math.Exp(-math.Abs(below-reflected))), massLess(above, reflected)
}

// LogDensityTruncatedInverseGaussian is LogDensityInverseGaussian restricted to [lo, hi].
func LogDensityTruncatedInverseGaussian(x, mean, shape, lo, hi float64) float64 {
	return densityWithin(x, lo, hi, LogDensityInverseGaussian(x, mean, shape), LogMassInverseGaussian(lo, hi, mean, shape))
}

// DrawTruncatedInverseGaussian is DrawInverseGaussian restricted to [lo, hi]; NaN where that has no probability.
func DrawTruncatedInverseGaussian(s *Stream, mean, shape, lo, hi float64) float64 {
	return drawWithinBounds(s, lo, hi, func() float64 { return DrawInverseGaussian(s, mean, shape) }, func(low, high float64) float64 { return LogMassInverseGaussian(low, high, mean, shape) })
}
