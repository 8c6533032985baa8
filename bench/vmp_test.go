package bench

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"mpc/bench/gaussian"
	"mpc/models/linear_regression/linear_regression"
)

// draws are n draws of a normal distribution.
func draws(n int) []float64 {
	r := rand.New(rand.NewPCG(1, 2))
	x := make([]float64, n)
	for i := range x {
		x[i] = 3 + r.NormFloat64()/2
	}
	return x
}

// TestGaussian: the factors of all draws send messages to one mean and one
// precision; memory does not grow by them.
func TestGaussian(t *testing.T) {
	const n = 100000
	data := gaussian.Data{X: draws(n)}
	sum, squares := 0.0, 0.0
	for _, x := range data.X {
		sum += x
	}
	mean := sum / n
	for _, x := range data.X {
		squares += (x - mean) * (x - mean)
	}
	var inf *gaussian.Inference
	bytes := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			var err error
			if inf, err = gaussian.New(data); err != nil {
				b.Fatal(err)
			}
			if s, err := inf.Run(context.Background()); err != nil || !s.Converged {
				b.Fatal(err, s)
			}
		}
	}).AllocedBytesPerOp()
	if bytes > 8*n+20000 {
		t.Errorf("%d bytes for %d draws, which take %d", bytes, n, 8*n)
	}
	if got := inf.Mean(); math.Abs(got.Mean()-mean) > 1e-6 || math.Abs(got.Variance()/(squares/n/n)-1) > 1e-3 {
		t.Errorf("mean is %v, want %g and variance %g", got, mean, squares/n/n)
	}
	if got := inf.Precision(); math.Abs(got.Mean()/(n/squares)-1) > 1e-3 {
		t.Errorf("precision is %v, want mean %g", got, n/squares)
	}
}

// BenchmarkVMP measures one iteration, per row of the data.
func BenchmarkVMP(b *testing.B) {
	for _, n := range []int{1000, 1000000} {
		b.Run(fmt.Sprintf("gaussian/%d", n), func(b *testing.B) {
			b.ReportAllocs()
			inf, err := gaussian.New(gaussian.Data{X: draws(n)})
			if err != nil {
				b.Fatal(err)
			}
			one := gaussian.Iterations(1)
			for b.Loop() {
				if _, err := inf.Run(context.Background(), one); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/row")
		})
	}
	for _, n := range []int{1000, 100000} {
		b.Run(fmt.Sprintf("regression/%d", n), func(b *testing.B) {
			b.ReportAllocs()
			inf, err := linear_regression.New(regressionData(n))
			if err != nil {
				b.Fatal(err)
			}
			one := linear_regression.Iterations(1)
			for b.Loop() {
				if _, err := inf.Run(context.Background(), one); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/row")
		})
	}
}

// regressionData are n rows of ten columns.
func regressionData(n int) linear_regression.Data {
	r := rand.New(rand.NewPCG(3, 4))
	d := linear_regression.Data{Row: n, Column: 10}
	for range n {
		row, y := make([]float64, 10), r.NormFloat64()
		for k := range row {
			row[k] = r.NormFloat64()
			y += row[k] * float64(k-3)
		}
		d.X, d.Y = append(d.X, row), append(d.Y, y)
	}
	return d
}
