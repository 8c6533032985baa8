package bugs

import (
	"slices"
	"testing"
)

// TestOrderOf holds the functions of order of numbers, with equal ones.
func TestOrderOf(t *testing.T) {
	x := []float64{3, 1, 2, 1}
	for _, c := range []struct {
		name string
		args [][]float64
		want []float64
	}{
		{"sort", [][]float64{x}, []float64{1, 1, 2, 3}},
		{"order", [][]float64{x}, []float64{2, 4, 3, 1}},
		{"rank", [][]float64{x}, []float64{4, 1, 3, 2}},
		{"rank", [][]float64{x, {2}}, []float64{2}},
		{"ranked", [][]float64{x, {3}}, []float64{2}},
		{"interp.lin", [][]float64{{1.5}, {1, 2, 4}, {0, 10, 30}}, []float64{5}},
		{"interp.lin", [][]float64{{2}, {1, 2, 4}, {0, 10, 30}}, []float64{10}},
		{"interp.lin", [][]float64{{0}, {1, 2, 4}, {7, 10, 30}}, []float64{7}},
		{"interp.lin", [][]float64{{9}, {1, 2, 4}, {0, 10, 30}}, []float64{30}},
	} {
		got, err := orderOf(c.name, c.args)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s%v = %v, %v, want %v", c.name, c.args, got, err, c.want)
		}
	}
	for _, args := range [][][]float64{{x, {0}}, {x, {5}}} {
		if _, err := orderOf("ranked", args); err == nil {
			t.Errorf("ranked%v has no error", args)
		}
	}
}
