package dist

import (
	"math"
	"math/rand/v2"
	"testing"
)

// integrate is the double exponential rule for the integral of f over (0, 1).
// The integrand is given x and y = 1 - x, so that neither end loses digits.
func integrate(f func(x, y float64) float64) float64 {
	const step = 1.0 / 64
	sum := 0.0
	for k := -7 * 64; k <= 7*64; k++ {
		s := float64(k) * step
		odds := math.Pi * math.Sinh(s)
		x, y := Bernoulli{odds}.P(), Bernoulli{odds}.Q()
		if v := f(x, y) * x * y * math.Pi * math.Cosh(s) * step; v == v {
			sum += v
		}
	}
	return sum
}

func TestMomentsByQuadrature(t *testing.T) {
	check := func(name string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-11*math.Abs(want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	for _, d := range []Gamma{{0.3, 2}, {1, 1}, {3.5, 0.4}, {30, 25}} {
		positive := func(g func(x float64) float64) float64 {
			return integrate(func(x, y float64) float64 {
				u := x / y / d.Rate
				return g(u) * math.Exp(d.LogProb(u)) / (y * y) / d.Rate
			})
		}
		m := positive(func(x float64) float64 { return x })
		check(d.String()+" total", positive(func(float64) float64 { return 1 }), 1)
		check(d.String()+" mean", d.Mean(), m)
		check(d.String()+" variance", d.Variance(), positive(func(x float64) float64 { return (x - m) * (x - m) }))
		check(d.String()+" mean log", d.MeanLog(), positive(math.Log))
	}
	for _, d := range []InverseGamma{{2.5, 2}, {3.5, 0.4}, {30, 25}} {
		positive := func(g func(x float64) float64) float64 {
			return integrate(func(x, y float64) float64 {
				u := x / y * d.Rate
				return g(u) * math.Exp(d.LogProb(u)) / (y * y) * d.Rate
			})
		}
		m := positive(func(x float64) float64 { return x })
		check(d.String()+" total", positive(func(float64) float64 { return 1 }), 1)
		check(d.String()+" mean", d.Mean(), m)
		check(d.String()+" variance", d.Variance(), positive(func(x float64) float64 { return x*x - m*m }))
		check(d.String()+" mean log", d.MeanLog(), positive(math.Log))
		check(d.String()+" mean inverse", d.MeanInverse(), positive(func(x float64) float64 { return 1 / x }))
	}
	for _, d := range []Beta{{0.3, 0.4}, {1, 1}, {3.5, 0.4}, {30, 25}} {
		unit := func(g func(x, y float64) float64) float64 {
			return integrate(func(x, y float64) float64 { return g(x, y) * math.Exp(d.logProbShares(x, y)) })
		}
		m := unit(func(x, _ float64) float64 { return x })
		check(d.String()+" total", unit(func(_, _ float64) float64 { return 1 }), 1)
		check(d.String()+" mean", d.Mean(), m)
		check(d.String()+" variance", d.Variance(), unit(func(x, _ float64) float64 { return (x - m) * (x - m) }))
		check(d.String()+" mean log", d.MeanLog(), unit(func(x, _ float64) float64 { return math.Log(x) }))
		check(d.String()+" mean log 1-x", d.MeanLogComplement(), unit(func(_, y float64) float64 { return math.Log(y) }))
	}
}

// LogIntegral is the log of the integral of the product, improper messages with
// scale 1.
func TestLogIntegralByQuadrature(t *testing.T) {
	gammaScale := func(d Gamma, x float64) float64 {
		if d.IsProper() {
			return d.LogProb(x)
		}
		return (d.Shape-1)*math.Log(x) - d.Rate*x
	}
	for _, c := range [][2]Gamma{{{3, 2}, {4, 1}}, {{0.4, 2}, {0.9, 0.5}}, {{3, 2}, {-0.5, 3}}, {{4, 3}, {2, -1}}, {{40, 30}, {3, 90}}} {
		want := math.Log(integrate(func(x, y float64) float64 {
			return math.Exp(gammaScale(c[0], x/y)+gammaScale(c[1], x/y)) / (y * y)
		}))
		if got := c[0].LogIntegral(c[1]); !near(got, want, 1e-11) {
			t.Errorf("%v: %v, want %v", c, got, want)
		}
	}
	betaScale := func(d Beta, x, y float64) float64 {
		if d.IsProper() {
			return d.logProbShares(x, y)
		}
		return (d.A-1)*math.Log(x) + (d.B-1)*math.Log(y)
	}
	for _, c := range [][2]Beta{{{3, 2}, {4, 1}}, {{0.7, 2}, {0.9, 0.5}}, {{3, 2}, {-0.5, 3}}, {{40, 3}, {3, 40}}} {
		want := math.Log(integrate(func(x, y float64) float64 {
			return math.Exp(betaScale(c[0], x, y) + betaScale(c[1], x, y))
		}))
		if got := c[0].LogIntegral(c[1]); !near(got, want, 1e-11) {
			t.Errorf("%v: %v, want %v", c, got, want)
		}
	}
	normalScale := func(d Normal, x float64) float64 {
		if d.IsProper() {
			return d.LogProb(x)
		}
		return x * (d.H - d.P*x/2)
	}
	for _, c := range [][2]Normal{{{3, 2}, {4, 1}}, {{3, 2}, {-0.5, 0}}, {{4, 3}, {2, -1}}, {{40, 4}, {-9, 1}}} {
		m := c[0].Times(c[1]).Mean()
		want := math.Log(integrate(func(x, y float64) float64 {
			u := m + math.Log(x/y)
			return math.Exp(normalScale(c[0], u)+normalScale(c[1], u)) / (x * y)
		}))
		if got := c[0].LogIntegral(c[1]); !near(got, want, 1e-11) {
			t.Errorf("%v: %v, want %v", c, got, want)
		}
	}
}

// Values of 60 digit arithmetic.
func TestBetaMeanLog(t *testing.T) {
	for _, c := range []struct{ a, b, meanLog, complement float64 }{
		{0.01, 0.3, -97.177171125919627191, -0.11880989025108790028},
		{2.0, 3.0, -1.0833333333333333333, -0.58333333333333333333},
		{20.0, 1000000.0, -10.84500606553204419, -0.000019999810002469963901},
		{1000000000000.0, 1000000000000.0, -0.69314718056019530942, -0.69314718056019530942},
	} {
		d := Beta{c.a, c.b}
		for _, p := range [][2]float64{{d.MeanLog(), c.meanLog}, {d.MeanLogComplement(), c.complement}} {
			if math.Abs(p[0]-p[1]) > 1e-14*math.Abs(p[1]) && math.Abs(p[0]-p[1]) > 1e-15 {
				t.Errorf("%v: %v, want %v", d, p[0], p[1])
			}
		}
	}
}

// What is computed from moments has these moments.
func TestFromMoments(t *testing.T) {
	check := func(name string, got, want, tolerance float64) {
		t.Helper()
		if !(math.Abs(got-want) <= tolerance*math.Abs(want)) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	for _, m := range []float64{1e-12, 0.3, 1, 1e12} {
		for _, v := range []float64{1e-12, 0.5, 1e12} {
			for name, d := range map[string]interface {
				Mean() float64
				Variance() float64
			}{
				"normal": NormalMeanVariance(m, v), "normal precision": NormalMeanPrecision(m, 1/v),
				"normal sd": NormalMeanSD(m, math.Sqrt(v)), "gamma": GammaMeanVariance(m, v),
			} {
				check(name+" mean", d.Mean(), m, 1e-15)
				check(name+" variance", d.Variance(), v, 1e-15)
			}
		}
	}
	for _, shape := range []float64{1e-6, 0.3, 2, 50, 1e4} {
		d := Gamma{shape, 3}
		r := GammaMeanLog(d.Mean(), d.MeanLog())
		check("gamma shape by mean log", r.Shape, shape, 1e-13*math.Max(10, shape))
		check("gamma mean by mean log", r.Mean(), d.Mean(), 1e-15)
		check("gamma shape by gap", GammaMeanLogGap(2, 0.5/1e12+1/12e24).Shape, 1e12, 1e-14)
	}
	for _, a := range []float64{1e-3, 0.3, 1, 2, 50, 1e4} {
		for _, b := range []float64{1e-3, 0.3, 1, 2, 50, 1e4} {
			d := Beta{a, b}
			r := BetaMeanLogs(d.MeanLog(), d.MeanLogComplement())
			check("beta a by mean logs", r.A, a, 2e-12*math.Max(1, math.Max(a, b)))
			check("beta b by mean logs", r.B, b, 2e-12*math.Max(1, math.Max(a, b)))
			v := BetaMeanVariance(d.Mean(), d.Variance())
			check("beta a by variance", v.A, a, 1e-8)
			check("beta b by variance", v.B, b, 1e-8)
			c := BetaMeanCount(d.Mean(), a+b)
			check("beta a by count", c.A, a, 1e-9)
		}
	}
	for _, p := range []float64{1e-300, 1e-12, 0.3, 0.5} {
		check("P", BernoulliP(p).P(), p, 1e-13)
		check("Q", Bernoulli{-BernoulliP(p).LogOdds}.Q(), p, 1e-13)
		check("variance", BernoulliP(p).Variance(), p*(1-p), 1e-13)
	}
	for name, ok := range map[string]bool{
		"gamma variance 0": GammaMeanVariance(3, 0) == GammaPoint(3),
		"gamma log mean":   GammaMeanLog(3, math.Log(3)) == GammaPoint(3),
		"beta variance 0":  BetaMeanVariance(0.25, 0) == BetaPoint(0.25),
		"beta logs":        BetaMeanLogs(math.Log(0.25), math.Log(0.75)) == BetaPoint(0.25),
		"normal variance":  NormalMeanVariance(3, 0) == NormalPoint(3),
		"normal infinite":  NormalMeanVariance(3, math.Inf(1)) == NormalUniform(),
		"gamma rate inf":   GammaShapeRate(2, math.Inf(1)) == GammaPoint(0),
		"gamma scale":      GammaShapeScale(2, 4) == Gamma{2, 0.25},
		"beta count inf":   BetaCounts(2, math.Inf(1)) == BetaPoint(0),
		"p 0, 1":           BernoulliP(0) == BernoulliPoint(false) && BernoulliP(1) == BernoulliPoint(true),
		"modes":            Normal{4, 2}.Mode() == 2 && Gamma{3, 4}.Mode() == 0.5 && Gamma{0.5, 4}.Mode() == 0 && Beta{2, 4}.Mode() == 0.25 && InverseGamma{3, 2}.Mode() == 0.5,
		"mode at ends":     Beta{0.5, 4}.Mode() == 0 && Beta{4, 0.5}.Mode() == 1 && math.IsNaN(Beta{0.5, 0.5}.Mode()),
	} {
		if !ok {
			t.Errorf("%s: wrong", name)
		}
	}
}

// Draws have mean and variance as told: 4 standard errors.
func TestSample(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const n = 40000
	for _, d := range []interface {
		Mean() float64
		Variance() float64
		Sample(*rand.Rand) float64
		String() string
	}{Normal{8, 2}, Gamma{0.2, 3}, Gamma{7, 0.5}, InverseGamma{9, 2}, Beta{0.1, 0.2}, Beta{5, 3}, NormalPoint(2)} {
		sum, squares, fourth := 0.0, 0.0, 0.0
		for range n {
			e := d.Sample(rng) - d.Mean()
			sum += e
			squares += e * e
			fourth += e * e * e * e
		}
		v := squares / n
		if math.Abs(sum/n) > 4*math.Sqrt(d.Variance()/n) || math.Abs(v-d.Variance()) > 4*math.Sqrt(math.Max(0, fourth/n-v*v)/n) {
			t.Errorf("%v: mean off by %v, variance %v", d, sum/n, v)
		}
	}
	trues := 0
	for range n {
		if BernoulliP(0.3).Sample(rng) {
			trues++
		}
	}
	if math.Abs(float64(trues)-0.3*n) > 4*math.Sqrt(0.21*n) {
		t.Errorf("bernoulli: %d of %d true", trues, n)
	}
	if x := (Gamma{1e-5, 1}).Sample(rng); !(x > 0) {
		t.Errorf("gamma of tiny shape: %v", x)
	}
}

// Moments are what the methods of a distribution say, NaN of an improper one.
func TestMomentsOf(t *testing.T) {
	same := func(name string, got, want float64) {
		t.Helper()
		if got != want && math.Abs(got-want) > 1e-14*math.Abs(want) && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("%s is %g, want %g", name, got, want)
		}
	}
	for _, d := range []Normal{{H: 3, P: 2}, NormalPoint(-4), NormalPoint(0), {H: 1, P: -1}, {H: 1e300, P: 1e-300}, {H: math.NaN(), P: 1}} {
		m := NormalMomentsOf(d)
		same("mean", m.Mean, d.Mean())
		same("variance", m.Variance, d.Variance())
		if m.IsProper() != d.IsProper() {
			t.Errorf("%v: moments are proper: %v", d, m.IsProper())
		}
	}
	for _, d := range []Gamma{{3, 2}, GammaPoint(0), GammaPoint(5), {1, 0}, {2, -1}, {1e-300, 1}, {1e17, 3}} {
		m := GammaMomentsOf(d)
		same("mean", m.Mean, d.Mean())
		same("mean log", m.MeanLog, d.MeanLog())
		same("log gap", m.LogGap, d.LogGap())
		if m.IsProper() != d.IsProper() {
			t.Errorf("%v: moments are proper: %v", d, m.IsProper())
		}
	}
	for _, d := range []Beta{{3, 2}, {1e-12, 1}, {4e9, 3e9}, BetaPoint(0), BetaPoint(1), BetaPoint(0.3), {0, 1}} {
		m := BetaMomentsOf(d)
		same("mean log", m.MeanLog, d.MeanLog())
		same("mean log of the rest", m.MeanLogComplement, d.MeanLogComplement())
		if d.IsProper() && !d.IsPoint() && math.Abs(m.MeanLogOdds-(m.MeanLog-m.MeanLogComplement)) > 1e-13*(1+math.Abs(m.MeanLogOdds)) {
			t.Errorf("%v: mean log odds %g, of %g and %g", d, m.MeanLogOdds, m.MeanLog, m.MeanLogComplement)
		}
		if m.IsProper() != d.IsProper() {
			t.Errorf("%v: moments are proper: %v", d, m.IsProper())
		}
	}
	for _, d := range []Bernoulli{{0.3}, BernoulliPoint(true), {-700}, {math.NaN()}} {
		m := BernoulliMomentsOf(d)
		same("P", m.True, d.P())
		same("Q", m.False, d.Q())
		if m.IsProper() != d.IsProper() {
			t.Errorf("%v: moments are proper: %v", d, m.IsProper())
		}
	}
	for _, d := range []Dirichlet{DirichletAlpha(0.2, 3, 1e9), DirichletPoint([]float64{0.2, 0, 0.8}), DirichletAlpha(1, -1, 2)} {
		list := NewDirichletMoments(2, func(int) int { return 3 })
		list[1].Set(d)
		for k := range d.A {
			if d.IsProper() {
				same("mean log", list[1].MeanLog[k], d.MeanLogAt(k))
			}
		}
		if list[1].IsProper() != d.IsProper() {
			t.Errorf("%v: moments are proper: %v", d, list[1].IsProper())
		}
		// Behind the logs stand their exponentials, also in memory that was used before.
		logs := NewDirichletMomentsLogs(2, func(int) int { return 3 })
		logs[1].Set(d)
		var fresh, shrunk DirichletMoments
		fresh.Set(d)
		shrunk.Set(DirichletUniform(5))
		shrunk.Set(d)
		copied := list[1].Copy()
		for k, l := range logs[1].MeanLog {
			same("mean log alone", l, list[1].MeanLog[k])
			for _, m := range []DirichletMoments{list[1], fresh, shrunk, copied} {
				same("geometric mean", m.Geometric()[k], math.Exp(l))
			}
		}
		if logs[1].Geometric() != nil || logs[1].Copy().Geometric() != nil || len(list[0].Geometric()) != 3 {
			t.Errorf("geometric means that nobody reads: %v", logs)
		}
	}
	for _, d := range []Categorical{CategoricalLogWeights(0.2, -1, 4), CategoricalPoint(1, 3), CategoricalLogWeights(math.NaN(), 0, 1)} {
		list := NewCategoricalMoments(2, func(int) int { return 3 })
		list[1].Set(d)
		for k := range d.LogP {
			if d.IsProper() {
				same("probability", list[1].P[k], math.Exp(d.LogProb(k)))
			}
		}
		if list[1].IsProper() != d.IsProper() {
			t.Errorf("%v: moments are proper: %v", d, list[1].IsProper())
		}
	}
}
