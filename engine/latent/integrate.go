package latent

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"mpc/mcmc"
)

// MaxHypers is the largest number of hyperparameters that Integrate takes.
const MaxHypers = 8

// ErrTooMany: there are more hyperparameters than Integrate takes, or their density is so spread
// out that it would take too many nodes.
var ErrTooMany = errors.New("too many hyperparameters to integrate")

// ErrTooLarge: densities tie so many normals to each other that a factor of their precision takes too long.
var ErrTooLarge = errors.New("too many normals are tied")

// Options say what Integrate is to find beside the elements.
type Options struct {
	// Combinations are linear combinations of coordinates of which moments and quantiles are
	// wanted. In a Posterior they are numbered after the coordinates.
	Combinations []Combination
	// Joint are lists of coordinates of which the joint mean and covariance are wanted.
	Joint [][]int
	// Step is the distance of nodes in standard deviations; 0 is by the number of dimensions.
	Step float64
	// MaxNodes is how many nodes there may be; 0 is 20,000, and 60,000 of seven and eight hyperparameters.
	MaxNodes int
	// Tolerance is that of EP's sweeps at nodes; 0 is 1e-6, and 1e-3 of more than 10,000 rows.
	Tolerance float64
}

// A Combination is Constant plus coordinates, each times its slope.
type Combination struct {
	Coordinates []int
	Slopes      []float64
	Constant    float64
}

// Steps of lattices by dimension, in standard deviations. Sums over a lattice are as exact as
// the density is smooth: of a normal one the error at a step of 1 is 1e-8, at 1.5 2e-4.
var stepSizes = [MaxHypers + 1]float64{0, 0.5, 0.7, 1, 1.2, 1.35, 1.5, 1.6, 1.7}

// Integrate finds the posterior of a model: its mode in the hyperparameters' real coordinates, and
// then the nodes of a lattice around it, in the axes of the density there, one after the other
// while the density is not negligible (as INLA's grid: Rue, Martino and Chopin 2009, section 3.1,
// but followed wherever the density goes). Each of the models is the same, for a worker of its
// own; results do not depend on their number.
func Integrate(models []Model, pattern *mcmc.NormalPattern, hypers []Hyper, o Options) (*Posterior, error) {
	if len(hypers) > MaxHypers {
		return nil, tooMany(hypers)
	}
	if pattern.Excess != nil {
		return nil, fmt.Errorf("%w: %w", ErrTooLarge, pattern.Excess)
	}
	for k, h := range hypers {
		if !(h.Low < h.High) {
			return nil, &Empty{k, h.Low, h.High}
		}
	}
	o.Joint = append(o.Joint[:len(o.Joint):len(o.Joint)], pattern.Vectors...)
	first := o
	if o.MaxNodes == 0 && len(hypers) == 1 {
		first.MaxNodes = manyNodes
	}
	p, err := integrate(models, pattern, hypers, first)
	if err == nil || !mayEnd(err) {
		return p, err
	}
	if narrow := supported(models[0], pattern, hypers, o); narrow != nil {
		if p, failed := integrate(models, pattern, narrow, o); failed == nil {
			return p, nil
		}
	}
	if first.MaxNodes != o.MaxNodes && errors.Is(err, ErrTooMany) {
		return integrate(models, pattern, hypers, o)
	}
	return p, err
}

// manyNodes is more than one hyperparameter has but where its density does not fall, or ends before its bounds.
const manyNodes = 1000

// integrate is Integrate between the bounds of the hyperparameters.
func integrate(models []Model, pattern *mcmc.NormalPattern, hypers []Hyper, o Options) (*Posterior, error) {
	l := &lattice{hypers: hypers, options: o, seen: map[string]*point{}}
	if l.options.MaxNodes == 0 {
		l.options.MaxNodes = 20000
		if len(hypers) > 6 {
			l.options.MaxNodes = 60000
		}
	}
	for _, m := range models {
		l.fits = append(l.fits, NewFit(m, pattern))
	}
	if err := l.start(); err != nil {
		return nil, err
	}
	if err := l.fill(); err != nil {
		return nil, err
	}
	if err := l.unsettled(); err != nil {
		return nil, err
	}
	p := l.posterior()
	p.doubts = l.doubts()
	return p, nil
}

// tooMany is the error of more hyperparameters than are integrated.
func tooMany(hypers []Hyper) error {
	rows := 0
	for _, h := range hypers {
		if h.Matrix != nil {
			rows = max(rows, h.Matrix.size)
		}
	}
	if rows > 0 {
		return fmt.Errorf("%w: %d, at most %d; a matrix of %d rows has %d", ErrTooMany, len(hypers), MaxHypers, rows, matrixCount(rows))
	}
	return fmt.Errorf("%w: %d, at most %d", ErrTooMany, len(hypers), MaxHypers)
}

// start finds the mode and the axes.
func (l *lattice) start() (err error) {
	f := l.fits[0]
	s := &surface{fit: f, hypers: l.hypers, near: 1e-3}
	l.mode = make([]float64, len(l.hypers))
	for k, h := range l.hypers {
		l.mode[k] = h.start()
	}
	s.place(l.mode)
	f.theta = append(f.theta[:0], s.theta...)
	f.learn()
	if x := f.Sites.contradiction(); x != nil {
		return x
	}
	for _, x := range f.Sites.singles {
		if h := x.support; !(h.Low < h.High) {
			return &Contradicted{h.Low, h.High}
		}
	}
	large := f.Sites.Rows() > 10000
	for _, f := range l.fits {
		switch {
		case l.options.Tolerance > 0:
			f.Tolerance = l.options.Tolerance
		case large:
			f.Tolerance = 1e-3
		}
	}
	fine := f.Tolerance
	s.fine = fine
	const rough = 2e-3
	if large {
		f.Tolerance = rough // until the mode is known, and for the axes
		s.noise, s.near = 0.02, 1e-2
	}
	width := make([]float64, len(l.hypers))
	if len(l.hypers) > 0 {
		if err = s.mode(l.mode, width); err != nil {
			return err
		}
	}
	if l.top = s.at(l.mode); math.IsInf(l.top, -1) {
		return s.err
	}
	l.origin = f.keep(false)
	if len(l.hypers) > 0 {
		if large {
			f.Tolerance = rough
		}
		if l.axes, err = s.axes(l.mode, width, l.top); err != nil {
			return err
		}
	}
	f.Tolerance = fine
	for _, other := range l.fits[1:] {
		other.theta = append(other.theta[:0], f.theta...)
		copy(other.Normals, l.origin.normals)
		other.learn()
	}
	l.fall, l.negligible = drop(len(l.hypers)), 20
	if large || len(f.Normals) > 5000 { // nodes take time and memory, and posteriors are all but normal
		l.fall, l.negligible = min(l.fall, 8), 8
	}
	l.step = l.options.Step
	if l.step == 0 {
		l.step = stepSizes[len(l.hypers)]
		if large {
			l.step = max(l.step, 1)
		}
	}
	return nil
}

// A lattice is what is summed over: points of whole coordinates.
type lattice struct {
	hypers  []Hyper
	options Options
	fits    []*Fit
	groups  *groups // nil of none
	mode    []float64
	origin  *state // at the mode
	top     float64
	axes    [][]float64
	step    float64
	fall    float64 // below the highest, neighbors are not sought
	// negligible is how far below the highest nothing is kept of a node.
	negligible float64
	seen       map[string]*point
	points     []*point
}

// Log densities of this much less than the highest are negligible, by dimension.
func drop(d int) float64 {
	switch d {
	case 1, 2:
		return 14
	case 3:
		return 11
	}
	return 9.5
}

// lostDrop is how far below the highest the neighbors of a point are where it is no error that
// the density cannot be normalized there.
const lostDrop = 9

// lostReach is how far from the mode digits are lost because the density does not fall.
const lostReach = 12

// fill evaluates points from the mode on, and halves the step until every second node of each axis
// gives the same moments, about: all of them then give much the same as the integral.
func (l *lattice) fill() error {
	d := len(l.hypers)
	wave := []*point{l.point(make([]int, d), nil)}
	for {
		if err := l.spread(wave); err != nil {
			return err
		}
		if d == 0 || l.settled() || len(l.points)<<d > l.options.MaxNodes {
			return nil
		}
		wave = l.refine()
	}
}

// unsettledShare is how much of the density may be of points where nothing was found, as sweeps did not settle: these are left out.
const unsettledShare = 0.01

// unsettled is an error where it matters that nothing was found at some points. How much they may weigh is known by those next to them.
func (l *lattice) unsettled() error {
	sum, lost, most := 0.0, 0.0, 0.0
	var worst *point
	for _, p := range l.points {
		w := math.Exp(p.log - l.top)
		sum += w
		if p.err == nil {
			continue
		}
		w = l.beyond(p)
		if lost += w; worst == nil || w > most {
			most, worst = w, p
		}
	}
	if lost <= unsettledShare*sum {
		return nil
	}
	return fmt.Errorf("at hyperparameters %v, with others about %.2g %% of the posterior: %w", worst.theta, 100*lost/(sum+lost), worst.err)
}

// beyond is about what a point weighs where nothing was found, with all that lie behind it: the density falls on as it did before, or faster, as
// where it is log concave.
func (l *lattice) beyond(p *point) (most float64) {
	for k := range l.hypers {
		for _, sign := range []int{-1, 1} {
			at := slices.Clone(p.at)
			at[k] += sign
			next := l.seen[fmt.Sprint(at)]
			at[k] += sign
			last := l.seen[fmt.Sprint(at)]
			if next == nil || next.err != nil || !next.known {
				continue
			}
			ratio := 1.0
			if last != nil && last.known && last.err == nil {
				ratio = math.Exp(next.log - last.log)
			}
			most = max(most, math.Exp(next.log-l.top)*ratio/max(0.1, 1-ratio))
		}
	}
	return most
}

// settled compares the moments of the hyperparameters' coordinates by every second node of each
// axis with those by all.
func (l *lattice) settled() bool {
	for k := range l.hypers {
		var sum, first, second [2]float64
		for _, p := range l.points {
			w, x := math.Exp(p.log-l.top), p.real[k]-l.mode[k]
			even := true
			for _, c := range p.at {
				even = even && c&1 == 0
			}
			for i := range 2 {
				if i == 0 || even {
					sum[i] += w
					first[i] += w * x
					second[i] += w * x * x
				}
			}
		}
		for i := range 2 {
			first[i] /= sum[i]
			second[i] = math.Sqrt(second[i]/sum[i] - first[i]*first[i])
		}
		if !(math.Abs(first[1]-first[0]) < 0.15*second[0] && math.Abs(second[1]-second[0]) < 0.15*second[0]) {
			return false
		}
	}
	return true
}

// refine halves the step: points that there are become every second one. It gives the new
// neighbors of those that matter.
func (l *lattice) refine() (wave []*point) {
	l.step /= 2
	clear(l.seen)
	for _, p := range l.points {
		for k := range p.at {
			p.at[k] *= 2
		}
		l.seen[fmt.Sprint(p.at)] = p
	}
	for _, p := range l.points {
		wave = l.neighbors(wave, p)
	}
	return wave
}

// neighbors appends the neighbors of a point that are new, where it matters, but those that are
// negligible if the density falls on as it did from the other side: it falls faster where it is log
// concave.
func (l *lattice) neighbors(to []*point, p *point) []*point {
	if !(p.reach > l.top-l.fall) {
		return to
	}
	for k := range l.hypers {
		for _, sign := range []int{-1, 1} {
			at := slices.Clone(p.at)
			at[k] -= sign
			if q := l.seen[fmt.Sprint(at)]; q != nil && q.known && p.reach+(p.log-q.log) < l.top-l.fall-1 {
				continue
			}
			at[k] += 2 * sign
			if n := l.point(at, p); n != nil {
				to = append(to, n)
			}
		}
	}
	return to
}

// spread evaluates points, and all neighbors of those that matter.
func (l *lattice) spread(wave []*point) error {
	var before []*point
	for len(wave) > 0 {
		if len(l.points)+len(wave) > l.options.MaxNodes {
			return fmt.Errorf("%w: more than %d nodes", ErrTooMany, l.options.MaxNodes)
		}
		l.evaluate(wave)
		for _, p := range wave {
			p.known = true
		}
		l.points = append(l.points, wave...)
		var next []*point
		for _, p := range wave {
			l.top = max(l.top, p.log)
		}
		if first := wave[0]; first.from == nil && first.err != nil {
			return fmt.Errorf("at hyperparameters %v: %w", first.theta, first.err)
		}
		for _, p := range wave {
			if p.err == nil || p.from == nil || p.from.log < l.top-lostDrop || !errors.Is(p.err, ErrImproper) {
				continue
			}
			for k, x := range p.real {
				if math.Abs(x-l.mode[k]) > lostReach {
					value, _ := l.hypers[k].value(x)
					return &RunsAway{k, value}
				}
			}
		}
		for _, p := range wave {
			next = l.neighbors(next, p)
		}
		for _, p := range next {
			for k, x := range p.real {
				if math.Abs(x-l.mode[k]) > 2*modeReach {
					h, _ := l.hypers[k].value(x)
					return &RunsAway{k, h}
				}
			}
		}
		for _, p := range before {
			p.state = nil
		}
		before, wave = wave, next
	}
	for _, p := range before {
		p.state = nil
	}
	return nil
}

// point makes a point that is new, or gives nil.
func (l *lattice) point(at []int, from *point) *point {
	key := fmt.Sprint(at)
	if l.seen[key] != nil {
		return nil
	}
	p := &point{at: at, real: slices.Clone(l.mode), from: from}
	for k, c := range at {
		for i := range p.real {
			p.real[i] += l.axes[i][k] * l.step * float64(c)
		}
	}
	l.seen[key] = p
	return p
}
