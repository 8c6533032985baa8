package bugs

import (
	"fmt"
	"sort"
)

// orderOf computes sort, rank, ranked, order and interp.lin of numbers, as order.go says them.
func orderOf(name string, args [][]float64) ([]float64, error) {
	x := args[0]
	sorted := append([]float64{}, x...)
	sort.Float64s(sorted)
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool { return x[order[i]] < x[order[j]] })
	at := func() (int, bool) { // the place that is asked for, from 0
		if len(args) != 2 || len(args[1]) != 1 || !(args[1][0] >= 1 && args[1][0] <= float64(len(x))) {
			return 0, false
		}
		return int(args[1][0]) - 1, true
	}
	switch {
	case name == "sort" && len(args) == 1:
		return sorted, nil
	case name == "order" && len(args) == 1:
		y := make([]float64, len(x))
		for k, i := range order {
			y[k] = float64(i + 1)
		}
		return y, nil
	case name == "rank" && len(args) == 1:
		y := make([]float64, len(x))
		for k, i := range order {
			y[i] = float64(k + 1)
		}
		return y, nil
	case name == "rank":
		if k, ok := at(); ok {
			return []float64{float64(sort.Search(len(x), func(i int) bool { return sorted[i] > x[k] }))}, nil
		}
	case name == "ranked":
		if k, ok := at(); ok {
			return []float64{sorted[k]}, nil
		}
	case name == "interp.lin" && len(args) == 3 && len(x) == 1:
		return interpolate(x[0], args[1], args[2])
	}
	return nil, fmt.Errorf("its arguments are not those that it takes")
}

// interpolate is the value at e of the line through points of ascending x, constant beyond them.
func interpolate(e float64, x, y []float64) ([]float64, error) {
	if len(x) != len(y) || len(x) < 2 {
		return nil, fmt.Errorf("both rows have as many numbers, two or more; here %d and %d", len(x), len(y))
	}
	k := sort.SearchFloat64s(x, e)
	switch {
	case k == 0:
		return y[:1], nil
	case k == len(x):
		return y[k-1:], nil
	}
	return []float64{y[k-1] + (y[k]-y[k-1])*(e-x[k-1])/(x[k]-x[k-1])}, nil
}
