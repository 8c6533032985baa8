package dist

import "math"

// A Bernoulli is a distribution of a boolean by its log odds,
// log P(true)/P(false): 0 is uniform, +Inf surely true, -Inf surely false.
type Bernoulli struct {
	LogOdds float64
}

// BernoulliUniform returns the uniform message.
func BernoulliUniform() Bernoulli { return Bernoulli{} }

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
