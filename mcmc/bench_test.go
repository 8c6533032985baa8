package mcmc

import (
	"math"
	"math/rand/v2"
	"testing"

	"mpc/dist"
)

// BenchmarkDraw has nanoseconds for each draw. Those with "rand" in their name are of
// math/rand/v2, or of dist, which draws from it.
func BenchmarkDraw(b *testing.B) {
	s, rng := NewStream(1, 1), rand.New(rand.NewPCG(1, 1))
	h, precision, factor, work := make([]float64, 10), correlated(10), make([]float64, 100), make([]float64, 100)
	x, matrix := make([]float64, 10), make([]float64, 100)
	weights, p, alpha := make([]float64, 10), make([]float64, 10), make([]float64, 10)
	for i := range weights {
		weights[i], p[i], alpha[i] = -float64(i), 1/float64(1+i), float64(1+i)
	}
	vector, err := dist.MvNormalMeanPrecision(h, precision)
	if err != nil {
		b.Fatal(err)
	}
	mvWork := dist.NewMvWork(10)
	inf := math.Inf(1)
	var slice Slice
	var adaptive AdaptiveRejection
	at, atDensity := 0.0, 0.0
	sum := 0.0
	for _, c := range []struct {
		name string
		draw func()
	}{
		{"nothing", func() { sum++ }},
		{"uint64", func() { sum += float64(s.Uint64()) }},
		{"uint64 rand", func() { sum += float64(rng.Uint64()) }},
		{"float64", func() { sum += s.Float64() }},
		{"float64 rand", func() { sum += rng.Float64() }},
		{"normal", func() { sum += s.Normal() }},
		{"normal rand", func() { sum += rng.NormFloat64() }},
		{"exponential", func() { sum += s.Exponential() }},
		{"exponential rand", func() { sum += rng.ExpFloat64() }},
		{"gamma 3", func() { sum += DrawGamma(s, 3, 2) }},
		{"gamma 3 rand", func() { sum += dist.GammaShapeRate(3, 2).Sample(rng) }},
		{"gamma 0.3", func() { sum += DrawGamma(s, 0.3, 2) }},
		{"gamma 0.3 rand", func() { sum += dist.GammaShapeRate(0.3, 2).Sample(rng) }},
		{"beta 3 4", func() { sum += DrawBeta(s, 3, 4) }},
		{"beta 3 4 rand", func() { sum += dist.BetaCounts(3, 4).Sample(rng) }},
		{"bernoulli", func() {
			if DrawBernoulli(s, -0.3) {
				sum++
			}
		}},
		{"poisson 3", func() { sum += float64(DrawPoisson(s, 3)) }},
		{"poisson 300", func() { sum += float64(DrawPoisson(s, 300)) }},
		{"binomial 20 0.2", func() { sum += float64(DrawBinomial(s, 20, 0.2)) }},
		{"binomial 1e6 0.2", func() { sum += float64(DrawBinomial(s, 1e6, 0.2)) }},
		{"categorical of 10 logs", func() { k, _ := DrawCategorical(s, weights); sum += float64(k) }},
		{"categorical of 10", func() { k, _ := DrawCategoricalP(s, p); sum += float64(k) }},
		{"dirichlet of 10", func() { DrawDirichlet(s, x, alpha) }},
		{"truncated normal, half", func() { sum += DrawTruncatedNormal(s, 0, 1, 0, inf) }},
		{"truncated normal, tail", func() { sum += DrawTruncatedNormal(s, 0, 1, 5, inf) }},
		{"truncated normal, narrow", func() { sum += DrawTruncatedNormal(s, 0, 1, 1, 1.1) }},
		{"truncated gamma, bulk", func() { sum += DrawTruncatedGamma(s, 3, 1, 0.1, 9) }},
		{"truncated gamma, tail", func() { sum += DrawTruncatedGamma(s, 3, 1, 20, inf) }},
		{"truncated beta, tail", func() { sum += DrawTruncatedBeta(s, 3, 10, 0.9, 1) }},
		{"polya-gamma 1", func() { sum += DrawPolyaGamma(s, 1, 1.5) }},
		{"polya-gamma 20", func() { sum += DrawPolyaGamma(s, 20, 1.5) }},
		{"mvnormal of 10", func() { DrawMvNormal(s, x, h, precision, factor) }},
		{"mvnormal of 10 rand", func() { vector.SampleTo(x, rng, mvWork) }},
		{"wishart of 10", func() { DrawWishart(s, matrix, 12, precision, 10, factor, work) }},
		{"slice of a normal", func() {
			lp := 0.0
			for y, more := slice.Begin(s, 2.6, at, atDensity, -inf, inf); more; y, more = slice.Next(lp) {
				lp = -y * y / 2
			}
			at, atDensity = slice.Value(), slice.LogDensity()
		}},
		{"adaptive rejection of a normal", func() {
			lp := 0.0
			for y, more := adaptive.Begin(s, 3.4, at, -at*at/2, -inf, inf); more; y, more = adaptive.Next(lp) {
				lp = -y * y / 2
			}
			at = adaptive.Value()
			atDensity = -at * at / 2
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				c.draw()
			}
		})
	}
	if sum != sum {
		b.Error("a draw is NaN")
	}
}

// BenchmarkLogDensity has nanoseconds for each density.
func BenchmarkLogDensity(b *testing.B) {
	sum, x := 0.0, 0.7
	p, alpha := []float64{0.2, 0.3, 0.5}, []float64{1, 2, 3}
	for _, c := range []struct {
		name    string
		density func() float64
	}{
		{"normal", func() float64 { return LogDensityNormal(x, 0.3, 2) }},
		{"gamma", func() float64 { return LogDensityGamma(x, 3, 2) }},
		{"gamma, large shape", func() float64 { return LogDensityGamma(x, 300, 500) }},
		{"beta", func() float64 { return LogDensityBeta(x, 3, 2) }},
		{"bernoulli logit", func() float64 { return LogDensityBernoulliLogit(x > 0, x) }},
		{"binomial", func() float64 { return LogDensityBinomial(12, 30, x) }},
		{"binomial logit", func() float64 { return LogDensityBinomialLogit(12, 30, x) }},
		{"poisson", func() float64 { return LogDensityPoisson(12, x) }},
		{"poisson log", func() float64 { return LogDensityPoissonLog(12, x) }},
		{"dirichlet of 3", func() float64 { return LogDensityDirichlet(p, alpha) }},
		{"truncated normal", func() float64 { return LogDensityTruncatedNormal(x, 0, 1, 0, 1) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				sum += c.density()
				x = 1.4 - x
			}
		})
	}
	if sum != sum {
		b.Error("a density is NaN")
	}
}
