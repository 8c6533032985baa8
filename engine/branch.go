package engine

import (
	"math"

	"mpc/dist"
)

// AddTo adds n times a term to the log evidence of a branch. Where the term is -Inf
// the branch is impossible, whatever n.
func AddTo(evidence *float64, term, n float64) {
	if term < -math.MaxFloat64 {
		*evidence = term
		return
	}
	*evidence += n * term
}

// Valued tells whether the log evidence of each branch is a number, or -Inf.
func Valued(evidence []float64) dist.Fault {
	for _, e := range evidence {
		if e != e {
			return dist.Improper
		}
	}
	return dist.NoFault
}
