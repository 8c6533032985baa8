package samples

import "math"

// Quantile returns the p-quantile of sorted numbers: 1 + p (n-1) counts the places,
// between which it is linear (definition 7 of Hyndman and Fan, 1996, the one that R
// and NumPy use). It is NaN without numbers.
func Quantile(sorted []float64, p float64) float64 {
	return quantileOf(len(sorted), p, func(i int) float64 { return sorted[i] })
}

// quantile is that of the draws that are ranked.
func (w *SummaryWork) quantile(p float64) float64 {
	return quantileOf(len(w.ranked), p, func(i int) float64 { return w.ranked[i].x })
}

func quantileOf(n int, p float64, at func(i int) float64) float64 {
	if n == 0 || !(p >= 0 && p <= 1) {
		return math.NaN()
	}
	place := p * float64(n-1)
	i := int(place)
	low, part := at(i), place-float64(i)
	if part == 0 || i+1 == n {
		return low
	}
	high := at(i + 1)
	if low == high {
		return low
	}
	return (1-part)*low + part*high
}
