package latent

import (
	"math"
	"slices"

	"mpc/special"
)

// A shape is a corrected marginal as a function of a standard normal number: the quantile of the marginal at the
// probability that this number has below it, at numbers shapeStep apart. What is a function of the marginal is then one of
// a standard normal number.
type shape []float64

const (
	shapeReach = 8
	shapeStep  = 0.25
	shapeParts = 16  // of the distance between points at which the marginal's density is known
	shapeDrop  = 42. // how far the log density falls where it ends: exp(-42) is below all probabilities of shapeReach
)

// newShape makes one of log densities at equidistant numbers, from first on, of which there are four at least.
func newShape(first, step float64, log []float64) shape {
	d := newSpline(log)
	top := math.Inf(-1)
	for _, x := range log {
		top = max(top, x)
	}
	// The density at many points, on to where it ends.
	low, high := 0, (len(log)-1)*shapeParts
	at := func(k int) float64 { return d.at(float64(k) / shapeParts) }
	for at(low) > top-shapeDrop {
		low--
	}
	for at(high) > top-shapeDrop {
		high++
	}
	n := high - low + 1
	density := make([]float64, n)
	for k := range density {
		density[k] = math.Exp(at(low+k) - top)
	}
	below, above := make([]float64, n), make([]float64, n)
	for k := 1; k < n; k++ {
		below[k] = below[k-1] + (density[k-1]+density[k])/2
		above[n-1-k] = above[n-k] + (density[n-1-k]+density[n-k])/2
	}
	all := math.Log(below[n-1])
	var s shape
	place := func(k int, share float64) float64 { return first + step*(float64(low+k)+share)/shapeParts }
	k := 1
	for u := -float64(shapeReach); u <= 0; u += shapeStep {
		want := special.NormalCdfLn(u) + all
		for k < n-1 && math.Log(below[k]) < want {
			k++
		}
		s = append(s, place(k-1, shareOf(below[k-1], below[k], want)))
	}
	for u := shapeStep; u <= shapeReach; u += shapeStep {
		want := special.NormalCdfLn(-u) + all
		for k < n-1 && math.Log(above[k]) > want {
			k++
		}
		s = append(s, place(k, -shareOf(above[k], above[k-1], want)))
	}
	return s
}

// shareOf is the share of the way from a to b > a at which the log is as wanted, were it a line.
func shareOf(a, b, want float64) float64 {
	if !(a > 0) {
		return 1
	}
	from, to := math.Log(a), math.Log(b)
	return max(0, min(1, (want-from)/(to-from)))
}

// at is the number of the marginal at a standard normal one; beyond the ends it goes on as it did.
func (s shape) at(u float64) float64 {
	x := (u + shapeReach) / shapeStep
	k := max(0, min(len(s)-2, int(math.Floor(x))))
	t := x - float64(k)
	if k == 0 || k == len(s)-2 {
		return s[k] + t*(s[k+1]-s[k])
	}
	// The cubic through the four next to it.
	a, b, c, d := s[k-1], s[k], s[k+1], s[k+2]
	return max(b, min(c, b+0.5*t*(c-a+t*(2*a-5*b+4*c-d+t*(3*(b-c)+d-a)))))
}

// cut tells whether bounds cut it off: then it hardly goes on at its ends.
func (s shape) cut() (low, high bool) {
	n := len(s)
	least := 1e-3 * (s[n/2+1] - s[n/2-1])
	return s[1]-s[0] < least, s[n-1]-s[n-2] < least
}

// number is the standard normal number at a number of the marginal: the inverse of at. The slope is that of at.
func (s shape) number(x float64) (u, slope float64) {
	k := max(1, min(len(s)-1, firstAbove(s, x, false))) - 1
	low := float64(k)*shapeStep - shapeReach
	high := low + shapeStep
	switch {
	case x <= s[0] || x >= s[len(s)-1] || !(s[k+1] > s[k]):
		slope = max(s[k+1]-s[k], math.SmallestNonzeroFloat64) / shapeStep
		return low + (x-s[k])/slope, slope
	case k == 0 || k == len(s)-2:
		u = low + shapeStep*(x-s[k])/(s[k+1]-s[k])
	default:
		for range 40 {
			if u = (low + high) / 2; s.at(u) < x {
				low = u
			} else {
				high = u
			}
		}
	}
	const d = shapeStep / 16
	return u, (s.at(u+d) - s.at(u-d)) / (2 * d)
}

// times is the shape of a multiple of a number, with a number added.
func (s shape) times(slope, more float64) shape {
	out := slices.Clone(s)
	for i := range out {
		out[i] = more + slope*out[i]
	}
	if slope < 0 {
		slices.Reverse(out)
	}
	return out
}

// move adds to all numbers.
func (s shape) move(by float64) {
	for i := range s {
		s[i] += by
	}
}

// shape keeps that of a number of this many.
func (p *point) shape(c, of int, s shape) {
	if s == nil {
		return
	}
	if p.shapes == nil {
		p.shapes = make([]shape, of)
	}
	p.shapes[c] = s
}

// value is a coordinate, a combination or what is asked for at a standard normal number.
func (n *Node) value(c int, u float64) float64 {
	if n.shapes != nil && n.shapes[c] != nil {
		return n.shapes[c].at(max(-shapeReach, min(shapeReach, u)))
	}
	return n.Mean[c] + u*n.Sd[c]
}

// number is the standard normal number at a value of one of these, and how much this grows with it.
func (n *Node) number(c int, x float64) (u, slope float64) {
	if n.shapes != nil && n.shapes[c] != nil {
		return n.shapes[c].number(x)
	}
	return (x - n.Mean[c]) / n.Sd[c], n.Sd[c]
}

// below is the probability that it is at most x.
func (n *Node) below(c int, x float64) float64 {
	u, _ := n.number(c, x)
	return special.NormalCdf(u)
}
