package models_test

import (
	"context"
	"reflect"
	"testing"

	"mpc/models/linear_regression/linear_regression"
)

// TestLinearRegressionProgress holds that each iteration is reported once, in order, also those of
// a run that goes on; that what has converged is not computed again; and that data
// that are set, if only to the same values, begin anew.
func TestLinearRegressionProgress(t *testing.T) {
	d, _ := linearRegressionRead(t)
	inf, err := linear_regression.New(d)
	if err != nil {
		t.Fatal(err)
	}
	run := func(opts ...linear_regression.Option) (calls []int) {
		t.Helper()
		count := linear_regression.Progress(func(s linear_regression.Summary) bool {
			calls = append(calls, s.Iterations)
			return true
		})
		if _, err := inf.Run(context.Background(), append(opts, count)...); err != nil {
			t.Fatal(err)
		}
		return calls
	}
	upTo := func(from, to int) (list []int) {
		for n := from; n <= to; n++ {
			list = append(list, n)
		}
		return list
	}
	ten := linear_regression.Iterations(10)
	if got := run(ten); !reflect.DeepEqual(got, upTo(1, 10)) {
		t.Errorf("ten iterations are reported as %v", got)
	}
	if got := run(ten); !reflect.DeepEqual(got, upTo(11, 20)) {
		t.Errorf("ten more are reported as %v", got)
	}
	if got := run(); len(got) == 0 || got[0] != 21 {
		t.Errorf("the iterations to the end are reported as %v", got)
	}
	if got := run(); got != nil {
		t.Errorf("iterations after the end: %v", got)
	}
	if err := inf.SetY(d.Y); err != nil {
		t.Fatal(err)
	}
	if got := run(ten); !reflect.DeepEqual(got, upTo(1, 10)) {
		t.Errorf("after data are set ten iterations are reported as %v", got)
	}
}

// TestLinearRegressionNewData holds that data that are set one after the other give, each, what they
// give in an inference of their own, after few iterations too.
func TestLinearRegressionNewData(t *testing.T) {
	d, _ := linearRegressionRead(t)
	moved := make([]float64, len(d.Y))
	for i, y := range d.Y {
		moved[i] = 10 - 2*y
	}
	inf, err := linear_regression.New(d)
	if err != nil {
		t.Fatal(err)
	}
	for turn, y := range [][]float64{d.Y, moved, d.Y} {
		if err := inf.SetY(y); err != nil {
			t.Fatal(err)
		}
		alone := d
		alone.Y = y
		other, err := linear_regression.New(alone)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range []*linear_regression.Inference{inf, other} {
			if _, err := x.Run(context.Background(), linear_regression.Iterations(5)); err != nil {
				t.Fatal(err)
			}
		}
		if !reflect.DeepEqual(inf.W(), other.W()) || inf.Noise() != other.Noise() || inf.Bias() != other.Bias() {
			t.Errorf("turn %d: %v, %v; in an inference of their own %v, %v", turn, inf.W(), inf.Noise(), other.W(), other.Noise())
		}
	}
}
