package mcmc

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestDrawNormals: two and three normals have the moments of the dense inverse, and a
// matrix that is singular, or nearly, is refused.
func TestDrawNormals(t *testing.T) {
	h := []float64{1, -2, 0.5}
	p := []float64{2, 0.9, 1.5, -0.7, 0.4, 3}
	s := NewStream(11, 0)
	const draws = 100000
	for n := 2; n <= 3; n++ {
		matrix := mat.NewSymDense(n, nil)
		for i := range n {
			for j := range i + 1 {
				matrix.SetSym(i, j, p[i*(i+1)/2+j])
			}
		}
		var c mat.Cholesky
		var v mat.SymDense
		var mean mat.VecDense
		if !c.Factorize(matrix) || c.InverseTo(&v) != nil || c.SolveVecTo(&mean, mat.NewVecDense(n, h[:n])) != nil {
			t.Fatal("singular")
		}
		sum, products := make([]float64, n), mat.NewSymDense(n, nil)
		for range draws {
			x, ok := make([]float64, 3), false
			if n == 2 {
				var n Normals2
				n, ok = FactorNormals2(p[0], p[1], p[2])
				x[0], x[1] = n.Draw(s, h[0], h[1])
			} else {
				var n Normals3
				n, ok = FactorNormals3(p[0], p[1], p[2], p[3], p[4], p[5])
				x[0], x[1], x[2] = n.Draw(s, h[0], h[1], h[2])
			}
			if !ok {
				t.Fatal("no draw")
			}
			for i := range n {
				sum[i] += x[i] - mean.AtVec(i)
				for j := range i + 1 {
					products.SetSym(i, j, products.At(i, j)+(x[i]-mean.AtVec(i))*(x[j]-mean.AtVec(j)))
				}
			}
		}
		for i := range n {
			if z := sum[i] / math.Sqrt(draws*v.At(i, i)); math.Abs(z) > 4.5 {
				t.Errorf("%d normals: the mean of %d is %.1f errors off", n, i, z)
			}
			for j := range i + 1 {
				z := (products.At(i, j)/draws - v.At(i, j)) / math.Sqrt(v.At(i, i)*v.At(j, j)) * math.Sqrt(draws/2)
				if math.Abs(z) > 4.5 {
					t.Errorf("%d normals: the covariance of %d and %d is %.1f errors off", n, i, j, z)
				}
			}
		}
	}
	for _, d := range []float64{0, 1e-9, -1} {
		if _, ok := FactorNormals2(1, 1, 1+d); ok {
			t.Errorf("two normals of determinant %g are drawn", d)
		}
		if _, ok := FactorNormals3(1, 0.5, 1, 0.5, 1, 1+d); ok {
			t.Errorf("three normals of determinant %g are drawn", d)
		}
	}
	if _, ok := FactorNormals2(math.NaN(), 1, 1); ok {
		t.Error("NaN is drawn from")
	}
}
