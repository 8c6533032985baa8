package dist

import (
	"math"
	"math/rand/v2"
)

// Mean returns the mean, NaN where d is improper.
func (d Beta) Mean() float64 {
	m, _ := d.means()
	return m
}

// means returns the means of x and of 1-x, NaN where d is improper.
func (d Beta) means() (x, rest float64) {
	switch {
	case d.IsPoint():
		return d.A, 1 - d.A
	case d.IsProper():
		return 1 / (1 + d.B/d.A), 1 / (1 + d.A/d.B)
	}
	return math.NaN(), math.NaN()
}

// Variance returns the variance, NaN where d is improper.
func (d Beta) Variance() float64 {
	if d.IsPoint() {
		return 0
	}
	x, rest := d.means()
	return x * rest / (d.A + d.B + 1)
}

// Mode returns where the density is largest: 1/2 where it is flat, NaN where
// it grows without bound at both ends or d is improper.
func (d Beta) Mode() float64 {
	switch {
	case d.IsPoint():
		return d.A
	case !d.IsProper() || d.A < 1 && d.B < 1:
		return math.NaN()
	case d.A == 1 && d.B == 1:
		return 0.5
	case d.A <= 1:
		return 0
	case d.B <= 1:
		return 1
	}
	return (d.A - 1) / ((d.A - 1) + (d.B - 1))
}

// LogProb returns the log density at x: -Inf outside [0, 1], NaN where d is
// improper. A point mass has log density 0 at its point and -Inf elsewhere.
func (d Beta) LogProb(x float64) float64 {
	switch {
	case d.IsPoint():
		return distLogEqual(x == d.A)
	case !d.IsProper() || x != x:
		return math.NaN()
	case x < 0 || x > 1:
		return math.Inf(-1)
	case x == 0:
		return distLogAtZero(d.A, math.Log(d.B))
	case x == 1:
		return distLogAtZero(d.B, math.Log(d.A))
	}
	return d.logProbShares(x, 1-x)
}

// logProbShares is LogProb at x, with y = 1 - x and both positive.
func (d Beta) logProbShares(x, y float64) float64 {
	return distLogBetaKernel(d.A, d.B, x, y) - math.Log(x) - distLogShare(x, y)
}

// Sample draws a value; NaN where d is improper. A draw may round to 0 or 1.
func (d Beta) Sample(rng *rand.Rand) float64 {
	switch {
	case d.IsPoint():
		return d.A
	case d.IsProper():
		x, boostX := distSampleGamma(rng, d.A)
		y, boostY := distSampleGamma(rng, d.B)
		return Bernoulli{math.Log(x/y) + (boostX - boostY)}.P()
	}
	return math.NaN()
}

// logAt returns the log of d at x, with y = 1 - x and both positive, as
// LogIntegral scales it.
func (d Beta) logAt(x, y float64) float64 {
	if d.IsProper() {
		return d.logProbShares(x, y)
	}
	return (d.A-1)*distLogShare(y, x) + (d.B-1)*distLogShare(x, y)
}

// logAtPoint is logAt for any x.
func (d Beta) logAtPoint(x float64) float64 {
	switch {
	case d.IsProper():
		return d.LogProb(x)
	case x < 0 || x > 1:
		return math.Inf(-1)
	case x == 0:
		return distLogAtZero(d.A, 0)
	case x == 1:
		return distLogAtZero(d.B, 0)
	}
	return d.logAt(x, 1-x)
}

// LogIntegral returns the log of the integral of d times e, where each of the
// two is normalized if it is proper and has scale 1, x^(A-1) (1-x)^(B-1), if it
// is not. Of two point masses it is 0 if they are equal and -Inf if not. It is
// NaN where the product is improper. As d e is the integral times the normalized
// product at any x, it is computed at the product's mean, where every term is
// small.
func (d Beta) LogIntegral(e Beta) float64 {
	switch {
	case e.IsPoint() && d.IsPoint():
		return distLogEqual(d.A == e.A)
	case e.IsPoint():
		return d.logAtPoint(e.A)
	case d.IsPoint():
		return e.logAtPoint(d.A)
	}
	s := Beta{distTimesAlpha(d.A, e.A), distTimesAlpha(d.B, e.B)}
	if !s.IsProper() {
		return math.NaN()
	}
	if d.IsUniform() || e.IsUniform() {
		return 0
	}
	if e.A+e.B > d.A+d.B {
		d, e = e, d // as of gammas
	}
	x, y := s.means()
	return (d.logAt(x, y) - s.logProbShares(x, y)) + e.logAt(x, y)
}

// Change returns how far the marginal d is from old: the larger of the
// difference of the means in sd of d and the relative difference of the
// variances (of the smaller). It is 0 for equal distributions, the relative
// difference of two point masses, that of the parameters where both are improper,
// and +Inf where one is NaN or only one is proper or a point mass.
func (d Beta) Change(old Beta) float64 {
	switch {
	case d == old:
		return 0
	case d.IsPoint() && old.IsPoint():
		return distRelativeChange(d.A, old.A)
	case d.IsPoint() || old.IsPoint() || d.IsProper() != old.IsProper():
		return math.Inf(1)
	case !d.IsProper():
		return math.Max(distRelativeChange(d.A, old.A), distRelativeChange(d.B, old.B))
	}
	x, rest := d.means()
	oldX, oldRest := old.means()
	difference := x - oldX
	if x > 0.5 {
		difference = rest - oldRest
	}
	mean := math.Abs(difference) / math.Sqrt(d.Variance())
	return distMaxChange(mean, distScaleChange(d.Variance(), old.Variance()))
}

// String returns d as a person would write it.
func (d Beta) String() string {
	if d.IsPoint() {
		return "point(" + distShort(d.A) + ")"
	}
	return "beta(a " + distShort(d.A) + ", b " + distShort(d.B) + ")"
}
