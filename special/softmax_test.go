package special

import (
	"math"
	"testing"
)

func TestSoftmax(t *testing.T) {
	for _, c := range []struct {
		x     []float64
		total float64
		p     []float64
	}{
		{[]float64{0, 0}, math.Ln2, []float64{0.5, 0.5}},
		{[]float64{math.Log(1), math.Log(2), math.Log(5)}, math.Log(8), []float64{0.125, 0.25, 0.625}},
		{[]float64{1000, 1000 + math.Log(3)}, 1000 + math.Log(4), []float64{0.25, 0.75}},
		{[]float64{-2000, -2000}, -2000 + math.Ln2, []float64{0.5, 0.5}},
		{[]float64{math.Inf(-1), 3}, 3, []float64{0, 1}},
	} {
		if got := LogTotal(c.x); math.Abs(got-c.total) > 1e-13*math.Max(1, math.Abs(c.total)) {
			t.Errorf("LogTotal(%v) = %v, want %v", c.x, got, c.total)
		}
		for k, p := range Softmax(append([]float64(nil), c.x...)) {
			if math.Abs(p-c.p[k]) > 1e-12 {
				t.Errorf("Softmax(%v)[%d] = %v, want %v", c.x, k, p, c.p[k])
			}
		}
	}
	for _, x := range [][]float64{{math.NaN(), 1}, {1, math.Inf(1)}} {
		if got := LogTotal(x); !math.IsNaN(got) {
			t.Errorf("LogTotal(%v) = %v", x, got)
		}
	}
	if got := LogTotal(nil); !math.IsInf(got, -1) {
		t.Errorf("LogTotal of nothing is %v", got)
	}
}
