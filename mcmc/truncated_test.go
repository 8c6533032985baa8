package mcmc

import (
	"fmt"
	"math"
	"testing"

	"mpc/special"
)

// TestDrawTruncatedNormal compares with the distribution function in logs, which
// special has for bounds in any tail.
func TestDrawTruncatedNormal(t *testing.T) {
	s := NewStream(3, 1)
	inf := math.Inf(1)
	for _, c := range [][2]float64{
		{-inf, inf}, {-1, inf}, {-inf, 0.3}, {0, inf}, {0.5, inf}, {0.7, inf}, {3, inf}, {40, inf}, {1000, inf}, {-inf, -40}, {-inf, -5},
		{-0.5, 0.7}, {-3, 0.01}, {-1, 5}, {0, 0.5}, {0.1, 3}, {0.6, 0.61}, {1, 1.2}, {2, 7}, {40, 40.001}, {40, 41}, {-41, -40}, {-9, -8.5}, {-0.01, 0.01}, {-8, 9}, {6, 6 + 1e-9},
	} {
		for _, p := range [][2]float64{{0, 1}, {1e6, 1e-3}, {-2, 1e6}} {
			mean, sd := p[0], p[1]
			lo, hi := mean+sd*c[0], mean+sd*c[1]
			a, b := (lo-mean)/sd, (hi-mean)/sd
			if b-a < 1e-6 && sd != 1 {
				continue
			}
			whole := special.NormalCdfIntervalLn(a, b)
			draws := drawn(20000, func() float64 { return DrawTruncatedNormal(s, mean, sd, lo, hi) })
			for _, x := range draws {
				if !(x >= lo && x <= hi) {
					t.Fatalf("%v is drawn from [%v, %v]", x, lo, hi)
				}
			}
			fits(t, fmt.Sprintf("normal(%v, sd %v) on %v", mean, sd, c), draws, func(x float64) float64 {
				if b-a < 1e-6 {
					return (x - lo) / (hi - lo)
				}
				if z := (x - mean) / sd; a < 0 || b-z < z-a {
					return min(math.Exp(special.NormalCdfIntervalLn(a, z)-whole), 1)
				} else {
					return max(-math.Expm1(special.NormalCdfIntervalLn(z, b)-whole), 0)
				}
			})
		}
	}
	// Far out the distance from the bound is an exponential of rate the bound's
	// distance, with all its digits.
	for _, a := range []float64{1e5, 1e9, 1e200} {
		fits(t, fmt.Sprintf("beyond %v", a), drawn(20000, func() float64 { return DrawTruncatedNormal(s, -a, 1, 0, inf) * a }),
			func(x float64) float64 { return -math.Expm1(-x) })
		fits(t, fmt.Sprintf("below -%v", a), drawn(20000, func() float64 { return -DrawTruncatedNormal(s, a, 1, -inf, 0) * a }),
			func(x float64) float64 { return -math.Expm1(-x) })
	}
	if x := DrawTruncatedNormal(s, 0, 1e-300, 5, 6); x != 5 {
		t.Errorf("at the near bound %v is drawn", x)
	}
	if x := DrawTruncatedNormal(s, 0, 1e-300, -6, -5); x != -5 {
		t.Errorf("at the near bound %v is drawn", x)
	}
	if x := DrawTruncatedNormal(s, 0, 1, 5, 5); x != 5 {
		t.Errorf("from one point %v is drawn", x)
	}
	for _, c := range [][4]float64{{0, 0, 0, 1}, {0, 1, 1, 0}, {math.NaN(), 1, 0, 1}, {0, 1, math.NaN(), 1}, {0, inf, 0, 1}, {inf, 1, 0, 1}} {
		if x := DrawTruncatedNormal(s, c[0], c[1], c[2], c[3]); x == x {
			t.Errorf("%v gives %v", c, x)
		}
	}
}

func TestDrawTruncatedNormalNatural(t *testing.T) {
	s := NewStream(3, 2)
	inf := math.Inf(1)
	draw := func(h, p, lo, hi float64) []float64 {
		return drawn(20000, func() float64 { return DrawTruncatedNormalNatural(s, h, p, lo, hi) })
	}
	fits(t, "normal", draw(3, 4, 1, inf), func(x float64) float64 {
		return 1 - special.NormalCdf(1.5-2*x)/special.NormalCdf(-0.5)
	})
	for _, p := range []float64{0, 1e-300, 1e-310} { // all but no precision: an exponential
		fits(t, "rising", draw(5, p, -1, 2), func(x float64) float64 { return math.Expm1(5*(x+1)) / math.Expm1(15) })
		fits(t, "falling", draw(-0.1, p, -1, 2), func(x float64) float64 { return math.Expm1(-0.1*(x+1)) / math.Expm1(-0.3) })
		fits(t, "flat", draw(0, p, -1, 2), func(x float64) float64 { return (x + 1) / 3 })
	}
	fits(t, "falling for ever", draw(-4, 0, 1, inf), func(x float64) float64 { return -math.Expm1(-4 * (x - 1)) })
	fits(t, "rising from far", draw(4, 0, -inf, 1), func(x float64) float64 { return math.Exp(4 * (x - 1)) })
	for _, c := range [][4]float64{{0, 0, 0, inf}, {1, 0, 0, inf}, {-1, 0, -inf, 0}, {0, -1, 0, 1}, {math.NaN(), 1, 0, 1}, {0, 1, 1, 0}} {
		if x := DrawTruncatedNormalNatural(s, c[0], c[1], c[2], c[3]); x == x {
			t.Errorf("%v gives %v", c, x)
		}
	}
}

// concaveCdf integrates a density in t by many small Gauss rules, and returns its
// distribution function, linear between points so close that it does not matter.
func concaveCdf(log func(float64) float64, lo, hi float64) func(float64) float64 {
	const parts = 20000
	sums := make([]float64, parts+1)
	step := (hi - lo) / parts
	for i := range parts {
		from := lo + step*float64(i)
		// Simpson.
		sums[i+1] = sums[i] + (math.Exp(log(from))+4*math.Exp(log(from+step/2))+math.Exp(log(from+step)))/6
	}
	return func(t float64) float64 {
		at := min(max((t-lo)/step, 0), parts-1e-9)
		i := int(at)
		return (sums[i] + (sums[i+1]-sums[i])*(at-float64(i))) / sums[parts]
	}
}

func TestDrawTruncatedGamma(t *testing.T) {
	s := NewStream(3, 3)
	inf := math.Inf(1)
	for _, c := range [][4]float64{
		{2, 1, 0, inf}, {2, 1, 0, 0.1}, {2, 1, 5, inf}, {2, 1, 1.9, 2.1}, {2, 1, 40, 41}, {2, 1, 3, 3.0001}, {0.5, 2, 1, 2}, {0.5, 2, 1e-9, 1e-8},
		{1e-5, 1, 0.01, inf}, {1e-5, 1, 1e-300, 1e-3}, {1e-5, 1, 3, 4}, {1e-3, 1, 50, inf}, {1e6, 1, 1.005e6, inf}, {1e6, 1, 0, 0.99e6}, {1e6, 1, 0.9999e6, 1.0001e6},
		{1e6, 1, 1.1e6, 1.2e6}, {3, 1e-9, 1e10, inf}, {30, 1, 0, 2}, {30, 1, 28, 33}, {4, 1, 0, 1e-200},
	} {
		shape, rate, lo, hi := c[0], c[1], c[2], c[3]
		name := fmt.Sprintf("gamma(%v, %v) on [%v, %v]", shape, rate, lo, hi)
		draws := drawn(20000, func() float64 { return DrawTruncatedGamma(s, shape, rate, lo, hi) })
		for _, x := range draws {
			if !(x >= lo && x <= hi && x > 0) {
				t.Fatalf("%s: %v is drawn", name, x)
			}
		}
		// In t = log(x/m), about the largest density.
		m := min(max(shape/rate, lo), hi)
		log := func(t float64) float64 { return shape*t - rate*m*math.Expm1(t) }
		from, to := math.Log(lo/m), math.Log(hi/m)
		for step := 1 / math.Sqrt(shape); log(max(from, -step)) > -40; step *= 1.1 {
			if from >= -step {
				break
			}
			if log(-step*1.1) < -40 {
				from = -step * 1.1
				break
			}
		}
		for step := 1e-4; to > step; step *= 1.1 {
			if log(step) < -40 {
				to = step
				break
			}
		}
		cdf := concaveCdf(log, from, to)
		fits(t, name, draws, func(x float64) float64 { return cdf(math.Log(x / m)) })
	}
	for _, c := range [][4]float64{{0, 1, 0, 2}, {-1, 1, 0, 2}, {1, 0, 1, inf}, {0, 0, 1, inf}, {1, -1, 1, 2}, {1, 1, 2, 1}, {1, 1, -2, 0}, {1, 1, math.NaN(), 1}, {inf, 1, 1, 2}} {
		if x := DrawTruncatedGamma(s, c[0], c[1], c[2], c[3]); x == x {
			t.Errorf("%v gives %v", c, x)
		}
	}
	// What is proper between the bounds alone: x^(shape-1).
	for _, c := range [][3]float64{{0, 1e-3, 1e5}, {2, 0, 3}, {-1.5, 2, inf}, {-3, 1, 1.5}, {0.5, 1e-200, 1e200}, {0, 1, 1 + 1e-9}} {
		shape, lo, hi := c[0], c[1], c[2]
		power := func(x float64) float64 { // the integral from lo
			if shape == 0 {
				return math.Log(x / lo)
			}
			return (math.Pow(x, shape) - math.Pow(lo, shape)) / shape
		}
		fits(t, fmt.Sprintf("x^%v on [%v, %v]", shape-1, lo, hi), drawn(20000, func() float64 { return DrawTruncatedGamma(s, shape, 0, lo, hi) }),
			func(x float64) float64 { return min(power(x)/power(hi), 1) })
	}
	// x^-1 exp(-x) beyond 0.5, whose distribution function is an incomplete gamma.
	fits(t, "shape 0", drawn(20000, func() float64 { return DrawTruncatedGamma(s, 0, 1, 0.5, inf) }), func(x float64) float64 {
		return 1 - special.GammaUpper(0, x)/special.GammaUpper(0, 0.5)
	})
	fits(t, "shape -2.5", drawn(20000, func() float64 { return DrawTruncatedGamma(s, -2.5, 3, 1, inf) }), func(x float64) float64 {
		return 1 - special.GammaUpper(-2.5, 3*x)/special.GammaUpper(-2.5, 3)
	})
	for _, c := range [][4]float64{{3, 2, 0, inf}, {3, 2, 0.5, 0.7}, {3, 2, 9, inf}, {3, 2, 0, 0.1}} {
		shape, rate, lo, hi := c[0], c[1], c[2], c[3]
		from, to := special.GammaUpperRegularized(shape, rate/lo), special.GammaUpperRegularized(shape, rate/hi)
		fits(t, fmt.Sprintf("inverse gamma(%v, %v) on [%v, %v]", shape, rate, lo, hi), drawn(20000, func() float64 { return DrawTruncatedInverseGamma(s, shape, rate, lo, hi) }),
			func(x float64) float64 {
				return min(max((special.GammaUpperRegularized(shape, rate/x)-from)/(to-from), 0), 1)
			})
	}
	if x := DrawTruncatedInverseGamma(s, 1, 1, 2, 1); x == x {
		t.Errorf("between 2 and 1 there is %v", x)
	}
	sd := math.Sqrt(1e25)
	fits(t, "gamma(1e25, 1) between", drawn(20000, func() float64 { return (DrawTruncatedGamma(s, 1e25, 1, 1e25+sd/2, 1e25+sd) - 1e25) / sd }), func(x float64) float64 {
		return special.NormalCdfInterval(0.5, min(x, 1)) / special.NormalCdfInterval(0.5, 1)
	})
}

// TestProper: what is proper between the bounds is drawn, and what is not is NaN.
func TestProper(t *testing.T) {
	s := NewStream(3, 7)
	inf := math.Inf(1)
	bounds := [][2]float64{{0, 1}, {0, inf}, {1, inf}, {2, 3}}
	for _, b := range bounds {
		lo, hi := b[0], b[1]
		for _, first := range []float64{-1.5, -1, 0, 0.5, 1, 2} {
			for _, second := range []float64{-1, 0, 1} {
				check := func(name string, proper bool, draw func() float64) {
					x := draw()
					if proper != (x >= lo && x <= hi) || proper == (x != x) {
						t.Errorf("%s of %v and %v on %v is proper: %v, and gives %v", name, first, second, b, proper, x)
					}
				}
				check("normal", ProperTruncatedNormal(first, second, lo, hi), func() float64 { return DrawTruncatedNormalNatural(s, first, second, lo, hi) })
				check("gamma", ProperTruncatedGamma(first, second, lo, hi), func() float64 { return DrawTruncatedGamma(s, first, second, lo, hi) })
				check("inverse gamma", ProperTruncatedInverseGamma(first, second, lo, hi), func() float64 { return DrawTruncatedInverseGamma(s, first, second, lo, hi) })
			}
		}
	}
	for _, proper := range []bool{
		ProperTruncatedNormal(0, 0, 0, 1e308), ProperTruncatedNormal(0, 0, -1e308, 0), ProperTruncatedGamma(1, 0, 0, 1e308), ProperTruncatedInverseGamma(-1, 0, 0, 1e308),
	} {
		if proper {
			t.Error("a bound of 1e308 is none")
		}
	}
	// The uniform density is x^0 of a gamma, and of an inverse gamma.
	fits(t, "flat gamma", drawn(20000, func() float64 { return DrawTruncatedGamma(s, 1, 0, 0, 5) }), func(x float64) float64 { return x / 5 })
	fits(t, "flat inverse gamma", drawn(20000, func() float64 { return DrawTruncatedInverseGamma(s, -1, 0, 0, 5) }), func(x float64) float64 { return x / 5 })
}

func TestDrawTruncatedBeta(t *testing.T) {
	s := NewStream(3, 4)
	for _, c := range [][4]float64{
		{2, 3, 0, 1}, {2, 3, 0.9, 1}, {2, 3, 0, 0.01}, {2, 3, 0.4, 0.41}, {0.5, 0.5, 0.2, 0.7}, {0.5, 0.5, 0.999, 1}, {1e-4, 1e-4, 0.1, 0.9}, {1e-4, 5, 0.5, 1},
		{300, 700, 0.5, 1}, {300, 700, 0, 0.2}, {300, 700, 0.29, 0.31}, {1e8, 1e8, 0.5001, 1}, {1e8, 1e8, 0.49999, 0.50001}, {50, 0.1, 0, 0.5}, {1, 1, 0.25, 0.5},
	} {
		a, b, lo, hi := c[0], c[1], c[2], c[3]
		name := fmt.Sprintf("beta(%v, %v) on [%v, %v]", a, b, lo, hi)
		draws := drawn(20000, func() float64 { return DrawTruncatedBeta(s, a, b, lo, hi) })
		for _, x := range draws {
			if !(x >= lo && x <= hi && x > 0 && x < 1) {
				t.Fatalf("%s: %v is drawn", name, x)
			}
		}
		m := min(max(a/(a+b), lo), hi)
		log := func(t float64) float64 { // of the log odds less those of m
			return a*(special.LogisticLn(special.Logit(m)+t)-special.LogisticLn(special.Logit(m))) +
				b*(special.LogisticLn(-special.Logit(m)-t)-special.LogisticLn(-special.Logit(m)))
		}
		from, to := special.Logit(lo)-special.Logit(m), special.Logit(hi)-special.Logit(m)
		for step := 1e-5; ; step *= 1.1 {
			if -step > from && log(-step) < -40 {
				from = -step
			}
			if step < to && log(step) < -40 {
				to = step
			}
			if -step <= from && step >= to {
				break
			}
		}
		cdf := concaveCdf(log, from, to)
		fits(t, name, draws, func(x float64) float64 { return cdf(special.Logit(x) - special.Logit(m)) })
	}
	for _, c := range [][4]float64{{0, 1, 0, 1}, {1, 0, 0, 1}, {1, 1, 0.5, 0.4}, {1, 1, 1, 2}, {1, 1, -1, 0}, {math.NaN(), 1, 0, 1}} {
		if x := DrawTruncatedBeta(s, c[0], c[1], c[2], c[3]); x == x {
			t.Errorf("%v gives %v", c, x)
		}
	}
}

// TestDrawTruncatedBetaFew has counts of very different sizes, so that the share of
// one is all but 0.
func TestDrawTruncatedBetaFew(t *testing.T) {
	s := NewStream(3, 5)
	const n = 1e12
	below := func(x float64) float64 { return -math.Expm1(n * math.Log1p(-x)) }
	for _, c := range [][2]float64{{1e-12, 5e-12}, {0, 1e-13}, {2e-12, 1}, {1e-11, 1}, {5e-12, 5.001e-12}} {
		lo, hi := c[0], c[1]
		share := func(x float64) float64 { // exp(-n lo) is taken out of both
			from, to := n*(math.Log1p(-x)-math.Log1p(-lo)), n*(math.Log1p(-hi)-math.Log1p(-lo))
			return min(max(math.Expm1(from)/math.Expm1(to), 0), 1)
		}
		fits(t, fmt.Sprintf("beta(1, 1e12) on %v", c), drawn(20000, func() float64 { return DrawTruncatedBeta(s, 1, n, lo, hi) }), share)
	}
	fits(t, "beta(1e12, 1) below 0.999999999998", drawn(20000, func() float64 { return 1 - DrawTruncatedBeta(s, n, 1, 0.5, 1-2e-12) }), func(x float64) float64 {
		return max(1-(1-below(x))/(1-below(2e-12)), 0) // the bound is rounded
	})
	for _, x := range []float64{DrawTruncatedBeta(s, 0.3, 1e-30, 0.1, 1), 1 - DrawTruncatedBeta(s, 1e-320, 0.3, 0, 0.9)} {
		if x < 1-0x1p-52 {
			t.Errorf("%v is drawn", x)
		}
	}
}
