package bench

import (
	"context"
	"fmt"
	"math"
	"testing"

	"mpc/bench/limits"
	"mpc/models/linear_regression/linear_regression"
	"mpc/models/logistic_regression/logistic_jj96"
)

// standardized are rows with columns of mean 0 and variance 1.
func standardized(rows, columns int) ([][]float64, []float64) {
	x, y := limits.RegressionData(rows, columns)
	for k := range columns {
		mean, square := 0.0, 0.0
		for i := range x {
			mean += x[i][k]
		}
		mean /= float64(rows)
		for i := range x {
			x[i][k] -= mean
			square += x[i][k] * x[i][k]
		}
		sd := math.Sqrt(square / float64(rows))
		for i := range x {
			x[i][k] /= sd
		}
	}
	return x, y
}

func regressionOf(tb testing.TB, x [][]float64, y []float64) *linear_regression.Inference {
	inf, err := linear_regression.New(linear_regression.Data{Row: len(x), Column: len(x[0]), X: x, Y: y})
	if err != nil {
		tb.Fatal(err)
	}
	return inf
}

// TestRegressionAgrees compares with the loop written by hand after each of the first
// iterations.
func TestRegressionAgrees(t *testing.T) {
	x, y := standardized(300, 20)
	hand, inf := limits.NewRegression(x, y), regressionOf(t, x, y)
	one := linear_regression.Iterations(1)
	for n := 1; n <= 20; n++ {
		hand.Sweep()
		if _, err := inf.Run(context.Background(), one); err != nil {
			t.Fatal(err)
		}
		for k, w := range inf.W() {
			want := hand.W[k]
			if math.Abs(w.Mean()-want.Mean) > 1e-9*math.Max(1, math.Abs(want.Mean)) || math.Abs(w.Variance()/want.Variance-1) > 1e-9 {
				t.Fatalf("iteration %d: weight %d is %v, by hand %v", n, k, w, want)
			}
		}
		if got := inf.Noise().Mean(); math.Abs(got/hand.Noise-1) > 1e-9 {
			t.Fatalf("iteration %d: noise %g, by hand %g", n, got, hand.Noise)
		}
	}
}

// labels tell the rows with a positive y from the others.
func labels(y []float64) []bool {
	list := make([]bool, len(y))
	for i := range y {
		list[i] = y[i] > 0
	}
	return list
}

func logisticOf(tb testing.TB, x [][]float64, y []float64) *logistic_jj96.Inference {
	inf, err := logistic_jj96.New(logistic_jj96.Data{Feature: len(x[0]), Item: len(x), X: x, Label: labels(y)})
	if err != nil {
		tb.Fatal(err)
	}
	return inf
}

// TestLogisticAgrees does the same for the logistic regression with a bound.
func TestLogisticAgrees(t *testing.T) {
	x, y := standardized(300, 20)
	hand, inf := limits.NewLogistic(x, labels(y)), logisticOf(t, x, y)
	one := logistic_jj96.Iterations(1)
	for n := 1; n <= 20; n++ {
		hand.Sweep()
		if _, err := inf.Run(context.Background(), one); err != nil {
			t.Fatal(err)
		}
		for k, w := range inf.W() {
			want := hand.W[k]
			if math.Abs(w.Mean()-want.Mean) > 1e-9*math.Max(1, math.Abs(want.Mean)) || math.Abs(w.Variance()/want.Variance-1) > 1e-9 {
				t.Fatalf("iteration %d: weight %d is %v, by hand %v", n, k, w, want)
			}
		}
	}
}

// BenchmarkColumns measures one iteration of a regression by VMP, per row and column, and
// that of the loop written by hand. An entry takes no longer where there are more columns:
// summing up a row for each of its entries would take ten times as long with 200 as with 20.
func BenchmarkColumns(b *testing.B) {
	const rows = 1000
	for _, columns := range []int{20, 200} {
		x, y := standardized(rows, columns)
		per := func(b *testing.B) {
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/rows/float64(columns), "ns/entry")
		}
		b.Run(fmt.Sprintf("regression/%d", columns), func(b *testing.B) {
			inf := regressionOf(b, x, y)
			one := linear_regression.Iterations(1)
			for b.Loop() {
				if _, err := inf.Run(context.Background(), one); err != nil {
					b.Fatal(err)
				}
			}
			per(b)
		})
		b.Run(fmt.Sprintf("regression_by_hand/%d", columns), func(b *testing.B) {
			hand := limits.NewRegression(x, y)
			for b.Loop() {
				hand.Sweep()
			}
			per(b)
		})
		b.Run(fmt.Sprintf("logistic/%d", columns), func(b *testing.B) {
			inf := logisticOf(b, x, y)
			one := logistic_jj96.Iterations(1)
			for b.Loop() {
				if _, err := inf.Run(context.Background(), one); err != nil {
					b.Fatal(err)
				}
			}
			per(b)
		})
		b.Run(fmt.Sprintf("logistic_by_hand/%d", columns), func(b *testing.B) {
			hand := limits.NewLogistic(x, labels(y))
			for b.Loop() {
				hand.Sweep()
			}
			per(b)
		})
	}
}
