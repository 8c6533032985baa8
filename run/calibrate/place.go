// Package calibrate judges an inference by simulation (Talts, Betancourt, Simpson, Vehtari
// and Gelman 2018, "Validating Bayesian inference algorithms with simulation-based
// calibration"): where parameters are drawn from the prior, data from the model, and the
// posterior is right, the place of the truth in the posterior is uniform between 0 and 1.
package calibrate

import (
	"math"

	"mpc/special"
)

// Place is the probability that a posterior in its JSON form gives to values below the
// truth; of what is drawn with ties between values, as whole numbers, u in [0, 1) says
// where between the probability below and that of at most the truth. It is false for a
// point mass, which the data say, and for families without a distribution function.
func Place(posterior map[string]any, truth, u float64) (float64, bool) {
	number := func(key string) float64 { x, _ := posterior[key].(float64); return x }
	switch posterior["dist"] {
	case "normal":
		if posterior["uniform"] == true {
			return 0, false
		}
		return special.NormalCdf((truth - number("mean")) / math.Sqrt(number("variance"))), true
	case "gamma":
		if truth <= 0 {
			return 0, true
		}
		return special.GammaLower(number("shape"), number("rate")*truth), true
	case "inversegamma":
		if truth <= 0 {
			return 0, true
		}
		return special.GammaUpperRegularized(number("shape"), number("rate")/truth), true
	case "beta":
		return special.BetaCdf(math.Min(math.Max(truth, 0), 1), number("a"), number("b")), true
	case "bernoulli":
		p := number("p")
		if truth == 0 {
			return u * (1 - p), true
		}
		return 1 - p + u*p, true
	case "categorical", "poisson":
		list, ok := posterior["p"].([]any)
		if !ok {
			return 0, false
		}
		below := 0.0
		for k, x := range list {
			p, _ := x.(float64)
			if float64(k) == truth {
				return below + u*p, true
			}
			below += p
		}
	}
	return 0, false
}

// Component is the posterior of a component of a vector in its JSON form: that of a
// dirichlet is a beta, that of a multivariate normal a normal. It is nil for others.
func Component(posterior map[string]any, k int) map[string]any {
	list := func(key string) []any { x, _ := posterior[key].([]any); return x }
	switch posterior["dist"] {
	case "dirichlet":
		sum := 0.0
		for _, x := range list("alpha") {
			a, _ := x.(float64)
			sum += a
		}
		if k < len(list("alpha")) {
			a, _ := list("alpha")[k].(float64)
			return map[string]any{"dist": "beta", "a": a, "b": sum - a}
		}
	case "mvnormal":
		if k >= len(list("mean")) || k >= len(list("covariance")) {
			return nil
		}
		row, _ := list("covariance")[k].([]any)
		if k < len(row) {
			return map[string]any{"dist": "normal", "mean": list("mean")[k], "variance": row[k]}
		}
	}
	return nil
}

// PlaceAmong is the place of the truth among draws of the posterior: its rank, of ties one
// of those that are possible, as u in [0, 1) says, and of the ranks 0 to len(draws) the
// part below.
func PlaceAmong(draws []float64, truth, u float64) float64 {
	less, same := 0, 0
	for _, x := range draws {
		switch {
		case x < truth:
			less++
		case x == truth:
			same++
		}
	}
	rank := float64(less) + math.Floor(u*float64(same+1))
	part := u*float64(same+1) - math.Floor(u*float64(same+1))
	return (rank + part) / float64(len(draws)+1)
}
