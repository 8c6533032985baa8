package dist

import (
	"math"
	"math/rand/v2"
)

// P returns the probability of true, with all digits however small.
func (d Bernoulli) P() float64 {
	if d.LogOdds < 0 {
		e := math.Exp(d.LogOdds)
		return e / (1 + e)
	}
	return 1 / (1 + math.Exp(-d.LogOdds))
}

// Q returns the probability of false, 1 - P, with all digits however small.
func (d Bernoulli) Q() float64 { return Bernoulli{-d.LogOdds}.P() }

// Mean returns the probability of true.
func (d Bernoulli) Mean() float64 { return d.P() }

// Variance returns P Q.
func (d Bernoulli) Variance() float64 { return d.P() * d.Q() }

// Mode returns the more probable value: true where both are equally so, false
// where d is NaN.
func (d Bernoulli) Mode() bool { return d.LogOdds >= 0 }

// LogProb returns the log probability of x.
func (d Bernoulli) LogProb(x bool) float64 {
	l := d.LogOdds
	if !x {
		l = -l
	}
	if l < 0 {
		return l - math.Log1p(math.Exp(l))
	}
	return -math.Log1p(math.Exp(-l))
}

// Sample draws a value; false where d is NaN.
func (d Bernoulli) Sample(rng *rand.Rand) bool { return rng.Float64() < d.P() }

// LogIntegral returns the log of the sum of d times e over both values,
// log(P1 P2 + Q1 Q2), with all digits also near 0. It is -Inf for two sure and
// opposite values.
func (d Bernoulli) LogIntegral(e Bernoulli) float64 {
	a, b := math.Abs(d.LogOdds), math.Abs(e.LogOdds)
	rest := -math.Log1p(math.Exp(-a)) - math.Log1p(math.Exp(-b))
	if (d.LogOdds < 0) == (e.LogOdds < 0) {
		return math.Log1p(math.Exp(-a-b)) + rest
	}
	if math.IsInf(a, 1) && math.IsInf(b, 1) {
		return math.Inf(-1)
	}
	return math.Log1p(math.Exp(-math.Abs(a-b))) - math.Min(a, b) + rest
}

// Change returns how far the marginal d is from old: the difference of the
// probabilities of true, +Inf where one is NaN.
func (d Bernoulli) Change(old Bernoulli) float64 { return distMaxChange(math.Abs(d.P()-old.P()), 0) }

// LargerChange returns the larger of d.Change(old) and a change that is known. That of d is
// computed only where it may be the larger: it is at most a quarter of the difference of
// the log odds.
func (d Bernoulli) LargerChange(old Bernoulli, change float64) float64 {
	if math.Abs(d.LogOdds-old.LogOdds) <= 4*change {
		return change
	}
	return max(change, d.Change(old))
}

// String returns d as a person would write it. Near 1 the probability of false
// is printed, which 6 digits of P would hide.
func (d Bernoulli) String() string {
	switch {
	case d.LogOdds > math.MaxFloat64:
		return "point(true)"
	case d.LogOdds < -math.MaxFloat64:
		return "point(false)"
	case d.LogOdds > 12:
		return "bernoulli(1 - " + distShort(d.Q()) + ")"
	}
	return "bernoulli(" + distShort(d.P()) + ")"
}
