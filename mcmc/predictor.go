package mcmc

const (
	// SignedNormal is a normal of variance 1 whose sign is known, which a probit is augmented by.
	SignedNormal = "signed"
	// PolyaGamma is what a logistic is augmented by (Polson, Scott and Windle 2013).
	PolyaGamma = "polyagamma"
)

// A Predictor says what a distribution is as the likelihood of one linear combination of normals, which its parameters
// read as the predictor of a regression.
type Predictor struct {
	// Sites are the ways of reading the combination that have a form of their own.
	Sites []Site
	// LogConcave tells that the log density is concave in the combination, where the parameters read that by links or as
	// a location.
	LogConcave bool
	// Corner tells that it is no smooth function of the combination.
	Corner bool
}

// A Site is a way of reading the combination.
type Site struct {
	// Of is the parameter, with its link.
	Of Take
	// Likelihood is what package latent calls it.
	Likelihood string
	// Augmented, SignedNormal or PolyaGamma, is the distribution of the number that is drawn beside each datum, given which the datum is normal in the
	// combination; empty where there is none.
	Augmented string
}
