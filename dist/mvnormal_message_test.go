package dist

import (
	"math"
	"testing"
)

// TestLogMessage: with its constant a message of a dot product a'x is the density of that, whose integral
// over a normal x is the density of what was seen; also far from 0, and of what says nothing.
func TestLogMessage(t *testing.T) {
	d, err := MvNormalMeanCovariance([]float64{1e6, -2}, []float64{2, 0.5, 0.5, 1})
	if err != nil {
		t.Fatal(err)
	}
	a := []float64{3, -0.5}
	for _, c := range []struct{ seen, variance float64 }{{3e6, 0.25}, {3e6 + 4, 1e-6}, {2.9e6, 7}, {3e6 + 1, 1e9}} {
		p := 1 / c.variance
		m := MvNormalUniform(2)
		for i := range a {
			m.H[i] = a[i] * p * c.seen
			for j := range a {
				m.P[i*2+j] = a[i] * p * a[j]
			}
		}
		v := 2*a[0]*a[0] + a[0]*a[1] + a[1]*a[1] + c.variance // 2 * 0.5 is the covariance, twice
		r := c.seen - (a[0]*1e6 - 2*a[1])
		want := 0.5*math.Log(c.variance/v) - r*r/(2*v)
		if got := d.LogMessage(m, nil); !(math.Abs(got-want) <= 1e-6*math.Max(1, math.Abs(want))) {
			t.Errorf("seen %v of variance %v: %.12g, want %.12g", c.seen, c.variance, got, want)
		}
		if got, want := m.LogConstant(), -c.seen*c.seen*p/2; !(math.Abs(got/want-1) <= 1e-14) {
			t.Errorf("constant %v, want %v", got, want)
		}
	}
	if got := d.LogMessage(MvNormalUniform(2), nil); got != 0 {
		t.Errorf("nothing said: %v", got)
	}
	if got := (MvNormal{H: []float64{1, 0}, P: []float64{1e-20, 0, 0, 0}}).LogConstant(); got != 0 {
		t.Errorf("constant of a faint message: %v", got)
	}
	if got := MvNormalPoint([]float64{1, 2}).LogConstant(); got != 0 {
		t.Errorf("constant of a point mass: %v", got)
	}
}
