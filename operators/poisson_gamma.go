package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

// A count that is random, of a rate that is random.
func poissonGammaOps() []*Op {
	back := []Arg{{"x", SkipIfUniform}, {"rate", NoInit}, {"work", 0}}
	return []*Op{
		{Func: PoissonToXRandom, Factor: "poisson", To: "x", Algorithm: EP, Exact: true, Args: []Arg{{"rate", 0}, {"to", 0}}},
		{Func: PoissonToRateCount, Factor: "poisson", To: "rate", Algorithm: EP, Variant: "variance", Args: back},
		{Func: PoissonToRateCountLog, Factor: "poisson", To: "rate", Algorithm: EP, Variant: "log", Args: back},
		{Func: PoissonEvidenceCount, Factor: "poisson", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"rate", 0}}},
		{Func: PoissonToXAverage, Factor: "poisson", To: "x", Algorithm: VMP, Args: []Arg{{"rate", 0}, {"to", 0}}},
		{Func: PoissonToRateAverage, Factor: "poisson", To: "rate", Algorithm: VMP, Args: []Arg{{"x", 0}, {"work", 0}}},
		{Func: PoissonAverageLogCount, Factor: "poisson", To: Evidence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"rate", 0}, {"work", 0}}},
	}
}

// poissonBeyond is how much of the probability of a count may lie above the values that it
// has: they follow from the prior of its rate, and data may move the rate far from it.
const poissonBeyond = 1e-9

// PoissonToXRandom sends x ~ poisson(rate): the negative binomial probabilities of as many
// values as x has, see PoissonEvidence. The fault is Improper where rate is, and NotFinite
// where more than a billionth of the probability lies above the values.
func PoissonToXRandom(rate dist.Gamma, to *dist.Categorical) dist.Fault {
	if !rate.IsProper() {
		return dist.Improper
	}
	inside := 0.0
	for k := range to.LogP {
		to.LogP[k] = PoissonEvidence(k, rate)
		inside += math.Exp(to.LogP[k])
	}
	if !(inside > 1-poissonBeyond) {
		return dist.NotFinite
	}
	return discreteSend(to)
}

// PoissonToRateCount sends to rate of x ~ poisson(rate): the mixture over x of gammas is
// projected on the gamma of the same mean and variance. The fault is Improper where rate is,
// and Contradiction where no x is possible.
func PoissonToRateCount(x dist.Categorical, rate dist.Gamma, work *dist.CategoricalWork) (dist.Gamma, dist.Fault) {
	return poissonCount(x, rate, work, gammaByVariance)
}

// PoissonToRateCountLog is PoissonToRateCount with a projection on the gamma of the same mean
// and mean logarithm.
func PoissonToRateCountLog(x dist.Categorical, rate dist.Gamma, work *dist.CategoricalWork) (dist.Gamma, dist.Fault) {
	return poissonCount(x, rate, work, gammaByLog)
}

// poissonCount projects the mixture of the gammas Gamma(a+x, b+1), of weights m(x) times the
// negative binomial probability of x, for a cavity of shape a and rate b. With the mean k and
// the variance v of x the tilted distribution has, see GammaTilt,
//
//	s1 = (b k - a)/(b+1),  s2 = b (b v - k - a)/(b+1)^2.
func poissonCount(x dist.Categorical, rate dist.Gamma, work *dist.CategoricalWork,
	project func(dist.Gamma, *GammaTilt) (dist.Gamma, dist.Fault)) (dist.Gamma, dist.Fault) {
	switch {
	case x.IsUniform() || rate.IsPoint():
		return dist.GammaUniform(), dist.NoFault
	case x.IsPoint():
		return PoissonToRate(x.Mode())
	case !rate.IsProper():
		return dist.GammaUniform(), dist.Improper
	}
	w := work.Row(0, len(x.LogP))
	for k, l := range x.LogP {
		w[k] = l + PoissonEvidence(k, rate)
	}
	sum := discreteLogSum(w)
	if math.IsInf(sum, -1) || sum != sum {
		return dist.GammaUniform(), dist.Contradiction
	}
	a, b := rate.Shape, rate.Rate
	mean := 0.0
	for k := range w {
		w[k] = math.Exp(w[k] - sum)
		if w[k] == 1 {
			return PoissonToRate(k)
		}
		mean += w[k] * float64(k)
	}
	variance, gap := 0.0, 0.0
	for k, p := range w {
		if p > 0 {
			d := float64(k) - mean
			variance += p * d * d
			gap += p * (special.LogMinusDigamma(a+float64(k)) - math.Log1p(d/(a+mean)))
		}
	}
	t := (a + mean) / (b + 1)
	size := b / ((b + 1) * (b + 1))
	return project(rate, &GammaTilt{
		Mean:      t,
		Spread:    (a + mean + variance) / ((a + mean) * (a + mean)),
		LogGap:    gap,
		Slope:     (b*mean - a) / (b + 1),
		Curve:     size * (b*variance - mean - a),
		CurveSize: size * (b*variance + mean + a),
		Third:     math.NaN(),
		LogShift:  math.NaN(),
	})
}

// PoissonEvidenceCount returns log Z of x ~ poisson(rate): the log of the sum over x of the
// normalized message times the negative binomial probability.
func PoissonEvidenceCount(x dist.Categorical, rate dist.Gamma) float64 {
	sum := math.Inf(-1)
	for k, l := range x.LogP {
		if l >= -math.MaxFloat64 { // of the other values rate may have no evidence
			sum = logicLogSum(sum, l+PoissonEvidence(k, rate))
		}
	}
	return sum - discreteLogSum(x.LogP)
}

// PoissonToXAverage sends x ~ poisson(rate): exp(x E[log rate])/x!. The fault is Improper
// where rate is, and NotFinite as of PoissonToXRandom.
func PoissonToXAverage(rate dist.GammaMoments, to *dist.Categorical) dist.Fault {
	if !(rate.Mean >= 0 && rate.Mean <= math.MaxFloat64) {
		return dist.Improper
	}
	r := rate.Mean * math.Exp(-rate.LogGap)
	inside := 0.0
	for k := range to.LogP {
		to.LogP[k] = PoissonEvidenceKnown(k, r)
		inside += math.Exp(to.LogP[k])
	}
	if !(inside > 1-poissonBeyond) {
		return dist.NotFinite
	}
	return discreteSend(to)
}

// PoissonToRateAverage sends to rate of x ~ poisson(rate): the density rate^E[x] exp(-rate).
func PoissonToRateAverage(x dist.Categorical, work *dist.CategoricalWork) (dist.Gamma, dist.Fault) {
	mean := 0.0
	for k, p := range x.P(work.Row(0, len(x.LogP))) {
		mean += float64(k) * p
	}
	return gammaFinite(1+mean, 1)
}

// PoissonAverageLogCount is the mean log probability of x ~ poisson(rate): E[x] E[log rate] -
// E[rate] - E[log x!].
func PoissonAverageLogCount(x dist.Categorical, rate dist.GammaMoments, work *dist.CategoricalWork) float64 {
	log := 0.0
	for k, p := range x.P(work.Row(0, len(x.LogP))) {
		if p > 0 {
			log += p * PoissonAverageLog(k, rate)
		}
	}
	return log
}
