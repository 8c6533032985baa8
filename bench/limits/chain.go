package limits

import "math/rand/v2"

// A Chain is x[0] ~ N(0, 1/P0), x[t] ~ N(A x[t-1], Q), y[t] ~ N(x[t], R).
type Chain struct{ A, Q, R, P0 float64 }

// Walk is a slowly mean-reverting walk.
var Walk = Chain{A: 0.99, Q: 0.1, R: 1, P0: 1}

// Data draws n observations from a fixed seed.
func (c Chain) Data(n int) []float64 {
	r := rand.New(rand.NewPCG(7, 8))
	y := make([]float64, n)
	x := r.NormFloat64()
	for t := range y {
		if t > 0 {
			x = c.A*x + 0.31622776601683794*r.NormFloat64()
		}
		y[t] = x + r.NormFloat64()
	}
	return y
}

// Smooth stores the means and variances of the marginals: a forward pass that
// keeps the messages from the past in past, then a backward pass.
func (c Chain) Smooth(y, mean, variance []float64, past []Natural) {
	n := len(y)
	if n == 0 {
		return
	}
	mean, variance, past = mean[:n], variance[:n], past[:n]
	a, q, ir := c.A, c.Q, 1/c.R
	a2 := a * a
	f := Natural{0, c.P0}
	for t, y := range y {
		f.H += ir * y
		f.P += ir
		past[t] = f // of the past and the present
		s := 1 / (a2 + q*f.P)
		f = Natural{a * f.H * s, f.P * s}
	}
	var b Natural
	for t := n - 1; t >= 0; t-- {
		v := 1 / (past[t].P + b.P)
		mean[t], variance[t] = (past[t].H+b.H)*v, v
		h, p := b.H+ir*y[t], b.P+ir
		u := 1 / (1 + q*p)
		b = Natural{a * h * u, a2 * p * u}
	}
}
