package dist

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestMvNormalProducts(t *testing.T) {
	uniform := MvNormalUniform(2)
	points := [2]MvNormal{MvNormalPoint([]float64{1, 2}), MvNormalPoint([]float64{1, 3})}
	a, b := mvPair{3, -2, 4, 1, 1.5}.normal(t), MvNormal{H: []float64{1, 2}, P: []float64{0.25, 0.5, 0.5, 1}}
	w := NewMvWork(2)
	var s, u MvNormal
	all := []MvNormal{uniform, points[0], a, b}
	for _, x := range all {
		if s.SetPower(x, 1); !sameMv(s, x) || x.Change(x, w) != 0 {
			t.Errorf("%v to the power 1: %v", x, s)
		}
		if s.SetPower(x, 0); !sameMv(s, uniform) {
			t.Errorf("%v to the power 0: %v", x, s)
		}
		if s.SetTimes(x, uniform); !sameMv(s, x) {
			t.Errorf("%v times uniform: %v", x, s)
		}
		for _, y := range all {
			s.SetTimes(x, y)
			if u.SetTimes(y, x); !sameMv(s, u) {
				t.Errorf("%v, %v do not commute", x, y)
			}
			u.Set(x)
			if u.SetTimes(u, y); !sameMv(s, u) {
				t.Errorf("%v times %v in place: %v", x, y, u)
			}
			if u.SetOver(s, y); !y.Point && (u.Point != x.Point || !nearVector(u.P, x.P, 1e-14)) {
				t.Errorf("%v over %v: %v, want %v", s, y, u, x)
			}
		}
	}
	for name, f := range map[string]func(){
		"two points":    func() { s.SetTimes(points[0], points[1]) },
		"over a point":  func() { s.SetOver(points[0], points[0]) },
		"point to -1":   func() { s.SetPower(points[0], -1) },
		"sizes":         func() { s.SetTimes(uniform, MvNormalUniform(3)) },
		"point and NaN": func() { s.SetTimes(points[0], MvNormal{H: []float64{math.NaN(), 0}, P: make([]float64, 4)}) },
		"dot is known":  func() { s.Set(a); s.AddDot([]float64{1, 1}, NormalPoint(1)) },
		"other dot":     func() { s.Set(points[0]); s.AddDot([]float64{1, 1}, NormalPoint(4)) },
		"sizes of dot":  func() { s.Set(a); s.AddDot([]float64{1}, Normal{1, 1}) },
		"variance 0":    func() { s = MvNormalMeanVariance([]float64{1, 2}, []float64{1, 0}) },
	} {
		if f(); s.IsFinite() || s.IsUniform() || s.IsProper(w) || !math.IsInf(s.Change(a, w), 1) {
			t.Errorf("%s: %v", name, s)
		}
	}
	s.Set(points[0])
	if s.AddDot([]float64{1, 1}, NormalPoint(3)); !sameMv(s, points[0]) {
		t.Errorf("the known dot product of a point: %v", s)
	}
	if c := a.Copy(); !sameMv(c, a) {
		t.Errorf("copy %v", c)
	}
	want(t, "change of a point", points[0].Change(points[1], w), 1.0/3, 1e-15)
	want(t, "change by half an sd", mvPair{1, 0, 4, 1, 0}.normal(t).Change(mvPair{0, 0, 4, 1, 0}.normal(t), w), 0.5, 1e-15)
	want(t, "change of the correlation", mvPair{0, 0, 4, 1, 1}.normal(t).Change(mvPair{0, 0, 4, 1, 0.5}.normal(t), w), 0.25, 1e-14)
	want(t, "point and a normal", points[0].LogIntegral(a, w), a.LogProbIn([]float64{1, 2}, w), 0)
	want(t, "point and a message", b.LogIntegral(points[0], w), 1+4-0.5*(0.25+2+4), 1e-15)
	want(t, "different points", points[1].LogIntegral(points[0], w), math.Inf(-1), 0)
	if x := b.LogIntegral(b, w); x == x {
		t.Errorf("improper product: %v", x)
	}
}

func TestMvNormalOfNone(t *testing.T) {
	d, err := MvNormalMeanCovariance(nil, nil)
	if err != nil || !d.IsUniform() || !d.IsProper(nil) || d.LogProbIn(nil, nil) != 0 || d.LogIntegral(d, nil) != 0 || d.Change(d, nil) != 0 || d.Entropy(nil) != 0 {
		t.Errorf("%v, %v", d, err)
	}
	if len(d.MeanTo(nil, nil)) != 0 || len(d.CovarianceTo(nil, nil)) != 0 || len(d.SampleTo(nil, nil, nil)) != 0 {
		t.Errorf("%v", d)
	}
}

func TestMvNormalSample(t *testing.T) {
	rng, w := rand.New(rand.NewPCG(5, 6)), NewMvWork(2)
	p := mvPair{3, -2, 4, 1, 1.5}
	d := p.normal(t)
	const draws = 40000
	var sums [3]float64
	x := make([]float64, 2)
	for range draws {
		d.SampleTo(x, rng, w)
		u, v := x[0]-p.m1, x[1]-p.m2
		sums[0] += u
		sums[1] += v
		sums[2] += u * v
	}
	for i, z := range []float64{sums[0] / 2, sums[1], (sums[2] - draws*p.c) / math.Sqrt(p.v1*p.v2+p.c*p.c)} {
		if math.Abs(z) > 4.5*math.Sqrt(draws) {
			t.Errorf("%v: %v standard errors off", i, z/math.Sqrt(draws))
		}
	}
}

func TestMvNormalAllocatesNothing(t *testing.T) {
	const k = 4
	a, b := MvNormalUniform(k), MvNormalUniform(k)
	for i := range k {
		a.H[i], a.P[i*k+i], b.P[i*k+i] = 1, 2, 3
	}
	p, _ := hilbert(k, 420)
	c, s := MvNormal{H: []float64{1, 2, 3, 4}, P: p}, MvNormalUniform(k)
	w, rng := NewMvWork(k), rand.New(rand.NewPCG(1, 2))
	mean, covariance, dot := make([]float64, k), make([]float64, k*k), []float64{1, 2, 3, 4}
	if n := testing.AllocsPerRun(100, func() {
		s.SetTimes(a, c)
		s.SetOver(s, a)
		s.SetPower(s, 0.5)
		s.SetDamp(s, b, 0.5)
		s.AddDot(dot, Normal{1, 1})
		c.Moments(mean, covariance, w)
		c.VarianceTo(mean, w)
		c.Dot(dot, w)
		c.SampleTo(mean, rng, w)
		c.LogProbIn(mean, w)
		c.LogIntegral(a, w)
		c.Change(a, w)
		if s.SetMeanCovariance(mean, p, w) != nil || s.SetMeanPrecision(mean, p, w) != nil {
			t.Error("not positive definite")
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
