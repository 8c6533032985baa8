package operators

import (
	"math"

	"mpc/dist"
)

// Messages to a gamma posterior q(t) = Gamma(a, b) from a term f(t) of the bound
// that is not conjugate: the gamma message g whose E_q[log g] has the gradient of
// E_q[f] in a and b (Knowles and Minka, "Non-conjugate variational message
// passing", 2011, eq. 9). With F = E_q[f] as a function of a and b,
//
//	(shape - 1) (a psi'(a) - 1) = a dF/da + b dF/db
//	rate = (b^2 dF/db + b (shape - 1))/a.
//
// Where q is a point mass the limit has the first two derivatives of f there.
// Where q is uniform, nothing is known of t yet and there is no gradient: the
// message is uniform.

// gammaSurrogateStart tells whether there is a gradient at q; if not message and
// fault are the answer.
func gammaSurrogateStart(q dist.Gamma) (fault dist.Fault, ok bool) {
	switch {
	case q.IsUniform():
		return dist.NoFault, false
	case !q.IsProper():
		return dist.Improper, false
	}
	return dist.NoFault, true
}

// gammaInverseSurrogate is the message from the term -k/t. E[1/t] is infinite,
// and the fault dist.Improper, where the shape of q is not above 1.
func gammaInverseSurrogate(k float64, q dist.Gamma) (dist.Gamma, dist.Fault) {
	fault, ok := gammaSurrogateStart(q)
	switch {
	case k == 0 || !ok:
		return dist.GammaUniform(), fault
	case q.IsPoint():
		return gammaFinite(1+2*k/q.Shape, k/q.Shape/q.Shape)
	case !(q.Shape > 1):
		return dist.GammaUniform(), dist.Improper
	}
	a, b := q.Shape, q.Rate
	r := 1 / ((a - 1) * a * trigammaExcess(a)) // 2 for large a
	scale := k * b / (a - 1)
	return gammaFinite(1+scale*r, scale*(r-1)*(b/a))
}

// gammaSquareSurrogate is the message from the term h t - p t^2/2.
func gammaSquareSurrogate(h, p float64, q dist.Gamma) (dist.Gamma, dist.Fault) {
	fault, ok := gammaSurrogateStart(q)
	switch {
	case !ok:
		return dist.GammaUniform(), fault
	case q.IsPoint():
		return gammaFinite(1+p*q.Shape*q.Shape, 2*p*q.Shape-h)
	}
	a, b := q.Shape, q.Rate
	e := a * trigammaExcess(a)
	return gammaFinite(1+p/2*(a/b)/b/e, p/2*(2*(a+1)+1/e)/b-h)
}

// gammaMeanInverse returns E[1/t]: +Inf where a proper d has a shape up to 1, NaN
// where d is improper.
func gammaMeanInverse(d dist.Gamma) float64 {
	switch {
	case d.IsPoint():
		return 1 / d.Shape
	case !d.IsProper():
		return math.NaN()
	case d.Shape > 1:
		return d.Rate / (d.Shape - 1)
	}
	return math.Inf(1)
}
