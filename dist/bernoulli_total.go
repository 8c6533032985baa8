package dist

import "math"

// A BernoulliTotal is a product of Bernoulli messages; the zero BernoulliTotal
// is empty. Messages that are sure (infinite log odds) are counted apart.
type BernoulliTotal struct {
	t           total
	sure, never int // how many are surely true, surely false
}

// Value returns the product: NaN if some are surely true and others surely false.
func (s *BernoulliTotal) Value() Bernoulli { return s.sureOr(s.t.a) }

func (s *BernoulliTotal) sureOr(logOdds float64) Bernoulli {
	switch {
	case s.sure > 0 && s.never > 0:
		return Bernoulli{math.NaN()}
	case s.sure > 0:
		return BernoulliPoint(true)
	case s.never > 0:
		return BernoulliPoint(false)
	}
	return Bernoulli{logOdds}
}

// Except returns the product without m, which must be one of the messages.
func (s *BernoulliTotal) Except(m Bernoulli) Bernoulli {
	if m.IsPoint() {
		c := *s
		c.Remove(m)
		return c.Value()
	}
	return s.sureOr((s.t.a - m.LogOdds) + s.t.aLow)
}

// Add multiplies m in.
func (s *BernoulliTotal) Add(m Bernoulli) { s.count(m, 1) }

// Remove takes m out.
func (s *BernoulliTotal) Remove(m Bernoulli) { s.count(m, -1) }

func (s *BernoulliTotal) count(m Bernoulli, n int) {
	switch {
	case math.IsInf(m.LogOdds, 1):
		s.sure += n
	case math.IsInf(m.LogOdds, -1):
		s.never += n
	default:
		s.t.add(float64(n)*m.LogOdds, 0)
	}
}

// Replace takes old out and multiplies m in.
func (s *BernoulliTotal) Replace(old, m Bernoulli) {
	s.Remove(old)
	s.Add(m)
}

// Touch reads a number of the total that means nothing to the caller: so the
// memory of many totals is on its way at once, before they are worked on.
func (s *BernoulliTotal) Touch() float64 { return s.t.bLow }
