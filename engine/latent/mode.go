package latent

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// ErrRunsAway: the density of the hyperparameters has no mode, or so flat a tail that it cannot be
// normalized.
var ErrRunsAway = errors.New("the density of the hyperparameters does not fall: neither priors nor data keep them where numbers can be summed")

// A RunsAway is ErrRunsAway of a hyperparameter, and where it goes to.
type RunsAway struct {
	Hyper int
	Value float64
}

func (e *RunsAway) Error() string {
	return fmt.Sprintf("%v: hyperparameter %d goes to %.3g", ErrRunsAway, e.Hyper, e.Value)
}

// Unwrap is ErrRunsAway.
func (e *RunsAway) Unwrap() error { return ErrRunsAway }

// A surface is the log density of hyperparameters by their real coordinates.
type surface struct {
	fit    *Fit
	hypers []Hyper
	theta  []float64
	noise  float64 // of the log density, where sweeps end early
	near   float64 // how far from the mode its search ends, in squared widths
	fine   float64 // the fit's tolerance when it ends
	err    error   // of the last point

	known []float64 // where the fit was last, and
	log   float64   // the log density there
}

// at is the log density at a point; -Inf where there is none.
func (s *surface) at(x []float64) float64 {
	sum := s.place(x)
	if s.known != nil && slices.Equal(x, s.known) && s.fit.Change <= s.fit.Tolerance {
		return s.log
	}
	s.known = s.known[:0]
	if s.err = s.fit.At(s.theta); s.err != nil {
		return math.Inf(-1)
	}
	s.known, s.log = append(s.known, x...), sum+s.fit.LogDensity
	return s.log
}

// place sets theta by real coordinates, and gives the log of the derivative.
func (s *surface) place(x []float64) (logSlope float64) {
	s.theta, logSlope = valuesAt(s.hypers, x, s.theta[:0])
	return logSlope
}

const (
	modeReach = 60   // how far a coordinate may go: exp(60) = 1e26
	modeStep  = 2.5  // how far a step may
	modeDelta = 1e-2 // of differences
	modeFlat  = 1e-2 // a second difference that says how far to go
)

// mode finds the highest point from x on, by BFGS with central differences (Nocedal and Wright
// 2006, chapter 6): it needs no more than to be near. The first metric is that of second differences
// with the sites as they are, as in penalized quasi-likelihood: of a model that is normal it is
// exact, and otherwise far nearer than a unit. Widths become about the standard deviations at the mode.
func (s *surface) mode(x, width []float64) error {
	d := len(x)
	start := append([]float64(nil), x...)
	inverse := newMatrix(d)
	f, err := s.begin(x)
	if err != nil {
		return err
	}
	gradient, curvature, next := make([]float64, d), make([]float64, d), make([]float64, d)
	s.gradient(x, gradient, curvature)
	metric := true
	for i, c := range curvature {
		inverse[i][i] = 1
		if c > modeFlat {
			inverse[i][i] = 1 / c
		} else {
			metric = false
		}
	}
	defer widths(width, inverse, curvature)
	step, trial := make([]float64, d), make([]float64, d)
	for iteration := range 200 {
		slope, size, steep := 0.0, 0.0, 0.0
		for i := range d {
			step[i] = 0
			for j := range d {
				step[i] += inverse[i][j] * gradient[j]
			}
			slope += step[i] * gradient[i]
			size = max(size, math.Abs(step[i]))
			steep = max(steep, math.Abs(gradient[i]))
		}
		if steep < 1e-4 || slope < s.near && (iteration > 0 || metric) {
			if s.fit.Tolerance <= s.fine {
				return nil
			}
			// Slopes by sites that have not settled lead past the mode.
			s.fit.Tolerance = s.fine
			if f = s.at(x); math.IsInf(f, -1) {
				return s.err
			}
			s.gradient(x, gradient, curvature)
			continue
		}
		share := min(1, modeStep/size)
		better := false
		for n := 0; n < 12 && !better; n++ {
			for i := range d {
				trial[i] = x[i] + share*step[i]
			}
			if g := s.at(trial); g >= f+1e-4*share*slope-s.noise {
				better, f = true, g
			} else {
				share /= 3
			}
		}
		if !better {
			// As near as differences can tell, or the metric is wrong.
			if steep < 0.05 || iteration > 0 && isUnit(inverse) {
				return nil
			}
			setUnit(inverse)
			continue
		}
		copy(x, trial)
		for i := range d {
			if math.Abs(x[i]-start[i]) > modeReach {
				return &RunsAway{i, s.hyperAt(i, x[i])}
			}
		}
		s.gradient(x, next, curvature)
		update(inverse, step, share, gradient, next)
		copy(gradient, next)
	}
	return nil
}

// begin goes from x to a point near it where sweeps settle, and gives the log density there.
func (s *surface) begin(x []float64) (float64, error) {
	f := s.at(x)
	if !math.IsInf(f, -1) || !errors.Is(s.err, ErrNotConverged) && !errors.Is(s.err, ErrNotFinite) {
		return f, s.err
	}
	first := s.err
	for _, step := range []float64{1, -1, 2, -2, 4, -4} {
		for i, from := range x {
			x[i] = from + step
			if f = s.at(x); !math.IsInf(f, -1) {
				return f, nil
			}
			x[i] = from
		}
	}
	return f, first
}

// widths are the standard deviations at a mode, of what is curved there by its curvature.
func widths(width []float64, inverse [][]float64, curvature []float64) {
	for i := range width {
		width[i] = math.Sqrt(min(100, max(1e-10, inverse[i][i])))
	}
	for i, c := range curvature {
		if c > modeFlat {
			width[i] = 1 / math.Sqrt(c)
		}
	}
}

func (s *surface) hyperAt(k int, x float64) float64 {
	value, _ := s.hypers[k].value(x)
	return value
}

// gradient finds slopes at the last point, and second differences with the sites as they are, negative.
func (s *surface) gradient(x, slopes, curvature []float64) {
	for i := range x {
		slopes[i], curvature[i] = s.slope(x, i, true)
	}
}

// slope is that along a coordinate at the last point, one-sided where one side has no density, and, if
// asked for, the second difference with the sites as they are, negative; 0 where there is none.
func (s *surface) slope(x []float64, i int, bent bool) (slope, curvature float64) {
	at := x[i]
	defer func() { x[i] = at }()
	// near is the density this far away. Where rows say something else there, what they add to their sites is
	// found, of all that are compared.
	moved := false
	near := func(d float64) float64 {
		x[i] = at + d
		sum := s.place(x)
		log, other, err := s.fit.near(s.theta)
		if err != nil {
			moved = moved || d > 0
			return math.Inf(-1)
		}
		if moved = moved || other && d > 0; moved {
			log += s.fit.added()
		}
		return sum + log
	}
	here := near(0)
	up := near(modeDelta)
	down := near(-modeDelta)
	one := math.IsInf(up, -1) != math.IsInf(down, -1)
	if moved && (bent || one) {
		here = near(0)
	}
	switch {
	case one && math.IsInf(up, -1):
		return (here - down) / modeDelta, 0
	case one:
		return (up - here) / modeDelta, 0
	case math.IsInf(up, -1):
		return 0, 0
	}
	return (up - down) / (2 * modeDelta), (2*here - up - down) / (modeDelta * modeDelta)
}

// update is that of BFGS for the inverse of the negative second derivative.
func update(inverse [][]float64, step []float64, share float64, before, after []float64) {
	d := len(step)
	y, product := make([]float64, d), make([]float64, d)
	sy := 0.0
	for i := range d {
		y[i] = before[i] - after[i]
		sy += share * step[i] * y[i]
	}
	if !(sy > 1e-10) {
		return
	}
	yy := 0.0
	for i := range d {
		for j := range d {
			product[i] += inverse[i][j] * y[j]
		}
		yy += product[i] * y[i]
	}
	for i := range d {
		for j := range d {
			a, b := share*step[i], share*step[j]
			inverse[i][j] += (1+yy/sy)*a*b/sy - (product[i]*b+a*product[j])/sy
		}
	}
}

func isUnit(m [][]float64) bool {
	for i := range m {
		for j, x := range m[i] {
			if i == j && x != 1 || i != j && x != 0 {
				return false
			}
		}
	}
	return true
}

func setUnit(m [][]float64) {
	for i := range m {
		clear(m[i])
		m[i][i] = 1
	}
}

func newMatrix(d int) [][]float64 {
	m := make([][]float64, d)
	for i := range m {
		m[i] = make([]float64, d)
	}
	return m
}

// axes finds directions in which the density around its mode is of unit scale, columns: those of
// the second derivatives' matrix, by differences of slopes, each as long as the density says: it falls by 2
// at about twice the length. Widths are where the search starts.
func (s *surface) axes(x, width []float64, top float64) ([][]float64, error) {
	d := len(x)
	unit := make([]float64, d)
	for i := range d {
		unit[i] = width[i]
		w, err := s.width(x, unit, top)
		unit[i] = 0
		if err != nil {
			return nil, err
		}
		width[i] *= w
	}
	if d == 1 {
		return [][]float64{{width[0]}}, nil
	}
	// Second derivatives in these units: how slopes along one coordinate differ between points along another.
	point := append([]float64(nil), x...)
	m := newMatrix(d)
	const h = 0.5
	for i := range d {
		m[i][i] = 1
		if i == 0 {
			continue
		}
		for _, side := range []float64{h, -h} {
			point[i] = x[i] + side*width[i]
			ok := !math.IsInf(s.at(point), -1)
			for j := range i {
				if slope, _ := s.slope(point, j, false); ok {
					m[i][j] -= slope * width[j] * side / (2 * h * h)
				}
			}
			point[i] = x[i]
		}
		for j := range i {
			m[i][j] = max(-0.98, min(0.98, m[i][j]))
			m[j][i] = m[i][j]
		}
	}
	values, vectors := eigen(m)
	axes := newMatrix(d)
	direction := make([]float64, d)
	for k := range d {
		scale := 1 / math.Sqrt(max(values[k], 0.02))
		for i := range d {
			direction[i] = width[i] * vectors[i][k] * scale
		}
		w, err := s.width(x, direction, top)
		if err != nil {
			return nil, err
		}
		for i := range d {
			axes[i][k] = w * direction[i]
		}
	}
	return axes, nil
}

// width is half of how far the density falls by 2, along a direction: of a normal one the
// standard deviation. It is nearer to the sharper side than to the flatter.
func (s *surface) width(x, direction []float64, top float64) (float64, error) {
	point := make([]float64, len(x))
	length := 0.0
	for _, x := range direction {
		length = max(length, math.Abs(x))
	}
	side := func(sign float64) (float64, bool) {
		fall := func(t float64) float64 {
			for i := range x {
				point[i] = x[i] + sign*t*direction[i]
			}
			return top - s.at(point)
		}
		// About where it has fallen by 2, as if it were a parabola from here; low and high are
		// where it had fallen less and more.
		t, low, high := 2.0, 0.0, math.Inf(1)
		for range 60 {
			f := fall(t)
			if f > 1.5 && f < 2.7 {
				return t * math.Sqrt(2/f), true
			}
			if f < 2 {
				if low = t; t*length > modeReach {
					return t, false
				}
			} else {
				high = t
			}
			next := t * min(3, max(0.1, math.Sqrt(2/max(f, 1e-10))))
			if !(next > low && next < high) {
				next = (low + high) / 2
			}
			if high-low < 1e-3*high {
				break
			}
			t = next
		}
		return t, true
	}
	up, okUp := side(1)
	down, okDown := side(-1)
	if !okUp && !okDown {
		k := 0
		for i, x := range direction {
			if math.Abs(x) > math.Abs(direction[k]) {
				k = i
			}
		}
		return 0, &RunsAway{k, s.hyperAt(k, x[k]+math.Copysign(modeReach, direction[k]))}
	}
	return min((up+down)/4, 0.75*min(up, down)), nil
}

// eigen finds the eigenvalues of a symmetric matrix, and the vectors as columns, by Jacobi's
// rotations.
func eigen(m [][]float64) (values []float64, vectors [][]float64) {
	d := len(m)
	vectors = newMatrix(d)
	for i := range d {
		vectors[i][i] = 1
	}
	for range 60 {
		rest := 0.0
		for i := range d {
			for j := range i {
				rest += m[i][j] * m[i][j]
			}
		}
		if rest < 1e-24 {
			break
		}
		for p := range d {
			for q := range p {
				if m[p][q] == 0 {
					continue
				}
				t := (m[q][q] - m[p][p]) / (2 * m[p][q])
				t = math.Copysign(1, t) / (math.Abs(t) + math.Hypot(t, 1))
				c := 1 / math.Hypot(t, 1)
				r := t * c
				for k := range d {
					m[k][p], m[k][q] = c*m[k][p]-r*m[k][q], r*m[k][p]+c*m[k][q]
				}
				for k := range d {
					m[p][k], m[q][k] = c*m[p][k]-r*m[q][k], r*m[p][k]+c*m[q][k]
					vectors[k][p], vectors[k][q] = c*vectors[k][p]-r*vectors[k][q], r*vectors[k][p]+c*vectors[k][q]
				}
			}
		}
	}
	for i := range d {
		values = append(values, m[i][i])
	}
	return values, vectors
}
