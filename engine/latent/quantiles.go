package latent

import (
	"math"

	"mpc/engine"
	"mpc/special"
)

// Quantiles are those of a coordinate, or of a combination.
func (p *Posterior) Quantiles(c int) engine.Quantiles {
	at := func(probability float64) float64 { return p.Quantile(c, probability) }
	rare := p.rare(func(n *Node) (float64, float64) { return n.Mean[c], n.Sd[c] * n.Sd[c] })
	return engine.Quantiles{Q05: at(0.05), Q50: at(0.5), Q95: at(0.95), Rare: rare}
}

// HyperQuantiles are those of a hyperparameter.
func (p *Posterior) HyperQuantiles(k int) engine.Quantiles {
	at := func(probability float64) float64 { return p.HyperQuantile(k, probability) }
	q := engine.Quantiles{Q05: at(0.05), Q50: at(0.5), Q95: at(0.95)}
	q.Rare = !endsBeside(q, p.hypers[k].Low, p.hypers[k].High) && p.rare(func(n *Node) (float64, float64) { return n.Theta[k], 0 })
	return q
}

// besideQuantiles is how far beyond quantiles values are not far, in the distance of these.
const besideQuantiles = 3

// endsBeside tells whether no value is far beyond the quantiles: then none is rare.
func endsBeside(q engine.Quantiles, low, high float64) bool {
	far := besideQuantiles * (q.Q95 - q.Q05)
	return q.Q05-low < far && high-q.Q95 < far
}

// Quantile is the number below which a coordinate, or a combination, is with a probability: by Newton
// steps from the quantile of the normal of the same moments, kept between those of the nodes.
func (p *Posterior) Quantile(c int, probability float64) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	z := special.NormalQuantile(probability)
	mean, square := 0.0, 0.0
	first := p.Nodes[0].Mean[c]
	for i := range p.Nodes {
		n := &p.Nodes[i]
		q := n.value(c, z)
		low, high = min(low, q), max(high, q)
		d := n.Mean[c] - first
		mean, square = mean+n.Weight*d, square+n.Weight*(d*d+n.Sd[c]*n.Sd[c])
	}
	sd := math.Sqrt(max(0, square-mean*mean))
	x := max(low, min(high, first+mean+z*sd))
	for range 100 {
		below, density := -probability, 0.0
		for i := range p.Nodes {
			n := &p.Nodes[i]
			if n.Sd[c] == 0 {
				if x >= n.Mean[c] {
					below += n.Weight
				}
				continue
			}
			u, slope := n.number(c, x)
			below += n.Weight * special.NormalCdf(u)
			density += n.Weight * special.NormalDensity(u) / slope
		}
		if below < 0 {
			low = x
		} else {
			high = x
		}
		next := x - below/density
		if !(next > low && next < high) {
			next = low + (high-low)/2
		}
		step := math.Abs(next - x)
		x = next
		if step <= 1e-8*sd || !(high > low) {
			break
		}
	}
	return x
}
