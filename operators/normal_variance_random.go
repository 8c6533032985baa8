package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

func normalVarianceRandomOps() []*Op {
	return []*Op{
		{
			Func: NormalVarianceTilt, Factor: "normal_variance", To: "tilt", Algorithm: EP,
			Args: []Arg{{"x", NoInit}, {"mean", NoInit}, {"variance", Required}},
		},
		{
			Func: NormalVarianceToXRandom, Factor: "normal_variance", To: "x", Algorithm: EP,
			Args: []Arg{{"x", NoInit}, {"mean", SkipIfUniform}, {"variance", SkipIfUniform}, {"tilt", Required}},
		},
		{
			Func: NormalVarianceToMeanRandom, Factor: "normal_variance", To: "mean", Algorithm: EP,
			Args: []Arg{{"x", SkipIfUniform}, {"mean", NoInit}, {"variance", SkipIfUniform}, {"tilt", Required}},
		},
		{
			Func: NormalVarianceToVariance, Factor: "normal_variance", To: "variance", Algorithm: EP, Variant: "variance",
			Args: []Arg{{"x", SkipIfUniform}, {"mean", SkipIfUniform}, {"variance", SkipIfUniform}, {"tilt", Required}},
		},
		{
			Func: NormalVarianceToVarianceLog, Factor: "normal_variance", To: "variance", Algorithm: EP, Variant: "log",
			Args: []Arg{{"x", SkipIfUniform}, {"mean", SkipIfUniform}, {"variance", SkipIfUniform}, {"tilt", Required}},
		},
		{
			Func: NormalVarianceEvidenceRandom, Factor: "normal_variance", To: Evidence, Algorithm: EP,
			Args: []Arg{{"x", 0}, {"mean", 0}, {"variance", 0}},
		},
	}
}

// NormalVarianceToXRandom sends x ~ normal(mean, variance = v) for a random v
// whose messages are gammas: the projection of the mixture of normals over v, by
// the derivatives of log Z in the mean of the cavity of x; see NormalPrecisionToX.
// The precision is negative where x is an outlier.
//
// Where the cavity of x is uniform the message has the mixture's own moments.
func NormalVarianceToXRandom(x, mean dist.Normal, variance dist.Gamma, tilt VarianceTilt) (dist.Normal, dist.Fault) {
	switch {
	case mean.IsUniform() || variance.IsUniform():
		return dist.Normal{}, dist.NoFault
	case variance.IsPoint():
		return NormalVarianceToX(mean, variance.Shape)
	case x.IsUniform():
		if !(mean.P > 0 && variance.IsProper()) {
			return dist.Normal{}, dist.Improper
		}
		return normalChecked(NormalVarianceToX(mean, variance.Mean()))
	case tilt.Fault != dist.NoFault:
		return dist.Normal{}, tilt.Fault
	}
	mx, vx := normalMeanVariance(x)
	mm, vm := normalMeanVariance(mean)
	r := vm*tilt.Inverse + tilt.Noise + vx*tilt.Outlier // 1 - v beta
	return normalFinite((mm*tilt.Inverse-mx*tilt.Outlier)/r, (tilt.Inverse-tilt.Outlier)/r)
}

// NormalVarianceToMeanRandom sends the mean of x ~ normal(mean, variance = v) for
// a random v; the factor is symmetric: see NormalVarianceToXRandom.
func NormalVarianceToMeanRandom(x, mean dist.Normal, variance dist.Gamma, tilt VarianceTilt) (dist.Normal, dist.Fault) {
	return NormalVarianceToXRandom(mean, x, variance, tilt)
}

// NormalVarianceToVariance sends the variance v of x ~ normal(mean, variance =
// v): its tilted distribution projected on the gammas by mean and variance. Where
// x and mean are known and equal the factor is v^(-1/2), which needs no projection;
// where they differ v is generalized inverse gaussian.
func NormalVarianceToVariance(x, mean dist.Normal, variance dist.Gamma, tilt VarianceTilt) (dist.Gamma, dist.Fault) {
	if message, fault, done := normalVarianceLimit(x, mean, variance, &tilt); done {
		return message, fault
	}
	return gammaByVariance(variance, &tilt.Variance)
}

// NormalVarianceToVarianceLog is NormalVarianceToVariance projected by mean and
// mean logarithm.
func NormalVarianceToVarianceLog(x, mean dist.Normal, variance dist.Gamma, tilt VarianceTilt) (dist.Gamma, dist.Fault) {
	if message, fault, done := normalVarianceLimit(x, mean, variance, &tilt); done {
		return message, fault
	}
	return gammaByLog(variance, &tilt.Variance)
}

// normalVarianceLimit is the message to the variance where it needs no projection,
// and the faults.
func normalVarianceLimit(x, mean dist.Normal, variance dist.Gamma, tilt *VarianceTilt) (message dist.Gamma, fault dist.Fault, done bool) {
	switch {
	case x.IsUniform() || mean.IsUniform() || variance.IsUniform():
		return dist.GammaUniform(), dist.NoFault, true
	case x.IsPoint() && mean.IsPoint() && x.H == mean.H:
		return dist.Gamma{Shape: 0.5}, dist.NoFault, true
	case tilt.Fault != dist.NoFault:
		return dist.GammaUniform(), tilt.Fault, true
	}
	return dist.Gamma{}, dist.NoFault, false
}

// NormalVarianceEvidenceRandom is log Z of x ~ normal(mean, variance = v) for a
// random v whose messages are gammas; NaN where the integral diverges, as for an x
// that is known to be the mean and a shape of at most 1/2. For a known x and mean
// it is the log density of a variance-gamma distribution, of Laplace's for shape 1.
func NormalVarianceEvidenceRandom(x, mean dist.Normal, variance dist.Gamma) float64 {
	switch {
	case x.IsUniform() || mean.IsUniform():
		return 0
	case x.IsPoint() && mean.IsPoint() && x.H == mean.H && variance.IsProper() && !variance.IsPoint():
		if !(variance.Shape > 0.5) {
			return math.NaN()
		}
		return math.Log(variance.Rate/(2*math.Pi))/2 - special.LogRisingFactorial(variance.Shape-0.5, 0.5)
	}
	tilt := NormalVarianceTilt(x, mean, variance)
	if tilt.Fault != dist.NoFault {
		return math.NaN()
	}
	return tilt.LogZ
}
