package latent

import (
	"math"

	"mpc/special"
)

// A Posterior is what a model says of its normals and hyperparameters: a mixture over nodes, each
// of which is a normal given the hyperparameters.
type Posterior struct {
	// LogEvidence is the log density of the data.
	LogEvidence float64
	// Nodes are those whose weights matter; these add up to 1.
	Nodes []Node
	// Sweeps is how many sweeps of EP it took in all.
	Sweeps int

	hypers    []Hyper
	masses    [][]mass    // of each hyperparameter
	width     []float64   // of the kernel that a mass stands for, in each hyperparameter's coordinate
	lists     [][]int     // of Options.Joint
	axes      [][]float64 // what nodes are apart, by coordinate and axis
	line      *line       // of a single hyperparameter
	asks      []ask
	answers   []answered
	firstAsk  int    // the number of the first, behind coordinates and combinations
	functions int    // how many of answers are functions of combinations and hyperparameters
	cells     []cell // of nodes
	doubts    []doubt
	tolerance float64 // of fits
	groups    bool    // the evidence of groups is corrected
	corrected bool    // marginals of heavy nodes are
	singles   int
}

// A Node is a value of the hyperparameters, and the normals given it: coordinates, and then
// Options.Combinations.
type Node struct {
	Weight   float64
	Theta    []float64
	Mean, Sd []float64
	real     []float64
	shapes   []shape // of what is not normal, nil of all else
	joint    [][]float64
	level    float64 // how far down the density it is: at 0 the mode, at 1 the end of the lattice
}

// kernelWidth is the standard deviation of the kernel that a node stands for, relative to the
// distance of nodes.
const kernelWidth = 0.7

// level is how far down the density a point is: at 0 the mode, at 1 the end of the lattice.
func (l *lattice) level(p *point) float64 {
	if len(l.hypers) == 0 {
		return 0
	}
	return max((l.top-p.reach)/l.fall, (l.top-p.log)/l.negligible)
}

// posterior makes the mixture of what has been evaluated.
func (l *lattice) posterior() *Posterior {
	asks := l.fits[0].Sites.asks
	p := &Posterior{hypers: l.hypers, lists: l.options.Joint, asks: asks, firstAsk: l.fits[0].Block.Size() + len(l.options.Combinations)}
	for _, f := range l.fits {
		p.Sweeps += f.Total
	}
	p.settleAsks()
	sum := 0.0
	var points []*point
	for _, q := range l.points {
		if q.mean != nil {
			sum += math.Exp(q.log - l.top)
		}
	}
	for _, q := range l.points {
		if w := math.Exp(q.log-l.top) / sum; q.mean != nil && w > 1e-9 {
			points = append(points, q)
			p.Nodes = append(p.Nodes, Node{Weight: w, Theta: q.theta, Mean: q.mean, Sd: q.sd, real: q.real, shapes: q.shapes, joint: q.joint, level: l.level(q)})
		}
	}
	p.cells, p.tolerance, p.groups = l.cells(points), l.fits[0].Tolerance, l.groups != nil
	p.corrected = l.corrects(l.fits[0])
	p.singles = len(l.fits[0].Sites.singles)
	d := len(l.hypers)
	p.LogEvidence = l.top + math.Log(sum)
	if d > 0 {
		p.LogEvidence += math.Log(math.Abs(determinant(l.axes))) + float64(d)*math.Log(l.step)
	}
	for i := range d {
		var row []float64
		for _, x := range l.axes[i] {
			row = append(row, x*l.step)
		}
		p.axes = append(p.axes, row)
	}
	p.masses, p.width = l.marginals()
	if d == 1 {
		p.line = newLine(p.Nodes, l.step*math.Abs(l.axes[0][0]))
	}
	return p
}

// determinant is that of a small matrix, which it destroys a copy of.
func determinant(m [][]float64) float64 {
	d := len(m)
	a := newMatrix(d)
	for i := range m {
		copy(a[i], m[i])
	}
	product := 1.0
	for k := range d {
		best := k
		for i := k; i < d; i++ {
			if math.Abs(a[i][k]) > math.Abs(a[best][k]) {
				best = i
			}
		}
		if a[best][k] == 0 {
			return 0
		}
		if best != k {
			a[k], a[best] = a[best], a[k]
			product = -product
		}
		product *= a[k][k]
		for i := k + 1; i < d; i++ {
			f := a[i][k] / a[k][k]
			for j := k; j < d; j++ {
				a[i][j] -= f * a[k][j]
			}
		}
	}
	return product
}

// Mean is that of a coordinate, or of a combination.
func (p *Posterior) Mean(c int) float64 {
	first := p.Nodes[0].Mean[c] // so that what is far from 0 keeps its digits
	sum := 0.0
	for i := range p.Nodes {
		n := &p.Nodes[i]
		sum += n.Weight * (n.Mean[c] - first)
	}
	return first + sum
}

// Variance is that of a coordinate, or of a combination.
func (p *Posterior) Variance(c int) float64 {
	mean, sum := p.Mean(c), 0.0
	for i := range p.Nodes {
		n := &p.Nodes[i]
		d := n.Mean[c] - mean
		sum += n.Weight * (n.Sd[c]*n.Sd[c] + d*d)
	}
	return sum
}

// Sd is the standard deviation of a coordinate, or of a combination.
func (p *Posterior) Sd(c int) float64 { return math.Sqrt(p.Variance(c)) }

// Cdf is the probability that a coordinate, or a combination, is at most x.
func (p *Posterior) Cdf(c int, x float64) float64 {
	sum := 0.0
	for i := range p.Nodes {
		n := &p.Nodes[i]
		sum += n.Weight * n.below(c, x)
	}
	return sum
}

// bisect finds where an increasing function has a value.
func bisect(low, high, value float64, f func(x float64) float64) float64 {
	for range 200 {
		mid := low + (high-low)/2
		if !(mid > low && mid < high) {
			break
		}
		if f(mid) < value {
			low = mid
		} else {
			high = mid
		}
		if high-low <= 1e-14*(math.Abs(low)+math.Abs(high)) {
			break
		}
	}
	return low + (high-low)/2
}

// Joint is the mean and the covariance, row by row, of the i-th list of Options.Joint: at nodes whose
// marginals are corrected, EP's correlations with these.
func (p *Posterior) Joint(i int) (mean, covariance []float64) {
	list := p.lists[i]
	k := len(list)
	mean, covariance = make([]float64, k), make([]float64, k*k)
	for j, c := range list {
		mean[j] = p.Mean(c)
	}
	for _, n := range p.Nodes {
		joint := n.joint[i]
		for a, c := range list {
			for b, d := range list[:a+1] {
				scale := 1.0
				if both := joint[a*k+a] * joint[b*k+b]; both > 0 {
					scale = n.Sd[c] * n.Sd[d] / math.Sqrt(both)
				}
				covariance[a*k+b] += n.Weight * (scale*joint[a*k+b] + (n.Mean[c]-mean[a])*(n.Mean[d]-mean[b]))
			}
		}
	}
	for a := range k {
		for b := range a {
			covariance[b*k+a] = covariance[a*k+b]
		}
	}
	return mean, covariance
}

// HyperMoments are the mean and the variance of a function of the hyperparameters.
func (p *Posterior) HyperMoments(f func(theta []float64) float64) (mean, variance float64) {
	for _, n := range p.Nodes {
		mean += n.Weight * f(n.Theta)
	}
	for _, n := range p.Nodes {
		d := f(n.Theta) - mean
		variance += n.Weight * d * d
	}
	return mean, variance
}

// HyperMean is the mean of a hyperparameter.
func (p *Posterior) HyperMean(k int) float64 {
	mean, _ := p.HyperMoments(func(theta []float64) float64 { return theta[k] })
	return mean
}

// HyperVariance is the variance of a hyperparameter.
func (p *Posterior) HyperVariance(k int) float64 {
	_, variance := p.HyperMoments(func(theta []float64) float64 { return theta[k] })
	return variance
}

// HyperSd is the standard deviation of a hyperparameter.
func (p *Posterior) HyperSd(k int) float64 { return math.Sqrt(p.HyperVariance(k)) }

// HyperCdf is the probability that a hyperparameter is at most a value: of a single one by a spline
// through the log density at nodes. Of several by splines through the lattice, whose points each stand for a kernel of sixth
// order (Marron and Wand 1992), which changes no moment below the sixth.
func (p *Posterior) HyperCdf(k int, value float64) float64 {
	h := p.hypers[k]
	switch {
	case value <= h.Low:
		return 0
	case value >= h.High:
		return 1
	}
	return p.hyperCdf(k, h.coordinate(value))
}

func (p *Posterior) hyperCdf(k int, x float64) float64 {
	if p.line != nil {
		return p.line.cdf(x)
	}
	sum := 0.0
	for _, m := range p.masses[k] {
		u := (x - m.real) / p.width[k]
		sum += m.weight * (special.NormalCdf(u) + u*(7-u*u)/8*special.NormalDensity(u))
	}
	return max(0, min(1, sum))
}

// HyperQuantile is the value below which a hyperparameter is with a probability.
func (p *Posterior) HyperQuantile(k int, probability float64) float64 {
	low, high := p.masses[k][0].real, p.masses[k][len(p.masses[k])-1].real
	x := bisect(low-8*p.width[k], high+8*p.width[k], probability, func(x float64) float64 { return p.hyperCdf(k, x) })
	value, _ := p.hypers[k].value(x)
	return value
}
