package posterior

import (
	"math"

	"mpc/special"
)

// Place is the probability of values below the truth; of a truth that has a probability itself u in [0, 1)
// says where between the probability below it and that of at most it. It is false for what is known, and
// for families without an order of their values. Of a posterior whose quantiles are known, and of which the
// distribution has the moments alone, as a precision's that is integrated, the probability is bent by what the
// distribution says of these quantiles.
func (m Marginal) Place(truth, u float64) (float64, bool) {
	if m.family == nil {
		return 0, false
	}
	below, upTo, ok := m.family.Cdf(m.message, truth)
	place := below + u*(upTo-below)
	if ok && m.whole && below == upTo {
		place = m.bent(place)
	}
	return place, ok
}

// Whole tells whether it is of a posterior that is computed as a whole: the quantiles are its own, and the distribution has
// its moments alone.
func (m Marginal) Whole() bool { return m.whole && m.family != nil && !m.Truth }

// bent takes a probability of the distribution to one of the posterior: their normal scores are equal where the
// quantiles are, between these a parabola joins them, and beyond them its tangents.
func (m Marginal) bent(place float64) float64 {
	var x [3]float64
	for i, q := range []float64{m.Q05, m.Q50, m.Q95} {
		_, p, _ := m.family.Cdf(m.message, q)
		x[i] = special.NormalQuantile(p)
	}
	z := special.NormalQuantile(0.95)
	first, second := z/(x[1]-x[0]), z/(x[2]-x[1])
	curve := (second - first) / (x[2] - x[0])
	// Of the parabola through the three: its slopes at the ends, which are above 0 where it rises.
	low, high := first-curve*(x[1]-x[0]), second+curve*(x[2]-x[1])
	if !(x[0] > -math.MaxFloat64 && x[0] < x[1] && x[1] < x[2] && x[2] < math.MaxFloat64 && low > 0 && high > 0) {
		return place
	}
	at := special.NormalQuantile(place)
	switch {
	case at < x[0]:
		at = -z + low*(at-x[0])
	case at > x[2]:
		at = z + high*(at-x[2])
	default:
		at = first*(at-x[1]) + curve*(at-x[0])*(at-x[1])
	}
	return special.NormalCdf(at)
}
