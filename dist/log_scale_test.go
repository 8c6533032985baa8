package dist

import (
	"math"
	"testing"
)

// TestLogScale: the steps of a product add up to the same in every order, also where it is
// improper on the way.
func TestLogScale(t *testing.T) {
	gammas := []Gamma{{0.3, 2}, {0.2, 0.5}, {0.1, 1}, {4, -0.5}, {-0.5, 3}}
	betas := []Beta{{0.3, 0.4}, {0.2, 0.6}, {3, -1}, {0.5, 4}, {0.1, 2}}
	inverse := []InverseGamma{{2, 0.5}, {-3.5, 1}, {1, -0.2}, {3, 2}}
	normals := []Normal{{1, 2}, {0.5, -3}, {-2, 0.5}, {3, 4}}
	for _, row := range []struct {
		name string
		n    int
		sum  func(order []int) float64
	}{
		{"gamma", len(gammas), func(o []int) float64 { return chainScale(gammas, o, Gamma.LogScale, Gamma.Times, Gamma.IsProper) }},
		{"beta", len(betas), func(o []int) float64 { return chainScale(betas, o, Beta.LogScale, Beta.Times, Beta.IsProper) }},
		{"inverse gamma", len(inverse), func(o []int) float64 {
			return chainScale(inverse, o, InverseGamma.LogScale, InverseGamma.Times, InverseGamma.IsProper)
		}},
		{"normal", len(normals), func(o []int) float64 { return chainScale(normals, o, Normal.LogScale, Normal.Times, Normal.IsProper) }},
	} {
		forward, backward := make([]int, row.n), make([]int, row.n)
		for i := range row.n {
			forward[i], backward[i] = i, row.n-1-i
		}
		a, b := row.sum(forward), row.sum(backward)
		if !(math.Abs(a-b) < 1e-12) {
			t.Errorf("%s: %v in one order, %v in the other", row.name, a, b)
		}
	}
	// By its normalizers: beta functions.
	a, b := Beta{0.3, 0.4}, Beta{0.2, 0.6}
	la := func(d Beta) float64 {
		x, _ := math.Lgamma(d.A)
		y, _ := math.Lgamma(d.B)
		z, _ := math.Lgamma(d.A + d.B)
		return x + y - z
	}
	if got, want := a.LogScale(b), -la(a)-la(b); !(math.Abs(got-want) < 1e-13) {
		t.Errorf("an improper product of betas: %v, want %v", got, want)
	}
}

func chainScale[D any](list []D, order []int, scale func(D, D) float64, times func(D, D) D, proper func(D) bool) float64 {
	sum, product := 0.0, list[order[0]]
	for _, i := range order[1:] {
		sum += scale(product, list[i])
		product = times(product, list[i])
	}
	if !proper(product) {
		return math.NaN()
	}
	return sum
}
