package dist

import "math"

// A Bernoulli is a distribution of a boolean by its log odds,
// log P(true)/P(false): 0 is uniform, +Inf surely true, -Inf surely false.
type Bernoulli struct {
	LogOdds float64
}

// BernoulliUniform returns the uniform message.
func BernoulliUniform() Bernoulli { return Bernoulli{} }

// BernoulliP returns the Bernoulli of probability p of true. It is NaN for a p
// outside [0, 1].
func BernoulliP(p float64) Bernoulli { return Bernoulli{math.Log(p) - math.Log1p(-p)} }

// BernoulliLogOdds returns the Bernoulli of the given log P(true)/P(false).
func BernoulliLogOdds(logOdds float64) Bernoulli { return Bernoulli{logOdds} }

// BernoulliPoint returns the point mass at b.
func BernoulliPoint(b bool) Bernoulli {
	if b {
		return Bernoulli{math.Inf(1)}
	}
	return Bernoulli{math.Inf(-1)}
}

// Times returns the product of two messages: NaN where one is surely true and
// the other surely false.
func (d Bernoulli) Times(e Bernoulli) Bernoulli { return Bernoulli{d.LogOdds + e.LogOdds} }

// IsUniform tells whether d says nothing.
func (d Bernoulli) IsUniform() bool { return d.LogOdds == 0 }

// IsProper tells whether d is a distribution: it is, unless NaN.
func (d Bernoulli) IsProper() bool { return d.LogOdds == d.LogOdds }

// IsPoint tells whether d is surely true or surely false.
func (d Bernoulli) IsPoint() bool { return math.IsInf(d.LogOdds, 0) }

// IsFinite tells whether d is not NaN; the infinities that mark a sure value
// are fine.
func (d Bernoulli) IsFinite() bool { return d.LogOdds == d.LogOdds }

// Power returns d to the power e. A sure value to a positive power is itself,
// to the power 0 uniform, to a negative one NaN.
func (d Bernoulli) Power(e float64) Bernoulli {
	switch {
	case !d.IsPoint():
		return Bernoulli{e * d.LogOdds}
	case e > 0:
		return d
	case e == 0:
		return Bernoulli{}
	}
	return Bernoulli{math.NaN()}
}

// Damp returns old^damping d^(1-damping): log odds are mixed linearly. Where one
// of the two is sure the result is d.
func (d Bernoulli) Damp(old Bernoulli, damping float64) Bernoulli {
	if d.IsPoint() || old.IsPoint() {
		return d
	}
	return Bernoulli{d.LogOdds + damping*(old.LogOdds-d.LogOdds)}
}

// MakeProper returns d: every Bernoulli is proper.
func (d Bernoulli) MakeProper(cavity Bernoulli) Bernoulli { return d }
