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
