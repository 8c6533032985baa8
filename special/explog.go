package special

import "math"

// LogFull returns the natural logarithm. math.Log of Go 1.26 on amd64 takes every
// number below the normal range for one near 2^-1023, which is wrong by up to
// 35; here those are scaled up first.
func LogFull(x float64) float64 {
	if x < 0x1p-1022 && x > 0 {
		return math.Log(x*0x1p54) - 54*math.Ln2
	}
	return math.Log(x)
}

// ExpMinus1 returns exp(x) - 1 with full relative accuracy near zero.
func ExpMinus1(x float64) float64 { return math.Expm1(x) }

// Log1Plus returns log(1 + x) with full relative accuracy near zero.
func Log1Plus(x float64) float64 { return math.Log1p(x) }

// expRatioTaylor holds 1/(n+3)!, the Taylor coefficients of
// ExpMinus1RatioMinus1RatioMinusHalf(x)/x.
var expRatioTaylor = [...]float64{
	1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720, 1.0 / 5040, 1.0 / 40320,
	1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600,
	1.0 / 6227020800, 1.0 / 87178291200, 1.0 / 1307674368000,
	1.0 / 20922789888000, 1.0 / 355687428096000, 1.0 / 6402373705728000,
	1.0 / 121645100408832000, 1.0 / 2432902008176640000,
	1.0 / 51090942171709440000.0, 1.0 / 1124000727777607680000.0,
	1.0 / 25852016738884976640000.0, 1.0 / 620448401733239439360000.0,
}

// ExpMinus1RatioMinus1RatioMinusHalf returns ((exp(x)-1)/x - 1)/x - 1/2, which
// is x/6 to first order, tends to -1/2 at -Inf and overflows at +Inf.
func ExpMinus1RatioMinus1RatioMinusHalf(x float64) float64 {
	if math.Abs(x) < 2 {
		sum := 0.0
		for i := len(expRatioTaylor) - 1; i >= 0; i-- {
			sum = sum*x + expRatioTaylor[i]
		}
		return sum * x
	}
	if math.IsInf(x, 0) {
		if x > 0 {
			return x
		}
		return -0.5
	}
	if x > 700 {
		// exp(x) alone may overflow although exp(x)/x^2 does not.
		return math.Exp(x - 2*math.Log(x))
	}
	return (math.Expm1(x)/x-1)/x - 0.5
}

// Log1MinusExp returns log(1 - exp(x)) for x <= 0; -Inf at zero, NaN above.
// The switch at log 2 is from Maechler 2012.
func Log1MinusExp(x float64) float64 {
	if x > -math.Ln2 {
		return LogFull(-math.Expm1(x))
	}
	return math.Log1p(-math.Exp(x))
}

// LogExpMinus1 returns log(exp(x) - 1) for x >= 0; -Inf at zero, NaN below.
func LogExpMinus1(x float64) float64 {
	if x < 1 {
		return LogFull(math.Expm1(x))
	}
	return x + math.Log1p(-math.Exp(-x))
}

// LogSumExp returns log(exp(a) + exp(b)) without overflow.
func LogSumExp(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if a == b || math.IsInf(a, 0) {
		// also +Inf with anything, and -Inf with -Inf; NaN takes the way below
		if b != b {
			return b
		}
		return a + math.Ln2
	}
	d := math.Exp(b - a)
	if a < 0 && a > -1 {
		// The sum may be close to one and its logarithm to zero.
		return math.Log1p(math.Expm1(a) + math.Exp(b))
	}
	return a + math.Log1p(d)
}

// logAtanhSeries holds 1/(2n+3), the coefficients of (atanh(r)/r - 1)/r^2.
var logAtanhSeries = [...]float64{
	1.0 / 3, 1.0 / 5, 1.0 / 7, 1.0 / 9, 1.0 / 11, 1.0 / 13, 1.0 / 15,
	1.0 / 17, 1.0 / 19, 1.0 / 21, 1.0 / 23, 1.0 / 25, 1.0 / 27, 1.0 / 29,
	1.0 / 31, 1.0 / 33,
}

// XMinusLog1Plus returns x - log(1 + x) for x > -1, x^2/2 to first order.
func XMinusLog1Plus(x float64) float64 {
	if x > -0.5 && x < 1 {
		// log(1+x) = 2 atanh r, r = x/(2+x) (DLMF 4.6.4), and x - 2r = r x.
		r := x / (2 + x)
		t := r * r
		sum := 0.0
		for i := len(logAtanhSeries) - 1; i >= 0; i-- {
			sum = sum*t + logAtanhSeries[i]
		}
		return r * (x - 2*t*sum)
	}
	if math.IsInf(x, 1) {
		return x
	}
	return x - math.Log1p(x)
}

// Logistic returns 1/(1 + exp(-x)).
func Logistic(x float64) float64 {
	if x > 0 {
		return 1 / (1 + math.Exp(-x))
	}
	e := math.Exp(x)
	return e / (1 + e)
}

// LogisticLn returns log(Logistic(x)) = -log(1 + exp(-x)).
func LogisticLn(x float64) float64 {
	if x > 0 {
		return -math.Log1p(math.Exp(-x))
	}
	return x - math.Log1p(math.Exp(x))
}

// Logit returns log(p/(1-p)) for p in [0, 1], NaN outside.
func Logit(p float64) float64 {
	if p > 0.25 && p < 0.75 {
		return math.Log1p((2*p - 1) / (1 - p))
	}
	return LogFull(p) - math.Log1p(-p)
}
