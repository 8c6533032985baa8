package operators

import (
	"math"
	"testing"

	"mpc/dist"
)

// Over whole numbers the message is exact: enumeration.
func TestMixtureCategorical(t *testing.T) {
	w, selector := mixtureSelector(0.2, 0.5, 0.3)
	low := math.Inf(-1)
	inner := []dist.Categorical{
		dist.CategoricalWeights([]float64{1, 2, 3, 4}),
		dist.CategoricalWeights([]float64{0.5, 0, 3e-10, 1}),
		dist.CategoricalLogWeights(3, 3, 3, 3),
	}
	for _, outer := range []dist.Categorical{
		dist.CategoricalUniform(4), dist.CategoricalLogWeights(1, -2, 0, 5), dist.CategoricalLogWeights(-30, -2, 0, 40),
		dist.CategoricalLogWeights(low, -2, low, 1), dist.CategoricalPoint(1, 4),
	} {
		var want [4]float64
		p := outer.P(nil)
		for k, m := range inner {
			q := m.P(nil)
			z := 0.0
			for x := range q {
				z += p[x] * q[x]
			}
			for x := range q {
				if z > 0 {
					want[x] += w[k] * q[x] / z
				}
			}
		}
		var to dist.Categorical
		if fault := MixtureCategoricalToOuterCategorical(outer, selector, inner, &to); fault != dist.NoFault {
			t.Errorf("outer %v: fault %d", outer, fault)
		}
		for x := range want {
			checkClose(t, "log weight", to.LogP[x]-to.LogP[0], math.Log(want[x])-math.Log(want[0]), 1e-13, 1)
		}
	}
	one := dist.CategoricalPoint(1, 4)
	var to dist.Categorical
	if fault := MixtureCategoricalToOuter(one, dist.Bernoulli{}, []dist.Categorical{inner[1], inner[1]}, &to); fault != dist.Contradiction {
		t.Errorf("contradiction: fault %d", fault)
	}
	if fault := MixtureCategoricalToOuter(one, dist.Bernoulli{}, []dist.Categorical{inner[1], inner[0]}, &to); fault != dist.NoFault || to.LogP[3] != inner[0].LogP[3] {
		t.Errorf("left out: %v, fault %d", to, fault)
	}
}

// Of two values, and of size 1, the messages are those of numbers.
func TestMixtureVectorsAsNumbers(t *testing.T) {
	_, selector := mixtureSelector(0.2, 0.5, 0.3)
	work := dist.NewMvWork(1)
	normal := func(d dist.Normal) dist.MvNormal {
		if d.IsPoint() {
			return dist.MvNormalPoint([]float64{d.H})
		}
		return dist.MvNormal{H: []float64{d.H}, P: []float64{d.P}}
	}
	for _, outer := range []dist.Normal{{H: 1, P: 2}, {}, {H: -30, P: 0.5}, {H: 1e12, P: 1e12}, {H: 0.3, P: -0.01}, {H: 1e-9, P: 1e-12}, dist.NormalPoint(3)} {
		numbers := []dist.Normal{{H: 1, P: 1}, {H: -2, P: 0.5}, {H: 0.1, P: 0.02}}
		want, fault := MixtureNormalToOuterCategorical(outer, selector, numbers)
		var vectors []dist.MvNormal
		for _, d := range numbers {
			vectors = append(vectors, normal(d))
		}
		to := dist.MvNormalUniform(1)
		if got := MixtureMvNormalToOuterCategorical(normal(outer), selector, vectors, &to, work); got != fault || fault != dist.NoFault {
			t.Fatalf("normal %v: faults %d and %d", outer, got, fault)
		}
		scale := math.Abs(want.P) + 0.5
		checkClose(t, "P", to.P[0], want.P, 1e-12, scale)
		checkClose(t, "H", to.H[0], want.H, 1e-12, math.Abs(want.H)+scale)
	}
	for _, outer := range []dist.Gamma{{Shape: 2, Rate: 1}, dist.GammaUniform(), {Shape: 1e4, Rate: 5e3}, {Shape: 1e9, Rate: 5e9}, {Shape: 0.3, Rate: -0.2}, dist.GammaPoint(3)} {
		numbers := []dist.Gamma{{Shape: 3, Rate: 2}, {Shape: 10, Rate: 3}, {Shape: 1.5, Rate: 4}}
		matrix := func(d dist.Gamma) dist.Wishart {
			if d.IsPoint() {
				return dist.WishartPoint([]float64{d.Shape})
			}
			return dist.Wishart{Shape: d.Shape, Rate: []float64{d.Rate}}
		}
		want, fault := MixtureGammaToOuterLogCategorical(outer, selector, numbers)
		var matrices []dist.Wishart
		for _, d := range numbers {
			matrices = append(matrices, matrix(d))
		}
		to := dist.WishartUniform(1)
		if got := MixtureWishartToOuterCategorical(matrix(outer), selector, matrices, &to, work); got != fault || fault != dist.NoFault {
			t.Fatalf("gamma %v: faults %d and %d", outer, got, fault)
		}
		checkClose(t, "shape", to.Shape, want.Shape, 1e-11, 1)
		checkClose(t, "rate", to.Rate[0], want.Rate, 1e-11, 1)
	}
	for _, outer := range []dist.Beta{{A: 2, B: 1}, dist.BetaUniform(), {A: 1e4, B: 5e3}, {A: 1e9, B: 5e9}, {A: 0.3, B: -0.2}, dist.BetaPoint(0.25)} {
		numbers := []dist.Beta{{A: 3, B: 2}, {A: 10, B: 3}, {A: 1.5, B: 4}}
		pair := func(d dist.Beta) dist.Dirichlet {
			if d.IsPoint() {
				return dist.DirichletPoint([]float64{d.A, 1 - d.A})
			}
			return dist.DirichletAlpha(d.A, d.B)
		}
		var pairs []dist.Dirichlet
		for _, d := range numbers {
			pairs = append(pairs, pair(d))
		}
		to := dist.DirichletUniform(2)
		for i, send := range []func(dist.Dirichlet, dist.Categorical, []dist.Dirichlet, *dist.Dirichlet) dist.Fault{MixtureDirichletToOuterCategorical, MixtureDirichletToOuterLogCategorical} {
			want, fault := MixtureBetaToOuterCategorical(outer, selector, numbers)
			if i == 1 {
				want, fault = MixtureBetaToOuterLogCategorical(outer, selector, numbers)
			}
			if got := send(pair(outer), selector, pairs, &to); got != fault || fault != dist.NoFault {
				t.Fatalf("beta %v: faults %d and %d", outer, got, fault)
			}
			checkClose(t, "a", to.A[0], want.A, 1e-12, 1)
			checkClose(t, "b", to.A[1], want.B, 1e-12, 1)
		}
	}
}

// The message times outer has the moments of the mixture, which are known.
func TestMixtureDirichlet(t *testing.T) {
	w, selector := mixtureSelector(0.2, 0.5, 0.3)
	for i, c := range []struct {
		outer dist.Dirichlet
		inner []dist.Dirichlet
	}{
		{dist.DirichletAlpha(2, 1, 3, 0.5), []dist.Dirichlet{dist.DirichletAlpha(3, 2, 1, 1), dist.DirichletUniform(4), dist.DirichletAlpha(1, 1, 5, 9)}},
		{dist.DirichletUniform(4), []dist.Dirichlet{dist.DirichletAlpha(3, 2, 1, 1), dist.DirichletAlpha(300, 200, 1, 50), dist.DirichletAlpha(1, 1, 5, 0.01)}},
		{dist.DirichletAlpha(3000, 100, 1, 1e-3), []dist.Dirichlet{dist.DirichletAlpha(3, 2, 1, 1), dist.DirichletAlpha(1, 2, 3, 4), dist.DirichletAlpha(1, 1, 5, 9)}},
		{dist.DirichletAlpha(-1, 0.5, 2, 1), []dist.Dirichlet{dist.DirichletAlpha(3, 2, 1, 1), dist.DirichletAlpha(4, 2, 3, 4), dist.DirichletAlpha(2.5, 1, 5, 9)}},
	} {
		mean, logs := make([]float64, 4), make([]float64, 4)
		square := 0.0
		for k, m := range c.inner {
			var both dist.Dirichlet
			both.SetTimes(c.outer, m)
			for j, v := range both.MeanTo(nil) {
				mean[j] += w[k] * v
			}
			for j, v := range both.MeanLog(nil) {
				logs[j] += w[k] * v
			}
			for _, v := range both.MeanSquare(nil) {
				square += w[k] * v
			}
		}
		variance := square
		for _, m := range mean {
			variance -= m * m
		}
		to := dist.DirichletUniform(4)
		if fault := MixtureDirichletToOuterCategorical(c.outer, selector, c.inner, &to); fault != dist.NoFault {
			t.Errorf("case %d: fault %d", i, fault)
		}
		var d dist.Dirichlet
		d.SetTimes(to, c.outer)
		total := 0.0
		for _, v := range d.VarianceTo(nil) {
			total += v
		}
		checkClose(t, "variance", total, variance, 1e-11, 1e-3)
		for j, v := range d.MeanTo(nil) {
			checkClose(t, "mean", v, mean[j], 1e-12, 1e-3)
		}
		if fault := MixtureDirichletToOuterLogCategorical(c.outer, selector, c.inner, &to); fault != dist.NoFault {
			t.Errorf("case %d: fault %d", i, fault)
		}
		d.SetTimes(to, c.outer)
		for j, v := range d.MeanLog(nil) {
			checkClose(t, "mean log", v, logs[j], 1e-12, 1)
		}
	}
}

// lawsOfVectors is lawsOfMixture for messages with memory.
func lawsOfVectors[T any](t *testing.T, name string, send func(outer T, selector dist.Categorical, inner []T, to *T) dist.Fault, same func(a, b T) bool, outers, inner []T, to T) {
	t.Helper()
	for _, outer := range outers {
		for k, m := range inner {
			others := append([]T(nil), inner...)
			fault := send(outer, dist.CategoricalPoint(k, len(inner)), others, &to)
			if !same(to, m) || fault != dist.NoFault {
				t.Errorf("%s: outer %v, branch %v alone: %v, fault %d", name, outer, m, to, fault)
			}
			for i := range others {
				others[i] = m
			}
			fault = send(outer, dist.CategoricalUniform(len(inner)), others, &to)
			if !same(to, m) || fault != dist.NoFault {
				t.Errorf("%s: outer %v, branches equal to %v: %v, fault %d", name, outer, m, to, fault)
			}
			if fault = send(outer, dist.CategoricalUniform(1), others[:1], &to); !same(to, m) || fault != dist.NoFault {
				t.Errorf("%s: outer %v, one branch %v: %v, fault %d", name, outer, m, to, fault)
			}
			if fault = send(outer, dist.CategoricalUniform(2), others[:1], &to); fault != dist.NotFinite {
				t.Errorf("%s: sizes that differ: fault %d", name, fault)
			}
		}
	}
	selector := dist.CategoricalWeights([]float64{0.5, 0.25, 0.25})
	if n := testing.AllocsPerRun(10, func() { send(outers[0], selector, inner, &to) }); n != 0 {
		t.Errorf("%s: %v allocations", name, n)
	}
}

func TestMixtureVectorLaws(t *testing.T) {
	work := dist.NewMvWork(2)
	lawsOfVectors(t, "categorical", MixtureCategoricalToOuterCategorical, func(a, b dist.Categorical) bool { s, _ := mixtureSameCategorical(a, b, 2); return s },
		[]dist.Categorical{dist.CategoricalLogWeights(1, 2), dist.CategoricalUniform(2)},
		[]dist.Categorical{dist.CategoricalLogWeights(1, 3), dist.CategoricalUniform(2), dist.CategoricalLogWeights(0, -9)}, dist.CategoricalUniform(2))
	dirichlets := []dist.Dirichlet{dist.DirichletAlpha(3, 2), dist.DirichletUniform(2), dist.DirichletAlpha(0.1, 2)}
	around := []dist.Dirichlet{dist.DirichletAlpha(2, 3), dist.DirichletUniform(2), dist.DirichletAlpha(-2, -3), dist.DirichletPoint([]float64{0.5, 0.5})}
	sameDirichlet := func(a, b dist.Dirichlet) bool { s, _ := mixtureSameDirichlet(a, b, 2); return s }
	lawsOfVectors(t, "dirichlet", MixtureDirichletToOuterCategorical, sameDirichlet, around, dirichlets, dist.DirichletUniform(2))
	lawsOfVectors(t, "dirichlet log", MixtureDirichletToOuterLogCategorical, sameDirichlet, around, dirichlets, dist.DirichletUniform(2))
	normals := []dist.MvNormal{dist.MvNormalMeanVariance([]float64{1, 2}, []float64{1, 3}), dist.MvNormalUniform(2), dist.MvNormalMeanVariance([]float64{-1, 2}, []float64{0.1, 3})}
	outers := []dist.MvNormal{dist.MvNormalMeanVariance([]float64{0, 1}, []float64{2, 2}), dist.MvNormalUniform(2), {H: []float64{1, 2}, P: []float64{-1, 0, 0, -2}}, dist.MvNormalPoint([]float64{1, 1})}
	lawsOfVectors(t, "mvnormal", func(outer dist.MvNormal, selector dist.Categorical, inner []dist.MvNormal, to *dist.MvNormal) dist.Fault {
		return MixtureMvNormalToOuterCategorical(outer, selector, inner, to, work)
	}, func(a, b dist.MvNormal) bool { s, _ := mixtureSameMvNormal(a, b, 2); return s }, outers, normals, dist.MvNormalUniform(2))
	wisharts := []dist.Wishart{{Shape: 3, Rate: []float64{2, 1, 1, 2}}, dist.WishartUniform(2), {Shape: 2, Rate: []float64{1, 0, 0, 0.5}}}
	beside := []dist.Wishart{{Shape: 4, Rate: []float64{1, 0, 0, 2}}, dist.WishartUniform(2), {Shape: -1, Rate: []float64{-1, 0, 0, -2}}, dist.WishartPoint([]float64{1, 0, 0, 2})}
	lawsOfVectors(t, "wishart", func(outer dist.Wishart, selector dist.Categorical, inner []dist.Wishart, to *dist.Wishart) dist.Fault {
		return MixtureWishartToOuterCategorical(outer, selector, inner, to, work)
	}, func(a, b dist.Wishart) bool { s, _ := mixtureSameWishart(a, b, 4); return s }, beside, wisharts, dist.WishartUniform(2))
}
