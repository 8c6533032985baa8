package special

import "math"

// BetaCdf returns the distribution function at x of the Beta(a, b)
// distribution, the regularized incomplete beta function I_x(a, b). The work
// grows like the square root of the larger parameter.
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
	// (a+1)/(a+b+2) splits the two regions of fast convergence (DLMF 8.17.22).
	if x*(a+b+2) > a+1 {
		return 1 - betaPower(1-x, x, b, a)*betaFraction(1-x, b, a)/b
	}
	return betaPower(x, 1-x, a, b) * betaFraction(x, a, b) / a
}

// betaPower returns x^a y^b/B(a, b), y = 1 - x.
func betaPower(x, y, a, b float64) float64 {
	if a < 10 || b < 10 {
		return math.Exp(a*Log(x) + b*math.Log1p(-x) - LogBeta(a, b))
	}
	// The exponent is a sum of two deviances, each with its zero at the mean
	// (Didonato and Morris 1992, section 3).
	d := a*y - b*x // (a+b) times the distance of x below the mean
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

// betaFraction evaluates the continued fraction DLMF 8.17.22 by the modified
// Lentz method; NaN when it has not converged, which takes parameters beyond
// 1e10.
func betaFraction(x, a, b float64) float64 {
	const tiny = 1e-300
	c := 1.0
	d := 1 - (a+b)*x/(a+1)
	if math.Abs(d) < tiny {
		d = tiny
	}
	d = 1 / d
	h := d
	for m := 1.0; m < 200000; m++ {
		t := m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m))
		d = 1 + t*d
		c = 1 + t/c
		if math.Abs(d) < tiny {
			d = tiny
		}
		if math.Abs(c) < tiny {
			c = tiny
		}
		d = 1 / d
		h *= d * c
		t = -(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 2*m + 1))
		d = 1 + t*d
		c = 1 + t/c
		if math.Abs(d) < tiny {
			d = tiny
		}
		if math.Abs(c) < tiny {
			c = tiny
		}
		d = 1 / d
		f := d * c
		h *= f
		if math.Abs(f-1) < 3e-16 {
			return h
		}
	}
	return math.NaN()
}
