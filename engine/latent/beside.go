package latent

import (
	"fmt"
	"math"

	"mpc/mcmc"
	"mpc/special"
)

// A single may be read beside one combination of normals, as the precision of a group beside its mean: given the combination
// its integral is a number, so that all rows which read it are one density of that. Its posterior is a mixture over nodes and over
// points of the combination.
type besides struct {
	site  int32     // of the rows; -1 of none
	read  []int32   // the rows
	at    float64   // the combination, of the site's first row
	pair  []float64 // of these and of values
	but   int32     // the row that is left out; -1 of none
	apart bool      // they read several combinations
}

// errApart says that rows which read a number beside a combination read several combinations.
var errApart = fmt.Errorf("%w: rows that read one number which is integrated by itself read different combinations of normals", ErrTooLarge)

// Beside says a density of a combination and of a number that is integrated by itself, which Model.AddLogDensity knows by a row: its z
// has both, one after the other.
func (s *Sites) Beside(b *mcmc.NormalBlock, z float64, number, row int) {
	if s.learning {
		s.numbered(number)
	}
	s.say(b, z, beside, float64(number), float64(row), 0)
}

// settleBesides gives singles the rows that read them beside a combination.
func (s *Sites) settleBesides() {
	for i := range s.rows {
		r := &s.rows[i]
		if r.kind != beside {
			continue
		}
		x := s.singles[int(r.a)]
		if x.site < 0 {
			x.site, r.single = r.site, x
		}
		x.apart = x.apart || x.site != r.site
		x.read = append(x.read, int32(i))
		x.add(row{kind: readsBoth, single: x, a: r.b, b: float64(i)})
	}
}

// apart tells whether rows of some single read several combinations.
func (s *Sites) apart() bool {
	for _, x := range s.singles {
		if x.apart {
			return true
		}
	}
	return false
}

// integrals adds to each of out the log integral of a single, with the combination of the row that stands for all at z.
func (x *single) integrals(m Model, z []float64, shift float64, out []float64) {
	for k, at := range z {
		x.at = at - shift
		if t, ok := x.find(m); ok {
			out[k] += t.LogZ
		} else {
			out[k] = math.NaN()
		}
	}
}

// combination is that of a site, after At, with the normals elsewhere.
func (f *Fit) combination(site int32, normals []float64) float64 {
	t := &f.Sites.list[site]
	coordinates, slopes := f.Block.Coordinates(t.slot, f.Sites.slope[t.slope:t.slope+t.width])
	z := t.z + t.mean
	for k, c := range coordinates {
		z += slopes[k] * (normals[c] - f.Normals[c])
	}
	return z
}

// addBoth adds the log density of a row of the combination and of each of the values, unless it is left out.
func (x *single) addBoth(m Model, number int, row int32, out []float64) {
	if row == x.but {
		return
	}
	at := x.at + x.sites.rows[row].shift
	x.pair = x.pair[:0]
	for _, value := range x.values {
		x.pair = append(x.pair, at, value)
	}
	m.AddLogDensity(number, x.pair, out)
}

const (
	besideReach = 6.0 // standard deviations of a node's normal, of points of a combination
	besideMost  = 400 // about how many points there are in all nodes
)

// places calls do for each node that counts, and of a single beside a combination, whose moments are the c-th, for points of that: k
// numbers them.
func (p *Posterior) places(m Model, x *single, c int, do func(n *Node, k int, weight float64)) {
	nodes := 0
	for i := range p.Nodes {
		if p.Nodes[i].Weight >= predictedNode {
			nodes++
		}
	}
	step := max(0.125, min(1, 2*besideReach*float64(nodes)/besideMost))
	k := 0
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if n.Weight < predictedNode {
			continue
		}
		m.Place(n.Theta, nil)
		if x.site < 0 || !(n.Sd[c] > 0) {
			if x.site >= 0 {
				x.at = n.Mean[c]
			}
			do(n, k, n.Weight)
			k++
			continue
		}
		first, all := -besideReach+staggered(i)*step, 0.0
		for t := first; t <= besideReach; t += step {
			all += special.NormalDensity(t)
		}
		for t := first; t <= besideReach; t += step {
			if w := n.Weight * special.NormalDensity(t) / all; w > predictedNode {
				x.at = n.value(c, t)
				do(n, k, w)
				k++
			}
		}
	}
}

// leftOutBeside is LeftOut of a site whose rows read a single beside its combination: what is left out is so of the single's integral.
func (f *Fit) leftOutBeside(t *site, rows []int32, out []float64) {
	s := &f.Sites
	near := normal{t.mean, t.variance}
	cavity, all := f.leave(t, rows)
	for k, r := range rows {
		others := rows
		if x := s.rows[r]; x.kind == beside {
			s.singles[int(x.a)].but = r
		} else {
			f.others = append(append(f.others[:0], rows[:k]...), rows[k+1:]...)
			others = f.others
		}
		out[r] = math.NaN()
		if without, ok := f.tilt.of(f.model, s.rows, others, t.z, cavity, near); ok {
			out[r] = all - without.LogZ
		}
		if x := s.rows[r]; x.kind == beside {
			s.singles[int(x.a)].but = -1
		}
	}
}
