package mcmc

import (
	"math"
	"testing"
)

// TestStart: first values are typical ones, no further out than a chain recovers from, and where
// they are to be.
func TestStart(t *testing.T) {
	for precision, want := range map[float64]float64{0: 1, -1: 1, 1e-9: 1, 0.01: 1, 4: 4} {
		if got := StartPrecision(precision); got != want {
			t.Errorf("a precision of %g: %g", precision, got)
		}
	}
	if a, b := WidePrecision(1e-9), WidePrecision(4); a != 0.01 || b != 4 {
		t.Errorf("drawn again with precisions of %g and %g", a, b)
	}
	s := NewStream(1, 0)
	inf := math.Inf(1)
	for _, x := range []struct {
		name             string
		draw             func() float64
		low, high, mean  float64
		tenth, nineTenth float64 // bounds that so many draws keep to
	}{
		{"vague gamma", func() float64 { return StartGamma(s, 0.001, 0.002) }, 0, inf, 0.5, 0.2, 0.9},
		{"wide gamma", func() float64 { return StartGamma(s, 1, 0.001) }, 0, inf, 1, 0.3, 2},
		{"informative gamma", func() float64 { return StartGamma(s, 100, 1) }, 0, inf, 100, 80, 120},
		{"beta", func() float64 { return StartBeta(s, 0.01, 0.01) }, 0, 1, 0.5, 0.05, 0.95},
		{"share", func() float64 { return StartUniform(s, 0, 1) }, 0.25, 0.75, 0.5, 0.25, 0.75},
		{"scale", func() float64 { return StartUniform(s, 0, 1000) }, 0.5, 1.5, 1, 0.5, 1.5},
		{"scale from above 0", func() float64 { return StartUniform(s, 0.5, 50) }, 1, 2, 1.5, 1, 2},
		{"negative", func() float64 { return StartUniform(s, -10, -0.001) }, -1.501, -0.501, -1.001, -1.501, -0.501},
		{"year", func() float64 { return StartUniform(s, 1900, 2000) }, 1925, 1975, 1950, 1925, 1975},
		{"line", func() float64 { return StartUniform(s, -1e10, 1e10) }, -1, 1, 0, -1, 1},
		{"one side", func() float64 { return StartUniform(s, -1e10, 0.5) }, -1.5, 0, -0.75, -1.5, 0},
		{"half normal", func() float64 { return StartTruncatedNormal(s, 0, 1000, 0, inf) }, 0, inf, math.Sqrt(2 / math.Pi), 0.05, 2},
		{"far bound", func() float64 { return StartTruncatedNormal(s, 0, 1000, 50, inf) }, 50, inf, 76.3, 50, 140},
		{"cauchy", func() float64 {
			return Median(DrawCauchy(s, 0, 1), DrawCauchy(s, 0, 1), DrawCauchy(s, 0, 1))
		}, -inf, inf, 0, -2, 2},
	} {
		const n = 4000
		mean, within := 0.0, 0
		for range n {
			v := x.draw()
			if !(v >= x.low && v <= x.high) {
				t.Fatalf("%s: %g", x.name, v)
			}
			mean += v / n
			if v >= x.tenth && v <= x.nineTenth {
				within++
			}
		}
		if x.name != "cauchy" && !(math.Abs(mean-x.mean) < 0.05*max(math.Abs(x.mean), 1)) {
			t.Errorf("the mean of a %s is %g, not %g", x.name, mean, x.mean)
		}
		if within < n*85/100 {
			t.Errorf("%s: %d of %d draws from %g to %g", x.name, within, n, x.tenth, x.nineTenth)
		}
	}
	if x := StartGamma(s, 0, 1); x != 1 {
		t.Errorf("no gamma: %g", x)
	}
	if x := StartUniform(s, 3, 3); x != 3 {
		t.Errorf("an interval of one number: %g", x)
	}
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
