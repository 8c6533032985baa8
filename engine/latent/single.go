package latent

import (
	"cmp"
	"math"
	"slices"

	"mpc/engine"
	"mpc/mcmc"
)

// A single is a number whose density is no normal and that, given the hyperparameters, no other unknown number is tied to: as
// a rate of a group with a gamma prior, whose counts alone tell of it. It is integrated by itself, over a coordinate of any
// value, so that all rows that read it add one number to the evidence of a node; its posterior is a mixture over nodes.
type single struct {
	sites   *Sites
	support Hyper
	bounded bool  // conditions have a share in the support
	rows    []row // that read it; the first is the slope of its coordinate
	order   []int32
	values  []float64 // at the places where its density is wanted
	besides
	singleState
	// log is the log integral of its rows, with the hyperparameters of stamp.
	log   float64
	stamp int
}

// A singleState is where the density of a single was last, and its form.
type singleState struct {
	near   normal
	closed closed
}

// Single says a prior of a number that is integrated by itself: the density that Model.AddLogDensity knows by a row. Numbers
// count from 0; low and high are the ends of the prior.
func (s *Sites) Single(b *mcmc.NormalBlock, number, row int, low, high float64) {
	s.tell(number, row)
	s.within(number, low, high)
	s.say(b, 0, ofSingle, float64(number), 0, 0)
}

// Tell says another density that reads such a number.
func (s *Sites) Tell(b *mcmc.NormalBlock, number, row int) {
	s.tell(number, row)
	b.Skip()
}

// Cut says that such a number is between two bounds, which may be infinite.
func (s *Sites) Cut(b *mcmc.NormalBlock, number int, low, high float64) {
	if s.learning {
		s.numbered(number).bounded = true
		s.within(number, low, high)
	}
	b.Skip()
}

func (s *Sites) within(number int, low, high float64) {
	if s.learning {
		x := s.numbered(number)
		x.support = Hyper{Low: max(x.support.Low, low), High: min(x.support.High, high)}
	}
}

func (s *Sites) tell(number, at int) {
	if s.learning {
		x := s.numbered(number)
		x.add(row{kind: readsSingle, single: x, a: float64(at)})
	}
}

// numbered is the single of a number.
func (s *Sites) numbered(number int) *single {
	for len(s.singles) <= number {
		x := &single{sites: s, support: Real(0), stamp: -1, besides: besides{site: -1, but: -1}, singleState: singleState{near: normal{0, 1}}}
		x.add(row{kind: slopeOfSingle, single: x})
		s.singles = append(s.singles, x)
	}
	return s.singles[number]
}

func (x *single) add(r row) {
	x.order = append(x.order, int32(len(x.rows)))
	x.rows = append(x.rows, r)
}

// settleSingles gives rows the numbers that they are of.
func (s *Sites) settleSingles() {
	for i := range s.rows {
		if r := &s.rows[i]; r.kind == ofSingle {
			r.single = s.singles[int(r.a)]
		}
	}
	s.settleBesides()
}

// flat is no cavity.
var flat = normal{0, math.Inf(1)}

// integral is the log integral of all rows: NaN where it is not found. Of a prior beside which nothing is said it is 0.
func (x *single) integral(m Model) float64 {
	if x.stamp == x.sites.stamp || x.site >= 0 { // the site has it of those that are read beside a combination
		return x.log
	}
	x.stamp, x.log = x.sites.stamp, 0
	if len(x.rows) > 2 || x.bounded {
		x.log = math.NaN()
		if t, ok := x.find(m); ok {
			x.log = t.LogZ
		}
	}
	return x.log
}

// find finds where its density is.
func (x *single) find(m Model) (Tilted, bool) {
	if x.close(m) {
		return x.closed.moments(), true
	}
	q := &x.sites.inner
	t, ok := q.of(m, x.rows, x.order, 0, flat, x.near)
	if !ok {
		x.near = normal{0, 1}
		t, ok = q.of(m, x.rows, x.order, 0, flat, x.near)
	}
	if ok {
		x.near = normal{t.Mean, t.Variance}
	}
	return t, ok && !x.cut(q)
}

// cut tells whether much of the density may be where doubles end.
func (x *single) cut(q *tilt) bool {
	log := q.log[:q.nodes]
	top := slices.Max(log)
	first, last := 0, q.nodes-1
	for math.IsInf(log[first], -1) {
		first++
	}
	for math.IsInf(log[last], -1) {
		last--
	}
	much := func(k, next int) bool {
		return k != next && log[k] > top-singleTail && x.ends(q.x[next])
	}
	return much(first, max(0, first-1)) || much(last, min(q.nodes-1, last+1))
}

// place notes the values at coordinates, and adds the log of the slope.
func (x *single) place(coordinates, out []float64) {
	x.values = x.values[:0]
	for k, at := range coordinates {
		value, slope := x.support.value(at)
		if !(value > x.support.Low && value < x.support.High) { // by rounding
			slope = math.Inf(-1)
		}
		x.values = append(x.values, value)
		out[k] += slope
	}
}

const (
	singleStep = 0.1   // values are this far apart, in standard deviations of the coordinate
	singleLump = 0.004 // or, of a function, this over the weight of the node
	singleTail = 25    // as far out as the log density, times the square, has fallen by this
	singleRun  = 32    // so many are computed in one go
	singleMost = 20000
)

// singlePoints are coordinates of a single at a node, in order, with its values there and how heavy each is.
type singlePoints struct{ real, values, heavy []float64 }

// points finds points of it at the k-th of places, at most so many standard deviations apart: NaN where they are not found.
func (x *single) points(m Model, k int, weight, apart float64) (p singlePoints) {
	q := &x.sites.inner
	t, ok := x.find(m)
	switch {
	case !ok:
		return nowhere(weight)
	case x.closed.form > formNone:
		x.closedPoints(m, weight, k, apart, &p)
		return p
	case q.uneven:
		x.place(q.x[:q.nodes], q.log[:q.nodes])
		p = singlePoints{slices.Clone(q.x[:q.nodes]), slices.Clone(x.values), slices.Clone(q.work[:q.nodes])}
	default:
		low, high, top := q.x[0], q.x[q.nodes-1], slices.Max(q.log[:q.nodes])
		step := min(q.x[1]-low, apart*math.Sqrt(t.Variance))
		if x.around(m, t.Mean+staggered(k)*step, step, low, high, top, &p); len(p.heavy) == 0 {
			return nowhere(weight)
		}
	}
	all := 0.0
	for _, w := range p.heavy {
		all += w
	}
	for i := range p.heavy {
		p.heavy[i] *= weight / all
	}
	return p
}

// nowhere are the points of a density that is not found.
func nowhere(weight float64) singlePoints {
	nan := []float64{math.NaN()}
	return singlePoints{nan, nan, []float64{weight}}
}

// closedPoints is points of a closed density.
func (x *single) closedPoints(m Model, weight float64, k int, apart float64, p *singlePoints) {
	c, t := x.closed, x.closed.moments()
	mode, _ := c.mode()
	step := min(apart*math.Sqrt(t.Variance), 0.25)
	x.around(m, mode+staggered(k)*step, step, mode, mode, t.LogZ, p)
	if len(p.heavy) == 0 {
		*p = nowhere(weight)
		return
	}
	missing, beyond := 1.0, 0.0
	if c.form == formBeta {
		beyond = c.a / (c.a + c.b)
	}
	for i := range p.heavy {
		p.heavy[i] *= step
		missing, beyond = missing-p.heavy[i], beyond-p.heavy[i]*p.values[i]
	}
	// What is so near to an end that doubles are the end itself.
	switch c.form {
	case formGamma:
		beyond = 0
	case formInverseGamma:
		beyond = missing
	}
	last := len(p.heavy) - 1
	if x.ends(p.real[0]-step) && missing > beyond {
		p.heavy[0] += missing - beyond
	}
	if x.ends(p.real[last]+step) && beyond > 0 {
		p.heavy[last] += beyond
	}
	all := 0.0
	for _, w := range p.heavy {
		all += w
	}
	for i := range p.heavy {
		p.heavy[i] *= weight / all
	}
}

// ends tells whether the value at a coordinate is an end of the support, by rounding.
func (x *single) ends(at float64) bool {
	value, _ := x.support.value(at)
	return !(value > x.support.Low && value < x.support.High)
}

// around appends points in order, on both sides of a coordinate.
func (x *single) around(m Model, start, step, low, high, top float64, p *singlePoints) {
	x.side(m, start-step, -step, low, top, p)
	slices.Reverse(p.real)
	slices.Reverse(p.values)
	slices.Reverse(p.heavy)
	x.side(m, start, step, high, top, p)
}

// side appends points from a coordinate on, beyond an end while they matter to second moments.
func (x *single) side(m Model, from, step, end, top float64, p *singlePoints) {
	q := &x.sites.inner
	q.resize(singleRun)
	at, log := q.x[:singleRun], q.base[:singleRun]
	for k := 0; k < singleMost; k += singleRun {
		for i := range at {
			at[i] = from + step*float64(k+i)
		}
		x.densities(m, at, log, q.work)
		last := math.Inf(-1)
		for i, y := range log {
			value := x.values[i]
			if w := math.Exp(y - top); w > 0 && value-value == 0 {
				p.real, p.values, p.heavy = append(p.real, at[i]), append(p.values, value), append(p.heavy, w)
				last = y + 2*math.Log(max(1, math.Abs(value)))
			}
		}
		if (at[singleRun-1]-end)*step > 0 && !(last > top-singleTail) {
			break
		}
	}
}

// densities are the logs of the density at coordinates, and notes the values there.
func (x *single) densities(m Model, coordinates, out, work []float64) {
	clear(out)
	if x.closed.form <= formNone {
		for i := range x.rows {
			x.rows[i].addLogDensity(m, coordinates, out, work)
		}
		return
	}
	x.place(coordinates, out)
	for k, at := range coordinates {
		if !math.IsInf(out[k], -1) {
			out[k] = x.closed.log(at)
		}
	}
}

// single is what is known of a single: its distribution function is the mean of those of nodes, each joined between points.
func (p *Posterior) single(m Model, x *single, c int, out *Answer) {
	x.near = normal{0, 1}
	if mix, ok := p.mixture(m, x, c); ok {
		mix.tell(x, out)
		return
	}
	var curves []singleCurve
	var v values
	sum, low, high := 0.0, math.Inf(1), math.Inf(-1)
	p.places(m, x, c, func(n *Node, k int, weight float64) {
		at := x.points(m, k, weight, singleStep)
		c := singleCurve{at.real, make([]float64, len(at.real))}
		below := 0.0
		for i, w := range at.heavy {
			v.list = append(v.list, weighted{at.values[i], w, n.level})
			c.below[i] = below + w/2
			below += w
		}
		curves, sum = append(curves, c), sum+weight
		low, high = min(low, c.real[0]), max(high, c.real[len(c.real)-1])
	})
	for i := range v.list {
		v.list[i].weight /= sum
	}
	slices.SortFunc(v.list, func(a, b weighted) int { return cmp.Compare(a.value, b.value) })
	out.Mean, out.Variance = v.moments()
	quantile := func(p float64) float64 {
		value, _ := x.support.value(bisect(low, high, p*sum, func(at float64) (below float64) {
			for i := range curves {
				below += curves[i].at(at)
			}
			return below
		}))
		return value
	}
	out.Quantiles = engine.Quantiles{Q05: quantile(0.05), Q50: quantile(0.5), Q95: quantile(0.95), Rare: v.rare(out.Mean)}
}

// A singleCurve is the distribution function of a single at a node, by its coordinate, times the node's weight.
type singleCurve struct{ real, below []float64 }

// at is its value, joined between points.
func (c *singleCurve) at(x float64) float64 {
	i := firstAbove(c.real, x, false)
	if i == 0 || i == len(c.real) {
		return c.below[max(i-1, 0)]
	}
	share := (x - c.real[i-1]) / (c.real[i] - c.real[i-1])
	return c.below[i-1] + share*(c.below[i]-c.below[i-1])
}

// ofSingle tells of a function of a single: of one that is to be above 0 by the points between which it changes its sign.
func (p *Posterior) ofSingle(m Model, a ask, c int, out *Answer) {
	a.single.near = normal{0, 1}
	var v values
	var f []float64
	all, above := 0.0, 0.0
	p.places(m, a.single, c, func(n *Node, k int, weight float64) {
		at := a.single.points(m, k, weight, min(singleStep, singleLump/weight))
		f = slices.Grow(f[:0], len(at.values))[:len(at.values)]
		clear(f)
		m.AddLogDensity(a.row, at.values, f)
		for i, x := range f {
			w := at.heavy[i]
			v.list = append(v.list, weighted{x, w, n.level})
			for _, next := range []int{i - 1, i + 1} { // half of its weight is on either side
				y := x
				if next >= 0 && next < len(f) {
					y = f[next]
				}
				all += w / 2
				switch {
				case x > 0 && y > 0:
					above += w / 2
				case x > 0 != (y > 0):
					above += w / 2 * max(x, y) / math.Abs(x-y)
				}
			}
		}
	})
	if a.kind == askAboveFunction || a.kind == askAboveSum {
		out.Mean = above / all
		return
	}
	v.settle()
	v.tell(out, a.kind)
}
