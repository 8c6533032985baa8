package latent

import (
	"fmt"
	"math"
	"slices"

	"mpc/mcmc"
	"mpc/special"
)

// Weighed are draws about nodes, from EP's joint normals and from wider ones, with what makes them draws of EP's posterior and of the
// exact one: importance sampling, which says how much EP leaves out. (Vehtari, Simpson, Gelman, Yao and Gabry 2024, "Pareto smoothed
// importance sampling", Journal of Machine Learning Research 25(72).)
type Weighed struct {
	// Exact is the log of the weight of each draw in the exact posterior, EP of that in EP's, each but for a constant.
	Exact, EP []float64
	// Numbers are the hyperparameters and the normals of each draw.
	Numbers [][]float64
	// Joint are the moments of the normals by EP's joint normals at the nodes that have draws, Marginal those by their marginals
	// there, which may be corrected.
	Joint, Marginal []Moments
}

// Moments are a mean and a variance.
type Moments struct{ Mean, Variance float64 }

const (
	weighedDraws  = 4000
	weighedFewest = 1000 // below which they say too little
	weighedWork   = 4e6  // densities of rows, and terms of normals
	weighedNodes  = 250
	otherWork     = 20   // of a density that the model computes, beside one that is known
	wideShare     = 0.25 // of draws, which are from wider normals: what falls more slowly than EP's normal is seen by them
	wideSd        = 1.5  // how much wider
)

// Weigh makes draws; nil where they cannot be weighed, as not all that is not normal are densities of one combination each, or where
// that takes too long.
func (j *JointPosterior) Weigh(seed uint64) (*Weighed, error) {
	w := &importance{fit: j.newFit()}
	stream := mcmc.NewStream(seed, 0)
	nodes := min(len(j.of.Nodes), weighedNodes)
	// Nodes are drawn by the roots of their weights, as light ones may have the widest normals, and systematically.
	all := 0.0
	for k := range j.of.Nodes {
		all += math.Sqrt(j.of.Nodes[k].Weight)
	}
	next, share := stream.Float64(), 0.0
	for k := range j.of.Nodes {
		n := &j.of.Nodes[k]
		part := math.Sqrt(n.Weight) / all
		share += part * float64(nodes)
		count := 0
		for ; next < share; next++ {
			count++
		}
		if count == 0 {
			continue
		}
		if err := w.fit.At(n.Theta); err != nil {
			return nil, fmt.Errorf("the posterior of a node that weighs %.3g: %w", n.Weight, err)
		}
		if w.each == 0 {
			if w.each = w.fit.weighs() / nodes; w.each == 0 {
				return nil, nil
			}
		}
		w.weight = n.Weight / part
		w.add(n, float64(count)*w.weight)
		for range count * w.each {
			if !w.draw(stream) {
				return nil, ErrNotFinite
			}
		}
	}
	for _, list := range [][]Moments{w.out.Joint, w.out.Marginal} {
		for c := range list {
			list[c].Mean /= w.sum
			list[c].Variance = list[c].Variance/w.sum - list[c].Mean*list[c].Mean
		}
	}
	return &w.out, nil
}

// weighs is how many draws can be weighed, 0 where none can.
func (f *Fit) weighs() int {
	s := &f.Sites
	if len(s.list) == 0 || len(s.singles) > 0 || f.Block.Holds() {
		return 0
	}
	work := 2 * len(f.Normals)
	for i := range s.rows {
		if work++; s.rows[i].kind == other {
			work += otherWork
		}
	}
	if n := min(weighedDraws, weighedWork/work); n >= weighedFewest {
		return n
	}
	return 0
}

// An importance makes draws about the nodes of a fit.
type importance struct {
	fit    *Fit
	each   int     // draws of a node, each time that it is drawn
	weight float64 // of each, in EP's posterior
	sum    float64 // of those of nodes
	out    Weighed
	at     []float64 // by site, the combination less where the normals stood
}

// add adds what a node says of the moments of normals: of the variances the squares.
func (w *importance) add(n *Node, weight float64) {
	f := w.fit
	if w.out.Joint == nil {
		w.out.Joint, w.out.Marginal = make([]Moments, len(f.Normals)), make([]Moments, len(f.Normals))
		w.at = make([]float64, len(f.Sites.list))
	}
	w.sum += weight
	add := func(to *Moments, mean, variance float64) {
		to.Mean += weight * mean
		to.Variance += weight * (mean*mean + variance)
	}
	for c, mean := range f.Normals {
		add(&w.out.Joint[c], mean, f.Block.Variance(c))
		add(&w.out.Marginal[c], n.Mean[c], n.Sd[c]*n.Sd[c])
	}
}

// draw makes a draw, and weighs it.
func (w *importance) draw(stream *mcmc.Stream) bool {
	f, b := w.fit, w.fit.Block
	wide := stream.Float64() < wideShare
	if !b.Around(stream) {
		return false
	}
	step := slices.Clone(b.Step)
	narrower, numbers := make([]float64, len(step)), slices.Clone(f.theta)
	for c := range step {
		if wide {
			step[c] *= wideSd
		}
		narrower[c] = step[c] / wideSd
		numbers = append(numbers, f.Normals[c]+step[c])
	}
	narrow := b.LogDensityAround(step)
	apart := b.LogDensityAround(narrower) - float64(len(step))*math.Log(wideSd) - narrow
	log := math.Log(w.weight) - special.LogSumExp(math.Log(1-wideShare), math.Log(wideShare)+apart)
	b.LoadStep(step)
	beside := w.besideSites()
	w.out.EP = append(w.out.EP, log)
	w.out.Exact = append(w.out.Exact, log+beside)
	w.out.Numbers = append(w.out.Numbers, numbers)
	return log-log == 0 && !math.IsNaN(beside) && !math.IsInf(beside, 1)
}

// besideSites is the log of what the densities of all rows are beside their sites, where the step is that stands in the block: the
// mean of its exponential over EP's joint normal is what EP's evidence is to be multiplied by.
func (w *importance) besideSites() (log float64) {
	f := w.fit
	s := &f.Sites
	var z, density, work [1]float64
	for i := range s.list {
		t := &s.list[i]
		x := t.mean + f.Block.RowTimesStep(t.slot, s.slope[t.slope:t.slope+t.width])
		w.at[i] = x
		log -= x * (t.linear - 0.5*t.precision*x)
		if t.corner == 0 {
			log -= t.logScale(f.power)
		}
		for _, k := range s.order[t.from:t.to] {
			r := &s.rows[k]
			z[0], density[0] = x+t.z+r.shift, 0
			r.addLogDensity(f.model, z[:], density[:], work[:])
			log += density[0]
		}
	}
	for i := range s.corners {
		c := &s.corners[i]
		log += c.cross*w.at[c.sites[0]]*w.at[c.sites[1]] - f.cornerScale(c)
	}
	return log
}
