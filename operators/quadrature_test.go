package operators

import (
	"math"
	"testing"

	"mpc/dist"
)

// simpson integrates f over [lo, hi] with n panels (n even).
func simpson(f func(float64) float64, lo, hi float64, n int) float64 {
	h := (hi - lo) / float64(n)
	sum := f(lo) + f(hi)
	for i := 1; i < n; i++ {
		w := 2.0
		if i%2 == 1 {
			w = 4
		}
		sum += w * f(lo+float64(i)*h)
	}
	return sum * h / 3
}

// bruteMoments returns log Z, mean and variance of the density exp(logf) on
// [lo, hi], which must hold all its mass.
func bruteMoments(logf func(float64) float64, lo, hi float64) (logZ, mean, variance float64) {
	const n = 20000
	top := math.Inf(-1)
	for i := 0; i <= n; i++ {
		top = math.Max(top, logf(lo+(hi-lo)*float64(i)/n))
	}
	f := func(x float64) float64 { return math.Exp(logf(x) - top) }
	z := simpson(f, lo, hi, n)
	mean = simpson(func(x float64) float64 { return x * f(x) }, lo, hi, n) / z
	variance = simpson(func(x float64) float64 { return (x - mean) * (x - mean) * f(x) }, lo, hi, n) / z
	return top + math.Log(z), mean, variance
}

// normalMessage is the message that takes the cavity to the given moments.
func normalMessage(mean, variance float64, cavity dist.Normal) dist.Normal {
	return dist.Normal{H: mean/variance - cavity.H, P: 1/variance - cavity.P}
}

// checkClose fails where got differs from want by more than tol relative to the
// larger of want and scale.
func checkClose(t *testing.T, what string, got, want, tol, scale float64) {
	t.Helper()
	if got == want || math.IsNaN(got) && math.IsNaN(want) {
		return
	}
	if !(math.Abs(got-want) <= tol*math.Max(math.Abs(want), scale)) {
		t.Errorf("%s: got %.17g, want %.17g", what, got, want)
	}
}
