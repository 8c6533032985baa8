package engine

import (
	"math"

	"mpc/dist"
)

// Truth is 1 for true and 0 for false.
func Truth(x bool) float64 {
	if x {
		return 1
	}
	return 0
}

// IsFinite tells whether a number is neither infinite nor NaN.
func IsFinite(x float64) bool { return x-x == 0 }

// Reals writes whole numbers as reals.
func Reals[T int | int32](to []float64, from []T) []float64 {
	for _, x := range from {
		to = append(to, float64(x))
	}
	return to
}

// MessageAt returns message i of those about missing entries of the data: uniform
// where there are none.
func MessageAt[M any](list []M, i int, uniform M) M {
	if i < len(list) {
		return list[i]
	}
	return uniform
}

// MessageOf is the message of a datum x, where d is that of the datum 1: uniform
// where x is missing.
func MessageOf(d dist.Normal, x float64) dist.Normal {
	if math.IsNaN(x) {
		return dist.NormalUniform()
	}
	return d.At(x)
}

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
