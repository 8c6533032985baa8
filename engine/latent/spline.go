package latent

import "math"

// A spline is a log density: a cubic spline through its values at equidistant numbers, of which there are four at least, in
// units of their distance from the first on. It falls on as at the ends beyond them.
type spline struct {
	log, bend []float64 // values, and second derivatives
}

func newSpline(log []float64) spline {
	n := len(log)
	s := spline{log: log, bend: make([]float64, n)}
	// The third differences at the ends are those next to them ("not a knot"): of a parabola the spline is exact.
	second := func(i int) float64 { return s.log[i-1] - 2*s.log[i] + s.log[i+1] }
	// Of inner nodes: bend[i-1] + 4 bend[i] + bend[i+1] = 6 second(i), with bend[0] = 2 bend[1] - bend[2].
	diagonal, right := make([]float64, n), make([]float64, n)
	for i := 1; i < n-1; i++ {
		diagonal[i], right[i] = 4, 6*second(i)
	}
	diagonal[1], diagonal[n-2] = 6, 6
	upper := func(i int) float64 {
		if i == 1 {
			return 0
		}
		return 1
	}
	lower := func(i int) float64 {
		if i == n-2 {
			return 0
		}
		return 1
	}
	for i := 2; i < n-1; i++ {
		f := lower(i) / diagonal[i-1]
		diagonal[i] -= f * upper(i-1)
		right[i] -= f * right[i-1]
	}
	for i := n - 2; i > 0; i-- {
		s.bend[i] = right[i] / diagonal[i]
		if i < n-2 {
			s.bend[i] -= upper(i) * s.bend[i+1] / diagonal[i]
		}
	}
	s.bend[0], s.bend[n-1] = 2*s.bend[1]-s.bend[2], 2*s.bend[n-2]-s.bend[n-3]
	return s
}

// at is the log density at a place.
func (s *spline) at(u float64) float64 {
	last := len(s.log) - 1
	i := min(last-1, max(0, int(math.Floor(u))))
	slope := s.log[i+1] - s.log[i]
	switch {
	case u < 0:
		return s.log[0] + u*max(slope-(2*s.bend[0]+s.bend[1])/6, lineFall)
	case u > float64(last):
		return s.log[last] - (u-float64(last))*max(-slope-(s.bend[last-1]+2*s.bend[last])/6, lineFall)
	}
	t := u - float64(i)
	r := 1 - t
	return r*s.log[i] + t*s.log[i+1] + ((r*r*r-r)*s.bend[i]+(t*t*t-t)*s.bend[i+1])/6
}

// density is the exponential of it.
func (s *spline) density(u float64) float64 { return math.Exp(s.at(u)) }

// lineFall is the least that the log density falls by a step, beyond the ends.
const lineFall = 0.5
