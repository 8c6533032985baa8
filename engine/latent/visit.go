package latent

import (
	"math"
	"slices"
	"sync"
)

const (
	// correctNodes is how far below the highest nodes are whose marginals are corrected.
	correctNodes = 5
	// correctCost is how many tilted densities of rows may be found for it at a node: some 50 ms.
	correctCost = 2e5
	// otherCost is how many of the known ones the density of another row takes the time of.
	otherCost = 10
	// besideCost is that of one that reads a number which is integrated by itself.
	besideCost = 40
	// cornerCost is how many that of a corner takes, which is less in need of it: EP has both its bounds.
	cornerCost = 100
)

// A point is a node of a lattice, with what is known there.
type point struct {
	at     []int
	log    float64
	theta  []float64
	real   []float64 // the coordinates
	reach  float64   // log, and what moments of the hyperparameters add to it
	mean   []float64
	sd     []float64
	shapes []shape // of what is not normal, nil of all else
	joint  [][]float64
	err    error
	known  bool
	from   *point // the neighbor that led here
	state  *state // while neighbors may start from it
}

// evaluate finds what is known at points, each from its neighbor on, by as many workers as there
// are fits.
func (l *lattice) evaluate(wave []*point) {
	var group sync.WaitGroup
	parts := min(len(l.fits), len(wave))
	for w := range parts {
		run := func() {
			for i := w; i < len(wave); i += parts {
				l.visit(l.fits[w], wave[i])
			}
		}
		if w == parts-1 {
			run()
			continue
		}
		group.Add(1)
		go func() { defer group.Done(); run() }()
	}
	group.Wait()
}

// visit finds what is known at a point.
func (l *lattice) visit(f *Fit, p *point) {
	f.restore(l.before(p))
	s := surface{fit: f, hypers: l.hypers}
	p.log = s.at(p.real)
	p.err = s.err
	p.theta = s.theta
	if p.err == nil {
		p.log += l.missed(f, p)
	}
	p.reach = p.log
	if math.IsInf(p.log, -1) {
		return
	}
	more := 0.0
	for k, h := range l.hypers {
		if math.IsInf(h.High, 1) && !math.IsInf(h.Low, -1) { // the second moment of an exponential
			more = max(more, 2*(p.real[k]-l.mode[k]))
		}
	}
	most := 8.0
	if len(l.hypers) > 3 {
		most = 3
	}
	p.reach += min(more, most)
	if p.log < l.top-l.negligible {
		return
	}
	p.state = f.keep(true)
	if l.groups != nil {
		l.groups.move(f)
	}
	l.moments(f, p)
	for _, list := range l.options.Joint {
		m := make([]float64, len(list)*len(list))
		f.Block.JointOf(list, m)
		p.joint = append(p.joint, m)
	}
}

// missed is what EP's evidence misses at a point. At the first one, which is the mode, it is found whether there are groups.
func (l *lattice) missed(f *Fit, p *point) (missed float64) {
	switch {
	case p.from == nil && !l.corrects(f):
		l.groups, missed = f.findGroups()
		l.top += missed
	case l.groups != nil:
		missed, _ = l.groups.missed(f, 0)
	}
	return missed
}

// moments finds those of coordinates, of combinations and of what is asked for, at a point.
func (l *lattice) moments(f *Fit, p *point) {
	b := f.Block
	correct := l.corrects(f) && p.log > l.top-correctNodes
	n, firstAsk := b.Size(), b.Size()+len(l.options.Combinations)
	p.mean, p.sd = make([]float64, firstAsk+len(f.Sites.asks)), make([]float64, firstAsk+len(f.Sites.asks))
	copy(p.mean, f.Normals)
	f.answer(p.mean[firstAsk:], p.sd[firstAsk:])
	for c := range n {
		p.sd[c] = math.Sqrt(b.Variance(c))
	}
	if correct {
		one := []float64{1}
		for c := range n {
			if mean, variance, shape, ok := f.correct([]int{c}, one, true); ok && p.sd[c] > 0 { // else it is held
				p.shape(c, len(p.mean), shape)
				p.mean[c], p.sd[c] = mean, math.Sqrt(variance)
			}
		}
	}
	cut, bounds := f.cutOffs(), f.Sites.bounds()
	for c, x := range cut {
		p.shape(c, len(p.mean), x.shape(p.mean[c]))
	}
	for i, c := range l.options.Combinations {
		p.mean[n+i] = c.Constant
		for k, at := range c.Coordinates {
			p.mean[n+i] += c.Slopes[k] * f.Normals[at]
		}
		p.sd[n+i] = math.Sqrt(b.Combination(c.Coordinates, c.Slopes))
		if correct && p.sd[n+i] > 0 && !cutOffIn(cut, c.Coordinates) {
			if mean, variance, shape, ok := f.correct(c.Coordinates, c.Slopes, true); ok {
				shape.move(c.Constant)
				p.shape(n+i, len(p.mean), shape)
				p.mean[n+i], p.sd[n+i] = c.Constant+mean, math.Sqrt(variance)
			}
		}
		if p.sd[n+i] > 0 && bounds {
			p.shape(n+i, len(p.mean), p.sumShape(f, c.Coordinates, c.Slopes, p.mean[n+i], cut))
		}
	}
	if correct {
		p.correctAsks(f, firstAsk, cut)
	}
	if bounds {
		p.cutAsks(f, firstAsk, cut)
	}
}

// cutAsks gives what is asked for of coordinates that conditions cut off its shape.
func (p *point) cutAsks(f *Fit, first int, cut map[int]*cutOff) {
	for i := range f.Sites.asks {
		a := &f.Sites.asks[i]
		if !(p.sd[first+i] > 0) || a.kind > askPart {
			continue
		}
		coordinates, slopes := f.Block.Coordinates(a.slot, a.slope)
		if len(coordinates) == 1 && cut[coordinates[0]] != nil {
			c := coordinates[0]
			p.shape(first+i, len(p.mean), cut[c].shape(p.mean[c]).times(slopes[0], p.mean[first+i]-slopes[0]*p.mean[c]))
			continue
		}
		p.shape(first+i, len(p.mean), p.sumShape(f, coordinates, slopes, p.mean[first+i], cut))
	}
}

// cutOffIn tells whether one of several coordinates is cut off.
func cutOffIn(cut map[int]*cutOff, coordinates []int) bool {
	return slices.ContainsFunc(coordinates, func(c int) bool { return cut[c] != nil })
}

// correctAsks corrects the marginals of what is asked for, which is numbered from first on, but of sums of what is cut off.
func (p *point) correctAsks(f *Fit, first int, cut map[int]*cutOff) {
	for i := range f.Sites.asks {
		a := &f.Sites.asks[i]
		if p.sd[first+i] > 0 {
			coordinates, slopes := f.Block.Coordinates(a.slot, a.slope)
			if len(coordinates) > 1 && cutOffIn(cut, coordinates) {
				continue
			}
			at := 0.0 // of the combination, but its constant
			for k, c := range coordinates {
				at += slopes[k] * f.Normals[c]
			}
			if mean, variance, shape, ok := f.correct(coordinates, slopes, a.kind <= askPart); ok {
				shape.move(p.mean[first+i] - at)
				p.shape(first+i, len(p.mean), shape)
				p.mean[first+i], p.sd[first+i] = p.mean[first+i]+mean-at, math.Sqrt(variance)
			}
		}
	}
}

// corrects tells whether marginals are corrected: not where there are so many rows that it takes
// long, and each marginal is all but normal.
func (l *lattice) corrects(f *Fit) bool {
	rows := 0.0
	for i := range f.Sites.rows {
		switch rows++; f.Sites.rows[i].kind {
		case other:
			rows += otherCost - 1
		case beside:
			rows += besideCost - 1
		}
	}
	rows += cornerCost * float64(len(f.Sites.corners))
	cost := 25 * rows * float64(f.Block.Size()+len(l.options.Combinations))
	return cost > 0 && cost <= correctCost/math.Pow(8, float64(max(0, len(l.hypers)-1)))
}

// before is where the fit of a point starts: where its neighbor's ended, and as far on as from the
// one before that where the three are in a line; or at the mode.
func (l *lattice) before(p *point) (start, before *state) {
	from := p.from
	if from == nil || from.state == nil {
		return l.origin, nil
	}
	if last := from.from; last != nil && last.state != nil {
		line := true
		for k, c := range p.at {
			line = line && c-from.at[k] == from.at[k]-last.at[k]
		}
		if line {
			return from.state, last.state
		}
	}
	return from.state, nil
}
