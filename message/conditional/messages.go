package conditional

import "mpc/model"

// messageFamily is the family of the messages of each operator.
var messageFamily = map[string]string{
	"NormalResidual":       "normal",
	"GivenNormal":          "normal",
	"GammaPrior":           "gamma",
	"GammaResidual":        "gamma",
	"GammaRate":            "gamma",
	"GammaCount":           "gamma",
	"GivenGamma":           "gamma",
	"InverseGammaPrior":    "inversegamma",
	"InverseGammaResidual": "inversegamma",
	"InverseGammaScale":    "inversegamma",
	"GivenInverseGamma":    "inversegamma",
	"BetaPrior":            "beta",
	"BetaTruth":            "beta",
	"BetaCount":            "beta",
	"GivenBeta":            "beta",
	"DirichletPrior":       "dirichlet",
	"DirichletValue":       "dirichlet",
	"DirichletCounts":      "dirichlet",
	"GivenDirichlet":       "dirichlet",
	"MvNormalPrecision":    "mvnormal",
	"MvNormalCovariance":   "mvnormal",
	"MvNormalDot":          "mvnormal",
	"GivenMvNormal":        "mvnormal",
	"WishartScale":         "wishart",
	"WishartInverse":       "wishart",
	"WishartResidual":      "wishart",
	"GammaMvNormal":        "gamma",
	"InverseGammaMvNormal": "inversegamma",
	"GammaWishartScale":    "gamma",
	"GammaWishartInverse":  "gamma",
	"GivenWishart":         "wishart",
}

// multiple takes a matrix apart as another one times a number.
func multiple(e *model.Expr) (matrix, times *model.Expr) {
	if e.Op == model.OpCall && len(e.Args) == 2 && e.Args[1].Type.Dimensions == 0 {
		switch m, t := multiple(e.Args[0]); e.Fun {
		case "*":
			return m, product(t, e.Args[1])
		case "/":
			return m, quotient(t, e.Args[1])
		}
	}
	return e, model.Number(1)
}

// counting adds a number that a matrix is multiplied with to the arguments of a message.
func counting(args []*model.Expr, times *model.Expr) []*model.Expr {
	if times.IsNumber(1) {
		return args
	}
	return append(args, times)
}

// goNames are the families in the names of operators.
var goNames = map[string]string{
	"normal": "Normal", "gamma": "Gamma", "inversegamma": "InverseGamma", "beta": "Beta", "dirichlet": "Dirichlet", "mvnormal": "MvNormal", "wishart": "Wishart",
}

// mentions tells whether an expression reads any element of a variable.
func mentions(e *model.Expr, v *model.Variable) bool {
	found := false
	e.Walk(func(x *model.Expr) { found = found || x.Op == model.OpVariable && x.Variable == v })
	return found
}

// precisionOf is the precision of a normal, that of one that a truncated one is cut from, and
// the weight of a quadratic form.
func precisionOf(d *model.Dist) *model.Expr {
	for _, name := range []string{"precision", "weight"} {
		if p := d.Arg(name); p != nil {
			return p
		}
	}
	return quotient(model.Number(1), d.Arg("variance"))
}
