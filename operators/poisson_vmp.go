package operators

import (
	"math"

	"mpc/dist"
)

func poissonVMPOps() []*Op {
	return []*Op{
		{Func: PoissonToRate, Factor: "poisson", To: "rate", Algorithm: VMP, Args: []Arg{{"x", 0}}},
		{Func: PoissonAverageLog, Factor: "poisson", To: Evidence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"rate", 0}}},
		{Func: PoissonEvidenceKnown, Factor: "poisson", To: Evidence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"rate", 0}}},
	}
}

// PoissonAverageLog is the mean log probability of x ~ poisson(rate), x
// observed: x E[log rate] - E[rate] - log x!, as the log probability at the mean
// rate but for what the logs differ by. It is NaN where rate is improper.
func PoissonAverageLog(x int, rate dist.GammaMoments) float64 {
	z := PoissonEvidenceKnown(x, rate.Mean)
	if x <= 0 || math.IsInf(z, 0) {
		return z
	}
	return z - float64(x)*rate.LogGap
}
