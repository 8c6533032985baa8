package latent

import "math"

// A cell is what lies around a node of the lattice, half a step along each axis: what the node says is known in all of it by
// polynomials through it and its neighbors.
type cell struct {
	near  [MaxHypers][4]int32 // the nodes two steps and one below along each axis, and one and two above; -1 where there is none
	log   [MaxHypers]bend     // of the log density
	cross []float64           // what it has of the product of two axes: by pairNumber
}

// A bend is a polynomial without a constant; where no polynomial is known, two lines, of the first slope above 0 and of the second below.
type bend struct {
	of     [4]float64
	broken bool
}

func (b *bend) at(x float64) float64 {
	switch {
	case !b.broken:
		return x * (b.of[0] + x*(b.of[1]+x*(b.of[2]+x*b.of[3])))
	case x > 0:
		return x * b.of[0]
	}
	return x * b.of[1]
}

const (
	bendSharp = 9 // second differences of a log density above which polynomials overshoot
	bendRough = 2 // third and fourth ones
	cellMost  = 3 // how much higher the log density in a cell may be than at its node
)

// bendThrough is the polynomial through values at -2, -1, 0, 1 and 2, less that at 0 (Stirling's formula); NaN are those that are not
// known. It is a line where only one side is known.
func bendThrough(f [5]float64) (b bend) {
	low, high := f[2]-f[1], f[3]-f[2]
	switch {
	case low-low != 0 && high-high != 0:
		return b
	case low-low != 0:
		return bend{of: [4]float64{high}}
	case high-high != 0:
		return bend{of: [4]float64{low}}
	}
	first, second := (low+high)/2, high-low
	third, fourth := (f[4]-2*f[3]+2*f[1]-f[0])/2, f[4]-4*f[3]+6*f[2]-4*f[1]+f[0]
	switch {
	case math.Abs(second) > bendSharp:
		b.of, b.broken = [4]float64{high, low}, true
	case fourth-fourth != 0 || math.Abs(third) > bendRough || math.Abs(fourth) > bendRough:
		b.of = [4]float64{first, second / 2}
	default:
		b.of = [4]float64{first - third/6, second/2 - fourth/24, third / 6, fourth / 24}
	}
	return b
}

// place is where a point of a lattice is.
type place [MaxHypers]int32

func (p *point) place() (to place) {
	for k, c := range p.at {
		to[k] = int32(c)
	}
	return to
}

// beside is the place so many steps from one along an axis.
func (p place) beside(axis int, steps int32) place {
	p[axis] += steps
	return p
}

// cells finds those of points, each of which is a node.
func (l *lattice) cells(nodes []*point) []cell {
	logs, numbers := map[place]float64{}, map[place]int32{}
	for _, p := range l.points {
		if !math.IsInf(p.log, -1) {
			logs[p.place()] = p.log
		}
	}
	for i, p := range nodes {
		numbers[p.place()] = int32(i)
	}
	log := func(at place) float64 {
		if x, ok := logs[at]; ok {
			return x
		}
		return math.NaN()
	}
	d := len(l.hypers)
	list := make([]cell, len(nodes))
	for i, p := range nodes {
		c, here := &list[i], p.place()
		c.cross = make([]float64, 0, d*(d-1)/2)
		for a := range d {
			values := [5]float64{2: p.log}
			for j, steps := range []int32{-2, -1, 1, 2} {
				at := here.beside(a, steps)
				values[j+j/2] = log(at)
				c.near[a][j] = -1
				if k, ok := numbers[at]; ok {
					c.near[a][j] = k
				}
			}
			c.log[a] = bendThrough(values)
			for b := a + 1; b < d; b++ {
				c.cross = append(c.cross, crossOf(p.log, here, a, b, log))
			}
		}
	}
	return list
}

// crossOf is the mixed second derivative of a log density, in steps, by the mean of those quadrants that are known.
func crossOf(here float64, at place, a, b int, log func(place) float64) float64 {
	sum, n := 0.0, 0.0
	for _, i := range []int32{-1, 1} {
		for _, j := range []int32{-1, 1} {
			one, other := at.beside(a, i), at.beside(b, j)
			x := float64(i*j) * (log(one.beside(b, j)) - log(one) - log(other) + here)
			if x-x == 0 {
				sum, n = sum+x, n+1
			}
		}
	}
	if n == 0 {
		return 0
	}
	return sum / n
}

// roughShare is how much of the posterior may be of cells in which its density is not known well between nodes.
const roughShare = 0.01

// rough tells whether more is.
func (p *Posterior) rough() bool {
	sum := 0.0
	for i := range p.cells {
		for _, b := range p.cells[i].log {
			if b.broken {
				sum += p.Nodes[i].Weight
				break
			}
		}
	}
	return sum > roughShare
}

// logAt is how much higher the log density is than at the node, so many steps away along each axis.
func (c *cell) logAt(steps []float64) (sum float64) {
	next := 0
	for a, x := range steps {
		sum += c.log[a].at(x)
		for _, y := range steps[a+1:] {
			sum += c.cross[next] * x * y
			next++
		}
	}
	return min(sum, cellMost)
}

// A slide is how a mean and a standard deviation go over a cell: the second by its log, nil where it is 0 at the node.
type slide struct {
	mean, sd          float64
	ofMean, ofLogOfSd [MaxHypers]bend
}

// slide finds that of a coordinate, a combination or what is asked for, by the number of the node.
func (p *Posterior) slide(node, c int) (s slide) {
	n := &p.Nodes[node]
	s.mean, s.sd = n.Mean[c], n.Sd[c]
	for a := range p.hypers {
		nan := math.NaN()
		means, sds := [5]float64{nan, nan, 0, nan, nan}, [5]float64{nan, nan, 0, nan, nan}
		for j, k := range p.cells[node].near[a] {
			if k >= 0 {
				other := &p.Nodes[k]
				means[j+j/2], sds[j+j/2] = other.Mean[c]-s.mean, math.Log(other.Sd[c]/s.sd)
			}
		}
		s.ofMean[a] = bendThrough(means)
		if s.sd > 0 {
			s.ofLogOfSd[a] = bendThrough(sds)
		}
	}
	return s
}

// at is the mean and the standard deviation so many steps away.
func (s *slide) at(steps []float64) (mean, sd float64) {
	mean = s.mean
	log := 0.0
	for a, x := range steps {
		mean += s.ofMean[a].at(x)
		log += s.ofLogOfSd[a].at(x)
	}
	return mean, s.sd * math.Exp(log)
}
