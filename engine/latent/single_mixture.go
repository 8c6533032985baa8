package latent

import (
	"math"

	"mpc/engine"
	"mpc/special"
)

// A closedMixture is the posterior of a single whose density is a closed one at each node.
type closedMixture struct {
	parts   []closed
	weights []float64
	levels  []float64 // of nodes
	sum     float64
}

// mixture finds it; false where the density is no closed one at some node, or has no variance there.
func (p *Posterior) mixture(m Model, x *single, c int) (mix closedMixture, ok bool) {
	ok = true
	p.places(m, x, c, func(n *Node, _ int, weight float64) {
		if ok = ok && x.close(m); !ok {
			return
		}
		if _, variance := x.closed.valueMoments(); !(variance < math.MaxFloat64) {
			ok = false
			return
		}
		mix.parts, mix.weights, mix.levels = append(mix.parts, x.closed), append(mix.weights, weight), append(mix.levels, n.level)
		mix.sum += weight
	})
	return mix, ok && len(mix.parts) > 0
}

// tell is what is known of the value: moments and quantiles.
func (mix *closedMixture) tell(x *single, out *Answer) {
	first, _ := mix.parts[0].valueMoments()
	mean, square := 0.0, 0.0
	for i, c := range mix.parts {
		at, variance := c.valueMoments()
		w, d := mix.weights[i]/mix.sum, at-first
		mean += w * d
		square += w * (variance + d*d)
	}
	out.Mean, out.Variance = first+mean, square-mean*mean
	var r rarity
	for i, c := range mix.parts {
		at, variance := c.valueMoments()
		r.add(mix.weights[i], variance+(at-out.Mean)*(at-out.Mean), mix.levels[i])
	}
	quantile := func(p float64) float64 {
		value, _ := x.support.value(mix.coordinate(p))
		return value
	}
	out.Quantiles = engine.Quantiles{Q05: quantile(0.05), Q50: quantile(0.5), Q95: quantile(0.95), Rare: r.much()}
}

// coordinate is the coordinate below which the value is with a probability, by Newton's method between two bounds.
func (mix *closedMixture) coordinate(p float64) float64 {
	low, high := -800.0, 800.0 // of values, exp(-745) is the smallest and exp(710) the largest
	at := 0.0
	for i, c := range mix.parts {
		at += mix.weights[i] / mix.sum * c.moments().Mean
	}
	for range 200 {
		if !(at > low && at < high) { // also where a density of 0 gives no step
			at = low + (high-low)/2
		}
		below, density := 0.0, 0.0
		for i := range mix.parts {
			c := &mix.parts[i]
			below += mix.weights[i] * c.below(at)
			density += mix.weights[i] * math.Exp(c.log(at)-c.moments().LogZ)
		}
		step := (p*mix.sum - below) / density
		if step > 0 {
			low = at
		} else {
			high = at
		}
		if at += step; math.Abs(step) <= 1e-12*(1+math.Abs(at-step)) || !(high-low > 1e-12) {
			break
		}
	}
	return max(low, min(high, at))
}

// below is the probability of a lower coordinate.
func (c *closed) below(t float64) float64 {
	switch c.form {
	case formGamma:
		return special.GammaLower(c.a, c.b*math.Exp(t))
	case formInverseGamma:
		return special.GammaUpperRegularized(c.a, c.b*math.Exp(-t))
	}
	if t > 0 {
		return 1 - special.BetaCdf(1/(1+math.Exp(t)), c.b, c.a)
	}
	return special.BetaCdf(1/(1+math.Exp(-t)), c.a, c.b)
}

// valueMoments are the mean and the variance of the value; infinite of an inverse gamma density of a small shape.
func (c *closed) valueMoments() (mean, variance float64) {
	switch c.form {
	case formGamma:
		return c.a / c.b, c.a / c.b / c.b
	case formInverseGamma:
		if !(c.a > 2) {
			return math.Inf(1), math.Inf(1)
		}
		mean = c.b / (c.a - 1)
		return mean, mean * mean / (c.a - 2)
	}
	n := c.a + c.b
	return c.a / n, c.a / n * (c.b / n) / (n + 1)
}
