package latent

import (
	"math"
	"testing"

	"mpc/mcmc"
)

// TestWithinBounds compares with sums over a fine grid of both numbers, and without correlation with
// products; far out and all but singular too.
func TestWithinBounds(t *testing.T) {
	inf := math.Inf(1)
	for _, x := range []struct {
		p         bivariate
		low, high [2]float64
	}{
		{bivariate{[2]float64{0, 0}, [2]float64{1, 1}, 0}, [2]float64{0, -1}, [2]float64{inf, 2}},
		{bivariate{[2]float64{0.3, -0.2}, [2]float64{1.3, 0.8}, -0.7}, [2]float64{0, 0}, [2]float64{inf, inf}},
		{bivariate{[2]float64{1, 1}, [2]float64{1, 1}, -0.9999}, [2]float64{0, 0}, [2]float64{inf, inf}},
		{bivariate{[2]float64{-4, -3}, [2]float64{1, 2}, 0.9}, [2]float64{0, 0}, [2]float64{inf, inf}},
		{bivariate{[2]float64{2, 5}, [2]float64{4, 0.01}, 0.1}, [2]float64{-inf, -inf}, [2]float64{0, 5.1}},
		{bivariate{[2]float64{0, 0}, [2]float64{100, 100}, 99}, [2]float64{-1, -1}, [2]float64{1, 1}},
	} {
		logZ, got, ok := withinBounds(&x.p, x.low, x.high)
		if !ok {
			t.Errorf("%v: no moments", x)
			continue
		}
		z, m, v, c := sumWithin(&x.p, &got, x.low, x.high)
		for k := range 2 {
			if !near(got.mean[k], m[k], 1e-4*math.Sqrt(v[k])) || !near(got.variance[k], v[k], 3e-4*v[k]) {
				t.Errorf("%v: mean %v, variance %v of %d; want %v, %v", x, got.mean[k], got.variance[k], k, m[k], v[k])
			}
		}
		if !near(logZ, z, 2e-4) || !near(got.cross, c, 3e-4*math.Sqrt(v[0]*v[1])) {
			t.Errorf("%v: integral %v, covariance %v; want %v, %v", x, logZ, got.cross, z, c)
		}
	}
	if _, _, ok := withinBounds(&bivariate{variance: [2]float64{1, 1}}, [2]float64{1, 0}, [2]float64{0, 1}); ok {
		t.Error("bounds that leave nothing have moments")
	}
}

// sumWithin is withinBounds by a sum over the middles of 1,500 x 1,500 cells, around the moments that were found.
func sumWithin(p, about *bivariate, low, high [2]float64) (logZ float64, m, v [2]float64, c float64) {
	const n = 1500
	var from, width [2]float64
	for k := range 2 {
		sd := math.Sqrt(about.variance[k])
		from[k] = max(low[k], about.mean[k]-14*sd)
		width[k] = (min(high[k], about.mean[k]+14*sd) - from[k]) / n
	}
	d := p.determinant()
	sum := 0.0
	at := func(k, i int) float64 { return from[k] + (float64(i)+0.5)*width[k] - p.mean[k] }
	for i := range n {
		x := at(0, i)
		for j := range n {
			y := at(1, j)
			w := math.Exp(-0.5 * (p.variance[1]*x*x - 2*p.cross*x*y + p.variance[0]*y*y) / d)
			sum += w
			m[0], m[1] = m[0]+w*x, m[1]+w*y
			v[0], v[1], c = v[0]+w*x*x, v[1]+w*y*y, c+w*x*y
		}
	}
	m[0], m[1] = m[0]/sum, m[1]/sum
	v[0], v[1], c = v[0]/sum-m[0]*m[0], v[1]/sum-m[1]*m[1], c/sum-m[0]*m[1]
	logZ = math.Log(sum*width[0]*width[1]) - math.Log(2*math.Pi) - 0.5*math.Log(d)
	return logZ, [2]float64{m[0] + p.mean[0], m[1] + p.mean[1]}, v, c
}

// between is a number between two cut points, each with a normal prior of its own.
type between struct{ at []float64 }

func (m *between) Place(_, normals []float64) { m.at = normals }

func (m *between) Say(b *mcmc.NormalBlock, s *Sites) {
	for c, x := range m.at {
		b.Add1(betweenPrior[c][1]*(betweenPrior[c][0]-x), betweenPrior[c][1])
	}
	b.Slope[0], b.Slope[1] = 1, -1
	s.Interval(b, m.at[0]-m.at[1], 0, math.Inf(1))
	s.Interval(b, m.at[0]-m.at[2], math.Inf(-1), 0)
	b.Skip()
}

func (m *between) LogDensity() (sum float64) {
	for c, x := range m.at {
		d := x - betweenPrior[c][0]
		sum += 0.5*math.Log(betweenPrior[c][1]/(2*math.Pi)) - 0.5*betweenPrior[c][1]*d*d
	}
	return sum
}

func (m *between) AddLogDensity(int, []float64, []float64) {}

// Of the number, and of the cut points below and above it: means and precisions.
var betweenPrior = [3][2]float64{{0.5, 1}, {1, 0.5}, {-0.3, 2}}

// TestCorner: of one number between two cut points EP is exact: the moments and the integral are those of a fine
// sum over the number, and the row left out is the ratio of two integrals.
func TestCorner(t *testing.T) {
	m := &between{}
	p := mcmc.NewNormalPattern(3)
	for c := range 3 {
		p.Say(c)
	}
	p.SayRow([]int{0, 1})
	p.SayRow([]int{0, 2})
	p.SayRow([]int{1, 2}) // of which nothing is said: so the factor ties the cut points, as many numbers would
	p.OrderForMoments()
	for _, rows := range []bool{false, true} {
		f := NewFit(m, p)
		f.byRows = rows
		f.Tolerance = 1e-8
		if err := f.At(nil); err != nil {
			t.Fatal(err)
		}
		if len(f.Sites.corners) != 1 {
			t.Fatalf("%d corners", len(f.Sites.corners))
		}
		below := func(c int, x float64) float64 { // of a cut point
			return 0.5 * math.Erfc(-(x-betweenPrior[c][0])*math.Sqrt(betweenPrior[c][1]/2))
		}
		var z, one, two, first, second float64
		const step = 1e-3
		for x := -12.0; x < 12; x += step {
			d := x - betweenPrior[0][0]
			w := step * math.Exp(-0.5*d*d) / math.Sqrt(2*math.Pi)
			both := w * below(1, x) * (1 - below(2, x))
			z, one, two = z+both, one+w*below(1, x), two+w*(1-below(2, x))
			first, second = first+both*x, second+both*x*x
		}
		mean := first / z
		variance := second/z - mean*mean
		if !near(f.LogDensity, math.Log(z), 1e-6) || !near(f.Normals[0], mean, 1e-5) || !near(f.Block.Variance(0), variance, 1e-5) {
			t.Errorf("by rows %v: integral %v, mean %v, variance %v; want %v, %v, %v", rows, f.LogDensity, f.Normals[0], f.Block.Variance(0), math.Log(z), mean, variance)
		}
		var out [2]float64
		f.LeftOut(out[:])
		if !near(out[0], math.Log(z/two), 1e-6) || !near(out[1], math.Log(z/one), 1e-6) {
			t.Errorf("left out: %v, want %v, %v", out, math.Log(z/two), math.Log(z/one))
		}
	}
}

// bounded is one number with a standard normal prior, bounded below, and its negative too.
type bounded struct{ at []float64 }

func (m *bounded) Place(_, normals []float64) { m.at = normals }

func (m *bounded) Say(b *mcmc.NormalBlock, s *Sites) {
	b.Add1(-m.at[0], 1)
	b.Slope[0] = 1
	s.Interval(b, m.at[0], -1.5, math.Inf(1))
	b.Slope[0] = -1
	s.Interval(b, -m.at[0], -1, math.Inf(1))
}

func (m *bounded) LogDensity() float64 { return -0.5*m.at[0]*m.at[0] - 0.5*math.Log(2*math.Pi) }

func (m *bounded) AddLogDensity(int, []float64, []float64) {}

// TestParallelBounds: two bounds of one combination are two sites. As a site of two combinations they would have a
// covariance without an inverse.
func TestParallelBounds(t *testing.T) {
	m := &bounded{}
	p := mcmc.NewNormalPattern(1)
	p.Say(0)
	p.SayRow([]int{0})
	p.SayRow([]int{0})
	p.OrderForMoments()
	f := NewFit(m, p)
	f.Tolerance = 1e-8
	if err := f.At(nil); err != nil {
		t.Fatal(err)
	}
	if len(f.Sites.corners) != 0 {
		t.Errorf("%d corners", len(f.Sites.corners))
	}
	var z, first, second float64
	const step = 1e-4
	for x := -1.5; x < 1; x += step {
		w := step * math.Exp(-0.5*x*x) / math.Sqrt(2*math.Pi)
		z, first, second = z+w, first+w*x, second+w*x*x
	}
	mean := first / z
	variance := second/z - mean*mean
	// EP of two sites is near, not exact.
	if sd := math.Sqrt(variance); math.Abs(f.Normals[0]-mean) > 0.1*sd || math.Abs(math.Sqrt(f.Block.Variance(0))-sd) > 0.1*sd {
		t.Errorf("mean %v, variance %v; want near %v, %v", f.Normals[0], f.Block.Variance(0), mean, variance)
	}
}
