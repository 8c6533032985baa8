package mcmc

import "mpc/dist"

// A GivenForm says how a value is drawn from a distribution that the data give, as a message of package dist.
type GivenForm struct {
	// Draw takes a stream and the message: what it has in the field Of, or what its method Of gives, where that is said.
	Draw any
	Of   string
	// Starts and Wide are draws for the start of a chain, as those of Distribution; nil where there are none.
	Starts, Wide *GivenStart
}

// A GivenStart is a draw from what a message has in some fields.
type GivenStart struct {
	Draw   any
	Fields []string
	// Last is what the last field is replaced by; nil where it stays.
	Last func(float64) float64
}

var (
	givenNormal = GivenForm{Draw: DrawGivenNormal, Starts: &GivenStart{DrawNormalNatural, []string{"H", "P"}, StartPrecision},
		Wide: &GivenStart{DrawNormalNatural, []string{"H", "P"}, WidePrecision}}
	givenGamma        = GivenForm{Draw: DrawGivenGamma, Starts: &GivenStart{StartGamma, []string{"Shape", "Rate"}, nil}}
	givenInverseGamma = GivenForm{Draw: DrawGivenInverseGamma, Starts: &GivenStart{StartInverseGamma, []string{"Shape", "Rate"}, nil}}
	givenBeta         = GivenForm{Draw: DrawGivenBeta}
	givenBernoulli    = GivenForm{Draw: DrawBernoulliP, Of: "P"}
	givenCategorical  = GivenForm{Draw: DrawCategorical, Of: "LogP"}
	givenDirichlet    = GivenForm{Draw: DrawGivenDirichlet}
)

// Flat is the family of what is the same all over its support.
const Flat = "flat"

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
