package conditional

// A Closed is a message of a factor to one of its arguments that conditionals of a closed
// form are products of.
type Closed struct {
	// Factor is the distribution as it is written, To its argument, or x for what is drawn.
	Factor, To string
	// Family is that of the conditional: the message is of the form of its density.
	Family   string
	Operator string
	Says     string
}

// Table lists the messages of closed form. What has none is drawn by the values of the
// density of all factors that read it.
func Table() []Closed {
	list := []Closed{
		{"normal", "x", "", "NormalResidual", "x is linear in the variable: also in sums, differences and multiples of it"},
		{"normal", "mean", "", "NormalResidual", "the mean is linear in the variable: a coefficient, an effect"},
		{"normal", "mean", "", "MvNormalDot", "the mean is a dot product with the variable, or linear in its components"},
		{"normal", "precision", "", "GammaResidual", "the precision, or a variance 1/v, is a multiple of the variable"},
		{"normal", "variance", "", "InverseGammaResidual", "the variance is a multiple of the variable"},
		{"truncated", "x", "", "NormalResidual", "within its bounds"},
		{"gamma", "x", "", "GammaPrior", "a multiple of the variable is drawn"},
		{"gamma", "rate", "", "GammaRate", "the rate is a multiple of the variable"},
		{"gamma", "rate", "", "InverseGammaScale", "the rate is a number over the variable"},
		{"inversegamma", "x", "", "InverseGammaPrior", ""},
		{"inversegamma", "rate", "", "GammaRate", "the rate is a multiple of the variable"},
		{"poisson", "rate", "", "GammaCount", "the rate is a multiple of the variable"},
		{"beta", "x", "", "BetaPrior", ""},
		{"bernoulli", "p", "", "BetaTruth", "p is the variable, or 1 less it"},
		{"binomial", "p", "", "BetaCount", ""},
		{"dirichlet", "x", "", "DirichletPrior", ""},
		{"categorical", "p", "", "DirichletValue", "p is the variable, also a row p[z] that a drawn index picks"},
		{"multinomial", "p", "", "DirichletCounts", ""},
		{"mvnormal", "x", "", "MvNormalPrecision", ""},
		{"mvnormal", "x", "", "MvNormalCovariance", ""},
		{"mvnormal", "mean", "", "MvNormalPrecision", ""},
		{"mvnormal", "mean", "", "MvNormalCovariance", ""},
		{"mvnormal", "mean", "", "NormalResidual", "components of the mean are linear in the variable, and the precision is no function of it"},
		{"mvnormal", "precision", "", "WishartResidual", "also of a number times the matrix"},
		{"mvnormal", "precision", "", "GammaMvNormal", "the precision is a matrix times a multiple of the variable"},
		{"mvnormal", "covariance", "", "InverseGammaMvNormal", "the covariance is a matrix times a multiple of the variable"},
		{"wishart", "x", "", "WishartScale", "also of a number times the matrix"},
		{"wishart", "x", "", "WishartInverse", ""},
		{"wishart", "x", "", "GammaWishartScale", "a matrix times a multiple of the variable is drawn"},
		{"wishart", "x", "", "GammaWishartInverse", ""},
	}
	for i := range list {
		list[i].Family = messageFamily[list[i].Operator]
	}
	return list
}
