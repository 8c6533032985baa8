package families

import (
	"reflect"

	"mpc/dist"
	"mpc/mcmc"
	"mpc/model"
)

// table is the list of families.
var table = []*Family{
	{
		Name:      "normal",
		OfMoments: func(mean, variance float64) any { return dist.NormalMeanVariance(mean, variance) },
		Message:   reflect.TypeFor[dist.Normal](),
		Moments:   reflect.TypeFor[dist.NormalMoments](), MomentsOf: func(m any) any { return dist.NormalMomentsOf(m.(dist.Normal)) },
		Constructors: []Constructor{
			{dist.NormalMeanVariance, []string{"mean", "variance"}},
			{dist.NormalMeanPrecision, []string{"mean", "precision"}},
			{dist.NormalMeanSD, []string{"mean", "sd"}},
		},
		Start:      0,
		StartAt:    func(p func(string) *model.Expr) *model.Expr { return p("mean") },
		Passes:     true,
		Usual:      "NormalMeanVariance(0, 1)",
		Random:     dist.NormalRandom,
		Rows:       true,
		Plain:      true,
		Operations: scalar(dist.NormalUniform, dist.NormalPoint, (*dist.PointSearch).NextNormal),
		values:     reals(normalQuantile, normalCdf, mcmc.DrawGivenNormal),
	},
	{
		Name:      "gamma",
		OfMoments: func(mean, variance float64) any { return dist.GammaMeanVariance(mean, variance) },
		Message:   reflect.TypeFor[dist.Gamma](),
		Moments:   reflect.TypeFor[dist.GammaMoments](), MomentsOf: func(m any) any { return dist.GammaMomentsOf(m.(dist.Gamma)) },
		Constructors: []Constructor{
			{dist.GammaShapeRate, []string{"shape", "rate"}},
			{dist.GammaShapeScale, []string{"shape", "scale"}},
			{dist.GammaMeanVariance, []string{"mean", "variance"}},
		},
		Start: 1,
		StartAt: func(p func(string) *model.Expr) *model.Expr {
			return calculate("/", p("shape"), p("rate"))
		},
		Passes:     true,
		Usual:      "Gamma{3, 2}",
		Random:     dist.GammaRandom,
		Operations: scalar(dist.GammaUniform, dist.GammaPoint, (*dist.PointSearch).NextGamma),
		values:     reals(gammaQuantile, gammaCdf, mcmc.DrawGivenGamma),
	},
	{
		Name:      "inversegamma",
		OfMoments: func(mean, variance float64) any { return dist.InverseGammaMeanVariance(mean, variance) },
		Message:   reflect.TypeFor[dist.InverseGamma](),
		Constructors: []Constructor{
			{dist.InverseGammaShapeRate, []string{"shape", "rate"}},
		},
		Start: 1,
		// The mode: the mean may be infinite.
		StartAt: func(p func(string) *model.Expr) *model.Expr {
			return calculate("/", p("rate"), calculate("+", p("shape"), model.Number(1)))
		},
		Passes:     true,
		Usual:      "InverseGamma{3, 2}",
		Random:     dist.InverseGammaRandom,
		Operations: scalar(dist.InverseGammaUniform, dist.InverseGammaPoint, (*dist.PointSearch).NextInverseGamma),
		values:     reals(inverseGammaQuantile, inverseGammaCdf, mcmc.DrawGivenInverseGamma),
	},
	{
		Name:      "beta",
		OfMoments: func(mean, variance float64) any { return dist.BetaMeanVariance(mean, variance) },
		Message:   reflect.TypeFor[dist.Beta](),
		Moments:   reflect.TypeFor[dist.BetaMoments](), MomentsOf: func(m any) any { return dist.BetaMomentsOf(m.(dist.Beta)) },
		Constructors: []Constructor{
			{dist.BetaCounts, []string{"a", "b"}},
			{dist.BetaMeanCount, []string{"mean", "count"}},
			{dist.BetaMeanVariance, []string{"mean", "variance"}},
		},
		Start: 0.5,
		StartAt: func(p func(string) *model.Expr) *model.Expr {
			return calculate("/", p("a"), calculate("+", p("a"), p("b")))
		},
		Passes:     true,
		Usual:      "Beta{2, 2}",
		Random:     dist.BetaRandom,
		Operations: scalar(dist.BetaUniform, dist.BetaPoint, (*dist.PointSearch).NextBeta),
		values:     reals(betaQuantile, betaCdf, mcmc.DrawGivenBeta),
	},
	{
		Name:    "bernoulli",
		Message: reflect.TypeFor[dist.Bernoulli](),
		Moments: reflect.TypeFor[dist.BernoulliMoments](), MomentsOf: func(m any) any { return dist.BernoulliMomentsOf(m.(dist.Bernoulli)) },
		Constructors: []Constructor{
			{dist.BernoulliP, []string{"p"}},
			{dist.BernoulliLogOdds, []string{"logit"}},
		},
		Start: 0,
		StartAt: func(p func(string) *model.Expr) *model.Expr {
			if logit := p("logit"); logit != nil {
				return compare(">=", logit, model.Number(0))
			}
			return compare(">=", p("p"), model.Number(0.5))
		},
		Usual:      "Bernoulli{}",
		Random:     dist.BernoulliRandom,
		Plain:      true,
		Operations: truth(),
		values:     truths(),
	},
	{
		Name:    "dirichlet",
		Logs:    true,
		Message: reflect.TypeFor[dist.Dirichlet](),
		Moments: reflect.TypeFor[dist.DirichletMoments](), MomentsOf: func(m any) any {
			var moments dist.DirichletMoments
			moments.Set(m.(dist.Dirichlet))
			return moments
		},
		Constructors: []Constructor{
			{dist.DirichletAlpha, []string{"alpha"}},
			{dist.DirichletSymmetric, []string{"size", "alpha"}},
			{dist.DirichletMeanCount, []string{"mean", "count"}},
		},
		Usual:      "DirichletSymmetric(4, 2)",
		Random:     dist.DirichletRandom,
		Operations: dirichlet(),
		values:     shares(),
	},
	{
		Name:    "mvnormal",
		Message: reflect.TypeFor[dist.MvNormal](),
		Constructors: []Constructor{
			{dist.MvNormalMeanCovariance, []string{"mean", "covariance"}},
			{dist.MvNormalMeanPrecision, []string{"mean", "precision"}},
			{dist.MvNormalMeanVariance, []string{"mean", "variance"}},
		},
		Usual:      "MvNormalMeanVariance([]float64{0, 0, 0, 0}, []float64{1, 1, 1, 1})",
		Random:     dist.MvNormalRandom,
		Work:       true,
		Operations: mvNormal(),
		values:     vectorsOfReals(),
	},
	{
		Name:    "wishart",
		Message: reflect.TypeFor[dist.Wishart](),
		Constructors: []Constructor{
			{dist.WishartDfScale, []string{"df", "scale"}},
			{dist.WishartDfInverseScale, []string{"df", "inverse"}},
			{dist.WishartShapeRate, []string{"shape", "rate"}},
		},
		Usual:      "Wishart{Shape: 10, Rate: []float64{10, 0, 0, 0, 0, 10, 0, 0, 0, 0, 10, 0, 0, 0, 0, 10}}",
		Work:       true,
		Operations: wishart(),
	},
	{
		Name:    "categorical",
		Message: reflect.TypeFor[dist.Categorical](),
		Moments: reflect.TypeFor[dist.CategoricalMoments](), MomentsOf: func(m any) any {
			var moments dist.CategoricalMoments
			moments.Set(m.(dist.Categorical))
			return moments
		},
		Constructors: []Constructor{
			{dist.CategoricalWeights, []string{"p"}},
			{dist.CategoricalLogWeights, []string{"log_p"}},
			{dist.CategoricalNear, []string{"near", "size"}},
		},
		Usual:      "CategoricalUniform(4)",
		Packed:     true,
		Random:     dist.CategoricalRandom,
		Operations: categorical(),
		values:     wholes(),
	},
}

func calculate(op string, a, b *model.Expr) *model.Expr {
	return model.Call(op, model.Type{Kind: model.Real}, a, b)
}

func compare(op string, a, b *model.Expr) *model.Expr {
	return model.Call(op, model.Type{Kind: model.Bool}, a, b)
}
