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
	log, bend   []float64 // at nodes, and second derivatives times step squared
	below       []float64 // the probability of all parts before a part; the last is 1
	scale       float64   // that of exp(log)
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
	// The third differences at the ends are those next to them ("not a knot"): of a parabola the spline is exact.
	d.bend = make([]float64, n)
	second := func(i int) float64 { return d.log[i-1] - 2*d.log[i] + d.log[i+1] }
	// Of inner nodes: bend[i-1] + 4 bend[i] + bend[i+1] = 6 second(i), with bend[0] = 2 bend[1] - bend[2].
	diagonal, right := make([]float64, n), make([]float64, n)
	for i := 1; i < n-1; i++ {
		diagonal[i], right[i] = 4, 6*second(i)
	}
	diagonal[1], diagonal[n-2] = 6, 6
	upper := func(i int) float64 {
		if i == 1 {
			return 0
		}
		return 1
	}
	lower := func(i int) float64 {
		if i == n-2 {
			return 0
		}
		return 1
	}
	for i := 2; i < n-1; i++ {
		f := lower(i) / diagonal[i-1]
		diagonal[i] -= f * upper(i-1)
		right[i] -= f * right[i-1]
	}
	for i := n - 2; i > 0; i-- {
		d.bend[i] = right[i] / diagonal[i]
		if i < n-2 {
			d.bend[i] -= upper(i) * d.bend[i+1] / diagonal[i]
		}
	}
	d.bend[0], d.bend[n-1] = 2*d.bend[1]-d.bend[2], 2*d.bend[n-2]-d.bend[n-3]
	d.sum()
	return d
}

// density is that at a place, in units of step from the first node on, but for scale.
func (d *line) density(u float64) float64 {
	last := len(d.log) - 1
	i := min(last-1, max(0, int(math.Floor(u))))
	slope := d.log[i+1] - d.log[i]
	switch {
	case u < 0:
		return math.Exp(d.log[0] + u*max(slope-(2*d.bend[0]+d.bend[1])/6, lineFall))
	case u > float64(last):
		return math.Exp(d.log[last] - (u-float64(last))*max(-slope-(d.bend[last-1]+2*d.bend[last])/6, lineFall))
	}
	t := u - float64(i)
	s := 1 - t
	return math.Exp(s*d.log[i] + t*d.log[i+1] + ((s*s*s-s)*d.bend[i]+(t*t*t-t)*d.bend[i+1])/6)
}

// lineFall is the least that the log density falls by a step, beyond the ends.
const lineFall = 0.5

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
