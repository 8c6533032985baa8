package special

import (
	"math"
	"testing"
)

// TestHazardLimits checks the ends and the seams of the hazard tables.
func TestHazardLimits(t *testing.T) {
	inf := math.Inf(1)
	if v := NormalHazard(-inf); v != inf {
		t.Errorf("v(-inf) = %v", v)
	}
	if v := NormalHazard(inf); v != 0 {
		t.Errorf("v(inf) = %v", v)
	}
	if v := NormalHazard(-1e300); v != 1e300 {
		t.Errorf("v(-1e300) = %v", v)
	}
	for _, f := range []func(float64) float64{NormalHazard, NormalHazardExcess, NormalCdf, NormalCdfLn, NormalCdfLogit, NormalQuantile, NormalQuantileLn, Digamma, Erfcx, Logistic, LogisticLn, XMinusLog1Plus, LogMinusDigammaInverse} {
		if y := f(math.NaN()); !math.IsNaN(y) {
			t.Errorf("NaN gives %v", y)
		}
	}
	for _, seam := range []float64{-8, -7.75, -4, -0.25, 0, 0.25, 8.5} {
		a, b := NormalHazard(math.Nextafter(seam, -inf)), NormalHazard(math.Nextafter(seam, inf))
		// d log v/dt is about -t on the right
		if e := relativeError(a, b); e > 4e-15+math.Max(0, seam)*2*Ulp(seam) {
			t.Errorf("seam at %v: %v, %v", seam, a, b)
		}
		_, ra := NormalHazardW(math.Nextafter(seam, -inf))
		_, rb := NormalHazardW(math.Nextafter(seam, inf))
		if e := relativeError(ra, rb); e > 2e-15 && seam <= 0 {
			t.Errorf("seam of 1-w at %v: %v, %v", seam, ra, rb)
		}
	}
	// Underflow is gradual: phi itself up to the end.
	if v := NormalHazard(38.5); !(v > 0) {
		t.Errorf("v(38.5) = %v", v)
	}
}

// TestHazardMonotone checks that v decreases and 1-w increases in t.
func TestHazardMonotone(t *testing.T) {
	pv, pr := math.Inf(1), 0.0
	for x := -60.0; x < 38; x += 0.00390625 {
		v := NormalHazard(x)
		_, r := NormalHazardW(x)
		if !(v < pv) || r < pr {
			t.Fatalf("at %v: v %v after %v, 1-w %v after %v", x, v, pv, r, pr)
		}
		pv, pr = v, r
	}
}

// TestNormalCdf2Laws checks symmetry, complements and agreement of the forms.
func TestNormalCdf2Laws(t *testing.T) {
	for _, r := range []float64{-1, -0.9999999, -0.9, -0.3, 0, 1e-9, 0.4, 0.95, 0.99999999, 1} {
		for _, x := range []float64{-12, -3, -0.2, 0, 0.7, 4} {
			for _, y := range []float64{-9, -2.5, 0, 0.3, 3} {
				a, b := NormalCdf2(x, y, r), NormalCdf2(y, x, r)
				if e := relativeError(a, b); e > 1e-12 {
					t.Errorf("symmetry (%v, %v, %v): %v, %v", x, y, r, a, b)
				}
				if sum := a + NormalCdf2(x, -y, -r); math.Abs(sum-NormalCdf(x)) > 1e-14*NormalCdf(x) {
					t.Errorf("complement (%v, %v, %v): %v, want %v", x, y, r, sum, NormalCdf(x))
				}
				if a > 1e-290 {
					if e := math.Abs(NormalCdfLn2(x, y, r) - math.Log(a)); e > 1e-13*(1+math.Abs(math.Log(a))) {
						t.Errorf("log (%v, %v, %v): off by %v", x, y, r, e)
					}
					// Stein: E[x-X; region] = x P + phi(x) Phi(..) + r phi(y) Phi(..)
					if s := math.Sqrt(1 - r*r); s > 0.1 {
						want := x*a + NormalDensity(x)*NormalCdf((y-r*x)/s) + r*NormalDensity(y)*NormalCdf((x-r*y)/s)
						got := NormalCdfIntegral(x, y, r)
						if math.Abs(got-want) > 1e-14*(1+math.Abs(x))*(a+NormalDensity(x)+NormalDensity(y)) {
							t.Errorf("integral (%v, %v, %v): %v, want %v", x, y, r, got, want)
						}
					}
				}
			}
		}
	}
	if p := NormalCdf2(0, 0, 1.5); !math.IsNaN(p) {
		t.Errorf("correlation 1.5 gives %v", p)
	}
}

// TestGammaRoundTrips checks inverses against the functions they invert.
func TestGammaRoundTrips(t *testing.T) {
	for e := -12.0; e <= 12; e += 0.37 {
		a := math.Pow(10, e)
		if b := LogMinusDigammaInverse(LogMinusDigamma(a)); relativeError(b, a) > 3e-14 {
			t.Errorf("LogMinusDigammaInverse at %v gives %v", a, b)
		}
		// psi(a) is the derivative of LogRisingFactorial in k at zero.
		k := 1e-9 * a
		slope := LogRisingFactorial(a, k) / k
		want := Digamma(a) + 0.5*k*Trigamma(a)
		if d := math.Abs(slope - want); d > 1e-13*(1/a+math.Abs(math.Log(a))+1) {
			t.Errorf("slope of LogRisingFactorial at %v: %v, want %v", a, slope, want)
		}
		if got := LogRisingFactorial(a, 1); math.Abs(got-math.Log(a)) > 1e-14*(1+math.Abs(math.Log(a))) {
			t.Errorf("LogRisingFactorial(%v, 1) = %v, want %v", a, got, math.Log(a))
		}
	}
}

// TestBetaLarge checks the two ways to a BetaCdf where they meet, and laws of
// the way for large parameters.
func TestBetaLarge(t *testing.T) {
	for _, c := range [][2]float64{{3000, 3000}, {3000, 50000}, {20000, 4000}, {1e5, 1e5}} {
		a, b := c[0], c[1]
		mean, sd := a/(a+b), math.Sqrt(a*b/(a+b+1))/(a+b)
		for z := -10.0; z <= 0; z += 0.5 {
			x := mean + z*sd
			got := betaTail(x, 1-x, a, b)
			want := betaFraction(x, 1-x, a, b) / a
			if e := relativeError(got, want); e > 1e-13 {
				t.Errorf("Beta(%v, %v) at %v sd: %v, want %v: error %.2g", a, b, z, got, want, e)
			}
		}
	}
	// I_x(1, b) = 1 - (1-x)^b, past the mean with x tiny, and a, b -> 0 with
	// the mass at the two ends.
	if p, want := BetaCdf(1e-9, 1, 3e9), 0.95021293170681665957; math.Abs(p-want) > 1e-15 {
		t.Errorf("BetaCdf(1e-9, 1, 3e9) = %v, want %v", p, want)
	}
	if p := BetaCdf(0.3, 1e-200, 3e-200); math.Abs(p-0.75) > 1e-15 {
		t.Errorf("BetaCdf(0.3, 1e-200, 3e-200) = %v", p)
	}
	for _, a := range []float64{1e4, 1e8, 1e12, 1e15} {
		if p := BetaCdf(0.5, a, a); math.Abs(p-0.5) > 1e-13 {
			t.Errorf("BetaCdf(1/2, %v, %v) = %v", a, a, p)
		}
	}
}

// TestExtremes checks that no finite argument gives a NaN, a negative
// probability or an endless loop.
func TestExtremes(t *testing.T) {
	sizes := []float64{0, 5e-324, 1e-300, 1e-100, 1e-16, 1e-5, 0.3, 1, 2.5, 20, 300, 1e5, 1e10, 1e17, 1e100, 1e300}
	var signed []float64
	for _, s := range sizes {
		signed = append(signed, s, -s)
	}
	for _, x := range signed {
		for _, y := range signed {
			for _, r := range []float64{-1, math.Nextafter(-1, 0), -0.99999, -0.5, -1e-20, 0, 1e-300, 0.2, 0.9999999, math.Nextafter(1, 0), 1} {
				p, ln, ratio := NormalCdf2(x, y, r), NormalCdfLn2(x, y, r), NormalCdfIntegralRatio(x, y, r)
				if !(p >= 0 && p <= 1) || !(ln <= 1e-15) || !(ratio >= 0) || !(NormalCdfIntegral(x, y, r) >= 0) {
					t.Errorf("(%v, %v, %v): P %v, log P %v, ratio %v, integral %v", x, y, r, p, ln, ratio, NormalCdfIntegral(x, y, r))
				}
				if limit := NormalCdf(math.Min(x, y)); p > limit*(1+1e-14) {
					t.Errorf("(%v, %v, %v): P %v exceeds the marginal %v", x, y, r, p, limit)
				}
			}
			if p := NormalCdfInterval(x, y); !(p >= 0 && p <= 1) || p > 0 && x >= y {
				t.Errorf("interval (%v, %v): %v", x, y, p)
			}
			if ln := NormalCdfIntervalLn(x, y); !(ln <= 0) {
				t.Errorf("log interval (%v, %v): %v", x, y, ln)
			}
			if y < 0 {
				continue
			}
			p, d, d2 := LogisticGaussian(x, y), LogisticGaussianDeriv(x, y), LogisticGaussianDeriv2(x, y)
			if !(p >= 0 && p <= 1) || !(d >= 0 && d <= 0.25*(1+1e-15)) || !(math.Abs(d2) <= 0.1) || d2 != 0 && (d2 > 0) != (x < 0) {
				t.Errorf("logistic (%v, %v): %v, %v, %v", x, y, p, d, d2)
			}
			if x <= 0 {
				continue
			}
			if q := GammaUpperRegularized(x, y); !(q >= 0 && q <= 1) {
				t.Errorf("Q(%v, %v) = %v", x, y, q)
			}
			if y > 0 {
				for _, u := range []float64{1e-300, 1e-9, 0.3, 0.5, 0.999999} {
					if p := BetaCdf(u, x, y); !(p >= 0 && p <= 1) {
						t.Errorf("BetaCdf(%v, %v, %v) = %v", u, x, y, p)
					}
				}
				if v := LogRisingFactorial(x, y); math.IsNaN(v) {
					t.Errorf("LogRisingFactorial(%v, %v)", x, y)
				}
				if v := LogBeta(x, y); math.IsNaN(v) {
					t.Errorf("LogBeta(%v, %v)", x, y)
				}
			}
		}
	}
}

// TestLegendre checks the rules on every even power that they integrate.
func TestLegendre(t *testing.T) {
	for p := 0; p < 96; p += 2 {
		want := 2 / float64(p+1)
		if p < 48 {
			sum := 0.0
			for i, x := range LegendreNodes24 {
				sum += LegendreWeights24[i] * math.Pow(x, float64(p))
			}
			if relativeError(sum, want) > 2e-14 {
				t.Errorf("24 nodes, power %d: %v, want %v", p, sum, want)
			}
		}
		sum := 0.0
		for i, x := range LegendreNodes48 {
			sum += LegendreWeights48[i] * math.Pow(x, float64(p))
		}
		if relativeError(sum, want) > 2e-14 {
			t.Errorf("48 nodes, power %d: %v, want %v", p, sum, want)
		}
	}
}

// TestAllocations holds the package to no allocation.
func TestAllocations(t *testing.T) {
	sink := 0.0
	n := testing.AllocsPerRun(10, func() {
		sink += NormalHazard(-1.5) + Digamma(3.3) + NormalCdf2(0.3, -1, 0.7) + LogisticGaussian(-1, 2) +
			BetaCdf(0.3, 2, 5) + GammaLower(3, 2) + NormalCdfMomentRatio(3, -1) + NormalQuantile(1e-9)
	})
	if n != 0 || math.IsNaN(sink) {
		t.Errorf("%v allocations, sum %v", n, sink)
	}
}

var benchmarkSink float64

// benchmarkOver times f over 256 arguments spread over [lo, hi].
func benchmarkOver(b *testing.B, lo, hi float64, f func(float64) float64) {
	var args [256]float64
	for i := range args {
		args[i] = lo + (hi-lo)*math.Mod(float64(i)*0.6180339887498949, 1)
	}
	b.ResetTimer()
	sum := 0.0
	for i := 0; i < b.N; i++ {
		sum += f(args[i&255])
	}
	benchmarkSink = sum
}

func BenchmarkNormalHazard(b *testing.B)      { benchmarkOver(b, -6, 6, NormalHazard) }
func BenchmarkNormalHazardLeft(b *testing.B)  { benchmarkOver(b, -8, 0, NormalHazard) }
func BenchmarkNormalHazardTail(b *testing.B)  { benchmarkOver(b, -40, -8, NormalHazard) }
func BenchmarkNormalHazardRight(b *testing.B) { benchmarkOver(b, 0, 8, NormalHazard) }
func BenchmarkNormalHazardW(b *testing.B) {
	benchmarkOver(b, -6, 6, func(x float64) float64 { w, r := NormalHazardW(x); return w - r })
}
func BenchmarkNormalCdf(b *testing.B)      { benchmarkOver(b, -6, 6, NormalCdf) }
func BenchmarkNormalCdfLn(b *testing.B)    { benchmarkOver(b, -6, 6, NormalCdfLn) }
func BenchmarkDigamma(b *testing.B)        { benchmarkOver(b, 1, 8, Digamma) }
func BenchmarkDigammaSmall(b *testing.B)   { benchmarkOver(b, 0, 1, Digamma) }
func BenchmarkDigammaLarge(b *testing.B)   { benchmarkOver(b, 8, 100, Digamma) }
func BenchmarkTrigamma(b *testing.B)       { benchmarkOver(b, 1, 100, Trigamma) }
func BenchmarkNormalQuantile(b *testing.B) { benchmarkOver(b, 0, 1, NormalQuantile) }
func BenchmarkNormalCdf2(b *testing.B) {
	benchmarkOver(b, -3, 3, func(x float64) float64 { return NormalCdf2(x, 0.5, 0.6) })
}
func BenchmarkLogisticGaussian(b *testing.B) {
	benchmarkOver(b, -3, 3, func(x float64) float64 { return LogisticGaussian(x, 2) })
}
func BenchmarkLogMinusDigammaInverse(b *testing.B) {
	benchmarkOver(b, 0, 3, LogMinusDigammaInverse)
}
func BenchmarkGammaLower(b *testing.B) {
	benchmarkOver(b, 0, 20, func(x float64) float64 { return GammaLower(7.5, x) })
}
func BenchmarkBetaCdf(b *testing.B) {
	benchmarkOver(b, 0, 1, func(x float64) float64 { return BetaCdf(x, 7.5, 3) })
}
