package dist

import (
	"math"

	"mpc/special"
)

// distLogGammaKernel returns shape log y - y - log Gamma(shape) with y = rate x,
// all positive: the log density of log y for y of Gamma(shape, 1). Large shapes
// take Loader's saddle point form ("Fast and accurate computation of binomial
// probabilities", 2000), -shape (t - log(1+t)) + log(shape/2 pi)/2 - Delta(shape)
// with t = y/shape - 1 and Delta the rest of Stirling's formula, so that what is
// left of terms as large as shape log shape keeps its digits.
func distLogGammaKernel(shape, rate, x float64) float64 {
	y := rate * x
	if shape < 10 || y < 1e-290 {
		lg, _ := math.Lgamma(shape)
		if y < 1e-290 { // digits of y are lost to underflow
			return shape*(math.Log(rate)+math.Log(x)) - y - lg
		}
		return shape*math.Log(y) - y - lg
	}
	if y > math.MaxFloat64 {
		return math.Inf(-1)
	}
	return math.Log(shape)/2 - distHalfLog2Pi - special.GammaLnSeries(shape) - distDeviance(shape, rate, x)
}

// distDeviance returns y - a - a log(y/a) with y = rate x, all positive, which is
// a (t - log(1+t)) with t = y/a - 1.
func distDeviance(a, rate, x float64) float64 {
	d := math.FMA(rate, x, -a)
	if math.Abs(d) > 0.1*a {
		return d - a*(math.Log(rate*x)-math.Log(a))
	}
	return a * special.XMinusLog1Plus(d/a)
}

// distLogBetaKernel returns a log x + b log y - log B(a, b) for positive a and b,
// with x + y = 1 given both so that neither end loses digits: the log density of
// log(x/y) for x of Beta(a, b).
func distLogBetaKernel(a, b, x, y float64) float64 {
	if a > b {
		a, b, x, y = b, a, y, x
	}
	n := a + b
	if a >= 10 {
		// x and y against the mean: (a + b) times their Kullback-Leibler divergence.
		kl := distShareDeviance(a, b, x, y) + distShareDeviance(b, a, y, x)
		rest := special.GammaLnSeries(a) + special.GammaLnSeries(b) - special.GammaLnSeries(n)
		return (math.Log(a)+math.Log(b/n))/2 - distHalfLog2Pi - rest - kl
	}
	lg, _ := math.Lgamma(a)
	if b < 10 {
		lb, _ := math.Lgamma(b)
		ln, _ := math.Lgamma(n)
		return a*math.Log(x) + b*math.Log(y) + (ln - lb) - lg
	}
	// log Gamma(n) - log Gamma(b) = a log n + (b - 1/2) log(1 + a/b) - a + Delta(n) - Delta(b).
	rise := (b-0.5)*math.Log1p(a/b) - a + special.GammaLnSeries(n) - special.GammaLnSeries(b)
	return a*math.Log(x*n) + b*distLogShare(x, y) + rise - lg
}

// distLogShare returns log y for x + y = 1.
func distLogShare(x, y float64) float64 {
	if x < 0.5 {
		return math.Log1p(-x)
	}
	return math.Log(y)
}

// distShareDeviance returns a (t - log(1+t)) with t = (x - p)/p for p = a/(a+b).
func distShareDeviance(a, b, x, y float64) float64 {
	// x - p = (x b - y a)/(a + b), as x + y = 1.
	t := math.FMA(x, b, -y*a) / a
	if math.Abs(t) <= 0.1 {
		return a * special.XMinusLog1Plus(t)
	}
	return a * (t - math.Log(x) - math.Log1p(b/a))
}
