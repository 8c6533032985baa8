package operators

import (
	"math"

	"mpc/dist"
)

func truncatedNormalVMPOps() []*Op {
	return []*Op{
		{
			Func: TruncatedNormalToXAverage, Factor: "truncated_normal", To: "x", Algorithm: VMP, Cavity: true,
			Args: []Arg{{"x", 0}, {"mean", 0}, {"variance", 0}, {"low", 0}, {"high", 0}},
		},
		{
			Func: TruncatedNormalAverageLog, Factor: "truncated_normal", To: Evidence, Algorithm: VMP, Cavity: true,
			Args: []Arg{{"x", 0}, {"mean", 0}, {"variance", 0}, {"low", 0}, {"high", 0}},
		},
	}
}

// TruncatedNormalToXAverage sends x ~ truncated(normal(mean, variance), low,
// high). The posterior of x is the truncated prior times x, the product of the
// other messages; the message takes it to the normal of that mean and variance.
// The mean and the variance must be known: the scale of the density, one over a
// probability, is no exponential family in them. A normal of random parameters
// and an observed comparison say something else, without that scale. The faults
// are those of TruncatedNormalToX.
func TruncatedNormalToXAverage(x dist.Normal, mean, variance, low, high float64) (dist.Normal, dist.Fault) {
	return truncationMessage(TruncatedNormalToX(x, mean, variance, low, high))
}

// TruncatedNormalAverageLog returns E log f of x ~ truncated(normal(mean,
// variance), low, high) plus the entropy of the posterior t of x less that of its
// normal. Since t is f x/Z, E log f and the entropy of t sum to log Z - E log x.
// Of an observed x it is the log density, and an x of variance 0 adds nothing. It
// is -Inf for a contradiction and NaN where the product is improper or too narrow
// to have a variance.
func TruncatedNormalAverageLog(x dist.Normal, mean, variance, low, high float64) float64 {
	if low >= high && (variance > 0 || low > high) {
		return math.Inf(-1)
	}
	if variance == 0 && !x.IsPoint() {
		return intervalLogZ(dist.NormalPoint(mean), low, high)
	}
	logZ := TruncatedNormalEvidence(x, mean, variance, low, high)
	if x.IsPoint() || math.IsInf(logZ, -1) || logZ != logZ {
		return logZ
	}
	t, fault := BetweenMoments(normalAround(mean, variance).Times(x), low, high)
	if fault != dist.NoFault || !(1/t.Variance <= math.MaxFloat64) {
		return math.NaN()
	}
	return logZ - normalAverageLogOf(x, t.Mean, t.Variance) - normalEntropyOf(t.Variance)
}

// normalAverageLogOf is E log x for an argument of the given mean and variance, x
// normalized if it is proper and of scale 1 if not.
func normalAverageLogOf(x dist.Normal, mean, variance float64) float64 {
	if x.P > 0 {
		d := math.FMA(x.P, mean, -x.H) / x.P
		return math.Log(x.P)/2 - halfLog2Pi - (x.P*d*d+x.P*variance)/2
	}
	return x.H*mean - x.P*(mean*mean+variance)/2
}
