package operators

// The messages of Gibbs sampling: what a factor says about one of its variables, given
// the values of all others. In the family of the variable's prior it is a pair of
// natural parameters, and those of all factors add up to those of the full conditional
// (Geman and Geman 1984; Gelfand and Smith 1990). Each function here adds one message to
// the sums that it is given.

// NormalResidual adds the message to x of a normal factor whose residual is slope*x - rest,
// with the given precision, to the natural parameters of a normal: h is precision times
// mean, p the precision.
func NormalResidual(h, p, rest, slope, precision float64) (float64, float64) {
	t := slope * precision
	return h + t*rest, p + t*slope
}

// NormalValue adds the message to x of a normal factor whose residual is x - value: that
// of NormalResidual with the slope 1.
func NormalValue(h, p, value, precision float64) (float64, float64) {
	return h + precision*value, p + precision
}

// GammaPrior adds the message to x of x ~ gamma(shape, rate) to the power of x and the
// rate of its exponential.
func GammaPrior(power, rate, shape, of float64) (float64, float64) {
	return power + shape - 1, rate + of
}

// GammaResidual adds the message to x of a normal factor with this residual, whose
// precision is factor*x.
func GammaResidual(power, rate, residual, factor float64) (float64, float64) {
	return power + 0.5, rate + 0.5*factor*residual*residual
}

// GammaRate adds the message to the rate x of a draw of a gamma of this shape; value is
// the number drawn times what x is multiplied by.
func GammaRate(power, rate, shape, value float64) (float64, float64) {
	return power + shape, rate + value
}

// GammaCount adds the message to x of a count that is poisson of rate exposure*x.
func GammaCount(power, rate float64, count int, exposure float64) (float64, float64) {
	return power + float64(count), rate + exposure
}

// InverseGammaPrior adds the message to x of x ~ inversegamma(shape, rate) to the power of
// 1/x and the rate of its exponential.
func InverseGammaPrior(power, rate, shape, of float64) (float64, float64) {
	return power + shape + 1, rate + of
}

// InverseGammaResidual adds the message to x of a normal factor with this residual, whose
// precision is factor/x.
func InverseGammaResidual(power, rate, residual, factor float64) (float64, float64) {
	return power + 0.5, rate + 0.5*factor*residual*residual
}

// InverseGammaScale adds the message to x of a draw of a gamma of this shape whose rate is
// a number over x; value is the number drawn times that.
func InverseGammaScale(power, rate, shape, value float64) (float64, float64) {
	return power + shape, rate + value
}

// BetaPrior adds the message to p of p ~ beta(a, b) to the powers of p and of 1-p.
func BetaPrior(yes, no, a, b float64) (float64, float64) { return yes + a - 1, no + b - 1 }

// BetaTruth adds the message to the probability of a truth.
func BetaTruth(yes, no float64, x bool) (float64, float64) {
	if x {
		return yes + 1, no
	}
	return yes, no + 1
}

// BetaCount adds the message to the probability of k of n.
func BetaCount(yes, no float64, k, n int) (float64, float64) {
	return yes + float64(k), no + float64(n-k)
}
