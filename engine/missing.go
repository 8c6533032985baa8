package engine

import (
	"math"

	"mpc/dist"
)

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
