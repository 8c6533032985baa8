package mcmc

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The rows of a whitening make the quadratic form of the precision, or of the inverse of the covariance.
func TestWhitening(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var w, other VectorWork
	for range 200 {
		k := 1 + rng.IntN(30)
		root, a := make([]float64, k*k), make([]float64, k*k)
		for i := range root {
			root[i] = rng.NormFloat64()
		}
		for i := range k {
			for j := range k {
				for n := range k {
					a[i*k+j] += root[i*k+n] * root[j*k+n]
				}
			}
			a[i*k+i] += 0.5
		}
		for _, covariance := range []bool{false, true} {
			precision := a
			if covariance {
				var inverse VectorWork
				precision = inverse.Inverse(a)
			}
			for i := range k {
				for j := range k {
					sum, triangle := 0.0, true
					for n := range k {
						x, y := w.Whitening(a, covariance, n, i), w.Whitening(a, covariance, n, j)
						sum += x * y
						triangle = triangle && (covariance && i <= n || !covariance && i >= n || x == 0)
						if z := other.WhiteningOf(a, covariance, n, i); z != x {
							t.Fatalf("%v, not %v", z, x)
						}
					}
					if !triangle || math.Abs(sum-precision[i*k+j]) > 1e-9*math.Sqrt(precision[i*k+i]*precision[j*k+j]) {
						t.Fatalf("%d rows, covariance %t, at %d, %d: %v, not %v", k, covariance, i, j, sum, precision[i*k+j])
					}
				}
			}
		}
		before := w.Whitening(a, true, 0, 0)
		for i := range a {
			a[i] *= 4 // the same place
		}
		if after := w.Whitening(a, true, 0, 0); math.Abs(after/before-0.5) > 1e-12 {
			t.Fatalf("%v after %v", after, before)
		}
	}
	if x := w.Whitening([]float64{1, 2, 2, 1}, false, 0, 0); x == x {
		t.Errorf("%v of a matrix that is not positive definite", x)
	}
}
