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
	return lgamma(shape) - n*lgamma(d.Shape) - shape*math.Log(n) - (1-n)*math.Log(d.Rate)
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
	return lgamma(shape) - n*lgamma(d.Shape) - shape*math.Log(n) + (1-n)*math.Log(d.Rate)
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
	return special.LogBeta(a, b) - n*special.LogBeta(d.A, d.B)
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

func lgamma(x float64) float64 {
	l, _ := math.Lgamma(x)
	return l
}
