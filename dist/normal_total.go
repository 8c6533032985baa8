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
	if s.t.isNaN() || m.P > math.MaxFloat64 {
		return s.exceptPoint(m)
	}
	return Normal{(s.t.a - m.H) + s.t.aLow, (s.t.b - m.P) + s.t.bLow}
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
	if old.P > math.MaxFloat64 || m.P > math.MaxFloat64 {
		s.Remove(old)
		s.Add(m)
		return
	}
	s.t.replace(old.H, old.P, m.H, m.P)
}
