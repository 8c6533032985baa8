package latent

import (
	"errors"
	"math"
)

// A lattice is no good where its axes are not those of the density elsewhere, as along a ring; where the density ends at a condition
// on several numbers; and where there are so many numbers, or such tails, that it has too many nodes. There the nodes are points that
// are scattered as the density is, each with a weight (importance sampling), by Sobol's sequence. What they are taken from, a mixture, is fitted
// round by round, and all points of all rounds are weighed by the mixture of all of these (adaptive multiple importance sampling: Cornuet, Marin,
// Mira and Robert 2012). Few points of such kind also judge a lattice.

// ErrScattered: no proposal was found that is near enough to the density of the hyperparameters.
var ErrScattered = errors.New("the density of the hyperparameters has parts, ridges or tails that points scattered by it do not reach evenly")

const (
	scatterFirst  = 1024
	scatterGrows  = 2 // times the next round has twice as many
	scatterRounds = 14
	scatterEnough = 0.25 // of the points of a round would say as much, were they of equal weights
	scatterMost   = 0.01 // of a point's weight
	scatterWithin = 0.01 // of the evidence and of means, in standard deviations, two rounds agree, but for
	scatterErrors = 1.5  // standard errors of points that are not evenly spread
	scatterFaint  = 35   // how far below the highest a point is of no matter
	judgeWithin   = 0.04 // of the log evidence, and of means in standard deviations, where points are many
	judgeErrors   = 2    // standard errors of few
)

// judgePoints is how many points judge a lattice, by dimension.
var judgePoints = [MaxHypers + 1]int{0, 128, 256, 512, 512, 1024, 1024, 1024, 1024}

// A scatter is such nodes.
type scatter struct {
	l         *lattice
	center    *point
	proposal  proposal
	proposals []proposal
	counts    []int
	points    []*point
	even      *even
	work      []float64
}

// newScatter begins with a proposal.
func (l *lattice) newScatter(q proposal) *scatter {
	return &scatter{l: l, center: &point{real: l.mode}, proposal: q, even: newEven(), work: make([]float64, len(l.hypers))}
}

// round takes so many points from the proposal.
func (s *scatter) round(count int) {
	q := s.proposal
	s.proposals, s.counts = append(s.proposals, q), append(s.counts, count)
	var wave []*point
	for range count {
		p := &point{real: q.point(s.even), from: s.center, log: math.Inf(-1), scattered: math.Inf(-1)}
		for i := range s.proposals[:len(s.proposals)-1] {
			p.scatteredBy(s.counts[i], s.proposals[i].logDensity(p.real, s.work))
		}
		wave = append(wave, p)
	}
	s.points = append(s.points, wave...)
	for _, p := range s.points {
		p.scatteredBy(count, q.logDensity(p.real, s.work))
	}
	s.l.evaluate(wave)
	for _, p := range wave {
		if p.log != p.log || math.IsInf(p.log, 1) {
			p.log, p.err = math.Inf(-1), ErrNotFinite
		}
		s.l.top = max(s.l.top, p.log)
	}
}

// scatteredBy adds to the density of a proposal of so many points.
func (p *point) scatteredBy(count int, log float64) {
	log += math.Log(float64(count))
	top := max(p.scattered, log)
	p.scattered = top + math.Log(math.Exp(p.scattered-top)+math.Exp(log-top))
}

// weights are those of the points, which add up to 1, and the log of their sum before; even is of how many points of equal weights they say as
// much as, most the largest weight.
func (s *scatter) weights() (list []float64, log, even, most float64) {
	top := math.Inf(-1)
	for _, p := range s.points {
		top = max(top, p.log-p.scattered)
	}
	sum, square := 0.0, 0.0
	for _, p := range s.points {
		w := math.Exp(p.log - p.scattered - top)
		if w != w {
			w = 0
		}
		list = append(list, w)
		sum += w
	}
	for i := range list {
		list[i] /= sum
		square += list[i] * list[i]
		most = max(most, list[i])
	}
	return list, top + math.Log(sum), 1 / square, most
}

// refit finds the next proposal, by weights that are made more alike where few points have all.
func (s *scatter) refit() {
	logs := make([]float64, len(s.points))
	for i, p := range s.points {
		logs[i] = p.log - p.scattered
	}
	var list []grain
	for i, w := range tempered(logs, 0.1*float64(s.counts[len(s.counts)-1])) {
		if w > 1e-7 {
			list = append(list, grain{s.points[i].real, w})
		}
	}
	if len(list) > 2*len(s.l.hypers) {
		s.proposal = fitted(list, s.proposal)
	}
}

// tempered are weights that add up to 1, of logs times a share, at most 1, so that they say as much as so many of equal weight.
func tempered(logs []float64, wanted float64) (list []float64) {
	top := math.Inf(-1)
	for _, x := range logs {
		top = max(top, x)
	}
	list = make([]float64, len(logs))
	weigh := func(share float64) (even float64) {
		sum, square := 0.0, 0.0
		for i, x := range logs {
			list[i] = math.Exp(share * (x - top))
			if list[i] != list[i] {
				list[i] = 0
			}
			sum += list[i]
		}
		for i := range list {
			list[i] /= sum
			square += list[i] * list[i]
		}
		return 1 / square
	}
	share := 1.0
	for range 40 {
		if weigh(share) >= wanted {
			break
		}
		share *= 0.8
	}
	return list
}

// settle goes on round by round until two, one after the other, are each good by themselves, and agree: those before only led there.
func (s *scatter) settle() error {
	l := s.l
	l.negligible = scatterFaint
	var last *scatter
	for round := range scatterRounds {
		if len(s.points) > 0 {
			s.refit()
		}
		s.round(scatterFirst << min(round, scatterGrows))
		*s = *s.from(max(0, len(s.counts)-2)) // what led there is of no more use
		if s.top(); math.IsInf(l.top, -1) {
			return ErrScattered
		}
		this := s.from(len(s.counts) - 1)
		if round < scatterGrows || !this.good() {
			last = nil
			continue
		}
		if last != nil && this.agrees(last) {
			return s.failed()
		}
		last = this
	}
	return ErrScattered
}

// top is the highest of the points: of one that is far off no other is next to it.
func (s *scatter) top() {
	s.l.top = math.Inf(-1)
	for _, p := range s.points {
		s.l.top = max(s.l.top, p.log)
	}
}

// from are the points of the rounds from one on, as if there were no others.
func (s *scatter) from(round int) *scatter {
	out := *s
	out.proposals, out.counts, out.points = s.proposals[round:], s.counts[round:], nil
	n := 0
	for _, count := range out.counts {
		n += count
	}
	for _, p := range s.points[max(0, len(s.points)-n):] {
		q := *p
		q.scattered = math.Inf(-1)
		for i, count := range out.counts {
			q.scatteredBy(count, out.proposals[i].logDensity(q.real, s.work))
		}
		out.points = append(out.points, &q)
	}
	return &out
}

// good tells whether few points have not all of the weight.
func (s *scatter) good() bool {
	_, _, even, most := s.weights()
	return even > scatterEnough*float64(len(s.points)) && most < scatterMost
}

// agrees tells whether the evidence, the means of coordinates and their standard deviations are much the same by other points.
func (s *scatter) agrees(other *scatter) bool {
	one, log, even, _ := s.weights()
	two, otherLog, otherEven, _ := other.weights()
	within := scatterWithin + scatterErrors*math.Sqrt(1/even+1/otherEven)
	if !(math.Abs(log-otherLog) < within) {
		return false
	}
	for k := range s.l.hypers {
		mean, variance := s.moments(one, k)
		otherMean, otherVariance := other.moments(two, k)
		if !(math.Abs(mean-otherMean) < within*math.Sqrt(variance) && math.Abs(math.Log(variance/otherVariance)) < 3*within) {
			return false
		}
	}
	return true
}

// failed is an error where nothing was found at many of the points.
func (s *scatter) failed() error {
	n := 0
	var err error
	weights, _, _, _ := s.weights()
	lost := 0.0
	for i, p := range s.points {
		if p.mean == nil {
			lost += weights[i]
		}
	}
	if !(lost < unsettledShare) {
		return ErrScattered
	}
	for _, p := range s.points {
		if p.err != nil && (errors.Is(p.err, ErrNotConverged) || errors.Is(p.err, ErrImproper)) {
			n, err = n+1, p.err
		}
	}
	if float64(n) > unsettledShare*float64(len(s.points)) {
		return err
	}
	return nil
}

// posterior makes the mixture of the points.
func (s *scatter) posterior() *Posterior {
	l, d := s.l, len(s.l.hypers)
	p := l.empty()
	weights, log, even, _ := s.weights()
	lost := 0.0
	for i, q := range s.points {
		switch w := weights[i]; {
		case q.mean == nil:
			lost += w
		case w > 1e-12:
			p.Nodes = append(p.Nodes, Node{Weight: w, Theta: q.theta, Mean: q.mean, Sd: q.sd, real: q.real, shapes: q.shapes, joint: q.joint, level: l.level(q)})
		}
	}
	p.LogEvidence = log
	none := cell{cross: make([]float64, d*(d-1)/2)}
	for a := range none.near {
		none.near[a] = [4]int32{-1, -1, -1, -1}
	}
	for i := range p.Nodes {
		p.Nodes[i].Weight /= 1 - lost
		p.cells = append(p.cells, none)
	}
	p.axes = newMatrix(d)
	for k := range d {
		mean, square := s.moments(weights, k)
		w := 0.5 * math.Sqrt(square) * math.Pow(even, -1.0/3)
		sums := &binned{middle: mean, width: w}
		for i := range p.Nodes {
			sums.add(p.Nodes[i].real[k], p.Nodes[i].Weight)
		}
		p.masses, p.width = append(p.masses, sums.list(1)), append(p.width, w)
	}
	return p
}

// moments are the mean and the variance of a coordinate.
func (s *scatter) moments(weights []float64, k int) (mean, variance float64) {
	for i, p := range s.points {
		mean += weights[i] * p.real[k]
	}
	for i, p := range s.points {
		variance += weights[i] * (p.real[k] - mean) * (p.real[k] - mean)
	}
	return mean, variance
}

// judge tells whether few points say the same as a lattice: the evidence, and the means of coordinates.
func (s *scatter) judge(p *Posterior) bool {
	s.round(judgePoints[len(s.l.hypers)])
	weights, log, even, _ := s.weights()
	n := float64(len(s.points))
	within := judgeWithin + judgeErrors*math.Sqrt(max(0, 1/even-1/n))
	if !(math.Abs(log-p.LogEvidence) < within) {
		return false
	}
	for k := range s.l.hypers {
		mean, square := 0.0, 0.0
		for _, x := range p.Nodes {
			mean += x.Weight * x.real[k]
		}
		for _, x := range p.Nodes {
			square += x.Weight * (x.real[k] - mean) * (x.real[k] - mean)
		}
		own, variance := s.moments(weights, k)
		within := judgeWithin + judgeErrors/math.Sqrt(even)
		if !(math.Abs(own-mean) < within*math.Sqrt(max(square, variance))) {
			return false
		}
	}
	return true
}

// proposal is one that is near to a lattice.
func (l *lattice) proposal(p *Posterior) proposal {
	q := proposalOf(l.modes)
	var list []grain
	for i := range p.Nodes {
		if n := &p.Nodes[i]; n.Weight > 1e-5 {
			list = append(list, grain{n.real, n.Weight})
		}
	}
	sum := 0.0
	for _, x := range list {
		sum += x.weight
	}
	for i := range list {
		list[i].weight /= sum
	}
	if len(list) > 2*len(l.hypers) {
		fit := fitted(list, q)
		for i := range fit.parts {
			fit.parts[i].weight *= 0.9
		}
		for _, x := range q.parts { // of a mode that the lattice has not
			x.weight *= 0.1
			fit.parts = append(fit.parts, x)
		}
		q = fit
	}
	return q
}

// scattered is the posterior by scattered points, from the modes and the points that these were found by.
func (l *lattice) scattered() (*Posterior, error) {
	q := proposalOf(l.modes)
	if list := l.sample.weighed(); len(list) > 2*len(l.hypers) {
		q = fitted(list, q)
	}
	if len(q.parts) == 0 {
		return nil, ErrScattered
	}
	s := l.newScatter(q)
	l.points = nil
	if err := s.settle(); err != nil {
		return nil, err
	}
	return s.posterior(), nil
}

// weighed are the points of a sample by the density there.
func (of *sample) weighed() (list []grain) {
	var logs []float64
	for _, p := range of.points {
		logs = append(logs, p.log)
	}
	if len(logs) == 0 {
		return nil
	}
	for i, w := range tempered(logs, min(30, 0.3*float64(len(logs)))) {
		if w > 1e-7 {
			list = append(list, grain{of.points[i].real, w})
		}
	}
	return list
}
