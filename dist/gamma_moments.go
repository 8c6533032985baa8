package dist

import (
	"math"
	"math/rand/v2"
)

// Mean returns the mean, NaN where d is improper.
func (d Gamma) Mean() float64 {
	switch {
	case d.IsPoint():
		return d.Shape
	case d.IsProper():
		return d.Shape / d.Rate
	}
	return math.NaN()
}

// Variance returns the variance, NaN where d is improper.
func (d Gamma) Variance() float64 {
	switch {
	case d.IsPoint():
		return 0
	case d.IsProper():
		return d.Shape / d.Rate / d.Rate
	}
	return math.NaN()
}

// Mode returns where the density is largest: 0 for a shape up to 1, +Inf for a
// shape above 1 and rate 0, and NaN where the density is flat or falls nowhere.
func (d Gamma) Mode() float64 {
	switch {
	case d.IsPoint():
		return d.Shape
	case d.Rate > 0 && d.Shape <= 1:
		return 0
	case d.Rate >= 0 && d.Shape > 1:
		return (d.Shape - 1) / math.Abs(d.Rate)
	}
	return math.NaN()
}

// LogProb returns the log density at x: -Inf for negative x, NaN where d is
// improper. A point mass has log density 0 at its point and -Inf elsewhere.
func (d Gamma) LogProb(x float64) float64 {
	switch {
	case d.IsPoint():
		return distLogEqual(x == d.Shape)
	case !d.IsProper() || x != x:
		return math.NaN()
	case x < 0 || x > math.MaxFloat64:
		return math.Inf(-1)
	case x == 0:
		return distLogAtZero(d.Shape, math.Log(d.Rate))
	}
	return distLogGammaKernel(d.Shape, d.Rate, x) - math.Log(x)
}

// distLogAtZero is the log density at 0 of one that goes like x^(shape-1), and
// for shape 1 has the log value given.
func distLogAtZero(shape, logValue float64) float64 {
	switch {
	case shape < 1:
		return math.Inf(1)
	case shape == 1:
		return logValue
	}
	return math.Inf(-1)
}

// Sample draws a value; NaN where d is improper. A draw below the smallest
// positive number is that number.
func (d Gamma) Sample(rng *rand.Rand) float64 {
	switch {
	case d.IsPoint():
		return d.Shape
	case d.IsProper():
		x, boost := distSampleGamma(rng, d.Shape)
		return math.Max(x/d.Rate*math.Exp(boost), math.SmallestNonzeroFloat64)
	}
	return math.NaN()
}

// distSampleGamma draws x exp(boost) from Gamma(shape, 1), by Marsaglia and
// Tsang, "A simple method for generating gamma variables" (2000); for shape < 1
// from shape + 1, times a uniform to the power 1/shape, which alone is boost and
// may be too small for a number.
func distSampleGamma(rng *rand.Rand, shape float64) (x, boost float64) {
	if shape < 1 {
		boost = math.Log(1-rng.Float64()) / shape
		shape++
	}
	third := shape - 1.0/3
	scale := 1 / math.Sqrt(9*third)
	for {
		z := rng.NormFloat64()
		v := 1 + scale*z
		if v <= 0 {
			continue
		}
		v = v * v * v
		if math.Log(1-rng.Float64()) < z*z/2+third*(1-v+math.Log(v)) {
			return third * v, boost
		}
	}
}

// logAt returns the log of d at x > 0 as LogIntegral scales it.
func (d Gamma) logAt(x float64) float64 {
	if d.IsProper() {
		return d.LogProb(x)
	}
	return (d.Shape-1)*math.Log(x) - d.Rate*x
}

// LogIntegral returns the log of the integral of d times e, where each of the
// two is normalized if it is proper and has scale 1, x^(Shape-1) exp(-Rate x),
// if it is not. Of two point masses it is 0 if they are equal and -Inf if not.
// It is NaN where the product is improper. As d e is the integral times the
// normalized product at any x, it is computed at the product's mean, where every
// term is small.
func (d Gamma) LogIntegral(e Gamma) float64 {
	switch {
	case e.IsPoint() && d.IsPoint():
		return distLogEqual(d.Shape == e.Shape)
	case e.IsPoint():
		return d.logAtPoint(e.Shape)
	case d.IsPoint():
		return e.logAtPoint(d.Shape)
	}
	s := Gamma{distTimesAlpha(d.Shape, e.Shape), d.Rate + e.Rate}
	if !s.IsProper() {
		return math.NaN()
	}
	if d.IsUniform() || e.IsUniform() {
		return 0
	}
	if e.Shape > d.Shape {
		d, e = e, d // what is close to the product first: of huge shapes both are off by as much
	}
	x := s.Mean()
	return (d.logAt(x) - s.LogProb(x)) + e.logAt(x)
}

// logAtPoint is logAt for any x.
func (d Gamma) logAtPoint(x float64) float64 {
	switch {
	case d.IsProper():
		return d.LogProb(x)
	case x == 0:
		return distLogAtZero(d.Shape, 0)
	case x < 0:
		return math.Inf(-1)
	}
	return d.logAt(x)
}

// Change returns how far the marginal d is from old: the larger of the
// difference of the means in sd of d and the relative difference of the
// variances (of the smaller). It is 0 for equal distributions, the relative
// difference of two point masses, that of the parameters where both are improper,
// and +Inf where one is NaN or only one is proper or a point mass.
func (d Gamma) Change(old Gamma) float64 {
	switch {
	case d == old:
		return 0
	case d.IsPoint() && old.IsPoint():
		return distRelativeChange(d.Shape, old.Shape)
	case d.IsPoint() || old.IsPoint() || d.IsProper() != old.IsProper():
		return math.Inf(1)
	case !d.IsProper():
		return math.Max(distRelativeChange(d.Shape, old.Shape), distRelativeChange(d.Rate, old.Rate))
	}
	mean := math.Abs(1-old.Shape/d.Shape*(d.Rate/old.Rate)) * math.Sqrt(d.Shape)
	return distMaxChange(mean, distScaleChange(d.Variance(), old.Variance()))
}

// String returns d as a person would write it.
func (d Gamma) String() string {
	switch {
	case d.IsUniform():
		return "gamma(uniform)"
	case d.IsPoint():
		return "point(" + distShort(d.Shape) + ")"
	}
	return "gamma(shape " + distShort(d.Shape) + ", rate " + distShort(d.Rate) + ")"
}
