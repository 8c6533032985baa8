package mcmc

import "math"

// The ziggurat of Marsaglia and Tsang ("The ziggurat method for generating random
// variables", J. Stat. Software 5(8), 2000) covers a falling density by 256
// layers of equal area. Layer i > 0 is the rectangle of the width x[i] between
// the heights f(x[i]) and f(x[i-1]), x[0] = 0; layer 0 is the one below f(r), r =
// x[255], with the tail. Index, sign and position are taken from different bits
// of one number, and the position has 53 of them: Doornik ("An improved ziggurat
// method to generate normal random samples", 2005) shows what one loses otherwise.

// A zigguratTable is a density cut into layers.
type zigguratTable struct {
	layers [256]zigguratLayer
	height [256]float64 // f(x[i])
}

// A zigguratLayer is what the common case reads: the position j of 53 bits is
// x = j scale, which is below the density wherever j < inside.
type zigguratLayer struct {
	inside uint64
	scale  float64
}

const (
	// zigguratNormalEnd and zigguratExponentialEnd are r of the paper for 256
	// layers: those with which the layers end at height 1.
	zigguratNormalEnd      = 3.6541528853610088
	zigguratExponentialEnd = 7.6971174701310497
)

var (
	zigguratNormal      = zigguratOfNormal()
	zigguratExponential = zigguratOfExponential()
)

// zigguratOfNormal has the layers below exp(-x^2/2).
func zigguratOfNormal() (t zigguratTable) {
	const r = zigguratNormalEnd
	f := math.Exp(-r * r / 2)
	area := r*f + math.Sqrt(math.Pi/2)*math.Erfc(r/math.Sqrt2)
	t.set(0, area/f, r, 0)
	x := float64(r)
	for i := 255; i > 0; i-- {
		f = math.Exp(-x * x / 2)
		next := 0.0 // the last layer ends at height 1
		if i > 1 {
			next = math.Sqrt(-2 * math.Log(f+area/x))
		}
		t.set(i, x, next, f)
		x = next
	}
	t.height[0] = 1
	return t
}

// zigguratOfExponential has the layers below exp(-x).
func zigguratOfExponential() (t zigguratTable) {
	const r = zigguratExponentialEnd
	f := math.Exp(-r)
	area := (r + 1) * f
	t.set(0, area/f, r, 0)
	x := float64(r)
	for i := 255; i > 0; i-- {
		f = math.Exp(-x)
		next := 0.0
		if i > 1 {
			next = -math.Log(f + area/x)
		}
		t.set(i, x, next, f)
		x = next
	}
	t.height[0] = 1
	return t
}

// set makes layer i one of the given width that is below the density up to
// inside, and ends at the height f.
func (t *zigguratTable) set(i int, width, inside, f float64) {
	t.layers[i] = zigguratLayer{inside: uint64(inside / width * 0x1p53), scale: width * 0x1p-53}
	t.height[i] = f
}

// under draws a height of layer i and tells whether it is below f.
func (t *zigguratTable) under(s *Stream, i uint64, f float64) bool {
	bottom, top := t.height[i], t.height[i-1]
	return bottom+s.Float64()*(top-bottom) < f
}

// Normal returns a draw from the standard normal distribution.
func (s *Stream) Normal() float64 {
	for {
		u := s.Uint64()
		layer := &zigguratNormal.layers[u&255]
		j := u >> 11
		// The sign goes to where float64 has it, as half of all branches on it
		// would be predicted wrongly.
		sign := u << 55 & (1 << 63)
		x := (float64(j) + 0.5) * layer.scale
		if j < layer.inside {
			return math.Float64frombits(math.Float64bits(x) | sign)
		}
		switch {
		case u&255 == 0:
			x = s.normalTail()
		case !zigguratNormal.under(s, u&255, math.Exp(-x*x/2)):
			continue
		}
		return math.Float64frombits(math.Float64bits(x) | sign)
	}
}

// normalTail draws from the standard normal beyond zigguratNormalEnd (Marsaglia,
// "Generating a variable from the tail of the normal distribution", 1964).
func (s *Stream) normalTail() float64 {
	for {
		x := s.Exponential() / zigguratNormalEnd
		if 2*s.Exponential() >= x*x {
			return zigguratNormalEnd + x
		}
	}
}

// Exponential returns a draw from the exponential distribution of rate 1, above 0.
func (s *Stream) Exponential() float64 {
	tail := 0.0
	for {
		u := s.Uint64()
		layer := &zigguratExponential.layers[u&255]
		j := u >> 11
		x := (float64(j) + 0.5) * layer.scale
		switch {
		case j < layer.inside:
			return tail + x
		case u&255 == 0:
			tail += zigguratExponentialEnd // beyond the end all begins anew
		case zigguratExponential.under(s, u&255, math.Exp(-x)):
			return tail + x
		}
	}
}
