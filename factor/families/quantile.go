package families

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

// Quantile returns the value that a number with this message stays below with probability p, 0 < p < 1.
// It is NaN where the message is improper, or is of a family without an order of its values.
func (f *Family) Quantile(message any, p float64) float64 {
	switch d := message.(type) {
	case dist.Normal:
		if d.IsProper() {
			return d.Mean() + math.Sqrt(d.Variance())*special.NormalQuantile(p)
		}
	case dist.Gamma:
		if d.IsProper() {
			return gammaQuantile(d, p)
		}
	case dist.InverseGamma:
		if d.IsProper() {
			if d.IsPoint() {
				return d.Mean()
			}
			return 1 / gammaQuantile(dist.GammaShapeRate(d.Shape, d.Rate), 1-p)
		}
	case dist.Beta:
		if d.IsProper() {
			return betaQuantile(d, p)
		}
	}
	return math.NaN()
}

// gammaQuantile is found on the scale of logs, as the values of small shapes are of any size.
func gammaQuantile(d dist.Gamma, p float64) float64 {
	if d.IsPoint() {
		return d.Mean()
	}
	log := crossing(-745, math.Log(math.MaxFloat64), func(u float64) bool {
		x := math.Exp(u)
		if p < 0.5 {
			return special.GammaLower(d.Shape, x) < p
		}
		return special.GammaUpperRegularized(d.Shape, x) > 1-p
	})
	if log <= -744 {
		return 0
	}
	return math.Exp(log) / d.Rate
}

// betaQuantile is found on the scale of log odds.
func betaQuantile(d dist.Beta, p float64) float64 {
	if d.IsPoint() {
		return d.Mean()
	}
	odds := crossing(-745, 745, func(u float64) bool {
		if u < 0 {
			return special.BetaCdf(special.Logistic(u), d.A, d.B) < p
		}
		return special.BetaCdf(special.Logistic(-u), d.B, d.A) > 1-p
	})
	return special.Logistic(odds)
}

// crossing is where below, which holds up to some place between low and high, stops to hold.
func crossing(low, high float64, below func(u float64) bool) float64 {
	for {
		middle := low + (high-low)/2
		if middle <= low || middle >= high {
			return middle
		}
		if below(middle) {
			low = middle
		} else {
			high = middle
		}
	}
}
