package mcmc

import (
	"math"

	"mpc/special"
)

// Normals, of numbers and of vectors, and what else of real values the language lists by itself. Their densities and
// draws stand in files of their own.
var (
	normalRow = Distribution{Name: "normal", Natural: &naturalNormal, Given: &givenNormal, Conjugate: "normal",
		Densities: []Form{
			{Function: LogDensityNormalLogPrecision, Takes: linked("exp", "mean", "precision")},
			{Function: LogDensityNormalLogVariance, Takes: linked("exp", "mean", "variance")},
			{Function: LogDensityNormal, Takes: takes("mean", "precision")},
			{Function: LogDensityNormalVariance, Takes: takes("mean", "variance")},
		},
		Kernels: []Form{
			{Function: LogKernelNormal, Takes: takes("mean", "precision"), Fixed: []string{"precision"}},
			{Function: LogKernelNormalVariance, Takes: takes("mean", "variance"), Fixed: []string{"variance"}},
		},
		Masses: []Form{
			{Function: LogMassNormal, Takes: append(takes("mean"), Take{Parameter: "precision", As: OneOverRoot})},
			{Function: LogMassNormal, Takes: append(takes("mean"), Take{Parameter: "variance", As: Root})},
		},
		Draws: byPrecision(DrawNormal), Starts: byPrecision(StartNormal), Wide: byPrecision(WideNormal),
		Concave: []Concavity{
			{Linear: []string{Value, "mean"}},
			{Linear: []string{"precision"}}, // its log is concave
			{Through: Take{Parameter: "precision", Link: "exp"}},
			{Through: Take{Parameter: "variance", Link: "exp"}},
		}}
	truncatedNormalRow = Distribution{Name: "truncated", Support: Support{Low: "low", High: "high"}, Conjugate: "normal", Predictor: Predictor{LogConcave: true, Corner: true},
		Densities: []Form{{Function: LogDensityTruncatedNormal, Takes: between(Take{Parameter: "variance", As: OneOver})}},
		Masses:    []Form{{Function: LogMassTruncatedNormal, Takes: between(Take{Parameter: "variance", As: Root})}},
		Draws:     []Form{{Function: DrawTruncatedNormal, Takes: between(Take{Parameter: "variance", As: Root})}},
		Starts:    []Form{{Function: StartTruncatedNormal, Takes: between(Take{Parameter: "variance", As: Root})}},
		Concave:   []Concavity{{Alone: true}}}
	signedNormalRow = Distribution{Name: SignedNormal,
		Draws:  []Form{{Function: DrawSignedNormal, Takes: takes("mean", "positive")}},
		Starts: []Form{{Function: DrawSignedNormal, Takes: takes("mean", "positive")}}}
	uniformRow = Distribution{Name: "uniform", Support: Support{Low: "low", High: "high"}, Conjugate: Flat,
		Densities: []Form{{Function: LogDensityUniform, Takes: takes("low", "high")}},
		Masses:    []Form{{Function: LogMassUniform, Takes: takes("low", "high")}},
		Draws:     []Form{{Function: DrawUniform, Takes: takes("low", "high")}},
		Starts:    []Form{{Function: StartUniform, Takes: takes("low", "high")}},
		Concave:   []Concavity{{Alone: true}}}
	pointRow = Distribution{Name: "point",
		Densities: []Form{{Function: LogDensityPoint, Takes: takes("value")}}}

	dirichletRow = Distribution{Name: "dirichlet", Support: Support{Simplex: true}, Given: &givenDirichlet, Conjugate: "dirichlet",
		Densities: []Form{{Function: LogDensityDirichlet, Takes: takes("alpha")}}}
	mvNormalRow = Distribution{Name: "mvnormal", Conjugate: "mvnormal",
		Densities: []Form{
			{Function: (*VectorWork).LogDensityMvNormal, Takes: takes("mean", "precision")},
			{Function: (*VectorWork).LogDensityMvNormalCovariance, Takes: takes("mean", "covariance")},
		}}
	wishartRow = Distribution{Name: "wishart", Conjugate: "wishart",
		Densities: []Form{
			{Function: (*VectorWork).LogDensityWishart, Takes: takes("df", "scale")},
			{Function: (*VectorWork).LogDensityWishartInverse, Takes: takes("df", "inverse")},
		}}
)

// byPrecision are the forms of a draw from a normal that takes its mean and its precision.
func byPrecision(draw any) []Form {
	return []Form{
		{Function: draw, Takes: takes("mean", "precision")},
		{Function: draw, Takes: append(takes("mean"), Take{Parameter: "variance", As: OneOver})},
	}
}

// between are the parameters of a normal between bounds.
func between(scale Take) []Take { return append(append(takes("mean"), scale), takes("low", "high")...) }

// LogMassNormal is the log probability of [lo, hi] under the normal of the given mean and standard deviation.
func LogMassNormal(lo, hi, mean, sd float64) float64 {
	if !densityFinite(sd) {
		return math.NaN()
	}
	return special.NormalCdfIntervalLn((lo-mean)/sd, (hi-mean)/sd)
}

// LogMassTruncatedNormal is LogMassNormal restricted to [low, high].
func LogMassTruncatedNormal(lo, hi, mean, sd, low, high float64) float64 {
	return LogMassNormal(max(lo, low), min(hi, high), mean, sd) - LogMassNormal(low, high, mean, sd)
}

// LogMassUniform is the log probability of [lo, hi] under the uniform distribution on [low, high].
func LogMassUniform(lo, hi, low, high float64) float64 {
	return math.Log(max(min(hi, high)-max(lo, low), 0) / (high - low))
}
