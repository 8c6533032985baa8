package latent

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"mpc/mcmc"
)

// A JointPosterior is the joint posterior of hyperparameters, of the normals given these, and of numbers that are integrated by themselves. It has a
// fit of its own: what it draws of a posterior does not depend on what was drawn before.
type JointPosterior struct {
	of        *Posterior
	model     Model
	pattern   *mcmc.NormalPattern
	tolerance float64
	heights   []float64 // of cells: how heavy a box is that their density is in
	last      placedFit
	// Theta is what the model is placed at by hyperparameters, Normals and Singles have all others: the last draw.
	Theta, Normals, Singles []float64
	// Around draws what is drawn around them.
	Around *mcmc.Stream
}

// A placedFit is a fit at hyperparameters, with the log of their density there.
type placedFit struct {
	*Fit
	at  []float64
	log float64
}

// NewJointPosterior is that of a posterior, of a model of the same data that nothing else is asked of.
func NewJointPosterior(p *Posterior, m Model, pattern *mcmc.NormalPattern) *JointPosterior {
	j := &JointPosterior{of: p, model: m, pattern: pattern, tolerance: p.tolerance}
	sum := 0.0
	for i := range p.Nodes {
		sum += p.Nodes[i].Weight * math.Exp(p.cells[i].highest())
		j.heights = append(j.heights, sum)
	}
	return j
}

// highest is a bound of logAt over the cell.
func (c *cell) highest() (sum float64) {
	for a := range c.log {
		top := 0.0
		for x := -0.5; x <= 0.5; x += 0.125 {
			top = max(top, c.log[a].at(x))
		}
		sum += top
	}
	for _, x := range c.cross {
		sum += math.Abs(x) / 4
	}
	return sum
}

// A jointPoint is where a draw is: a node, and so many steps beside it along each axis.
type jointPoint struct {
	number, node int
	steps        []float64
}

// point draws one: of the boxes around the cells' densities, until it is below a density.
func (j *JointPosterior) point(s *mcmc.Stream, number int) jointPoint {
	x := jointPoint{number, 0, make([]float64, len(j.of.hypers))}
	for range 10000 {
		at := s.Float64() * j.heights[len(j.heights)-1]
		x.node, _ = slices.BinarySearch(j.heights, at)
		x.node = min(x.node, len(j.heights)-1)
		if len(x.steps) == 0 {
			break
		}
		for a := range x.steps {
			x.steps[a] = s.Float64() - 0.5
		}
		c := &j.of.cells[x.node]
		if s.Float64() < math.Exp(c.logAt(x.steps)-c.highest()) {
			break
		}
	}
	return x
}

// Sample makes n draws, and calls each for them, node by node: with the number of the draw, which is of any node as others are.
func (j *JointPosterior) Sample(seed uint64, n int, each func(number int)) error {
	s := mcmc.NewStream(seed, 0)
	j.Around = mcmc.NewStream(seed, 1)
	points := make([]jointPoint, n)
	for i := range points {
		points[i] = j.point(s, i)
	}
	slices.SortStableFunc(points, func(a, b jointPoint) int { return a.node - b.node })
	f := j.newFit()
	for len(points) > 0 {
		k := points[0].node
		more := slices.IndexFunc(points, func(x jointPoint) bool { return x.node != k })
		if more < 0 {
			more = len(points)
		}
		if err := j.sampleAt(f, s, k, points[:more], each); err != nil {
			return err
		}
		points = points[more:]
	}
	return nil
}

// Corrected tells whether marginals are corrected.
func (p *Posterior) Corrected() bool { return p.corrected }

// EachNode fits at each node, one after the other.
func (j *JointPosterior) EachNode(visit func(f *Fit, n *Node) error) error {
	f := j.newFit()
	for k := range j.of.Nodes {
		n := &j.of.Nodes[k]
		if err := f.At(n.Theta); err != nil {
			return fmt.Errorf("the posterior of a node that weighs %.3g: %w", n.Weight, err)
		}
		if err := visit(f, n); err != nil {
			return err
		}
	}
	return nil
}

func (j *JointPosterior) newFit() *Fit {
	f := NewFit(j.model, j.pattern)
	f.Tolerance = j.tolerance
	return f
}

// sampleAt makes the draws about a node.
func (j *JointPosterior) sampleAt(f *Fit, s *mcmc.Stream, k int, points []jointPoint, each func(number int)) error {
	p := j.of
	n := &p.Nodes[k]
	if err := f.At(n.Theta); err != nil {
		return fmt.Errorf("the joint posterior of a node that weighs %.3g: %w", n.Weight, err)
	}
	size := f.Block.Size()
	columns, scales := make([]column, size), make([]float64, size)
	for c := range columns {
		columns[c], scales[c] = p.column(k, c), math.Sqrt(f.Block.Variance(c))
	}
	singles := make([]singlePoints, len(f.Sites.singles))
	for i, x := range f.Sites.singles {
		if x.near = (normal{0, 1}); x.site < 0 {
			singles[i] = x.points(j.model, k, 1, singleStep)
		}
	}
	real := make([]float64, len(p.hypers))
	j.Normals, j.Singles = make([]float64, size), make([]float64, len(singles))
	for _, x := range points {
		copy(real, n.real)
		for h := range real {
			for a, step := range x.steps {
				real[h] += step * p.axes[h][a]
			}
		}
		j.Theta, _ = valuesAt(p.hypers, real, j.Theta[:0])
		if !f.Block.Around(s) {
			return ErrNotFinite
		}
		for c := range columns {
			u := 0.0
			if scales[c] > 0 {
				u = f.Block.Step[c] / scales[c]
			}
			mean, sd := columns[c].at(x.steps)
			j.Normals[c] = columns[c].value(u, mean, sd)
		}
		for i, x := range f.Sites.singles {
			if x.site >= 0 {
				j.model.Place(n.Theta, nil)
				x.at = f.combination(x.site, j.Normals)
				singles[i] = x.points(j.model, k, 1, singleStep)
			}
			j.Singles[i] = singles[i].quantile(x.support, s.Float64())
		}
		each(x.number)
	}
	return nil
}

// quantile is the value below which a single is with a probability, joined between its points.
func (p *singlePoints) quantile(support Hyper, probability float64) float64 {
	all := 0.0
	for _, w := range p.heavy {
		all += w
	}
	sum, last := 0.0, len(p.heavy)-1
	at := probability * all
	for i, w := range p.heavy {
		if i > 0 {
			half := (w + p.heavy[i-1]) / 2
			if sum+half >= at {
				value, _ := support.value(p.real[i-1] + (at-sum)/half*(p.real[i]-p.real[i-1]))
				return value
			}
			sum += half
			continue
		}
		if sum = w / 2; at <= sum {
			return p.values[0]
		}
	}
	return p.values[last]
}

// ErrNoDensity is the error of LogDensity where sums of normals are known exactly.
var ErrNoDensity = errors.New("there is no joint density of numbers of which a sum is observed exactly")

// LogDensity is the log of the joint density at what the model is placed at by hyperparameters, at normals and singles: of the hyperparameters by a fit at these, of the normals as that of
// their joint normal there, whose marginals are EP's.
func (j *JointPosterior) LogDensity(theta, normals, singles []float64) (float64, error) {
	j.Theta, j.Normals, j.Singles = theta, normals, singles
	of := &j.of.Nodes[0]
	if given, want := len(theta)+len(normals)+len(singles), len(of.Theta)+j.pattern.Size()+j.of.singles; given != want || len(normals) != j.pattern.Size() {
		return 0, fmt.Errorf("the joint density is asked of %d numbers, and the posterior is of %d", given, want)
	}
	if j.outside() {
		return math.Inf(-1), nil
	}
	if j.last.Fit == nil || !slices.Equal(j.last.at, j.Theta) {
		if err := j.place(); err != nil {
			return 0, err
		}
	}
	f := j.last
	step := make([]float64, len(j.Normals))
	for c, x := range j.Normals {
		step[c] = x - f.Normals[c]
	}
	log := f.log + f.Block.LogDensityAround(step)
	for i, x := range f.Sites.singles {
		if !(j.Singles[i] > x.support.Low && j.Singles[i] < x.support.High) {
			return math.Inf(-1), nil
		}
		if x.near = (normal{0, 1}); x.site >= 0 {
			x.at = f.combination(x.site, j.Normals)
		}
		t, ok := x.find(j.model)
		if !ok {
			return 0, fmt.Errorf("%w: the density of a number that is integrated by itself", ErrNotFinite)
		}
		at := [1]float64{x.support.coordinate(j.Singles[i])}
		_, slope := x.support.value(at[0])
		var out, work [1]float64
		x.densities(j.model, at[:], out[:], work[:])
		log += out[0] - t.LogZ - slope
	}
	return log, nil
}

// place fits the normals at Theta.
func (j *JointPosterior) place() error {
	f := j.newFit()
	j.last = placedFit{}
	if err := f.At(j.Theta); err != nil {
		return err
	}
	if f.Block.Holds() {
		return ErrNoDensity
	}
	log := f.LogDensity - j.of.LogEvidence
	if j.of.groups {
		groups, missed := f.findGroups()
		if log += missed; groups != nil {
			groups.move(f)
		}
	}
	j.last = placedFit{f, slices.Clone(j.Theta), log}
	return nil
}

// outside tells whether a hyperparameter is beyond its bounds.
func (j *JointPosterior) outside() bool {
	at := 0
	for k := 0; k < len(j.of.hypers); k++ {
		h := j.of.hypers[k]
		if m := h.Matrix; m != nil {
			k, at = k+matrixCount(m.size)-1, at+m.size*m.size
			continue
		}
		if !(j.Theta[at] > h.Low && j.Theta[at] < h.High) {
			return true
		}
		at++
	}
	return false
}
