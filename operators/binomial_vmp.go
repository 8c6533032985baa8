package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

func binomialVMPOps() []*Op {
	return []*Op{
		{Func: BinomialToP, Factor: "binomial", To: "p", Algorithm: VMP, Args: []Arg{{"x", 0}, {"n", 0}}},
		{Func: BinomialAverageLog, Factor: "binomial", To: Evidence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"n", 0}, {"p", 0}}},
		{Func: BinomialEvidenceKnown, Factor: "binomial", To: Evidence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"n", 0}, {"p", 0}}},
	}
}

// BinomialAverageLog is the mean log probability of x ~ binomial(n, p), x and n
// observed: log C(n, x) + x E[log p] + (n-x) E[log(1-p)], as the log probability
// at the mean of p but for what the logs differ by. It is NaN where p is
// improper.
func BinomialAverageLog(x, n int, p dist.Beta) float64 {
	switch {
	case x < 0 || x > n:
		return math.Inf(-1)
	case p.IsPoint():
		return BinomialEvidenceKnown(x, n, p.A)
	case !p.IsProper():
		return math.NaN()
	case p.A > p.B: // 1 - mean has no digits to lose then
		return BinomialAverageLog(n-x, n, dist.Beta{A: p.B, B: p.A})
	}
	mean := p.Mean()
	if mean < 1e-290 {
		k, m, total := float64(x), float64(n-x), float64(n)
		return k*p.MeanLog() + m*p.MeanLogComplement() - special.LogBeta(k+1, m+1) - math.Log1p(total)
	}
	all := special.LogMinusDigamma(p.A + p.B)
	return BinomialEvidenceKnown(x, n, mean) - float64(x)*(special.LogMinusDigamma(p.A)-all) -
		float64(n-x)*(special.LogMinusDigamma(p.B)-all)
}
