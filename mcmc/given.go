package mcmc

import "mpc/dist"

// A distribution that the data give may be a point where a chain starts from it: the draw
// is its value.

// DrawGivenNormal draws from a normal that the data give.
func DrawGivenNormal(s *Stream, d dist.Normal) float64 {
	if d.IsPoint() {
		return d.Mean()
	}
	return DrawNormalNatural(s, d.H, d.P)
}

// DrawGivenGamma draws from a gamma that the data give.
func DrawGivenGamma(s *Stream, d dist.Gamma) float64 {
	if d.IsPoint() {
		return d.Mean()
	}
	return DrawGamma(s, d.Shape, d.Rate)
}

// DrawGivenInverseGamma draws from an inverse gamma that the data give.
func DrawGivenInverseGamma(s *Stream, d dist.InverseGamma) float64 {
	if d.IsPoint() {
		return d.Mean()
	}
	return DrawInverseGamma(s, d.Shape, d.Rate)
}

// DrawGivenBeta draws from a beta that the data give.
func DrawGivenBeta(s *Stream, d dist.Beta) float64 {
	if d.IsPoint() {
		return d.Mean()
	}
	return DrawBeta(s, d.A, d.B)
}

// DrawGivenDirichlet draws from a dirichlet that the data give. It is false where some of
// its counts are not positive.
func DrawGivenDirichlet(s *Stream, to []float64, d dist.Dirichlet) bool {
	if d.IsPoint() {
		copy(to, d.A)
		return true
	}
	return DrawDirichlet(s, to, d.A)
}
