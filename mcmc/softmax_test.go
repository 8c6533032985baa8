package mcmc

import (
	"math"
	"testing"
)

// TestSoftmaxDensities: the densities by log odds are those by probabilities, and stay
// finite where a probability is below the smallest number.
func TestSoftmaxDensities(t *testing.T) {
	x := []float64{0.3, -1, 2}
	p := FromLogOdds(append([]float64(nil), x...))
	for k := range p {
		if a, b := LogDensityCategoricalSoftmax(k, x), LogDensityCategorical(k, p); math.Abs(a-b) > 1e-14 {
			t.Errorf("value %d: %v, by its probability %v", k, a, b)
		}
	}
	for _, counts := range [][]int{{0, 0, 0}, {1, 0, 2}, {5, 3, 9}} {
		n := counts[0] + counts[1] + counts[2]
		if a, b := LogDensityMultinomialSoftmax(counts, n, x), LogDensityMultinomial(counts, n, p); math.Abs(a-b) > 1e-12 {
			t.Errorf("counts %v: %v, by probabilities %v", counts, a, b)
		}
	}
	for _, log := range []float64{
		LogDensityCategoricalSoftmax(-1, x), LogDensityCategoricalSoftmax(3, x),
		LogDensityMultinomialSoftmax([]int{1, 0, 2}, 4, x), LogDensityMultinomialSoftmax([]int{1, -1, 2}, 2, x), LogDensityMultinomialSoftmax([]int{1, 2}, 3, x),
		LogDensityCategoricalSoftmax(0, []float64{math.NaN(), 0}),
	} {
		if !math.IsInf(log, -1) {
			t.Errorf("log density %v of what cannot be", log)
		}
	}
	if got := LogDensityCategoricalSoftmax(0, []float64{-5000, 0}); got != -5000 {
		t.Errorf("log density %v, want -5000", got)
	}
}
