package dist

import (
	"math"

	"mpc/special"
)

// SetMeanVariance makes d the dirichlet of the given means whose variances have
// the sum of the given ones, the projection by means and total squares of Minka
// and Lafferty, "Expectation-propagation for the generative aspect model" (2002):
// sum(A) + 1 is sum(mean (1 - mean))/sum(variance). Variances 0 give a point
// mass; it is improper where they are too large for any dirichlet.
func (d *Dirichlet) SetMeanVariance(mean, variance []float64) {
	_, largest, rest := distAlphaSum(mean)
	spread, total := 0.0, 0.0
	for k, m := range mean {
		spread += m * distRest(k, m, 1, largest, rest)
		total += math.Abs(variance[k])
	}
	count := spread/total - 1
	if total == 0 || count > math.MaxFloat64 {
		d.SetPoint(mean)
		return
	}
	d.A, d.Point = distResize(d.A, len(mean)), false
	for k, m := range mean {
		d.A[k] = m * count
	}
}

// SetMeanLogs makes d the dirichlet of the given E[log x], the projection on
// dirichlets of least Kullback-Leibler divergence from a distribution that has
// these. Newton's method on log A solves psi(A[k]) - psi(sum A) = meanLog[k]
// (Minka, "Estimating a Dirichlet distribution", 2000, section 1). The result has
// as many digits as are left in 1 - sum(exp(meanLog)), which is positive: where
// it is 0 up to rounding the result is a point mass, where it is negative, or
// none is found, NaN.
func (d *Dirichlet) SetMeanLogs(meanLog []float64) {
	size := len(meanLog)
	if size == 0 {
		d.A, d.Point = d.A[:0], false
		return
	}
	gap, slack, sum := dirichletGap(meanLog)
	if !(gap >= -slack) {
		d.setNaN(size)
		return
	}
	d.A, d.Point = distResize(d.A, size), gap <= slack
	for k, l := range meanLog {
		if d.Point {
			d.A[k] = math.Exp(l) / sum
		} else {
			d.A[k] = 0.5 + math.Exp(l)*float64(size-1)/(2*gap)
		}
	}
	for i := 0; !d.Point; i++ {
		if i == 100 {
			d.setNaN(size)
			return
		}
		if d.meanLogsStep(meanLog) {
			return
		}
	}
}

// dirichletGap returns 1 - sum(exp(l)), what it may be off by if l is correctly
// rounded, and that sum.
func dirichletGap(l []float64) (gap, slack, sum float64) {
	largest := 0
	for k, v := range l {
		if v > l[largest] {
			largest = k
		}
	}
	for k, v := range l {
		if e := math.Exp(v); k != largest && e > 0 {
			sum += e
			slack += 4e-16 * e * (1 - v)
		}
	}
	return -math.Expm1(l[largest]) - sum, slack, sum + math.Exp(l[largest])
}

// meanLogsStep takes one Newton step and tells whether it was the last one. With
// q[k] = psi'(A[k]) and z = psi'(sum A) the matrix is diag(q) - z, whose inverse
// is that of a diagonal and of a rank.
func (d *Dirichlet) meanLogsStep(meanLog []float64) bool {
	n, largest, rest := distAlphaSum(d.A)
	z := special.Trigamma(n)
	up, down := 0.0, 1.0
	residuals, logs := 0.0, 0.0
	for k, a := range d.A {
		q := special.Trigamma(a)
		r := meanLog[k] - distMeanLogShare(a, distRest(k, a, n, largest, rest))
		up += r / q
		down -= z / q
		residuals += math.Abs(r)
		logs += math.Abs(meanLog[k])
	}
	common := z * up / down
	steps := 0.0
	for k, a := range d.A {
		r := meanLog[k] - distMeanLogShare(a, distRest(k, a, n, largest, rest))
		step := (r + common) / special.Trigamma(a) / a
		steps += math.Abs(step)
		d.A[k] = a * math.Exp(math.Max(-2, math.Min(2, step)))
	}
	// At steps of 1e-8 quadratic convergence leaves 1e-16; residuals of a rounding
	// or two cannot get smaller.
	return steps < 1e-8 || residuals <= 3e-16*logs
}
