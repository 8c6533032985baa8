package dist

import "math"

// A BetaTotal is a product of Beta messages; the zero BetaTotal is empty.
type BetaTotal struct{ t total }

// Value returns the product.
func (s *BetaTotal) Value() Beta {
	if s.t.isNaN() {
		switch n, clash := s.t.points(); {
		case clash:
			return Beta{math.NaN(), math.NaN()}
		case n > 0:
			return BetaPoint(s.t.aLow)
		}
	}
	return Beta{s.t.a + 1 + s.t.aLow, s.t.b + 1 + s.t.bLow}
}

// Except returns the product without m, which must be one of the messages.
func (s *BetaTotal) Except(m Beta) Beta {
	x, y := totalExcept(s.t.a, s.t.aLow, m.A-1, 1), totalExcept(s.t.b, s.t.bLow, m.B-1, 1)
	if y-y != 0 { // m is a point mass, or one is among the others
		return s.exceptPoint(m)
	}
	return Beta{x, y}
}

func (s *BetaTotal) exceptPoint(m Beta) Beta {
	c := *s
	c.Remove(m)
	return c.Value()
}

// Add multiplies m in.
func (s *BetaTotal) Add(m Beta) {
	if m.B > math.MaxFloat64 {
		s.t.addPoint(m.A)
		return
	}
	s.t.add((m.A - 1), (m.B - 1))
	s.t.addLow(totalLow(m.A, -1), totalLow(m.B, -1))
}

// Remove takes m out.
func (s *BetaTotal) Remove(m Beta) {
	if m.B > math.MaxFloat64 {
		s.t.removePoint()
		return
	}
	s.t.add(-(m.A - 1), -(m.B - 1))
	s.t.addLow(-totalLow(m.A, -1), -totalLow(m.B, -1))
}

// Replace takes old out and multiplies m in.
func (s *BetaTotal) Replace(old, m Beta) {
	a, aLow := replaceDouble(s.t.a, s.t.aLow, old.A-1, m.A-1)
	b, bLow := replaceDouble(s.t.b, s.t.bLow, old.B-1, m.B-1)
	if bLow != bLow { // old or m is a point mass, or one is in the total
		s.Remove(old)
		s.Add(m)
		return
	}
	s.t = total{a, aLow + (totalLow(m.A, -1) - totalLow(old.A, -1)), b, bLow + (totalLow(m.B, -1) - totalLow(old.B, -1))}
}

// Touch reads a number of the total that means nothing to the caller: so the
// memory of many totals is on its way at once, before they are worked on.
func (s *BetaTotal) Touch() float64 { return s.t.bLow }
