package calibrate

import (
	"math"

	"mpc/special"
)

// A Verdict says whether places are uniform.
type Verdict struct {
	// Mean is the mean of the places, 1/2 where the inference is right: above it the
	// posteriors are too low.
	Mean float64 `json:"mean"`
	// Spread is the standard deviation of the places, in those of a uniform one: above 1
	// the posteriors are too narrow, below it too wide.
	Spread float64 `json:"spread"`
	// P is the probability of places as far from uniform as these where the inference is
	// right: three times the smallest of the p-values of the mean, the spread, and of
	// Pearson's test of the counts.
	P float64 `json:"p"`
	// Counts are how many places there are in each of equal parts of 0 to 1.
	Counts []int `json:"counts"`
	// Says is what is wrong with the posteriors in words, where Off is set: too low, too
	// high, too narrow, too wide, or of another shape.
	Says string `json:"says"`
	// Off tells that P is below the level of the test.
	Off bool `json:"off"`
}

// Parts is how many parts the places are counted in: fewer of few.
func Parts(n int) int { return min(20, max(2, n/10)) }

// plain is the p-value of the mean or of the spread below which it names what is wrong.
const plain = 1e-3

// Judge tests at a level, how often a right inference is off, whether places are uniform
// between 0 and 1. There are at least two.
func Judge(places []float64, level float64) Verdict {
	n := float64(len(places))
	mean, square := 0.0, 0.0
	v := Verdict{Counts: make([]int, Parts(len(places)))}
	for _, u := range places {
		mean += u / n
		square += 12 * (u - 0.5) * (u - 0.5) / n
		v.Counts[min(int(u*float64(len(v.Counts))), len(v.Counts)-1)]++
	}
	v.Mean, v.Spread = mean, math.Sqrt(square)
	// Of a uniform number the variance is 1/12, and that of 12 (u - 1/2)^2 is 4/5.
	zMean := (mean - 0.5) * math.Sqrt(12*n)
	zSpread := (square - 1) / math.Sqrt(0.8/n)
	expected := n / float64(len(v.Counts))
	pearson := 0.0
	for _, c := range v.Counts {
		d := float64(c) - expected
		pearson += d * d / expected
	}
	both := func(z float64) float64 { return 2 * special.NormalCdf(-math.Abs(z)) }
	pMean, pSpread := both(zMean), both(zSpread)
	pShape := special.GammaUpperRegularized(float64(len(v.Counts)-1)/2, pearson/2)
	v.P = math.Min(1, 3*math.Min(pMean, math.Min(pSpread, pShape)))
	if v.Off = v.P < level; !v.Off {
		return v
	}
	switch least := math.Min(pMean, pSpread); {
	case least > pShape && least > plain:
		v.Says = "of another shape"
	case pMean <= pSpread && zMean > 0:
		v.Says = "too low"
	case pMean <= pSpread:
		v.Says = "too high"
	case zSpread > 0:
		v.Says = "too narrow"
	default:
		v.Says = "too wide"
	}
	return v
}
