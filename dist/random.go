package dist

import (
	"math"
	"math/rand/v2"
)

// The functions here draw a proper message of each family: a first guess at
// random, in which no two elements of an array are alike. They say little: how
// strong a guess is does not matter where the first update replaces it.

// BernoulliRandom returns a Bernoulli whose probability is uniform, at least
// 0.001 away from 0 and 1.
func BernoulliRandom(rng *rand.Rand) Bernoulli { return BernoulliP(0.001 + 0.998*rng.Float64()) }

// CategoricalRandom makes d a categorical of its size whose probabilities are
// drawn from the flat dirichlet, no one 0.
func CategoricalRandom(d *Categorical, rng *rand.Rand) {
	sum := 0.0
	for k := range d.LogP {
		d.LogP[k] = 0.001 + rng.ExpFloat64()
		sum += d.LogP[k]
	}
	for k, w := range d.LogP {
		d.LogP[k] = math.Log(w / sum)
	}
}

// NormalRandom returns a normal of variance 1 whose mean is a draw from the
// standard normal.
func NormalRandom(rng *rand.Rand) Normal { return NormalMeanVariance(rng.NormFloat64(), 1) }

// GammaRandom returns a gamma of shape 1 whose mean is a draw from the standard
// lognormal.
func GammaRandom(rng *rand.Rand) Gamma { return GammaShapeRate(1, math.Exp(rng.NormFloat64())) }

// InverseGammaRandom returns an inverse gamma of shape 3 whose mean is a draw from
// the standard lognormal.
func InverseGammaRandom(rng *rand.Rand) InverseGamma {
	return InverseGammaShapeRate(3, 2*math.Exp(rng.NormFloat64()))
}

// BetaRandom returns a beta whose counts sum to 3, each at least 1.
func BetaRandom(rng *rand.Rand) Beta {
	u := rng.Float64()
	return BetaCounts(1+u, 2-u)
}

// DirichletRandom makes d a dirichlet of its size, each alpha 1 and a draw from the
// standard exponential.
func DirichletRandom(d *Dirichlet, rng *rand.Rand) {
	d.Point = false
	for k := range d.A {
		d.A[k] = 1 + rng.ExpFloat64()
	}
}

// MvNormalRandom makes d a normal of its size with the identity as its covariance,
// whose mean is a draw from the standard normal.
func MvNormalRandom(d *MvNormal, rng *rand.Rand) {
	k := len(d.H)
	d.SetUniform()
	for i := range k {
		d.H[i], d.P[i*k+i] = rng.NormFloat64(), 1
	}
}
