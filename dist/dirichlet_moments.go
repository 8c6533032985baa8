package dist

import (
	"math"
	"math/rand/v2"

	"mpc/special"
)

// distAlphaSum returns the sum of a, the index of the largest, and the sum of
// all but that: what is left of 1 where one value is nearly sure.
func distAlphaSum(a []float64) (sum float64, largest int, rest float64) {
	for k, x := range a {
		if x > a[largest] {
			largest = k
		}
	}
	for k, x := range a {
		if k != largest {
			rest += x
		}
	}
	if len(a) > 0 {
		sum = rest + a[largest]
	}
	return sum, largest, rest
}

// distRest returns the sum of all but x, the k-th.
func distRest(k int, x, sum float64, largest int, rest float64) float64 {
	if k == largest {
		return rest
	}
	return sum - x
}

// MeanTo writes the means of the probabilities to dst, NaN where d is improper.
func (d Dirichlet) MeanTo(dst []float64) []float64 {
	dst = distResize(dst, len(d.A))
	switch {
	case d.Point:
		copy(dst, d.A)
	case !d.IsProper():
		distFilled(dst, len(dst), math.NaN())
	default:
		n, _, _ := distAlphaSum(d.A)
		for k, a := range d.A {
			dst[k] = a / n
		}
	}
	return dst
}

// VarianceTo writes the variances of the probabilities to dst, NaN where d is
// improper.
func (d Dirichlet) VarianceTo(dst []float64) []float64 {
	dst = distResize(dst, len(d.A))
	switch {
	case d.Point:
		distFilled(dst, len(dst), 0)
	case !d.IsProper():
		distFilled(dst, len(dst), math.NaN())
	default:
		n, largest, rest := distAlphaSum(d.A)
		for k, a := range d.A {
			dst[k] = a / n * (distRest(k, a, n, largest, rest) / n) / (n + 1)
		}
	}
	return dst
}

// CovarianceTo writes the matrix of covariances of the probabilities to dst, NaN
// where d is improper.
func (d Dirichlet) CovarianceTo(dst []float64) []float64 {
	size := len(d.A)
	dst = distResize(dst, size*size)
	switch {
	case d.Point:
		distFilled(dst, len(dst), 0)
	case !d.IsProper():
		distFilled(dst, len(dst), math.NaN())
	default:
		n, largest, rest := distAlphaSum(d.A)
		for j, a := range d.A {
			for k, b := range d.A {
				dst[j*size+k] = -(a / n) * (b / n) / (n + 1)
			}
			dst[j*size+j] = a / n * (distRest(j, a, n, largest, rest) / n) / (n + 1)
		}
	}
	return dst
}

// MeanLog writes E[log x] to dst: the log of the point of a point mass, NaN
// where d is improper.
func (d Dirichlet) MeanLog(dst []float64) []float64 {
	dst = distResize(dst, len(d.A))
	switch {
	case d.Point:
		for k, p := range d.A {
			dst[k] = math.Log(p)
		}
	case !d.IsProper():
		distFilled(dst, len(dst), math.NaN())
	default:
		n, largest, rest := distAlphaSum(d.A)
		gap, all := special.LogMinusDigamma(n), special.Digamma(n)
		for k, a := range d.A {
			if k > 0 && a == d.A[k-1] && k != largest && k-1 != largest {
				dst[k] = dst[k-1] // as of all words that a topic has not
				continue
			}
			if a < n/2 && n < 1e4 { // the difference loses nothing
				dst[k] = special.Digamma(a) - all
				continue
			}
			// As distMeanLogShare.
			dst[k] = -math.Log1p(distRest(k, a, n, largest, rest)/a) - special.LogMinusDigamma(a) + gap
		}
	}
	return dst
}

// MeanLogAt returns the mean of log x[k], see MeanLog, at the cost of one sum.
func (d Dirichlet) MeanLogAt(k int) float64 {
	if d.Point {
		return math.Log(d.A[k])
	}
	n, largest, rest := distAlphaSum(d.A)
	return distMeanLogShare(d.A[k], distRest(k, d.A[k], n, largest, rest))
}

// MeanSquare writes E[x^2] to dst, NaN where d is improper.
func (d Dirichlet) MeanSquare(dst []float64) []float64 {
	dst = distResize(dst, len(d.A))
	switch {
	case d.Point:
		for k, p := range d.A {
			dst[k] = p * p
		}
	case !d.IsProper():
		distFilled(dst, len(dst), math.NaN())
	default:
		n, _, _ := distAlphaSum(d.A)
		for k, a := range d.A {
			dst[k] = a / n * ((a + 1) / (n + 1))
		}
	}
	return dst
}

// ModeTo writes to dst where the density is largest: 0 for values of A up to 1,
// 1/K everywhere where it is flat, NaN where no A is above 1 or d is improper.
func (d Dirichlet) ModeTo(dst []float64) []float64 {
	dst = distResize(dst, len(d.A))
	if d.Point {
		copy(dst, d.A)
		return dst
	}
	if d.IsUniform() {
		return distFilled(dst, len(dst), 1/float64(len(dst)))
	}
	sum := 0.0
	for k, a := range d.A {
		dst[k] = math.Max(a-1, 0)
		sum += dst[k]
	}
	if sum == 0 || !d.IsProper() {
		return distFilled(dst, len(dst), math.NaN())
	}
	for k := range dst {
		dst[k] /= sum
	}
	return dst
}

// dirichletSlack is how far from 1 the sum of probabilities may be that counts as 1.
const dirichletSlack = 1e-9

// LogProb returns the log density at the probabilities x with respect to all of
// them but one: -Inf where x is negative or does not sum to 1 within 1e-9, NaN
// where d is improper, x has another size, or the density is 0 for one x and
// infinite for another. A point mass has log density 0 at its point and -Inf
// elsewhere.
//
// A dirichlet is independent gammas given their sum: with n the sum of A, the
// density is that of Gamma(A[k], n) at each x[k] over that of Gamma(n, n) at 1,
// where terms as large as n log n have cancelled.
func (d Dirichlet) LogProb(x []float64) float64 {
	switch {
	case len(x) != len(d.A):
		return math.NaN()
	case d.Point:
		return distLogEqual(distAllEqual(x, d.A))
	case !d.IsProper():
		return math.NaN()
	}
	sum := 0.0
	for _, p := range x {
		if p < 0 {
			return math.Inf(-1)
		}
		sum += p
	}
	switch {
	case len(x) == 0:
		return 0
	case math.Abs(sum-1) > dirichletSlack:
		return math.Inf(-1)
	}
	n, _, _ := distAlphaSum(d.A)
	log := -distLogGammaKernel(n, n, 1)
	for k, a := range d.A {
		if x[k] == 0 {
			log += distLogAtZero(a, math.Log(n))
		} else {
			log += distLogGammaKernel(a, n, x[k]) - math.Log(x[k])
		}
	}
	return log
}

// SampleTo draws probabilities into dst; NaN where d is improper. A draw may round
// to 0 or 1.
func (d Dirichlet) SampleTo(dst []float64, rng *rand.Rand) []float64 {
	dst = distResize(dst, len(d.A))
	switch {
	case d.Point:
		copy(dst, d.A)
		return dst
	case !d.IsProper():
		return distFilled(dst, len(dst), math.NaN())
	}
	top := math.Inf(-1)
	for k, a := range d.A {
		x, boost := distSampleGamma(rng, a)
		dst[k] = math.Log(x) + boost
		top = math.Max(top, dst[k])
	}
	sum := 0.0
	for k, l := range dst {
		dst[k] = math.Exp(l - top)
		sum += dst[k]
	}
	for k := range dst {
		dst[k] /= sum
	}
	return dst
}

// Entropy returns -E[log density]: NaN where d is improper, -Inf for a point
// mass. It is the sum of LogProb with each term averaged.
func (d Dirichlet) Entropy() float64 {
	switch {
	case !d.IsProper():
		return math.NaN()
	case d.Point:
		return math.Inf(-1)
	case len(d.A) == 0:
		return 0
	}
	n, largest, rest := distAlphaSum(d.A)
	gap := special.LogMinusDigamma(n)
	log := -distLogGammaKernel(n, n, 1)
	for k, a := range d.A {
		log += distLogGammaKernel(a, 1, a) + a*(gap-special.LogMinusDigamma(a))
		log -= distMeanLogShare(a, distRest(k, a, n, largest, rest))
	}
	return -log
}

// LogIntegral returns the log of the integral of d times e, where each of the
// two is normalized if it is proper, which the uniform one is too, and has scale
// 1, the product of x[k]^(A[k]-1), if it is not. Of two point masses it is 0 if
// they are equal and -Inf if not. It is NaN where the product is improper. As
// d e is the integral times the normalized product at any x, it is computed at
// the product's mean, where every term is small.
func (d Dirichlet) LogIntegral(e Dirichlet) float64 {
	switch {
	case len(d.A) != len(e.A):
		return math.NaN()
	case d.Point && e.Point:
		return distLogEqual(distAllEqual(d.A, e.A))
	case e.Point:
		return d.logAtPoint(e.A)
	case d.Point:
		return e.logAtPoint(d.A)
	case len(d.A) == 0:
		return 0
	}
	return d.logIntegral(e, e.IsProper())
}

// logIntegral is LogIntegral of two messages that are no points; properE says
// whether e counts normalized.
func (d Dirichlet) logIntegral(e Dirichlet, properE bool) float64 {
	n := 0.0
	for k, a := range d.A {
		s := distTimesAlpha(a, e.A[k])
		if !(s > 0) {
			return math.NaN()
		}
		n += s
	}
	nd, _, _ := distAlphaSum(d.A)
	ne, _, _ := distAlphaSum(e.A)
	properD := d.IsProper()
	log := distLogGammaKernel(n, n, 1)
	if properD {
		log -= distLogGammaKernel(nd, nd, 1)
	}
	if properE {
		log -= distLogGammaKernel(ne, ne, 1)
	}
	for k, a := range d.A {
		s := distTimesAlpha(a, e.A[k])
		x := s / n
		one, other := distAlphaTerm(a, nd, x, properD), distAlphaTerm(e.A[k], ne, x, properE)
		if e.A[k] > a {
			one, other = other, one // what is close to the product first, as of gammas
		}
		log += (one - (distLogGammaKernel(s, n, x) - math.Log(x))) + other
	}
	return log
}

// distAlphaTerm is what one probability x > 0 adds to the log density.
func distAlphaTerm(a, n, x float64, proper bool) float64 {
	switch {
	case a == 1 && !proper:
		return 0
	case proper:
		return distLogGammaKernel(a, n, x) - math.Log(x)
	}
	return (a - 1) * math.Log(x)
}

// logAtPoint returns the log of d at p as LogIntegral scales it.
func (d Dirichlet) logAtPoint(p []float64) float64 {
	if d.IsProper() {
		return d.LogProb(p)
	}
	log := 0.0
	for k, a := range d.A {
		switch {
		case p[k] < 0:
			return math.Inf(-1)
		case p[k] == 0:
			log += distLogAtZero(a, 0)
		default:
			log += distAlphaTerm(a, 0, p[k], false)
		}
	}
	return log
}

// String returns d as a person would write it.
func (d Dirichlet) String() string {
	if d.Point {
		return "point(" + distShortVector(d.A) + ")"
	}
	return "dirichlet(alpha " + distShortVector(d.A) + ")"
}
