package operators

import "mpc/dist"

func normalVarianceOps() []*Op {
	return []*Op{
		{
			Func: NormalVarianceToX, Factor: "normal_variance", To: "x", Algorithm: EP, Exact: true, Safe: true,
			Args: []Arg{{"mean", SkipIfUniform}, {"variance", 0}},
		},
	}
}

// NormalVarianceToX sends x ~ normal(mean, variance): the variances add.
func NormalVarianceToX(mean dist.Normal, variance float64) dist.Normal {
	if mean.IsPoint() {
		return dist.NormalMeanVariance(mean.H, variance)
	}
	r := 1 / (1 + mean.P*variance)
	return dist.Normal{H: mean.H * r, P: mean.P * r}
}
