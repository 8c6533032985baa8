package latent

import (
	"math"
	"slices"

	"mpc/special"
)

// An answered is an ask with those of its combinations, where it is of several: its first, how far apart they are, and how many they are. Of
// a pair their sum is what it asks for itself, by whose variance their covariance is known.
type answered struct{ at, first, stride, many int }

// settleAsks finds which asks are answers, and of which parts. Sites.Ask is told of several combinations plate by plate: the first
// combination of each element, then the second of each, and so on, then the sums of two but the first, and last the function of each.
func (p *Posterior) settleAsks() {
	for i := 0; i < len(p.asks); {
		kind, n := p.asks[i].kind, 1
		if kind < askPart {
			p.answers = append(p.answers, answered{at: i, first: -1})
		}
		if kind > askPart {
			for i+n < len(p.asks) && p.asks[i+n].kind == kind {
				n++
			}
			k := max(2, many(kind))
			before := k * (k + 1) / 2 // of two, the last of these is the function itself
			if k == 2 {
				before = k
			}
			for at := i; at < i+n; at++ {
				p.answers = append(p.answers, answered{at: at, first: at - n*before, stride: n, many: k})
			}
		}
		i += n
	}
	p.functions = 0
	for _, a := range p.answers {
		if x := p.asks[a.at]; x.single == nil && (x.kind == askFunction || x.kind == askAboveFunction || x.kind == askTruth || a.many > 0) {
			p.functions++
		}
	}
}

// A pair is a normal of two combinations at a node, or has the shapes that the node has of these.
type pair struct {
	weight, mean1, sd1, mean2, sd2, correlation float64
	node                                        *Node
	first, second                               int
}

// pairAt finds it.
func (p *Posterior) pairAt(n *Node, a answered) pair {
	c1, c2, sum := p.firstAsk+a.first, p.firstAsk+a.first+a.stride, p.firstAsk+a.at
	x := pair{weight: n.Weight, mean1: n.Mean[c1], sd1: n.Sd[c1], mean2: n.Mean[c2], sd2: n.Sd[c2], node: n, first: c1, second: c2}
	if x.sd1 > 0 && x.sd2 > 0 {
		r := n.Sd[sum]*n.Sd[sum] - x.sd1*x.sd1 - x.sd2*x.sd2
		x.correlation = max(-1, min(1, r/(2*x.sd1*x.sd2)))
	}
	return x
}

// at are the two combinations at a point of independent standard normals.
func (x *pair) at(u, v float64) (z1, z2 float64) {
	r := x.correlation
	return x.node.value(x.first, u), x.node.value(x.second, r*u+math.Sqrt((1-r)*(1+r))*v)
}

// drawn is the answer of a number that is drawn around a combination, whose precision the row gives.
func (p *Posterior) drawn(m Model, a ask, c int) (mixture Posterior) {
	z, out := make([]float64, 1), make([]float64, 1)
	for k := range p.Nodes {
		n := &p.Nodes[k]
		z[0], out[0] = n.Mean[c], 0
		m.Place(n.Theta, nil)
		m.AddLogDensity(a.row, z, out)
		var shapes []shape
		if n.shapes != nil && n.shapes[c] != nil {
			var v []weighted
			overNormals(2, 2, func(u []float64, weight float64) {
				v = append(v, weighted{value: n.value(c, u[0]) + u[1]/math.Sqrt(out[0]), weight: weight})
			})
			shapes = []shape{shapeOf(v)}
		}
		mixture.Nodes = append(mixture.Nodes, Node{shapes: shapes, Weight: n.Weight, Mean: []float64{n.Mean[c]}, Sd: []float64{math.Sqrt(n.Sd[c]*n.Sd[c] + 1/out[0])}, level: n.level})
	}
	return mixture
}

// truth is the probability that a condition holds, of one combination or of two, for which the row gives a number
// that is above a threshold: summed over lines across each node's normal, along which it is exact where it is seen to
// change. Lines of two directions must agree, as what changes along one of them is not seen by its sum, and must agree with
// lines half as far apart.
func (p *Posterior) truth(m Model, a answered, threshold float64) (probability float64) {
	c := &condition{m: m, row: p.asks[a.at].row, threshold: threshold}
	for k := range p.Nodes {
		n := &p.Nodes[k]
		m.Place(n.Theta, nil)
		if a.first < 0 {
			probability += n.Weight * c.line(1.0/64, func(y float64, to []float64) []float64 { return append(to, n.value(p.firstAsk+a.at, y)) })
			continue
		}
		x := p.pairAt(n, a)
		if x.sd1 == 0 && x.sd2 == 0 {
			probability += n.Weight * c.line(lineReach, func(_ float64, to []float64) []float64 { return append(to, x.mean1, x.mean2) })
			continue
		}
		within := min(0.01, max(1e-5, 2e-5/n.Weight))
		step := 0.5
		one, other := c.plane(x, 0.35, step), c.plane(x, 1.3, step)
		for step > 1.0/128 {
			step /= 2
			lastOne, lastOther := one, other
			one, other = c.plane(x, 0.35, step), c.plane(x, 1.3, step)
			if math.Abs(one-other) < within && math.Abs(one-lastOne) < 3*within && math.Abs(other-lastOther) < 3*within {
				// What lines miss near corners falls like the square of their distance.
				one, other = one+(one-lastOne)/3, other+(other-lastOther)/3
				break
			}
		}
		probability += n.Weight * (one + other) / 2
	}
	return min(1, max(0, probability))
}

// cellsDiffer is from where on the probability of a condition by points, which fill the cells of nodes, differs from that by lines
// through the nodes by more than points are off: the condition then jumps inside of cells, as t > 1 && a > b does in t.
const cellsDiffer = 0.005

// holds is the probability of a condition: by lines, which are exact in its combinations, where nodes are enough, and by points elsewhere.
func (p *Posterior) holds(m Model, a answered) float64 {
	if p.asks[a.at].width == 0 && a.many == 0 { // of hyperparameters alone
		probability, _ := p.functionValues(m, a).moments()
		return min(1, max(0, probability))
	}
	lines := p.truth(m, a, 0.5)
	if len(p.hypers) == 0 {
		return lines
	}
	points, _ := p.functionValues(m, a).moments()
	if math.Abs(points-lines) > cellsDiffer {
		return min(1, max(0, points))
	}
	return lines
}

// A condition is what truth asks for, with memory for points of a line.
type condition struct {
	m         Model
	row       int
	threshold float64
	z, out    []float64
}

// lineReach is how far lines go.
const lineReach = 8

// plane is the probability under a pair, by lines at an angle.
func (c *condition) plane(x pair, angle, step float64) (sum float64) {
	sine, cosine := math.Sincos(angle)
	for t := -lineReach + step/2; t < lineReach; t += step {
		sum += step * special.NormalDensity(t) * c.line(step, func(y float64, to []float64) []float64 {
			z1, z2 := x.at(cosine*t-sine*y, sine*t+cosine*y)
			return append(to, z1, z2)
		})
	}
	return sum
}

// line is the probability along a line of a standard normal, whose points at gives, seen at points this far apart.
func (c *condition) line(step float64, at func(y float64, to []float64) []float64) (sum float64) {
	c.z = c.z[:0]
	n := 0
	for y := -float64(lineReach); y <= lineReach; y += step {
		c.z = at(y, c.z)
		n++
	}
	c.out = slices.Grow(c.out[:0], n)[:n]
	clear(c.out)
	c.m.AddLogDensity(c.row, c.z, c.out)
	from := math.Inf(-1) // where the condition began to hold
	holds := c.out[0] > c.threshold
	var z, out [2]float64
	for k, o := range c.out[1:] {
		if (o > c.threshold) == holds {
			continue
		}
		low, high := -lineReach+float64(k)*step, -lineReach+float64(k+1)*step
		for high-low > 1e-9 {
			mid := (low + high) / 2
			out[0] = 0
			c.m.AddLogDensity(c.row, at(mid, z[:0]), out[:1])
			if (out[0] > c.threshold) == holds {
				low = mid
			} else {
				high = mid
			}
		}
		if holds {
			sum += special.NormalCdf(high) - special.NormalCdf(from)
		}
		from, holds = high, !holds
	}
	if holds {
		sum += special.NormalCdf(-from)
	}
	return sum
}
