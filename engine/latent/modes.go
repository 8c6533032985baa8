package latent

import (
	"cmp"
	"errors"
	"math"
	"slices"
)

// The density of a few numbers may have several modes, and ridges without any: of two beacons two places are as far away, of a
// product only the product is known. So the search for modes begins at many points, which fill evenly where the prior has
// nearly all that it has, and around the first mode: at each that is higher than all next to it (topographs of Törn and Viitanen
// 1992).

const (
	searchNormals = 20  // so many normals there are at most in a model that is searched
	searchRows    = 500 // and so many sites
	searchClimbs  = 30  // from the highest points, of numbers alone; a third of normals too
	searchFall    = 4.5 // how far the prior falls where it ends: three standard deviations of a normal
	searchAround  = 8   // how far around the first mode, in its widths
	searchFaint   = 20  // below the highest, a mode is of no matter
	searchEnds    = 0.03
)

// searchPoints is of how many points the density is found, by dimension.
var searchPoints = [MaxHypers + 1]int{0, 64, 256, 512, 1024, 1024, 1024, 1024, 1024}

// A prior is a model that knows the log density of its hyperparameters by their priors, at Place.
type prior interface{ LogPrior() float64 }

// A peak is a mode of the density, with what it is like there: axes are of unit scale, nil where it has none.
type peak struct {
	real  []float64
	log   float64
	width []float64
	axes  [][]float64
}

// searched tells whether all modes are sought: where there are few numbers, of whose priors the model knows. Where sweeps find the sites of
// normals at each point, points are dear, and given the hyperparameters there is one mode.
func (s *surface) searched() bool {
	_, ok := s.fit.model.(prior)
	if !ok || len(s.hypers) == 0 || len(s.fit.Normals) > searchNormals || s.fit.Sites.Rows() > searchRows || len(s.fit.Normals) > 0 && s.fit.Sites.Rows() > 0 {
		return false
	}
	return !slices.ContainsFunc(s.hypers, func(h Hyper) bool { return h.Matrix != nil })
}

// logPrior is that at a point of real coordinates.
func (s *surface) logPrior(x []float64) float64 {
	sum := s.place(x)
	s.fit.placed = s.fit.placed[:0]
	s.fit.model.Place(s.theta, nil)
	sum += s.fit.model.(prior).LogPrior()
	if math.IsNaN(sum) {
		return math.Inf(-1)
	}
	return sum
}

// box is where the prior has nearly all that it has, along each coordinate from a point on, which it moves into it.
func (s *surface) box(x []float64) (low, high []float64) {
	low, high = make([]float64, len(x)), make([]float64, len(x))
	for k := range x {
		at := func(v float64) float64 {
			before := x[k]
			x[k] = v
			defer func() { x[k] = before }()
			return s.logPrior(x)
		}
		top := at(x[k])
		for moved, from := true, x[k]; moved; {
			moved = false
			here := x[k]
			for far := 1.0 / 64; far < 1e12; far *= 2 {
				for _, to := range []float64{here - far, here + far} {
					if !s.hypers[k].unbounded() && math.Abs(to-from) > modeReach {
						continue
					}
					if log := at(to); log > top+1e-3 {
						top, x[k], moved = log, to, true
					}
				}
			}
		}
		end := func(sign float64) float64 {
			inside, outside := 0.0, 1e-3
			for at(x[k]+sign*outside) > top-searchFall {
				if inside = outside; !s.hypers[k].unbounded() && outside > modeReach || outside > 1e12 {
					return outside
				}
				outside *= 2
			}
			for range 12 {
				if mid := (inside + outside) / 2; at(x[k]+sign*mid) > top-searchFall {
					inside = mid
				} else {
					outside = mid
				}
			}
			return outside
		}
		low[k], high[k] = x[k]-end(-1), x[k]+end(1)
	}
	return low, high
}

// unbounded tells whether its values are its coordinates.
func (h Hyper) unbounded() bool { return math.IsInf(h.Low, -1) && math.IsInf(h.High, 1) }

// A sample is points of real coordinates, with the log density at each, and how many others have none.
type sample struct {
	points []peak
	none   int
}

// ends tells whether the density ends within where the prior has some, as at a condition.
func (of *sample) ends() bool {
	return float64(of.none) > searchEnds*float64(of.none+len(of.points))
}

// fill finds the density at points that fill a box evenly.
func (s *surface) fill(to *sample, low, high []float64, count int, even *even) {
	for range count {
		even.step()
		x := make([]float64, len(low))
		for k := range x {
			x[k] = low[k] + (high[k]-low[k])*even.at(k)
		}
		switch log := s.at(x); {
		case log-log == 0:
			to.points = append(to.points, peak{real: x, log: log})
		case errors.Is(s.err, ErrNotFinite):
			to.none++
		}
	}
}

// peaks are points that are higher than all next to them, the highest first.
func (of *sample) peaks(unit []float64) (list []peak) {
	next := min(len(of.points)-1, 2*len(unit)+2)
	type near struct{ square, log float64 }
	var all []near
	for i := range of.points {
		p := &of.points[i]
		all = all[:0]
		for j := range of.points {
			if i == j {
				continue
			}
			square := 0.0
			for k, x := range of.points[j].real {
				d := (x - p.real[k]) / unit[k]
				square += d * d
			}
			all = append(all, near{square, of.points[j].log})
		}
		slices.SortFunc(all, func(a, b near) int { return cmp.Compare(a.square, b.square) })
		if !slices.ContainsFunc(all[:next], func(x near) bool { return x.log > p.log }) {
			list = append(list, *p)
		}
	}
	slices.SortStableFunc(list, func(a, b peak) int { return cmp.Compare(b.log, a.log) })
	return list
}

// search finds the modes beside those that there are, the highest first, and the points by which it does.
func (s *surface) search(modes []peak) (list []peak, of sample) {
	from := make([]float64, len(s.hypers))
	for k, h := range s.hypers {
		from[k] = h.start()
	}
	list = modes
	even := newEven()
	count := searchPoints[len(s.hypers)]
	low, high := s.box(from)
	var starts []peak
	fill := func(low, high []float64) {
		var some sample
		s.fill(&some, low, high, count/2, even)
		unit := make([]float64, len(low))
		for k := range unit {
			unit[k] = high[k] - low[k]
		}
		starts = append(starts, some.peaks(unit)...)
		of.points, of.none = append(of.points, some.points...), of.none+some.none
	}
	fill(low, high)
	for _, m := range modes {
		low, high = make([]float64, len(from)), make([]float64, len(from))
		for k, w := range m.width {
			low[k], high[k] = m.real[k]-searchAround*w, m.real[k]+searchAround*w
		}
		fill(low, high)
	}
	slices.SortStableFunc(starts, func(a, b peak) int { return cmp.Compare(b.log, a.log) })
	climbs := searchClimbs
	if len(s.fit.Normals) > 0 {
		climbs /= 3
	}
	for _, p := range starts[:min(len(starts), climbs)] {
		if m, ok := s.climb(p); ok && !slices.ContainsFunc(list, m.at) {
			list = append(list, m)
		}
	}
	if len(list) == 0 && len(starts) > 0 { // where conditions end the density, slopes may lead nowhere
		m := starts[0]
		for k := range low {
			m.width = append(m.width, (high[k]-low[k])/20)
		}
		list = append(list, m)
	}
	slices.SortStableFunc(list, func(a, b peak) int { return cmp.Compare(b.log, a.log) })
	list = slices.DeleteFunc(list, func(m peak) bool { return m.log < list[0].log-searchFaint })
	return list, of
}

// climb goes from a point to a mode.
func (s *surface) climb(from peak) (m peak, ok bool) {
	m = peak{real: slices.Clone(from.real), width: make([]float64, len(from.real))}
	if s.mode(m.real, m.width) != nil {
		return m, false
	}
	m.log = s.at(m.real)
	return m, !math.IsInf(m.log, -1)
}

// at tells whether another mode is this one.
func (m peak) at(other peak) bool {
	for k, w := range m.width {
		if math.Abs(m.real[k]-other.real[k]) > 0.1*min(w, other.width[k]) {
			return false
		}
	}
	return true
}

// covariance is about that at a mode: of its axes, or of its widths where it has none.
func (m peak) covariance() [][]float64 {
	d := len(m.real)
	c := newMatrix(d)
	for i := range d {
		if m.axes == nil {
			c[i][i] = m.width[i] * m.width[i]
			continue
		}
		for j := range d {
			for k := range d {
				c[i][j] += m.axes[i][k] * m.axes[j][k]
			}
		}
	}
	return c
}
