package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

func poissonOps() []*Op {
	return []*Op{
		{Func: PoissonToRate, Factor: "poisson", To: "rate", Algorithm: EP, Args: []Arg{{"x", 0}}},
		{Func: PoissonEvidence, Factor: "poisson", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"rate", 0}}},
		{Func: PoissonEvidenceKnown, Factor: "poisson", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"rate", 0}}},
	}
}

// PoissonToRate sends to rate of x ~ poisson(rate), x observed: the density
// rate^x exp(-rate). The fault is Contradiction where x is negative.
func PoissonToRate(x int) (dist.Gamma, dist.Fault) {
	if x < 0 {
		return dist.Gamma{Shape: 1}, dist.Contradiction
	}
	return dist.Gamma{Shape: 1 + float64(x), Rate: 1}, dist.NoFault
}

// PoissonEvidence returns the log of the negative binomial probability of x,
//
//	Gamma(x+a)/(Gamma(a) x!) (b/(1+b))^a (1+b)^-x, a and b of rate.
//
// Where rate is improper it is the log of the integral of rate^(a-1) exp(-b rate)
// times the Poisson probability, or NaN where that diverges.
func PoissonEvidence(x int, rate dist.Gamma) float64 {
	if x < 0 {
		return math.Inf(-1)
	}
	if rate.IsPoint() {
		return PoissonEvidenceKnown(x, rate.Shape)
	}
	k, a, b := float64(x), rate.Shape, rate.Rate
	if !rate.IsProper() {
		if !(a+k > 0 && b > -1) {
			return math.NaN()
		}
		gamma, _ := math.Lgamma(k + a)
		factorial, _ := math.Lgamma(k + 1)
		return gamma - factorial - (k+a)*math.Log1p(b)
	}
	powers := -a*math.Log1p(1/b) - k*math.Log1p(b)
	if b > 1e300 {
		powers = -a/b - k*math.Log(b)
	}
	if k > a { // Gamma(x+a)/x! over Gamma(a)
		gamma, _ := math.Lgamma(a)
		return special.LogRisingFactorial(k+1, a-1) - gamma + powers
	}
	return special.LogRisingFactorial(a, k) - special.LogRisingFactorial(1, k) + powers
}

// PoissonEvidenceKnown returns the log of the Poisson probability of x, rate
// known. It is NaN where rate is negative or infinite.
func PoissonEvidenceKnown(x int, rate float64) float64 {
	switch {
	case !(rate >= 0 && rate <= math.MaxFloat64):
		return math.NaN()
	case x < 0 || rate == 0 && x > 0:
		return math.Inf(-1)
	case x == 0:
		return -rate
	}
	// Loader's saddle point form, see BinomialEvidenceKnown.
	k := float64(x)
	return -binomialPart(rate-k, rate, k) - special.GammaLnSeries(k) - math.Log(2*math.Pi*k)/2
}
