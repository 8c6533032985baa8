package dist

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestWishartProducts(t *testing.T) {
	uniform := WishartUniform(2)
	points := [2]Wishart{WishartPoint([]float64{2, 0, 0, 1}), WishartPoint([]float64{1, 0, 0, 1})}
	a, b := Wishart{Shape: 4, Rate: []float64{2, 0.5, 0.5, 1}}, Wishart{Shape: 2, Rate: []float64{0.25, 0.5, 0.5, 1}}
	w := NewMvWork(2)
	var s, u Wishart
	for _, x := range []Wishart{uniform, points[0], a, b} {
		if s.SetPower(x, 1); !sameWishart(s, x) || x.Change(x, w) != 0 {
			t.Errorf("%v to the power 1: %v", x, s)
		}
		if s.SetPower(x, 0); !sameWishart(s, uniform) {
			t.Errorf("%v to the power 0: %v", x, s)
		}
		for _, y := range []Wishart{uniform, points[0], a, b} {
			s.SetTimes(x, y)
			if u.SetTimes(y, x); !sameWishart(s, u) {
				t.Errorf("%v, %v do not commute", x, y)
			}
			u.Set(x)
			if u.SetTimes(u, y); !sameWishart(s, u) {
				t.Errorf("%v times %v in place: %v", x, y, u)
			}
			if u.SetOver(s, y); !y.Point && !sameWishart(u, x) {
				t.Errorf("%v over %v: %v, want %v", s, y, u, x)
			}
		}
	}
	for name, f := range map[string]func(){
		"two points":    func() { s.SetTimes(points[0], points[1]) },
		"over a point":  func() { s.SetOver(points[0], points[0]) },
		"point to -1":   func() { s.SetPower(points[0], -1) },
		"sizes":         func() { s.SetTimes(uniform, WishartUniform(3)) },
		"deviation":     func() { s.Set(a); s.AddDeviation([]float64{1}, 1) },
		"point and NaN": func() { s.SetTimes(points[0], Wishart{Shape: math.NaN(), Rate: make([]float64, 4)}) },
	} {
		if f(); s.IsFinite() || s.IsUniform() || s.IsProper(w) || !math.IsInf(s.Change(a, w), 1) {
			t.Errorf("%s: %v", name, s)
		}
	}
	want(t, "change of a point", points[0].Change(points[1], w), 0.5, 0)
	want(t, "mean log det of a point", points[0].MeanLogDet(w), math.Ln2, 1e-15)
	want(t, "point and a wishart", points[0].LogIntegral(a, w), a.LogProbIn(points[0].Rate, w), 0)
	want(t, "point and a message", b.LogIntegral(points[0], w), 0.5*math.Ln2-0.5-1, 1e-15)
	want(t, "point and the uniform message", uniform.LogIntegral(points[0], w), 0, 0)
	want(t, "wishart and the uniform message", uniform.LogIntegral(a, w), 0, 0)
	want(t, "different points", points[1].LogIntegral(points[0], w), math.Inf(-1), 0)
	want(t, "not positive definite", a.LogProbIn([]float64{1, 2, 2, 1}, w), math.Inf(-1), 0)
	if x := b.LogIntegral(uniform, w); x == x {
		t.Errorf("improper product: %v", x)
	}
	// Rates 1/2 of old ones: means twice as large, variances four times.
	old := Wishart{Shape: 4, Rate: []float64{4, 1, 1, 2}}
	want(t, "change", a.Change(old, w), 3, 1e-14)
	none := Wishart{Shape: 0.5}
	if !none.IsUniform() || !none.IsProper(nil) || none.LogIntegral(none, nil) != 0 || none.LogProbIn(nil, nil) != 0 || none.Change(none, nil) != 0 {
		t.Errorf("%v", none)
	}
}

func TestWishartSample(t *testing.T) {
	rng, w := rand.New(rand.NewPCG(5, 6)), NewMvWork(2)
	d := Wishart{Shape: 2.5, Rate: []float64{2, 0.75, 0.75, 1}}
	const draws = 40000
	mean, variance := d.MeanTo(nil, w), d.VarianceTo(nil, w)
	x, sum, logDet, logDet2 := make([]float64, 4), make([]float64, 4), 0.0, 0.0
	for range draws {
		d.SampleTo(x, rng, w)
		for i, v := range x {
			sum[i] += v
		}
		l := math.Log(x[0]*x[3] - x[1]*x[2])
		logDet += l
		logDet2 += l * l
	}
	for i, s := range sum {
		if z := (s/draws - mean[i]) / math.Sqrt(variance[i]/draws); math.Abs(z) > 4.5 {
			t.Errorf("mean of draws %v is %v, %v standard errors off", i, s/draws, z)
		}
	}
	logDet /= draws
	if z := (logDet - d.MeanLogDet(w)) / math.Sqrt((logDet2/draws-logDet*logDet)/draws); math.Abs(z) > 4.5 {
		t.Errorf("mean log det of draws is %v, %v standard errors off", logDet, z)
	}
}

func TestWishartAllocatesNothing(t *testing.T) {
	const k = 3
	a := Wishart{Shape: 5, Rate: []float64{3, 1, 0.5, 1, 2, -0.5, 0.5, -0.5, 4}}
	b, s := Wishart{Shape: 3, Rate: []float64{1, 0, 0, 0, 1, 0, 0, 0, 1}}, WishartUniform(k)
	w, rng := NewMvWork(k), rand.New(rand.NewPCG(1, 2))
	x, deviation := make([]float64, k*k), make([]float64, k)
	if n := testing.AllocsPerRun(100, func() {
		s.SetTimes(a, b)
		s.SetOver(s, a)
		s.SetPower(s, 0.5)
		s.SetDamp(s, b, 0.5)
		s.AddDeviation(deviation, 1)
		a.MeanTo(x, w)
		a.VarianceTo(x, w)
		a.SampleTo(x, rng, w)
		a.LogProbIn(x, w)
		a.LogIntegral(b, w)
		a.MeanLogDet(w)
		a.Change(b, w)
		if s.SetDfScale(4, b.Rate, w) != nil {
			t.Error("not positive definite")
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
