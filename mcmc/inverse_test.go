package mcmc

import (
	"math"
	"testing"
)

// The inverse of a matrix of the data is computed once, and is NaN of one that has none.
func TestInverse(t *testing.T) {
	var w VectorWork
	w.Reset(2)
	a := []float64{2, -1, 0, -1, 2, 0.5, 0, 0.5, 1}
	got := w.Inverse(a)
	for i := range 3 {
		for j := range 3 {
			sum := 0.0
			for k := range 3 {
				sum += a[3*i+k] * got[3*k+j]
			}
			want := 0.0
			if i == j {
				want = 1
			}
			if math.Abs(sum-want) > 1e-14 {
				t.Errorf("entry %d, %d of the product is %v", i, j, sum)
			}
		}
	}
	if again := w.Inverse(a); &again[0] != &got[0] {
		t.Error("computed twice")
	}
	if x := w.Inverse([]float64{1, 2, 2, 1}); !math.IsNaN(x[0]) || !math.IsNaN(x[3]) {
		t.Errorf("%v of a matrix that is not positive definite", x)
	}
	if len(w.Inverse(nil)) != 0 {
		t.Error("of no matrix")
	}
}
