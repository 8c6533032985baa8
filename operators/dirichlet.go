package operators

import (
	"math"

	"mpc/dist"
)

func dirichletOps() []*Op {
	return []*Op{
		{Func: DirichletToX, Factor: "dirichlet", To: "x", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{{"alpha", 0}, {"to", 0}}},
		{Func: DirichletEvidence, Factor: "dirichlet", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"alpha", 0}}},
		{Func: DirichletToX, Factor: "dirichlet", To: "x", Algorithm: VMP, Args: []Arg{{"alpha", 0}, {"to", 0}}},
		{Func: DirichletAverageLog, Factor: "dirichlet", To: Evidence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"alpha", 0}}},
		{Func: DirichletDivergence, Factor: "dirichlet", To: Divergence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"alpha", 0}}},
	}
}

// DirichletToX sends x ~ dirichlet(alpha). The fault is Improper where an alpha is
// not positive and NotFinite where it is infinite.
func DirichletToX(alpha []float64, to *dist.Dirichlet) dist.Fault {
	to.Resize(len(alpha))
	for k, a := range alpha {
		switch {
		case !(a > 0):
			return dist.Improper
		case a > math.MaxFloat64:
			return dist.NotFinite
		}
		to.A[k] = a
	}
	return dist.NoFault
}

// DirichletEvidence returns the log density of an observed x.
func DirichletEvidence(x, alpha []float64) float64 { return dist.Dirichlet{A: alpha}.LogProb(x) }

// DirichletAverageLog is the mean log density of x ~ dirichlet(alpha), alpha known.
// It is NaN where x is improper or an alpha not positive and finite.
func DirichletAverageLog(x dist.Dirichlet, alpha []float64) float64 {
	return dist.Dirichlet{A: alpha}.MeanLogProb(x)
}

// DirichletDivergence is DirichletAverageLog with the entropy of x.
func DirichletDivergence(x dist.Dirichlet, alpha []float64) float64 {
	return dist.Dirichlet{A: alpha}.MeanLogRatio(x)
}
