package dist

import "math"

// NormalTimesPower returns the product of d and of m to the power e >= 0. Two
// different points contradict each other: the product is NaN.
func NormalTimesPower(d, m Normal, e float64) Normal {
	s := Normal{d.H + e*m.H, d.P + e*m.P}
	if s.P <= math.MaxFloat64 {
		return s
	}
	if e == 0 || d.P > math.MaxFloat64 && (m.P <= math.MaxFloat64 || m.H == d.H) {
		return d
	}
	if m.P > math.MaxFloat64 && d.P <= math.MaxFloat64 {
		return m
	}
	s.P -= s.P
	s.H = s.P
	return s
}

// GammaTimesPower is NormalTimesPower.
func GammaTimesPower(d, m Gamma, e float64) Gamma {
	s := Gamma{d.Shape + e*(m.Shape-1), d.Rate + e*m.Rate}
	if s.Rate <= math.MaxFloat64 {
		return s
	}
	if e == 0 || d.Rate > math.MaxFloat64 && (m.Rate <= math.MaxFloat64 || m.Shape == d.Shape) {
		return d
	}
	if m.Rate > math.MaxFloat64 && d.Rate <= math.MaxFloat64 {
		return m
	}
	s.Rate -= s.Rate
	s.Shape = s.Rate
	return s
}

// InverseGammaTimesPower is NormalTimesPower.
func InverseGammaTimesPower(d, m InverseGamma, e float64) InverseGamma {
	s := InverseGamma{d.Shape + e*(m.Shape+1), d.Rate + e*m.Rate}
	if s.Rate <= math.MaxFloat64 {
		return s
	}
	if e == 0 || d.Rate > math.MaxFloat64 && (m.Rate <= math.MaxFloat64 || m.Shape == d.Shape) {
		return d
	}
	if m.Rate > math.MaxFloat64 && d.Rate <= math.MaxFloat64 {
		return m
	}
	s.Rate -= s.Rate
	s.Shape = s.Rate
	return s
}

// BetaTimesPower is NormalTimesPower.
func BetaTimesPower(d, m Beta, e float64) Beta {
	s := Beta{d.A + e*(m.A-1), d.B + e*(m.B-1)}
	if s.B <= math.MaxFloat64 {
		return s
	}
	if e == 0 || d.B > math.MaxFloat64 && (m.B <= math.MaxFloat64 || m.A == d.A) {
		return d
	}
	if m.B > math.MaxFloat64 && d.B <= math.MaxFloat64 {
		return m
	}
	s.B -= s.B
	s.A = s.B
	return s
}

// BernoulliTimesPower returns the product of d and of m to the power e >= 0.
func BernoulliTimesPower(d, m Bernoulli, e float64) Bernoulli { return d.Times(m.Power(e)) }
