package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

func binomialOps() []*Op {
	return []*Op{
		{Func: BinomialToP, Factor: "binomial", To: "p", Algorithm: EP, Args: []Arg{{"x", 0}, {"n", 0}}},
		{Func: BinomialEvidence, Factor: "binomial", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"n", 0}, {"p", 0}}},
		{Func: BinomialEvidenceKnown, Factor: "binomial", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"n", 0}, {"p", 0}}},
	}
}

// BinomialToP sends to p of x ~ binomial(n, p), x and n observed: the density
// p^x (1-p)^(n-x). The fault is Contradiction where x is not in 0..n.
func BinomialToP(x, n int) (dist.Beta, dist.Fault) {
	if x < 0 || x > n {
		return dist.Beta{A: 1, B: 1}, dist.Contradiction
	}
	return dist.Beta{A: 1 + float64(x), B: 1 + float64(n-x)}, dist.NoFault
}

// BinomialEvidence returns the log of the beta-binomial probability of x,
//
//	C(n, x) B(A+x, B+n-x)/B(A, B).
//
// Where p is improper it is the log of the integral of p^(A-1) (1-p)^(B-1) times
// the binomial probability, or NaN where that diverges.
func BinomialEvidence(x, n int, p dist.Beta) float64 {
	if x < 0 || x > n {
		return math.Inf(-1)
	}
	if p.IsPoint() {
		return BinomialEvidenceKnown(x, n, p.A)
	}
	k, m, total := float64(x), float64(n-x), float64(n)
	a, b := p.A, p.B
	switch {
	case !p.IsProper():
		if !(a+k > 0 && b+m > 0) {
			return math.NaN()
		}
		return special.LogBeta(a+k, b+m) - special.LogBeta(k+1, m+1) - math.Log1p(total)
	case total < a+b:
		// C(n, x) (a)_x (b)_(n-x)/(a+b)_n; C(n, x) = (larger+1)_smaller/smaller!
		less := math.Min(k, m)
		choose := special.LogRisingFactorial(total-less+1, less) - special.LogRisingFactorial(1, less)
		return choose + special.LogRisingFactorial(a, k) + special.LogRisingFactorial(b, m) - special.LogRisingFactorial(a+b, total)
	}
	// (x+1)_(a-1) (n-x+1)_(b-1)/(n+1)_(a+b-1)/B(a, b)
	return special.LogRisingFactorial(k+1, a-1) + special.LogRisingFactorial(m+1, b-1) -
		special.LogRisingFactorial(total+1, a+b-1) - special.LogBeta(a, b)
}

// BinomialEvidenceKnown returns the log of the binomial probability of x, p
// known. It is NaN where p is no probability.
func BinomialEvidenceKnown(x, n int, p float64) float64 {
	switch {
	case !(p >= 0 && p <= 1):
		return math.NaN()
	case x < 0 || x > n:
		return math.Inf(-1)
	}
	k, m, total := float64(x), float64(n-x), float64(n)
	switch {
	case p == 0 && x > 0 || p == 1 && x < n:
		return math.Inf(-1)
	case x == 0 && n == 0:
		return 0
	case x == 0:
		return total * math.Log1p(-p)
	case x == n:
		return total * special.LogFull(p)
	}
	// Loader's saddle point form (Fast and accurate computation of binomial
	// probabilities, 2000): with u and v the relative errors of n p and n (1-p)
	// for x and n-x, nothing of size n remains but what vanishes with u and v.
	miss := math.FMA(total, p, -k)
	return special.GammaLnSeries(total) - special.GammaLnSeries(k) - special.GammaLnSeries(m) -
		binomialPart(miss, total*p, k) - binomialPart(-miss, total*(1-p), m) +
		(math.Log(total/k/m)-math.Log(2*math.Pi))/2
}

// binomialPart is k (u - log(1+u)), u the relative error of the mean for k, where miss is mean - k. Far
// below k that leaves no digits of the mean, and of a small one nothing: there it is computed of the log of mean/k.
func binomialPart(miss, mean, k float64) float64 {
	if mean < k/2 {
		return miss - k*(special.LogFull(mean)-math.Log(k))
	}
	return k * special.XMinusLog1Plus(miss/k)
}
