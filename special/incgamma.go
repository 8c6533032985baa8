package special

import "math"

// GammaLower returns the regularized lower incomplete gamma function
// P(a, x) = 1/Gamma(a) int_0^x t^(a-1) exp(-t) dt for a, x >= 0, NaN outside.
func GammaLower(a, x float64) float64 {
	p, _ := gammaRegularized(a, x)
	return p
}

// GammaUpperRegularized returns Q(a, x) = 1 - P(a, x) for a, x >= 0, with full
// relative accuracy where it is small.
func GammaUpperRegularized(a, x float64) float64 {
	_, q := gammaRegularized(a, x)
	return q
}

// gammaRegularized returns P and Q, the smaller with full relative accuracy.
func gammaRegularized(a, x float64) (p, q float64) {
	switch {
	case !(a >= 0) || !(x >= 0):
		return math.NaN(), math.NaN()
	case math.IsInf(a, 1):
		if math.IsInf(x, 1) {
			return math.NaN(), math.NaN()
		}
		return 0, 1
	case x == 0:
		if a == 0 {
			return 1, 0
		}
		return 0, 1
	case math.IsInf(x, 1) || a == 0:
		return 1, 0
	case a >= 200 && math.Abs(x-a) < 0.35*a:
		return gammaTemme(a, x)
	case a < 1 && x < 1.5:
		// Small a: Q = Gamma(a, x)/Gamma(a) = a Gamma(a, x)/Gamma(1+a).
		q = a * gammaUpperSmall(a, x) / math.Gamma(1+a)
		if q < 0.5 {
			return 1 - q, q
		}
		p = gammaLowerSeries(a, x) / a * GammaUpperScale(a, x)
		return p, 1 - p
	case x < a+1:
		p = gammaLowerSeries(a, x) / a * GammaUpperScale(a, x)
		return p, 1 - p
	}
	q = GammaUpperScale(a, x) * gammaUpperFraction(a, x)
	return 1 - q, q
}

// gammaLowerSeries returns sum x^n/((a+1)...(a+n)) (DLMF 8.11.4).
func gammaLowerSeries(a, x float64) float64 {
	sum, term := 1.0, 1.0
	for n := 1.0; n < 100000; n++ {
		term *= x / (a + n)
		sum += term
		if term < 1e-17*sum {
			break
		}
	}
	return sum
}

// gammaUpperFraction returns Gamma(a, x)/(x^a exp(-x)) by the continued
// fraction DLMF 8.9.2 in its even form, evaluated by Steed's method. It
// converges for x > 0 and every a, fast when x > a + 1 or a is negative.
func gammaUpperFraction(a, x float64) float64 {
	if x > 1e17*(1+math.Abs(a)) {
		return 1 / x // DLMF 8.11.2; the fraction has too few digits where 1/x is no normal number
	}
	b := x + 1 - a
	d := 1 / b
	h, delta := d, d
	for n := 1.0; n < 100000; n++ {
		an := n * (n - a)
		b += 2
		d = 1 / (b - an*d)
		delta *= (b*d - 1)
		h += delta
		if math.Abs(delta) < 1e-17*math.Abs(h) {
			break
		}
	}
	return h
}

// gammaUpperSmall returns Gamma(a, x) for |a| < 1 and small x, from
// DLMF 8.7.3 with the pole of Gamma(a) at zero taken out:
// ((Gamma(1+a) - 1) - (x^a - 1))/a - x^a sum_{n>0} (-x)^n/((a+n) n!).
func gammaUpperSmall(a, x float64) float64 {
	lx := LogFull(x)
	g := gammaOnePlusLn(a)
	l := a * lx
	var head float64
	if math.Abs(a) < 1e-300 {
		head = -0.57721566490153286 - lx
	} else {
		// exp(g) - exp(l) = exp(l) (exp(g-l) - 1)
		head = math.Exp(l) * math.Expm1(g-l) / a
	}
	sum, term := 0.0, 1.0
	for n := 1.0; n < 100; n++ {
		term *= -x / n
		sum += term / (a + n)
		if math.Abs(term) < 1e-18*math.Abs(sum) {
			break
		}
	}
	return head - math.Exp(l)*sum
}

// gammaOnePlusLn returns log Gamma(1+a) for |a| < 1 with relative accuracy at
// zero, where forming 1 + a first would lose it.
func gammaOnePlusLn(a float64) float64 {
	if math.Abs(a) <= 0.5 {
		// DLMF 5.7.3.
		sum := 0.0
		for i := len(gammaLnTaylor) - 1; i >= 0; i-- {
			sum = sum*a + gammaLnTaylor[i]
		}
		return a*(0.42278433509846713939+a*sum) - math.Log1p(a)
	}
	y, _ := math.Lgamma(1 + a)
	return y
}

// gammaTemme returns P and Q for large a and x near a, from the uniform
// expansion of Temme 1979 (DLMF 8.12.3, 8.12.7).
func gammaTemme(a, x float64) (p, q float64) {
	half := gammaHalfEtaSquared(a, x)
	eta := math.Sqrt(2 * half)
	if x < a {
		eta = -eta
	}
	sum := 0.0
	for k := len(gammaTemmeTable) - 1; k >= 0; k-- {
		c := 0.0
		for n := 15; n >= 0; n-- {
			c = c*eta + gammaTemmeTable[k][n]
		}
		sum = sum/a + c
	}
	scale := normalInvSqrt2Pi * math.Exp(-a*half)
	sum /= math.Sqrt(a)
	z := math.Abs(eta) * math.Sqrt(a)
	mills := 1 / (z + hazardExcess(z))
	if eta >= 0 {
		q = scale * (mills + sum)
		return 1 - q, q
	}
	p = scale * (mills - sum)
	return p, 1 - p
}

// GammaUpper returns the upper incomplete gamma function, not regularized:
// Gamma(a, x) = int_x^inf t^(a-1) exp(-t) dt for x > 0 and any a.
func GammaUpper(a, x float64) float64 {
	switch {
	case math.IsNaN(a) || !(x >= 0):
		return math.NaN()
	case x == 0:
		if a <= 0 {
			return math.Inf(1)
		}
		return math.Gamma(a)
	case math.IsInf(x, 1):
		return 0
	case a >= 1:
		_, q := gammaRegularized(a, x)
		if a < 170 {
			return q * math.Gamma(a)
		}
		return math.Exp(math.Log(q) + GammaLn(a))
	case x >= 1.5 || a < -30:
		f := gammaUpperFraction(a, x)
		if y := math.Pow(x, a); y > 0 && y < math.MaxFloat64 {
			return y * math.Exp(-x) * f
		}
		return math.Exp(a*LogFull(x) - x + math.Log(f))
	case a > -0.5:
		return gammaUpperSmall(a, x)
	}
	// Gamma(a, x) = (Gamma(a+1, x) - x^a exp(-x))/a from an order near zero
	// (DLMF 8.8.2); the power dominates, nothing cancels.
	n := math.Ceil(-0.5 - a)
	b := a + n
	g := gammaUpperSmall(b, x)
	for ; n > 0; n-- {
		b = a + n - 1
		y := math.Pow(x, b)
		if math.IsInf(y, 1) {
			return y
		}
		g = (g - y*math.Exp(-x)) / b
	}
	return g
}

// GammaLowerLn returns log P(a, x), also where P is too small for a number.
func GammaLowerLn(a, x float64) float64 {
	p, q := gammaRegularized(a, x)
	switch {
	case p > 0.5:
		return math.Log1p(-q)
	case p > 1e-290 || !(x > 0 && a > 0) || math.IsInf(a, 1):
		return math.Log(p)
	}
	return a*LogFull(x) - x - GammaLn(a+1) + math.Log(gammaLowerSeries(a, x))
}

// GammaUpperLn returns log Q(a, x), also where Q is too small for a number.
func GammaUpperLn(a, x float64) float64 {
	p, q := gammaRegularized(a, x)
	switch {
	case q > 0.5:
		return math.Log1p(-p)
	case q > 1e-290 || !(x <= math.MaxFloat64 && a > 0):
		return math.Log(q)
	}
	return a*LogFull(x) - x - GammaLn(a) + math.Log(gammaUpperFraction(a, x))
}
