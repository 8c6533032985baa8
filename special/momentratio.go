package special

import "math"

// NormalCdfMomentRatio returns R_n(x) = int_0^inf t^n/n! exp(x t - t^2/2) dt
// for n >= 0, the n-th repeated integral of Phi divided by phi(x); R_0 is
// NormalMills(x). NaN for negative n.
func NormalCdfMomentRatio(n int, x float64) float64 {
	switch {
	case n < 0 || math.IsNaN(x):
		return math.NaN()
	case n == 0:
		return NormalMills(x)
	case math.IsInf(x, -1):
		return 0
	case math.IsInf(x, 1):
		return x
	}
	// k R_k = x R_{k-1} + R_{k-2} (DLMF 7.18.7). For x >= 0 all terms add; for
	// x < 0, R is the minimal solution, and forward steps lose a factor of
	// exp(2 sqrt 2 |x| sqrt n).
	if x >= 0 || -x*math.Sqrt(float64(n)) < 0.4 {
		prev, r := NormalMills(x), 0.0
		if x > 0 {
			r = 1 + x*prev
		} else {
			r = prev * hazardExcess(-x) // 1 + x/v(x)
		}
		for k := 2; k <= n; k++ {
			prev, r = r, (x*r+prev)/float64(k)
		}
		return r
	}
	// Backward: rho_k = R_k/R_{k-1} = 1/((k+1) rho_{k+1} - x), started where
	// the error of the asymptotic start has died out.
	root := math.Sqrt(float64(n)) + 12/-x
	top := int(root*root) + 10
	rho := momentRatioStart(float64(top), x)
	for k := top - 1; k > n; k-- {
		rho = 1 / (float64(k+1)*rho - x)
	}
	ln := 0.0
	r := 1.0
	for k := n; k >= 1; k-- {
		rho = 1 / (float64(k+1)*rho - x)
		r *= rho
		if r < 1e-280 {
			ln += math.Log(r)
			r = 1
		}
	}
	r *= NormalMills(x)
	if ln != 0 {
		return math.Exp(ln + math.Log(r))
	}
	return r
}

// momentRatioStart returns R_k/R_{k-1} for large k: the root of the recursion
// with its slow drift in k to first order.
func momentRatioStart(k, x float64) float64 {
	return 2 / (math.Sqrt(x*x+4*k+2) - x)
}
