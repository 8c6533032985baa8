package operators

// The messages of Gibbs sampling: what a factor says about one of its variables, given
// the values of all others. In the family of the variable's prior it is a pair of
// natural parameters, and the pairs of all factors add up to those of the full
// conditional (Gelfand and Smith 1990). A value enters the factor by slope*x + ...,
// where functions of variables stand between.

// NormalResidual is the message to x of a normal factor whose residual is slope*x - rest,
// with the given precision: H and P of a normal.
func NormalResidual(rest, slope, precision float64) (h, p float64) {
	t := slope * precision
	return t * rest, t * slope
}

// GammaPrior is the message to x of x ~ gamma(shape, rate): what is added to the power
// of x, and its rate.
func GammaPrior(shape, rate float64) (power, r float64) { return shape - 1, rate }

// GammaResidual is the message to x of a normal factor with this residual, whose
// precision is factor*x: the power of x and its rate.
func GammaResidual(residual, factor float64) (power, rate float64) {
	return 0.5, 0.5 * factor * residual * residual
}

// GammaRate is the message to the rate x of a gamma draw of this shape: the power of x,
// and its rate, which is the value drawn times what x is multiplied by.
func GammaRate(shape, value float64) (power, rate float64) { return shape, value }

// GammaCount is the message to x of a count that is poisson of rate exposure*x.
func GammaCount(count int, exposure float64) (power, rate float64) { return float64(count), exposure }

// InverseGammaPrior is the message to x of x ~ inversegamma(shape, rate): what is taken
// from the power of x, and the rate of 1/x.
func InverseGammaPrior(shape, rate float64) (power, r float64) { return shape + 1, rate }

// InverseGammaResidual is the message to x of a normal factor with this residual, whose
// precision is factor/x.
func InverseGammaResidual(residual, factor float64) (power, rate float64) {
	return 0.5, 0.5 * factor * residual * residual
}

// InverseGammaScale is the message to x of a gamma draw of this shape, whose rate is
// value/x where value holds the number drawn.
func InverseGammaScale(shape, value float64) (power, rate float64) { return shape, value }

// BetaPrior is the message to p of p ~ beta(a, b): the powers of p and of 1-p.
func BetaPrior(a, b float64) (yes, no float64) { return a - 1, b - 1 }

// BetaTruth is the message to the probability of a truth.
func BetaTruth(x bool) (yes, no float64) {
	if x {
		return 1, 0
	}
	return 0, 1
}

// BetaCount is the message to the probability of k of n.
func BetaCount(k, n int) (yes, no float64) { return float64(k), float64(n - k) }
