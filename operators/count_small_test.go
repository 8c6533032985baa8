package operators

import (
	"math"
	"testing"

	"mpc/special"
)

// TestSmallCounts: a count keeps the log of its probability where that of 0 rounds to 1, and those
// of a binomial that of n does.
func TestSmallCounts(t *testing.T) {
	for _, rate := range []float64{1e-3, 1e-10, 1e-17, 1e-100, 1e-300, 5e-324} {
		for k := 1; k < 6; k++ {
			lg, _ := math.Lgamma(float64(k) + 1)
			want := float64(k)*special.LogFull(rate) - rate - lg
			if got := PoissonEvidenceKnown(k, rate); !(math.Abs(got-want) < 1e-13*math.Abs(want)) {
				t.Errorf("poisson(%g) of %d: %v, want %v", rate, k, got, want)
			}
			const n = 7
			all, _ := math.Lgamma(n + 1)
			rest, _ := math.Lgamma(float64(n-k) + 1)
			want = all - lg - rest + float64(k)*special.LogFull(rate) + float64(n-k)*math.Log1p(-rate)
			if got := BinomialEvidenceKnown(k, n, rate); !(math.Abs(got-want) < 1e-13*math.Abs(want)) {
				t.Errorf("binomial(%d, %g) of %d: %v, want %v", n, rate, k, got, want)
			}
		}
	}
	const p = 1 - 0x1p-53
	if got, want := BinomialEvidenceKnown(1, 3, p), math.Log(3)-106*math.Ln2; !(math.Abs(got-want) < 1e-13*math.Abs(want)) {
		t.Errorf("binomial(3, 1 - 2^-53) of 1: %v, want %v", got, want)
	}
}
