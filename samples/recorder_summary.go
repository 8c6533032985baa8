package samples

import "math"

// Summary returns what the draws so far say; w may be nil. Chains without draws do
// not count. Where chains have different numbers of draws, mean, standard deviation
// and quantiles are of all draws, and diagnostics of as many as the shortest has.
func (r *Recorder) Summary(w *SummaryWork) Real {
	if w == nil {
		w = new(SummaryWork)
	}
	chains := r.filled()
	nan := math.NaN()
	s := Real{nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, Presence{}}
	if len(chains) == 0 {
		return s
	}
	views, stride := w.view(chains)
	if !w.rank(views) {
		s.Mean, s.SD = pooledMoments(chains)
		return s
	}
	s.Mean, s.SD = w.meanAndSD()
	s.Q05, s.Q50, s.Q95 = w.quantile(0.05), w.quantile(0.5), w.quantile(0.95)
	if stride > 1 {
		if s.Mean, s.SD = pooledMoments(chains); math.IsNaN(s.SD) || math.IsInf(s.SD, 0) {
			return s
		}
	}
	s.RHat = w.rhat(len(views), commonLength(views)/2)
	s.ESSTail = w.essTail(views)
	s.ParetoK = w.paretoK(s.ESSTail)
	s.ESSBulk = w.essBulk(len(views), commonLength(views)/2)
	s.MCSE = s.SD / math.Sqrt(w.essMean(views))
	if stride > 1 {
		if mcse := w.batchError(chains, (*chainRecord).batchMean); mcse > 0 {
			s.MCSE = mcse
		}
		s.ESSBulk *= w.gain(chains, views, stride)
	}
	return s
}

// gain is how many times more all draws are worth than those kept, in views, where
// their mean without outliers is concerned.
func (w *SummaryWork) gain(chains []*chainRecord, views [][]float64, stride int) float64 {
	for _, c := range chains {
		if c.stride == 1 {
			return 1 // what counts is the shortest chain, of which all draws are kept
		}
	}
	n := commonLength(views)
	m := n / 2
	half := w.halves(2*len(chains), m)
	for i, c := range chains {
		for j := range m {
			half[2*i][j] = c.among(chains[0], clampNear((views[i][j]-c.shift)*c.inverse))
			half[2*i+1][j] = c.among(chains[0], clampNear((views[i][n-m+j]-c.shift)*c.inverse))
		}
	}
	within, between := spreadOf(half)
	of := effectiveSize(half)
	mcse := w.batchError(chains, func(c *chainRecord, i, length int) float64 {
		return c.among(chains[0], c.batchSum(i, length).near/float64(length))
	})
	if gain := (within + between) / (mcse * mcse * of); gain > 1 {
		return min(gain, float64(stride))
	}
	return 1
}

// among is an e on the scale of another chain.
func (c *chainRecord) among(other *chainRecord, e float64) float64 {
	return (c.shift-other.shift)*other.inverse + e*(other.inverse/c.inverse)
}

// filled lists the chains that have draws.
func (r *Recorder) filled() (list []*chainRecord) {
	for _, c := range r.chains {
		if c.count > 0 {
			list = append(list, c)
		}
	}
	return list
}

// view returns the draws of each chain at equal distances, which it returns too.
func (w *SummaryWork) view(chains []*chainRecord) (views [][]float64, stride int) {
	stride = 1
	for _, c := range chains {
		stride = max(stride, c.stride)
	}
	w.views, w.copies = w.views[:0], w.copies[:0]
	for _, c := range chains {
		step := stride / c.stride
		if step == 1 {
			w.views = append(w.views, c.kept[:c.count])
			continue
		}
		from := len(w.copies)
		for i := 0; i < c.count; i += step {
			w.copies = append(w.copies, c.kept[i])
		}
		w.views = append(w.views, w.copies[from:len(w.copies):len(w.copies)])
	}
	return w.views, stride
}

// pooledMoments returns the mean and the standard deviation of all draws of all chains.
func pooledMoments(chains []*chainRecord) (mean, sd float64) {
	n, squares := 0.0, 0.0
	for _, c := range chains {
		// That of more draws is put together from those of two parts (Chan, Golub and
		// LeVeque 1983, The American Statistician 37(3), equation 1.5).
		k, m, q := c.moments()
		gap := m - mean
		mean += gap * (k / (n + k))
		squares += q + gap*gap*(n*k/(n+k))
		n += k
	}
	return mean, math.Sqrt(squares / (n - 1))
}

// moments returns the number of draws, their mean, and the sum of their squared
// distances from it.
func (c *chainRecord) moments() (n, mean, squares float64) {
	if c.stride == 1 {
		draws := c.kept[:c.count]
		mean = meanOf(draws)
		for _, x := range draws {
			squares += (x - mean) * (x - mean)
		}
		return float64(c.count), mean, squares
	}
	n = float64(c.total)
	e := c.sum / n
	return n, c.shift + e/c.inverse, max(c.squares-n*e*e, 0) / (c.inverse * c.inverse)
}

// batchError returns the Monte Carlo error of the mean from the means of batches of
// one length, as many from each chain as the shortest has; NaN where there are too few.
func (w *SummaryWork) batchError(chains []*chainRecord, mean func(c *chainRecord, i, length int) float64) float64 {
	length, n := 1, chains[0].draws()
	for _, c := range chains {
		if c.stride > 1 {
			length = max(length, c.length)
		}
		n = min(n, c.draws())
	}
	m := n / length / 2
	if m < 3 {
		return math.NaN()
	}
	half := w.halves(2*len(chains), m)
	scale := 0.0
	for i, c := range chains {
		for j := range m {
			half[2*i][j] = mean(c, j, length)
			half[2*i+1][j] = mean(c, n/length-m+j, length)
			scale = max(scale, math.Abs(half[2*i][j]), math.Abs(half[2*i+1][j]))
		}
	}
	if scale == 0 {
		scale = 1
	}
	for _, s := range half {
		for j := range s {
			s[j] /= scale
		}
	}
	within, between := spreadOf(half)
	plus := within*float64(m-1)/float64(m) + between
	return scale * math.Sqrt(plus/effectiveSize(half))
}

// batchMean is the mean of the draws from i*length to (i+1)*length.
func (c *chainRecord) batchMean(i, length int) float64 {
	if c.stride == 1 {
		return meanOf(c.kept[i*length : (i+1)*length])
	}
	return c.shift + c.batchSum(i, length).sum/(float64(length)*c.inverse)
}

// batchSum has the sums over the draws from i*length to (i+1)*length.
func (c *chainRecord) batchSum(i, length int) (b batchSums) {
	step := length / c.length
	for _, x := range c.batches[i*step : (i+1)*step] {
		b.sum += x.sum
		b.near += x.near
	}
	return b
}
