package samples

import (
	"math"
	"slices"

	"mpc/special"
)

// rank sorts the draws of all chains into w.ranked, each with its place among those
// of the half chains. It tells whether all are finite; if not nothing is sorted.
func (w *SummaryWork) rank(chains [][]float64) bool {
	w.ranked = w.ranked[:0]
	n := commonLength(chains)
	m := n / 2
	for c, draws := range chains {
		for i, x := range draws {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return false
			}
			at := -1
			switch {
			case i < m:
				at = 2*c*m + i
			case i >= n-m && i < n:
				at = (2*c+1)*m + i - (n - m)
			}
			w.ranked = append(w.ranked, rankedDraw{x, int32(at)})
		}
	}
	slices.SortFunc(w.ranked, func(a, b rankedDraw) int {
		switch {
		case a.x < b.x:
			return -1
		case a.x > b.x:
			return 1
		}
		return int(a.at - b.at)
	})
	return true
}

// fold sorts the distances of the ranked draws from their median into w.folded,
// which takes one pass, as the draws are sorted.
func (w *SummaryWork) fold(median float64) {
	w.folded = w.folded[:0]
	high, _ := slices.BinarySearchFunc(w.ranked, median, func(d rankedDraw, x float64) int {
		if d.x < x {
			return -1
		}
		return 1
	})
	low := high - 1
	for low >= 0 || high < len(w.ranked) {
		if high == len(w.ranked) || low >= 0 && median-w.ranked[low].x < w.ranked[high].x-median {
			w.folded = append(w.folded, rankedDraw{median - w.ranked[low].x, w.ranked[low].at})
			low--
		} else {
			w.folded = append(w.folded, rankedDraw{w.ranked[high].x - median, w.ranked[high].at})
			high++
		}
	}
}

// normalScores fills count half chains of length m with the normal scores of the
// ranks of sorted draws: the normal quantile at (rank - 3/8) / (S + 1/4) among S
// draws, where equal draws have the mean of their ranks (VGSCB, equation 14).
func (w *SummaryWork) normalScores(sorted []rankedDraw, count, m int) [][]float64 {
	half := w.halves(count, m)
	total := float64(count*m) + 0.25
	if len(w.scores) != count*m {
		w.scores = slices.Grow(w.scores[:0], count*m)[:count*m]
		for i := range w.scores {
			w.scores[i] = special.NormalQuantile((float64(i) + 0.625) / total)
		}
	}
	rank := 0
	for from := 0; from < len(sorted); {
		to, equal := from, 0
		for to < len(sorted) && sorted[to].x == sorted[from].x {
			if sorted[to].at >= 0 {
				equal++
			}
			to++
		}
		if equal > 0 {
			score := w.scores[rank+(equal-1)/2]
			if equal%2 == 0 {
				score = special.NormalQuantile((float64(rank) + 0.5*float64(equal+1) - 0.375) / total)
			}
			for _, d := range sorted[from:to] {
				if d.at >= 0 {
					w.flat[d.at] = score
				}
			}
		}
		rank += equal
		from = to
	}
	return half
}
