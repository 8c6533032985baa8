package mcmc

import (
	"math"
	"slices"
	"testing"

	"mpc/special"
)

// The tests of this package compare draws with distributions. All seeds are fixed,
// so that a test that passes always passes; of other seeds, one comparison in a
// million would fail although the draws are right.
const falseAlarm = 1e-6

// fits compares draws with a continuous distribution function by the statistic of
// Kolmogorov and Smirnov, whose tail is 2 exp(-2 n D^2).
func fits(t *testing.T, name string, draws []float64, cdf func(float64) float64) {
	t.Helper()
	p := make([]float64, len(draws))
	for i, x := range draws {
		p[i] = cdf(x)
		if !(p[i] >= 0 && p[i] <= 1) {
			t.Errorf("%s: draw %v has the probability %v below it", name, x, p[i])
			return
		}
	}
	slices.Sort(p)
	n, worst := float64(len(p)), 0.0
	for i, x := range p {
		worst = max(worst, float64(i+1)/n-x, x-float64(i)/n)
	}
	if limit := math.Sqrt(math.Log(2/falseAlarm) / (2 * n)); worst > limit {
		t.Errorf("%s: the draws are %.4f from the distribution, more than %.4f", name, worst, limit)
	}
}

// counts compares how often each of the values 0.. was drawn, with all above the
// last in it, with the probabilities of them, by chi-square. Cells are joined until
// ten are expected in each.
func counts(t *testing.T, name string, seen []int, p []float64) {
	t.Helper()
	n := 0
	for _, c := range seen {
		n += c
	}
	chi, cells, wanted, got := 0.0, 0, 0.0, 0.0
	restP, restSeen := 0.0, n
	for _, x := range p {
		restP += x
	}
	if math.Abs(restP-1) > 1e-9 {
		t.Fatalf("%s: the probabilities have the sum %v", name, restP)
	}
	for k, c := range seen {
		if p[k] == 0 && c > 0 {
			t.Errorf("%s: %d was drawn, whose probability is 0", name, k)
		}
		wanted, got = wanted+p[k]*float64(n), got+float64(c)
		restP, restSeen = restP-p[k], restSeen-c
		if wanted >= 10 && restP*float64(n) >= 10 || k == len(seen)-1 {
			if wanted > 0 {
				chi += (got - wanted) * (got - wanted) / wanted
				cells++
			}
			wanted, got = 0, 0
		}
	}
	if q := special.GammaUpperRegularized(float64(cells-1)/2, chi/2); cells > 1 && q < falseAlarm {
		t.Errorf("%s: chi-square is %.1f in %d cells, which has the probability %.2g", name, chi, cells, q)
	}
}

// averages compares a mean of n independent draws with that wanted, whose standard
// deviation is given, with the normal quantile of falseAlarm.
func averages(t *testing.T, name string, n int, got, want, sd float64) {
	t.Helper()
	if z := (got - want) / sd * math.Sqrt(float64(n)); !(math.Abs(z) < 4.9) {
		t.Errorf("%s: the mean of %d draws is %v, %.1f standard errors from %v", name, n, got, z, want)
	}
}

// drawn returns n draws.
func drawn(n int, draw func() float64) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = draw()
	}
	return x
}

// TestFits: draws that are a little off do fail.
func TestFits(t *testing.T) {
	s := NewStream(1, 0)
	var inner testing.T
	fits(&inner, "shifted", drawn(100000, func() float64 { return s.Normal() + 0.05 }), special.NormalCdf)
	if !inner.Failed() {
		t.Error("a shift of 0.05 standard deviations passes")
	}
	var other testing.T
	counts(&other, "a die", []int{1000, 1000, 1300}, []float64{1.0 / 3, 1.0 / 3, 1.0 / 3})
	if !other.Failed() {
		t.Error("a loaded die passes")
	}
}
