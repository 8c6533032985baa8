package dist

import (
	"math"
	"testing"
)

// TestLogPowerVector: by quadrature in two dimensions, and against the families of
// numbers that they are in one.
func TestLogPowerVector(t *testing.T) {
	for _, n := range []float64{0.5, 1, 2, 3.7} {
		d := Dirichlet{A: []float64{2.5, 1.7}}
		closeTo(t, "dirichlet", d.LogPower(n), Beta{2.5, 1.7}.LogPower(n), 1e-13)
		closeTo(t, "categorical", CategoricalLogWeights(1, 3).LogPower(n), Bernoulli{2}.LogPower(n), 1e-13)
		v := MvNormal{H: []float64{3}, P: []float64{0.7}}
		closeTo(t, "mvnormal", v.LogPower(n, nil), Normal{3, 0.7}.LogPower(n), 1e-13)
		w := Wishart{Shape: 4, Rate: []float64{0.3}}
		closeTo(t, "wishart", w.LogPower(n, nil), Gamma{4, 0.3}.LogPower(n), 1e-13)
		// Of two independent components it is the sum, and of a power of a power of
		// normalized densities the sum of the parts.
		v = MvNormal{H: []float64{3, -1}, P: []float64{0.7, 0, 0, 5}}
		closeTo(t, "mvnormal 2", v.LogPower(n, nil), Normal{3, 0.7}.LogPower(n)+Normal{-1, 5}.LogPower(n), 1e-13)
		d = Dirichlet{A: []float64{2.5, 1.7, 3}}
		var p Dirichlet
		p.SetPower(d, n)
		closeTo(t, "dirichlet 3", p.LogPower(1.3)+1.3*d.LogPower(n), d.LogPower(1.3*n), 1e-12)
		w = Wishart{Shape: 4, Rate: []float64{2, 0.5, 0.5, 3}}
		var q Wishart
		q.SetPower(w, n)
		closeTo(t, "wishart 2", q.LogPower(1.3, nil)+1.3*w.LogPower(n, nil), w.LogPower(1.3*n, nil), 1e-12)
		// The density at a point, to the power, over that of the power.
		x := []float64{1.1, 0.2, 0.2, 0.9}
		closeTo(t, "wishart at a point", w.LogPower(n, nil), n*w.LogProb(x)-q.LogProb(x), 1e-12)
	}
	if z := (Dirichlet{A: []float64{0.1, 2}}).LogPower(2); !math.IsInf(z, 1) {
		t.Errorf("of a density whose square is not integrable: %g", z)
	}
}

// TestLogPowerOfSharp: of shapes from 1e10 on densities are normal, so that their powers are
// those of normals; of less they are what log gamma functions say, in digits that these leave.
func TestLogPowerOfSharp(t *testing.T) {
	gammas := func(p, a, n float64) float64 {
		x, _ := math.Lgamma(p)
		y, _ := math.Lgamma(a)
		return x - n*y
	}
	for _, n := range []float64{0.5, 1.0 / 3, 1, 2, 7} {
		for _, a := range []float64{1e10, 1e12, 1e16, 1e100, 1e300} {
			one := Normal{0, a}.LogPower(n) // of deviation 1/sqrt(a), as a gamma of mean 1
			closeTo(t, "gamma", Gamma{a, a}.LogPower(n), one, 1e-8)
			closeTo(t, "inverse gamma", InverseGamma{a, a}.LogPower(n), one, 1e-8)
			closeTo(t, "beta", Beta{a, a}.LogPower(n), Normal{0, 8 * a}.LogPower(n), 1e-8)
			// Means 1/3: the covariance of two of them has the determinant 1/(3 (9a)^2).
			closeTo(t, "dirichlet", Dirichlet{A: []float64{a, a, a}}.LogPower(n), MvNormal{H: make([]float64, 2), P: []float64{9 * a, 0, 0, 27 * a}}.LogPower(n, nil), 1e-8)
			// Variances 1/a of the diagonal, 1/(2a) of the rest.
			closeTo(t, "wishart", Wishart{Shape: a, Rate: []float64{a, 0, 0, a}}.LogPower(n, nil), 2*one+Normal{0, 2 * a}.LogPower(n), 1e-8)
		}
		for _, a := range []float64{1, 1.5, 3, 9.7, 100} {
			s := 1 + n*(a-1)
			closeTo(t, "gamma", Gamma{a, 2}.LogPower(n), gammas(s, a, n)-s*math.Log(n)-(1-n)*math.Ln2, 1e-11)
			closeTo(t, "beta", Beta{a, 2}.LogPower(n), gammas(s, a, n)+gammas(1+n, 2, n)-gammas(s+1+n, a+2, n), 1e-11)
		}
	}
}
