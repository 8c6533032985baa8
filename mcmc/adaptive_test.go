package mcmc

import (
	"fmt"
	"math"
	"testing"

	"mpc/special"
)

// TestAdaptiveRejection draws from log-concave densities with widths far too small
// and far too large, from starts in the tails.
func TestAdaptiveRejection(t *testing.T) {
	s := NewStream(8, 1)
	inf := math.Inf(1)
	var a AdaptiveRejection
	for _, c := range []struct {
		name         string
		start, scale float64
		lo, hi       float64
		log          func(float64) float64
		cdf          func(float64) float64
	}{
		{"normal", 0.3, 1, -inf, inf, func(x float64) float64 { return -x * x / 2 }, special.NormalCdf},
		{"normal from its tail", 20, 1, -inf, inf, func(x float64) float64 { return 1e5 - x*x/2 }, special.NormalCdf},
		{"normal far from 0", 1e9, 1, -inf, inf, func(x float64) float64 { return -(x - 1e9) * (x - 1e9) / 2 }, func(x float64) float64 { return special.NormalCdf(x - 1e9) }},
		{"narrow normal", 0, 1e-6, -1, 1, func(x float64) float64 { return -x * x / 2e-12 }, func(x float64) float64 { return special.NormalCdf(x * 1e6) }},
		{"half normal", 1e-12, 1, 0, inf, func(x float64) float64 { return -x * x / 2 }, func(x float64) float64 { return 2*special.NormalCdf(x) - 1 }},
		{"exponential", 3, 1, 0, inf, func(x float64) float64 { return -x }, func(x float64) float64 { return -math.Expm1(-x) }},
		{"uniform", 0.5, 1, -1, 3, func(float64) float64 { return 5 }, func(x float64) float64 { return (x + 1) / 4 }},
		{"uniform without its bounds", 0.5, 1, -inf, inf, func(x float64) float64 { return LogDensityUniform(x, -1, 3) }, func(x float64) float64 { return (x + 1) / 4 }},
		{"gamma", 2, 1, 0, inf, func(x float64) float64 { return LogDensityGamma(x, 3, 2) }, func(x float64) float64 { return special.GammaLower(3, 2*x) }},
		{"gamma without its bound", 2, 1, -inf, inf, func(x float64) float64 { return LogDensityGamma(x, 3, 2) }, func(x float64) float64 { return special.GammaLower(3, 2*x) }},
		{"beta", 0.1, 0.1, 0, 1, func(x float64) float64 { return LogDensityBeta(x, 1.2, 7) }, func(x float64) float64 { return special.BetaCdf(x, 1.2, 7) }},
		{"log gamma", -50, 10, -inf, inf, func(x float64) float64 { return 0.1*x - math.Exp(x) }, func(x float64) float64 { return gammaLowerOfLog(0.1, x) }},
		{"logistic", 1, 1, -inf, inf, func(x float64) float64 { return special.LogisticLn(x) + special.LogisticLn(-x) }, special.Logistic},
		{"laplace", 1, 1, -inf, inf, func(x float64) float64 { return -math.Abs(x) }, func(x float64) float64 {
			if x < 0 {
				return math.Exp(x) / 2
			}
			return 1 - math.Exp(-x)/2
		}},
	} {
		for _, factor := range []float64{1e-4, 0.3, 3, 1e4} {
			asked := 0
			const n = 4000
			draws := drawn(n, func() float64 {
				lp := 0.0
				for x, more := a.Begin(s, factor*c.scale, c.start, c.log(c.start), c.lo, c.hi); more; x, more = a.Next(lp) {
					asked++
					if !(c.lo < x && x < c.hi) {
						t.Fatalf("%s: asked for %v", c.name, x)
					}
					lp = c.log(x)
				}
				if a.Fault() != SliceFine {
					t.Fatalf("%s with a width of %v: %v\n%v %v", c.name, factor, a.Fault(), a.x[:a.points], a.log[:a.points])
				}
				return a.Value()
			})
			fits(t, fmt.Sprintf("%s with a width of %v", c.name, factor), draws, c.cdf)
			mean := float64(asked) / n
			if mean > 40 || factor == 3 && mean > 14 {
				t.Errorf("%s with a width of %v asks for %.1f densities", c.name, factor, mean)
			}
			t.Logf("%s with a width of %v asks for %.1f densities", c.name, factor, mean)
		}
	}
}

func TestAdaptiveFaults(t *testing.T) {
	s := NewStream(8, 2)
	inf, nan := math.Inf(1), math.NaN()
	var a AdaptiveRejection
	for _, c := range []struct {
		name               string
		x, density, lo, hi float64
		log                func(float64) float64
		want               SliceFault
	}{
		{"no density", 1, -inf, 0, 2, nil, SliceStart},
		{"outside", 3, 0, 0, 2, nil, SliceStart},
		{"NaN", 1, nan, 0, 2, nil, SliceNotFinite},
		{"NaN elsewhere", 1, 0, 0, 2, func(float64) float64 { return nan }, SliceNotFinite},
		{"infinite elsewhere", 1, 0, 0, inf, func(float64) float64 { return inf }, SliceNotFinite},
		{"0 everywhere else", 1, 0, -inf, inf, func(float64) float64 { return -inf }, SliceStuck},
		{"improper", 1, 0, -inf, inf, func(float64) float64 { return 0 }, SliceStuck},
		{"improper, rising", 1, 0, 0, inf, func(x float64) float64 { return x - 1 }, SliceStuck},
		{"convex", 1, 1, -5, 5, func(x float64) float64 { return x * x }, SliceNotConcave},
		{"two modes", 0, -4.5, -inf, inf, func(x float64) float64 { return special.LogSumExp(-(x-3)*(x-3)/2, -(x+3)*(x+3)/2) }, SliceNotConcave},
		{"a hole", 0, 0, -9, 9, func(x float64) float64 {
			if 0.5 < x && x < 1.5 {
				return -inf
			}
			return -x * x / 2
		}, SliceNotConcave},
	} {
		faults := 0
		for range 100 {
			lp, asked := 0.0, 0
			for x, more := a.Begin(s, 4, c.x, c.density, c.lo, c.hi); more; x, more = a.Next(lp) {
				asked++
				lp = c.log(x)
			}
			if asked > adaptiveTries+adaptivePoints {
				t.Errorf("%s: asks for %d", c.name, asked)
			}
			if a.Fault() == c.want && a.Value() == c.x {
				faults++
			} else if a.Fault() != SliceFine {
				t.Errorf("%s: %v, and the value is %v", c.name, a.Fault(), a.Value())
			}
		}
		if faults == 0 {
			t.Errorf("%s: no fault", c.name)
		}
	}
	if x, more := a.Begin(s, 1, 2, 0, 2, 2); more || x != 2 || a.Fault() != SliceFine {
		t.Errorf("of one point %v is drawn, %v", x, a.Fault())
	}
}
