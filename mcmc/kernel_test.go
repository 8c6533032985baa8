package mcmc

import (
	"math"
	"testing"
)

// TestKernels: a kernel has the differences of its log density, and is -Inf where that is.
func TestKernels(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		name            string
		kernel, density func(x float64) float64
		at              []float64
	}{
		{"normal x", func(x float64) float64 { return LogKernelNormal(x, 2, 3) }, func(x float64) float64 { return LogDensityNormal(x, 2, 3) }, []float64{-40, 0, 2, 1e3, inf, math.NaN()}},
		{"normal mean", func(x float64) float64 { return LogKernelNormalVariance(2, x, 3) }, func(x float64) float64 { return LogDensityNormalVariance(2, x, 3) }, []float64{-40, 0, 2, 1e3, -inf}},
		{"gamma", func(x float64) float64 { return LogKernelGamma(x, 0.3, 2) }, func(x float64) float64 { return LogDensityGamma(x, 0.3, 2) }, []float64{1e-300, 0.1, 3, 500, -1, inf}},
		{"gamma 1", func(x float64) float64 { return LogKernelGamma(x, 1, 2) }, func(x float64) float64 { return LogDensityGamma(x, 1, 2) }, []float64{1e-300, 0.1, 3, 500, -1, inf}},
		{"gamma 40", func(x float64) float64 { return LogKernelGamma(x, 40, 2) }, func(x float64) float64 { return LogDensityGamma(x, 40, 2) }, []float64{0, 1e-300, 0.1, 20, 500, -1}},
		{"gamma 1e9", func(x float64) float64 { return LogKernelGamma(x, 1e9, 1) }, func(x float64) float64 { return LogDensityGamma(x, 1e9, 1) }, []float64{1e9, 1e9 + 3e4, 0}},
		{"gamma shape", func(x float64) float64 { return LogKernelGammaShape(3, x, 2) }, func(x float64) float64 { return LogDensityGamma(3, x, 2) }, []float64{1e-3, 0.5, 4, 9, 11, 300, 0, -1, inf}},
		{"gamma shapes", func(x float64) float64 { return LogKernelGammaShapes(x, LogGammaTerm(3, 2)+LogGammaTerm(0.1, 5), 2) }, func(x float64) float64 { return LogDensityGamma(3, x, 2) + LogDensityGamma(0.1, x, 5) }, []float64{1e-3, 0.5, 4, 9, 11, 300, 0, -1, inf}},
		{"gamma shapes of none", func(x float64) float64 { return LogKernelGammaShapes(x, LogGammaTerm(-3, 2), 1) }, func(x float64) float64 { return LogDensityGamma(-3, x, 2) }, []float64{1, 2}},
		{"beta", func(x float64) float64 { return LogKernelBeta(x, 0.4, 3) }, func(x float64) float64 { return LogDensityBeta(x, 0.4, 3) }, []float64{1e-300, 0.2, 0.9, 1, 2, -1}},
		{"beta many", func(x float64) float64 { return LogKernelBeta(x, 40, 300) }, func(x float64) float64 { return LogDensityBeta(x, 40, 300) }, []float64{1e-30, 0.1, 0.2, 0.9, 0, 1}},
		{"binomial", func(x float64) float64 { return LogKernelBinomial(3, 12, x) }, func(x float64) float64 { return LogDensityBinomial(3, 12, x) }, []float64{1e-300, 0.2, 0.9, 0, 1, 2, -1}},
		{"binomial 0", func(x float64) float64 { return LogKernelBinomialLogit(0, 12, x) }, func(x float64) float64 { return LogDensityBinomialLogit(0, 12, x) }, []float64{-700, -40, -2, 0, 3, 40, 700, -inf, inf}},
		{"binomial 5", func(x float64) float64 { return LogKernelBinomialLogit(5, 12, x) }, func(x float64) float64 { return LogDensityBinomialLogit(5, 12, x) }, []float64{-700, -40, -2, 0, 3, 40, 700, -inf, inf}},
		{"binomial 12", func(x float64) float64 { return LogKernelBinomialLogit(12, 12, x) }, func(x float64) float64 { return LogDensityBinomialLogit(12, 12, x) }, []float64{-700, -40, -2, 0, 3, 40, 700, -inf, inf}},
		{"binomial out", func(x float64) float64 { return LogKernelBinomialLogit(13, 12, x) }, func(x float64) float64 { return LogDensityBinomialLogit(13, 12, x) }, []float64{0}},
		{"multinomial", func(x float64) float64 { return LogKernelMultinomial([]int{3, 0, 4}, 7, []float64{x, 0.1, 0.9 - x}) }, func(x float64) float64 { return LogDensityMultinomial([]int{3, 0, 4}, 7, []float64{x, 0.1, 0.9 - x}) }, []float64{1e-300, 0.2, 0.85, 0, 0.9, 1, -1}},
		{"multinomial of another sum", func(x float64) float64 { return LogKernelMultinomial([]int{3, 4}, 8, []float64{x, 1 - x}) }, func(x float64) float64 { return LogDensityMultinomial([]int{3, 4}, 8, []float64{x, 1 - x}) }, []float64{0.2}},
		{"multinomial of softmax", func(x float64) float64 { return LogKernelMultinomialSoftmax([]int{3, 0, 4}, 7, []float64{x, 1, 0}) }, func(x float64) float64 { return LogDensityMultinomialSoftmax([]int{3, 0, 4}, 7, []float64{x, 1, 0}) }, []float64{-700, -2, 0, 3, 40, 700, -inf, inf}},
		{"categorical logs", func(x float64) float64 { return LogKernelCategoricalLogs(1, []float64{0, math.Log(x)}) }, func(x float64) float64 { return LogDensityCategorical(1, []float64{1, x}) }, []float64{1e-300, 0.2, 1, 0, -1, math.NaN()}},
		{"categorical logs out", func(x float64) float64 { return LogKernelCategoricalLogs(2, []float64{0, x}) }, func(x float64) float64 { return LogDensityCategorical(2, []float64{1, x}) }, []float64{1}},
		{"poisson", func(x float64) float64 { return LogKernelPoisson(5, x) }, func(x float64) float64 { return LogDensityPoisson(5, x) }, []float64{1e-300, 0.3, 5, 200, 0, -1, inf}},
		{"poisson 0", func(x float64) float64 { return LogKernelPoisson(0, x) }, func(x float64) float64 { return LogDensityPoisson(0, x) }, []float64{1e-300, 0.3, 5, 200, 0, -1, inf}},
		{"poisson log", func(x float64) float64 { return LogKernelPoissonLog(50, x) }, func(x float64) float64 { return LogDensityPoissonLog(50, x) }, []float64{-700, -5, 0, 3, 6, 800, -inf}},
		{"poisson log 0", func(x float64) float64 { return LogKernelPoissonLog(0, x) }, func(x float64) float64 { return LogDensityPoissonLog(0, x) }, []float64{-700, -5, 0, 3, 6, 800, -inf}},
	} {
		from := math.NaN()
		for _, x := range c.at {
			k, d := c.kernel(x), c.density(x)
			if math.IsInf(d, -1) {
				if !math.IsInf(k, -1) {
					t.Errorf("%s at %g is %g", c.name, x, k)
				}
				continue
			}
			if math.IsNaN(from) {
				from = d - k
			}
			if diff := d - k - from; !(math.Abs(diff) <= 1e-11*(1+math.Abs(d))) {
				t.Errorf("%s at %g: the difference is off by %g", c.name, x, diff)
			}
		}
	}
}
