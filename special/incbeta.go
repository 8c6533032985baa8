package special

import "math"

// BetaCdf returns the distribution function at x of the Beta(a, b)
// distribution, the regularized incomplete beta function I_x(a, b).
func BetaCdf(x, a, b float64) float64 {
	switch {
	case math.IsNaN(x) || !(a >= 0) || !(b >= 0) || a+b == 0:
		return math.NaN()
	case x <= 0:
		return 0
	case x >= 1:
		return 1
	case a == 0:
		return 1
	case b == 0:
		return 0
	}
	// (a+1)/(a+b+2) splits the two regions of fast convergence.
	if x*(a+b+2) > a+1 {
		return math.Max(0, 1-betaLower(1-x, x, b, a))
	}
	return math.Min(1, betaLower(x, 1-x, a, b))
}

// betaLower returns I_x(a, b), y = 1 - x, for x on the side of fast convergence.
func betaLower(x, y, a, b float64) float64 {
	if a >= 3000 && b >= 3000 {
		return betaPower(x, y, a, b) * betaTail(x, y, a, b)
	}
	return betaPower(x, y, a, b) * betaFraction(x, y, a, b) / a
}

// betaTail returns int_0^x f(t) dt/(x y f(x)) for the density f of Beta(a, b)
// with both parameters large, where the continued fraction would take a number
// of steps that grows like their square root. There f is close to a normal
// density, and Gauss-Legendre panels cover where it is above exp(-40) f(x).
func betaTail(x, y, a, b float64) float64 {
	slope := math.FMA(a-1, y, -(b-1)*x) / (x * y)
	sd := 1 / math.Sqrt((a-1)/(x*x)+(b-1)/(y*y))
	far := math.Min(x, 9.5*sd)
	if slope > 0 {
		far = math.Min(far, 40/slope)
	}
	n := int(math.Ceil(far / (4 * sd)))
	h := 0.5 * far / float64(n)
	sum := 0.0
	for k := 0; k < n; k++ {
		for i := 0; i < 24; i++ {
			d := h * (float64(2*k+1) + LegendreNodes24[i])
			e := slope*d + (a-1)*XMinusLog1Plus(-d/x) + (b-1)*XMinusLog1Plus(d/y)
			sum += LegendreWeights24[i] * math.Exp(-e)
		}
	}
	return h * sum / (x * y)
}

// betaPower returns x^a y^b/B(a, b), y = 1 - x.
func betaPower(x, y, a, b float64) float64 {
	if least := math.Min(a, b); least < 10 {
		// The smaller of x and y is exact. 1/B = m M/(m+M) Gamma(1+m+M)/
		// (Gamma(1+m) Gamma(1+M)), whose gammas stay near one for tiny m.
		var lnX, lnY float64
		if x < y {
			lnX, lnY = LogFull(x), math.Log1p(-x)
		} else {
			lnX, lnY = math.Log1p(-y), LogFull(y)
		}
		most := math.Max(a, b)
		e := a*lnX + b*lnY - gammaOnePlusLn(least) + LogRisingFactorial(1+most, least)
		return least * (most / (least + most)) * math.Exp(e)
	}
	// The exponent is a sum of two deviances, each with its zero at the mean
	// (Didonato and Morris 1992, section 3).
	d := math.FMA(a, y, -b*x) // (a+b) times the distance of x below the mean
	e := a*betaDeviance(-d, a, x*(a+b)) + b*betaDeviance(d, b, y*(a+b))
	return normalInvSqrt2Pi * math.Sqrt(a/(a+b)*b) * math.Exp(-e-betaCorrection(a, b))
}

// betaDeviance returns r - log(1 + r) for r = d/a, where 1 + r = z/a.
func betaDeviance(d, a, z float64) float64 {
	r := d / a
	if r < -0.5 {
		return r - math.Log(z/a)
	}
	return XMinusLog1Plus(r)
}

// betaFraction returns I_x(a, b) B(a, b) a/(x^a y^b), y = 1 - x, by the continued
// fraction of Didonato and Morris 1992 (BFRAC), whose terms stay positive below
// the mean, in the modified Lentz method; NaN should it not converge.
func betaFraction(x, y, a, b float64) float64 {
	below := math.FMA(a, y, -b*x) // (a+b) times the distance to the mean
	beta := (below + 1) / (a + 1)
	if beta == 0 {
		beta = 1e-300
	}
	f, c, d := beta, beta, 0.0
	for n := 1.0; n < 200000; n++ {
		q := 1 / (a + 2*n - 1)
		order := a + n - 1
		if n == 1 {
			order = 1 // beta and alpha of the first step are divided by a
		}
		alpha := (order * q) * ((a + b + n - 1) * x) * (n * q) * ((b - n) * x)
		beta = n + n*((b-n)*x)*q + (a+n)/(a+2*n+1)*(below+1+n*(1+y))
		d = 1 / (beta + alpha*d)
		c = beta + alpha/c
		step := c * d
		f *= step
		if math.Abs(step-1) < 3e-16 {
			return 1 / f
		}
	}
	return math.NaN()
}
