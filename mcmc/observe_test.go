package mcmc

import (
	"math"
	"testing"
)

// Components that are not seen have the conditional distribution given the others, of any
// number of them.
func TestObserve(t *testing.T) {
	nan := math.NaN()
	mean, covariance := []float64{1, -2, 0.5}, []float64{2, 0.6, -0.3, 0.6, 1, 0.4, -0.3, 0.4, 3}
	for _, row := range []struct {
		seen           []float64
		mean, variance []float64 // of the components that are not seen
	}{
		// The mean is m + S_mo S_oo^-1 (x - m_o), the variance S_mm - S_mo S_oo^-1 S_om.
		{[]float64{nan, 0, nan}, []float64{1 + 0.6*2, 0.5 + 0.4*2}, []float64{2 - 0.36, 3 - 0.16}},
		{[]float64{nan, 0, 2}, []float64{1 + (0.6*(3*2-0.4*1.5)+-0.3*(-0.4*2+1*1.5))/(3-0.16)}, []float64{2 - (0.6*(3*0.6+0.4*0.3)-0.3*(-0.4*0.6-0.3))/(3-0.16)}},
		{[]float64{nan, nan, nan}, []float64{1, -2, 0.5}, []float64{2, 1, 3}},
	} {
		var w VectorWork
		w.Reset(3)
		if !w.AddCovariance(mean, covariance) {
			t.Fatal("not positive definite")
		}
		w.Observe(row.seen)
		var to [3]float64
		s := NewStream(1, 1)
		const n = 200000
		var sum, squares [3]float64
		for range n {
			if !DrawMvNormal(s, to[:], w.H, w.P, w.Factor) {
				t.Fatal("no draw")
			}
			Keep(to[:], row.seen)
			k := 0
			for i, x := range row.seen {
				if !math.IsNaN(x) {
					if to[i] != x {
						t.Fatalf("component %d is %v, seen %v", i, to[i], x)
					}
					continue
				}
				sum[k] += to[i]
				squares[k] += to[i] * to[i]
				k++
			}
		}
		if k := len(row.mean); Lacks(row.seen) != (k > 0) {
			t.Errorf("%v lacks %d", row.seen, k)
		}
		for k, want := range row.mean {
			m := sum[k] / n
			v := squares[k]/n - m*m
			if math.Abs(m-want) > 5*math.Sqrt(row.variance[k]/n) || math.Abs(v/row.variance[k]-1) > 0.02 {
				t.Errorf("%v: component %d has mean %v, variance %v, want %v, %v", row.seen, k, m, v, want, row.variance[k])
			}
		}
		MeanMvNormal(to[:], w.H, w.Factor)
		k := 0
		for i, x := range row.seen {
			want := x
			if math.IsNaN(x) {
				want = row.mean[k]
				k++
			}
			if math.Abs(to[i]-want) > 1e-12 {
				t.Errorf("%v: mean %v of component %d, want %v", row.seen, to[i], i, want)
			}
		}
	}
	if Lacks([]float64{1, 2}) {
		t.Error("nothing is missing")
	}
}
