package mcmc

import "math"

// simplexFar bounds log odds: a probability beyond has no logarithm of what is left.
const simplexFar = 700

// A Simplex draws probabilities of the sum 1, of any density, one component after the
// other: of each the log odds by a slice, while the others keep their proportions. These
// moves reach all of the simplex, and under a dirichlet prior a component does not depend on
// the proportions of the others. It has nothing to tune. The caller computes the log density
// of all of x, which may lack a constant, wherever it is asked to:
//
//	for more := d.Start(x, stream, logDensity); more; more = d.Move(x, logDensity) {
//		logDensity = ... // of x, which holds the point
//	}
type Simplex struct {
	slice   Slice
	stream  *Stream
	from    []float64 // where the move of the component began
	rest    float64   // the sum of the others there
	at      int       // the component that moves
	density float64   // the log density where the next move begins
	fault   SliceFault
}

// Start starts a draw from x, whose log density is given, and writes the first point into x.
// It is false where there is none; see Fault.
func (d *Simplex) Start(x []float64, s *Stream, logDensity float64) bool {
	if cap(d.from) < len(x) {
		d.from = make([]float64, len(x))
	}
	d.from, d.stream, d.at, d.density, d.fault = d.from[:len(x)], s, -1, logDensity, SliceFine
	switch {
	case logDensity < -math.MaxFloat64:
		d.fault = SliceStart
		return false
	case !(logDensity <= math.MaxFloat64):
		d.fault = SliceNotFinite
		return false
	}
	return d.next(x)
}

// Move takes the log density at x, and writes the next point into x. It is false where x is
// the draw, or there is a Fault, in which case x is as the last finished component left it.
func (d *Simplex) Move(x []float64, logDensity float64) bool {
	z, more := d.slice.Next(logDensity + d.volume(d.slice.point))
	if more {
		d.write(x, z)
		return true
	}
	if d.slice.Fault() != SliceFine {
		d.fault = d.slice.Fault()
		copy(x, d.from)
		return false
	}
	d.density = logDensity
	return d.next(x)
}

// next begins the move of the next component that can move. Of two, one moves both.
func (d *Simplex) next(x []float64) bool {
	n := len(x)
	if n == 2 {
		n = 1
	}
	for d.at++; d.at < n; d.at++ {
		copy(d.from, x)
		d.rest = 0
		for k, p := range x {
			if k != d.at {
				d.rest += p
			}
		}
		z := math.Log(x[d.at]) - math.Log(d.rest)
		if !(math.Abs(z) < simplexFar) {
			continue
		}
		if y, more := d.slice.Begin(d.stream, 1, z, d.density+d.volume(z), -simplexFar, simplexFar); more {
			d.write(x, y)
			return true
		}
	}
	return false
}

// volume is the log of what a volume of probabilities is of one of log odds and proportions.
func (d *Simplex) volume(z float64) float64 {
	return logOfOdds(z) + float64(len(d.from)-1)*logOfOdds(-z)
}

// logOfOdds is the log of the probability of which z is the log odds.
func logOfOdds(z float64) float64 {
	if z < 0 {
		return z - math.Log1p(math.Exp(z))
	}
	return -math.Log1p(math.Exp(-z))
}

// write sets x to the point where the component has the log odds z.
func (d *Simplex) write(x []float64, z float64) {
	scale := math.Exp(logOfOdds(-z)) / d.rest
	for k, p := range d.from {
		x[k] = p * scale
	}
	x[d.at] = math.Exp(logOfOdds(z))
}

// Fault says why there is no draw.
func (d *Simplex) Fault() SliceFault { return d.fault }

// LogDensity returns the log density at the draw, as the caller gave it.
func (d *Simplex) LogDensity() float64 { return d.density }
