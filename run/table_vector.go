package run

import (
	"fmt"
	"math"
	"strings"

	"mpc/model"
)

// components appends a row for each component of a vector or a matrix; false for
// another distribution.
func components(rows *[]row, v map[string]any, at []string, as naming) bool {
	name, _ := v["dist"].(string)
	var mean, variance []float64
	f, d := decoded(v)
	if f != nil && f.Vector() {
		mean, _ = f.Mean(d).([]float64)
		variance, _ = f.Variance(d).([]float64)
	} else if list, ok := v["value"].([]any); ok && name == "point" {
		mean = flatNumbers(nil, list)
		variance = make([]float64, len(mean))
	}
	if mean == nil || len(mean) != len(variance) {
		return false
	}
	label := func(k int) string {
		if n := len(at); n < len(as.labels) && k < len(as.labels[n]) {
			return as.labels[n][k]
		}
		return fmt.Sprint(k)
	}
	width := 0 // of the rows of a matrix
	if f != nil && f.Dimensions() == 2 {
		width = int(math.Sqrt(float64(len(mean))) + 0.5)
	}
	for i, m := range mean {
		index := append(at[:len(at):len(at)], label(i))
		if width > 0 {
			index = append(at[:len(at):len(at)], label(i/width), label(i%width))
		}
		sd, q := math.Sqrt(variance[i]), componentQuantiles(d, i, m)
		*rows = append(*rows, row{name: strings.Join(index, ", "), mean: m, sd: sd, q: q, cells: []string{number(m), number(sd), number(q[0]), number(q[1]), number(q[2]), ""}})
	}
	return true
}

// flatNumbers appends the numbers of nested lists.
func flatNumbers(to []float64, list []any) []float64 {
	for _, x := range list {
		switch x := x.(type) {
		case float64:
			to = append(to, x)
		case []any:
			to = flatNumbers(to, x)
		}
	}
	return to
}

// sizeLabels are the labels of the components of a vector, or of the values of a whole
// number that is a member of a range.
func sizeLabels(v *model.Variable, r *Result) [][]string {
	if len(v.Sizes) == 0 {
		return nil
	}
	if s := v.Sizes[0]; s.Op == model.OpInput && s.Type.Kind == model.RangeKind {
		return [][]string{r.Labels[s.Input.Name]}
	}
	return nil
}
