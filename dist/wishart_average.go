package dist

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"

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

// MeanLogRatio returns E[log d(X)/q(X)] for X of q, see that of Gamma. With shapes a of d and
// a+y of q, and N = L^-1 (B_d - B_q) L^-T, L the Cholesky factor of the rate B_q, it is
//
//	a (log|1+N| - tr N) - y tr N + sum of log Gamma(a+y-j/2) - log Gamma(a-j/2) - y psi(a+y-j/2)
//
// for j from 0 to k-1, where the terms of the sum are those of gammas of equal rates.
func (d Wishart) MeanLogRatio(q Wishart, w *MvWork) float64 {
	k := d.Size()
	if k != q.Size() || d.Point || q.Point || !d.IsProper(w) {
		return d.MeanLogProb(q, w) + q.Entropy(w)
	}
	w = w.ready(k)
	if !q.properFactor(w.factor) {
		return math.NaN()
	}
	n := w.square
	for i, r := range d.Rate {
		n[i] = r - q.Rate[i]
	}
	l := mvTriangular(w.factor, k)
	blas64.Trsm(blas.Left, blas.NoTrans, 1, l, mvGeneral(n, k))
	blas64.Trsm(blas.Right, blas.Trans, 1, l, mvGeneral(n, k))
	log, trace := 0.0, 0.0
	for j := range k {
		trace += n[j*k+j]
		c := float64(j) / 2
		log += Gamma{d.Shape - c, 1}.MeanLogRatio(Gamma{q.Shape - c, 1})
	}
	return log - (q.Shape-d.Shape)*trace - d.Shape*mvTraceLessLogDet(n, k)
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
