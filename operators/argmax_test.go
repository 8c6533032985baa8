package operators

import (
	"math"
	"math/rand/v2"
	"testing"

	"mpc/dist"
	"mpc/special"
)

func argmaxOut(t *testing.T, terms []dist.Normal, low, size int) dist.Categorical {
	t.Helper()
	to := dist.CategoricalUniform(size)
	if fault := ArgmaxToOut(terms, low, &to, nil); fault != dist.NoFault {
		t.Fatalf("%v: fault %d", terms, fault)
	}
	return to
}

// Of two terms the argmax is a comparison, which has a closed form: also where one of the
// two is next to impossible, or their spreads are far apart.
func TestArgmaxOfTwo(t *testing.T) {
	for _, row := range []struct{ ma, va, mb, vb float64 }{
		{0, 1, 0, 1}, {1, 2, -1, 0.5}, {0, 1, 30, 1}, {-100, 1, 100, 4}, {1e6, 1, 1e6 + 1, 2}, {0, 1e-12, 1, 1}, {0, 1, 0.5, 1e-20},
		{5, 1e12, 0, 1e-6}, {0, 1e-300, 1e-150, 1e-300}, {-3, 0, 0, 1}, {40, 0, 0, 1}, {0, 1, 3, 0},
	} {
		a, b := dist.NormalMeanVariance(row.ma, row.va), dist.NormalMeanVariance(row.mb, row.vb)
		if row.va == 0 {
			a = dist.NormalPoint(row.ma)
		}
		if row.vb == 0 {
			b = dist.NormalPoint(row.mb)
		}
		forward := argmaxOut(t, []dist.Normal{a, b}, 0, 2)
		want, _ := GreaterThanToOut(a, b)
		checkClose(t, "log odds", forward.LogP[0]-forward.LogP[1], want.LogOdds, 1e-11, 1)
		for _, odds := range []float64{math.Inf(1), 3, -2, math.Inf(-1)} {
			out := dist.CategoricalLogWeights(math.Min(odds, 0), math.Min(-odds, 0))
			tilt, _ := GreaterThanTiltSoft(dist.Bernoulli{LogOdds: odds}, a, b)
			to := make([]dist.Normal, 2)
			if fault := ArgmaxToTerms(out, []dist.Normal{a, b}, 0, to, nil); fault != dist.NoFault {
				t.Errorf("%v: fault %d", row, fault)
			}
			argmaxSame(t, a, to[0], tilt.A)
			argmaxSame(t, b, to[1], tilt.B)
		}
	}
}

// argmaxSame compares what two messages make of a cavity.
func argmaxSame(t *testing.T, cavity, got, want dist.Normal) {
	t.Helper()
	if cavity.IsPoint() {
		return
	}
	root := math.Sqrt(cavity.P)
	g, w := cavity.Times(got), cavity.Times(want)
	checkClose(t, "relative precision", g.P/cavity.P, w.P/cavity.P, 1e-8, 1)
	checkClose(t, "step of the mean", (g.Mean()-cavity.Mean())*root, (w.Mean()-cavity.Mean())*root, 1e-8, 1e-60+1e-7*math.Abs(cavity.Mean())*root)
	if want.P > 1e-6*cavity.P { // what is small has its own digits
		checkClose(t, "precision", got.P, want.P, 1e-7, 0)
	}
}

// Probabilities of several by Simpson's rule, and their sum.
func TestArgmaxQuadrature(t *testing.T) {
	terms := []dist.Normal{dist.NormalPoint(0), dist.NormalMeanVariance(0.5, 1), dist.NormalMeanVariance(1, 2), dist.NormalMeanVariance(1.5, 3), dist.NormalMeanVariance(2, 4), dist.NormalPoint(-1), dist.NormalMeanVariance(-5, 0.25)}
	got := argmaxOut(t, terms, 2, 10)
	total := 0.0
	for k, x := range terms {
		others := func(s float64) float64 {
			p := 1.0
			for j, y := range terms {
				switch {
				case j == k:
				case y.IsPoint() && s < y.H:
					return 0
				case !y.IsPoint():
					p *= special.NormalCdf((s - y.Mean()) * math.Sqrt(y.P))
				}
			}
			return p
		}
		want := 0.0
		if x.IsPoint() {
			want = others(x.H)
		} else {
			want = simpson(func(s float64) float64 { return math.Exp(x.LogProb(s)) * others(s) }, 0, 30, 20000)
		}
		p := math.Exp(got.LogProb(k + 2))
		checkClose(t, "probability", p, want, 1e-10, 1e-12)
		total += p
	}
	checkClose(t, "sum", total, 1, 1e-14, 0)
	if math.Exp(got.LogProb(0)) != 0 || math.Exp(got.LogProb(1)) != 0 || math.Exp(got.LogProb(9)) != 0 || math.Exp(got.LogProb(7)) != 0 {
		t.Errorf("%v: places that are none have a weight", got)
	}
}

// Messages to three terms, as the moments of the density of each by nested quadrature.
func TestArgmaxToTermsQuadrature(t *testing.T) {
	terms := []dist.Normal{dist.NormalMeanVariance(0, 1), dist.NormalMeanVariance(1, 2), dist.NormalMeanVariance(-0.5, 0.3)}
	for _, p := range [][]float64{{0, 1, 0}, {0.2, 0.5, 0.3}, {1, 0, 0}, {0.05, 0.05, 0.9}, {0.5, 0, 0.5}} {
		to := make([]dist.Normal, 3)
		out := dist.CategoricalWeights(p)
		if fault := ArgmaxToTerms(out, terms, 0, to, nil); fault != dist.NoFault {
			t.Fatalf("%v: fault %d", p, fault)
		}
		cdf := func(j int, s float64) float64 {
			return special.NormalCdf((s - terms[j].Mean()) * math.Sqrt(terms[j].P))
		}
		for i, x := range terms {
			a, b := (i+1)%3, (i+2)%3
			density := func(s float64) float64 {
				sum := p[i] * cdf(a, s) * cdf(b, s)
				sum += simpson(func(u float64) float64 {
					return p[a]*math.Exp(terms[a].LogProb(u))*cdf(b, u) + p[b]*math.Exp(terms[b].LogProb(u))*cdf(a, u)
				}, s, 14, 400)
				return sum * math.Exp(x.LogProb(s))
			}
			z := simpson(density, -9, 13, 600)
			mean := simpson(func(s float64) float64 { return s * density(s) }, -9, 13, 600) / z
			variance := simpson(func(s float64) float64 { return (s - mean) * (s - mean) * density(s) }, -9, 13, 600) / z
			post := x.Times(to[i])
			checkClose(t, "mean", post.Mean(), mean, 1e-7, 1)
			checkClose(t, "variance", post.Variance(), variance, 1e-7, 0)
		}
	}
}

// Points, ties of points, one term, none, and what has no distribution.
func TestArgmaxLimits(t *testing.T) {
	half := dist.NormalPoint(0.5)
	if got := argmaxOut(t, []dist.Normal{dist.NormalPoint(0), half, half}, 0, 3); !got.IsPoint() || math.Exp(got.LogProb(1)) != 1 {
		t.Errorf("%v: the first of two equal points is the largest", got)
	}
	if got := argmaxOut(t, []dist.Normal{dist.NormalMeanVariance(3, 2)}, 4, 5); math.Exp(got.LogProb(4)) != 1 {
		t.Errorf("%v of one", got)
	}
	to := make([]dist.Normal, 1)
	if fault := ArgmaxToTerms(dist.CategoricalWeights([]float64{1, 2}), []dist.Normal{dist.NormalMeanVariance(3, 2)}, 0, to, nil); fault != dist.NoFault || !to[0].IsUniform() {
		t.Errorf("%v of one, fault %d", to, fault)
	}
	many := make([]dist.Normal, 60)
	for i := range many {
		many[i] = dist.NormalMeanVariance(7, 3)
	}
	for _, l := range argmaxOut(t, many, 0, 60).LogP {
		checkClose(t, "equal ones", l, 0, 0, 1e-12)
	}
	out := dist.CategoricalUniform(2)
	if fault := ArgmaxToOut(nil, 0, &out, nil); fault != dist.Contradiction {
		t.Errorf("no term: fault %d", fault)
	}
	if fault := ArgmaxToOut([]dist.Normal{{H: 1, P: -1}, half}, 0, &out, nil); fault != dist.Improper {
		t.Errorf("a negative precision: fault %d", fault)
	}
	two := []dist.Normal{dist.NormalPoint(0), half}
	if fault := ArgmaxToTerms(dist.CategoricalPoint(0, 2), two, 0, make([]dist.Normal, 2), nil); fault != dist.Contradiction {
		t.Errorf("what points exclude: fault %d", fault)
	}
	if fault := ArgmaxToOut([]dist.Normal{{}, half}, 0, &out, nil); fault != dist.NoFault || !out.IsUniform() {
		t.Errorf("a uniform term: %v, fault %d", out, fault)
	}
}

// Of any spreads and places the probabilities sum to 1, and no message is improper where one
// is the largest for sure: what is log-concave only sharpens.
func TestArgmaxOfAny(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	for range 300 {
		terms := make([]dist.Normal, 1+rng.IntN(7))
		for i := range terms {
			terms[i] = dist.NormalMeanVariance(3*rng.NormFloat64()*math.Exp(4*rng.NormFloat64()), math.Exp(8*rng.NormFloat64()))
			if rng.IntN(6) == 0 {
				terms[i] = dist.NormalPoint(rng.NormFloat64())
			}
		}
		out := argmaxOut(t, terms, 0, len(terms))
		a, _ := newArgmax(terms, nil)
		total := 0.0
		for k := range terms {
			logZ, _ := a.logZ(k)
			total += math.Exp(logZ)
		}
		checkClose(t, "sum", total, 1, 1e-7, 0)
		for k := range terms {
			if math.IsInf(out.LogP[k], -1) {
				continue
			}
			to := make([]dist.Normal, len(terms))
			if fault := ArgmaxToTerms(dist.CategoricalPoint(k, len(terms)), terms, 0, to, nil); fault != dist.NoFault {
				t.Errorf("%v: fault %d", terms, fault)
			}
			for i, m := range to {
				if !(m.P >= -1e-9*terms[i].P) {
					t.Errorf("%v: message %v to %d of the largest %d", terms, m, i, k)
				}
			}
		}
	}
}
