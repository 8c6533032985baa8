package latent

import "math"

// A kept is what the density of a site's rows is at some places: sweeps move its cavity by little, and the
// same places then carry its moments. Densities that the model computes take most of the time of a sweep.
type kept struct {
	at    []float64 // values of the combination of the site's first row
	log   []float64 // of all rows
	step  float64   // between places
	stamp int       // Fit.stamp when they were found
}

// keepMost is of how many sites densities are kept: some 500 bytes each.
const keepMost = 50000

// place tells the model where all stands, and notes whether the hyperparameters are others than before: what
// is kept is then of no use.
func (f *Fit) place(theta []float64) {
	same := len(theta) == len(f.placed)
	for k := range f.placed {
		same = same && f.placed[k] == theta[k]
	}
	if !same {
		f.placed = append(f.placed[:0], theta...)
		f.stamp++
	}
	f.Sites.stamp = f.stamp
	f.model.Place(theta, f.Normals)
}

// tilted is what the rows of a site make of a cavity; near is about where that is.
func (f *Fit) tilted(t *site, rows []int32, cavity, near normal, keep bool) (Tilted, bool) {
	q := &f.tilt
	if f.Sites.data {
		f.stamp++
		f.Sites.data = false
	}
	q.kept, q.keep, q.stamp = nil, false, f.stamp
	if len(f.Sites.list) <= keepMost && (len(rows) > 2 || f.Sites.rows[rows[0]].kind == other || f.Sites.rows[rows[0]].kind == beside) {
		if f.Sites.kept == nil {
			f.Sites.kept = make([]kept, len(f.Sites.list))
		}
		q.kept, q.keep = &f.Sites.kept[f.Sites.rows[rows[0]].site], keep
	}
	q.jumps = false
	next, ok := q.of(f.model, f.Sites.rows, rows, t.z, cavity, near)
	t.jumps = t.jumps || q.jumps
	q.kept = nil
	return next, ok
}

// again puts what is kept in the place of densities: false where there is nothing of now.
func (q *tilt) again(ref float64) (n int, center, step float64, ok bool) {
	k := q.kept
	if k == nil || len(k.at) == 0 || k.stamp != q.stamp {
		return 0, 0, 0, false
	}
	n = len(k.at)
	q.resize(n)
	copy(q.base, k.log)
	for i, z := range k.at {
		q.x[i] = z - ref
	}
	return n, q.x[n/2], k.step, true
}

// note keeps the densities of now.
func (q *tilt) note(ref float64, n int, step float64) {
	k := q.kept
	if k == nil || !q.keep {
		return
	}
	k.at, k.log = append(k.at[:0], q.x[:n]...), append(k.log[:0], q.base[:n]...)
	for i := range k.at {
		k.at[i] += ref
	}
	k.step, k.stamp = step, q.stamp
}

// weigh adds the cavity to the log densities at the first n of x, or to a share of them, and finds which is the highest.
func (q *tilt) weigh(n int, cavity normal) (top float64, best int) {
	power := q.share()
	inverse := -0.5 / cavity.variance
	log := q.log[:n]
	top, best = math.Inf(-1), n/2
	for k, x := range q.x[:n] {
		d := x - cavity.mean
		y := power*q.base[k] + inverse*d*d
		if log[k] = y; y != y {
			log[k] = math.Inf(-1)
		} else if y > top {
			top, best = y, k
		}
	}
	return top, best
}
