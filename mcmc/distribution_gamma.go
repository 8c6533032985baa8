package mcmc

import (
	"math"

	"mpc/special"
)

// Families of messages, whose densities and draws stand in files of their own.
var (
	gammaRow = Distribution{Name: "gamma", Predictor: Predictor{LogConcave: true}, Natural: &naturalGamma, Given: &givenGamma, Conjugate: "gamma", Parameters: positiveOnes("shape", "rate"), Support: Support{Low: 0},
		Tried:   [][]float64{{2.5, 3}, {0.3, 0.01}, {200, 7}},
		Density: LogDensityGamma, Draw: DrawGamma, Mass: LogMassGamma, Truncation: Truncation{TruncatedDensity: LogDensityTruncatedGamma, TruncatedDraw: DrawTruncatedGamma},
		Densities: []Form{{Function: LogDensityGammaLogRate, Takes: linked("exp", "shape", "rate")}},
		Kernels: []Form{
			{Function: LogKernelGamma, Takes: takes("shape", "rate"), Fixed: []string{"shape", "rate"}},
			{Function: LogKernelGammaShape, Takes: takes("shape", "rate"), Fixed: []string{Value, "rate"}, Several: &SeveralForm{LogGammaTerm, LogKernelGammaShapes}},
		},
		Starts: []Form{{Function: StartGamma, Takes: takes("shape", "rate")}},
		Concave: []Concavity{
			{Alone: true, AtLeastOne: []string{"shape"}},
			{Linear: []string{"rate"}},
			{Through: Take{Parameter: "rate", Link: "exp"}},
			{Linear: []string{"shape"}}, // -log Gamma is concave
		}}
	inverseGammaRow = Distribution{Name: "inversegamma", Natural: &naturalInverseGamma, Given: &givenInverseGamma, Conjugate: "inversegamma", Parameters: positiveOnes("shape", "rate"), Support: Support{Low: 0},
		Tried:   [][]float64{{2.5, 3}, {0.6, 20}},
		Density: LogDensityInverseGamma, Draw: DrawInverseGamma, Mass: LogMassInverseGamma,
		Truncation: Truncation{TruncatedDensity: LogDensityTruncatedInverseGamma, TruncatedDraw: DrawTruncatedInverseGamma},
		Starts:     []Form{{Function: StartInverseGamma, Takes: takes("shape", "rate")}}}
	betaRow = Distribution{Name: "beta", Natural: &naturalBeta, Given: &givenBeta, Conjugate: "beta", Parameters: positiveOnes("a", "b"), Support: Support{Low: 0, High: 1},
		Tried:   [][]float64{{2, 5}, {0.5, 0.5}, {80, 3}},
		Density: LogDensityBeta, Draw: DrawBeta, Mass: LogMassBeta, Truncation: Truncation{TruncatedDensity: LogDensityTruncatedBeta, TruncatedDraw: DrawTruncatedBeta},
		Kernels: []Form{{Function: LogKernelBeta, Takes: takes("a", "b"), Fixed: []string{"a", "b"}}},
		Starts:  []Form{{Function: StartBeta, Takes: takes("a", "b")}},
		Concave: []Concavity{{Alone: true, AtLeastOne: []string{"a", "b"}}}}
)

// LogMassGamma is the log probability of [lo, hi] under the gamma of the given shape and
// rate.
func LogMassGamma(lo, hi, shape, rate float64) float64 {
	if !(densityFinite(shape) && densityFinite(rate)) {
		return math.NaN()
	}
	a, b := max(lo, 0)*rate, max(hi, 0)*rate
	if shape == 1 { // exponential: to the last digits
		return massBetween(special.Log1MinusExp(-a), special.Log1MinusExp(-b), -a, -b)
	}
	return massBetween(special.GammaLowerLn(shape, a), special.GammaLowerLn(shape, b), special.GammaUpperLn(shape, a), special.GammaUpperLn(shape, b))
}

// LogDensityTruncatedGamma is LogDensityGamma restricted to [lo, hi].
func LogDensityTruncatedGamma(x, shape, rate, lo, hi float64) float64 {
	return densityWithin(x, lo, hi, LogDensityGamma(x, shape, rate), LogMassGamma(lo, hi, shape, rate))
}

// LogMassInverseGamma is the log probability of [lo, hi] under the inverse gamma of the
// given shape and rate.
func LogMassInverseGamma(lo, hi, shape, rate float64) float64 {
	if !(densityFinite(shape) && densityFinite(rate)) {
		return math.NaN()
	}
	a, b := rate/max(lo, 0), rate/max(hi, 0)
	return massBetween(special.GammaUpperLn(shape, a), special.GammaUpperLn(shape, b), special.GammaLowerLn(shape, a), special.GammaLowerLn(shape, b))
}

// LogDensityTruncatedInverseGamma is LogDensityInverseGamma restricted to [lo, hi].
func LogDensityTruncatedInverseGamma(x, shape, rate, lo, hi float64) float64 {
	return densityWithin(x, lo, hi, LogDensityInverseGamma(x, shape, rate), LogMassInverseGamma(lo, hi, shape, rate))
}

// LogMassBeta is the log probability of [lo, hi] under the beta of a and b.
func LogMassBeta(lo, hi, a, b float64) float64 {
	if !(densityFinite(a) && densityFinite(b)) {
		return math.NaN()
	}
	return massBetween(lnBetaBelow(lo, a, b), lnBetaBelow(hi, a, b), lnBetaBelow(1-lo, b, a), lnBetaBelow(1-hi, b, a))
}

// lnBetaBelow is the log of the distribution function of the beta of a and b.
func lnBetaBelow(x, a, b float64) float64 {
	p := special.BetaCdf(x, a, b)
	if p > 0.5 {
		return math.Log1p(-special.BetaCdf(1-x, b, a))
	}
	return math.Log(p)
}

// LogDensityTruncatedBeta is LogDensityBeta restricted to [lo, hi].
func LogDensityTruncatedBeta(x, a, b, lo, hi float64) float64 {
	return densityWithin(x, lo, hi, LogDensityBeta(x, a, b), LogMassBeta(lo, hi, a, b))
}
