package dist

import (
	"math"
	"math/rand/v2"
)

// Mean returns the mean: +Inf for a shape up to 1, NaN where d is improper.
func (d InverseGamma) Mean() float64 {
	switch {
	case d.IsPoint():
		return d.Shape
	case !d.IsProper():
		return math.NaN()
	case d.Shape > 1:
		return d.Rate / (d.Shape - 1)
	}
	return math.Inf(1)
}

// Variance returns the variance: +Inf for a shape up to 2, NaN where d is
// improper.
func (d InverseGamma) Variance() float64 {
	switch {
	case d.IsPoint():
		return 0
	case !d.IsProper():
		return math.NaN()
	case d.Shape > 2:
		m := d.Rate / (d.Shape - 1)
		return m * (m / (d.Shape - 2))
	}
	return math.Inf(1)
}

// Mode returns where the density is largest, NaN where d is improper.
func (d InverseGamma) Mode() float64 {
	switch {
	case d.IsPoint():
		return d.Shape
	case d.IsProper():
		return d.Rate / (d.Shape + 1)
	}
	return math.NaN()
}

// LogProb returns the log density at x: -Inf where x is not positive, NaN where
// d is improper. A point mass has log density 0 at its point and -Inf elsewhere.
func (d InverseGamma) LogProb(x float64) float64 {
	switch {
	case d.IsPoint():
		return distLogEqual(x == d.Shape)
	case !d.IsProper() || x != x:
		return math.NaN()
	case x <= 0 || x > math.MaxFloat64 || 1/x > math.MaxFloat64:
		return math.Inf(-1)
	}
	return distLogGammaKernel(d.Shape, d.Rate, 1/x) - math.Log(x)
}

// Sample draws a value; NaN where d is improper. A draw above the largest
// number is that number.
func (d InverseGamma) Sample(rng *rand.Rand) float64 {
	switch {
	case d.IsPoint():
		return d.Shape
	case d.IsProper():
		y, boost := distSampleGamma(rng, d.Shape)
		return math.Min(d.Rate/y*math.Exp(-boost), math.MaxFloat64)
	}
	return math.NaN()
}

// logAt returns the log of d at x as LogIntegral scales it.
func (d InverseGamma) logAt(x float64) float64 {
	switch {
	case d.IsProper():
		return d.LogProb(x)
	case x < 0:
		return math.Inf(-1)
	case x == 0 && d.Rate != 0:
		return math.Inf(-1) * d.Rate
	case x == 0:
		return distLogAtZero(-d.Shape, 0)
	}
	return -(d.Shape+1)*math.Log(x) - d.Rate/x
}

// LogIntegral returns the log of the integral of d times e, where each of the
// two is normalized if it is proper and has scale 1, x^(-Shape-1) exp(-Rate/x),
// if it is not. Of two point masses it is 0 if they are equal and -Inf if not.
// It is NaN where the product is improper. As d e is the integral times the
// normalized product at any x, it is computed where every term is small, at the
// reciprocal of the product's mean of 1/x.
func (d InverseGamma) LogIntegral(e InverseGamma) float64 {
	switch {
	case e.IsPoint() && d.IsPoint():
		return distLogEqual(d.Shape == e.Shape)
	case e.IsPoint():
		return d.logAt(e.Shape)
	case d.IsPoint():
		return e.logAt(d.Shape)
	}
	s := InverseGamma{distTimesShape(d.Shape, e.Shape), d.Rate + e.Rate}
	if !s.IsProper() {
		return math.NaN()
	}
	if d.IsUniform() || e.IsUniform() {
		return 0
	}
	if e.Shape > d.Shape {
		d, e = e, d // as of gammas
	}
	x := s.Rate / s.Shape
	return (d.logAt(x) - s.LogProb(x)) + e.logAt(x)
}

// Change returns how far the marginal d is from old: the larger of the
// difference of the means in sd of d and the relative difference of the
// variances (of the smaller); where a variance is infinite, the same of 1/x. It
// is 0 for equal distributions, the relative difference of two point masses, that
// of the parameters where both are improper, and +Inf where one is NaN or only one
// is proper or a point mass.
func (d InverseGamma) Change(old InverseGamma) float64 {
	switch {
	case d == old:
		return 0
	case d.IsPoint() && old.IsPoint():
		return distRelativeChange(d.Shape, old.Shape)
	case d.IsPoint() || old.IsPoint() || d.IsProper() != old.IsProper():
		return math.Inf(1)
	case !d.IsProper():
		return math.Max(distRelativeChange(d.Shape, old.Shape), distRelativeChange(d.Rate, old.Rate))
	case !(d.Shape > 2 && old.Shape > 2):
		return Gamma(d).Change(Gamma(old))
	}
	mean := math.Abs(d.Mean()-old.Mean()) / math.Sqrt(d.Variance())
	return distMaxChange(mean, distScaleChange(d.Variance(), old.Variance()))
}

// String returns d as a person would write it.
func (d InverseGamma) String() string {
	switch {
	case d.IsUniform():
		return "inversegamma(uniform)"
	case d.IsPoint():
		return "point(" + distShort(d.Shape) + ")"
	}
	return "inversegamma(shape " + distShort(d.Shape) + ", rate " + distShort(d.Rate) + ")"
}
