package operators

import (
	"math"
	"testing"

	"mpc/dist"
)

// An inverse gamma is the gamma of 1/x: the message is that of the gamma of which the
// branches are the same functions.
func TestMixtureInverseGamma(t *testing.T) {
	_, selector := mixtureSelector(0.2, 0.5, 0.3)
	inner := []dist.InverseGamma{{Shape: 1, Rate: 2}, {Shape: -1}, {Shape: 4, Rate: 0.5}}
	gammas := []dist.Gamma{{Shape: 3, Rate: 2}, {Shape: 1}, {Shape: 6, Rate: 0.5}}
	for _, outer := range []dist.Gamma{{Shape: 2, Rate: 1}, {Shape: 1e8, Rate: 2e8}, dist.GammaPoint(4)} {
		o := dist.InverseGamma(outer)
		if outer.IsPoint() {
			o = dist.InverseGammaPoint(0.25)
		}
		want, _ := MixtureGammaToOuterCategorical(outer, selector, gammas)
		got, fault := MixtureInverseGammaToOuterCategorical(o, selector, inner)
		checkClose(t, "shape", got.Shape, want.Shape-2, 1e-14, 1)
		checkClose(t, "rate", got.Rate, want.Rate, 1e-14, 1)
		if fault != dist.NoFault {
			t.Errorf("fault %d", fault)
		}
		want, _ = MixtureGammaToOuterLogCategorical(outer, selector, gammas)
		got, fault = MixtureInverseGammaToOuterLogCategorical(o, selector, inner)
		checkClose(t, "shape", got.Shape, want.Shape-2, 1e-14, 1)
		checkClose(t, "rate", got.Rate, want.Rate, 1e-14, 1)
		if fault != dist.NoFault {
			t.Errorf("fault %d", fault)
		}
	}
	// The message times outer has the mixture's means of 1/x and of log x.
	outer := dist.InverseGamma{Shape: 3, Rate: 1}
	w := selector.P(nil)
	inverse, logs := 0.0, 0.0
	for k, m := range inner {
		d := m.Times(outer)
		inverse += w[k] * d.MeanInverse()
		logs += w[k] * d.MeanLog()
	}
	m, _ := MixtureInverseGammaToOuterLogCategorical(outer, selector, inner)
	d := m.Times(outer)
	checkClose(t, "mean of 1/x", d.MeanInverse(), inverse, 1e-13, 0)
	checkClose(t, "mean log", d.MeanLog(), logs, 1e-13, 0)
	outers := []dist.InverseGamma{{Shape: 2, Rate: 1}, dist.InverseGammaUniform(), dist.InverseGammaPoint(2), {Shape: -3, Rate: -1}}
	lawsOfMixture(t, "inverse gamma", MixtureInverseGammaToOuterCategorical, outers, inner)
	lawsOfMixture(t, "inverse gamma log", MixtureInverseGammaToOuterLogCategorical, outers, inner)
	if m, fault := MixtureInverseGammaToOuter(dist.InverseGammaPoint(2), dist.Bernoulli{}, []dist.InverseGamma{dist.InverseGammaPoint(3), inner[0]}); m != inner[0] || fault != dist.NoFault {
		t.Errorf("left out: %v, fault %d", m, fault)
	}
	if m, fault := MixtureInverseGammaToOuter(dist.InverseGammaPoint(3), dist.Bernoulli{}, []dist.InverseGamma{dist.InverseGammaPoint(3), inner[0]}); m != dist.InverseGammaPoint(3) || fault != dist.NoFault {
		t.Errorf("point: %v, fault %d", m, fault)
	}
}

// A point mass among the parts of a mixture counts by its moments.
func TestMixturePoints(t *testing.T) {
	half := dist.Bernoulli{}
	gamma, outer := dist.Gamma{Shape: 3, Rate: 2}, dist.Gamma{Shape: 2, Rate: 1}
	part := gamma.Times(outer)
	mean := (part.Mean() + 5) / 2
	m, fault := MixtureGammaToOuter(outer, half, []dist.Gamma{gamma, dist.GammaPoint(5)})
	d := m.Times(outer)
	checkClose(t, "mean", d.Mean(), mean, 1e-14, 0)
	checkClose(t, "variance", d.Variance(), part.Variance()/2+(part.Mean()-5)*(part.Mean()-5)/4, 1e-14, 0)
	logs, faultLogs := MixtureGammaToOuterLog(outer, half, []dist.Gamma{gamma, dist.GammaPoint(5)})
	d = logs.Times(outer)
	checkClose(t, "mean", d.Mean(), mean, 1e-14, 0)
	checkClose(t, "mean log", d.MeanLog(), (part.MeanLog()+math.Log(5))/2, 1e-14, 0)
	if fault != dist.NoFault || faultLogs != dist.NoFault {
		t.Errorf("faults %d, %d", fault, faultLogs)
	}
	for _, x := range []float64{0.9, 0.01} {
		b, o := dist.Beta{A: 3, B: 2}, dist.Beta{A: 2, B: 0.5}
		p := b.Times(o)
		m, fault := MixtureBetaToOuterLog(o, half, []dist.Beta{b, dist.BetaPoint(x)})
		d := m.Times(o)
		checkClose(t, "mean log", d.MeanLog(), (p.MeanLog()+math.Log(x))/2, 1e-13, 0)
		checkClose(t, "mean log of the rest", d.MeanLogComplement(), (p.MeanLogComplement()+math.Log1p(-x))/2, 1e-13, 0)
		v, faultV := MixtureBetaToOuter(o, half, []dist.Beta{b, dist.BetaPoint(x)})
		d = v.Times(o)
		checkClose(t, "mean", d.Mean(), (p.Mean()+x)/2, 1e-14, 0)
		checkClose(t, "variance", d.Variance(), p.Variance()/2+(p.Mean()-x)*(p.Mean()-x)/4, 1e-13, 0)
		if fault != dist.NoFault || faultV != dist.NoFault {
			t.Errorf("faults %d, %d", fault, faultV)
		}
		to := dist.DirichletUniform(2)
		pair := []dist.Dirichlet{dist.DirichletAlpha(3, 2), dist.DirichletPoint([]float64{x, 1 - x})}
		if fault := MixtureDirichletToOuterLog(dist.DirichletAlpha(2, 0.5), half, pair, &to); fault != dist.NoFault {
			t.Errorf("fault %d", fault)
		}
		checkClose(t, "a", to.A[0], m.A, 1e-12, 1)
		checkClose(t, "b", to.A[1], m.B, 1e-12, 1)
	}
	// All parts are points.
	m, _ = MixtureGammaToOuterLog(dist.GammaUniform(), half, []dist.Gamma{dist.GammaPoint(1), dist.GammaPoint(5)})
	checkClose(t, "mean", m.Mean(), 3, 1e-14, 0)
	checkClose(t, "mean log", m.MeanLog(), math.Log(5)/2, 1e-14, 0)
	to := dist.WishartUniform(1)
	if fault := MixtureWishartToOuter(dist.WishartUniform(1), half, []dist.Wishart{dist.WishartPoint([]float64{1}), dist.WishartPoint([]float64{5})}, &to, nil); fault != dist.NoFault {
		t.Errorf("fault %d", fault)
	}
	checkClose(t, "shape", to.Shape, m.Shape, 1e-13, 0)
	checkClose(t, "rate", to.Rate[0], m.Rate, 1e-13, 0)
	// Zero, and improper parts.
	if _, fault := MixtureGammaToOuterLog(outer, half, []dist.Gamma{gamma, dist.GammaPoint(0)}); fault != dist.NotFinite {
		t.Errorf("a mean log of -Inf: fault %d", fault)
	}
	if _, fault := MixtureGammaToOuter(outer, half, []dist.Gamma{gamma, {Shape: -2, Rate: 1}}); fault != dist.Improper {
		t.Errorf("improper: fault %d", fault)
	}
	if _, fault := MixtureBetaToOuterLog(dist.Beta{A: 1, B: 1}, half, []dist.Beta{{A: 2, B: 1}, {A: -2, B: 1}}); fault != dist.Improper {
		t.Errorf("improper: fault %d", fault)
	}
}

// One branch is two, of which the other says nothing.
func TestEnterOne(t *testing.T) {
	_, selector := mixtureSelector(0.2, 0.5, 0.3)
	bool5 := dist.Bernoulli{} // value 1 or not
	outer, inner := dist.Normal{H: 1, P: 2}, dist.Normal{H: 3, P: 1}
	want, _ := MixtureNormalToOuter(outer, bool5, []dist.Normal{{}, inner})
	got, fault := EnterOneNormalToOuterCategorical(outer, selector, inner, 1)
	checkClose(t, "H", got.H, want.H, 1e-14, 0)
	checkClose(t, "P", got.P, want.P, 1e-14, 0)
	if fault != dist.NoFault {
		t.Errorf("fault %d", fault)
	}
	want, _ = MixtureNormalToOuter(outer, dist.BernoulliP(0.2), []dist.Normal{{}, inner})
	got, _ = EnterOneNormalToOuterCategorical(outer, selector, inner, 0)
	checkClose(t, "P", got.P, want.P, 1e-14, 0)
	// The value of a truth value, and one that is none.
	truth := dist.BernoulliP(0.2)
	if got, _ = EnterOneNormalToOuter(outer, truth, inner, 1); got != want {
		t.Errorf("%v, want %v", got, want)
	}
	want, _ = MixtureNormalToOuter(outer, truth, []dist.Normal{inner, {}})
	got, _ = EnterOneNormalToOuter(outer, truth, inner, 0)
	checkClose(t, "P", got.P, want.P, 1e-14, 0)
	for _, value := range []int{-1, 3} {
		if got, fault = EnterOneNormalToOuterCategorical(outer, selector, inner, value); !got.IsUniform() || fault != dist.NoFault {
			t.Errorf("value %d: %v, fault %d", value, got, fault)
		}
	}
	// A sure selector.
	sure := dist.CategoricalPoint(2, 3)
	if got, _ = EnterOneNormalToOuterCategorical(outer, sure, inner, 2); got != inner {
		t.Errorf("sure: %v", got)
	}
	if got, _ = EnterOneNormalToOuterCategorical(outer, sure, inner, 1); !got.IsUniform() {
		t.Errorf("surely another: %v", got)
	}
	// The others by their mixtures.
	half := dist.CategoricalUniform(2)
	g, fault := EnterOneGammaToOuterLogCategorical(dist.Gamma{Shape: 2, Rate: 1}, half, dist.Gamma{Shape: 3, Rate: 2}, 1)
	wantG, _ := MixtureGammaToOuterLog(dist.Gamma{Shape: 2, Rate: 1}, bool5, []dist.Gamma{{Shape: 1}, {Shape: 3, Rate: 2}})
	if g != wantG || fault != dist.NoFault {
		t.Errorf("gamma: %v, want %v, fault %d", g, wantG, fault)
	}
	b, fault := EnterOneBetaToOuterCategorical(dist.Beta{A: 2, B: 1}, half, dist.Beta{A: 3, B: 2}, 1)
	wantB, _ := MixtureBetaToOuter(dist.Beta{A: 2, B: 1}, bool5, []dist.Beta{{A: 1, B: 1}, {A: 3, B: 2}})
	if b != wantB || fault != dist.NoFault {
		t.Errorf("beta: %v, want %v, fault %d", b, wantB, fault)
	}
	c, wantC := dist.CategoricalUniform(3), dist.CategoricalUniform(3)
	from, branch := dist.CategoricalLogWeights(1, 2, 3), dist.CategoricalLogWeights(2, 0, 1)
	fault = EnterOneCategoricalToOuterCategorical(from, selector, branch, 1, &c)
	MixtureCategoricalToOuter(from, bool5, []dist.Categorical{dist.CategoricalUniform(3), branch}, &wantC)
	for x := range c.LogP {
		checkClose(t, "log weight", c.LogP[x]-c.LogP[0], wantC.LogP[x]-wantC.LogP[0], 1e-14, 1)
	}
	if fault != dist.NoFault {
		t.Errorf("fault %d", fault)
	}
	d, wantD := dist.DirichletUniform(3), dist.DirichletUniform(3)
	fault = EnterOneDirichletToOuterLogCategorical(dist.DirichletAlpha(1, 2, 3), half, dist.DirichletAlpha(4, 1, 1), 1, &d)
	MixtureDirichletToOuterLog(dist.DirichletAlpha(1, 2, 3), bool5, []dist.Dirichlet{dist.DirichletUniform(3), dist.DirichletAlpha(4, 1, 1)}, &wantD)
	for x := range d.A {
		checkClose(t, "count", d.A[x], wantD.A[x], 1e-14, 1)
	}
	if fault != dist.NoFault {
		t.Errorf("fault %d", fault)
	}
	work := dist.NewMvWork(2)
	v, wantV := dist.MvNormalUniform(2), dist.MvNormalUniform(2)
	around, told := dist.MvNormalMeanVariance([]float64{1, 2}, []float64{3, 1}), dist.MvNormalMeanVariance([]float64{0, 2}, []float64{1, 1})
	fault = EnterOneMvNormalToOuterCategorical(around, half, told, 1, &v, work)
	MixtureMvNormalToOuter(around, bool5, []dist.MvNormal{dist.MvNormalUniform(2), told}, &wantV, work)
	for i := range v.P {
		checkClose(t, "P", v.P[i], wantV.P[i], 1e-13, 1)
	}
	if fault != dist.NoFault {
		t.Errorf("fault %d", fault)
	}
	x, wantX := dist.WishartUniform(2), dist.WishartUniform(2)
	known, said := dist.Wishart{Shape: 4, Rate: []float64{2, 1, 1, 2}}, dist.Wishart{Shape: 3, Rate: []float64{1, 0, 0, 1}}
	fault = EnterOneWishartToOuterCategorical(known, half, said, 1, &x, work)
	MixtureWishartToOuter(known, bool5, []dist.Wishart{dist.WishartUniform(2), said}, &wantX, work)
	checkClose(t, "shape", x.Shape, wantX.Shape, 1e-13, 1)
	if fault != dist.NoFault {
		t.Errorf("fault %d", fault)
	}
	if n := testing.AllocsPerRun(5, func() {
		EnterOneNormalToOuterCategorical(outer, selector, inner, 1)
		EnterOneDirichletToOuterLogCategorical(dist.Dirichlet{A: wantD.A}, half, wantD, 1, &d)
		EnterOneMvNormalToOuterCategorical(around, half, told, 1, &v, work)
		EnterOneWishartToOuterCategorical(known, half, said, 1, &x, work)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
