package bugs

// elsewhere has distributions by the names that R, Stan and others have for them: what is written here.
var elsewhere = map[string]string{
	"normal": "dnorm(mean, precision), whose second parameter is 1 / variance", "bernoulli": "dbern(p)", "binomial": "dbin(p, n), the probability first",
	"poisson": "dpois(mean)", "uniform": "dunif(lower, upper)", "exponential": "dexp(rate)", "beta": "dbeta(a, b)", "gamma": "dgamma(shape, rate)",
	"student_t": "dt(location, precision, degrees of freedom)", "cauchy": "dt(location, precision, 1), where precision is 1 / scale^2",
	"half_cauchy": "dt(0, precision, 1) T(0, ), where precision is 1 / scale^2", "half_normal": "dnorm(0, precision) T(0, )",
	"lognormal": "dlnorm(mean of the log, precision of the log)", "categorical": "dcat(p[])", "multinomial": "dmulti(p[], n)", "dirichlet": "ddirch(a[])",
	"weibull": "dweib(shape, rate)", "neg_binomial": "dnegbin(p, r)", "multi_normal": "dmnorm(mean[], precision[, ])", "wishart": "dwish(scale[, ], degrees of freedom)",
	"laplace": "ddexp(location, rate)", "logistic": "dlogis(location, rate)", "inv_gamma": "1 / x of x ~ dgamma(a, b)", "dinvgamma": "1 / x of x ~ dgamma(a, b)",
	"flat": "dflat()", "dcauchy": "dt(location, precision, 1), where precision is 1 / scale^2",
}

// otherNames are those that lead to names of elsewhere.
var otherNames = map[string]string{"gaussian": "normal", "norm": "normal", "rnorm": "normal", "rbinom": "binomial", "rpois": "poisson", "runif": "uniform",
	"rexp": "exponential", "rgamma": "gamma", "rbeta": "beta", "rbern": "bernoulli", "studentt": "student_t", "halfcauchy": "half_cauchy", "dhalfcauchy": "half_cauchy",
	"halfnormal": "half_normal", "dhalfnorm": "half_normal", "mvnormal": "multi_normal", "double_exponential": "laplace", "dlaplace": "laplace",
	"dlnormal": "lognormal", "negative_binomial": "neg_binomial", "bernoulli_logit": "bernoulli", "binomial_logit": "binomial", "poisson_log": "poisson", "dnormal": "normal"}

// inBUGS says how a distribution of another program is written, "" where that is not known.
func inBUGS(name string) string {
	if text := elsewhere[name]; text != "" {
		return text
	}
	return elsewhere[otherNames[name]]
}
