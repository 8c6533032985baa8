package model

import (
	"slices"
	"strings"

	"mpc/mcmc"
)

// elsewhere says how to write distributions that other languages name otherwise.
var elsewhere = map[string]string{
	// of BUGS and JAGS
	"dnorm": "normal(m, precision = p)", "dgamma": "gamma(a, rate = b)", "dbeta": "beta(a, b)", "dbern": "bernoulli(p)", "dunif": "uniform(a, b)",
	"dpois": "poisson(r)", "dbin": "binomial(n, p)", "dexp": "exponential(rate = r)", "dcat": "categorical(p)", "ddirch": "dirichlet(alpha)",
	"dmulti": "multinomial(n, p)", "dmnorm": "mvnormal(m, precision = P)", "dmt": "mvstudentt(d, m, precision = P)", "dwish": "wishart(df = n, inverse = R)", "dgammainverse": "inversegamma(shape = a, rate = b)",
	"dlnorm": "lognormal(m, precision = p)", "dt": "studentt(d, m, 1 / sqrt(t)), m, t and d as dt has them", "ddexp": "laplace(m, 1 / t)",
	"dnegbin": "negbinomial(r, p): the size r comes first", "dweib": "weibull(v, exp(-log(l) / v))", "dlogis": "logistic(m, 1 / t)", "dpar": "pareto(a, c)",
	"dchisqr": "chisquared(d)", "dgeom": "geometric(p)", "dbetabin": "betabinomial(n, a, b)", "dhalfcauchy": halfCauchy,

	// of Stan
	"poissonlog": "poisson(exp(a))", "bernoullilogit": "bernoulli(logit = x)", "binomiallogit": "binomial(n, logistic(x))", "categoricallogit": "categorical(softmax(x))",
	"multinormal": "mvnormal(m, covariance = S)", "multistudentt": "mvstudentt(d, m, scale = S)", "multinormalprec": "mvnormal(m, precision = P)", "invgamma": "inversegamma(shape = a, rate = b)", "stdnormal": "normal(0, sd = 1)",
	"doubleexponential": laplace, "negbinomial2": negativeBinomial, "improperuniform": "normal(0, precision = 0)",
	"lkjcorr": lkj, "lkjcorrcholesky": lkj, "orderedlogistic": "conditions on x ~ normal(m, sd = 1.6), as docs/cookbook.md has them for answers on a scale",

	// of Infer.NET
	"GaussianFromMeanAndVariance": "normal(m, variance = v)", "GaussianFromMeanAndPrecision": "normal(m, precision = p)", "GammaFromShapeAndRate": "gamma(a, rate = b)",
	"GammaFromShapeAndScale": "gamma(a, scale = s)",

	// of Turing, RxInfer, PyMC and Pyro
	"Normal": "normal(m, sd = s)", "N": "normal(m, sd = s)", "gaussian": "normal(m, variance = v)", "Gaussian": "normal(m, variance = v)", "Gamma": "gamma(a, rate = b)",
	"InverseGamma": "inversegamma(shape = a, rate = b)", "Beta": "beta(a, b)", "Bernoulli": "bernoulli(p)", "Uniform": "uniform(a, b)", "Poisson": "poisson(r)", "Exponential": "exponential(rate = r)",
	"Categorical": "categorical(p)", "Dirichlet": "dirichlet(alpha)", "Binomial": "binomial(n, p)", "Multinomial": "multinomial(n, p)",
	"MvNormal": "mvnormal(m, covariance = S)", "multivariatenormal": "mvnormal(m, covariance = S)", "LogNormal": "lognormal(m, sd = s)", "Laplace": laplace,
	"StudentT": studentT, "Cauchy": "cauchy(m, s)", "HalfCauchy": halfCauchy, "halfcauchy": halfCauchy, "HalfNormal": "halfnormal(sd = s)", "TDist": "studentt(d, 0, 1)",
	"NegativeBinomial": negativeBinomial, "Weibull": "weibull(k, s)", "Pareto": "pareto(a, c)", "Logistic": "logistic(m, s)", "Geometric": "geometric(p)",
	"BetaBinomial": "betabinomial(n, a, b)", "truncatednormal": "truncated(normal(m, sd = s), low, high)", "TruncatedNormal": "truncated(normal(m, sd = s), low, high)",
	"Flat": "flat()", "ImproperUniform": "flat()", "ICAR": "icar(from, to, precision = t)", "LKJCorr": lkj, "LKJCholeskyCov": lkj,
	"dirac": "x = value: what is known is no draw", "delta": "x = value: what is known is no draw",
}

// distributionElsewhere says how a distribution that other languages name so is written here; empty where none is known.
func distributionElsewhere(name string) string {
	plain := strings.ReplaceAll(name, "_", "")
	if other := elsewhere[plain]; other != "" {
		return other
	}
	for _, row := range mcmc.Distributions() {
		if slices.Contains(strings.Fields(row.Elsewhere), plain) {
			var names []string
			for _, p := range row.Parameters {
				names = append(names, p.Name)
			}
			return row.Name + "(" + strings.Join(names, ", ") + ")"
		}
	}
	return ""
}

// lkj is what stands in the place of a prior of correlations alone.
const lkj = "P ~ wishart(df = n, scale = S), a prior of the whole precision matrix: mvnormal(m, precision = P)"

// parametersElsewhere says what parameters are called here that other languages call
// otherwise.
var parametersElsewhere = map[string]string{
	"mu": "mean", "loc": "mean", "sigma": "sd", "std": "sd", "stdev": "sd", "s": "sd", "sigma2": "variance", "stddev": "sd", "tau": "precision", "prec": "precision", "var": "variance",
	"alpha": "shape", "beta": "rate", "lambda": "rate", "lam": "rate", "cov": "covariance", "lower": "low", "upper": "high", "nu": "df",
	"logits": "logit", "prob": "p", "probs": "p", "trials": "n", "total_count": "n",
}

// What has no messages of EP and VMP by itself is written for them as a mixture that has.
const (
	halfCauchy = "halfcauchy(s); by EP and VMP normal(m, precision = t) where it is the sd, with t ~ gamma(0.5, rate = a), " +
		"a ~ gamma(0.5, rate = 1 / (s * s))"
	laplace          = "laplace(m, b); by EP and VMP normal(m, variance = v), with v ~ exponential(rate = 1 / (2 * b * b))"
	studentT         = "studentt(d, m, s); by EP and VMP normal(m, precision = w), with w ~ gamma(d / 2, rate = d * s * s / 2)"
	negativeBinomial = "negbinomial(k, mean = m); by EP and VMP poisson(r), with r ~ gamma(shape = k, rate = k / m)"
)
