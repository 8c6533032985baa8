package interp

import (
	"mpc/data"
	"mpc/dist"
	"mpc/factor"
)

// initial is the message that the definition of a variable starts with: the
// initial marginal that the user gave, or uniform.
func (r *run) initial(v *factor.Variable) (any, error) {
	d := v.Init
	if d == nil || v.Point {
		return r.family(v).uniform, nil
	}
	if d.Name == "given" {
		return data.Dist(d.Args[0], r.env)
	}
	args := map[string]float64{}
	for i, name := range d.Names {
		x, err := data.Eval(d.Args[i], r.env)
		if err != nil {
			return nil, err
		}
		args[name] = x
	}
	switch d.Name {
	case "normal":
		if p, ok := args["precision"]; ok {
			return dist.NormalMeanPrecision(args["mean"], p), nil
		}
		return dist.NormalMeanVariance(args["mean"], args["variance"]), nil
	case "gamma":
		return dist.GammaShapeRate(args["shape"], args["rate"]), nil
	case "inversegamma":
		return dist.InverseGammaShapeRate(args["shape"], args["rate"]), nil
	case "beta":
		return dist.BetaCounts(args["a"], args["b"]), nil
	case "bernoulli":
		return dist.BernoulliP(args["p"]), nil
	}
	return r.family(v).uniform, nil
}
