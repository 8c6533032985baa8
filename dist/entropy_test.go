package dist

import (
	"math"
	"testing"
)

// nearEntropy fails where two numbers differ by more than tol, relative to the larger
// of 1 and want.
func nearEntropy(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if got != want && !(math.Abs(got-want) <= tol*math.Max(1, math.Abs(want))) {
		t.Errorf("%s: got %.17g, want %.17g", what, got, want)
	}
}

func TestEntropyByQuadrature(t *testing.T) {
	for _, d := range []Normal{{0, 1}, {3, 0.2}, {-40, 25}} {
		sd := 1 / math.Sqrt(d.P)
		h := integrate(func(x, y float64) float64 {
			u := d.Mean() + sd*(math.Log(x)-math.Log(y))
			l := d.LogProb(u)
			return -l * math.Exp(l) * sd / x / y
		})
		nearEntropy(t, d.String(), d.Entropy(), h, 1e-12)
	}
	for _, d := range []Gamma{{0.3, 2}, {1, 1}, {3.5, 0.4}, {9.99, 2}, {10.01, 2}, {30, 25}} {
		h := integrate(func(x, y float64) float64 {
			u := x / y / d.Rate
			l := d.LogProb(u)
			return -l * math.Exp(l) / (y * y) / d.Rate
		})
		nearEntropy(t, d.String(), d.Entropy(), h, 1e-11)
		nearEntropy(t, d.String(), InverseGamma(d).Entropy(), h-2*d.MeanLog(), 1e-11)
	}
	for _, d := range []Beta{{0.3, 0.4}, {1, 1}, {3.5, 0.4}, {9.9, 20}, {30, 25}} {
		h := integrate(func(x, y float64) float64 {
			l := d.logProbShares(x, y)
			return -l * math.Exp(l)
		})
		nearEntropy(t, d.String(), d.Entropy(), h, 1e-11)
	}
	for _, p := range []float64{0.5, 0.1, 0.999, 1e-9} {
		nearEntropy(t, "bernoulli", BernoulliP(p).Entropy(), -p*math.Log(p)-(1-p)*math.Log1p(-p), 1e-15)
	}
}

// The entropy of a sharp distribution is that of the normal of its variance, but
// for terms of the order of 1/shape, and loses no digits.
func TestEntropySharp(t *testing.T) {
	half := 0.5 + distHalfLog2Pi
	for _, shape := range []float64{1e8, 1e12, 1e16, 1e18} {
		want := half - 1/(3*shape) // 1/2 log(shape) and higher terms apart
		nearEntropy(t, "gamma", Gamma{shape, 1}.Entropy()-math.Log(shape)/2, want, 2e-14)
		nearEntropy(t, "gamma of large rate", Gamma{shape, shape}.Entropy()+math.Log(shape)/2, want, 2e-14)
		nearEntropy(t, "inverse gamma", InverseGamma{shape, shape}.Entropy()+math.Log(shape)/2, half+2/(3*shape), 2e-14)
		nearEntropy(t, "beta", Beta{shape, shape}.Entropy()+math.Log(8*shape)/2, half, 1/shape+2e-14)
		nearEntropy(t, "beta of unlike counts", Beta{3, shape}.Entropy()+math.Log(shape), Gamma{3, 1}.Entropy(), 100/shape+1e-13)
	}
	// Far out at small shapes -1/shape rules.
	nearEntropy(t, "small gamma", Gamma{1e-12, 1}.Entropy()*1e-12, -1, 1e-9)
	nearEntropy(t, "small inverse gamma", InverseGamma{1e-12, 1}.Entropy()*1e-12, 1, 1e-9)
}

// The mean log density of another distribution is below that of the distribution
// itself, minus its entropy, and what the definition says.
func TestMeanLogProb(t *testing.T) {
	normals := []Normal{{0, 1}, {3, 0.2}, {-4e3, 25}, {1e9, 1e9}}
	for _, q := range normals {
		nearEntropy(t, q.String(), q.MeanLogProb(q), -q.Entropy(), 1e-14)
		for _, d := range normals {
			if d != q && !(d.MeanLogProb(q) < -q.Entropy()) {
				t.Errorf("%v of %v: %v", d, q, d.MeanLogProb(q))
			}
			m := q.Mean() - d.Mean()
			nearEntropy(t, "normal", d.MeanLogProb(q), math.Log(d.P)/2-distHalfLog2Pi-d.P/2*(m*m+q.Variance()), 1e-13)
		}
	}
	gammas := []Gamma{{0.3, 2}, {1, 1}, {30, 25}, {1e12, 1e12}, {1e6, 3}}
	for _, q := range gammas {
		nearEntropy(t, q.String(), q.MeanLogProb(q), -q.Entropy(), 1e-13)
		nearEntropy(t, q.String(), InverseGamma(q).MeanLogProb(InverseGamma(q)), -InverseGamma(q).Entropy(), 1e-13)
		nearEntropy(t, q.String(), q.LogGap(), math.Log(q.Mean())-q.MeanLog(), 1e-13)
		for _, d := range gammas {
			if d != q && !(d.MeanLogProb(q) < -q.Entropy()) {
				t.Errorf("%v of %v: %v", d, q, d.MeanLogProb(q))
			}
			lg, _ := math.Lgamma(d.Shape)
			want := d.Shape*math.Log(d.Rate) - lg + (d.Shape-1)*q.MeanLog() - d.Rate*q.Mean()
			size := d.Shape*math.Abs(math.Log(d.Rate)) + lg + d.Shape*math.Abs(q.MeanLog()) + d.Rate*q.Mean()
			nearEntropy(t, "gamma", d.MeanLogProb(q), want, 1e-15*(1+size))
		}
	}
	betas := []Beta{{0.3, 0.4}, {1, 1}, {30, 25}, {2, 1e9}, {1e9, 3}, {1e12, 1e12}}
	for _, q := range betas {
		for _, d := range betas {
			if d != q && !(d.MeanLogProb(q) < -q.Entropy()) {
				t.Errorf("%v of %v: %v", d, q, d.MeanLogProb(q))
			}
			want := (d.A-1)*q.MeanLog() + (d.B-1)*q.MeanLogComplement() + Beta{1, 1}.LogIntegral(d)
			la, _ := math.Lgamma(d.A)
			lb, _ := math.Lgamma(d.B)
			ln, _ := math.Lgamma(d.A + d.B)
			want += ln - la - lb
			size := math.Abs(la) + math.Abs(lb) + math.Abs(ln) + math.Abs(d.A*q.MeanLog()) + math.Abs(d.B*q.MeanLogComplement())
			nearEntropy(t, d.String()+" of "+q.String(), d.MeanLogProb(q), want, 1e-15*(1+size))
		}
	}
}

func TestMeanLogProbLimits(t *testing.T) {
	inf := math.Inf(-1)
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"point of normal", Normal{1, 2}.MeanLogProb(NormalPoint(3)), Normal{1, 2}.LogProb(3)},
		{"normal of point", NormalPoint(3).MeanLogProb(Normal{1, 2}), inf},
		{"point of point", NormalPoint(3).MeanLogProb(NormalPoint(3)), 0},
		{"point of other point", NormalPoint(3).MeanLogProb(NormalPoint(4)), inf},
		{"uniform", NormalUniform().MeanLogProb(Normal{1, 2}), 0},
		{"tilt", Normal{3, -1}.MeanLogProb(Normal{4, 2}), 3*2 + 0.5*(4+0.5)},
		{"gamma point", Gamma{3, 2}.MeanLogProb(GammaPoint(2)), Gamma{3, 2}.LogProb(2)},
		{"gamma of point", GammaPoint(2).MeanLogProb(Gamma{3, 2}), inf},
		{"gamma tilt", Gamma{-1, 2}.MeanLogProb(Gamma{3, 2}), -2*Gamma{3, 2}.MeanLog() - 3},
		{"inverse gamma point", InverseGamma{3, 2}.MeanLogProb(InverseGammaPoint(2)), InverseGamma{3, 2}.LogProb(2)},
		{"inverse gamma of point", InverseGammaPoint(2).MeanLogProb(InverseGamma{3, 2}), inf},
		{"inverse gamma tilt", InverseGamma{-3, 2}.MeanLogProb(InverseGamma{3, 2}), 2*InverseGamma{3, 2}.MeanLog() - 3},
		{"beta point", Beta{3, 2}.MeanLogProb(BetaPoint(0.2)), Beta{3, 2}.LogProb(0.2)},
		{"beta of point", BetaPoint(0.2).MeanLogProb(Beta{3, 2}), inf},
		{"beta tilt", Beta{-1, 2}.MeanLogProb(Beta{3, 2}), -2*Beta{3, 2}.MeanLog() + Beta{3, 2}.MeanLogComplement()},
		{"sure", BernoulliPoint(true).MeanLogProb(BernoulliPoint(true)), 0},
		{"sure and not", BernoulliPoint(true).MeanLogProb(Bernoulli{0}), inf},
		{"not sure", Bernoulli{0}.MeanLogProb(BernoulliPoint(false)), math.Log(0.5)},
	} {
		nearEntropy(t, c.name, c.got, c.want, 1e-14)
	}
	for name, v := range map[string]float64{
		"normal": Normal{1, 0}.MeanLogProb(Normal{1, -1}), "normal entropy": Normal{1, 0}.Entropy(),
		"gamma": Gamma{1, 1}.MeanLogProb(Gamma{0, 1}), "gamma entropy": Gamma{0, 1}.Entropy(),
		"inverse gamma": InverseGamma{1, 1}.MeanLogProb(InverseGamma{0, 1}), "inverse gamma entropy": InverseGamma{0, 1}.Entropy(),
		"beta": Beta{1, 1}.MeanLogProb(Beta{0, 1}), "beta entropy": Beta{0, 1}.Entropy(),
		"bernoulli": Bernoulli{math.NaN()}.Entropy(),
	} {
		if v == v {
			t.Errorf("%s: %v for an improper argument", name, v)
		}
	}
	for _, d := range []interface{ Entropy() float64 }{
		NormalPoint(3), GammaPoint(3), InverseGammaPoint(3), BetaPoint(0.3), BernoulliPoint(true), BernoulliPoint(false),
	} {
		if h := d.Entropy(); h != 0 {
			t.Errorf("%v: entropy %v", d, h)
		}
	}
}
