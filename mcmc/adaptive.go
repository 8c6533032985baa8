package mcmc

import (
	"math"
	"slices"
)

const (
	// adaptivePoints bounds the points that the hull is made of; those that come
	// after are drawn and rejected, but not kept.
	adaptivePoints = 32
	// adaptiveTries bounds how often the density is asked for.
	adaptiveTries = 400
	// adaptiveNear is how near to another, in parts of the distance to the next, a
	// point is not kept: the slope between the two would be that of roundings.
	adaptiveNear = 1e-3
	// adaptiveDrop is how far the log density may fall from the densest point to the
	// next one.
	adaptiveDrop = 30
	// adaptiveNothing is how far it must fall for what is beyond to be nothing.
	adaptiveNothing = 2000
	// adaptiveCliff is how far it may fall between two others that are next to each other.
	adaptiveCliff = 1000
	// adaptiveNoise is how far above the hull a log density is taken for rounding, in
	// parts of it.
	adaptiveNoise = 1e-9
)

// An AdaptiveRejection draws one real number from a log-concave density by adaptive
// rejection sampling without derivatives (Gilks, "Derivative-free adaptive rejection
// sampling for Gibbs sampling", Bayesian Statistics 4, 1992; Gilks and Wild,
// "Adaptive rejection sampling for Gibbs sampling", Applied Statistics 41, 1992). A
// draw depends on no earlier one. It is a state machine, used as a Slice is:
//
//	lp := 0.0
//	for x, more := a.Begin(stream, width, x0, lp0, lo, hi); more; x, more = a.Next(lp) {
//		lp = logDensity(x)
//	}
//	x0 = a.Value()
//
// Chords between points where the density is known lie above it where they are
// prolonged, and below it between the points; so many draws are accepted without
// asking for the density there. A density that is above its hull, or whose slopes
// rise, is a fault. From a start on a cliff from which no hull is found, as only the
// first of a chain may be, a draw is one of slice sampling.
type AdaptiveRejection struct {
	stream      *Stream
	low, high   float64                 // the bounds, in which the density is not 0
	x, log      [adaptivePoints]float64 // the points in ascending order
	slope       [adaptivePoints]float64 // of the chord from point i to point i + 1
	points      int
	step        float64 // the next one outwards
	pieces      [2 * adaptivePoints]adaptivePiece
	count       int     // of pieces
	area        float64 // of the hull, over exp(top)
	point       float64 // that is asked for
	hull, level float64 // at the point; where the hull is cut
	start       float64
	density     float64 // the log density there
	width       float64
	lo, hi      float64 // the bounds that are given
	adaptiveState
}

// An adaptiveState is how far a draw has come.
type adaptiveState struct {
	slice   Slice // of a start that is too far
	cliff   bool  // the first step changes the density beyond measure
	sliced  bool
	value   float64
	tries   int  // that are left
	drawing bool // the point is a draw, and not one that the first hull wants
	fault   SliceFault
}

// An adaptivePiece is a part of the hull: exp(log - slope t) at the distance t from
// the higher end, up to width, towards sign.
type adaptivePiece struct {
	end, log, slope, width, sign float64
	area                         float64
}

// Begin starts a draw from the start x0, whose log density is logDensity: it is where
// points are looked for, and the draw does not depend on it. width is the distance
// of the first two, as a SliceWidth tunes it. It returns the first point to compute
// the log density at. It is false where there is none; see Fault.
func (a *AdaptiveRejection) Begin(stream *Stream, width, x0, logDensity, lo, hi float64) (x float64, more bool) {
	a.stream, a.low, a.high = stream, lo, hi
	a.start, a.value, a.points, a.tries, a.drawing, a.fault = x0, x0, 0, adaptiveTries, false, SliceFine
	a.density, a.width, a.lo, a.hi, a.sliced = logDensity, width, lo, hi, false
	a.cliff = false
	switch {
	case !(lo <= x0 && x0 <= hi) || x0-x0 != 0 || logDensity < -math.MaxFloat64:
		return a.fail(SliceStart)
	case !(logDensity <= math.MaxFloat64):
		return a.fail(SliceNotFinite)
	case lo == hi:
		return x0, false
	}
	if !(width > 0 && width <= math.MaxFloat64) {
		width = 1
	}
	a.step = min(max(width/2, math.Abs(x0)*0x1p-40, 0x1p-1000), hi-lo)
	a.x[0], a.log[0], a.points = x0, logDensity, 1
	return a.prepare()
}

// Next takes the log density at the last point and returns the next one. It is false
// where the draw is finished, or has a Fault.
func (a *AdaptiveRejection) Next(logDensity float64) (x float64, more bool) {
	if a.sliced {
		return a.follow(a.slice.Next(logDensity))
	}
	switch {
	case !(logDensity <= math.MaxFloat64):
		return a.fail(SliceNotFinite)
	case a.drawing && logDensity > a.hull+adaptiveNoise*max(1, math.Abs(logDensity)):
		return a.fail(SliceNotConcave)
	case a.drawing && logDensity >= a.level:
		a.value = a.point
		return a.value, false
	case a.tries == 0:
		return a.fail(SliceStuck)
	}
	if a.tries == adaptiveTries {
		a.cliff = logDensity >= -math.MaxFloat64 && math.Abs(logDensity-a.density) > adaptiveNothing
	}
	a.tries--
	outside := a.point < a.x[0] || a.point > a.x[a.points-1]
	if logDensity < -math.MaxFloat64 || outside && logDensity < slices.Max(a.log[:a.points])-adaptiveNothing {
		// Where a log-concave density is 0 it is 0 beyond.
		if !outside {
			return a.fail(SliceNotConcave)
		}
		if a.point > a.x[0] {
			a.high = a.point
			a.step = min(a.step, (a.high-a.x[a.points-1])/2)
		} else {
			a.low = a.point
			a.step = min(a.step, (a.x[0]-a.low)/2)
		}
		a.count = 0
	} else if !a.keep(a.point, logDensity) {
		return a.fail(SliceNotConcave)
	}
	if a.drawing {
		return a.draw()
	}
	return a.prepare()
}

// prepare asks for points until there are three, of which the outer two are on
// both sides of the start, where there is room, and slope down where the bounds
// are infinite.
func (a *AdaptiveRejection) prepare() (x float64, more bool) {
	a.trim()
	last := a.points - 1
	right := a.x[last] == a.start || a.high > math.MaxFloat64 && !(last > 0 && a.slope[last-1] < 0)
	left := a.x[0] == a.start || a.low < -math.MaxFloat64 && !(last > 0 && a.slope[0] > 0)
	few := a.points < 3
	switch {
	case right && a.reach(a.x[last], 1, a.high), left && a.reach(a.x[0], -1, a.low):
	case few && a.reach(a.x[last], 1, a.high), few && a.reach(a.x[0], -1, a.low):
	case few || a.points == adaptivePoints:
		return a.fail(SliceStuck)
	case a.refine():
	default:
		a.drawing, a.count = true, 0
		return a.draw()
	}
	return a.point, true
}

// trim makes bounds of the outer points where there is nothing, as one has gone far from
// there.
func (a *AdaptiveRejection) trim() {
	least := slices.Max(a.log[:a.points]) - adaptiveNothing
	for a.points > 1 && a.log[a.points-1] < least {
		a.points--
		a.high = a.x[a.points]
		a.step = min(a.step, (a.high-a.x[a.points-1])/2)
	}
	for a.points > 1 && a.log[0] < least {
		a.low = a.x[0]
		a.points--
		copy(a.x[:a.points], a.x[1:a.points+1])
		copy(a.log[:a.points], a.log[1:a.points+1])
		copy(a.slope[:a.points], a.slope[1:a.points+1])
		a.step = min(a.step, (a.x[0]-a.low)/2)
	}
}

// reach makes the point one that is a step outwards, or half way to the bound. It is
// false where there is no room.
func (a *AdaptiveRejection) reach(from, sign, bound float64) bool {
	room := sign * (bound - from)
	if a.points > 3 {
		a.step *= 4 // the mode is far
	}
	a.point = from + sign*min(a.step, room/2)
	return room > adaptiveNear*a.step && a.point != from && math.Abs(a.point) <= math.MaxFloat64 && a.points < adaptivePoints
}

// refine makes the point one between two of which the one that is nearer to the densest
// of all is so much denser than the other that the hull between them would be far too
// high.
func (a *AdaptiveRejection) refine() bool {
	i := 0
	for j := range a.points {
		if a.log[j] > a.log[i] {
			i = j
		}
	}
	for _, sign := range [2]int{-1, 1} {
		j := i + sign
		for j >= 0 && j < a.points && a.log[j] >= a.log[i]-adaptiveDrop {
			j += sign
		}
		if j < 0 || j >= a.points {
			continue
		}
		// The first of the points there that say nothing; the one before says something.
		if j-sign == i || a.log[j-sign]-a.log[j] > adaptiveCliff {
			a.point = a.x[j-sign] + (a.x[j]-a.x[j-sign])/8
			return a.point != a.x[j-sign]
		}
	}
	return false
}

// keep adds a point to those of the hull. It is false where the slopes then rise.
func (a *AdaptiveRejection) keep(x, log float64) bool {
	n := a.points
	i := 0
	for i < n && a.x[i] < x {
		i++
	}
	if a.drawing {
		near := math.Inf(1)
		if i > 0 {
			near = x - a.x[i-1]
		}
		if i < n {
			near = min(near, a.x[i]-x)
		}
		whole := a.x[n-1] - a.x[0]
		if i > 0 && i < n {
			whole = a.x[i] - a.x[i-1]
		}
		if n == adaptivePoints || !(near >= adaptiveNear*whole) {
			return true
		}
	}
	copy(a.x[i+1:n+1], a.x[i:n])
	copy(a.log[i+1:n+1], a.log[i:n])
	copy(a.slope[i+1:n+1], a.slope[i:n])
	a.x[i], a.log[i] = x, log
	a.points, a.count = n+1, 0
	for j := max(i-1, 0); j <= i && j < n; j++ {
		a.slope[j] = (a.log[j+1] - a.log[j]) / (a.x[j+1] - a.x[j])
	}
	for j := max(i-2, 0); j <= i && j+1 < n; j++ {
		noise := adaptiveNoise * max(1, math.Abs(a.log[j]), math.Abs(a.log[j+1]), math.Abs(a.log[j+2]))
		if a.slope[j+1] > a.slope[j]+noise/min(a.x[j+1]-a.x[j], a.x[j+2]-a.x[j+1]) {
			return false
		}
	}
	return true
}

// build makes the hull of the points: beyond them the outer chords, and between two
// of them the lower one of the chords to the left and to the right.
func (a *AdaptiveRejection) build() {
	a.count = 0
	last := a.points - 1
	a.add(a.low, a.x[0], a.x[0], a.log[0], a.slope[0])
	for i := range last {
		from, to := a.x[i], a.x[i+1]
		switch {
		case i == 0:
			a.add(from, to, to, a.log[1], a.slope[1])
		case i == last-1:
			a.add(from, to, from, a.log[i], a.slope[i-1])
		default:
			before, here, after := a.slope[i-1], a.slope[i], a.slope[i+1]
			meet := to
			if before > after {
				meet = from + (to-from)*min(max((here-after)/(before-after), 0), 1)
			}
			a.add(from, meet, from, a.log[i], before)
			a.add(meet, to, to, a.log[i+1], after)
		}
	}
	a.add(a.x[last], a.high, a.x[last], a.log[last], a.slope[last-1])
	top := math.Inf(-1)
	for i := range a.count {
		top = max(top, a.pieces[i].log)
	}
	a.area = 0
	for i := range a.count {
		p := &a.pieces[i]
		p.area = math.Exp(p.log-top) * concaveArea(p.slope, p.width)
		a.area += p.area
	}
}

// add adds the piece from one place to another of the line that has the value log at
// a place and the given slope.
func (a *AdaptiveRejection) add(from, to, at, log, slope float64) {
	p := adaptivePiece{end: from, slope: -slope, width: to - from, sign: 1}
	if slope > 0 {
		p.end, p.slope, p.sign = to, slope, -1
	}
	if p.end != at {
		log += slope * (p.end - at)
	}
	p.log = log
	if p.width > 0 {
		a.pieces[a.count] = p
		a.count++
	}
}

// draw draws a point from the hull, and asks for the density there unless it is
// below the chord.
func (a *AdaptiveRejection) draw() (x float64, more bool) {
	if a.count == 0 {
		a.build()
	}
	if !(a.area > 0 && a.area <= math.MaxFloat64) {
		return a.fail(SliceStuck)
	}
	for ; a.tries > 0; a.tries-- {
		rest, i := a.stream.Float64()*a.area, 0
		for i < a.count-1 && rest >= a.pieces[i].area {
			rest -= a.pieces[i].area
			i++
		}
		p := &a.pieces[i]
		t := concaveTilted(a.stream, p.slope, p.width)
		x = p.end + p.sign*t
		if !(a.low < x && x < a.high) {
			continue
		}
		a.hull = p.log - p.slope*t
		a.level = a.hull - a.stream.Exponential()
		if a.chord(x) >= a.level {
			a.value = x
			return x, false
		}
		a.point = x
		return x, true
	}
	return a.fail(SliceStuck)
}

// chord returns what the log density at x is at least: -Inf beyond the points.
func (a *AdaptiveRejection) chord(x float64) float64 {
	for i := range a.points - 1 {
		if a.x[i] <= x && x <= a.x[i+1] {
			return a.log[i] + a.slope[i]*(x-a.x[i])
		}
	}
	return math.Inf(-1)
}

// follow takes over what the slice says.
func (a *AdaptiveRejection) follow(x float64, more bool) (float64, bool) {
	if !more {
		a.value, a.fault = a.slice.Value(), a.slice.Fault()
	}
	return x, more
}

// fail ends the draw at its start, or begins a slice there.
func (a *AdaptiveRejection) fail(fault SliceFault) (float64, bool) {
	if fault == SliceStuck && a.cliff {
		a.sliced = true
		return a.follow(a.slice.Begin(a.stream, a.width, a.start, a.density, a.lo, a.hi))
	}
	a.fault, a.value = fault, a.start
	return a.value, false
}

// Value returns the draw; the start, where there is a Fault.
func (a *AdaptiveRejection) Value() float64 { return a.value }

// Fault says why there is no draw.
func (a *AdaptiveRejection) Fault() SliceFault { return a.fault }
