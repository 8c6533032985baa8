package operators

import (
	"math"

	"mpc/dist"
)

func discreteUniformOps() []*Op {
	return []*Op{
		{Func: DiscreteUniformToX, Factor: "discrete_uniform", To: "x", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{{"n", 0}, {"to", 0}}},
		{Func: DiscreteUniformToXRandom, Factor: "discrete_uniform", To: "x", Algorithm: EP, Exact: true, Args: []Arg{{"n", 0}, {"to", 0}}},
		{Func: DiscreteUniformToN, Factor: "discrete_uniform", To: "n", Algorithm: EP, Args: []Arg{{"x", 0}, {"to", 0}}},
		{Func: DiscreteUniformToNObserved, Factor: "discrete_uniform", To: "n", Algorithm: EP, Args: []Arg{{"x", 0}, {"to", 0}}},
		{Func: DiscreteUniformEvidence, Factor: "discrete_uniform", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"n", 0}}},
		{Func: DiscreteUniformEvidenceSoft, Factor: "discrete_uniform", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"n", 0}}},
		{Func: DiscreteUniformEvidenceRandom, Factor: "discrete_uniform", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"n", 0}, {"work", 0}}},
		{Func: DiscreteUniformEvidenceObserved, Factor: "discrete_uniform", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"n", 0}, {"work", 0}}},
		{Func: DiscreteUniformToX, Factor: "discrete_uniform", To: "x", Algorithm: VMP, Args: []Arg{{"n", 0}, {"to", 0}}},
		{Func: DiscreteUniformToNObserved, Factor: "discrete_uniform", To: "n", Algorithm: VMP, Args: []Arg{{"x", 0}, {"to", 0}}},
		{Func: DiscreteUniformAverageLog, Factor: "discrete_uniform", To: Evidence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"n", 0}, {"work", 0}}},
		{Func: DiscreteUniformAverageLogObserved, Factor: "discrete_uniform", To: Evidence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"n", 0}, {"work", 0}}},
	}
}

// DiscreteUniformToX sends x ~ discreteuniform(n), n known: 1 below n. The fault is
// Contradiction where there is no number below n.
func DiscreteUniformToX(n int, to *dist.Categorical) dist.Fault {
	if n <= 0 || len(to.LogP) == 0 {
		return dist.Contradiction
	}
	for k := range to.LogP {
		to.LogP[k] = 0
		if k >= n {
			to.LogP[k] = math.Inf(-1)
		}
	}
	return dist.NoFault
}

// DiscreteUniformToXRandom sends x ~ discreteuniform(n): of x the sum of P(n)/n over
// the n above it. No x goes with n = 0. The fault is Contradiction where n is 0.
func DiscreteUniformToXRandom(n dist.Categorical, to *dist.Categorical) dist.Fault {
	sum := math.Inf(-1)
	for k := len(n.LogP) - 1; k > 0; k-- {
		sum = logicLogSum(sum, n.LogP[k]-math.Log(float64(k)))
		if k <= len(to.LogP) {
			to.LogP[k-1] = sum
		}
	}
	for k := max(0, len(n.LogP)-1); k < len(to.LogP); k++ {
		to.LogP[k] = math.Inf(-1)
	}
	return discreteSend(to)
}

// DiscreteUniformToN sends to n of x ~ discreteuniform(n): the probability that x is
// below n, over n; 0 for n = 0.
func DiscreteUniformToN(x dist.Categorical, to *dist.Categorical) dist.Fault {
	sum := math.Inf(-1)
	for n := range to.LogP {
		if n > 0 && n <= len(x.LogP) {
			sum = logicLogSum(sum, x.LogP[n-1])
		}
		to.LogP[n] = sum - math.Log(float64(max(n, 1)))
	}
	return discreteSend(to)
}

// DiscreteUniformToNObserved sends to n of x ~ discreteuniform(n), x observed: 1/n
// above x.
func DiscreteUniformToNObserved(x int, to *dist.Categorical) dist.Fault {
	for n := range to.LogP {
		to.LogP[n] = math.Inf(-1)
		if n > x && x >= 0 {
			to.LogP[n] = -math.Log(float64(n))
		}
	}
	return discreteSend(to)
}

// DiscreteUniformEvidence returns the log probability of x ~ discreteuniform(n), both
// known.
func DiscreteUniformEvidence(x, n int) float64 {
	if x < 0 || x >= n {
		return math.Inf(-1)
	}
	return -math.Log(float64(n))
}

// DiscreteUniformEvidenceSoft returns log Z of x ~ discreteuniform(n), n known.
func DiscreteUniformEvidenceSoft(x dist.Categorical, n int) float64 {
	if n <= 0 {
		return math.Inf(-1)
	}
	below := discreteLogSum(x.LogP[:min(n, len(x.LogP))])
	return below - discreteLogSum(x.LogP) - math.Log(float64(n))
}

// DiscreteUniformEvidenceRandom returns log Z of x ~ discreteuniform(n).
func DiscreteUniformEvidenceRandom(x, n dist.Categorical, work *dist.CategoricalWork) float64 {
	below := work.Row(0, len(n.LogP))
	sum := math.Inf(-1)
	for k := range below {
		if k > 0 && k <= len(x.LogP) {
			sum = logicLogSum(sum, x.LogP[k-1])
		}
		below[k] = sum - math.Log(float64(max(k, 1)))
	}
	return discreteOverlap(below, n.LogP) - discreteLogSum(x.LogP) - discreteLogSum(n.LogP)
}

// DiscreteUniformEvidenceObserved returns log Z of x ~ discreteuniform(n), x observed.
func DiscreteUniformEvidenceObserved(x int, n dist.Categorical, work *dist.CategoricalWork) float64 {
	above := work.Row(0, len(n.LogP))
	for k := range above {
		above[k] = DiscreteUniformEvidence(x, k)
	}
	return discreteOverlap(above, n.LogP) - discreteLogSum(n.LogP)
}

// DiscreteUniformAverageLog is the mean log probability of x ~ discreteuniform(n), n
// known: -Inf where x may be n or more.
func DiscreteUniformAverageLog(x dist.Categorical, n int, work *dist.CategoricalWork) float64 {
	for k, p := range x.P(work.Row(0, len(x.LogP))) {
		if k >= n && p > 0 {
			return math.Inf(-1)
		}
	}
	return -math.Log(float64(max(n, 0)))
}

// DiscreteUniformAverageLogObserved is the mean log probability of an observed
// x ~ discreteuniform(n): -Inf where n may be x or less.
func DiscreteUniformAverageLogObserved(x int, n dist.Categorical, work *dist.CategoricalWork) float64 {
	log := 0.0
	for k, p := range n.P(work.Row(0, len(n.LogP))) {
		if p > 0 {
			log += p * DiscreteUniformEvidence(x, k)
		}
	}
	return log
}
