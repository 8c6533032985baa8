package agree

import (
	"fmt"
	"math"
)

// vector compares a parameter that is a vector or a matrix, entry by entry: a mean
// in units of its size or sd, a matrix by the roots of its diagonal.
func (d *difference) vector(name string, got any, want []any, of map[string]any) {
	list, ok := got.([]any)
	if !ok || len(list) != len(want) {
		d.errorf("%s is %v, want %v", name, got, want)
		return
	}
	for i, w := range want {
		at := fmt.Sprintf("%s[%d]", name, i)
		row, isRow := w.([]any)
		if !isRow {
			x, isNumber := w.(float64)
			y, ok := list[i].(float64)
			if !isNumber || !ok {
				d.value(at, list[i], w)
				continue
			}
			scale := math.Abs(x)
			if v, ok := of["covariance"].([]any); ok {
				scale = math.Max(scale, math.Sqrt(entry(v, i, i)))
			}
			d.number(at, y, x, scale)
			continue
		}
		mine, ok := list[i].([]any)
		if !ok || len(mine) != len(row) {
			d.errorf("%s is %v, want %v", name, got, want)
			return
		}
		for j := range row {
			d.number(fmt.Sprintf("%s[%d]", at, j), entry(list, i, j), entry(want, i, j), math.Sqrt(math.Abs(entry(want, i, i)*entry(want, j, j))))
		}
	}
}

// entry is an entry of a matrix of JSON numbers.
func entry(m []any, i, j int) float64 {
	row, ok := m[i].([]any)
	if !ok || j >= len(row) {
		return math.NaN()
	}
	x, ok := row[j].(float64)
	if !ok {
		return math.NaN()
	}
	return x
}
