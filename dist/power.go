package dist

import (
	"math"

	"mpc/special"
)

// LogPower returns the log integral of the density of d to the power n > 0, where
// d is normalized: 0 for n = 1. It is what the normalization of a message that
// counts n times differs by from n times that of the message. A message that is
// not proper is not normalized, and a point mass stays one: both give 0.
func (d Normal) LogPower(n float64) float64 {
	if d.IsPoint() || !d.IsProper() {
		return 0
	}
	return ((1-n)*(2*distHalfLog2Pi-math.Log(d.P)) - math.Log(n)) / 2
}

// LogPower is that of Normal.
func (d Gamma) LogPower(n float64) float64 {
	if d.IsPoint() || !d.IsProper() {
		return 0
	}
	shape := 1 + n*(d.Shape-1)
	if shape <= 0 {
		return math.Inf(1)
	}
	return distLogGammaPower(d.Shape, n, 1) - (1-n)*math.Log(d.Rate)
}

// LogPower is that of Normal.
func (d InverseGamma) LogPower(n float64) float64 {
	if d.IsPoint() || !d.IsProper() {
		return 0
	}
	shape := n*(d.Shape+1) - 1
	if shape <= 0 {
		return math.Inf(1)
	}
	return distLogGammaPower(d.Shape, n, -1) + (1-n)*math.Log(d.Rate)
}

// LogPower is that of Normal.
func (d Beta) LogPower(n float64) float64 {
	if d.IsPoint() || !d.IsProper() {
		return 0
	}
	a, b := 1+n*(d.A-1), 1+n*(d.B-1)
	if a <= 0 || b <= 0 {
		return math.Inf(1)
	}
	return distLogGammaPower(d.A, n, 1) + distLogGammaPower(d.B, n, 1) - distLogGammaPower(d.A+d.B, n, 2)
}

// LogPower is that of Normal.
func (d Bernoulli) LogPower(n float64) float64 {
	if d.IsPoint() {
		return 0
	}
	// The larger probability is 1/(1 + e), the smaller e/(1 + e).
	e := math.Exp(-math.Abs(d.LogOdds))
	return math.Log1p(math.Pow(e, n)) - n*math.Log1p(e)
}

// OtherCopies is the share of n-1 of n copies in what all of them say, (n-1)/n; 0 of
// no copies.
func OtherCopies(n float64) float64 {
	if n == 0 {
		return 0
	}
	return (n - 1) / n
}

// distLogGammaPower is log Gamma(p) - n log Gamma(a) - p log n for p = n a + c (1-n), above 0:
// what a gamma function in the normalization of a density becomes in that of its power n.
// Where a is large, the terms that would cancel are taken out of Stirling's series by hand.
func distLogGammaPower(a, n, c float64) float64 {
	shift := c * (1 - n)
	p := math.FMA(n, a, shift)
	if a < 1 {
		return special.GammaLn(p) - n*special.GammaLn(a) - p*math.Log(n)
	}
	rise := math.Log1p(shift / (n * a)) // log p/(n a)
	return (1-n)*((c-0.5)*math.Log(a)+distHalfLog2Pi) - math.Log(n)/2 + (p-0.5)*rise - shift +
		special.GammaLnSeries(p) - n*special.GammaLnSeries(a)
}
