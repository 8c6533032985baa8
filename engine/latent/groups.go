package latent

import (
	"math"
	"slices"

	"mpc/special"
)

// Sites that read the same normal, as an effect of a group whose rows differ in covariates, are each blind to what the others say
// beside their normal factors. What EP's evidence misses of a group is little, but adds up over groups, while posteriors of what they
// share get narrow: of 100,000 groups of four truths the log of their sd was 1.3 sd off. Given all that is no leaf of the block
// (mcmc.NormalPattern.Leaves), groups are independent, and what they miss is a sum over groups, of
//
//	log E_q(u|rest) [prod_i f_i(u)/t_i(u)]
//
// with the densities f_i and sites t_i of a group's rows: an integral over its one normal, with which EP's evidence is exact given the
// rest (compare Opper, Paquet and Winther 2013, Perturbative corrections for approximate inference in Gaussian latent variable models).
// Its slope moves the mean of the rest by a step of Newton's method. As the integrals are taken at the mean of the rest, groups
// are of use where what they share is known well, as there are many.

const (
	groupPoints = 11 // points of a group's normal, a standard deviation apart: sums are then off by 1e-6
	// groupOthers is how many normals may be no leaves.
	groupOthers = 200
	// groupSpread is how much all sites may depend on what is no leaf: the sum of the squares of their shares of its precision.
	groupSpread = 0.05
	// groupWithin is how much the log density may depend on where points are, by the root of the number of leaves: what all of these
	// add to the log density bends as much for each, so that its sd falls with that root.
	groupWithin = 0.003
	groupDelta  = 1e-3 // of differences, in standard deviations
)

// groups are the leaves of a block that several sites read. All fits share them.
type groups struct {
	number []int32 // by place, of what is no leaf; -1 of leaves
	others []int   // coordinates
	leaves []leaf
	sites  []siteOfLeaf
	count  int // of all sites
}

// A leaf is a coordinate, and the sites that read it, if there are several.
type leaf struct {
	coordinate int
	place      int32
	from, to   int32 // of sites
}

// A siteOfLeaf is the number of a site, and which of its slopes is that of the leaf.
type siteOfLeaf struct{ site, at int32 }

// groupWork is what groups compute in, and have found.
type groupWork struct {
	at, x, z, work  []float64 // points of a leaf's normal, and of a site's combination
	sum, weight     []float64
	factor          []float64 // what the densities of logits lack in sum
	beside          []float64 // by site and point, the slope of its density beside it
	places          []int32   // that a leaf is tied to
	slopes          []float64
	gradient, shift []float64 // of what is no leaf
	covariance      []float64
}

// findGroups finds them, after At, and what EP's evidence misses of them; nil where there are none, or where that is not to be found so.
func (f *Fit) findGroups() (_ *groups, missed float64) {
	s := &f.Sites
	if len(s.corners)+len(s.singles) > 0 {
		return nil, 0
	}
	for i := range s.rows {
		if s.rows[i].kind >= interval {
			return nil, 0
		}
	}
	g := &groups{count: len(s.list)}
	if g.number, g.others = f.pattern.Leaves(); len(g.others) == 0 || len(g.others) > groupOthers || !g.list(f) ||
		float64(len(g.others)*len(g.others)) > groupSpread*float64(len(g.sites)) { // all of them depend on each of the others
		return nil, 0
	}
	// Densities that are not smooth are seen by other points.
	other, _ := g.missed(f, 0.5)
	log, spread := g.missed(f, 0)
	if !(spread <= groupSpread && math.Abs(log-other) <= groupWithin*math.Sqrt(float64(len(g.leaves)))) {
		return nil, 0
	}
	return g, log
}

// list lists the sites of each leaf that two and more read; false where there are none, or a site reads a leaf twice.
func (g *groups) list(f *Fit) bool {
	s, b := &f.Sites, f.Block
	of := make([]siteOfLeaf, len(s.list)) // the place of its leaf, and which slope
	count := make([]int32, len(g.number)+1)
	for i := range s.list {
		t := &s.list[i]
		of[i] = siteOfLeaf{-1, -1}
		for k, place := range b.Places(t.slot) {
			if int(place) >= len(g.number) || g.number[place] >= 0 || s.slope[int(t.slope)+k] == 0 {
				continue
			}
			if of[i].site >= 0 {
				return false
			}
			of[i] = siteOfLeaf{place, int32(k)}
		}
		if of[i].site >= 0 {
			count[of[i].site]++
		}
	}
	from := make([]int32, len(g.number))
	last := int32(0)
	for c := range f.Normals {
		place := f.pattern.Place(c)
		if g.number[place] >= 0 {
			continue
		}
		n := count[place]
		if from[place] = last; n < 2 {
			from[place], n = -1, 0
		}
		g.leaves = append(g.leaves, leaf{c, place, last, last + n})
		last += n
	}
	g.sites = make([]siteOfLeaf, last)
	for i, x := range of {
		if x.site >= 0 && from[x.site] >= 0 {
			g.sites[from[x.site]] = siteOfLeaf{int32(i), x.at}
			from[x.site]++
		}
	}
	return len(g.sites) > 0
}

// resize makes memory.
func (w *groupWork) resize(others int) {
	if len(w.gradient) == others {
		return
	}
	w.gradient, w.shift, w.covariance = make([]float64, others), make([]float64, others), make([]float64, others*others)
	list := make([]float64, 7*groupPoints)
	for i, to := range []*[]float64{&w.at, &w.x, &w.z, &w.work, &w.sum, &w.weight, &w.factor} {
		*to = list[i*groupPoints : (i+1)*groupPoints]
	}
}

// missed is what EP's evidence misses, after At, by points that are off by a share of their distance. It finds the step of the means
// of what is no leaf, and how much sites depend on it.
func (g *groups) missed(f *Fit, off float64) (sum, spread float64) {
	w, b := &f.apart, f.Block
	w.resize(len(g.others))
	clear(w.gradient)
	clear(w.shift)
	if len(f.Sites.list) != g.count {
		return 0, math.Inf(1) // of another structure
	}
	for i := range g.leaves {
		l := &g.leaves[i]
		if l.from == l.to {
			continue
		}
		var variance float64
		variance, w.places, w.slopes = b.Leaf(l.place, w.places[:0], w.slopes[:0])
		for q := range w.at {
			w.at[q] = math.Sqrt(variance) * (float64(q-groupPoints/2) + off)
		}
		log, more := f.besideLeaf(g.sites[l.from:l.to], variance)
		if log-log != 0 {
			continue // a density ends within reach
		}
		sum += log
		spread += more
		g.addSlopes(f, g.sites[l.from:l.to])
	}
	b.JointOf(g.others, w.covariance)
	n := len(g.others)
	for i := range n {
		for j, y := range w.gradient {
			w.shift[i] += w.covariance[i*n+j] * y
		}
		sum += 0.5 * w.shift[i] * w.gradient[i]
	}
	return sum, spread
}

// besideLeaf is the log of the mean of what the densities of a leaf's rows are beside their sites, given all else, and how much these
// sites depend on that. It leaves the weights of points.
func (f *Fit) besideLeaf(sites []siteOfLeaf, variance float64) (log, spread float64) {
	w, s := &f.apart, &f.Sites
	for q, x := range w.at {
		w.sum[q] = -0.5 * x * x / variance
	}
	for q := range w.factor {
		w.factor[q] = 1
	}
	w.beside = slices.Grow(w.beside[:0], len(sites)*groupPoints)[:len(sites)*groupPoints]
	rows := 0
	for k, x := range sites {
		t := &s.list[x.site]
		slope := s.slope[int(t.slope)+int(x.at)]
		share := t.precision * (t.variance - slope*slope*variance)
		spread += share * share
		beside := w.beside[k*groupPoints : (k+1)*groupPoints]
		scale := t.logScale(f.power)
		for q, u := range w.at {
			x := t.mean + slope*u
			w.x[q] = x
			w.sum[q] -= scale + x*(t.linear-0.5*t.precision*x)
			beside[q] = t.precision*x - t.linear
		}
		for _, i := range s.order[t.from:t.to] {
			r := &s.rows[i]
			for q, x := range w.x {
				w.z[q] = x + t.z + r.shift
			}
			if r.kind == logit {
				if rows++; rows%logitRows == 0 {
					w.divide()
				}
				r.addLogit(w.z, w.sum, w.factor, beside, w.work)
				continue
			}
			r.addLogDensity(f.model, w.z, w.sum, w.work)
			r.addSlope(f.model, w.z, beside, w.work, groupDelta*math.Sqrt(t.variance))
		}
	}
	w.divide()
	top := slices.Max(w.sum)
	all := special.ExpRow(w.weight, w.sum, top)
	for q := range w.weight {
		w.weight[q] /= all
	}
	return top + math.Log(all/math.Sqrt(2*math.Pi)), spread
}

// divide takes the logs of factors from sums.
func (w *groupWork) divide() {
	special.LogRow(w.work, w.factor, 0)
	for q, x := range w.work {
		w.sum[q] -= x
		w.factor[q] = 1
	}
}

// addSlopes adds to the gradient what the rows of a leaf say beside their sites, at the points that besideLeaf has weighed.
func (g *groups) addSlopes(f *Fit, sites []siteOfLeaf) {
	w, s := &f.apart, &f.Sites
	own := 0.0 // of the leaf itself
	for k, x := range sites {
		t := &s.list[x.site]
		slopes := s.slope[t.slope : t.slope+t.width]
		d := 0.0
		for q, y := range w.beside[k*groupPoints : (k+1)*groupPoints] {
			d += w.weight[q] * y
		}
		own += d * slopes[x.at]
		for i, place := range f.Block.Places(t.slot) {
			if int(place) < len(g.number) && g.number[place] >= 0 {
				w.gradient[g.number[place]] += d * slopes[i]
			}
		}
	}
	for k, place := range w.places {
		w.gradient[g.number[place]] += own * w.slopes[k]
	}
}

// move takes the means by the step that missed has found: of leaves by how these go with the rest.
func (g *groups) move(f *Fit) {
	w, b := &f.apart, f.Block
	for i := range g.leaves {
		l := &g.leaves[i]
		_, w.places, w.slopes = b.Leaf(l.place, w.places[:0], w.slopes[:0])
		step := 0.0
		for k, place := range w.places {
			step += w.slopes[k] * w.shift[g.number[place]]
		}
		f.Normals[l.coordinate] += step
		b.MoveMean(l.place, step)
	}
	for k, c := range g.others {
		f.Normals[c] += w.shift[k]
		b.MoveMean(f.pattern.Place(c), w.shift[k])
	}
}
