package mcmc

import "math"

// A SliceFault says why a slice sampler, or an AdaptiveRejection, gave up; the value
// is then the one that it began with.
type SliceFault uint8

const (
	// SliceFine: there is a draw, or none is finished.
	SliceFine SliceFault = iota
	// SliceStart: the start has the density 0 or is outside the bounds.
	SliceStart
	// SliceNotFinite: a log density is NaN or +Inf.
	SliceNotFinite
	// SliceStuck: nothing around the start is as dense as the start itself is said
	// to be.
	SliceStuck
	// SliceNotConcave: the density is not log-concave, as an AdaptiveRejection wants.
	SliceNotConcave
)

// String says what is wrong, for people.
func (f SliceFault) String() string {
	switch f {
	case SliceStart:
		return "the start has density 0"
	case SliceNotFinite:
		return "the log density is not a number, or infinite"
	case SliceStuck:
		return "no point around the start is as dense as it is said to be"
	case SliceNotConcave:
		return "the density is not log-concave"
	}
	return "no fault"
}

const (
	// sliceSteps bounds how often the interval grows.
	sliceSteps = 64
	// sliceShrinks bounds how often it shrinks: each time to two thirds in the mean,
	// which is below a rounding of the start long before.
	sliceShrinks = 400
)

// sliceStage is what the point that is asked for is for.
type sliceStage uint8

const (
	sliceDone sliceStage = iota
	sliceLeft
	sliceRight
	sliceInside
)

// A Slice draws one real number by slice sampling with stepping out and shrinkage
// (Neal, "Slice sampling", Annals of Statistics 31, 2003, figures 3 and 5). It is a
// state machine: it asks for the log density, which may lack a constant, at one
// point after the other, and the caller computes it.
//
//	lp := 0.0
//	for x, more := slice.Begin(stream, width, x0, lp0, lo, hi); more; x, more = slice.Next(lp) {
//		lp = logDensity(x)
//	}
//	x0, lp0 = slice.Value(), slice.LogDensity()
//
// The width is that of the first interval; see SliceWidth. All points are inside
// (lo, hi), which may be infinite. The zero Slice is ready, and one of them serves
// any number of variables, one after another.
type Slice struct {
	stream                *Stream
	start, density, level float64 // the point it began with
	left, right           float64 // the interval
	low, high             float64 // the bounds
	width                 float64
	point, value          float64
	steps, other, shrinks int  // that are left
	last                  bool // the start itself is asked for
	stage                 sliceStage
	fault                 SliceFault
}

// Begin starts a draw from x0, whose log density is logDensity, and returns the
// first point to compute it at. It is false where there is none, as the start has
// no density.
func (s *Slice) Begin(stream *Stream, width, x0, logDensity, lo, hi float64) (x float64, more bool) {
	*s = Slice{stream: stream, start: x0, value: x0, density: logDensity, low: lo, high: hi}
	switch {
	case !(lo <= x0 && x0 <= hi) || x0-x0 != 0 || logDensity < -math.MaxFloat64:
		return s.fail(SliceStart)
	case !(logDensity <= math.MaxFloat64):
		return s.fail(SliceNotFinite)
	case lo == hi:
		return x0, false // one value alone
	}
	s.level = logDensity - stream.Exponential()
	if !(width > 0 && width <= math.MaxFloat64) {
		width = 1
	}
	// Never less than some roundings of the start.
	s.width = max(width, math.Abs(x0)*0x1p-46, 0x1p-1000)
	s.left = x0 - s.width*stream.Open()
	s.right = s.left + s.width
	s.steps = int(stream.below(sliceSteps))
	s.other = sliceSteps - 1 - s.steps
	s.shrinks = sliceShrinks
	s.stage = sliceLeft
	return s.stepLeft()
}

// Next takes the log density at the last point and returns the next one. It is
// false where the draw is finished, or has a Fault.
func (s *Slice) Next(logDensity float64) (x float64, more bool) {
	if !(logDensity <= math.MaxFloat64) {
		return s.fail(SliceNotFinite)
	}
	inside := logDensity >= s.level
	switch s.stage {
	case sliceLeft:
		if inside {
			s.left -= s.width
			return s.stepLeft()
		}
		return s.stepRight()
	case sliceRight:
		if inside {
			s.right += s.width
			return s.stepRight()
		}
		return s.draw()
	case sliceInside:
		switch {
		case inside:
			s.value, s.density = s.point, logDensity
			s.stage = sliceDone
			return s.value, false
		case s.last:
			return s.fail(SliceStuck)
		case s.point < s.start:
			s.left = s.point
		default:
			s.right = s.point
		}
		return s.draw()
	}
	return s.value, false
}

// stepLeft asks for the density at the left end, if it may go further.
func (s *Slice) stepLeft() (x float64, more bool) {
	switch {
	case s.left <= s.low:
		s.left = s.low
	case s.steps > 0:
		s.steps--
		s.stage = sliceLeft
		return s.left, true
	}
	return s.stepRight()
}

func (s *Slice) stepRight() (x float64, more bool) {
	switch {
	case s.right >= s.high:
		s.right = s.high
	case s.other > 0:
		s.other--
		s.stage = sliceRight
		return s.right, true
	}
	return s.draw()
}

// draw asks for the density at a point of the interval.
func (s *Slice) draw() (x float64, more bool) {
	s.left, s.right = max(s.left, -math.MaxFloat64), min(s.right, math.MaxFloat64)
	for ; s.shrinks > 0; s.shrinks-- {
		u := s.stream.Open()
		x = s.left + (s.right-s.left)*u
		if s.right-s.left > math.MaxFloat64 {
			x = s.left*(1-u) + s.right*u
		}
		s.point = min(max(x, s.left), s.right)
		// The start itself is met by chance, or where nothing else is left.
		if s.low < s.point && s.point < s.high && s.point != s.start {
			s.shrinks--
			s.stage = sliceInside
			return s.point, true
		}
	}
	// Where the density is narrower than a rounding of the start, that is all of the slice.
	s.point, s.last, s.stage = s.start, true, sliceInside
	return s.point, true
}

// fail ends the draw at its start.
func (s *Slice) fail(fault SliceFault) (float64, bool) {
	s.fault, s.stage, s.value = fault, sliceDone, s.start
	return s.value, false
}

// Value returns the draw; the start, where there is a Fault.
func (s *Slice) Value() float64 { return s.value }

// LogDensity returns the log density at Value, as the caller gave it.
func (s *Slice) LogDensity() float64 { return s.density }

// Fault says why there is no draw.
func (s *Slice) Fault() SliceFault { return s.fault }

// A SliceWidth is the width that Slice begins with for one variable, and what it is
// adapted by. The zero value is a width of 1 of which nothing is known. Its fields
// are what a saved state holds.
type SliceWidth struct {
	Width float64 // 0 is 1
	Move  float64 // the mean distance of a draw from its start, later draws weighing more
	Count int     // of draws that Move is of
}

// Tune takes a draw into account; it is to be called in burn-in only, as what
// comes after must not depend on the draws. The width becomes three times the
// mean distance between successive draws, the k-th with a weight proportional to
// k: of a normal that is 2.6 standard deviations.
func (w *SliceWidth) Tune(from, to float64) {
	move := math.Abs(to - from)
	if !(move <= math.MaxFloat64) {
		return
	}
	w.Count++
	w.Move += (move - w.Move) * 2 / float64(w.Count+1)
	if w.Count >= 5 && w.Move > 0 {
		w.Width = 3 * w.Move
	}
}

// WideWidth is a width for one draw from a density that may have gaps, of which the tuned
// width knows nothing: that one, or 8 or 64 times as much, each as often. It depends on no
// value of the chain, so that the draw leaves the density as it is (Neal 2003, section 4).
func WideWidth(s *Stream, width float64) float64 {
	if !(width > 0) {
		width = 1
	}
	return width * float64(uint64(1)<<(3*s.below(3)))
}
