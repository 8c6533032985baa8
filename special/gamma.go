package special

import "math"

// GammaLn returns log Gamma(x) for x >= 0, +Inf at zero, NaN below.
func GammaLn(x float64) float64 {
	if !(x >= 0) {
		return math.NaN()
	}
	if x < 1e-20 {
		return -LogFull(x)
	}
	y, _ := math.Lgamma(x)
	return y
}

// GammaLnSeries returns the Stirling remainder
// log Gamma(x) - (x - 1/2) log x + x - log(2 pi)/2 for x > 0 (DLMF 5.11.1).
func GammaLnSeries(x float64) float64 {
	if x >= 10 {
		s := 1 / (x * x)
		return (1.0/12 + s*(-1.0/360+s*(1.0/1260+s*(-1.0/1680+s*(1.0/1188+
			s*(-691.0/360360+s*(1.0/156+s*(-3617.0/122400+s*(43867.0/244188))))))))) / x
	}
	if !(x > 0) {
		if x == 0 {
			return math.Inf(1)
		}
		return math.NaN()
	}
	// S(x) - S(x+1) = (x + 1/2) log(1 + 1/x) - 1 = (x + 1/2) 2 atanh(1/(2x+1)) - 1.
	sum := 0.0
	for x < 10 {
		if x > 1 {
			t := 1 / (2*x + 1)
			t *= t
			p := 0.0
			for i := len(logAtanhSeries) - 1; i >= 0; i-- {
				p = p*t + logAtanhSeries[i]
			}
			sum += t * p
		} else {
			sum += (x+0.5)*math.Log1p(1/x) - 1
		}
		x++
	}
	return sum + GammaLnSeries(x)
}

// LogRisingFactorial returns log(Gamma(a+k)/Gamma(a)) for a > 0 and a + k > 0,
// without the cancellation of two log gammas when a is huge or k tiny. NaN
// outside.
func LogRisingFactorial(a, k float64) float64 {
	if !(a > 0) || !(a+k > 0) {
		return math.NaN()
	}
	if k < 0 {
		return -LogRisingFactorial(a+k, -k)
	}
	if k == 0 {
		return 0
	}
	shift := 0.0
	if a < 10 {
		if k > 0.5*a {
			return GammaLn(a+k) - GammaLn(a)
		}
		// Gamma(a+k)/Gamma(a) = Gamma(a+n+k)/Gamma(a+n) / prod (1 + k/(a+i)).
		p := 0.0
		for a < 10 {
			r := k / a
			p += r + p*r
			a++
		}
		shift = math.Log1p(p)
	}
	// Stirling's formula for both, with log(1 + k/a) taken apart.
	x := k / a
	b := a + k
	return k*math.Log(b) - a*XMinusLog1Plus(x) - 0.5*math.Log1p(x) +
		gammaSeriesDifference(a, k) - shift
}

// gammaSeriesDifference returns S(a+k) - S(a), S = GammaLnSeries, for a >= 10.
func gammaSeriesDifference(a, k float64) float64 {
	if k > 0.1*a {
		return GammaLnSeries(a+k) - GammaLnSeries(a)
	}
	// 1/b^n - 1/a^n for n = 1, 3, 5, ... by the recursion of differences.
	p, q := 1/a, 1/(a+k)
	d := -k * p * q // q - p
	p2, q2 := p*p, q*q
	d2 := d * (p + q) // q^2 - p^2
	sum := 0.0
	pn, dn := p, d
	for i := range gammaStirlingSeries {
		sum += gammaStirlingSeries[i] * dn
		// q^(n+2) - p^(n+2) = q^2 (q^n - p^n) + p^n (q^2 - p^2)
		dn = q2*dn + pn*d2
		pn *= p2
	}
	return sum
}

// gammaStirlingSeries holds B_2k/(2k (2k-1)), k = 1..9 (DLMF 5.11.1).
var gammaStirlingSeries = [...]float64{
	1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680, 1.0 / 1188,
	-691.0 / 360360, 1.0 / 156, -3617.0 / 122400, 43867.0 / 244188,
}

// LogBeta returns log B(a, b) = log(Gamma(a) Gamma(b)/Gamma(a+b)) for a, b > 0;
// +Inf when one of them is zero, NaN below.
func LogBeta(a, b float64) float64 {
	if a > b {
		a, b = b, a
	}
	switch {
	case !(a >= 0) || math.IsNaN(b):
		return math.NaN()
	case a == 0:
		return math.Inf(1)
	case math.IsInf(b, 1):
		return math.Inf(-1)
	case a < 10:
		return GammaLn(a) - LogRisingFactorial(b, a)
	}
	// Stirling's formula, ordered so that no two large terms cancel
	// (Didonato and Morris 1992, section 2).
	h := a / b
	return normalLnSqrt2Pi - 0.5*math.Log(b) + (a-0.5)*math.Log(h/(1+h)) -
		b*math.Log1p(h) + betaCorrection(a, b)
}

// betaCorrection returns S(a) + S(b) - S(a+b), S = GammaLnSeries, a, b >= 10.
func betaCorrection(a, b float64) float64 {
	return GammaLnSeries(a) + (GammaLnSeries(b) - GammaLnSeries(a+b))
}

// GammaUpperScale returns x^a exp(-x)/Gamma(a), the common factor of the
// incomplete gamma functions, for a > 0, x >= 0.
func GammaUpperScale(a, x float64) float64 {
	switch {
	case !(a >= 0) || !(x >= 0):
		return math.NaN()
	case x == 0 || a == 0 || math.IsInf(x, 1) || math.IsInf(a, 1):
		return 0
	case a < 10:
		if a < 1 {
			// 1/Gamma(a) = a/Gamma(1+a) survives the smallest a.
			return a * math.Exp(a*LogFull(x)-x) / math.Gamma(1+a)
		}
		if y := math.Pow(x, a); y < 1e300 && x < 700 {
			return y * math.Exp(-x) / math.Gamma(a)
		}
		return math.Exp(a*LogFull(x) - x - GammaLn(a))
	}
	return math.Sqrt(a) * normalInvSqrt2Pi * math.Exp(-a*gammaHalfEtaSquared(a, x)-GammaLnSeries(a))
}

// gammaHalfEtaSquared returns r - 1 - log r, r = x/a (DLMF 8.12.1).
func gammaHalfEtaSquared(a, x float64) float64 {
	mu := (x - a) / a
	if mu < -0.5 {
		return mu - math.Log(x/a)
	}
	return XMinusLog1Plus(mu)
}

// GammaLogProb returns the log density at x of the Gamma distribution with the
// given shape and rate: shape log rate + (shape-1) log x - rate x - log
// Gamma(shape), without cancellation for large shapes.
func GammaLogProb(x, shape, rate float64) float64 {
	if !(shape > 0) || !(rate > 0) || math.IsNaN(x) {
		return math.NaN()
	}
	if x < 0 || math.IsInf(x, 1) {
		return math.Inf(-1)
	}
	if shape < 10 || x == 0 {
		y := shape*LogFull(rate) - rate*x - GammaLn(shape)
		if shape != 1 {
			y += (shape - 1) * LogFull(x)
		}
		return y
	}
	// rate x - shape carries the digits of the exponent: round it once.
	p := rate * x
	mu := ((p - shape) + math.FMA(rate, x, -p)) / shape
	var half float64
	if mu < -0.5 {
		half = mu - math.Log(p/shape)
	} else {
		half = XMinusLog1Plus(mu)
	}
	return 0.5*math.Log(shape) - normalLnSqrt2Pi - LogFull(x) - shape*half - GammaLnSeries(shape)
}
