package latent

import (
	"cmp"
	"math"
	"slices"

	"mpc/special"
)

// A proposal is a mixture of student t distributions of proposalFreedom degrees of freedom, from which points are taken whose
// weights are how much higher the density is than that of the mixture. It is fitted to points and their weights by the steps of EM
// (Cappé, Douc, Guillin, Marin and Robert 2008: Adaptive importance sampling in general mixture classes).
type proposal struct{ parts []part }

// A part is a student t distribution; root is lower triangular, root root' its scale matrix.
type part struct {
	weight float64
	center []float64
	root   [][]float64
	log    float64 // of what its density is beside the power
}

const (
	proposalFreedom = 4 // even, so that the number that it divides by has a closed form
	proposalParts   = 16
	proposalMost    = 40
	proposalSteps   = 8
	proposalLeast   = 2e-3 // of a part's weight
	proposalWide    = 2.5  // times as wide as all points is a part for tails
	proposalShare   = 0.1  // of the points are for these
	thinnedPoints   = 3000 // of which a mixture is fitted, at most
)

// newPart makes one of a center and a scale matrix, which is widened where it has no root.
func newPart(weight float64, center []float64, scale [][]float64) (p part, ok bool) {
	d := len(center)
	p = part{weight: weight, center: center, root: newMatrix(d)}
	for lift := 0.0; lift < 1; lift = max(1e-10, 100*lift) {
		if p.log, ok = choleskyOf(scale, lift, p.root); ok {
			const v = proposalFreedom
			half, _ := math.Lgamma(float64(v+d) / 2)
			whole, _ := math.Lgamma(float64(v) / 2)
			p.log = half - whole - float64(d)/2*math.Log(v*math.Pi) - p.log
			return p, true
		}
	}
	return p, false
}

// choleskyOf finds the root of a matrix whose diagonal is lifted by a share of itself, and the log of the root's determinant.
func choleskyOf(m [][]float64, lift float64, root [][]float64) (log float64, ok bool) {
	for i := range m {
		for j := range i + 1 {
			x := m[i][j]
			if i == j {
				x *= 1 + lift
			}
			for k := range j {
				x -= root[i][k] * root[j][k]
			}
			if i > j {
				root[i][j] = x / root[j][j]
				continue
			}
			if !(x > 1e-12*m[i][i]) || math.IsInf(x, 1) {
				return 0, false
			}
			root[i][i] = math.Sqrt(x)
			log += math.Log(root[i][i])
		}
	}
	return log, true
}

// square is how far a point is from the center, in the scale of the part.
func (p *part) square(x, work []float64) (sum float64) {
	for i := range x {
		v := x[i] - p.center[i]
		for k := range i {
			v -= p.root[i][k] * work[k]
		}
		work[i] = v / p.root[i][i]
		sum += work[i] * work[i]
	}
	return sum
}

// logAt is the log density of a part at a distance, times its weight.
func (p *part) logAt(square float64) float64 {
	d := float64(len(p.center))
	return math.Log(p.weight) + p.log - (proposalFreedom+d)/2*math.Log1p(square/proposalFreedom)
}

// logDensity is that of the mixture.
func (q *proposal) logDensity(x, work []float64) float64 {
	sum, top := 0.0, math.Inf(-1)
	for i := range q.parts {
		log := q.parts[i].logAt(q.parts[i].square(x, work))
		switch {
		case math.IsInf(log, -1):
		case log > top:
			sum, top = sum*math.Exp(top-log)+1, log
		default:
			sum += math.Exp(log - top)
		}
	}
	return top + math.Log(sum)
}

// point is the next of a sequence that fills the mixture evenly.
func (q *proposal) point(e *even) []float64 {
	e.step()
	share, at := e.at(0), 0
	for at < len(q.parts)-1 && share > q.parts[at].weight {
		share -= q.parts[at].weight
		at++
	}
	p := &q.parts[at]
	// Of four degrees of freedom, the sum of squares is that of two exponential numbers.
	wide := math.Sqrt(proposalFreedom / (-2 * math.Log(e.at(1)*e.at(2))))
	x := slices.Clone(p.center)
	u := make([]float64, len(x))
	for k := range u {
		u[k] = wide * special.NormalQuantile(e.at(3+k))
		for i := k; i < len(x); i++ {
			x[i] += p.root[i][k] * u[k]
		}
	}
	return x
}

// proposalOf is the mixture around modes, each by what it has of the posterior, and wider.
func proposalOf(modes []peak) (q proposal) {
	top := math.Inf(-1)
	for _, m := range modes {
		top = max(top, m.log)
	}
	for _, m := range modes {
		c := m.covariance()
		if p, ok := newPart(1, m.real, c); ok {
			volume := 0.0
			for i := range p.root {
				volume += math.Log(p.root[i][i])
			}
			p.weight = m.log - top + volume
			q.parts = append(q.parts, p)
		}
	}
	most := math.Inf(-1)
	for _, p := range q.parts {
		most = max(most, p.weight)
	}
	for i := range q.parts {
		q.parts[i].weight = max(0.02, math.Exp(q.parts[i].weight-most))
	}
	q.normalize()
	return q
}

func (q *proposal) normalize() {
	sum := 0.0
	for _, p := range q.parts {
		sum += p.weight
	}
	for i := range q.parts {
		q.parts[i].weight /= sum
	}
}

// fitted is a mixture that is nearer to points with weights, which add up to 1: new parts begin at points that are chosen by weight, each of
// the scale of all; there are the more of them the more these points say.
func fitted(points []grain, start proposal) proposal {
	points, even := thinned(points)
	q := proposal{parts: slices.Clone(start.parts)}
	spread := spreadOf(points)
	more := max(1, min(proposalParts, even/float64(4*len(spread))))
	for i := range q.parts {
		q.parts[i].weight *= 0.5
	}
	sum, next := 0.0, 0.5/more
	for _, p := range points {
		if sum += p.weight; sum > next {
			if x, ok := newPart(0.5/more, slices.Clone(p.real), spread); ok {
				q.parts = append(q.parts, x)
			}
			next += math.Ceil((sum-next)*more) / more
		}
	}
	q.normalize()
	for range proposalSteps {
		q.step(points, spread, even)
	}
	q.widen(points, spread)
	return q
}

// widen adds a part that is much wider than all of the points, for tails.
func (q *proposal) widen(points []grain, spread [][]float64) {
	d := len(spread)
	center, scale := make([]float64, d), newMatrix(d)
	for _, p := range points {
		for k, x := range p.real {
			center[k] += p.weight * x
		}
	}
	for i := range d {
		for j := range d {
			scale[i][j] = proposalWide * proposalWide * 9 * spread[i][j]
		}
	}
	if p, ok := newPart(proposalShare/(1-proposalShare), center, scale); ok {
		q.parts = append(q.parts, p)
		q.normalize()
	}
}

// thinned are points of equal weights in the place of very many, and of how many such points all say as much as.
func thinned(points []grain) (_ []grain, even float64) {
	square := 0.0
	for _, p := range points {
		square += p.weight * p.weight
	}
	if len(points) <= thinnedPoints {
		return points, 1 / square
	}
	var list []grain
	sum, next := 0.0, 0.5
	for _, p := range points {
		sum += p.weight * thinnedPoints
		if n := math.Ceil(sum - next); n > 0 {
			list = append(list, grain{p.real, n / thinnedPoints})
			next += n
		}
	}
	return list, 1 / square
}

// spreadOf is a ninth of the covariance of points.
func spreadOf(points []grain) [][]float64 {
	d := len(points[0].real)
	mean, spread := make([]float64, d), newMatrix(d)
	for _, p := range points {
		for k, x := range p.real {
			mean[k] += p.weight * x
		}
	}
	for _, p := range points {
		for i := range d {
			for j := range d {
				spread[i][j] += p.weight * (p.real[i] - mean[i]) * (p.real[j] - mean[j]) / 9
			}
		}
	}
	return spread
}

// A grain is a point and its weight.
type grain struct {
	real   []float64
	weight float64
}

// step is a step of EM. Parts of few points are as wide as all are.
func (q *proposal) step(points []grain, spread [][]float64, even float64) {
	d := len(points[0].real)
	type sums struct {
		weight, mass float64
		first        []float64
		second       [][]float64
	}
	all := make([]sums, len(q.parts))
	for i := range all {
		all[i] = sums{first: make([]float64, d), second: newMatrix(d)}
	}
	log, square, work := make([]float64, len(q.parts)), make([]float64, len(q.parts)), make([]float64, d)
	for _, p := range points {
		top, sum := math.Inf(-1), 0.0
		for i := range q.parts {
			square[i] = q.parts[i].square(p.real, work)
			log[i] = q.parts[i].logAt(square[i])
			top = max(top, log[i])
		}
		for i := range log {
			log[i] = math.Exp(log[i] - top)
			sum += log[i]
		}
		for i := range log {
			share := p.weight * log[i] / sum
			if share < 1e-12 {
				continue
			}
			s := &all[i]
			s.weight += share
			share *= (proposalFreedom + float64(d)) / (proposalFreedom + square[i])
			s.mass += share
			for a, x := range p.real {
				x -= q.parts[i].center[a]
				s.first[a] += share * x
				for b := range a + 1 {
					s.second[a][b] += share * x * (p.real[b] - q.parts[i].center[b])
				}
			}
		}
	}
	var parts []part
	for i, s := range all {
		if s.weight < proposalLeast {
			continue
		}
		center := slices.Clone(q.parts[i].center)
		scale := newMatrix(d)
		for a := range d {
			center[a] += s.first[a] / s.mass
		}
		for a := range d {
			for b := range a + 1 {
				scale[a][b] = (s.second[a][b] - s.first[a]*s.first[b]/s.mass) / s.weight
				scale[b][a] = scale[a][b]
			}
		}
		share := max(1e-4, 1/(1+s.weight*even))
		for a := range d {
			for b := range d {
				scale[a][b] = (1-share)*scale[a][b] + share*spread[a][b]
			}
		}
		if p, ok := newPart(s.weight, center, scale); ok {
			parts = append(parts, p)
		}
	}
	if len(parts) > 0 {
		slices.SortStableFunc(parts, func(a, b part) int { return cmp.Compare(b.weight, a.weight) })
		q.parts = parts[:min(len(parts), proposalMost)]
		q.normalize()
	}
}
