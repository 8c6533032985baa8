package dist

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Of two values a categorical is a Bernoulli.
func TestCategoricalOfTwoIsBernoulli(t *testing.T) {
	odds := []float64{0, 0.5, -3, 40, 45, 700, -800, 1e-9, 1e5, math.Inf(1), math.Inf(-1)}
	make2 := func(l float64) Categorical {
		if l > 0 {
			return CategoricalLogWeights(-l, 0) // of which the largest is 0, as of +Inf
		}
		return CategoricalLogWeights(0, l)
	}
	for _, l := range odds {
		b, d := Bernoulli{l}, make2(l)
		wantVector(t, "probabilities", d.P(nil), []float64{b.Q(), b.P()}, 3e-16)
		want(t, "mean", d.Mean(), b.P(), 1e-15)
		if v := d.Variance(); math.Abs(v-b.Variance()) > 1e-15*b.Variance() {
			t.Errorf("%v: variance %v, want %v", b, v, b.Variance())
		}
		for k, x := range []bool{false, true} {
			if got, wanted := d.LogProb(k), b.LogProb(x); got != wanted && math.Abs(got-wanted) > 1e-15*math.Abs(wanted) {
				t.Errorf("%v: log prob of %v: %v, want %v", b, k, got, wanted)
			}
		}
		for _, m := range odds {
			got, wanted := d.LogIntegral(make2(m)), b.LogIntegral(Bernoulli{m})
			if got != wanted && math.Abs(got-wanted) > 1e-15*math.Abs(wanted) {
				t.Errorf("log odds %v, %v: log integral %v, want %v", l, m, got, wanted)
			}
			if got, wanted := d.Change(make2(m)), b.Change(Bernoulli{m}); math.Abs(got-wanted) > 1e-15 {
				t.Errorf("log odds %v, %v: change %v, want %v", l, m, got, wanted)
			}
		}
	}
}

func TestCategoricalMoments(t *testing.T) {
	d := CategoricalWeights([]float64{1, 0, 2, 5})
	wantVector(t, "p", d.P(nil), []float64{0.125, 0, 0.25, 0.625}, 1e-15)
	want(t, "mean", d.Mean(), 2.375, 1e-15)
	want(t, "variance", d.Variance(), 0.25*4+0.625*9-2.375*2.375, 1e-14)
	want(t, "entropy", d.Entropy(), 0.125*math.Log(8)+0.25*math.Log(4)-0.625*math.Log(0.625), 1e-15)
	want(t, "log prob", d.LogProb(1), math.Inf(-1), 0)
	want(t, "outside", d.LogProb(4), math.Inf(-1), 0)
	want(t, "integral", d.LogIntegral(CategoricalWeights([]float64{1, 1, 1, 1})), math.Log(0.25), 1e-15)
	if d.Mode() != 3 || d.IsPoint() || d.IsUniform() || !d.IsProper() {
		t.Errorf("%v", d)
	}
	// Log weights far from 0, and far from each other.
	e := CategoricalLogWeights(-1e6, -1e6-math.Ln2, -2e6)
	wantVector(t, "p", e.P(nil), []float64{2.0 / 3, 1.0 / 3, 0}, 1e-10)
	if e.Normalize(); e.LogP[2] > -9.9e5 {
		t.Errorf("normalized %v", e)
	}
	want(t, "normalized", e.LogP[0], math.Log(2.0/3), 1e-10)
	if v := CategoricalLogWeights(0, -600).Variance(); !(v > 0) {
		t.Errorf("tiny variance %v", v)
	}
}

func TestCategoricalProducts(t *testing.T) {
	all := []Categorical{
		CategoricalUniform(3), CategoricalPoint(1, 3), CategoricalLogWeights(1, -2, 0.5), CategoricalLogWeights(8, 0.25, -64),
	}
	same := func(a, b Categorical) bool { return distAllEqual(a.LogP, b.LogP) }
	var s, u Categorical
	for _, a := range all {
		if s.SetPower(a, 0); !s.IsUniform() {
			t.Errorf("%v to the power 0: %v", a, s)
		}
		if s.SetPower(a, 1); !same(s, a) || a.Change(a) != 0 {
			t.Errorf("%v to the power 1: %v", a, s)
		}
		for _, b := range all {
			s.SetTimes(a, b)
			if u.SetTimes(b, a); !same(s, u) {
				t.Errorf("%v, %v do not commute", a, b)
			}
			if u.SetOver(s, b); !b.IsPoint() && !same(u, a) {
				t.Errorf("%v over %v: %v, want %v", s, b, u, a)
			}
			u.Set(a)
			if u.SetTimes(u, b); !same(u, s) {
				t.Errorf("%v times %v in place: %v, want %v", a, b, u, s)
			}
			if u.SetDamp(a, b, 0); u.Change(a) != 0 {
				t.Errorf("%v undamped from %v: %v", a, b, u)
			}
			u.SetDamp(a, b, 0.25)
			var x, y Categorical
			x.SetPower(a, 0.75)
			y.SetPower(b, 0.25)
			if x.SetTimes(x, y); !a.IsPoint() && !b.IsPoint() && u.Change(x) > 1e-15 {
				t.Errorf("%v damped from %v: %v, want %v", a, b, u, x)
			}
		}
	}
	point := CategoricalPoint(0, 3)
	for name, f := range map[string]func(){
		"two points":      func() { s.SetTimes(point, CategoricalPoint(2, 3)) },
		"over a point":    func() { s.SetOver(point, point) },
		"point to -1":     func() { s.SetPower(point, -1) },
		"sizes":           func() { s.SetTimes(point, CategoricalUniform(2)) },
		"negative weight": func() { s = CategoricalWeights([]float64{1, -1}) },
		"no weight":       func() { s = CategoricalWeights([]float64{0, 0}) },
		"no such value":   func() { s = CategoricalPoint(3, 3) },
		"infinite weight": func() { s = CategoricalWeights([]float64{math.Inf(1), 0}) },
	} {
		if f(); s.IsFinite() || s.IsProper() || s.IsUniform() || s.IsPoint() || s.Mode() != -1 || s.Mean() == s.Mean() {
			t.Errorf("%s: %v", name, s)
		}
		if x := s.LogProb(0); x == x {
			t.Errorf("%s: log prob %v", name, x)
		}
		if c := s.Change(point); c != math.Inf(1) {
			t.Errorf("%s: change %v", name, c)
		}
	}
	want(t, "opposite sure values", point.LogIntegral(CategoricalPoint(1, 3)), math.Inf(-1), 0)
	// A value that is impossible in one of the two stays in its place.
	s.SetDamp(CategoricalLogWeights(100, 100, math.Inf(-1)), CategoricalLogWeights(-5, math.Inf(-1), -5), 0.5)
	wantVector(t, "damped", s.P(nil), []float64{0.5, 0.5, 0}, 1e-15)
}

func TestCategoricalOfNoneAndOne(t *testing.T) {
	none, one := Categorical{}, CategoricalLogWeights(3)
	if !none.IsUniform() || !none.IsProper() || none.LogIntegral(none) != 0 || none.Entropy() != 0 || none.Mode() != -1 || none.Change(none) != 0 {
		t.Errorf("%v", none)
	}
	if !one.IsPoint() || one.LogProb(0) != 0 || one.LogIntegral(one) != 0 || one.Mean() != 0 || one.Variance() != 0 {
		t.Errorf("%v", one)
	}
}

func TestCategoricalSample(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	d := CategoricalLogWeights(-1000, math.Inf(-1), -1001, -999)
	const draws = 40000
	counts := make([]float64, 4)
	for range draws {
		counts[d.Sample(rng)]++
	}
	for k, p := range d.P(nil) {
		if sd := math.Sqrt(draws * p * (1 - p)); math.Abs(counts[k]-draws*p) > 4.5*sd {
			t.Errorf("%v of %v draws are %v, want %v", counts[k], draws, k, draws*p)
		}
	}
}

func TestCategoricalAllocatesNothing(t *testing.T) {
	a, b, s := CategoricalLogWeights(1, 2, 3), CategoricalLogWeights(3, 2, 5), CategoricalUniform(3)
	dst, rng := make([]float64, 3), rand.New(rand.NewPCG(1, 2))
	if n := testing.AllocsPerRun(100, func() {
		s.SetTimes(a, b)
		s.SetOver(s, a)
		s.SetPower(s, 0.5)
		s.SetDamp(s, b, 0.5)
		s.P(dst)
		s.Sample(rng)
		s.LogIntegral(a)
		s.Change(b)
		s.Normalize()
		s.SetPoint(2)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// LargerChange is the larger of two changes, whatever it leaves out.
func TestCategoricalLargerChange(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	for range 20000 {
		n := 1 + rng.IntN(40)
		a, b := CategoricalUniform(n), CategoricalUniform(n)
		scale := math.Exp(6 * rng.NormFloat64())
		for k := range n {
			a.LogP[k] = 3 * rng.NormFloat64()
			b.LogP[k] = a.LogP[k] + scale*rng.NormFloat64()
			switch rng.IntN(30 * n) {
			case 0:
				a.LogP[k] = math.Inf(-1)
			case 1:
				b.LogP[k] = math.Inf(-1)
			case 2:
				a.LogP[k], b.LogP[k] = math.Inf(-1), math.Inf(-1)
			case 3:
				a.LogP[k] = math.NaN()
			}
		}
		exact := a.Change(b)
		p, q, want := a.P(nil), b.P(nil), 0.0
		for k := range p {
			want = math.Max(want, math.Abs(p[k]-q[k]))
		}
		if want != want {
			want = math.Inf(1)
		}
		if !(exact == want || math.Abs(exact-want) < 1e-15) {
			t.Fatalf("change of %v from %v is %v, want %v", a, b, exact, want)
		}
		before := exact * []float64{0, 0.5, 1, 2}[rng.IntN(4)]
		if math.IsInf(exact, 1) {
			before = 0.5
		}
		if got := a.LargerChange(b, before); got != math.Max(before, exact) {
			t.Fatalf("larger of %v and %v is %v", before, exact, got)
		}
	}
}

func TestCategoricalNear(t *testing.T) {
	for _, c := range []struct{ value, size, p, others float64 }{{0, 1, 1, 0}, {1, 2, 0.999, 0.001}, {0, 4, 0.9985, 0.0005}} {
		d := CategoricalNear(c.value, c.size)
		for k, p := range d.P(make([]float64, d.Size())) {
			want := c.others
			if k == int(c.value) {
				want = c.p
			}
			if math.Abs(p-want) > 1e-15 {
				t.Errorf("near %v of %v: p[%d] is %v, want %v", c.value, c.size, k, p, want)
			}
		}
	}
	if d := CategoricalNear(3, 3); d.IsProper() {
		t.Errorf("near 3 of 3: %v", d)
	}
}
