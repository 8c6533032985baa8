package bugs

import (
	"math"
	"strconv"
	"strings"

	"mpc/lang"
)

// vectorOutside says what is wrong with the start of a vector or a matrix whose elements stand at some places of an array: what a
// ddirch draws sums to 1, and what a dwish draws is symmetric and positive definite. It is "" for nothing.
func (t *translator) vectorOutside(s *site, a *Array, places, dim []int) string {
	x := make([]float64, len(places))
	for i, p := range places {
		if a.Missing != nil && a.Missing[p] {
			return ""
		}
		x[i] = a.Values[p]
	}
	switch alias(s.Dist.Fun) {
	case "ddirch":
		sum := 0.0
		for i, p := range x {
			if !(p > 0) {
				return t.elementAt(s.Target.Name, a, places[i]) + " starts at " + inShort(p) + ", and " + s.Dist.String() + " draws numbers above 0 that sum to 1"
			}
			sum += p
		}
		if math.Abs(sum-1) > 1e-9 {
			return s.Target.Name + " starts at numbers of the sum " + strconv.FormatFloat(sum, 'g', 10, 64) + ", and " + s.Dist.String() + " draws numbers above 0 that sum to 1"
		}
	case "dwish":
		const draws = " draws matrices that are symmetric and positive definite"
		if len(dim) != 2 || dim[0] != dim[1] {
			return ""
		}
		n := dim[0]
		for i := range n {
			for j := range i {
				if math.Abs(x[i*n+j]-x[j*n+i]) > 1e-9*math.Sqrt(math.Abs(x[i*n+i]*x[j*n+j])) {
					return t.elementAt(s.Target.Name, a, places[j*n+i]) + " starts at " + inShort(x[j*n+i]) + " and " + t.elementAt(s.Target.Name, a, places[i*n+j]) + " at " +
						inShort(x[i*n+j]) + ", and " + s.Dist.String() + draws
				}
			}
		}
		if !isDefinite(x, n) {
			return s.Target.Name + " starts at a matrix that is not positive definite, " + matrixText(x, n) + ", and " + s.Dist.String() + draws
		}
	}
	return ""
}

// matrixText writes a matrix row by row, where it is small.
func matrixText(x []float64, n int) string {
	if n > 4 {
		return "of " + strconv.Itoa(n) + " rows"
	}
	var rows []string
	for i := range n {
		var row []string
		for _, v := range x[i*n : (i+1)*n] {
			row = append(row, inShort(v))
		}
		rows = append(rows, "["+strings.Join(row, ", ")+"]")
	}
	return "[" + strings.Join(rows, ", ") + "]"
}

// reportVector reports the start of a vector or a matrix that its distribution does not draw; it tells whether there is one.
func (t *translator) reportVector(s *site, a *Array, places, dim []int, v *evaluation) bool {
	text := t.vectorOutside(s, a, places, dim)
	if text == "" {
		return false
	}
	place(t.started.Errorf(s.Target.At, lang.CodeArguments, "%s%s", text, t.iteration(s, v)), a)
	return true
}
