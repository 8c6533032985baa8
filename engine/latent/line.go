package latent

import (
	"cmp"
	"math"
	"slices"
)

// A line is the density of a single hyperparameter: the log density is a cubic spline through the nodes
// of its lattice, and falls on as at the ends beyond them.
type line struct {
	first, step float64
	spline
	below []float64 // the probability of all parts before a part; the last is 1
	scale float64   // that of exp(log)
}

// lineParts is how many parts there are between nodes: by Simpson's rule the probability of a part is exact
// to about 1e-8.
const lineParts = 16

// newLine makes one of nodes, nil where they are not equidistant or too few.
func newLine(nodes []Node, step float64) *line {
	n := len(nodes)
	if n < 4 {
		return nil
	}
	sorted := slices.Clone(nodes)
	slices.SortFunc(sorted, func(a, b Node) int { return cmp.Compare(a.real[0], b.real[0]) })
	d := &line{first: sorted[0].real[0], step: step, scale: 1}
	for i, x := range sorted {
		if math.Abs(x.real[0]-d.first-float64(i)*step) > 1e-6*step {
			return nil
		}
		d.log = append(d.log, math.Log(x.Weight))
	}
	d.spline = newSpline(d.log)
	d.sum()
	return d
}

// sum finds the probabilities of parts; there are some beyond either end.
func (d *line) sum() {
	parts := (len(d.log) - 1 + 2*lineBeyond) * lineParts
	d.below = make([]float64, parts+1)
	for i := range parts {
		d.below[i+1] = d.below[i] + d.part(float64(i)/lineParts-lineBeyond, 1.0/lineParts)
	}
	d.scale = 1 / d.below[parts]
	for i := range d.below {
		d.below[i] *= d.scale
	}
}

// lineBeyond is how many steps beyond the ends there is a density.
const lineBeyond = 20

func (d *line) part(u, width float64) float64 {
	return width / 6 * (d.density(u) + 4*d.density(u+width/2) + d.density(u+width))
}

// cdf is the probability that the coordinate is at most x.
func (d *line) cdf(x float64) float64 {
	u := ((x-d.first)/d.step + lineBeyond) * lineParts
	switch last := len(d.below) - 1; {
	case !(u > 0):
		return 0
	case u >= float64(last):
		return 1
	}
	i := int(u)
	return d.below[i] + d.scale*d.part(float64(i)/lineParts-lineBeyond, (u-float64(i))/lineParts)
}
