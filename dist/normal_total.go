package dist

import "math"

// A NormalTotal is a product of Normal messages; the zero NormalTotal is empty.
type NormalTotal struct{ t total }

// Value returns the product.
func (s *NormalTotal) Value() Normal {
	if s.t.isNaN() {
		switch n, clash := s.t.points(); {
		case clash:
			return Normal{math.NaN(), math.NaN()}
		case n > 0:
			return NormalPoint(s.t.aLow)
		}
	}
	return Normal{s.t.a, s.t.b}
}

// Except returns the product without m, which must be one of the messages.
func (s *NormalTotal) Except(m Normal) Normal {
	x, y := (s.t.a-m.H)+s.t.aLow, (s.t.b-m.P)+s.t.bLow
	if y-y != 0 { // m is a point mass, or one is among the others
		return s.exceptPoint(m)
	}
	return Normal{x, y}
}

func (s *NormalTotal) exceptPoint(m Normal) Normal {
	c := *s
	c.Remove(m)
	return c.Value()
}

// Add multiplies m in.
func (s *NormalTotal) Add(m Normal) {
	if m.P > math.MaxFloat64 {
		s.t.addPoint(m.H)
		return
	}
	s.t.add(m.H, m.P)
}

// Remove takes m out.
func (s *NormalTotal) Remove(m Normal) {
	if m.P > math.MaxFloat64 {
		s.t.removePoint()
		return
	}
	s.t.add(-m.H, -m.P)
}

// Replace takes old out and multiplies m in.
func (s *NormalTotal) Replace(old, m Normal) {
	a, aLow := replaceDouble(s.t.a, s.t.aLow, old.H, m.H)
	b, bLow := replaceDouble(s.t.b, s.t.bLow, old.P, m.P)
	if bLow != bLow { // old or m is a point mass, or one is in the total
		s.Remove(old)
		s.Add(m)
		return
	}
	s.t = total{a, aLow, b, bLow}
}

// Touch reads a number of the total that means nothing to the caller: so the
// memory of many totals is on its way at once, before they are worked on.
func (s *NormalTotal) Touch() float64 { return s.t.bLow }
