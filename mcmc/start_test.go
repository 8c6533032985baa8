package mcmc

import (
	"math"
	"testing"
)

// TestStart: first values are no further out than a chain recovers from, and where they are
// to be.
func TestStart(t *testing.T) {
	for precision, want := range map[float64]float64{0: 0.01, -1: 0.01, 1e-9: 0.01, 0.01: 0.01, 4: 4} {
		if got := StartPrecision(precision); got != want {
			t.Errorf("a precision of %g: %g", precision, got)
		}
	}
	s := NewStream(1, 0)
	const n = 4000
	mean := 0.0
	for range n {
		x := StartGamma(s, 0.001, 0.002)
		if !(x > 0) {
			t.Fatalf("a gamma of %g", x)
		}
		mean += x / n
	}
	if !(math.Abs(mean-0.5) < 0.05) {
		t.Errorf("the mean of a vague gamma is %g, not 0.5", mean)
	}
	if x := StartGamma(s, 0, 1); x != 1 {
		t.Errorf("no gamma: %g", x)
	}
	inf := math.Inf(1)
	for _, x := range []struct{ at, lo, hi float64 }{{0.5, 0, 1}, {-3, 0, 1}, {2, 0, 1}, {-3, 0, inf}, {3, -inf, 0}, {7, -inf, inf}} {
		got := Inside(s, x.at, x.lo, x.hi)
		if !(x.lo < got && got < x.hi) || x.lo < x.at && x.at < x.hi && got != x.at {
			t.Errorf("%+v: %g", x, got)
		}
	}
}

// TestOneSide: runs of tries give up one bound and then the other, each as long as all
// before; there is room between what is left, next to the bound where there is an end.
func TestOneSide(t *testing.T) {
	inf := math.Inf(1)
	for try, upper := range []bool{true, false, true, true, false, false, false, false, true} {
		lo, hi := OneSide(try, 2, 1, -inf, inf)
		if upper && !(lo == 2 && hi == inf) || !upper && !(lo == -inf && hi == 1) {
			t.Errorf("try %d: %v to %v", try, lo, hi)
		}
		lo, hi = OneSide(try, 2, 1, 0, 3)
		if upper && !(lo == 2 && hi > 2 && hi < 2.1) || !upper && !(lo > 0.9 && lo < 1 && hi == 1) {
			t.Errorf("try %d, between 0 and 3: %v to %v", try, lo, hi)
		}
	}
	if lo, hi := OneSide(0, 3, 1, 0, 3); lo != 3 || hi != 1 {
		t.Errorf("above its prior: %v to %v", lo, hi)
	}
}
