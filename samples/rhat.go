package samples

import "math"

// RHat returns the rank-normalized split R-hat of the draws of one or more chains:
// the larger of that of the normal scores, which sees chains of different location,
// and that of the normal scores of the distances from the median, which sees chains
// of different scale (VGSCB, section 4). It is about 1 where chains agree, NaN where
// nothing can be said, see the package, and +Inf where each half of each chain stands
// still at a place of its own. Of chains that are longer than others the first draws
// count.
func RHat(chains [][]float64) float64 {
	w := new(SummaryWork)
	if !w.rank(chains) {
		return math.NaN()
	}
	return w.rhat(len(chains), commonLength(chains)/2)
}

// rhat is that of ranked draws, of which m are in each half of each chain.
func (w *SummaryWork) rhat(chains, m int) float64 {
	if m < 2 {
		return math.NaN()
	}
	bulk := splitRHat(w.normalScores(w.ranked, 2*chains, m))
	w.fold(w.quantile(0.5))
	return largerKnown(bulk, splitRHat(w.normalScores(w.folded, 2*chains, m)))
}

// splitRHat is R-hat of half chains of equal length, from their means and variances
// (VGSCB, equations 1 to 4).
func splitRHat(half [][]float64) float64 {
	within, between := spreadOf(half)
	return ratioOfSpreads(within, between, float64(len(half[0])))
}

// ratioOfSpreads is R-hat of sequences of m draws: within is the mean of their
// variances, between the variance of their means.
func ratioOfSpreads(within, between, m float64) float64 {
	switch {
	case within > 0:
		return math.Sqrt((between/within*m + m - 1) / m)
	case between > 0:
		return math.Inf(1)
	}
	return math.NaN()
}

// spreadOf returns the mean of the variances of sequences, and the variance of their
// means.
func spreadOf(seqs [][]float64) (within, between float64) {
	overall := 0.0
	for _, s := range seqs {
		overall += meanOf(s)
	}
	overall /= float64(len(seqs))
	for _, s := range seqs {
		mean, sum := meanOf(s), 0.0
		for _, x := range s {
			sum += (x - mean) * (x - mean)
		}
		within += sum / float64(len(s)-1)
		between += (mean - overall) * (mean - overall)
	}
	within /= float64(len(seqs))
	if len(seqs) > 1 {
		between /= float64(len(seqs) - 1)
	}
	return within, between
}

// meanOf is exact for equal numbers, so that a constant sequence has variance 0.
func meanOf(s []float64) float64 {
	if len(s) == 0 {
		return math.NaN()
	}
	sum := 0.0
	for _, x := range s {
		sum += x - s[0]
	}
	return s[0] + sum/float64(len(s))
}

// largerKnown and smallerKnown pass over a NaN.
func largerKnown(a, b float64) float64 {
	if a > b || b != b {
		return a
	}
	return b
}

func smallerKnown(a, b float64) float64 {
	if a < b || b != b {
		return a
	}
	return b
}
