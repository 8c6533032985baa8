package latent

import (
	"cmp"
	"math"
	"slices"

	"mpc/special"
)

// A predicted number is drawn from some distribution around a combination: its distribution function is the mean over
// points of each node's normal of that given the combination. It is known at some values, and between two of these it is
// taken as straight: values are added where the most probability lies between two, or lies far apart.
type predicted struct {
	m      Model
	row    int
	whole  bool
	points []predictedPoint // of each node
	weight float64          // of all points
	z, out []float64
	steps  []predictedStep
}

// A predictedPoint is a node with points of its normal, and how heavy each is.
type predictedPoint struct {
	theta     []float64
	at, heavy []float64
}

// A predictedStep is a value, and the probability of at most that value.
type predictedStep struct{ value, below float64 }

const (
	predictedReach  = 6.5  // standard deviations of a node's normal
	predictedPoints = 600  // about how many points there are in all
	predictedValues = 200  // of which the distribution function is computed
	predictedNode   = 1e-7 // nodes below this weight are left out
	predictedTail   = 1e-9
	predictedLeast  = 1e-12 // points below this weight are
	predictedStair  = 0.02  // how much probability is between two values where a quantile lies, at most
)

// predict finds what is known of an answer of the kind askOther or askCount.
func (p *Posterior) predict(m Model, of answered) *predicted {
	a, c := p.asks[of.at], p.firstAsk+of.at
	d := &predicted{m: m, row: a.row, whole: a.kind == askCount}
	if a.single != nil {
		a.single.near = normal{0, 1}
	}
	nodes := 0
	for k := range p.Nodes {
		if p.Nodes[k].Weight >= predictedNode {
			nodes++
		}
	}
	step := max(1.0/32, min(1, 2*predictedReach*float64(nodes)/predictedPoints))
	if a.single != nil {
		p.places(m, a.single, c, func(n *Node, k int, weight float64) {
			x := predictedPoint{theta: n.Theta}
			at := a.single.points(m, k, weight, step)
			for i, w := range at.heavy {
				if w != w || w > predictedLeast {
					x.at, x.heavy = append(x.at, at.values[i]), append(x.heavy, w)
				}
			}
			d.points, d.weight = append(d.points, x), d.weight+weight
		})
		d.find()
		return d
	}
	for k := range p.Nodes {
		n := &p.Nodes[k]
		if n.Weight < predictedNode {
			continue
		}
		x := predictedPoint{theta: n.Theta}
		if !(n.Sd[c] > 0) {
			x.at, x.heavy = []float64{n.Mean[c]}, []float64{n.Weight}
			d.points, d.weight = append(d.points, x), d.weight+n.Weight
			continue
		}
		all := 0.0
		for t := -predictedReach + staggered(k)*step; t <= predictedReach; t += step {
			w := special.NormalDensity(t)
			x.at, x.heavy = append(x.at, n.value(c, t)), append(x.heavy, w)
			all += w
		}
		for i := range x.heavy {
			x.heavy[i] *= n.Weight / all
			d.weight += x.heavy[i]
		}
		d.points = append(d.points, x)
	}
	d.find()
	return d
}

// staggered shifts the points of the k-th node by a share of their distance, so that they lie between those of others.
func staggered(k int) float64 {
	_, shift := math.Modf(float64(k) * 0.6180339887498949)
	return shift - 0.5
}

// below is the probability of at most a value.
func (d *predicted) below(value float64) (sum float64) {
	for i := range d.points {
		x := &d.points[i]
		d.z = d.z[:0]
		for _, z := range x.at {
			d.z = append(d.z, z, value)
		}
		d.out = slices.Grow(d.out[:0], len(x.at))[:len(x.at)]
		clear(d.out)
		d.m.Place(x.theta, nil)
		d.m.AddLogDensity(d.row, d.z, d.out)
		for k, log := range d.out {
			sum += x.heavy[k] * math.Exp(log)
		}
	}
	return min(1, max(0, sum/d.weight))
}

// find computes the distribution function from where next to nothing is below to where next to all is.
func (d *predicted) find() {
	low, high := predictedStep{value: -1}, predictedStep{value: 1}
	for low.below = d.below(low.value); low.below > predictedTail && low.value > -farthest; low.below = d.below(low.value) {
		low.value *= 2
	}
	for high.below = d.below(high.value); high.below < 1-predictedTail && high.value < farthest; high.below = d.below(high.value) {
		high.value *= 2
	}
	d.steps = []predictedStep{low, high}
	for len(d.steps) < predictedValues {
		// Quantiles want steps that are not high, moments none that are wide: in turn.
		square := len(d.steps)%2 == 0
		most, at := 0.0, -1
		for i := range d.steps[1:] {
			a, b := d.steps[i], d.steps[i+1]
			stake, width := b.below-a.below, b.value-a.value
			if square {
				stake *= width * width
			}
			if width > d.unit() && stake > most {
				most, at = stake, i
			}
		}
		if at < 0 || !d.split(at) {
			break
		}
	}
}

// unit is how far apart values are.
func (d *predicted) unit() float64 {
	if d.whole {
		return 1
	}
	return 0
}

// split adds a value between a step and the next; false where there is none.
func (d *predicted) split(i int) bool {
	a, b := d.steps[i].value, d.steps[i+1].value
	mid := a + (b-a)/2
	const far = 8 // times as large is far apart: the middle of the logs
	switch {
	case b > far*max(1, a):
		mid = math.Sqrt(max(1, a)) * math.Sqrt(b)
	case a < far*min(-1, b):
		mid = -math.Sqrt(max(1, -b)) * math.Sqrt(-a)
	}
	if d.whole {
		mid = math.Floor(mid)
	}
	if !(mid > a && mid < b) {
		return false
	}
	d.steps = slices.Insert(d.steps, i+1, predictedStep{mid, d.below(mid)})
	return true
}

// middles are all values, those between two steps taken as in their middle.
func (d *predicted) middles() (list []weighted) {
	first, last := d.steps[0], d.steps[len(d.steps)-1]
	all, unit := last.below-first.below, d.unit()
	for i := range d.steps[1:] {
		a, b := d.steps[i], d.steps[i+1]
		list = append(list, weighted{value: a.value + (b.value-a.value+unit)/2, weight: max(0, b.below-a.below) / all}) // rounding may be below 0
	}
	return list
}

// moments are the mean and the variance.
func (d *predicted) moments() (mean, variance float64) {
	list := d.middles()
	for _, x := range list {
		mean += x.weight * x.value
	}
	for _, x := range list {
		variance += x.weight * (x.value - mean) * (x.value - mean)
	}
	return mean, variance
}

// quantile is the number below which what is predicted lies with a probability; of whole numbers the smallest that is
// exceeded with no more than the rest of it.
func (d *predicted) quantile(p float64) float64 {
	for {
		i, _ := slices.BinarySearchFunc(d.steps, p, func(s predictedStep, p float64) int { return cmp.Compare(s.below, p) })
		switch {
		case i == 0:
			return d.steps[0].value
		case i == len(d.steps):
			return d.steps[i-1].value
		}
		a, b := d.steps[i-1], d.steps[i]
		if d.whole && b.value-a.value <= 1 {
			return b.value
		}
		if fine := !d.whole && b.below-a.below < predictedStair; fine || !d.split(i-1) {
			return a.value + (b.value-a.value)*(p-a.below)/(b.below-a.below)
		}
	}
}
