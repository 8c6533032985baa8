package latent

import (
	"math"
	"slices"

	"mpc/engine"
)

// Doubts of a posterior, found at the mode of the hyperparameters, about coordinates whose prior is a normal about a
// number, of a known precision: NormalPattern.SayPrior. Coordinates that are drawn around others, as those of a new
// group, may keep their prior's variance without harm.

const (
	doubtLeft    = 0.9  // of the prior's variance of a combination, from where on it is undetermined
	doubtMore    = 1.05 // of it, from where on conditions have made it wider
	doubtShare   = 0.8  // of the variance of an element that is of this combination
	doubtAlone   = 0.95 // of the prior's variance of an element: its prior alone speaks
	doubtStarts  = 5    // combinations that are sought
	doubtSteps   = 40   // of each
	doubtWork    = 200  // solves by the factor, and of large blocks
	doubtLarge   = 20
	separableSd  = 5    // of a combination of truths by the prior, below which it is no harm
	separableGap = 0.05 // of the prior's variance, at least, which is left along the combination that separates
)

// doubts finds them at the mode.
func (l *lattice) doubts() (list []doubt) {
	f := l.fits[0]
	if !f.pattern.HasPriors() {
		return nil
	}
	f.restore(l.origin, nil)
	if s := (&surface{fit: f, hypers: l.hypers}); math.IsInf(s.at(l.mode), -1) {
		return nil
	}
	d := &doubting{fit: f}
	d.know()
	if x := d.separable(); x != nil {
		list = append(list, *x)
	}
	return append(list, d.undetermined()...)
}

// A doubt is a Doubt by coordinates.
type doubt struct {
	kind        string
	left        float64
	coordinates []int
}

// Doubts are those of the posterior, of variables whose first coordinates are given, ascending.
func (p *Posterior) Doubts(first ...int) (list []engine.Doubt) {
	for _, d := range p.doubts {
		x := engine.Doubt{Kind: d.kind, Left: d.left}
		for _, c := range d.coordinates {
			v := len(first) - 1
			for first[v] > c {
				v--
			}
			x.Numbers = append(x.Numbers, engine.Numbered{Variable: v, Element: c - first[v]})
		}
		list = append(list, x)
	}
	return list
}

// A doubting is what doubts are found by.
type doubting struct {
	fit   *Fit
	known []int     // the coordinates that have a prior by itself
	root  []float64 // its standard deviation, by coordinate, 0 of all others
	left  []float64 // what is left of its variance
	solve int       // how many times more
}

// know finds the priors.
func (d *doubting) know() {
	f := d.fit
	f.model.Place(f.theta, f.Normals)
	d.root, d.left = f.Block.Priors(func() {
		f.Sites.begin()
		f.model.Say(f.Block, &f.Sites)
	}), make([]float64, len(f.Normals))
	for c, precision := range d.root {
		if precision > 0 {
			d.root[c] = 1 / math.Sqrt(precision)
			d.left[c] = f.Block.Variance(c) * precision
			d.known = append(d.known, c)
		}
	}
	d.solve = doubtWork
	if len(f.Normals) > 10000 {
		d.solve = doubtLarge
	}
}

// undetermined finds combinations of which the prior's variance is left: with D the prior's variances and S the
// posterior's covariances of the coordinates that are known, eigenvectors of D^-1/2 S D^-1/2 whose eigenvalue is next to 1.
// The power iteration starts at the coordinate of the largest variance that is not yet explained, and so stays among the
// coordinates that this one is tied to.
func (d *doubting) undetermined() (list []doubt) {
	rest := slices.Clone(d.left)
	for starts := 0; starts < doubtStarts && d.solve > 0; {
		sum, c := 0.0, -1
		for _, k := range d.known {
			if sum += rest[k]; c < 0 || rest[k] > rest[c] {
				c = k
			}
		}
		if sum < doubtLeft || rest[c] < 1e-3 { // no eigenvalue is larger than the trace
			return list
		}
		v, left := d.power(c)
		if v == nil { // nothing is tied to it
			rest[c] = 0
			continue
		}
		starts++
		x := doubt{kind: engine.Undetermined, left: left}
		alone := 0.0
		for _, k := range d.known {
			part := left * v[k] * v[k]
			rest[k] = max(0, rest[k]-part)
			if part > doubtShare*d.left[k] {
				x.coordinates = append(x.coordinates, k)
				if d.left[k] > doubtAlone {
					alone += v[k] * v[k]
				}
			}
		}
		rest[c] = 0
		if left > doubtLeft && left < doubtMore && len(x.coordinates) > 1 && alone < 0.5 {
			list = append(list, x)
		}
	}
	return list
}

// power is the eigenvector that the power iteration comes to from a coordinate on, and its eigenvalue; nil where no other
// coordinate is tied to this one.
func (d *doubting) power(c int) (v []float64, left float64) {
	b := d.fit.Block
	v = make([]float64, len(d.root))
	v[c] = 1
	slopes := make([]float64, len(d.known))
	last := 0.0
	for step := range doubtSteps {
		if d.solve--; d.solve < 0 {
			break
		}
		for i, k := range d.known {
			slopes[i] = v[k] / d.root[k]
		}
		b.Covariances(d.known, slopes)
		size := 0.0
		left = 0
		for _, k := range d.known {
			x := b.Step[k] / d.root[k]
			left += v[k] * x
			v[k] = x
			size += x * x
		}
		if size = math.Sqrt(size); !(size > 0) {
			return nil, 0
		}
		for _, k := range d.known {
			v[k] /= size
		}
		if step == 0 && v[c]*v[c] > 1-1e-9 {
			return nil, 0
		}
		if step > 2 && math.Abs(left-last) < 1e-5*left {
			break
		}
		last = left
	}
	return v, left
}

// separable tells whether truths, of a logistic or a probit regression, are told apart without an error by the coordinates
// that are known where these stand; and whether only their priors say how far these go.
func (d *doubting) separable() *doubt {
	f, s := d.fit, &d.fit.Sites
	if len(s.list) == 0 {
		return nil
	}
	at, square := make([]float64, len(d.root)), make([]float64, len(d.root))
	for _, c := range d.known {
		at[c], square[c] = f.Normals[c], d.root[c]*d.root[c]
	}
	f.Block.LoadStep(at)
	for i := range s.list {
		t := &s.list[i]
		z := f.Block.RowTimesStep(t.slot, s.slope[t.slope:t.slope+t.width])
		for _, r := range s.order[t.from:t.to] {
			if !(z*s.rows[r].side() > 0) {
				return nil
			}
		}
	}
	f.Block.LoadStep(square)
	wide := 0.0
	var slope []float64
	for i := range s.list {
		t := &s.list[i]
		slope = slope[:0]
		for _, x := range s.slope[t.slope : t.slope+t.width] {
			slope = append(slope, x*x)
		}
		wide = max(wide, f.Block.RowTimesStep(t.slot, slope))
	}
	if wide < separableSd*separableSd {
		return nil
	}
	slopes := make([]float64, len(d.known))
	prior := 0.0
	out := &doubt{kind: engine.Separable}
	for i, c := range d.known {
		slopes[i] = at[c] / square[c]
		prior += slopes[i] * at[c]
		if d.left[c] > separableGap {
			out.coordinates = append(out.coordinates, c)
		}
	}
	out.left = f.Block.Combination(d.known, slopes) / prior
	if !(out.left > separableGap) || len(out.coordinates) == 0 {
		return nil
	}
	return out
}

// side is the sign that a truth wants its combination to have; 0 of anything else.
func (r *row) side() float64 {
	switch r.kind {
	case logit, probit:
		return r.a
	case binomial:
		switch r.a {
		case 0:
			return -r.b
		case r.b:
			return r.b
		}
	}
	return 0
}
