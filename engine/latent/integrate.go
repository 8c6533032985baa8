package latent

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"mpc/mcmc"
)

// MaxHypers is the largest number of hyperparameters that Integrate takes.
const MaxHypers = 8

// ErrTooMany: there are more hyperparameters than Integrate takes, or their density is so spread
// out that it would take too many nodes.
var ErrTooMany = errors.New("too many hyperparameters to integrate")

// Options say what Integrate is to find beside the elements.
type Options struct {
	// Combinations are linear combinations of coordinates of which moments and quantiles are
	// wanted. In a Posterior they are numbered after the coordinates.
	Combinations []Combination
	// Joint are lists of coordinates of which the joint mean and covariance are wanted.
	Joint [][]int
	// Step is the distance of nodes in standard deviations; 0 is by the number of dimensions.
	Step float64
	// MaxNodes is how many nodes there may be; 0 is 20,000.
	MaxNodes int
	// Tolerance is that of EP's sweeps at nodes; 0 is 1e-5.
	Tolerance float64
}

// A Combination is Constant plus coordinates, each times its slope.
type Combination struct {
	Coordinates []int
	Slopes      []float64
	Constant    float64
}

// Step sizes of lattices by dimension, in standard deviations. Sums over a lattice are as exact as
// the density is smooth: of a normal one the error at a step of 1 is 1e-8, at 1.5 2e-4.
var stepSizes = [MaxHypers + 1]float64{0, 0.5, 0.7, 1, 1.2, 1.35, 1.5, 1.6, 1.7}

// Integrate finds the posterior of a model: its mode in the hyperparameters' real coordinates, and
// then the nodes of a lattice around it, in the axes of the density there, one after the other
// while the density is not negligible (as INLA's grid: Rue, Martino and Chopin 2009, section 3.1,
// but followed wherever the density goes). Each of the models is the same, for a worker of its
// own; results do not depend on their number.
func Integrate(models []Model, pattern *mcmc.NormalPattern, hypers []Hyper, o Options) (*Posterior, error) {
	if len(hypers) > MaxHypers {
		return nil, fmt.Errorf("%w: %d, at most %d", ErrTooMany, len(hypers), MaxHypers)
	}
	l := &lattice{hypers: hypers, options: o, seen: map[string]*point{}}
	if l.options.MaxNodes == 0 {
		l.options.MaxNodes = 20000
	}
	if l.options.Tolerance == 0 {
		l.options.Tolerance = 1e-5
	}
	for _, m := range models {
		f := NewFit(m, pattern)
		f.Tolerance = l.options.Tolerance
		l.fits = append(l.fits, f)
	}
	s := &surface{fit: l.fits[0], hypers: hypers}
	l.mode = make([]float64, len(hypers))
	for k, h := range hypers {
		l.mode[k] = h.start()
	}
	if len(hypers) > 0 {
		var err error
		if _, err = s.mode(l.mode); err != nil {
			return nil, err
		}
		l.top = s.at(l.mode)
		l.fits[0].keep()
		if l.axes, err = s.axes(l.mode, l.top); err != nil {
			return nil, err
		}
	} else if l.top = s.at(nil); math.IsInf(l.top, -1) {
		return nil, s.err
	} else {
		l.fits[0].keep()
	}
	for _, f := range l.fits[1:] {
		f.theta = append(f.theta[:0], l.fits[0].theta...)
		copy(f.Normals, l.fits[0].Normals)
		f.learn()
		f.kept, f.keptNormals = l.fits[0].kept, l.fits[0].keptNormals
	}
	l.step = o.Step
	if l.step == 0 {
		l.step = stepSizes[len(hypers)]
	}
	if err := l.fill(); err != nil {
		return nil, err
	}
	return l.posterior(), nil
}

// A lattice is what is summed over: points of whole coordinates.
type lattice struct {
	hypers  []Hyper
	options Options
	fits    []*Fit
	mode    []float64
	top     float64
	axes    [][]float64
	step    float64
	seen    map[string]*point
	points  []*point
	err     error
}

// A point is a node of a lattice, with what is known there.
type point struct {
	at    []int
	log   float64
	theta []float64
	real  []float64 // the coordinates
	reach float64   // log, and what moments of the hyperparameters add to it
	mean  []float64
	sd    []float64
	joint [][]float64
	err   error
	from  float64 // the highest log of a neighbor that led here
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
// nothing was found there.
const lostDrop = 9

// fill evaluates points from the mode on, all neighbors of those that matter.
func (l *lattice) fill() error {
	d := len(l.hypers)
	wave := []*point{l.point(make([]int, d))}
	for len(wave) > 0 {
		if len(l.points)+len(wave) > l.options.MaxNodes {
			return fmt.Errorf("%w: more than %d nodes", ErrTooMany, l.options.MaxNodes)
		}
		l.evaluate(wave)
		l.points = append(l.points, wave...)
		var next []*point
		for _, p := range wave {
			l.top = max(l.top, p.log)
		}
		for _, p := range wave {
			// Far out hyperparameters may well leave no density in doubles, but not where it matters.
			if p.err != nil && p.from > l.top-lostDrop {
				return fmt.Errorf("at hyperparameters %v: %w", p.theta, p.err)
			}
		}
		for _, p := range wave {
			if !(p.reach > l.top-drop(d)) {
				continue
			}
			for k := range d {
				for _, sign := range []int{-1, 1} {
					at := slices.Clone(p.at)
					at[k] += sign
					if n := l.point(at); n != nil {
						n.from = p.log
						next = append(next, n)
					}
				}
			}
		}
		for _, p := range next {
			for k, x := range p.real {
				if math.Abs(x-l.mode[k]) > 2*modeReach {
					return fmt.Errorf("%w: hyperparameter %d", ErrRunsAway, k)
				}
			}
		}
		wave = next
	}
	return nil
}

// point makes a point that is new, or gives nil.
func (l *lattice) point(at []int) *point {
	key := fmt.Sprint(at)
	if l.seen[key] != nil {
		return nil
	}
	p := &point{at: at, real: slices.Clone(l.mode)}
	for k, c := range at {
		for i := range p.real {
			p.real[i] += l.axes[i][k] * l.step * float64(c)
		}
	}
	l.seen[key] = p
	return p
}

// evaluate finds what is known at points, each from the mode on, by as many workers as there are
// fits.
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
	f.restore()
	s := surface{fit: f, hypers: l.hypers}
	p.log = s.at(p.real)
	p.err = s.err
	p.theta = s.theta
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
	p.reach += min(more, 8)
	if p.log < l.top-20 {
		return
	}
	b := f.Block
	n := b.Size()
	p.mean, p.sd = make([]float64, n+len(l.options.Combinations)), make([]float64, n+len(l.options.Combinations))
	copy(p.mean, f.Normals)
	for c := range n {
		p.sd[c] = math.Sqrt(b.Variance(c))
	}
	for i, c := range l.options.Combinations {
		p.mean[n+i] = c.Constant
		for k, at := range c.Coordinates {
			p.mean[n+i] += c.Slopes[k] * f.Normals[at]
		}
		p.sd[n+i] = math.Sqrt(b.Combination(c.Coordinates, c.Slopes))
	}
	for _, list := range l.options.Joint {
		m := make([]float64, len(list)*len(list))
		b.Joint(list, m)
		p.joint = append(p.joint, m)
	}
}

// keep notes where the fit is, for restore.
func (f *Fit) keep() {
	f.kept = f.kept[:0]
	for i := range f.Sites.list {
		t := &f.Sites.list[i]
		f.kept = append(f.kept, t.precision, t.linear, t.z)
	}
	f.keptNormals = append(f.keptNormals[:0], f.Normals...)
}

// restore goes back to where keep was called.
func (f *Fit) restore() {
	copy(f.Normals, f.keptNormals)
	f.damping, f.byRows = 1, false
	for i := range f.Sites.list {
		t := &f.Sites.list[i]
		t.precision, t.linear, t.z = f.kept[3*i], f.kept[3*i+1], f.kept[3*i+2]
		t.oldPrecision, t.oldLinear = t.precision, t.linear
	}
}
