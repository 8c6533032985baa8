package latent

import (
	"math"
	"slices"
)

// climb goes to the mode, the highest of all where these are sought.
func (l *lattice) climb(s *surface, width []float64) error {
	if len(l.hypers) == 0 {
		return nil
	}
	err := s.mode(l.mode, width)
	if l.searched = s.searched(); !l.searched {
		return err
	}
	if err == nil {
		if log := s.at(l.mode); !math.IsInf(log, -1) {
			l.modes = append(l.modes, peak{real: slices.Clone(l.mode), log: log, width: slices.Clone(width)})
		}
	}
	l.modes, l.sample = s.search(l.modes)
	if len(l.modes) == 0 {
		return err
	}
	copy(l.mode, l.modes[0].real)
	copy(width, l.modes[0].width)
	return nil
}

// others finds what the density is like at the other modes. The steps of the lattice are short enough there too: a direction in which the density
// is narrower than they allow shortens the axis that has most of it.
func (l *lattice) others(s *surface) {
	l.modes[0].axes = newMatrix(len(l.hypers))
	for i, row := range l.axes {
		copy(l.modes[0].axes[i], row)
	}
	for k := range l.modes[1:] {
		m := &l.modes[k+1]
		if log := s.at(m.real); math.IsInf(log, -1) {
			continue
		}
		if axes, err := s.axes(m.real, slices.Clone(m.width), m.log); err == nil {
			m.axes = axes
		}
	}
	for _, m := range l.modes[1:] {
		for range 60 {
			if m.axes == nil || !l.shorten(m) {
				break
			}
		}
	}
}

// shortest is how narrow the density may be, in the lengths of axes.
const shortest = 0.8

// shorten shortens an axis that is too long at a mode, if there is one.
func (l *lattice) shorten(m peak) bool {
	d := len(l.hypers)
	inverse := inverseOf(l.axes)
	a := newMatrix(d) // the covariance there, in the lengths of axes
	for i := range d {
		for j := range d {
			for k := range d {
				x, y := 0.0, 0.0
				for h := range d {
					x += inverse[i][h] * m.axes[h][k]
					y += inverse[j][h] * m.axes[h][k]
				}
				a[i][j] += x * y
			}
		}
	}
	values, vectors := eigen(a)
	least := 0
	for k, x := range values {
		if x < values[least] {
			least = k
		}
	}
	if values[least] >= shortest*shortest {
		return false
	}
	most := 0
	for k := range d {
		if math.Abs(vectors[k][least]) > math.Abs(vectors[most][least]) {
			most = k
		}
	}
	for i := range d {
		l.axes[i][most] *= 0.8
	}
	return true
}

// inverseOf is that of a small matrix, by Gauss-Jordan elimination.
func inverseOf(m [][]float64) [][]float64 {
	d := len(m)
	a, out := newMatrix(d), newMatrix(d)
	setUnit(out)
	for i := range m {
		copy(a[i], m[i])
	}
	for k := range d {
		best := k
		for i := k; i < d; i++ {
			if math.Abs(a[i][k]) > math.Abs(a[best][k]) {
				best = i
			}
		}
		a[k], a[best], out[k], out[best] = a[best], a[k], out[best], out[k]
		pivot := a[k][k]
		for j := range d {
			a[k][j] /= pivot
			out[k][j] /= pivot
		}
		for i := range d {
			if f := a[i][k]; i != k && f != 0 {
				for j := range d {
					a[i][j] -= f * a[k][j]
					out[i][j] -= f * out[k][j]
				}
			}
		}
	}
	return out
}

// seeds are the points of the lattice next to the other modes.
func (l *lattice) seeds(from *point) (list []*point) {
	if len(l.modes) < 2 {
		return nil
	}
	inverse := inverseOf(l.axes)
	for _, m := range l.modes[1:] {
		at := make([]int, len(l.hypers))
		for i := range at {
			x := 0.0
			for k := range at {
				x += inverse[i][k] * (m.real[k] - l.mode[k])
			}
			at[i] = int(math.Round(x / l.step))
		}
		if p := l.point(at, from); p != nil {
			list = append(list, p)
		}
	}
	return list
}
