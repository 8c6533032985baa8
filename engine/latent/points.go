package latent

import (
	"math"
	"slices"

	"mpc/special"
)

// The distribution of a function is that of its values at points of the joint posterior: of hyperparameters all over the cells of
// nodes, and of combinations given these. A function with a pole, a corner or a jump has such values as well as any other: nothing
// is taken for known between two points but where their values are next to each other.

const (
	pointsBudget = 1 << 16 // about how many points there are of a function
	pointsFewest = 1 << 12 // where many functions share four times the budget
	pointsOfNode = 4       // at least
	pointsFaint  = 1e-6    // of a node of a lower weight there are half of these
	// widePoints is every how many-th point is one of a wider normal, so that there are some of what is rare: where a pole is four
	// standard deviations away, say.
	widePoints = 4
	// strangeShare is how much of the posterior may be where a function has no value.
	strangeShare = 1e-6
)

// wideBy is how many times as wide that normal is, of so many combinations.
func wideBy(k int) float64 { return 1 + 1/math.Sqrt(float64(max(1, k))) }

// A column is a combination at the points of a cell: how its mean and standard deviation go, and its shape.
type column struct {
	slide
	shape     shape // nil of a normal
	low, high bool  // whether a bound cuts it off, which is where the shape ends
	here      float64
	wide      float64
}

func (p *Posterior) column(node, c int) column {
	n := &p.Nodes[node]
	x := column{slide: p.slide(node, c), here: n.Mean[c], wide: n.Sd[c]}
	if n.shapes != nil && n.shapes[c] != nil {
		x.shape = n.shapes[c]
		x.low, x.high = x.shape.cut()
	}
	return x
}

// value is that at a standard normal number, of a mean and a standard deviation: a shape is moved and stretched, and remains where its
// bounds are.
func (x *column) value(u, mean, sd float64) float64 {
	if x.shape == nil {
		return mean + u*sd
	}
	value := x.shape.at(max(-shapeReach, min(shapeReach, u)))
	from := x.shape[0]
	switch {
	case x.low && x.high:
		return value
	case x.high:
		from = x.shape[len(x.shape)-1]
	case !x.low:
		return mean + (value-x.here)*sd/x.wide
	}
	if by := (mean - from) / (x.here - from); by > 0 {
		return from + (value-from)*by
	}
	return value
}

// A cloud is the points of the posterior at which a function is computed.
type cloud struct {
	of    *Posterior
	value func(theta, z []float64) float64 // what is computed at hyperparameters and combinations
	k     int                              // combinations
	first int                              // the number of the first, of which the others, and then the sums of each two, are a stride apart
	apart int
	node  int
	// Of all points, every widePoints-th is of the wider normal. Nodes go on in the sequences, so that their errors are not the same.
	number        int
	plain, spread *even

	steps, u, theta, real, mean, sd, root, z []float64
	columns                                  []column
	to                                       *values
}

// functionValues evaluates a function of hyperparameters and of combinations.
func (p *Posterior) functionValues(m Model, a answered) *values {
	ask, out := p.asks[a.at], make([]float64, 1)
	c := cloud{of: p, first: p.firstAsk + a.at}
	c.value = func(theta, z []float64) float64 {
		out[0] = 0
		m.Place(theta, nil)
		m.AddLogDensity(ask.row, z, out)
		return out[0]
	}
	if a.many > 0 {
		c.k, c.first, c.apart = a.many, p.firstAsk+a.first, a.stride
	} else if ask.width > 0 {
		c.k = 1
	}
	return c.values(max(pointsFewest, pointsBudget/math.Sqrt(max(1, float64(p.functions)/4))))
}

// hyperValues evaluates a function of what a model is placed at.
func (p *Posterior) hyperValues(f func(theta []float64) float64) *values {
	c := cloud{of: p, value: func(theta, _ []float64) float64 { return f(theta) }}
	return c.values(pointsBudget)
}

// values evaluates it at about so many points, which fill the cells and the normals evenly. Where there are combinations each point has its
// reflection through their mean, so that the mean of what is linear is exact.
func (c *cloud) values(budget float64) *values {
	p := c.of
	d := len(p.hypers)
	c.to, c.plain, c.spread = &values{}, newEven(), newEven()
	c.steps, c.u, c.real = make([]float64, d), make([]float64, c.k), make([]float64, d)
	c.root, c.z = make([]float64, c.k*c.k), make([]float64, max(1, c.k))
	c.columns = make([]column, max(1, c.k*(c.k+1)/2))
	c.mean, c.sd = make([]float64, len(c.columns)), make([]float64, len(c.columns))
	all := 0.0
	for i := range p.Nodes {
		all += shareOfPoints(p.Nodes[i].Weight)
	}
	if d+c.k == 0 {
		budget = 1
	}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		points := pointsOfNode
		if n.Weight < pointsFaint {
			points /= 2
		}
		points = max(points, int(budget*shareOfPoints(n.Weight)/all))
		if c.k > 0 {
			points = (points + 1) / 2
		}
		c.enter(i)
		for range points {
			c.point(n.Weight / float64(points))
		}
	}
	c.to.bounded = c.k == 0 && !slices.ContainsFunc(p.hypers, func(h Hyper) bool { return !h.bounded() })
	c.to.settle()
	return c.to
}

// shareOfPoints is about how many points a node of a weight has: more for each part of its weight where that is small.
func shareOfPoints(weight float64) float64 { return math.Pow(weight, 2.0/3) }

// enter begins the points of a node.
func (c *cloud) enter(node int) {
	for i := range c.columns {
		c.columns[i] = c.of.column(node, c.first+i*c.apart)
	}
	c.real = append(c.real[:0], c.of.Nodes[node].real...)
	c.node = node
}

// point adds the values at the next point, and at its reflection.
func (c *cloud) point(weight float64) {
	p := c.of
	n := &p.Nodes[c.node]
	c.number++
	isWide := c.number%widePoints == 0
	even := c.plain
	if isWide {
		even = c.spread
	}
	even.step()
	square, wide := 0.0, wideBy(c.k)
	for j := range c.u {
		c.u[j] = special.NormalQuantile(even.at(j))
		if isWide {
			c.u[j] *= wide
		}
		square += c.u[j] * c.u[j]
	}
	if c.k > 0 { // the density relative to that of the points, of both kinds
		ratio := math.Exp(0.5*square*(1-1/(wide*wide))) / math.Pow(wide, float64(c.k))
		weight /= 1 + (ratio-1)/widePoints
	}
	for a := range c.steps {
		c.steps[a] = even.at(c.k+a) - 0.5
	}
	weight *= math.Exp(p.cells[c.node].logAt(c.steps))
	copy(c.real, n.real)
	for k := range c.real {
		for a, x := range c.steps {
			c.real[k] += x * p.axes[k][a]
		}
	}
	c.theta, _ = valuesAt(p.hypers, c.real, c.theta[:0])
	for i := range c.columns {
		c.mean[i], c.sd[i] = c.columns[i].at(c.steps)
	}
	if c.k == 0 {
		c.z[0] = c.mean[0]
		c.add(weight)
		return
	}
	jointRoot(c.sd, c.k, c.root)
	for _, sign := range [2]float64{1, -1} {
		for r := range c.k {
			x := 0.0
			for j := range r + 1 {
				x += sign * c.root[r*c.k+j] * c.u[j]
			}
			if c.sd[r] > 0 {
				x /= c.sd[r]
			}
			c.z[r] = c.columns[r].value(x, c.mean[r], c.sd[r])
		}
		c.add(weight / 2)
	}
}

// add notes the value at what has been placed.
func (c *cloud) add(weight float64) {
	c.to.list = append(c.to.list, weighted{c.value(c.theta, c.z), weight, c.of.Nodes[c.node].level})
}
