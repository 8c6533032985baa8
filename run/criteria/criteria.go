package criteria

import (
	"encoding/json"
	"math"
	"slices"

	"mpc/samples"
)

// Known is a number that is written as null where it is not finite.
type Known float64

// MarshalJSON writes the number, or null.
func (x Known) MarshalJSON() ([]byte, error) {
	if x-x != 0 {
		return []byte("null"), nil
	}
	return json.Marshal(float64(x))
}

// Draws are log densities: of each observation at each draw of each chain.
type Draws struct {
	// Chains has the draws of each chain, and of each draw the log density of each observation.
	Chains [][][]float64
	// Below, if not nil, has the probability of less than each observation at each draw, and Equal that of
	// what is observed itself: 0 of numbers.
	Below, Equal [][][]float64
}

// A Point is what is said of one observation.
type Point struct {
	// Density is the log of the mean density at the draws.
	Density Known `json:"log_density"`
	// Loo is the log predictive density of the observation given all others.
	Loo Known `json:"elpd_loo"`
	// K is the Pareto shape of the weights that Loo is computed with; nil where it is computed without draws.
	K *Known `json:"pareto_k,omitempty"`
	// Waic is what WAIC has in the place of Loo, and P the variance of the log density.
	Waic Known `json:"elpd_waic"`
	P    Known `json:"p_waic"`
	// PIT is the probability of less than what is observed, and half of that of it itself, given all
	// other observations; nil where no distribution function is known.
	PIT *float64 `json:"loo_pit,omitempty"`
}

// Points judges each observation.
func (d *Draws) Points() []Point {
	if len(d.Chains) == 0 || len(d.Chains[0]) == 0 {
		return nil
	}
	list := make([]Point, len(d.Chains[0][0]))
	chains := make([][]float64, len(d.Chains))
	for i := range list {
		var all []float64
		most := math.Inf(-1)
		for c, draws := range d.Chains {
			chains[c] = chains[c][:0]
			for _, x := range draws {
				chains[c] = append(chains[c], x[i])
				most = max(most, x[i])
			}
			all = append(all, chains[c]...)
		}
		list[i] = d.point(i, all, chains, most)
	}
	return list
}

// point judges an observation with so many log densities, in all and by chain.
func (d *Draws) point(i int, all []float64, chains [][]float64, most float64) (p Point) {
	n := float64(len(all))
	p.Density = Known(logSum(all) - math.Log(n))
	_, variance := meanAndVariance(all)
	p.P = Known(variance)
	p.Waic = p.Density - p.P
	for _, list := range chains {
		for k := range list {
			list[k] = math.Exp(list[k] - most)
		}
	}
	relative := samples.ESSMean(chains) / n
	weights := make([]float64, len(all))
	for k, x := range all {
		weights[k] = -x
	}
	k := Known(samples.SmoothWeights(weights, relative))
	if p.K = &k; variance == 0 && len(all) >= 100 {
		k = 0 // nothing that is drawn changes the density
	}
	sum := make([]float64, len(all))
	for k, x := range all {
		sum[k] = weights[k] + x
	}
	p.Loo = Known(logSum(sum))
	if d.Below == nil {
		return p
	}
	pit, at := 0.0, 0
	for c, draws := range d.Below {
		for s := range draws {
			pit += math.Exp(weights[at]) * (draws[s][i] + 0.5*d.Equal[c][s][i])
			at++
		}
	}
	if pit == pit {
		pit = min(1, max(0, pit))
		p.PIT = &pit
	}
	return p
}

// LeftOut sets what is known without draws: the log density given all other observations, and the probability of less, NaN where it is not
// found.
func (p *Point) LeftOut(log, below float64) {
	p.Loo, p.K = Known(log), nil
	if p.PIT = nil; below == below {
		below = min(1, max(0, below))
		p.PIT = &below
	}
}

// An Estimate is a sum over observations.
type Estimate struct {
	// Elpd is the expected log predictive density, P the effective number of parameters, IC is
	// -2 Elpd, and SE the standard error of IC.
	Elpd Known `json:"elpd"`
	P    Known `json:"p"`
	IC   Known `json:"ic"`
	SE   Known `json:"se"`
	// Doubtful counts the observations of which the estimate is not to be relied on: of WAIC those of a variance above 0.4, of
	// leave-one-out those of a Pareto k above Limit.
	Doubtful int     `json:"doubtful"`
	Limit    float64 `json:"limit"`
}

// Waic adds points up (Watanabe 2010; Vehtari, Gelman and Gabry 2017, "Practical Bayesian model
// evaluation", Statistics and Computing 27, equations 11 to 13 and 23).
func Waic(points []Point) Estimate {
	e := Estimate{Limit: 0.4}
	e.add(points, func(p Point) (Known, bool) { return p.Waic, float64(p.P) > e.Limit })
	return e
}

// Loo adds points up that so many draws have given (the same, equations 10 and 22; the limit is
// that of Vehtari et al. 2024, section 3.2.4).
func Loo(points []Point, draws int) Estimate {
	e := Estimate{Limit: min(0.7, 1-1/math.Log10(float64(max(draws, 11))))}
	e.add(points, func(p Point) (Known, bool) { return p.Loo, p.K != nil && !(float64(*p.K) <= e.Limit) })
	return e
}

func (e *Estimate) add(points []Point, of func(Point) (Known, bool)) {
	list := make([]float64, len(points))
	for i, p := range points {
		x, doubtful := of(p)
		list[i] = float64(x)
		e.Elpd += x
		e.P += p.Density - x
		if doubtful {
			e.Doubtful++
		}
	}
	_, v := meanAndVariance(list)
	e.IC, e.SE = -2*e.Elpd, Known(2*math.Sqrt(v*float64(len(points))))
}

// A Deviance is -2 times the log density of all observations, over the draws.
type Deviance struct {
	Mean Known `json:"mean"`
	SD   Known `json:"sd"`
	// PVariance is half of its variance, DICVariance the mean and that (Gelman, Carlin, Stern and
	// Rubin 2004).
	PVariance   Known `json:"p_variance"`
	DICVariance Known `json:"dic_variance"`
	// AtMeans is the deviance at the posterior means of all that is drawn, PPlugIn the mean less that,
	// DICPlugIn the mean and that (Spiegelhalter, Best, Carlin and van der Linde 2002); nil where
	// there is no density at the means, as Reason says.
	AtMeans   *float64 `json:"at_means,omitempty"`
	PPlugIn   *float64 `json:"p_plugin,omitempty"`
	DICPlugIn *float64 `json:"dic_plugin,omitempty"`
	Reason    string   `json:"no_plugin,omitempty"`
}

// NewDeviance adds the log densities of observations up, of those of a list, or of all where it is nil.
func (d *Draws) NewDeviance(of []int) Deviance {
	var list []float64
	for _, draws := range d.Chains {
		for _, x := range draws {
			sum := 0.0
			if of == nil {
				for _, v := range x {
					sum += v
				}
			}
			for _, i := range of {
				sum += x[i]
			}
			list = append(list, -2*sum)
		}
	}
	mean, v := meanAndVariance(list)
	return Deviance{Mean: Known(mean), SD: Known(math.Sqrt(v)), PVariance: Known(v / 2), DICVariance: Known(mean + v/2)}
}

// PlugIn takes the deviance at the posterior means.
func (d *Deviance) PlugIn(at float64) {
	p := float64(d.Mean) - at
	dic := float64(d.Mean) + p
	d.AtMeans, d.PPlugIn, d.DICPlugIn = &at, &p, &dic
}

// meanAndVariance are those of a sample, whose variance is divided by one less than its size.
func meanAndVariance(list []float64) (mean, variance float64) {
	if len(list) == 0 {
		return math.NaN(), math.NaN()
	}
	n := float64(len(list))
	for _, x := range list {
		mean += x / n
	}
	if len(list) < 2 || slices.ContainsFunc(list, func(x float64) bool { return math.IsInf(x, 0) }) {
		return mean, math.NaN()
	}
	for _, x := range list {
		variance += (x - mean) * (x - mean) / (n - 1)
	}
	return mean, variance
}

// logSum is the log of the sum of exp(x).
func logSum(list []float64) float64 {
	most := slices.Max(list)
	if math.IsInf(most, 0) || math.IsNaN(most) {
		return most
	}
	sum := 0.0
	for _, x := range list {
		sum += math.Exp(x - most)
	}
	return most + math.Log(sum)
}
