package mcmc

import (
	"math"
	"testing"
)

// TestEigen multiplies the matrix of a ring, whose eigenvalues are known, with its vectors.
func TestEigen(t *testing.T) {
	const k = 7
	ring := make([]float64, k*k)
	for i := range k {
		j := (i + 1) % k
		ring[i*k+j], ring[j*k+i] = 1, 1
	}
	u := append([]float64{}, ring...)
	values, ok := Eigen(u, k)
	if !ok || math.Abs(values[k-1]-2) > 1e-14 || math.Abs(values[0]-2*math.Cos(6*math.Pi/7)) > 1e-14 {
		t.Fatal(values, ok)
	}
	for j, l := range values {
		for i := range k {
			x := 0.0
			for m := range k {
				x += ring[i*k+m] * u[m*k+j]
			}
			if math.Abs(x-l*u[i*k+j]) > 1e-13 {
				t.Errorf("vector %d is none of the value %v", j, l)
			}
		}
	}
	if values, ok := Eigen(nil, 0); !ok || len(values) != 0 {
		t.Error("no rows:", values)
	}
}
