package operators

import "math"

// realRoots writes the real roots of c[0] + c[1] x + ... + c[n] x^n, ascending,
// to roots and returns their number; c has at most seven coefficients. Between
// two neighbouring roots of the derivative there is at most one, found by
// bisection: a root of even multiplicity may be missed.
func realRoots(c []float64, roots *[6]float64) int {
	n := len(c) - 1
	for n > 0 && c[n] == 0 {
		n--
	}
	if n < 1 {
		return 0
	}
	if n == 1 {
		roots[0] = -c[0] / c[1]
		return 1
	}
	bound := 0.0 // Fujiwara's bound on the roots
	for i := 0; i < n; i++ {
		bound = math.Max(bound, 2*math.Pow(math.Abs(c[i]/c[n]), 1/float64(n-i)))
	}
	var derivative [6]float64
	for i := 1; i <= n; i++ {
		derivative[i-1] = float64(i) * c[i]
	}
	var turns [6]float64
	m := realRoots(derivative[:n], &turns)
	found := 0
	low, atLow := -bound, horner(c[:n+1], -bound)
	for i := 0; i <= m; i++ {
		high := bound
		if i < m {
			high = turns[i]
		}
		if !(high > low) {
			continue
		}
		atHigh := horner(c[:n+1], high)
		if atLow == 0 {
			roots[found] = low
			found++
		} else if atLow*atHigh < 0 || math.Signbit(atLow) != math.Signbit(atHigh) && atHigh != 0 {
			roots[found] = bisect(c[:n+1], low, high, atLow)
			found++
		}
		low, atLow = high, atHigh
	}
	return found
}

// bisect returns the zero of a polynomial between low, where it has the given
// value, and high, where it has the other sign.
func bisect(c []float64, low, high, atLow float64) float64 {
	for i := 0; i < 100; i++ {
		middle := low/2 + high/2
		value := horner(c, middle)
		if math.Signbit(value) == math.Signbit(atLow) {
			low = middle
		} else {
			high = middle
		}
		if high-low <= 1e-14*math.Max(math.Abs(low), math.Abs(high)) {
			break
		}
	}
	return low/2 + high/2
}

func horner(c []float64, x float64) float64 {
	y := 0.0
	for i := len(c) - 1; i >= 0; i-- {
		y = y*x + c[i]
	}
	return y
}
