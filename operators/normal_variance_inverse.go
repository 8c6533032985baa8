package operators

import (
	"math"

	"mpc/dist"
)

func normalVarianceInverseOps() []*Op {
	return []*Op{
		{
			Func: NormalVarianceTiltInverse, Factor: "normal_variance", To: "tilt", Algorithm: EP,
			Args: []Arg{{"x", NoInit}, {"mean", NoInit}, {"variance", Required}},
		},
		{
			Func: NormalVarianceToXInverse, Factor: "normal_variance", To: "x", Algorithm: EP,
			Args: []Arg{{"x", NoInit}, {"mean", SkipIfUniform}, {"variance", SkipIfUniform}, {"tilt", Required}},
		},
		{
			Func: NormalVarianceToMeanInverse, Factor: "normal_variance", To: "mean", Algorithm: EP,
			Args: []Arg{{"x", SkipIfUniform}, {"mean", NoInit}, {"variance", SkipIfUniform}, {"tilt", Required}},
		},
		{
			Func: NormalVarianceToVarianceInverse, Factor: "normal_variance", To: "variance", Algorithm: EP, Variant: "variance",
			Args: []Arg{{"x", SkipIfUniform}, {"mean", SkipIfUniform}, {"variance", SkipIfUniform}, {"tilt", Required}},
		},
		{
			Func: NormalVarianceToVarianceInverseLog, Factor: "normal_variance", To: "variance", Algorithm: EP, Variant: "log",
			Args: []Arg{{"x", SkipIfUniform}, {"mean", SkipIfUniform}, {"variance", SkipIfUniform}, {"tilt", Required}},
		},
		{
			Func: NormalVarianceToVarianceObserved, Factor: "normal_variance", To: "variance", Algorithm: EP,
			Args: []Arg{{"x", 0}, {"mean", 0}},
		},
		{
			Func: NormalVarianceEvidenceInverse, Factor: "normal_variance", To: Evidence, Algorithm: EP,
			Args: []Arg{{"x", 0}, {"mean", 0}, {"variance", 0}},
		},
	}
}

// gammaOfVariance returns the distribution of 1/v, v an inverse gamma: a cavity.
func gammaOfVariance(v dist.InverseGamma) dist.Gamma {
	switch {
	case v.IsUniform():
		return dist.GammaUniform()
	case v.IsPoint():
		return dist.GammaPoint(1 / v.Shape)
	}
	return dist.Gamma(v)
}

// varianceOfGamma returns a factor of 1/v as one of v: the same function, t^(s-1)
// being v^-(s-2)-1.
func varianceOfGamma(t dist.Gamma) dist.InverseGamma {
	if t.IsPoint() {
		return dist.InverseGammaPoint(1 / t.Shape)
	}
	return dist.InverseGamma{Shape: t.Shape - 2, Rate: t.Rate}
}

// NormalVarianceTiltInverse integrates x ~ normal(mean, variance = v) for a random
// v whose messages are inverse gammas: 1/v is a gamma and the precision.
func NormalVarianceTiltInverse(x, mean dist.Normal, variance dist.InverseGamma) PrecisionTilt {
	return NormalPrecisionTilt(x, mean, gammaOfVariance(variance))
}

// NormalVarianceToXInverse sends x ~ normal(mean, variance = v) for a random v
// whose messages are inverse gammas; see NormalPrecisionToX.
func NormalVarianceToXInverse(x, mean dist.Normal, variance dist.InverseGamma, tilt PrecisionTilt) (dist.Normal, dist.Fault) {
	switch {
	case mean.IsUniform() || variance.IsUniform():
		return dist.Normal{}, dist.NoFault
	case variance.IsPoint():
		return NormalVarianceToX(mean, variance.Shape)
	case !variance.IsProper():
		return dist.Normal{}, dist.Improper
	}
	return NormalPrecisionToX(x, mean, gammaOfVariance(variance), tilt)
}

// NormalVarianceToMeanInverse sends the mean of x ~ normal(mean, variance = v) for
// a random v whose messages are inverse gammas.
func NormalVarianceToMeanInverse(x, mean dist.Normal, variance dist.InverseGamma, tilt PrecisionTilt) (dist.Normal, dist.Fault) {
	return NormalVarianceToXInverse(mean, x, variance, tilt)
}

// NormalVarianceToVarianceInverse sends the variance v of x ~ normal(mean,
// variance = v): its tilted distribution projected on the inverse gammas by mean
// and variance of 1/v. Where x and mean are known it is the conjugate message
// whatever the cavity of v.
func NormalVarianceToVarianceInverse(x, mean dist.Normal, variance dist.InverseGamma, tilt PrecisionTilt) (dist.InverseGamma, dist.Fault) {
	if message, fault, done := normalVarianceInverseLimit(x, mean, variance, &tilt); done {
		return message, fault
	}
	t, fault := NormalPrecisionToPrecision(x, mean, gammaOfVariance(variance), tilt)
	return varianceOfMessage(t, fault)
}

// NormalVarianceToVarianceInverseLog is NormalVarianceToVarianceInverse projected
// by the means of 1/v and of log v: the projection of least Kullback-Leibler
// divergence.
func NormalVarianceToVarianceInverseLog(x, mean dist.Normal, variance dist.InverseGamma, tilt PrecisionTilt) (dist.InverseGamma, dist.Fault) {
	if message, fault, done := normalVarianceInverseLimit(x, mean, variance, &tilt); done {
		return message, fault
	}
	t, fault := NormalPrecisionToPrecisionLog(x, mean, gammaOfVariance(variance), tilt)
	return varianceOfMessage(t, fault)
}

// normalVarianceInverseLimit is the message to the variance where it needs no
// projection, and the faults.
func normalVarianceInverseLimit(x, mean dist.Normal, variance dist.InverseGamma, tilt *PrecisionTilt) (message dist.InverseGamma, fault dist.Fault, done bool) {
	switch {
	case x.IsUniform() || mean.IsUniform():
		return dist.InverseGammaUniform(), dist.NoFault, true
	case x.IsPoint() && mean.IsPoint():
		message, fault = NormalVarianceToVarianceObserved(x.H, mean.H)
		return message, fault, true
	case variance.IsUniform():
		return dist.InverseGammaUniform(), dist.NoFault, true
	case tilt.Fault != dist.NoFault:
		return dist.InverseGammaUniform(), tilt.Fault, true
	}
	return dist.InverseGamma{}, dist.NoFault, false
}

// varianceOfMessage is varianceOfGamma of a message that may have failed.
func varianceOfMessage(t dist.Gamma, fault dist.Fault) (dist.InverseGamma, dist.Fault) {
	if fault != dist.NoFault {
		return dist.InverseGammaUniform(), fault
	}
	return varianceOfGamma(t), dist.NoFault
}

// NormalVarianceToVarianceObserved is the likelihood of the variance v where x
// and mean are known: v^(-1/2) exp(-(x - mean)^2/2v).
func NormalVarianceToVarianceObserved(x, mean float64) (dist.InverseGamma, dist.Fault) {
	rate := (x - mean) * (x - mean) / 2
	if !(rate <= math.MaxFloat64) {
		return dist.InverseGammaUniform(), dist.NotFinite
	}
	return dist.InverseGamma{Shape: -0.5, Rate: rate}, dist.NoFault
}

// NormalVarianceEvidenceInverse is log Z of x ~ normal(mean, variance = v) for a
// random v whose messages are inverse gammas; see NormalPrecisionEvidence.
func NormalVarianceEvidenceInverse(x, mean dist.Normal, variance dist.InverseGamma) float64 {
	if variance.IsPoint() {
		return NormalVarianceEvidence(x, mean, variance.Shape)
	}
	return NormalPrecisionEvidence(x, mean, gammaOfVariance(variance))
}
