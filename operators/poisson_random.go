package operators

import (
	"mpc/dist"
)

func poissonRandomOps() []*Op {
	return []*Op{
		{Func: PoissonToX, Factor: "poisson", To: "x", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{{"rate", 0}, {"to", 0}}},
		{Func: PoissonEvidenceSoft, Factor: "poisson", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"rate", 0}, {"work", 0}}},
		{Func: PoissonToX, Factor: "poisson", To: "x", Algorithm: VMP, Args: []Arg{{"rate", 0}, {"to", 0}}},
		{Func: PoissonAverageLogSoft, Factor: "poisson", To: Evidence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"rate", 0}, {"work", 0}}},
	}
}

// PoissonToX sends x ~ poisson(rate), rate known: the Poisson probabilities of as
// many values as x has. Above lies what the model has
// left out, a probability below 1e-43.
func PoissonToX(rate float64, to *dist.Categorical) dist.Fault {
	poissonFill(rate, to.LogP)
	return discreteSend(to)
}

func poissonFill(rate float64, logP []float64) {
	for k := range logP {
		logP[k] = PoissonEvidenceKnown(k, rate)
	}
}

// PoissonEvidenceSoft returns log Z of x ~ poisson(rate), rate known: the log of the
// sum over x of the normalized message times the Poisson probability.
func PoissonEvidenceSoft(x dist.Categorical, rate float64, work *dist.CategoricalWork) float64 {
	row := work.Row(0, len(x.LogP))
	poissonFill(rate, row)
	return discreteOverlap(row, x.LogP) - discreteLogSum(x.LogP)
}

// PoissonAverageLogSoft is the mean log probability of x ~ poisson(rate), rate known.
func PoissonAverageLogSoft(x dist.Categorical, rate float64, work *dist.CategoricalWork) float64 {
	log := 0.0
	for k, p := range x.P(work.Row(0, len(x.LogP))) {
		if p > 0 {
			log += p * PoissonEvidenceKnown(k, rate)
		}
	}
	return log
}
