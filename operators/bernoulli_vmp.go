package operators

import (
	"math"

	"mpc/dist"
)

func bernoulliVMPOps() []*Op {
	return []*Op{
		{Func: BernoulliToXAverage, Factor: "bernoulli", To: "x", Algorithm: VMP, Args: []Arg{{"p", 0}}},
		{Func: BernoulliToXKnown, Factor: "bernoulli", To: "x", Algorithm: VMP, Args: []Arg{{"p", 0}}},
		{Func: BernoulliToPAverage, Factor: "bernoulli", To: "p", Algorithm: VMP, Args: []Arg{{"x", 0}}},
		{Func: BernoulliAverageLog, Factor: "bernoulli", To: Evidence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"p", 0}}},
		{Func: BernoulliAverageLogKnown, Factor: "bernoulli", To: Evidence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"p", 0}}},
	}
}

// BernoulliToXAverage sends x ~ bernoulli(p): log odds E[log p] - E[log(1-p)]
// (Winn and Bishop 2005). The fault is dist.Improper where p is.
func BernoulliToXAverage(p dist.BetaMoments) (dist.Bernoulli, dist.Fault) {
	if !p.IsProper() {
		return dist.Bernoulli{}, dist.Improper
	}
	return dist.Bernoulli{LogOdds: p.MeanLogOdds}, dist.NoFault
}

// BernoulliToPAverage sends to p of x ~ bernoulli(p): the probabilities of x as
// counts. The fault is dist.NotFinite where x is NaN.
func BernoulliToPAverage(x dist.BernoulliMoments) (dist.Beta, dist.Fault) {
	if !x.IsProper() {
		return dist.BetaUniform(), dist.NotFinite
	}
	return dist.Beta{A: 1 + x.True, B: 1 + x.False}, dist.NoFault
}

// BernoulliAverageLog is the mean log probability of x ~ bernoulli(p): P(x)
// E[log p] + (1-P(x)) E[log(1-p)]. It is NaN where p is improper and -Inf where x
// may have a value that p excludes.
func BernoulliAverageLog(x dist.BernoulliMoments, p dist.BetaMoments) float64 {
	return bernoulliMeanLog(x, p.MeanLog, p.MeanLogComplement)
}

// BernoulliAverageLogKnown is BernoulliAverageLog for a known p: NaN where p is
// no probability.
func BernoulliAverageLogKnown(x dist.BernoulliMoments, p float64) float64 {
	if !(p >= 0 && p <= 1) {
		return math.NaN()
	}
	return bernoulliMeanLog(x, math.Log(p), math.Log1p(-p))
}

// bernoulliMeanLog returns P(x) on + (1-P(x)) off, where a value that x does not
// have counts nothing.
func bernoulliMeanLog(x dist.BernoulliMoments, on, off float64) float64 {
	switch p, q := x.True, x.False; {
	case p == 0:
		return off
	case q == 0:
		return on
	default:
		return p*on + q*off
	}
}
