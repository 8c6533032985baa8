package mcmc

import (
	"fmt"
	"math"
	"testing"

	"mpc/special"
)

func TestDrawNormal(t *testing.T) {
	s := NewStream(1, 1)
	for _, c := range [][2]float64{{0, 1}, {3, 1e-12}, {-2e6, 1e12}} {
		h, p := c[0], c[1]
		cdf := func(x float64) float64 { return special.NormalCdf((x - h/p) * math.Sqrt(p)) }
		fits(t, "DrawNormalNatural", drawn(20000, func() float64 { return DrawNormalNatural(s, h, p) }), cdf)
		fits(t, "DrawNormal", drawn(20000, func() float64 { return DrawNormal(s, h/p, p) }), cdf)
	}
	for _, p := range []float64{0, -1, math.NaN()} {
		if x := DrawNormalNatural(s, 1, p); x == x {
			t.Errorf("the precision %v gives %v", p, x)
		}
	}
}

func TestDrawGamma(t *testing.T) {
	s := NewStream(1, 2)
	for _, shape := range []float64{0.01, 0.3, 0.9, 1, 1.5, 4, 30, 1e4} {
		for _, rate := range []float64{1, 1e-9} {
			name := fmt.Sprintf("gamma(%v, %v)", shape, rate)
			n := 20000
			fits(t, name, drawn(n, func() float64 { return DrawGamma(s, shape, rate) }),
				func(x float64) float64 { return special.GammaLower(shape, rate*x) })
			fits(t, "inverse "+name, drawn(n, func() float64 { return DrawInverseGamma(s, shape, rate) }),
				func(x float64) float64 { return special.GammaUpperRegularized(shape, rate/x) })
			fits(t, "log "+name, drawn(n, func() float64 { return DrawLogGamma(s, shape, rate) }),
				func(l float64) float64 { return gammaLowerOfLog(shape, l+math.Log(rate)) })
		}
	}
	for _, shape := range []float64{1e-5, 1e-3, 1e10, 1e15} {
		fits(t, fmt.Sprintf("log gamma(%v)", shape), drawn(20000, func() float64 { return DrawLogGamma(s, shape, 1) }),
			func(l float64) float64 { return gammaLowerOfLog(shape, l) })
		least := false
		for range 1000 {
			x := DrawGamma(s, shape, 1)
			if !(x >= drawLeast && x <= math.MaxFloat64) {
				t.Fatalf("%v is drawn", x)
			}
			least = least || x == drawLeast
		}
		if least != (shape < 1) {
			t.Errorf("of shape %v the smallest draw is drawn: %v", shape, least)
		}
	}
	// A small draw over a small rate is no small number.
	fits(t, "gamma(0.01, 1e-300)", drawn(20000, func() float64 { return math.Log(DrawGamma(s, 0.01, 1e-300)) }),
		func(l float64) float64 { return gammaLowerOfLog(0.01, l+math.Log(1e-300)) })
	for _, bad := range [][2]float64{{0, 1}, {1, 0}, {-1, 1}, {math.NaN(), 1}, {math.Inf(1), 1}, {1, math.Inf(1)}} {
		if x := DrawGamma(s, bad[0], bad[1]); x == x {
			t.Errorf("gamma%v gives %v", bad, x)
		}
	}
}

// gammaLowerOfLog is GammaLower(shape, exp(l)) where exp(l) may be too small.
func gammaLowerOfLog(shape, l float64) float64 {
	if l < -500 {
		return math.Exp(shape*l - special.GammaLn(shape+1))
	}
	return special.GammaLower(shape, math.Exp(l))
}

func TestDrawBeta(t *testing.T) {
	s := NewStream(1, 3)
	for _, c := range [][2]float64{{1, 1}, {0.5, 0.5}, {0.05, 0.3}, {2, 700}, {3e5, 2e5}, {5, 0.2}} {
		a, b := c[0], c[1]
		name := fmt.Sprintf("beta(%v, %v)", a, b)
		fits(t, name, drawn(20000, func() float64 { return DrawBeta(s, a, b) }), func(x float64) float64 { return special.BetaCdf(x, a, b) })
		fits(t, "logit "+name, drawn(20000, func() float64 { return DrawLogitBeta(s, a, b) }), func(l float64) float64 {
			if l > 0 {
				return 1 - special.BetaCdf(special.Logistic(-l), b, a)
			}
			return special.BetaCdf(special.Logistic(l), a, b)
		})
	}
	for range 1000 {
		if x := DrawBeta(s, 1e-3, 1e-3); !(x > 0 && x < 1) {
			t.Fatalf("%v is drawn", x)
		}
	}
	// Of tiny counts either end is drawn in proportion to them.
	ones, n := 0, 20000
	for range n {
		if DrawLogitBeta(s, 1e-5, 3e-5) > 0 {
			ones++
		}
	}
	averages(t, "beta(1e-5, 3e-5)", n, float64(ones)/float64(n), 0.25, math.Sqrt(3)/4)
}

func TestDrawDirichlet(t *testing.T) {
	s := NewStream(1, 4)
	for _, alpha := range [][]float64{{1, 2, 3.5}, {0.05, 0.2, 0.5}, {1e-4, 2e-4, 3e-4, 4e-4}, {50, 0.3}} {
		const n = 20000
		to, sum := make([]float64, len(alpha)), 0.0
		draws := make([][]float64, len(alpha))
		for range n {
			if !DrawDirichlet(s, to, alpha) {
				t.Fatal("no draw")
			}
			total := 0.0
			for k, x := range to {
				draws[k] = append(draws[k], x)
				total += x
			}
			if math.Abs(total-1) > 1e-14 {
				t.Fatalf("the sum is %v", total)
			}
		}
		for _, a := range alpha {
			sum += a
		}
		for k, a := range alpha {
			mean := 0.0
			for _, x := range draws[k] {
				mean += x / n
			}
			p := a / sum
			averages(t, fmt.Sprintf("dirichlet%v", alpha), n, mean, p, math.Sqrt(p*(1-p)/(sum+1)))
			if a > 0.01 {
				fits(t, fmt.Sprintf("dirichlet%v[%d]", alpha, k), draws[k], func(x float64) float64 {
					if x > 0.5 {
						return 1 - special.BetaCdf(1-x, sum-a, a)
					}
					return special.BetaCdf(x, a, sum-a)
				})
			}
		}
	}
	to := []float64{7, 8}
	if DrawDirichlet(s, to, []float64{1, 0}) || DrawDirichlet(s, to, []float64{1}) || to[0] != 7 || to[1] != 8 {
		t.Errorf("a bad count gives %v", to)
	}
}

func TestDrawPolyaGamma(t *testing.T) {
	s := NewStream(1, 5)
	const n = 5000
	for _, b := range []float64{0.4, 1, 2, 7, 60, 1000.5} {
		for _, z := range []float64{0, 0.02, 0.5, -3, 12, 49, 51, 1e4} {
			name := fmt.Sprintf("PG(%v, %v)", b, z)
			sum, square, cube := 0.0, 0.0, 0.0
			a := math.Abs(z)
			mean, sd := b*polyaGammaMean(a), math.Sqrt(b*polyaGammaVariance(a))
			third := polyaGammaThird(a) * b
			for range n {
				x := DrawPolyaGamma(s, b, z)
				if !(x > 0) {
					t.Fatalf("%s: %v is drawn", name, x)
				}
				d := (x - mean) / sd
				sum, square, cube = sum+d, square+d*d, cube+d*d*d
			}
			averages(t, name, n, sum/n, 0, 1)
			// Kurtosis and more are at most as those of an exponential with that skew.
			skew := third / (sd * sd * sd)
			spread := 1 + skew*skew
			averages(t, name+" squared", n, square/n, 1, math.Sqrt(2+3*spread*spread))
			averages(t, name+" cubed", n, cube/n, skew, math.Sqrt(15+60*spread*spread*spread))
		}
	}
	// Laplace transforms at 1: cosh(z/2)^b/cosh(sqrt(z^2/4 + 1/2))^b.
	for _, b := range []float64{1, 3, 3.3} {
		for _, z := range []float64{0, 1, 5, 20} {
			want := math.Pow(math.Cosh(z/2)/math.Cosh(math.Sqrt(z*z/4+0.5)), b)
			at2 := math.Pow(math.Cosh(z/2)/math.Cosh(math.Sqrt(z*z/4+1)), b)
			got := 0.0
			for range n {
				got += math.Exp(-DrawPolyaGamma(s, b, z)) / n
			}
			averages(t, fmt.Sprintf("the Laplace transform of PG(%v, %v)", b, z), n, got, want, math.Sqrt(at2-want*want))
		}
	}
}

// polyaGammaThird is the third cumulant of PG(1, z), by its sum.
func polyaGammaThird(z float64) float64 {
	sum := 0.0
	for k := range 20000 {
		x := math.Pi * (float64(k) + 0.5)
		c := 0.5 / (x*x + z*z/4)
		sum += 2 * c * c * c
	}
	return sum
}
