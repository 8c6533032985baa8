package families

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

func normalQuantile(d dist.Normal, p float64) float64 {
	return d.Mean() + math.Sqrt(d.Variance())*special.NormalQuantile(p)
}

func inverseGammaQuantile(d dist.InverseGamma, p float64) float64 {
	return 1 / gammaQuantile(dist.GammaShapeRate(d.Shape, d.Rate), 1-p)
}

// gammaQuantile is found on the scale of logs, as the values of small shapes are of any size.
func gammaQuantile(d dist.Gamma, p float64) float64 {
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
