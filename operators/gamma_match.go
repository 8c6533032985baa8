package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

// A GammaTilt is what is known of a positive variable t under a tilted
// distribution, Gamma cavity times likelihood L, so as to project it.
//
// Slope, Curve and Third are the first three logarithmic derivatives of the
// evidence Z with respect to the scale of the cavity. With g1 and g2 the
// derivatives of log L in log t they are
//
//	s1 = E[g1],  s2 = Var[g1] + E[g2],
//
// and the mean and variance of t are (a + s1)/b and (a + s1 + s2)/b^2 for a
// cavity of shape a and rate b, by partial integration. From these the message
// is found without taking the cavity away from the projection, which would lose
// the message's digits where the cavity is the sharper of the two. A power
// t^Fold of L is counted with the cavity, so that Slope is small where the rest
// of L says little.
type GammaTilt struct {
	Mean      float64 // E[t]
	Spread    float64 // Var[t] / E[t]^2
	LogGap    float64 // log E[t] - E[log t]
	Fold      float64
	Slope     float64 // s1
	Curve     float64 // s2
	CurveSize float64 // the size of the terms whose sum Curve is
	Third     float64 // s3 where the cavity is sharp; NaN if unknown
	LogShift  float64 // E[log t] - E[log t] under the cavity; NaN if unknown
}

// gammaSharp returns d, or the point mass at its mean where d is so sharp that
// float64 cannot tell the two apart: a message then differs by less than 1e-16
// of itself.
func gammaSharp(d dist.Gamma) dist.Gamma {
	if d.Shape > 1e18 && d.Rate > 0 && !d.IsPoint() {
		return dist.GammaPoint(d.Shape / d.Rate)
	}
	return d
}

// gammaPointTilt is the tilt of a cavity that is a point mass at t.
func gammaPointTilt(t, slope, curve float64) GammaTilt {
	return GammaTilt{Mean: t, Slope: slope, Curve: curve, CurveSize: math.Abs(curve)}
}

// gammaByVariance returns the message whose product with the cavity has the
// tilted mean and variance.
func gammaByVariance(cavity dist.Gamma, tilt *GammaTilt) (dist.Gamma, dist.Fault) {
	s1, s2, mean := tilt.Slope, tilt.Curve, tilt.Mean
	if gammaSharp(cavity).IsPoint() {
		return gammaFinite(1+tilt.Fold+s1-s2, -s2/mean)
	}
	a, b := cavity.Shape+tilt.Fold, cavity.Rate
	shape := 1 / tilt.Spread
	if !(tilt.Spread > 0 && tilt.Spread <= math.MaxFloat64 && mean > 0 && mean <= math.MaxFloat64) {
		return dist.GammaUniform(), dist.NotFinite
	}
	excess, rate := shape-a, shape/mean-b
	if b > 0 {
		// The same by derivatives, where that has the smaller rounding errors.
		scaled := b * mean // a + s1
		lost := math.Abs(a)*(math.Abs(s1)+tilt.CurveSize) + s1*s1
		if d := scaled * scaled * tilt.Spread; lost < d*(shape+math.Abs(a)) {
			excess = (a*(s1-s2) + s1*s1) / d
		}
		if d := scaled * tilt.Spread; tilt.CurveSize < d*(shape+scaled) {
			rate = -s2 / d / mean
		}
	}
	return gammaFinite(1+tilt.Fold+excess, rate)
}

// gammaByLog returns the message whose product with the cavity has the tilted
// mean and mean logarithm: the projection of least Kullback-Leibler divergence.
func gammaByLog(cavity dist.Gamma, tilt *GammaTilt) (dist.Gamma, dist.Fault) {
	a, b, mean := cavity.Shape+tilt.Fold, cavity.Rate, tilt.Mean
	if gammaSharp(cavity).IsPoint() {
		return gammaByVariance(cavity, tilt) // the limits are one
	}
	if !(tilt.LogGap > 0 && tilt.LogGap <= math.MaxFloat64 && mean > 0 && mean <= math.MaxFloat64) {
		return dist.GammaUniform(), dist.NotFinite
	}
	s1, s2 := tilt.Slope, tilt.Curve
	size := (1 + math.Abs(s1) + tilt.CurveSize + math.Abs(tilt.Third)) / a
	if a > 1e4 && b > 0 && size*size < 1e-15*a {
		// The two projections agree but for 2 (s3 - s2) / 3a + O(1/a^2), as the
		// expansion of log E[t] - E[log t] in the cumulants of t shows.
		message, fault := gammaByVariance(cavity, tilt)
		more := 2 * (tilt.Third - s2) / (3 * (a + s1))
		return dist.Gamma{Shape: message.Shape + more, Rate: message.Rate + more/mean}, fault
	}
	var excess float64
	if a > 0 && b > 0 && tilt.LogShift == tilt.LogShift {
		excess = logGapStep(a, math.Log1p(s1/a)-tilt.LogShift)
	} else {
		excess = special.LogMinusDigammaInverse(tilt.LogGap) - a
	}
	if b > 0 {
		return gammaFinite(1+tilt.Fold+excess, (excess-s1)/mean)
	}
	return gammaFinite(1+tilt.Fold+excess, (a+excess)/mean-b)
}

// logGapStep returns x such that log(a+x) - digamma(a+x) is more by delta than
// log(a) - digamma(a), with the digits of a small delta.
func logGapStep(a, delta float64) float64 {
	slope := 1/a - special.Trigamma(a)
	x := delta / slope
	if !(math.Abs(x) < 0.02*a) {
		return special.LogMinusDigammaInverse(special.LogMinusDigamma(a)+delta) - a
	}
	for i := 0; i < 4; i++ {
		// The mean of the derivative over [a, a+x], by three Gauss points.
		low, mid, high := a+x*0.1127016653792583, a+x/2, a+x*0.8872983346207417
		slope = (5*(1/low-special.Trigamma(low)) + 8*(1/mid-special.Trigamma(mid)) +
			5*(1/high-special.Trigamma(high))) / 18
		x = delta / slope
	}
	return x
}

func gammaFinite(shape, rate float64) (dist.Gamma, dist.Fault) {
	if math.Abs(shape) <= math.MaxFloat64 && math.Abs(rate) <= math.MaxFloat64 {
		return dist.Gamma{Shape: shape, Rate: rate}, dist.NoFault
	}
	return dist.GammaUniform(), dist.NotFinite
}

// logShift returns E[v] - E[v] without the likelihood, whose log relative to
// that at v = 0 is given: minus the covariance of v and exp(-likelihood) over
// the mean of the latter. NaN where the two distributions are too different for
// the nodes to serve both.
func (q *grid) logShift(likelihood func(v float64) float64) float64 {
	var mean, ratio, joint float64
	low, high := 0, 0
	for i := 0; i < q.n; i++ {
		mean += q.weight[i] * q.at[i]
		if q.at[i] < q.at[low] {
			low = i
		}
		if q.at[i] > q.at[high] {
			high = i
		}
	}
	mean /= q.total
	for i := 0; i < q.n; i++ {
		l := likelihood(q.at[i])
		x := math.Expm1(-l)
		if l < -300 || (i == low || i == high) && !(q.weight[i]*x <= 1e-13*q.total) {
			return math.NaN()
		}
		ratio += q.weight[i] * x
		joint += q.weight[i] * x * (q.at[i] - mean)
	}
	return -joint / (q.total + ratio)
}

// momentsAbout fills the mean, spread and log gap of t = scale exp(v).
func (q *grid) momentsAbout(scale float64, tilt *GammaTilt) {
	var mean, gap, log, square float64
	for i := 0; i < q.n; i++ {
		if q.weight[i] == 0 {
			continue // exp may overflow
		}
		_, em := expBoth(q.at[i])
		mean += q.weight[i] * em
		gap += q.weight[i] * expMinus1MinusX(q.at[i], em)
		log += q.weight[i] * q.at[i]
	}
	mean /= q.total
	for i := 0; i < q.n; i++ {
		if q.weight[i] == 0 {
			continue
		}
		_, em := expBoth(q.at[i])
		square += q.weight[i] * (em - mean) * (em - mean)
	}
	tilt.Mean = scale * (1 + mean)
	tilt.Spread = square / q.total / ((1 + mean) * (1 + mean))
	tilt.LogGap = gap/q.total - special.XMinusLog1Plus(mean)
	if mean > 1 {
		// Far from the scale, where the two terms are large and almost equal.
		tilt.LogGap = math.Log1p(mean) - log/q.total
	}
}
