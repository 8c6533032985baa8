package dist

import "mpc/special"

// MeanLogRatio is E[log d(x)/q(x)] for x of q, minus the Kullback-Leibler divergence of q
// from d: what MeanLogProb and the entropy of q add up to. Of shapes of 1e-20 these are as
// large as 1e20, of shapes of 1e20 they have lost the digits of their sum: here nothing
// large cancels. At the means of q, from which log densities are taken, what is left of
// log x is small.

// MeanLogRatio returns E[log d(x)/q(x)] for x of q.
func (d Gamma) MeanLogRatio(q Gamma) float64 {
	if d.IsPoint() || q.IsPoint() || !d.IsProper() || !q.IsProper() {
		return d.MeanLogProb(q) + q.Entropy()
	}
	ratio := d.Rate / q.Rate
	return distLogGammaKernel(d.Shape, ratio, q.Shape) - distLogGammaKernel(q.Shape, 1, q.Shape) - distTimesZero(d.Shape-q.Shape, q.LogGap())
}

// MeanLogRatio returns E[log d(x)/q(x)] for x of q, which is that of 1/x.
func (d InverseGamma) MeanLogRatio(q InverseGamma) float64 {
	if d.IsPoint() || q.IsPoint() || !d.IsProper() || !q.IsProper() {
		return d.MeanLogProb(q) + q.Entropy()
	}
	return Gamma(d).MeanLogRatio(Gamma(q))
}

// MeanLogRatio returns E[log d(x)/q(x)] for x of q.
func (d Beta) MeanLogRatio(q Beta) float64 {
	if d.IsPoint() || q.IsPoint() || !d.IsProper() || !q.IsProper() {
		return d.MeanLogProb(q) + q.Entropy()
	}
	x, y := q.means()
	all := special.LogMinusDigamma(q.A + q.B)
	kernels := distLogBetaKernel(d.A, d.B, x, y) - distLogBetaKernel(q.A, q.B, x, y)
	return kernels - distTimesZero(d.A-q.A, special.LogMinusDigamma(q.A)-all) - distTimesZero(d.B-q.B, special.LogMinusDigamma(q.B)-all)
}

// MeanLogRatio returns E[log d(x)/q(x)] for x of q.
func (d Dirichlet) MeanLogRatio(q Dirichlet) float64 {
	if len(d.A) != len(q.A) || d.Point || q.Point || len(d.A) == 0 || !d.IsProper() || !q.IsProper() {
		return d.MeanLogProb(q) + q.Entropy()
	}
	nd, _, _ := distAlphaSum(d.A)
	nq, _, _ := distAlphaSum(q.A)
	all := special.LogMinusDigamma(nq)
	log := distLogGammaKernel(nq, nq, 1) - distLogGammaKernel(nd, nd, 1)
	last := 0.0
	for k, b := range q.A {
		a := d.A[k]
		if k == 0 || a != d.A[k-1] || b != q.A[k-1] { // else as of the value before
			x := b / nq
			last = distLogGammaKernel(a, nd, x) - distLogGammaKernel(b, nq, x) - distTimesZero(a-b, special.LogMinusDigamma(b)-all)
		}
		log += last
	}
	return log
}

// distTimesZero is x y, 0 where x is, also where y is infinite.
func distTimesZero(x, y float64) float64 {
	if x == 0 {
		return 0
	}
	return x * y
}
