package special

import (
	"math"
	"testing"
)

func TestLogSum(t *testing.T) {
	inf, nan := math.Inf(-1), math.NaN()
	for _, row := range []struct {
		list []float64
		want float64
	}{
		{nil, inf},
		{[]float64{inf, inf}, inf},
		{[]float64{inf, -3}, -3},
		{[]float64{0, 0, 0}, math.Log(3)},
		{[]float64{1, 2, 3}, 3 + math.Log(1+math.Exp(-1)+math.Exp(-2))},
		{[]float64{3, inf, 2, 1}, 3 + math.Log(1+math.Exp(-1)+math.Exp(-2))},
		{[]float64{-1e5, -1e5 + 1}, -1e5 + math.Log(1+math.E)},
		{[]float64{1e5, -1e5}, 1e5},
		{[]float64{1, nan}, nan},
		{[]float64{nan, 1}, nan},
	} {
		var s LogSum
		for _, x := range row.list {
			s.Add(x)
		}
		if got := s.Log(); math.Abs(got-row.want) > 1e-11 || math.IsNaN(got) != math.IsNaN(row.want) {
			t.Errorf("%v: %v, want %v", row.list, got, row.want)
		}
	}
}
