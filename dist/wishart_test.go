package dist

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"
)

// The expected values of the tables of this file are from arithmetic of 60 digits.

func TestWishartLogProb(t *testing.T) {
	w := NewMvWork(2)
	for _, c := range []struct {
		shape   float64
		rate, x []float64
		want    float64
	}{
		{3.0, []float64{2, 0.5, 0.5, 1}, []float64{1, 0.25, 0.25, 3}, -3.5050093109458804736},
		{0.75, []float64{2, 0.5, 0.5, 1}, []float64{0.01, 0.005, 0.005, 0.004}, 6.6576386895440420955},
		{40.0, []float64{20, -3, -3, 10}, []float64{2, 0.7, 0.7, 4.5}, -0.27214768932788561805},
		{1000000.0, []float64{1000000.0, 200000.0, 200000.0, 1000000.0}, []float64{1.05, -0.21, -0.21, 1.04}, -15.590180452506662815},
		{1000000000000.0, []float64{1000000000000.0, 0, 0, 4000000000000.0}, []float64{1.000001, 0, 0, 0.25}, 40.615730039654171015},
		{2.0, []float64{1000000000000.0, 0, 0, 1e-12}, []float64{3e-12, 0, 0, 1000000000000.0}, -3.9022765609554001571},
		{5.0, []float64{3, 1, 0.5, 1, 2, -0.5, 0.5, -0.5, 4}, []float64{2, -0.5, 0, -0.5, 1, 0.25, 0, 0.25, 1.5}, -4.6209471034275753553},
		{5.0, []float64{3, 1, 0.5, 1, 2, -0.5, 0.5, -0.5, 4}, []float64{40, -0.005, 0, -0.005, 1e-06, 0, 0, 0, 30}, -257.72861022464976711},
	} {
		d := Wishart{Shape: c.shape, Rate: c.rate}
		want(t, d.String(), d.LogProbIn(c.x, w), c.want, 1e-13+1e-15*math.Sqrt(c.shape))
	}
}

func TestWishartLogIntegral(t *testing.T) {
	w := NewMvWork(2)
	for _, c := range []struct {
		shape      float64
		rate       []float64
		otherShape float64
		otherRate  []float64
		want       float64
	}{
		{3.0, []float64{2, 0.5, 0.5, 1}, 4.0, []float64{1, -0.25, -0.25, 3}, -5.0562432678163219063},
		{3.0, []float64{2, 0.5, 0.5, 1}, 2.0, []float64{0.5, 1, 1, 2}, -3.2086601724319401978},
		{3.0, []float64{2, 0.5, 0.5, 1}, 1.0, []float64{0.25, 0.5, 0.5, 0.125}, -0.079510805030927408416},
		{1000000.0, []float64{1000000.0, 200000.0, 200000.0, 1000000.0}, 2.0, []float64{0.5, 1, 1, 2}, -2.1670882039141653187},
		{1000000.0, []float64{1000000.0, 200000.0, 200000.0, 1000000.0}, 2000000.0, []float64{2000000.0, 400000.0, 400000.0, 2001000.0}, 17.553744632883442852},
		{1000000000000.0, []float64{1000000000000.0, 0, 0, 4000000000000.0}, 2000000000000.0, []float64{2000000000000.0, 0, 0, 8000000000000.0}, 40.507533544077234153},
		{400.0, []float64{1, 0, 0, 1}, 400.0, []float64{100, 0, 0, 1}, -1302.0611961724953143},
		{2.0, []float64{1, 0, 0, 0}, 2.0, []float64{0, 0, 0, 2}, -0.87582013800224402684},
		{5.0, []float64{3, 1, 0.5, 1, 2, -0.5, 0.5, -0.5, 4}, 2.5, []float64{1, 2, 3, 2, 4, 6, 3, 6, 9}, -9.4578661525518417087},
		{5.0, []float64{3, 1, 0.5, 1, 2, -0.5, 0.5, -0.5, 4}, 2.0, []float64{1, 0, 0, 0, 1, 0, 0, 0, 1}, -6.9033060527772318721},
		{0.75, []float64{2e-09, 0, 0, 1000000000.0}, 3.0, []float64{1, 0, 0, 1}, -49.108515630674492414},
	} {
		d, e := Wishart{Shape: c.shape, Rate: c.rate}, Wishart{Shape: c.otherShape, Rate: c.otherRate}
		tolerance := 1e-13 + 1e-15*math.Sqrt(c.shape)
		want(t, d.String()+" "+e.String(), d.LogIntegral(e, w), c.want, tolerance)
		want(t, "the same the other way round", e.LogIntegral(d, w), c.want, tolerance)
	}
}

// wishartOf is the wishart of one row that g is.
func wishartOf(g Gamma) Wishart {
	if g.IsPoint() {
		return WishartPoint([]float64{g.Shape})
	}
	return Wishart{Shape: g.Shape, Rate: []float64{g.Rate}}
}

func sameWishart(a, b Wishart) bool {
	return a.Point == b.Point && a.Shape == b.Shape && distAllEqual(a.Rate, b.Rate)
}

// Of one row it is a gamma, to 1e-14.
func TestWishartOfOneIsGamma(t *testing.T) {
	const tolerance = 1e-14
	w := NewMvWork(1)
	gammas := []Gamma{
		{3, 2}, {4, 1}, {0.25, 2}, {1e12, 1e12}, {2e12, 2e12}, {1e6, 1}, {0.5, 1e-9}, {-0.25, 3}, {4, -1}, {1.5, 0}, {400, 100}, {1, 0},
		GammaPoint(2), GammaPoint(3), {2, 1e-12},
	}
	for _, g := range gammas {
		d, name := wishartOf(g), g.String()
		if d.IsProper(w) != g.IsProper() || d.IsUniform() != g.IsUniform() || d.IsPoint() != g.IsPoint() {
			t.Errorf("%v: proper %v, uniform %v, point %v", g, d.IsProper(w), d.IsUniform(), d.IsPoint())
		}
		relative := func(what string, got, wanted float64) {
			t.Helper()
			if got != wanted && (got == got || wanted == wanted) && !(math.Abs(got-wanted) <= tolerance*math.Abs(wanted)) {
				t.Errorf("%s %s: %v, want %v", name, what, got, wanted)
			}
		}
		relative("mean", d.MeanTo(nil, w)[0], g.Mean())
		relative("variance", d.VarianceTo(nil, w)[0], g.Variance())
		if g.IsProper() {
			want(t, name+" mean log", d.MeanLogDet(w), g.MeanLog(), tolerance)
		}
		for _, x := range []float64{0, 0.5, 1, 2, 3, 1e6, -1} {
			relative("log prob", d.LogProbIn([]float64{x}, w), g.LogProb(x))
		}
		for _, h := range gammas {
			e := wishartOf(h)
			relative("log integral with "+h.String(), d.LogIntegral(e, w), g.LogIntegral(h))
			relative("change from "+h.String(), d.Change(e, w), g.Change(h))
			var s Wishart
			if s.SetTimes(d, e); !(sameWishart(s, wishartOf(g.Times(h))) || !g.Times(h).IsFinite() && !s.IsFinite()) {
				t.Errorf("%v times %v: %v", g, h, s)
			}
			if s.SetDamp(d, e, 0.25); !(g.IsPoint() && h.IsPoint()) && !sameWishart(s, wishartOf(g.Damp(h, 0.25))) {
				t.Errorf("%v damped from %v: %v", g, h, s)
			}
		}
		for _, p := range []float64{0.5, 2, 0, 1} {
			var s Wishart
			if s.SetPower(d, p); !sameWishart(s, wishartOf(g.Power(p))) {
				t.Errorf("%v to the power %v: %v", g, p, s)
			}
		}
	}
}

// matrices integrates f over the symmetric positive definite matrices of two rows,
// of a variance and a correlation of given logs and inverse tangent: the
// trapezoidal rule, exact for what falls off at all ends.
func matrices(f func(x []float64, weight float64)) {
	const step = 0.2
	x := make([]float64, 4)
	for a := -80; a <= 20; a++ {
		for b := -80; b <= 20; b++ {
			u, v := math.Exp(float64(a)*step/2), math.Exp(float64(b)*step/2)
			for c := -50; c <= 50; c++ {
				r := math.Tanh(float64(c) * step)
				x[0], x[1], x[2], x[3] = u*u, r*u*v, r*u*v, v*v
				// dx00 dx11 dx01 = x00 x11 u v (1 - r^2) of the steps.
				f(x, x[0]*x[3]*u*v*(1-r*r)*step*step*step)
			}
		}
	}
}

func TestWishartOfTwoByIntegration(t *testing.T) {
	w := NewMvWork(2)
	d, err := WishartShapeRate(4, []float64{2, 0.5, 0.5, 1})
	if err != nil {
		t.Fatal(err)
	}
	mean := d.MeanTo(nil, w)
	var total, logDet, entropy float64
	means, variances, inverses := make([]float64, 4), make([]float64, 4), make([]float64, 4)
	matrices(func(x []float64, weight float64) {
		l := d.LogProbIn(x, w)
		p := math.Exp(l) * weight
		if p == 0 {
			return
		}
		det := x[0]*x[3] - x[1]*x[2]
		total += p
		logDet += p * math.Log(det)
		entropy -= p * l
		for i, v := range x {
			means[i] += p * v
			variances[i] += p * (v - mean[i]) * (v - mean[i])
		}
		inverses[0] += p * x[3] / det
		inverses[1] -= p * x[1] / det
		inverses[2] -= p * x[2] / det
		inverses[3] += p * x[0] / det
	})
	want(t, "total", total, 1, 1e-8)
	wantVector(t, "mean", mean, means, 1e-8)
	wantVector(t, "variance", d.VarianceTo(nil, w), variances, 1e-8)
	wantVector(t, "mean inverse", d.MeanInverse(nil, w), inverses, 1e-8)
	want(t, "mean log det", d.MeanLogDet(w), logDet, 1e-8)
	want(t, "entropy", d.Entropy(w), entropy, 1e-8)
	mode := d.ModeTo(nil, w)
	if at := d.LogProbIn(mode, w); at < d.LogProbIn([]float64{mode[0] * 1.001, mode[1], mode[2], mode[3]}, w) || at < d.LogProbIn([]float64{mode[0], mode[1] * 1.001, mode[2] * 1.001, mode[3]}, w) {
		t.Errorf("mode %v", mode)
	}
}

// What n observations of a normal say of its precision adds up without an
// inverse; the posterior and the evidence are those of the textbook.
func TestWishartDeviations(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	for _, k := range []int{1, 2, 3, 12} {
		w := NewMvWork(k)
		d := WishartUniform(k)
		scatter, x := make([]float64, k*k), make([]float64, k)
		const n = 20
		for i := range n {
			// Proper from k observations on, when the shape is above (k-1)/2 as well.
			if d.IsProper(w) != (i >= k) {
				t.Fatalf("size %d after %d observations: proper %v", k, i, d.IsProper(w))
			}
			for j := range x {
				x[j] = rng.NormFloat64()
			}
			for a := range k {
				for b := range k {
					scatter[a*k+b] += x[a] * x[b]
				}
			}
			d.AddDeviation(x, 1)
		}
		// Observations alone: inverse scale the scatter, df n + k + 1.
		posterior, err := WishartDfInverseScale(n+float64(k)+1, scatter)
		if err != nil || d.Shape != posterior.Shape || !nearVector(d.Rate, posterior.Rate, 1e-13) {
			t.Errorf("%v, want %v (%v)", d, posterior, err)
		}
		prior := WishartUniform(k)
		prior.Shape = float64(k) + 1.5
		for i := range k {
			prior.Rate[i*k+i] = 2
		}
		// p(data) is the ratio of the normalizers, logGamma_k(a) - a log det rate.
		normalizer := func(v Wishart) float64 {
			if !mvFactor(w.factor, v.Rate, k) {
				t.Fatal("improper")
			}
			z := -2 * v.Shape * mvHalfLogDet(w.factor, k)
			for i := range k {
				g, _ := math.Lgamma(v.Shape - float64(i)/2)
				z += g + float64(i)/2*math.Log(math.Pi)
			}
			return z
		}
		var s, back Wishart
		s.SetTimes(prior, d)
		message := d.Copy()
		if d.IsProper(w) {
			want(t, "evidence", prior.LogIntegral(d, w), normalizer(s)-normalizer(prior)-normalizer(d), 1e-12)
		}
		message.SetUniform()
		message.AddDeviation(x, 1)
		s.SetTimes(prior, message)
		if k > 1 { // with one row a single observation is proper
			want(t, "evidence of one", prior.LogIntegral(message, w), normalizer(s)-normalizer(prior), 1e-12)
		}
		back.SetOver(s, prior)
		if back.Shape != message.Shape || !nearVector(back.Rate, message.Rate, 1e-12) {
			t.Errorf("%v, want %v", back, message)
		}
	}
}

// Degrees of freedom and scales are those of Stan and BUGS.
func TestWishartConventions(t *testing.T) {
	w := NewMvWork(2)
	scale := []float64{0.5, 0.1, 0.1, 0.25}
	d, err := WishartDfScale(7, scale)
	if err != nil || d.Shape != 3.5 {
		t.Fatalf("%v, %v", d, err)
	}
	wantVector(t, "mean", d.MeanTo(nil, w), []float64{3.5, 0.7, 0.7, 1.75}, 1e-14)
	// Var = df (S_ij^2 + S_ii S_jj).
	wantVector(t, "variance", d.VarianceTo(nil, w), []float64{3.5, 7 * 0.135, 7 * 0.135, 0.875}, 1e-14)
	inverse := []float64{2 * d.Rate[0], 2 * d.Rate[1], 2 * d.Rate[2], 2 * d.Rate[3]}
	e, err := WishartDfInverseScale(7, inverse)
	if err != nil || !sameWishart(d, e) {
		t.Errorf("%v, want %v (%v)", e, d, err)
	}
	// Stan: log density (df-k-1)/2 log|X| - tr(S^-1 X)/2 - df k/2 log 2 - df/2 log|S| - log Gamma_2(df/2).
	x, det := []float64{3, 1, 1, 2}, 0.5*0.25-0.01
	trace := (0.25*3 - 2*0.1*1 + 0.5*2) / det
	a, _ := math.Lgamma(3.5)
	b, _ := math.Lgamma(3)
	stan := 4.0/2*math.Log(5) - trace/2 - 7*math.Ln2 - 3.5*math.Log(det) - a - b - math.Log(math.Pi)/2
	want(t, "log density", d.LogProbIn(x, w), stan, 1e-14)
}

func TestWishartErrors(t *testing.T) {
	for _, c := range []struct {
		df    float64
		scale []float64
		text  string
	}{
		{3, []float64{1, 2, 3, 4}, "scale is not symmetric: [0][1] is 2, but [1][0] is 3"},
		{3, []float64{1, 2, 2, 1}, "scale is not positive definite: its leading minor of size 2 is not positive"},
		{3, []float64{1, 2, 2}, "scale has 3 entries, but 2 rows of 2 have 4"},
		{1, []float64{1, 0, 0, 1}, "df is 1, but must be above 1 for a matrix of 2 rows"},
		{math.NaN(), []float64{1}, "df is NaN, but must be above 0 for a matrix of 1 rows"},
	} {
		d, err := WishartDfScale(c.df, c.scale)
		if err == nil || err.Error() != c.text || d.IsFinite() {
			t.Errorf("%v: %v, %v", c.scale, d, err)
		}
	}
	_, err := WishartDfInverseScale(3, []float64{1, 2, 2, 4})
	var e *MatrixError
	if !errors.As(err, &e) || e.Matrix != "inverse scale" || e.Minor != 2 {
		t.Errorf("%v", err)
	}
}
