package interp_test

import (
	"fmt"
	"math"
)

// vector compares a parameter that is a vector or a matrix: a mean in units of its
// size or sd, an entry of a covariance or scale by the roots of the diagonal.
func (c *comparison) vector(name, k string, got, want any, of map[string]any) bool {
	g, ok := got.([]any)
	w, ok2 := want.([]any)
	if !ok || !ok2 {
		return false
	}
	if len(g) != len(w) {
		c.errorf("%s.%s is %v, want %v", name, k, got, want)
		return true
	}
	for i := range w {
		at := fmt.Sprintf("%s.%s[%d]", name, k, i)
		if row, ok := w[i].([]any); ok {
			mine, ok := g[i].([]any)
			if !ok || len(mine) != len(row) {
				c.errorf("%s.%s is %v, want %v", name, k, got, want)
				return true
			}
			for j := range row {
				c.near(fmt.Sprintf("%s[%d]", at, j), mine[j].(float64), row[j].(float64), math.Sqrt(diagonal(w, i)*diagonal(w, j)))
			}
			continue
		}
		x, y := g[i].(float64), w[i].(float64)
		scale := math.Abs(y)
		if v, ok := of["covariance"].([]any); ok && k == "mean" {
			scale = math.Max(scale, math.Sqrt(diagonal(v, i)))
		}
		if k == "p" || k == "value" {
			scale = math.Max(1, scale)
		}
		c.near(at, x, y, scale)
	}
	return true
}

func diagonal(m []any, i int) float64 { return m[i].([]any)[i].(float64) }
