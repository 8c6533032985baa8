package latent

import (
	"math"
	"math/bits"
)

// An even is a sequence of points that fill a cube evenly: Sobol's, by the direction numbers of Joe and Kuo (2008), each number shifted by
// bits of its own. Dimensions beyond those that there are numbers for take steps of the fractions of square roots.
type even struct {
	directions [len(evenPolynomials) + 1][32]uint32 // what the bits of Gray's code of a point's number stand for, by dimension
	state      [len(evenPolynomials) + 1]uint32
	next       uint32
}

// An evenPolynomial has the coefficients of a primitive polynomial, without the first and the last, and the numbers that the recurrence by it
// starts from.
type evenPolynomial struct {
	of    uint32
	start []uint32
}

var evenPolynomials = [...]evenPolynomial{
	{0, []uint32{1}},
	{1, []uint32{1, 3}},
	{1, []uint32{1, 3, 1}},
	{2, []uint32{1, 1, 1}},
	{1, []uint32{1, 1, 3, 3}},
	{4, []uint32{1, 3, 5, 13}},
	{2, []uint32{1, 1, 5, 5, 17}},
	{4, []uint32{1, 1, 5, 5, 5}},
	{7, []uint32{1, 1, 7, 11, 19}},
	{11, []uint32{1, 1, 5, 1, 1}},
	{13, []uint32{1, 1, 1, 3, 11}},
	{14, []uint32{1, 3, 5, 5, 31}},
	{1, []uint32{1, 3, 3, 9, 7, 49}},
	{13, []uint32{1, 1, 1, 15, 21, 21}},
	{16, []uint32{1, 3, 1, 13, 27, 49}},
}

func newEven() *even {
	e := &even{}
	for i := range 32 {
		e.directions[0][i] = 1 << (31 - i)
	}
	for k, p := range evenPolynomials {
		v, s := &e.directions[k+1], len(p.start)
		for i := range 32 {
			if i < s {
				v[i] = p.start[i] << (31 - i)
				continue
			}
			v[i] = v[i-s] ^ v[i-s]>>s
			for j := 1; j < s; j++ {
				if p.of>>(s-1-j)&1 == 1 {
					v[i] ^= v[i-j]
				}
			}
		}
	}
	return e
}

// step goes on to the next point.
func (e *even) step() {
	bit := bits.TrailingZeros32(^e.next)
	for k := range e.state {
		e.state[k] ^= e.directions[k][min(bit, 31)]
	}
	e.next++
}

// at is the point's number of a dimension, between 0 and 1.
func (e *even) at(k int) float64 {
	const shift = 0x9e3779b9 // bits without a pattern: the golden ratio's
	if k >= len(e.state) {
		_, x := math.Modf(0.5 + float64(e.next)*math.Sqrt(float64(4*k+3)))
		return x
	}
	return (float64(e.state[k]^bits.RotateLeft32(shift, 5*k)) + 0.5) / (1 << 32)
}
