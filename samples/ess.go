package samples

import "math"

// ESSBulk returns the effective sample size of the normal scores of the draws: for
// how many independent draws they stand where the centre of the distribution is
// concerned (VGSCB, section 3.2 and 4).
func ESSBulk(chains [][]float64) float64 {
	w := new(SummaryWork)
	if !w.rank(chains) {
		return math.NaN()
	}
	return w.essBulk(len(chains), commonLength(chains)/2)
}

// ESSTail returns the smaller of the effective sample sizes of the 5% and of the
// 95% quantile (VGSCB, section 4.3), each that of the sequence that tells which draws
// are at most the quantile. Where all are, as of a count with few values, it tells
// which are below it.
func ESSTail(chains [][]float64) float64 {
	w := new(SummaryWork)
	if !w.rank(chains) {
		return math.NaN()
	}
	return w.essTail(chains)
}

// ESSMean returns the effective sample size for the mean, that of the draws as they
// are: the draws stand for so many independent ones where their mean is concerned.
func ESSMean(chains [][]float64) float64 {
	w := new(SummaryWork)
	if !w.rank(chains) {
		return math.NaN()
	}
	return w.essMean(chains)
}

// MCSE returns the Monte Carlo standard error of the mean of all draws: their
// standard deviation over the root of ESSMean.
func MCSE(chains [][]float64) float64 {
	w := new(SummaryWork)
	if !w.rank(chains) {
		return math.NaN()
	}
	_, sd := w.meanAndSD()
	return sd / math.Sqrt(w.essMean(chains))
}

func (w *SummaryWork) essBulk(chains, m int) float64 {
	if m < 3 {
		return math.NaN()
	}
	return effectiveSize(w.normalScores(w.ranked, 2*chains, m))
}

func (w *SummaryWork) essTail(chains [][]float64) float64 {
	if commonLength(chains) < 6 {
		return math.NaN()
	}
	tail := math.NaN()
	last := w.ranked[len(w.ranked)-1].x
	for _, p := range [2]float64{0.05, 0.95} {
		q := w.quantile(p)
		tail = smallerKnown(effectiveSize(w.split(chains, func(x float64) float64 {
			if x < q || x == q && q < last {
				return 1
			}
			return 0
		})), tail)
	}
	return tail
}

func (w *SummaryWork) essMean(chains [][]float64) float64 {
	if commonLength(chains) < 6 {
		return math.NaN()
	}
	middle, reach := w.middle()
	return effectiveSize(w.split(chains, func(x float64) float64 { return (0.5*x - middle) / reach }))
}

// middle returns half the median of ranked draws and half of their range, 1 if that
// is 0: draws of any scale are compared after (x/2 - middle) / reach.
func (w *SummaryWork) middle() (middle, reach float64) {
	reach = 0.5*w.ranked[len(w.ranked)-1].x - 0.5*w.ranked[0].x
	if reach == 0 {
		reach = 1
	}
	return 0.5 * w.quantile(0.5), reach
}

// meanAndSD returns the mean and the standard deviation of ranked draws, NaN of a
// single one.
func (w *SummaryWork) meanAndSD() (mean, sd float64) {
	if len(w.ranked) == 0 {
		return math.NaN(), math.NaN()
	}
	middle, reach := w.middle()
	n, sum, squares := float64(len(w.ranked)), 0.0, 0.0
	for _, d := range w.ranked {
		sum += (0.5*d.x - middle) / reach
	}
	for _, d := range w.ranked {
		e := (0.5*d.x-middle)/reach - sum/n
		squares += e * e
	}
	return 2 * (middle + reach*(sum/n)), 2 * (reach * math.Sqrt(squares/(n-1)))
}

// effectiveSize returns the effective sample size of sequences of one length, which it
// changes: their number over the autocorrelation time, from Geyer's initial monotone
// positive sequence (Geyer 1992, Statistical Science 7(4), section 3.3) of the
// autocorrelations of all sequences together (VGSCB, equations 7 to 13). It is NaN
// for sequences of less than 3 numbers, and where all numbers are equal. Of sequences
// of 3 to 5 numbers half are counted, as there is no lag to look at. As sequences
// that jump from side to side can do better than independent ones, but an estimate
// can say anything, it is at most S log10(S) for S numbers.
func effectiveSize(seqs [][]float64) float64 {
	n := len(seqs[0])
	if n < 3 {
		return math.NaN()
	}
	within, between := spreadOf(seqs)
	plus := within*float64(n-1)/float64(n) + between
	if !(plus > 0) {
		return math.NaN()
	}
	for _, s := range seqs {
		mean := meanOf(s)
		for i := range s {
			s[i] -= mean
		}
	}
	total := float64(len(seqs) * n)
	if n < 6 {
		return 0.5 * total
	}
	correlation := func(lag int) float64 { return 1 - (within-autocovariance(seqs, lag))/plus }
	even, odd := 1.0, correlation(1)
	// sum is that of the pairs so far, pair the last of them: pairs may not grow.
	sum, pair := 0.0, even+odd
	first, lag := true, 0
	for lag < n-5 && even+odd > 0 {
		if first {
			sum, first = even+odd, false
		} else {
			pair = math.Min(pair, even+odd)
			sum += pair
		}
		lag += 2
		even, odd = correlation(lag), correlation(lag+1)
	}
	time := 2*sum - 1 + math.Max(even, 0)
	return total / math.Max(time, 1/math.Log10(total))
}

// autocovariance is the mean of those of centered sequences.
func autocovariance(seqs [][]float64, lag int) float64 {
	mean := 0.0
	for _, s := range seqs {
		sum, t := 0.0, s[lag:]
		for i, x := range t {
			sum += x * s[i]
		}
		mean += sum / float64(len(s))
	}
	return mean / float64(len(seqs))
}
