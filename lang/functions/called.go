package functions

import (
	"math"

	"mpc/special"
)

// called are the functions that models call by name.
var called = []*Function{
	{Name: "exp", Says: "the exponential function", Takes: 1, Go: math.Exp, Range: &Positive, Rises: true,
		Derivatives: by(of("exp", x)), Inverse: of("log", x), BUGS: []string{"exp"}, Link: "log", Elsewhere: Elsewhere{Names: "Exp"}},
	{Name: "log", Says: "the natural logarithm, of x >= 0", Takes: 1, Go: math.Log, Domain: &NotNegative, Rises: true,
		Derivatives: by(of("/", num(1), x)), Inverse: of("exp", x), BUGS: []string{"log"}, Elsewhere: Elsewhere{Names: "ln Log"}},
	{Name: "sqrt", Says: "the square root, of x >= 0", Takes: 1, Go: math.Sqrt, Domain: &NotNegative, Range: &NotNegative, Rises: true,
		Derivatives: by(of("/", num(0.5), of("sqrt", x))), Inverse: of("*", x, x), BUGS: []string{"sqrt"}},
	{Name: "abs", Says: "the size of x", Takes: 1, Result: Alike, Go: math.Abs, Wholes: WholeForm{As: of("max", x, of("neg", x))}, Range: &NotNegative,
		Reach:       func(a []Interval) Interval { return a[0].Size() },
		Derivatives: by(of("/", x, of("abs", x))), BUGS: []string{"abs"}, Elsewhere: Elsewhere{Names: "fabs Abs absolute"}},
	{Name: "min", Says: "the smaller one", Takes: 2, Result: Alike, Go: math.Min, Wholes: WholeForm{Builtin: "min"}, Extreme: -1,
		Reach:       func(a []Interval) Interval { return a[0].Least(a[1]) },
		Derivatives: by(of("<", x, y), of("<", y, x)), Elsewhere: Elsewhere{Names: "fmin minimum pmin"}},
	{Name: "max", Says: "the larger one", Takes: 2, Result: Alike, Go: math.Max, Wholes: WholeForm{Builtin: "max"}, Extreme: 1,
		Reach:       func(a []Interval) Interval { return a[0].Largest(a[1]) },
		Derivatives: by(of(">", x, y), of(">", y, x)), Elsewhere: Elsewhere{Names: "fmax maximum pmax"}},
	{Name: "logistic", Says: "1 / (1 + exp(-x))", Takes: 1, As: of("/", num(1), of("+", num(1), of("exp", of("neg", x)))),
		Range: &Unit, Rises: true, Derivatives: by(of("*", of("logistic", x), of("logistic", of("neg", x)))), Inverse: of("logit", x),
		BUGS: []string{"ilogit", "logistic"}, Link: "logit", Elsewhere: Elsewhere{Names: "inv_logit ilogit sigmoid sigma expit invlogit antilogit"}},
	{Name: "logit", Says: "log(x / (1 - x)), of x from 0 to 1", Takes: 1, As: of("-", of("log", x), of("log1p", of("neg", x))),
		Domain: &Unit, Rises: true, Derivatives: by(of("/", num(1), of("*", x, of("-", num(1), x)))), Inverse: of("logistic", x),
		BUGS: []string{"logit"}},
	{Name: "probit", Says: "the normal distribution function at x", Takes: 1,
		As:    of("*", num(0.5), of("erfc", of("/", of("neg", x), num(math.Sqrt2)))),
		Range: &Unit, Rises: true,
		Derivatives: by(of("/", of("exp", of("*", num(-0.5), of("*", x, x))), num(math.Sqrt(2*math.Pi)))),
		Inverse:     of("quantile", x),
		BUGS:        []string{"phi"}, Link: "probit", Elsewhere: Elsewhere{Names: "Phi phi Phi_approx pnorm normcdf norm_cdf std_normal_cdf NormalCdf", Meaning: "the normal distribution function"}},
	{Name: "pow", Says: "x ^ y", Takes: 2, As: of("^", x, y), Spelled: "^", Partial: true, Reach: power,
		Derivatives: powerDerivatives, Elsewhere: Elsewhere{Names: "power Pow"}},
	{Name: "sin", Says: "the sine", Takes: 1, Go: math.Sin, Range: &Interval{-1, 1}, Derivatives: by(of("cos", x)), BUGS: []string{"sin"}},
	{Name: "cos", Says: "the cosine", Takes: 1, Go: math.Cos, Range: &Interval{-1, 1}, Derivatives: by(of("neg", of("sin", x))),
		BUGS: []string{"cos"}},
	{Name: "log1p", Says: "log(1 + x), exact near 0, of x >= -1", Takes: 1, Go: math.Log1p, Domain: &Interval{-1, math.Inf(1)}, Rises: true,
		Derivatives: by(of("/", num(1), of("+", num(1), x))), Inverse: of("expm1", x)},
	{Name: "expm1", Says: "exp(x) - 1, exact near 0", Takes: 1, Go: math.Expm1, Range: &Interval{-1, math.Inf(1)}, Rises: true,
		Derivatives: by(of("exp", x)), Inverse: of("log1p", x)},
	{Name: "tanh", Says: "the hyperbolic tangent", Takes: 1, Go: math.Tanh, Range: &Interval{-1, 1}, Rises: true,
		Derivatives: by(of("-", num(1), of("*", of("tanh", x), of("tanh", x)))), BUGS: []string{"tanh"}},
	{Name: "floor", Says: "the whole number below", Takes: 1, Go: math.Floor, Rises: true, Derivatives: by(num(0))},
	{Name: "loggamma", Says: "the log of the gamma function, of x >= 0", Takes: 1, Go: special.GammaLn, Domain: &NotNegative,
		Derivatives: by(of("digamma", x)), BUGS: []string{"loggam"}, Elsewhere: Elsewhere{Names: "lgamma loggam gammaln"}},
	{Name: "between", Says: "y <= x < z, a truth", Takes: 3, Result: Truth, Range: &Unit,
		Go: func(x, low, high float64) bool { return low <= x && x < high }},
}

// parts are functions that others are computed from, and those of expressions that the compiler makes.
var parts = []*Function{
	{Name: "erfc", Takes: 1, Go: math.Erfc, Range: &Interval{0, 2},
		Derivatives: by(of("*", num(-2/math.Sqrt(math.Pi)), of("exp", of("neg", of("*", x, x)))))},
	{Name: "quantile", Takes: 1, Go: special.NormalQuantile, Domain: &Unit, Rises: true, Inverse: of("probit", x), // of a standard normal
		Derivatives: by(of("*", num(math.Sqrt(2*math.Pi)), of("exp", of("*", num(0.5), of("*", of("quantile", x), of("quantile", x))))))},
	{Name: "digamma", Takes: 1, Go: special.Digamma, Domain: &NotNegative, Derivatives: by(of("trigamma", x))},
	{Name: "trigamma", Takes: 1, Go: special.Trigamma, Domain: &NotNegative},
	{Name: "ceil", Takes: 1, Go: math.Ceil, Rises: true, Derivatives: by(num(0))}, // of sizes
	{Name: "real", Takes: 1, As: x, Reach: func(a []Interval) Interval { return a[0] }, Derivatives: by(num(1)), Inverse: x},
	{Name: "finite", Takes: 1, Result: Truth, Range: &Unit, Go: func(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }},
}
