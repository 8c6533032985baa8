package evaluate

import (
	"math"

	"mpc/model"
	"mpc/special"
)

// Below is the probability of less than a value, and of the value itself, which is 0 of a number. It
// is NaN where a distribution has no distribution function of a number here.
func (o *Operands) Below(x *model.Expr, d *model.Dist) (below, equal float64) {
	arg := func(name string) float64 { return o.Real(d.Arg(name)) }
	if x.Type.Dimensions > 0 {
		return math.NaN(), 0
	}
	switch d.Name {
	case "normal":
		return special.NormalCdf((o.Real(x) - arg("mean")) / o.sd(d)), 0
	case "truncated":
		m, s := arg("mean"), o.sd(d)
		low, high := (arg("low")-m)/s, (arg("high")-m)/s
		return math.Exp(special.NormalCdfIntervalLn(low, (o.Real(x)-m)/s) - special.NormalCdfIntervalLn(low, high)), 0
	case "gamma":
		return special.GammaLower(arg("shape"), arg("rate")*o.Real(x)), 0
	case "inversegamma":
		return special.GammaUpperRegularized(arg("shape"), arg("rate")/o.Real(x)), 0
	case "beta":
		return special.BetaCdf(o.Real(x), arg("a"), arg("b")), 0
	case "uniform":
		low, high := arg("low"), arg("high")
		return (o.Real(x) - low) / (high - low), 0
	case "poisson":
		k := o.Whole(x)
		equal = math.Exp(o.logWhole(x, d))
		if k > 0 {
			below = special.GammaUpperRegularized(float64(k), arg("rate"))
		}
		return below, equal
	case "binomial":
		k, n := o.Whole(x), o.Whole(d.Arg("n"))
		equal = math.Exp(o.logWhole(x, d))
		if k > 0 {
			below = special.BetaCdf(1-arg("p"), float64(n-k+1), float64(k))
		}
		return below, equal
	case "bernoulli":
		equal = math.Exp(o.logWhole(x, d))
		if o.Truth(x) {
			below = 1 - equal
		}
		return below, equal
	case "discreteuniform":
		n := float64(o.Whole(d.Arg("n")))
		return float64(o.Whole(x)) / n, 1 / n
	}
	return math.NaN(), 0
}

// sd is the standard deviation of a normal.
func (o *Operands) sd(d *model.Dist) float64 {
	if p := d.Arg("precision"); p != nil {
		return 1 / math.Sqrt(o.Real(p))
	}
	return math.Sqrt(o.Real(d.Arg("variance")))
}
