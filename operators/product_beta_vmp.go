package operators

import (
	"math"

	"mpc/dist"
)

func productBetaVMPOps() []*Op {
	return []*Op{
		{Func: ProductNormalBetaToOut, Factor: "product", To: "out", Algorithm: VMP, Args: []Arg{{"a", 0}, {"b", 0}}},
		{Func: ProductNormalBetaToA, Factor: "product", To: "a", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"b", 0}}},
		{
			Func: ProductNormalBetaToB, Factor: "product", To: "b", Algorithm: VMP, Surrogate: true,
			Args: []Arg{{"out", SkipIfUniform}, {"a", 0}, {"b", NoInit}},
		},
		{Func: ProductBetaNormalToOut, Factor: "product", To: "out", Algorithm: VMP, Args: []Arg{{"a", 0}, {"b", 0}}},
		{
			Func: ProductBetaNormalToA, Factor: "product", To: "a", Algorithm: VMP, Surrogate: true,
			Args: []Arg{{"out", SkipIfUniform}, {"a", NoInit}, {"b", 0}},
		},
		{Func: ProductBetaNormalToB, Factor: "product", To: "b", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"a", 0}}},
	}
}

// ProductNormalBetaToOut sends out = a b, a normal and b beta: the normal of its
// mean and variance for independent a and b. The fault is dist.Improper where
// one is.
func ProductNormalBetaToOut(a dist.Normal, b dist.Beta) (dist.Normal, dist.Fault) {
	if !b.IsProper() {
		return dist.Normal{}, dist.Improper
	}
	return productForward(a, b.Mean(), b.Variance())
}

// ProductNormalBetaToA sends the normal a of out = a b: H E[b] and P E[b^2], see
// ProductToAAverage.
func ProductNormalBetaToA(out dist.Normal, b dist.Beta) (dist.Normal, dist.Fault) {
	switch {
	case out.IsUniform():
		return dist.Normal{}, dist.NoFault
	case !b.IsProper():
		return dist.Normal{}, dist.Improper
	}
	return productBackward(out, b.Mean(), b.Variance())
}

// ProductNormalBetaToB sends the beta b of out = a b: what comes back about out
// makes H E[a] b - P E[a^2] b^2/2, replaced by the beta of the same gradient at
// b's own posterior, see betaSquareSurrogate.
func ProductNormalBetaToB(out, a dist.Normal, b dist.Beta) (dist.Beta, dist.Fault) {
	switch {
	case out.IsUniform():
		return dist.BetaUniform(), dist.NoFault
	case !(a.P > 0) || out.IsPoint():
		return dist.BetaUniform(), dist.Improper
	}
	m, v := normalMeanVariance(a)
	return betaSquareSurrogate(out.H*m, out.P*(m*m+v), b)
}

// ProductBetaNormalToOut is ProductNormalBetaToOut with a and b exchanged.
func ProductBetaNormalToOut(a dist.Beta, b dist.Normal) (dist.Normal, dist.Fault) {
	return ProductNormalBetaToOut(b, a)
}

// ProductBetaNormalToA is ProductNormalBetaToB with a and b exchanged.
func ProductBetaNormalToA(out dist.Normal, a dist.Beta, b dist.Normal) (dist.Beta, dist.Fault) {
	return ProductNormalBetaToB(out, b, a)
}

// ProductBetaNormalToB is ProductNormalBetaToA with a and b exchanged.
func ProductBetaNormalToB(out dist.Normal, a dist.Beta) (dist.Normal, dist.Fault) {
	return ProductNormalBetaToA(out, a)
}

// betaSquareSurrogate is the message to t from the term h t - p t^2/2: the beta g
// whose E[log g] under q(t) = Beta(a, b) has the gradient of the mean of the term
// in a and b (Knowles and Minka, "Non-conjugate variational message passing",
// 2011, eq. 9). With n = a + b and psi'(x) = (1 + e(x))/x in the two linear
// equations what is left has no term that cancels for large counts:
//
//	D = a ea + b eb - n en + n ea eb - en (b ea + a eb)
//
// is n a b times the determinant, and the message's counts, less 1, are a b n/D
// times
//
//	h (eb - en)/n^2 - p/2 (-a + eb (2 a n + n + a + 1) - en (2 a + 1)(n + 1))/(n (n + 1))^2
//	h (en - ea)/n^2 - p/2 (-b - ea (a + 1)(2 n + 1) + en (2 a + 1)(n + 1))/(n (n + 1))^2.
//
// Where q is a point mass the limit has the first two derivatives of the term
// there.
func betaSquareSurrogate(h, p float64, q dist.Beta) (dist.Beta, dist.Fault) {
	if !q.IsProper() {
		return dist.BetaUniform(), dist.Improper
	}
	if q.IsPoint() {
		x, y := q.A, 1-q.A
		g := h - p*x
		return betaFinite(1+x*x*(g+p*y), 1-y*y*(g-p*x))
	}
	a, b := q.A, q.B
	n := a + b
	ea, eb, en := a*trigammaExcess(a), b*trigammaExcess(b), n*trigammaExcess(n)
	d := a*ea + b*eb - n*en + n*ea*eb - en*(b*ea+a*eb)
	w := a / n * b / d // a b n/D, over n^2
	c := p / 2 / ((n + 1) * (n + 1))
	both := en * (2*a + 1) * (n + 1)
	onA := h*(eb-en) - c*(eb*(2*a*n+n+a+1)-both-a)
	onB := h*(en-ea) - c*(both-ea*(a+1)*(2*n+1)-b)
	return betaFinite(1+w*onA, 1+w*onB)
}

func betaFinite(a, b float64) (dist.Beta, dist.Fault) {
	if math.Abs(a) <= math.MaxFloat64 && math.Abs(b) <= math.MaxFloat64 {
		return dist.Beta{A: a, B: b}, dist.NoFault
	}
	return dist.BetaUniform(), dist.NotFinite
}
