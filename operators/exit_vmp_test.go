package operators

import (
	"math"
	"testing"

	"mpc/dist"
)

// The variable after the gate has the moments of the mixture of the posteriors.
func TestExitAverage(t *testing.T) {
	_, selector := mixtureSelector(0.25, 0.75)
	odds := dist.BernoulliP(0.75)
	normals := []dist.Normal{dist.NormalMeanVariance(1, 2), dist.NormalMeanVariance(-3, 1)}
	m, fault := ExitNormalToOuterAverage(odds, normals)
	checkClose(t, "mean", m.Mean(), -2, 1e-14, 0)
	checkClose(t, "variance", m.Variance(), 0.25*2+0.75*1+0.25*0.75*16, 1e-14, 0)
	if again, _ := ExitNormalToOuterAverageCategorical(selector, normals); fault != dist.NoFault || math.Abs(again.P-m.P) > 1e-15 {
		t.Errorf("%v, then %v, fault %d", m, again, fault)
	}
	if _, fault := ExitNormalToOuterAverage(odds, []dist.Normal{normals[0], {H: 1}}); fault != dist.Improper {
		t.Errorf("improper: fault %d", fault)
	}
	b, _ := ExitBernoulliToOuterAverage(odds, []dist.Bernoulli{dist.BernoulliP(0.5), dist.BernoulliP(0.125)})
	checkClose(t, "probability", b.P(), 0.25*0.5+0.75*0.125, 1e-14, 0)
	gammas := []dist.Gamma{{Shape: 1e-6, Rate: 2}, {Shape: 1e6, Rate: 3}}
	g, _ := ExitGammaToOuterAverage(odds, gammas)
	checkClose(t, "mean", g.Mean(), 0.25*gammas[0].Mean()+0.75*gammas[1].Mean(), 1e-13, 0)
	checkClose(t, "mean log", g.MeanLog(), 0.25*gammas[0].MeanLog()+0.75*gammas[1].MeanLog(), 1e-13, 0)
	i, _ := ExitInverseGammaToOuterAverage(odds, []dist.InverseGamma{{Shape: 2, Rate: 3}, {Shape: 4, Rate: 1}})
	checkClose(t, "mean of 1/x", i.MeanInverse(), 0.25*2.0/3+0.75*4, 1e-13, 0)
	betas := []dist.Beta{{A: 1e-3, B: 2}, {A: 1e6, B: 3e6}}
	e, _ := ExitBetaToOuterAverage(odds, betas)
	checkClose(t, "mean log", e.MeanLog(), 0.25*betas[0].MeanLog()+0.75*betas[1].MeanLog(), 1e-13, 0)
	checkClose(t, "mean log of the rest", e.MeanLogComplement(), 0.25*betas[0].MeanLogComplement()+0.75*betas[1].MeanLogComplement(), 1e-12, 0)

	c := dist.CategoricalUniform(3)
	ExitCategoricalToOuterAverage(odds, []dist.Categorical{dist.CategoricalWeights([]float64{0.5, 0.5, 0}), dist.CategoricalPoint(1, 3)}, &c)
	for x, want := range []float64{0.125, 0.875, 0} {
		checkClose(t, "probability", c.P(nil)[x], want, 1e-14, 0)
	}
	d := dist.DirichletUniform(3)
	list := []dist.Dirichlet{dist.DirichletAlpha(1, 2, 0.01), dist.DirichletAlpha(100, 200, 5)}
	ExitDirichletToOuterAverage(odds, list, &d)
	for x, v := range d.MeanLog(nil) {
		checkClose(t, "mean log", v, 0.25*list[0].MeanLog(nil)[x]+0.75*list[1].MeanLog(nil)[x], 1e-12, 0)
	}
	v := dist.MvNormalUniform(2)
	vectors := []dist.MvNormal{dist.MvNormalMeanVariance([]float64{1, 2}, []float64{2, 1}), dist.MvNormalMeanVariance([]float64{-3, 2}, []float64{1, 5})}
	if fault := ExitMvNormalToOuterAverage(odds, vectors, &v, nil); fault != dist.NoFault {
		t.Errorf("fault %d", fault)
	}
	checkClose(t, "mean", v.MeanTo(nil, nil)[0], -2, 1e-14, 0)
	checkClose(t, "variance", v.VarianceTo(nil, nil)[0], m.Variance(), 1e-14, 0)
	checkClose(t, "variance", v.VarianceTo(nil, nil)[1], 0.25+0.75*5, 1e-14, 0)
	w := dist.WishartUniform(2)
	matrices := []dist.Wishart{{Shape: 3, Rate: []float64{2, 1, 1, 3}}, {Shape: 6, Rate: []float64{1, 0, 0, 3}}}
	if fault := ExitWishartToOuterAverage(odds, matrices, &w, nil); fault != dist.NoFault {
		t.Errorf("fault %d", fault)
	}
	checkClose(t, "mean log det", w.MeanLogDet(nil), 0.25*matrices[0].MeanLogDet(nil)+0.75*matrices[1].MeanLogDet(nil), 1e-13, 0)
	for j, x := range w.MeanTo(nil, nil) {
		checkClose(t, "mean", x, 0.25*matrices[0].MeanTo(nil, nil)[j]+0.75*matrices[1].MeanTo(nil, nil)[j], 1e-13, 1)
	}
}

// The mean log of what comes back, against quadrature or sums.
func TestExitAverageLog(t *testing.T) {
	odds := dist.BernoulliP(0.75)
	low := math.Inf(-1)
	outer, q := dist.Normal{H: 2, P: 3}, dist.NormalMeanVariance(1.5, 0.25)
	want := simpson(func(x float64) float64 { return math.Exp(q.LogProb(x)) * x * (2 - 3*x/2) }, -6, 9, 4000)
	checkClose(t, "normal", ExitNormalBranchAverageLog(outer, q), want, 1e-12, 0)
	checkClose(t, "normal, both", ExitNormalAverageLog(outer, odds, []dist.Normal{dist.NormalPoint(2), q}), 0.25*2*(2-3)+0.75*want, 1e-12, 0)
	checkClose(t, "point", ExitNormalBranchAverageLog(dist.NormalPoint(2), q), low, 0, 0)
	checkClose(t, "same point", ExitNormalBranchAverageLog(dist.NormalPoint(2), dist.NormalPoint(2)), 0, 0, 0)
	checkClose(t, "sure", ExitNormalAverageLog(dist.NormalPoint(2), dist.BernoulliPoint(false), []dist.Normal{dist.NormalPoint(2), q}), 0, 0, 0)
	checkClose(t, "nothing", ExitNormalBranchAverageLog(dist.Normal{}, dist.Normal{}), 0, 0, 0)
	checkClose(t, "improper", ExitNormalBranchAverageLog(outer, dist.Normal{}), math.NaN(), 0, 0)

	checkClose(t, "bernoulli", ExitBernoulliBranchAverageLog(dist.Bernoulli{LogOdds: 2}, dist.BernoulliP(0.3)), 0.6, 1e-15, 0)
	checkClose(t, "sure bernoulli", ExitBernoulliBranchAverageLog(dist.BernoulliPoint(true), dist.BernoulliP(0.3)), low, 0, 0)
	checkClose(t, "sure bernoulli", ExitBernoulliBranchAverageLog(dist.BernoulliPoint(true), dist.BernoulliPoint(true)), 0, 0, 0)

	g, og := dist.Gamma{Shape: 4, Rate: 2}, dist.Gamma{Shape: 0.5, Rate: 3}
	want = simpson(func(v float64) float64 {
		x := math.Exp(v)
		return math.Exp(g.LogProb(x)+v) * (-0.5*v - 3*x)
	}, -15, 5, 4000)
	checkClose(t, "gamma", ExitGammaBranchAverageLog(og, g), want, 1e-12, 0)
	checkClose(t, "inverse gamma", ExitInverseGammaBranchAverageLog(dist.InverseGamma{Shape: -1.5, Rate: 3}, dist.InverseGamma{Shape: 4, Rate: 2}), want, 1e-12, 0)
	checkClose(t, "gamma at 0", ExitGammaBranchAverageLog(dist.Gamma{Shape: 1, Rate: 3}, dist.GammaPoint(0)), 0, 0, 0)

	e, oe := dist.Beta{A: 4, B: 2}, dist.Beta{A: 0.5, B: 3}
	want = simpson(func(x float64) float64 {
		if x == 0 || x == 1 {
			return 0
		}
		return math.Exp(e.LogProb(x)) * (-0.5*math.Log(x) + 2*math.Log1p(-x))
	}, 0, 1, 20000)
	checkClose(t, "beta", ExitBetaBranchAverageLog(oe, e), want, 1e-8, 0)
	checkClose(t, "dirichlet", ExitDirichletBranchAverageLog(dist.DirichletAlpha(0.5, 3), dist.DirichletAlpha(4, 2)), ExitBetaBranchAverageLog(oe, e), 1e-13, 0)
	checkClose(t, "categorical", ExitCategoricalBranchAverageLog(dist.CategoricalLogWeights(1, 2, low), dist.CategoricalWeights([]float64{3, 1, 0})), 1.25, 1e-15, 0)
	checkClose(t, "impossible", ExitCategoricalBranchAverageLog(dist.CategoricalLogWeights(1, 2, low), dist.CategoricalUniform(3)), low, 0, 0)
	vector := dist.MvNormal{H: []float64{2, 1}, P: []float64{3, 0.5, 0.5, 1}}
	// E[x'P x] = m'P m + tr(P C), m = (1.5, -1), C = diag(0.25, 2).
	want = 2*1.5 - 1 - (3*1.5*1.5-1.5+1)/2 - (3*0.25+2)/2
	got := ExitMvNormalBranchAverageLog(vector, dist.MvNormalMeanVariance([]float64{1.5, -1}, []float64{0.25, 2}), nil)
	checkClose(t, "mvnormal", got, want, 1e-14, 0)
	checkClose(t, "wishart", ExitWishartBranchAverageLog(dist.Wishart{Shape: 0.5, Rate: []float64{3}}, dist.Wishart{Shape: 4, Rate: []float64{2}}, nil), ExitGammaBranchAverageLog(og, g), 1e-13, 0)
	work := dist.NewMvWork(2)
	inner := []dist.MvNormal{vector, vector}
	if n := testing.AllocsPerRun(5, func() {
		ExitMvNormalAverageLog(vector, odds, inner, work)
		ExitNormalAverageLog(outer, odds, []dist.Normal{q, q})
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
