package operators

import (
	"math"

	"mpc/dist"
)

func normalVarianceOps() []*Op {
	return []*Op{
		{
			Func: NormalVarianceToX, Factor: "normal_variance", To: "x", Algorithm: EP, Exact: true, Safe: true,
			Args: []Arg{{"mean", SkipIfUniform}, {"variance", 0}},
		},
		{
			Func: NormalVarianceToMean, Factor: "normal_variance", To: "mean", Algorithm: EP, Safe: true,
			Args: []Arg{{"x", SkipIfUniform}, {"variance", 0}},
		},
		{
			Func: NormalVarianceToXConstant, Factor: "normal_variance", To: "x", Algorithm: EP, Exact: true, Safe: true,
			Args: []Arg{{"mean", 0}, {"variance", 0}},
		},
		{
			Func: NormalVarianceToMeanObserved, Factor: "normal_variance", To: "mean", Algorithm: EP, Safe: true, Linear: "x",
			Args: []Arg{{"x", 0}, {"variance", 0}},
		},
		{
			Func: NormalVarianceEvidence, Factor: "normal_variance", To: Evidence, Algorithm: EP,
			Args: []Arg{{"x", 0}, {"mean", 0}, {"variance", 0}},
		},
	}
}

// NormalVarianceToX sends x ~ normal(mean, variance): the variances add,
// P/(1 + P variance) and H/(1 + P variance), exact also for precision 0.
// Variance 0 is a copy and +Inf gives the uniform message. The fault is
// dist.Improper where 1 + P variance is not positive, and dist.NotFinite where
// the variance is negative or NaN.
func NormalVarianceToX(mean dist.Normal, variance float64) (dist.Normal, dist.Fault) {
	if d := 1 + mean.P*variance; mean.P >= 0 && variance >= 0 && d < 1e300 {
		r := 1 / d
		return dist.Normal{H: mean.H * r, P: mean.P * r}, dist.NoFault
	}
	return normalVarianceLimits(mean, variance)
}

// NormalVarianceToMean sends the mean of x ~ normal(mean, variance); the factor
// is symmetric: see NormalVarianceToX.
func NormalVarianceToMean(x dist.Normal, variance float64) (dist.Normal, dist.Fault) {
	return NormalVarianceToX(x, variance)
}

// NormalVarianceToXConstant sends x of a known mean and variance; see
// NormalVarianceToX for the range of the variance.
func NormalVarianceToXConstant(mean, variance float64) (dist.Normal, dist.Fault) {
	return normalVarianceLimits(dist.NormalPoint(mean), variance)
}

// NormalVarianceToMeanObserved sends the mean of an observed x; see
// NormalVarianceToX for the range of the variance.
func NormalVarianceToMeanObserved(x, variance float64) (dist.Normal, dist.Fault) {
	return normalVarianceLimits(dist.NormalPoint(x), variance)
}

// NormalVarianceEvidence is log Z of x ~ normal(mean, variance). A variance of
// +Inf counts as the constant 1, as a uniform message does. It is NaN where the
// integral diverges or the variance is negative.
func NormalVarianceEvidence(x, mean dist.Normal, variance float64) float64 {
	if !(variance >= 0) {
		return math.NaN()
	}
	return normalSumEvidence(x, mean, dist.NormalMeanVariance(0, variance))
}

// normalVarianceLimits is NormalVarianceToX for point masses, negative
// precisions and products that leave the range of float64.
func normalVarianceLimits(mean dist.Normal, variance float64) (dist.Normal, dist.Fault) {
	switch {
	case !(variance >= 0):
		return dist.Normal{}, dist.NotFinite
	case mean.IsUniform():
		return dist.Normal{}, dist.NoFault
	case mean.IsPoint():
		return normalAround(mean.H, variance), dist.NoFault
	case mean.P > 0 && variance > 1:
		// 1 + P variance may overflow.
		d := 1/variance + mean.P
		return dist.Normal{H: mean.H / d / variance, P: mean.P / d / variance}, dist.NoFault
	}
	d := math.FMA(mean.P, variance, 1)
	if !(d > 0) {
		return dist.Normal{}, normalFault(d)
	}
	return dist.Normal{H: mean.H / d, P: mean.P / d}, dist.NoFault
}

// normalAround returns the normal of the given mean and variance. A variance so
// small that its inverse overflows is a point mass.
func normalAround(mean, variance float64) dist.Normal {
	d := dist.NormalMeanVariance(mean, variance)
	if d.IsPoint() {
		return dist.NormalPoint(mean)
	}
	return d
}
