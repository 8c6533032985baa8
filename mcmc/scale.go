package mcmc

import "math"

// DrawScale draws the factor by which all elements of a hierarchy are moved away from
// their means, or towards them, their precision being divided by its square, so that
// both change together (Liu and Sabatti 2000, Generalised Gibbs sampler; Yu and Meng 2011,
// which interweaves the two ways to write such a hierarchy). What normal densities say of
// the elements is given by two sums over them: square, of precision*move*move, and cross,
// of precision*move*rest, where move is how far the mean of a density is moved by factor 2,
// and rest how far it is off. The precision has a gamma prior of this shape; rate is its
// rate times the present precision. It is a slice of the log of the factor.
func DrawScale(s *Stream, square, cross, shape, rate float64) float64 {
	var slice Slice
	x, more := slice.Begin(s, 1, 0, 0, -50, 50)
	for more {
		factor := math.Exp(x)
		d := factor - 1
		x, more = slice.Next(d*(cross-0.5*d*square) - 2*shape*x - rate*(1/(factor*factor)-1))
	}
	if slice.Fault() != SliceFine {
		return 1
	}
	return math.Exp(slice.Value())
}
