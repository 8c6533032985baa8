package latent

import (
	"math"
	"testing"

	"mpc/special"
)

// TestEven: a block of 1024 points has one in each of 1024 slices of each dimension, and of normals that points stand for no two
// are correlated.
func TestEven(t *testing.T) {
	const n, dimensions = 1 << 14, len(evenPolynomials) + 3
	e := newEven()
	var product [dimensions][dimensions]float64
	var slices [dimensions][1024]int
	for range n {
		e.step()
		var u [dimensions]float64
		for k := range u {
			x := e.at(k)
			if k < len(e.state) {
				slices[k][int(x*1024)]++
			}
			u[k] = special.NormalQuantile(x)
		}
		for i := range u {
			for j := range i + 1 {
				product[i][j] += u[i] * u[j] / n
			}
		}
	}
	for i := range dimensions {
		for at, count := range slices[i] {
			if i < len(e.state) && (count < n/1024-1 || count > n/1024+1) {
				t.Fatalf("dimension %d: slice %d has %d points", i, at, count)
			}
		}
		for j := range i + 1 {
			want := 0.0
			if i == j {
				want = 1
			}
			within := 0.003
			if i >= len(e.state) {
				within = 0.03
			}
			if math.Abs(product[i][j]-want) > within {
				t.Errorf("dimensions %d and %d: %v", i, j, product[i][j])
			}
		}
	}
}
