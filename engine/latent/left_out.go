package latent

import (
	"math"
	"slices"
)

// LeftOut writes the log density of each row of the sites, in the order in which Say says them, given
// all rows but it and the hyperparameters, after At: what the cavity expects of it. Of rows that share
// a site it is the site's integral over that without the row.
func (f *Fit) LeftOut(out []float64) {
	s := &f.Sites
	for i := range s.list {
		t := &s.list[i]
		rows := s.order[t.from:t.to]
		if t.corner > 0 {
			c := &s.corners[t.corner-1]
			cavity, all := f.leaveCorner(c)
			for _, r := range rows {
				out[r] = math.NaN()
				if without, _, ok := s.cornerTilt(c, &cavity, r); ok {
					out[r] = all - without
				}
			}
			continue
		}
		if len(rows) == 1 && s.rows[rows[0]].kind != beside {
			_, out[rows[0]] = f.leave(t, rows)
			continue
		}
		near := normal{t.mean, t.variance}
		cavity, all := f.leave(t, rows)
		if s.rows[rows[0]].kind == beside {
			f.leftOutBeside(t, rows, out)
			continue
		}
		for k, r := range rows {
			if k > 0 && s.rows[r] == s.rows[rows[k-1]] {
				out[r] = out[rows[k-1]]
				continue
			}
			f.others = append(append(f.others[:0], rows[:k]...), rows[k+1:]...)
			out[r] = math.NaN()
			if without, ok := f.tilt.of(f.model, s.rows, f.others, t.z, cavity, near); ok {
				out[r] = all - without.LogZ
			}
		}
	}
}

// leave is what all others say of the combination of a site, and the log of what its rows have of that.
func (f *Fit) leave(t *site, rows []int32) (cavity normal, log float64) {
	if f.power == 1 || t.variance == 0 {
		return t.cavity, t.tilted.LogZ / f.power
	}
	cavity = t.without(1)
	all, ok := f.tilt.of(f.model, f.Sites.rows, rows, t.z, cavity, normal{t.mean, t.variance})
	if !ok {
		return cavity, math.NaN()
	}
	return cavity, all.LogZ
}

// leaveCorner is what leave is of a site, of both of a corner's.
func (f *Fit) leaveCorner(c *corner) (cavity bivariate, log float64) {
	if f.power == 1 {
		return c.cavity, c.logZ
	}
	x, y := &f.Sites.list[c.sites[0]], &f.Sites.list[c.sites[1]]
	marginal := bivariate{[2]float64{x.mean, y.mean}, [2]float64{x.variance, y.variance}, c.covariance}
	cavity, ok := f.Sites.without(c, &marginal, 1)
	log, _, done := f.Sites.cornerTilt(c, &cavity, -1)
	if !ok || !done {
		log = math.NaN()
	}
	return cavity, log
}

// NormalLeftOut is what all but a row of a normal density expect of its number: the distance of the
// number from its mean and its variance, for rest, its distance from the mean of its combination given
// all, the variance of that combination, and the row's precision.
func NormalLeftOut(rest, variance, precision float64) (distance, spread float64) {
	free := 1 - variance*precision
	return rest / free, 1 / (precision * free)
}

// CorrectedLeftOut is the log density of a row of the sites given all rows but it, and the probability of less than what it sees, by the marginal
// of its combination that is corrected by what all densities say beside their sites, as Correct has it; not ok where there is none.
func (f *Fit) CorrectedLeftOut(row int, below func(z, out []float64)) (log, less float64, ok bool) {
	s := &f.Sites
	t := &s.list[s.rows[row].site]
	if t.corner > 0 || t.jumps || !(t.variance > 0) {
		return 0, 0, false
	}
	x := f.marginalOf(f.Block.Coordinates(t.slot, s.slope[t.slope:t.slope+t.width]))
	if !(x.variance > 0) {
		return 0, 0, false
	}
	sd := math.Sqrt(x.variance)
	var z, p, logs [1]float64
	var work [1]float64
	all, without, lower := 0.0, 0.0, 0.0
	top := math.NaN()
	at := func(k int) (rest float64, fine bool) {
		d := float64(k) * correctStep / 2 * sd
		z[0], p[0], logs[0] = t.z+t.mean+d+s.rows[row].shift, 0, 0
		s.rows[row].addLogDensity(f.model, z[:], logs[:], work[:])
		whole := f.beside(x, d) - 0.5*d*d/x.variance
		if top != top {
			top = whole
		}
		rest = whole - top - logs[0]
		below(z[:], p[:])
		all, without, lower = all+math.Exp(whole-top), without+math.Exp(rest), lower+math.Exp(rest)*p[0]
		return rest, whole-whole == 0 && logs[0]-logs[0] == 0
	}
	first, fine := at(0)
	highest := first
	for _, side := range []int{-1, 1} {
		for k := side; fine; k += side {
			var rest float64
			if rest, fine = at(k); rest < highest-correctDrop {
				break
			}
			highest = max(highest, rest)
			fine = fine && k*side < 4*correctReach
		}
	}
	return math.Log(all / without), lower / without, fine
}

// leftOutSteps are distances of points, in standard deviations, of which one and the next must agree.
var leftOutSteps = []float64{0.5, 0.25, 0.125, 1.0 / 16, 1.0 / 32, 1.0 / 64}

// BelowLeftOut is the probability of less than what a row of the sites sees, given all rows but it, after At: below adds to each of out the
// probability of that, were the row's combination z. It is NaN where it is not found.
func (f *Fit) BelowLeftOut(row int, below func(z, out []float64)) float64 {
	s := &f.Sites
	t := &s.list[s.rows[row].site]
	others := slices.DeleteFunc(slices.Clone(s.order[t.from:t.to]), func(r int32) bool { return int(r) == row })
	cavity := t.cavity
	if f.power != 1 && t.corner == 0 {
		cavity = t.without(1)
	}
	center, variance := cavity.mean, cavity.variance
	switch {
	case t.corner > 0:
		return math.NaN()
	case t.variance == 0: // known
		center, variance, others = t.mean, 0, nil
	case len(others) > 0:
		without, ok := f.tilt.of(f.model, s.rows, others, t.z, cavity, normal{t.mean, t.variance})
		if !ok {
			return math.NaN()
		}
		center, variance = without.Mean, without.Variance
	}
	if !(variance >= 0 && variance <= math.MaxFloat64) {
		return math.NaN()
	}
	last := math.NaN()
	for _, step := range leftOutSteps {
		n := int(8 / step)
		z, log, p := make([]float64, 2*n+1), make([]float64, 2*n+1), make([]float64, 2*n+1)
		at, work := make([]float64, len(z)), make([]float64, len(z))
		for k := range z {
			x := center + float64(k-n)*step*math.Sqrt(variance)
			z[k] = t.z + x + s.rows[row].shift
			if variance > 0 {
				d := x - cavity.mean
				log[k] = -0.5 * d * d / cavity.variance
			}
		}
		for _, r := range others {
			for k := range at {
				at[k] = z[k] - s.rows[row].shift + s.rows[r].shift
			}
			s.rows[r].addLogDensity(f.model, at, log, work)
		}
		below(z, p)
		top, sum, all := slices.Max(log), 0.0, 0.0
		for k := range z {
			w := math.Exp(log[k] - top)
			sum, all = sum+w*p[k], all+w
		}
		if next := sum / all; math.Abs(next-last) < 1e-6 || variance == 0 {
			return next
		} else {
			last = next
		}
	}
	return last
}

// SingleLeftOut is the log density of a row that reads a number which is integrated by itself, by the number of the row that Sites.Tell was
// told, given all rows but it, and the probability of less than what it sees, where below adds that of each value.
func (f *Fit) SingleLeftOut(number, told int, below func(value, out []float64)) (log, less float64) {
	x := f.Sites.singles[number]
	y := &single{sites: x.sites, support: x.support, bounded: x.bounded, stamp: -1, besides: besides{site: -1, but: -1}, singleState: singleState{near: normal{0, 1}}}
	for _, r := range x.rows {
		if r.kind == readsSingle && int(r.a) == told {
			continue
		}
		r.single = y
		y.add(r)
	}
	if log = x.integral(f.model) - y.integral(f.model); log != log {
		return math.NaN(), math.NaN()
	}
	f.model.Place(f.theta, nil)
	at := y.points(f.model, 0, 1, 0.3)
	p := make([]float64, len(at.values))
	below(at.values, p)
	for k, w := range at.heavy {
		less += w * p[k]
	}
	return log, less
}

// A LeftOut adds up over nodes what rows have given all others: the weights of nodes have each row in them, and are corrected by one over
// its density (Gelfand, Dey and Chang 1992; Rue, Martino and Chopin 2009, section 6.1).
type LeftOut struct{ top, sum, below []float64 }

// NewLeftOut is of no rows yet.
func NewLeftOut() *LeftOut { return &LeftOut{} }

// Add adds what a row, or the next one, has at a node of a weight: its log density, and the probability of less.
func (x *LeftOut) Add(row int, weight, log, below float64) {
	if row == len(x.top) {
		x.top, x.sum, x.below = append(x.top, math.Inf(-1)), append(x.sum, 0), append(x.below, 0)
	}
	if -log > x.top[row] {
		scale := math.Exp(x.top[row] + log)
		x.top[row], x.sum[row], x.below[row] = -log, x.sum[row]*scale, x.below[row]*scale
	}
	w := weight * math.Exp(-log-x.top[row])
	x.sum[row] += w
	x.below[row] += w * below
}

// Of is the log density of a row given all others, and the probability of less than what it sees.
func (x *LeftOut) Of(row int) (log, below float64) {
	return -x.top[row] - math.Log(x.sum[row]), x.below[row] / x.sum[row]
}
