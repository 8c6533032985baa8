package mcmc

import "math"

// A WholeSlice draws one whole number by slice sampling: as Slice does on the
// density that is constant between a number and the next. It is used as Slice is.
type WholeSlice struct {
	slice  Slice
	lo, hi int
	value  int
}

// Begin starts a draw from k0, whose log probability is logProb, among lo..hi:
// math.MinInt and math.MaxInt are no bounds. It returns the first number to
// compute the log probability of. Numbers beyond 2^53 are those of float64.
func (s *WholeSlice) Begin(stream *Stream, width float64, k0 int, logProb float64, lo, hi int) (k int, more bool) {
	s.lo, s.hi, s.value = lo, hi, k0
	low, high := float64(lo), float64(hi)+1
	if lo == math.MinInt {
		low = math.Inf(-1)
	}
	if hi == math.MaxInt {
		high = math.Inf(1)
	}
	x := min(float64(k0)+stream.Float64(), math.Nextafter(float64(k0)+1, math.Inf(-1)))
	if k0 < lo || k0 > hi {
		x = math.NaN()
	}
	at, more := s.slice.Begin(stream, max(width, 1), x, logProb, low, high)
	return s.take(at, more)
}

// Next takes the log probability of the last number and returns the next one, as
// Slice.Next does.
func (s *WholeSlice) Next(logProb float64) (k int, more bool) {
	x, more := s.slice.Next(logProb)
	return s.take(x, more)
}

// take turns a point of the line into its number.
func (s *WholeSlice) take(x float64, more bool) (k int, ask bool) {
	if s.slice.fault != SliceFine {
		return s.value, false
	}
	k = min(max(wholeBelow(x), s.lo), s.hi)
	if !more {
		s.value = k
	}
	return k, more
}

// wholeBelow is the largest whole number that is not above x, within those of an int.
func wholeBelow(x float64) int {
	switch {
	case x >= 0x1p63:
		return math.MaxInt
	case x < -0x1p63:
		return math.MinInt
	}
	return int(math.Floor(x))
}

// Value returns the draw; the start, where there is a Fault.
func (s *WholeSlice) Value() int { return s.value }

// LogProb returns the log probability of Value, as the caller gave it.
func (s *WholeSlice) LogProb() float64 { return s.slice.density }

// Fault says why there is no draw.
func (s *WholeSlice) Fault() SliceFault { return s.slice.fault }

// WholeBounds narrows lo..hi to the numbers k with slope*k + rest > 0, or >= 0 where closed
// is set. Where a quotient is rounded it leaves one more on its side.
func WholeBounds(lo, hi int, slope, rest float64, closed bool) (int, int) {
	at := -rest / slope
	if !(math.Abs(at) < 0x1p53) {
		return lo, hi
	}
	open, more := 0, 0
	if !closed && at == math.Trunc(at) {
		open = 1
	}
	if math.Abs(slope) != 1 {
		more = 1
	}
	if slope > 0 {
		return max(lo, int(math.Ceil(at))+open-more), hi
	}
	return lo, min(hi, int(math.Floor(at))-open+more)
}
