package special

import "math"

// A LogSum adds up numbers that are given by their logarithms, without overflow: it holds
// the sum as a multiple of the largest of them.
type LogSum struct {
	top, sum float64
	some     bool
}

// Add adds exp(x).
func (s *LogSum) Add(x float64) {
	switch {
	case math.IsInf(x, -1):
	case !s.some:
		s.top, s.sum, s.some = x, 1, true
	case x <= s.top:
		s.sum += math.Exp(x - s.top)
	default: // also where x is NaN
		s.top, s.sum = x, s.sum*math.Exp(s.top-x)+1
	}
}

// Log is the logarithm of the sum, -Inf where nothing was added.
func (s *LogSum) Log() float64 {
	if !s.some {
		return math.Inf(-1)
	}
	return s.top + math.Log(s.sum)
}
