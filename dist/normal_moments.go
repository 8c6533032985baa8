package dist

import (
	"math"
	"math/rand/v2"
	"strconv"
)

// Mean returns the mean, NaN where d is improper.
func (d Normal) Mean() float64 {
	switch {
	case d.IsPoint():
		return d.H
	case d.P > 0:
		return d.H / d.P
	}
	return math.NaN()
}

// Variance returns the variance: +Inf where the precision is 0, NaN where it
// is negative.
func (d Normal) Variance() float64 {
	if d.P >= 0 {
		return 1 / math.Abs(d.P)
	}
	return math.NaN()
}

// Mode returns the most probable value, the mean.
func (d Normal) Mode() float64 { return d.Mean() }

// LogProb returns the log density at x: NaN where d is improper. A point mass
// has log density 0 at its point and -Inf elsewhere.
func (d Normal) LogProb(x float64) float64 {
	if d.IsPoint() {
		return distLogEqual(x == d.H)
	}
	if !(d.P > 0) {
		return math.NaN()
	}
	root := math.Sqrt(d.P)
	z := math.FMA(d.P, x, -d.H) / root
	return math.Log(root) - distHalfLog2Pi - z*z/2
}

// Sample draws a value; NaN where d is improper.
func (d Normal) Sample(rng *rand.Rand) float64 {
	switch {
	case d.IsPoint():
		return d.H
	case d.P > 0:
		return d.H/d.P + rng.NormFloat64()/math.Sqrt(d.P)
	}
	return math.NaN()
}

// LogIntegral returns the log of the integral of d times e, where each of the
// two is normalized if it is proper and has scale 1, exp(H x - P x^2/2), if it
// is not. Of two point masses it is 0 if they are equal and -Inf if not. It is
// NaN where the product is improper.
func (d Normal) LogIntegral(e Normal) float64 {
	switch {
	case e.IsPoint():
		if d.IsProper() {
			return d.LogProb(e.H)
		}
		return e.H * (d.H - d.P*e.H/2)
	case d.IsPoint():
		return e.LogIntegral(d)
	case d.P > 0 && e.P > 0:
		return d.logOverlap(e)
	case d.P+e.P > 0 && d.P > 0:
		return d.logTilt(e)
	case d.P+e.P > 0:
		return e.logTilt(d)
	}
	return math.NaN()
}

// logOverlap is log N(m1 - m2; 0, v1 + v2) for two proper normals. With d the
// vaguer one and r = Pd/Pe, (m1 - m2)/sqrt(v1 + v2) is (Hd - He r)/sqrt(Pd (1+r)),
// up to the sign: nothing overflows, and that numerator is rounded once or twice
// however large the means are.
func (d Normal) logOverlap(e Normal) float64 {
	if d.P > e.P {
		d, e = e, d
	}
	r := d.P / e.P
	rest := math.FMA(-r, e.P, d.P) / e.P // of the quotient
	z := (math.FMA(-e.H, r, d.H) - e.H*rest) / math.Sqrt(d.P*(1+r))
	return (math.Log(d.P)-math.Log1p(r))/2 - distHalfLog2Pi - z*z/2
}

// logTilt is the log of E exp(H x - P x^2/2) for a proper d and any tilt e. With
// x = m + u, m the mean of d, and g = H - P m the slope of e at m:
// m (H + g)/2 + g^2/(2 (Pd + P)) - log(1 + P/Pd)/2, where nothing large cancels.
func (d Normal) logTilt(e Normal) float64 {
	m := d.H / d.P
	g := math.FMA(-e.P, m, e.H)
	return m*(e.H+g)/2 + g*(g/(2*(d.P+e.P))) - math.Log1p(e.P/d.P)/2
}

// Change returns how far the marginal d is from old: the larger of the
// difference of the means in sd of d and the relative difference of the
// variances (of the smaller). It is 0 for equal distributions, the relative
// difference of two point masses, that of the parameters where both are improper,
// and +Inf where one is NaN or only one is proper or a point mass.
func (d Normal) Change(old Normal) float64 {
	switch {
	case d == old:
		return 0
	case d.IsPoint() && old.IsPoint():
		return distRelativeChange(d.H, old.H)
	case d.IsPoint() || old.IsPoint() || d.IsProper() != old.IsProper():
		return math.Inf(1)
	case !d.IsProper():
		return math.Max(distRelativeChange(d.H, old.H), distRelativeChange(d.P, old.P))
	}
	mean := math.Abs(d.H-old.H*(d.P/old.P)) / math.Sqrt(d.P)
	return distMaxChange(mean, distScaleChange(d.P, old.P))
}

// String returns d as a person would write it.
func (d Normal) String() string {
	switch {
	case d.IsUniform():
		return "normal(uniform)"
	case d.IsPoint():
		return "point(" + distShort(d.H) + ")"
	case d.P > 0:
		return "normal(mean " + distShort(d.Mean()) + ", variance " + distShort(d.Variance()) + ")"
	}
	return "normal(precision " + distShort(d.P) + ", precision*mean " + distShort(d.H) + ")"
}

// distHalfLog2Pi is log(2 pi)/2.
const distHalfLog2Pi = 0.91893853320467274178032973640561763986139747363778

// distShort prints a number for people.
func distShort(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }

// distLogEqual is the log density of a point mass: 0 at its point, -Inf elsewhere.
func distLogEqual(equal bool) float64 {
	if equal {
		return 0
	}
	return math.Inf(-1)
}

// distRelativeChange is the difference of two numbers relative to the larger
// one: 0 if they are equal, +Inf if one is NaN.
func distRelativeChange(x, y float64) float64 {
	if x == y {
		return 0
	}
	c := math.Abs(x-y) / math.Max(math.Abs(x), math.Abs(y))
	if c != c {
		return math.Inf(1)
	}
	return c
}

// distScaleChange is the difference of two positive scales relative to the
// smaller one, so that it is the same for variances and precisions.
func distScaleChange(x, y float64) float64 {
	if x == y {
		return 0
	}
	return math.Abs(x-y) / math.Min(x, y)
}

// distMaxChange is the larger of two changes, +Inf where one is NaN.
func distMaxChange(x, y float64) float64 {
	m := max(x, y)
	if m != m {
		return math.Inf(1)
	}
	return m
}
