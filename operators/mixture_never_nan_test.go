package operators

import (
	"math"
	"math/rand/v2"
	"testing"

	"mpc/dist"
)

// Whatever comes in, a message is finite or there is a fault.
func TestMixtureNeverNaN(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	numbers := []float64{0, 1, -1, 0.5, 2, -0.5, 1e-300, 1e-12, 1e-3, 30, 1e6, 1e12, 1e300, -1e12, math.MaxFloat64, math.Inf(1), math.Inf(-1), math.NaN()}
	some := func() float64 {
		if rng.IntN(3) == 0 {
			return numbers[rng.IntN(len(numbers))]
		}
		return math.Exp(5 * rng.NormFloat64())
	}
	check := func(name string, finite bool, fault dist.Fault, in ...interface{}) {
		t.Helper()
		if fault == dist.NoFault && !finite {
			t.Errorf("%s: not finite, no fault: %v", name, in)
		}
	}
	work := dist.NewMvWork(2)
	for range 20000 {
		odds := dist.Bernoulli{LogOdds: 3 * rng.NormFloat64()}
		if rng.IntN(4) == 0 {
			odds.LogOdds = some()
		}
		normals := [3]dist.Normal{{H: some(), P: some()}, {H: some(), P: some()}, {H: some(), P: some()}}
		n, fault := MixtureNormalToOuter(normals[0], odds, normals[1:])
		check("normal", n.IsFinite(), fault, odds, normals)
		gammas := [3]dist.Gamma{{Shape: some(), Rate: some()}, {Shape: some(), Rate: some()}, {Shape: some(), Rate: some()}}
		g, fault := MixtureGammaToOuter(gammas[0], odds, gammas[1:])
		check("gamma", g.IsFinite(), fault, odds, gammas)
		g, fault = MixtureGammaToOuterLog(gammas[0], odds, gammas[1:])
		check("gamma log", g.IsFinite(), fault, odds, gammas)
		inverse := [3]dist.InverseGamma{dist.InverseGamma(gammas[0]), dist.InverseGamma(gammas[1]), dist.InverseGamma(gammas[2])}
		i, fault := MixtureInverseGammaToOuterLog(inverse[0], odds, inverse[1:])
		check("inverse gamma", i.IsFinite(), fault, odds, inverse)
		betas := [3]dist.Beta{{A: some(), B: some()}, {A: some(), B: some()}, {A: some(), B: some()}}
		b, fault := MixtureBetaToOuter(betas[0], odds, betas[1:])
		check("beta", b.IsFinite(), fault, odds, betas)
		b, fault = MixtureBetaToOuterLog(betas[0], odds, betas[1:])
		check("beta log", b.IsFinite(), fault, odds, betas)
		bools := [3]dist.Bernoulli{{LogOdds: some()}, {LogOdds: -some()}, {LogOdds: some()}}
		o, fault := MixtureBernoulliToOuter(bools[0], odds, bools[1:])
		check("bernoulli", o.IsFinite(), fault, odds, bools)
		dirichlets := [3]dist.Dirichlet{dist.DirichletAlpha(some(), some(), some()), dist.DirichletAlpha(some(), some(), some()), dist.DirichletAlpha(some(), some(), some())}
		d := dist.DirichletUniform(3)
		fault = MixtureDirichletToOuterLog(dirichlets[0], odds, dirichlets[1:], &d)
		check("dirichlet", d.IsFinite(), fault, odds, dirichlets)
		categoricals := [3]dist.Categorical{dist.CategoricalLogWeights(some(), some()), dist.CategoricalLogWeights(-some(), some()), dist.CategoricalLogWeights(some(), -some())}
		c := dist.CategoricalUniform(2)
		fault = MixtureCategoricalToOuter(categoricals[0], odds, categoricals[1:], &c)
		check("categorical", c.IsFinite(), fault, odds, categoricals)
		vector := func() dist.MvNormal {
			x := some()
			return dist.MvNormal{H: []float64{some(), some()}, P: []float64{some(), x, x, some()}, Point: rng.IntN(8) == 0}
		}
		v := dist.MvNormalUniform(2)
		vectors := [3]dist.MvNormal{vector(), vector(), vector()}
		fault = MixtureMvNormalToOuter(vectors[0], odds, vectors[1:], &v, work)
		check("mvnormal", v.IsFinite(), fault, odds, vectors)
		w := dist.WishartUniform(2)
		matrix := func() dist.Wishart {
			d := vector()
			return dist.Wishart{Shape: some(), Rate: d.P, Point: d.Point}
		}
		matrices := [3]dist.Wishart{matrix(), matrix(), matrix()}
		fault = MixtureWishartToOuter(matrices[0], odds, matrices[1:], &w, work)
		check("wishart", w.IsFinite(), fault, odds, matrices)
	}
}
