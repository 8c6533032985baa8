package dist

import (
	"math"
	"math/rand/v2"
	"testing"
)

// nearVector tells whether each element is near what is wanted, relative to it.
func nearVector(got, want []float64, tolerance float64) bool {
	if len(got) != len(want) {
		return false
	}
	for i := range got {
		if got[i] != want[i] && !(math.Abs(got[i]-want[i]) <= tolerance*math.Abs(want[i])) {
			return false
		}
	}
	return true
}

// wantVector reports a vector that is not near what is wanted.
func wantVector(t *testing.T, name string, got, want []float64, tolerance float64) {
	t.Helper()
	if !nearVector(got, want, tolerance) {
		t.Errorf("%s: %v, want %v", name, got, want)
	}
}

// want reports a number that is not near what is wanted.
func want(t *testing.T, name string, got, wanted, tolerance float64) {
	t.Helper()
	if !near(got, wanted, tolerance) {
		t.Errorf("%s: %v, want %v", name, got, wanted)
	}
}

// Of two values a dirichlet is a beta.
func TestDirichletOfTwoIsBeta(t *testing.T) {
	betas := []Beta{{2, 3}, {0.5, 0.25}, {1, 1}, {30, 50}, {1e6, 3e6}, {1e12, 1e12}, {1e-8, 1e-8}, {11, 1e12}, {0.001, 5}, {1e12, 20}}
	for _, b := range betas {
		d, name := DirichletAlpha(b.A, b.B), b.String()
		wantVector(t, name+" mean", d.MeanTo(nil), []float64{b.Mean(), Beta{b.B, b.A}.Mean()}, 1e-15)
		wantVector(t, name+" variance", d.VarianceTo(nil), []float64{b.Variance(), b.Variance()}, 1e-15)
		wantVector(t, name+" mean log", d.MeanLog(nil), []float64{b.MeanLog(), b.MeanLogComplement()}, 1e-14)
		for _, x := range []float64{0.01, 0.25, 0.5, b.Mean(), 0.9} {
			x -= 1 - ((1 - x) + x) // so that x and 1-x sum to 1 exactly
			l := b.LogProb(x)
			tolerance := 3e-14 + 4e-16*math.Sqrt(b.A+b.B)
			want(t, name+" log prob", d.LogProb([]float64{x, 1 - x}), l, tolerance)
		}
		for _, c := range betas {
			e := DirichletAlpha(c.A, c.B)
			if c == b {
				continue
			}
			if wanted := b.LogIntegral(c); wanted != wanted && d.LogIntegral(e) != d.LogIntegral(e) {
				continue // the product is improper
			}
			want(t, name+" "+c.String()+" log integral", d.LogIntegral(e), b.LogIntegral(c), 1e-12)
			if got, wanted := d.Change(e), b.Change(c); math.Abs(got-wanted) > 1e-12*wanted {
				t.Errorf("%v, %v: change %v, want %v", b, c, got, wanted)
			}
		}
	}
	want(t, "improper", DirichletAlpha(3, 2).LogIntegral(DirichletAlpha(-0.25, 3)), Beta{3, 2}.LogIntegral(Beta{-0.25, 3}), 1e-14)
	for _, ends := range []struct {
		a, b, x float64
	}{{1, 4, 0}, {4, 1, 1}, {0.5, 3, 0}, {3, 2, 0}, {2, 2, 1}} {
		got, wanted := DirichletAlpha(ends.a, ends.b).LogProb([]float64{ends.x, 1 - ends.x}), Beta{ends.a, ends.b}.LogProb(ends.x)
		want(t, "end", got, wanted, 1e-14)
	}
}

// triangle integrates f over the probabilities of three values, by the double
// exponential rule in each of u and s of (u, (1-u) s, (1-u)(1-s)).
func triangle(f func(x []float64) float64) float64 {
	const step = 1.0 / 10
	x, sum := make([]float64, 3), 0.0
	for i := -40; i <= 40; i++ {
		u := Bernoulli{math.Pi * math.Sinh(float64(i)*step)}
		wu := u.Variance() * math.Pi * math.Cosh(float64(i)*step) * step
		for j := -40; j <= 40; j++ {
			s := Bernoulli{math.Pi * math.Sinh(float64(j)*step)}
			ws := s.Variance() * math.Pi * math.Cosh(float64(j)*step) * step
			x[0], x[1], x[2] = u.P(), u.Q()*s.P(), u.Q()*s.Q()
			sum += f(x) * u.Q() * wu * ws
		}
	}
	return sum
}

func TestDirichletMomentsByQuadrature(t *testing.T) {
	for _, d := range []Dirichlet{DirichletAlpha(2, 3, 4), DirichletAlpha(0.5, 0.7, 3.5), DirichletUniform(3)} {
		average := func(g func(x []float64) float64) float64 {
			return triangle(func(x []float64) float64 { return g(x) * math.Exp(d.LogProb(x)) })
		}
		want(t, d.String()+" total", average(func([]float64) float64 { return 1 }), 1, 1e-11)
		mean, variance, meanLog, square := d.MeanTo(nil), d.VarianceTo(nil), d.MeanLog(nil), d.MeanSquare(nil)
		covariance := d.CovarianceTo(nil)
		for k := range 3 {
			want(t, d.String()+" mean", mean[k], average(func(x []float64) float64 { return x[k] }), 1e-11)
			want(t, d.String()+" mean log", meanLog[k], average(func(x []float64) float64 { return math.Log(x[k]) }), 1e-11)
			want(t, d.String()+" mean square", square[k], average(func(x []float64) float64 { return x[k] * x[k] }), 1e-11)
			for j := range 3 {
				c := average(func(x []float64) float64 { return (x[k] - mean[k]) * (x[j] - mean[j]) })
				want(t, d.String()+" covariance", covariance[3*j+k], c, 1e-11)
			}
			want(t, d.String()+" variance", variance[k], covariance[4*k], 1e-15)
		}
		want(t, d.String()+" entropy", d.Entropy(), average(func(x []float64) float64 { return -d.LogProb(x) }), 1e-10)
		for _, e := range []Dirichlet{DirichletAlpha(3, 1, 2), DirichletAlpha(1.5, 0.8, 0.75), {A: []float64{0.75, 1, -1}}} {
			scale := 0.0 // of an improper e
			at := func(x []float64) float64 {
				if e.IsProper() {
					return e.LogProb(x)
				}
				return scale + (e.A[0]-1)*math.Log(x[0]) + (e.A[1]-1)*math.Log(x[1]) + (e.A[2]-1)*math.Log(x[2])
			}
			if d.A[2]+e.A[2] <= 1 {
				continue
			}
			wanted := math.Log(average(func(x []float64) float64 { return math.Exp(at(x)) }))
			want(t, d.String()+" "+e.String()+" log integral", d.LogIntegral(e), wanted, 1e-10)
		}
	}
}

func TestDirichletProducts(t *testing.T) {
	uniform, points := DirichletUniform(3), [2]Dirichlet{DirichletPoint([]float64{0.25, 0.5, 0.25}), DirichletPoint([]float64{1, 0, 0})}
	all := []Dirichlet{uniform, points[0], DirichletAlpha(2, 0.5, 4), DirichletAlpha(-0.5, 8, 0.25), DirichletAlpha(1, 1, 2.5)}
	same := func(a, b Dirichlet) bool { return a.Point == b.Point && distAllEqual(a.A, b.A) }
	var s, u Dirichlet
	for _, a := range all {
		for e, wanted := range map[float64]Dirichlet{0: uniform, 1: a} {
			if s.SetPower(a, e); !same(s, wanted) {
				t.Errorf("%v to the power %v: %v", a, e, s)
			}
		}
		for _, b := range all {
			s.SetTimes(a, b)
			if u.SetTimes(b, a); !same(s, u) {
				t.Errorf("%v, %v do not commute", a, b)
			}
			if u.SetOver(s, b); !b.Point && !same(u, a) {
				t.Errorf("%v over %v: %v, want %v", s, b, u, a)
			}
			u.Set(a)
			if u.SetTimes(u, b); !same(s, u) {
				t.Errorf("%v times %v in place: %v, want %v", a, b, u, s)
			}
			u.SetDamp(a, b, 0)
			if !same(u, a) || a.Change(a) != 0 {
				t.Errorf("%v undamped from %v: %v", a, b, u)
			}
		}
	}
	bad := map[string]func(){
		"two points":     func() { s.SetTimes(points[0], points[1]) },
		"over a point":   func() { s.SetOver(points[0], points[0]) },
		"point to -1":    func() { s.SetPower(points[0], -1) },
		"sizes":          func() { s.SetTimes(uniform, DirichletUniform(2)) },
		"sizes of ratio": func() { s.SetOver(uniform, DirichletUniform(2)) },
		"two sure":       func() { s = DirichletAlpha(math.Inf(1), math.Inf(1)) },
		"point and NaN":  func() { s.SetTimes(points[0], Dirichlet{A: []float64{1, math.NaN(), 1}}) },
	}
	for name, f := range bad {
		if f(); s.IsFinite() || s.IsProper() {
			t.Errorf("%s: %v", name, s)
		}
	}
	s.SetTimes(DirichletAlpha(1e-17, 1), DirichletUniform(2))
	wantVector(t, "tiny alpha", s.A, []float64{1e-17, 1}, 0)
	s = DirichletAlpha(2, 3)
	if s.AddCount(1, 2); !same(s, DirichletAlpha(2, 5)) {
		t.Errorf("count added: %v", s)
	}
	if got := DirichletAlpha(1, math.Inf(1), 2); !same(got, DirichletPoint([]float64{0, 1, 0})) {
		t.Errorf("infinite alpha: %v", got)
	}
	wantVector(t, "mode", DirichletAlpha(3, 1, 2).ModeTo(nil), []float64{2.0 / 3, 0, 1.0 / 3}, 1e-15)
	wantVector(t, "mean and count", DirichletMeanCount([]float64{0.25, 0.75}, 8).A, []float64{2, 6}, 0)
}

// Nothing and one value: nothing is uncertain.
func TestDirichletOfNoneAndOne(t *testing.T) {
	for _, d := range []Dirichlet{{}, DirichletAlpha(3)} {
		x := distFilled(nil, d.Size(), 1)
		if d.LogProb(x) != 0 || d.LogIntegral(d) != 0 || d.Change(d) != 0 || !d.IsProper() || !d.IsFinite() {
			t.Errorf("%v: log prob %v, log integral %v", d, d.LogProb(x), d.LogIntegral(d))
		}
		wantVector(t, "mean", d.MeanTo(nil), x, 0)
		wantVector(t, "draw", d.SampleTo(nil, rand.New(rand.NewPCG(1, 2))), x, 0)
		wantVector(t, "variance", d.VarianceTo(nil), make([]float64, d.Size()), 0)
	}
	if c := DirichletAlpha(3).Change(DirichletAlpha(4)); c != 0 {
		t.Errorf("change %v", c)
	}
}

func TestDirichletPoint(t *testing.T) {
	p := []float64{0.25, 0.75, 0}
	d := DirichletPoint(p)
	if !d.IsProper() || !d.IsPoint() || d.IsUniform() || d.Entropy() != math.Inf(-1) {
		t.Errorf("%v", d)
	}
	wantVector(t, "mean", d.MeanTo(nil), p, 0)
	wantVector(t, "variance", d.VarianceTo(nil), make([]float64, 3), 0)
	want(t, "at it", d.LogProb(p), 0, 0)
	want(t, "elsewhere", d.LogProb([]float64{1, 0, 0}), math.Inf(-1), 0)
	q := []float64{0.25, 0.5, 0.25}
	e := DirichletAlpha(2, 3, 4)
	want(t, "integral with a dirichlet", DirichletPoint(q).LogIntegral(e), e.LogProb(q), 0)
	want(t, "integral with an improper one", DirichletPoint(q).LogIntegral(Dirichlet{A: []float64{-1, 3, 1}}), 2*math.Ln2, 1e-15)
	want(t, "equal points", d.LogIntegral(d), 0, 0)
	want(t, "different points", d.LogIntegral(DirichletPoint(q)), math.Inf(-1), 0)
	if c := d.Change(DirichletPoint(q)); c != 1 {
		t.Errorf("change %v", c)
	}
	if c := d.Change(e); c != math.Inf(1) {
		t.Errorf("change %v", c)
	}
	if x := e.LogProb([]float64{0.5, 0.2, 0.2}); x != math.Inf(-1) {
		t.Errorf("off the simplex: %v", x)
	}
}

func TestDirichletSample(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, d := range []Dirichlet{DirichletAlpha(2, 3, 4), DirichletAlpha(1e-3, 0.5, 7), DirichletAlpha(1e-300, 1e-300)} {
		const draws = 20000
		mean, variance := d.MeanTo(nil), d.VarianceTo(nil)
		sum, x := make([]float64, d.Size()), make([]float64, d.Size())
		for range draws {
			total := 0.0
			for k, v := range d.SampleTo(x, rng) {
				sum[k] += v
				total += v
			}
			if math.Abs(total-1) > 1e-15 {
				t.Fatalf("%v: draw %v sums to %v", d, x, total)
			}
		}
		for k := range sum {
			if z := (sum[k]/draws - mean[k]) / math.Sqrt(variance[k]/draws); math.Abs(z) > 4.5 {
				t.Errorf("%v: mean of draws %v is %v, %v standard errors off", d, k, sum[k]/draws, z)
			}
		}
	}
}

func TestDirichletAllocatesNothing(t *testing.T) {
	a, b, s := DirichletAlpha(1, 2, 3), DirichletAlpha(3, 2, 5), DirichletUniform(3)
	dst, square := make([]float64, 3), make([]float64, 9)
	rng := rand.New(rand.NewPCG(1, 2))
	if n := testing.AllocsPerRun(100, func() {
		s.SetTimes(a, b)
		s.SetOver(s, a)
		s.SetPower(s, 0.5)
		s.SetDamp(s, b, 0.5)
		s.MeanTo(dst)
		s.CovarianceTo(square)
		s.SampleTo(dst, rng)
		s.LogIntegral(a)
		s.Change(b)
		s.SetMeanLogs(a.MeanLog(dst))
		s.Set(a)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
