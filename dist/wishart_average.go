package dist

import (
	"math"

	"mpc/special"
)

// MeanLogProb returns E[log density of d] over X ~ q: NaN where one of them is
// improper or they have different sizes. A point mass d has log density 0 at its
// point and -Inf elsewhere.
func (d Wishart) MeanLogProb(q Wishart, w *MvWork) float64 {
	k := d.Size()
	switch {
	case k != q.Size():
		return math.NaN()
	case q.Point:
		return d.LogProbIn(q.Rate, w)
	case d.Point:
		return math.Inf(-1)
	}
	mean := w.Matrix(2, k)
	w = w.ready(k)
	mean = q.MeanTo(mean, w)
	logDet := q.MeanLogDet(w)
	if !d.properFactor(w.factor) {
		return math.NaN()
	}
	return 2*d.Shape*mvHalfLogDet(w.factor, k) - WishartLogGamma(d.Shape, k) + (d.Shape-float64(k+1)/2)*logDet - mvDot(d.Rate, mean)
}

// WishartLogGamma is the log of the multivariate gamma function of k dimensions:
// k(k-1)/4 log pi + the sum of log Gamma(shape - j/2) for j from 0 to k-1.
func WishartLogGamma(shape float64, k int) float64 {
	log := float64(k*(k-1)) / 4 * math.Log(math.Pi)
	for j := range k {
		log += special.GammaLn(shape - float64(j)/2)
	}
	return log
}

// SetMeanLogDet makes d the wishart of the given mean (row by row) and E log|X|: the one of least
// Kullback-Leibler divergence from a distribution that has these. The shape a solves
// sum of psi(a - j/2) - k log a = logDet - log|mean| by Newton's method. It
// is false where the mean is not positive definite or the difference, which is
// negative for every distribution that is no point, is not.
func (d *Wishart) SetMeanLogDet(mean []float64, logDet float64, w *MvWork) bool {
	k := mvRows(len(mean))
	w = w.ready(k)
	if !mvFactor(w.factor, mean, k) {
		d.setNaN(len(mean))
		return false
	}
	gap := 2*mvHalfLogDet(w.factor, k) - logDet // above 0
	if !(gap > 0) {
		d.setNaN(len(mean))
		return false
	}
	a := wishartGapInverse(gap, k)
	w.square = distResize(w.square, k*k)
	copy(w.square, mean)
	d.Shape, d.Rate, d.Point = a, distResize(d.Rate, k*k), false
	mvInverse(d.Rate, w.square, w.factor, k, true, w)
	for i := range d.Rate {
		d.Rate[i] *= a
	}
	return true
}
