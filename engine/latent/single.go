package latent

import (
	"math"
	"slices"

	"mpc/mcmc"
)

// A single is a number whose density is no normal and that, given the hyperparameters, no other unknown number is tied to: as
// a rate of a group with a gamma prior, whose counts alone tell of it. It is integrated by itself, over a coordinate of any
// value, so that all rows that read it add one number to the evidence of a node; its posterior is a mixture over nodes.
type single struct {
	sites   *Sites
	support Hyper
	rows    []row // that read it; the first is the slope of its coordinate
	order   []int32
	values  []float64 // at the places where its density is wanted
	near    normal    // where it was last
	// log is the log integral of its rows, with the hyperparameters of stamp.
	log   float64
	stamp int
}

// Single says a prior of a number that is integrated by itself: the density that Model.AddLogDensity knows by a row. Numbers
// count from 0; low and high are the ends of the prior.
func (s *Sites) Single(b *mcmc.NormalBlock, number, row int, low, high float64) {
	s.tell(number, row)
	if s.learning {
		s.singles[number].support = Hyper{Low: low, High: high}
	}
	s.say(b, 0, ofSingle, float64(number), 0, 0)
}

// Tell says another density that reads such a number.
func (s *Sites) Tell(b *mcmc.NormalBlock, number, row int) {
	s.tell(number, row)
	b.Skip()
}

func (s *Sites) tell(number, at int) {
	if !s.learning {
		return
	}
	for len(s.singles) <= number {
		x := &single{sites: s, stamp: -1, near: normal{0, 1}}
		x.add(row{kind: slopeOfSingle, single: x})
		s.singles = append(s.singles, x)
	}
	x := s.singles[number]
	x.add(row{kind: readsSingle, single: x, a: float64(at)})
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
}

// flat is no cavity.
var flat = normal{0, math.Inf(1)}

// integral is the log integral of all rows: NaN where it is not found. Of a prior that nothing reads it is 0.
func (x *single) integral(m Model) float64 {
	if x.stamp == x.sites.stamp {
		return x.log
	}
	x.stamp, x.log = x.sites.stamp, 0
	if len(x.rows) > 2 {
		x.log = math.NaN()
		if t, ok := x.find(m); ok {
			x.log = t.LogZ
		}
	}
	return x.log
}

// find finds where its density is.
func (x *single) find(m Model) (Tilted, bool) {
	q := &x.sites.inner
	t, ok := q.of(m, x.rows, x.order, 0, flat, x.near)
	if !ok {
		x.near = normal{0, 1}
		t, ok = q.of(m, x.rows, x.order, 0, flat, x.near)
	}
	if ok {
		x.near = normal{t.Mean, t.Variance}
	}
	return t, ok
}

// place notes the values at coordinates, and adds the log of the slope.
func (x *single) place(coordinates, out []float64) {
	x.values = x.values[:0]
	for k, at := range coordinates {
		value, slope := x.support.value(at)
		x.values = append(x.values, value)
		out[k] += slope
	}
}

const (
	singleStep = 0.2 // values are at most this far apart, in standard deviations of the coordinate
	singleFew  = 400 // and so many of all nodes, at least
	singleTail = 60  // as far out as the log density, times the square, has fallen by this
	singleRun  = 32  // so many are computed in one go
	singleMost = 20000
)

// at appends values of it at a node, and how heavy each is: NaN where they are not found. Values are so many that there are
// some hundreds of all nodes.
func (x *single) at(m Model, n *Node, nodes int, values, heavy []float64) ([]float64, []float64) {
	q, first := &x.sites.inner, len(heavy)
	t, ok := x.find(m)
	switch {
	case !ok:
		return append(values, math.NaN()), append(heavy, n.Weight)
	case q.uneven:
		x.place(q.x[:q.nodes], q.log[:q.nodes])
		values, heavy = append(values, x.values...), append(heavy, q.work[:q.nodes]...)
	default:
		low, high, top := q.x[0], q.x[q.nodes-1], slices.Max(q.log[:q.nodes])
		step := min(q.x[1]-low, singleStep*math.Sqrt(t.Variance), (high-low)*float64(nodes)/singleFew)
		values, heavy = x.side(m, t.Mean, step, high, top, values, heavy)
		values, heavy = x.side(m, t.Mean-step, -step, low, top, values, heavy)
	}
	all := 0.0
	for _, w := range heavy[first:] {
		all += w
	}
	for i := range heavy[first:] {
		heavy[first+i] *= n.Weight / all
	}
	return values, heavy
}

// side appends values from a coordinate on, beyond an end while they matter to second moments.
func (x *single) side(m Model, from, step, end, top float64, values, heavy []float64) ([]float64, []float64) {
	q := &x.sites.inner
	q.resize(singleRun)
	at, log := q.x[:singleRun], q.base[:singleRun]
	for k := 0; k < singleMost; k += singleRun {
		for i := range at {
			at[i] = from + step*float64(k+i)
		}
		clear(log)
		for i := range x.rows {
			x.rows[i].addLogDensity(m, at, log, q.work)
		}
		last := math.Inf(-1)
		for i, y := range log {
			value := x.values[i]
			if w := math.Exp(y - top); w > 0 && value-value == 0 {
				values, heavy = append(values, value), append(heavy, w)
				last = y + 2*math.Log(max(1, math.Abs(value)))
			}
		}
		if (at[singleRun-1]-end)*step > 0 && !(last > top-singleTail) {
			break
		}
	}
	return values, heavy
}

// ofSingle are values of a function of a single.
func (p *Posterior) ofSingle(m Model, a ask) *values {
	v := &values{}
	var at, heavy, out []float64
	nodes := p.heavy()
	for k := range p.Nodes {
		n := &p.Nodes[k]
		if n.Weight < predictedNode {
			continue
		}
		m.Place(n.Theta, nil)
		at, heavy = a.single.at(m, n, nodes, at[:0], heavy[:0])
		if a.kind != askSum && a.kind != askAboveSum {
			out = slices.Grow(out[:0], len(at))[:len(at)]
			clear(out)
			m.AddLogDensity(a.row, at, out)
			copy(at, out)
		}
		for i, x := range at {
			v.list = append(v.list, weighted{x, heavy[i], 0})
		}
	}
	v.settle()
	return v
}
