package dist

import "math"

// A InverseGammaTotal is a product of InverseGamma messages; the zero InverseGammaTotal is empty.
type InverseGammaTotal struct{ t total }

// Value returns the product.
func (s *InverseGammaTotal) Value() InverseGamma {
	if s.t.isNaN() {
		switch n, clash := s.t.points(); {
		case clash:
			return InverseGamma{math.NaN(), math.NaN()}
		case n > 0:
			return InverseGammaPoint(s.t.aLow)
		}
	}
	return InverseGamma{s.t.a - 1 + s.t.aLow, s.t.b}
}

// Except returns the product without m, which must be one of the messages.
func (s *InverseGammaTotal) Except(m InverseGamma) InverseGamma {
	x, y := totalExcept(s.t.a, s.t.aLow, m.Shape+1, -1), (s.t.b-m.Rate)+s.t.bLow
	if y-y != 0 { // m is a point mass, or one is among the others
		return s.exceptPoint(m)
	}
	return InverseGamma{x, y}
}

func (s *InverseGammaTotal) exceptPoint(m InverseGamma) InverseGamma {
	c := *s
	c.Remove(m)
	return c.Value()
}

// Add multiplies m in.
func (s *InverseGammaTotal) Add(m InverseGamma) {
	if m.Rate > math.MaxFloat64 {
		s.t.addPoint(m.Shape)
		return
	}
	s.t.add((m.Shape + 1), m.Rate)
	s.t.addLow(totalLow(m.Shape, 1), 0)
}

// Remove takes m out.
func (s *InverseGammaTotal) Remove(m InverseGamma) {
	if m.Rate > math.MaxFloat64 {
		s.t.removePoint()
		return
	}
	s.t.add(-(m.Shape + 1), -m.Rate)
	s.t.addLow(-totalLow(m.Shape, 1), 0)
}

// Replace takes old out and multiplies m in.
func (s *InverseGammaTotal) Replace(old, m InverseGamma) {
	a, aLow := replaceDouble(s.t.a, s.t.aLow, old.Shape+1, m.Shape+1)
	b, bLow := replaceDouble(s.t.b, s.t.bLow, old.Rate, m.Rate)
	if bLow != bLow { // old or m is a point mass, or one is in the total
		s.Remove(old)
		s.Add(m)
		return
	}
	s.t = total{a, aLow + (totalLow(m.Shape, 1) - totalLow(old.Shape, 1)), b, bLow}
}

// Touch reads a number of the total that means nothing to the caller: so the
// memory of many totals is on its way at once, before they are worked on.
func (s *InverseGammaTotal) Touch() float64 { return s.t.bLow }
