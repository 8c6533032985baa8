package latent

import (
	"math"
	"testing"

	"mpc/special"
)

// TestLine: of a normal the spline is exact, and of a precision with a gamma density, in its log, its
// quantiles are within 0.001 sd of the gamma's.
func TestLine(t *testing.T) {
	if newLine(make([]Node, 3), 1) != nil {
		t.Error("three nodes make a line")
	}
	nodes := func(step float64, log func(x float64) float64) (list []Node, sum float64) {
		for i := -40; i <= 40; i++ {
			x := float64(i) * step
			if w := math.Exp(log(x)) * step; w > 1e-9 {
				list, sum = append(list, Node{Weight: w, real: []float64{x}}), sum+w
			}
		}
		return list, sum
	}
	list, _ := nodes(1, func(x float64) float64 { return -0.5 * (x - 0.3) * (x - 0.3) })
	d := newLine(list, 1)
	for _, x := range []float64{-7, -2, 0.1, 0.3, 3} {
		if got, want := d.cdf(x), special.NormalCdf(x-0.3); !near(got, want, 1e-7) {
			t.Errorf("normal: the probability below %v is %v, want %v", x, got, want)
		}
	}
	if d.cdf(-100) != 0 || d.cdf(100) != 1 {
		t.Errorf("far out: %v %v", d.cdf(-100), d.cdf(100))
	}
	for _, shape := range []float64{0.7, 3, 40} {
		step := 0.5 / math.Sqrt(shape)
		norm := special.GammaLn(shape)
		list, _ := nodes(step, func(x float64) float64 { return shape*(x+math.Log(shape)) - shape*math.Exp(x) - norm })
		d := newLine(list, step)
		// Of the gamma of mean 1: by a fine sum.
		below, x := 0.0, -30.0
		const fine = 1e-4
		for _, p := range []float64{0.05, 0.5, 0.95} {
			for ; below < p; x += fine {
				below += fine * math.Exp(shape*(x+fine/2+math.Log(shape))-shape*math.Exp(x+fine/2)-norm)
			}
			if got := d.cdf(x); !near(got, below, 1e-3) {
				t.Errorf("gamma of shape %v: the probability below %v is %v, want %v", shape, math.Exp(x), got, below)
			}
		}
	}
}
