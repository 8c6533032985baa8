package mcmc

import "math"

// An Elliptical draws a vector with a normal prior and any likelihood by elliptical
// slice sampling (Murray, Adams and MacKay, "Elliptical slice sampling", AISTATS
// 2010). It has nothing to tune. The caller draws from the prior, and computes the
// log likelihood wherever it is asked to:
//
//	mean, prior := e.Room(len(x)) // to fill with the mean, and a draw less the mean
//	for more := e.Begin(stream, x, logLikelihood); more; more = e.Next(logLikelihood) {
//		logLikelihood = ... // of x, which holds the point
//	}
type Elliptical struct {
	stream         *Stream
	x              []float64 // of the caller
	start          []float64
	mean, prior    []float64
	density, level float64
	from, to       float64 // the angles that are left
	angle          float64
	shrinks        int
	fault          SliceFault
}

// Room returns the memory for the mean of the prior, and for a draw of it less its mean,
// both of size k, which Begin wants.
func (e *Elliptical) Room(k int) (mean, prior []float64) {
	if cap(e.start) < k {
		e.start, e.mean, e.prior = make([]float64, k), make([]float64, k), make([]float64, k)
	}
	e.start, e.mean, e.prior = e.start[:k], e.mean[:k], e.prior[:k]
	return e.mean, e.prior
}

// Number makes room for a number of this prior.
func (e *Elliptical) Number(s *Stream, mean, precision float64) {
	m, prior := e.Room(1)
	m[0], prior[0] = mean, DrawNormal(s, 0, precision)
}

// Vector makes room for a vector, of whose prior this is the mean, and what is known in work. It
// is false where that is improper.
func (e *Elliptical) Vector(work *VectorWork, s *Stream, mean []float64) bool {
	m, prior := e.Room(len(mean))
	copy(m, mean)
	if !DrawMvNormal(s, prior, work.H, work.P, work.Factor) {
		return false
	}
	e.less()
	return true
}

// Seen is Vector of the components that are not seen, given the others, which work has
// observed.
func (e *Elliptical) Seen(work *VectorWork, s *Stream, mean, seen []float64) bool {
	m, prior := e.Room(len(mean))
	if !DrawMvNormal(s, prior, work.H, work.P, work.Factor) {
		return false
	}
	Keep(prior, seen)
	MeanMvNormal(m, work.H, work.Factor)
	e.less()
	return true
}

// less takes the mean from the draw of the prior.
func (e *Elliptical) less() {
	for k, m := range e.mean {
		e.prior[k] -= m
	}
}

// Begin starts a draw from x, whose log likelihood is given, and writes the first
// point into x. It is false where there is none; see Fault.
func (e *Elliptical) Begin(stream *Stream, x []float64, logLikelihood float64) bool {
	e.stream, e.x, e.density, e.fault = stream, x, logLikelihood, SliceFine
	copy(e.start, x)
	switch {
	case logLikelihood < -math.MaxFloat64:
		e.fault = SliceStart
		return false
	case !(logLikelihood <= math.MaxFloat64):
		e.fault = SliceNotFinite
		return false
	}
	e.level = logLikelihood - stream.Exponential()
	e.angle = 2 * math.Pi * stream.Open()
	e.from, e.to = e.angle-2*math.Pi, e.angle
	e.shrinks = sliceShrinks
	e.write()
	return true
}

// Start is Begin of x.
func (e *Elliptical) Start(x []float64, s *Stream, logLikelihood float64) bool {
	return e.Begin(s, x, logLikelihood)
}

// Move is Next of x, which is where Start has been told.
func (e *Elliptical) Move(x []float64, logLikelihood float64) bool {
	e.x = x
	return e.Next(logLikelihood)
}

// Next takes the log likelihood at x, and writes the next point into x. It is false
// where x is the draw, or there is a Fault, in which case x is what it was before.
func (e *Elliptical) Next(logLikelihood float64) bool {
	switch {
	case !(logLikelihood <= math.MaxFloat64):
		return e.fail(SliceNotFinite)
	case logLikelihood >= e.level:
		e.density = logLikelihood
		return false
	case e.angle < 0:
		e.from = e.angle
	default:
		e.to = e.angle
	}
	e.angle = e.from + (e.to-e.from)*e.stream.Open()
	e.shrinks--
	if e.shrinks == 0 || e.to-e.from < 0x1p-300 {
		return e.fail(SliceStuck)
	}
	e.write()
	return true
}

// write sets x to the point of the ellipse at the angle: mean + cos (start - mean)
// + sin prior, in a form in which a small angle moves it by little, and 0 not.
func (e *Elliptical) write() {
	sin, half := math.Sin(e.angle), math.Sin(e.angle/2)
	cosLess1 := -2 * half * half
	for i, v := range e.start {
		e.x[i] = v + (cosLess1*(v-e.mean[i]) + sin*e.prior[i])
	}
}

// fail ends the draw at its start.
func (e *Elliptical) fail(fault SliceFault) bool {
	e.fault, e.angle = fault, 0
	e.write()
	return false
}

// LogLikelihood returns the log likelihood at x, as the caller gave it.
func (e *Elliptical) LogLikelihood() float64 { return e.density }

// Fault says why there is no draw.
func (e *Elliptical) Fault() SliceFault { return e.fault }
