package dist

import "math"

// A GammaTotal is a product of Gamma messages; the zero GammaTotal is empty.
type GammaTotal struct{ t total }

// Value returns the product.
func (s *GammaTotal) Value() Gamma {
	if s.t.isNaN() {
		switch n, clash := s.t.points(); {
		case clash:
			return Gamma{math.NaN(), math.NaN()}
		case n > 0:
			return GammaPoint(s.t.aLow)
		}
	}
	return Gamma{s.t.a + 1 + s.t.aLow, s.t.b}
}

// Except returns the product without m, which must be one of the messages.
func (s *GammaTotal) Except(m Gamma) Gamma {
	x, y := totalExcept(s.t.a, s.t.aLow, m.Shape-1, 1), (s.t.b-m.Rate)+s.t.bLow
	if y-y != 0 { // m is a point mass, or one is among the others
		return s.exceptPoint(m)
	}
	return Gamma{x, y}
}

func (s *GammaTotal) exceptPoint(m Gamma) Gamma {
	c := *s
	c.Remove(m)
	return c.Value()
}

// Add multiplies m in.
func (s *GammaTotal) Add(m Gamma) {
	if m.Rate > math.MaxFloat64 {
		s.t.addPoint(m.Shape)
		return
	}
	s.t.add((m.Shape - 1), m.Rate)
	s.t.addLow(totalLow(m.Shape, -1), 0)
}

// Remove takes m out.
func (s *GammaTotal) Remove(m Gamma) {
	if m.Rate > math.MaxFloat64 {
		s.t.removePoint()
		return
	}
	s.t.add(-(m.Shape - 1), -m.Rate)
	s.t.addLow(-totalLow(m.Shape, -1), 0)
}

// Replace takes old out and multiplies m in.
func (s *GammaTotal) Replace(old, m Gamma) {
	a, aLow := replaceDouble(s.t.a, s.t.aLow, old.Shape-1, m.Shape-1)
	b, bLow := replaceDouble(s.t.b, s.t.bLow, old.Rate, m.Rate)
	if bLow != bLow { // old or m is a point mass, or one is in the total
		s.Remove(old)
		s.Add(m)
		return
	}
	s.t = total{a, aLow + (totalLow(m.Shape, -1) - totalLow(old.Shape, -1)), b, bLow}
}

// Touch reads a number of the total that means nothing to the caller: so the
// memory of many totals is on its way at once, before they are worked on.
func (s *GammaTotal) Touch() float64 { return s.t.bLow }
