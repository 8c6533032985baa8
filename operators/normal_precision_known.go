package operators

import (
	"math"

	"mpc/dist"
)

func normalPrecisionKnownOps() []*Op {
	return []*Op{
		{
			Func: NormalPrecisionToXKnown, Factor: "normal_precision", To: "x", Algorithm: EP, Exact: true, Safe: true,
			Args: []Arg{{"mean", SkipIfUniform}, {"precision", 0}},
		},
		{
			Func: NormalPrecisionToMeanKnown, Factor: "normal_precision", To: "mean", Algorithm: EP, Safe: true, Linear: "x",
			Args: []Arg{{"x", SkipIfUniform}, {"precision", 0}},
		},
		{
			Func: NormalPrecisionEvidenceKnown, Factor: "normal_precision", To: Evidence, Algorithm: EP,
			Args: []Arg{{"x", 0}, {"mean", 0}, {"precision", 0}},
		},
	}
}

// NormalPrecisionToXKnown sends x ~ normal(mean, precision = t) for a known t:
// t P/(t + P) and t H/(t + P). Precision +Inf is a copy and 0 gives the uniform
// message. The fault is dist.Improper where t + P is not positive, and
// dist.NotFinite where the precision is negative or NaN.
func NormalPrecisionToXKnown(mean dist.Normal, precision float64) (dist.Normal, dist.Fault) {
	if d := precision + mean.P; mean.P >= 0 && precision > 1e-280 && d < 1e20 {
		w := precision / d
		return dist.Normal{H: mean.H * w, P: mean.P * w}, dist.NoFault
	}
	if !(precision >= 0) {
		return dist.Normal{}, dist.NotFinite
	}
	return normalSumLimits(mean, dist.NormalMeanPrecision(0, precision))
}

// NormalPrecisionToMeanKnown sends the mean of x ~ normal(mean, precision = t)
// for a known t; the factor is symmetric: see NormalPrecisionToXKnown.
func NormalPrecisionToMeanKnown(x dist.Normal, precision float64) (dist.Normal, dist.Fault) {
	return NormalPrecisionToXKnown(x, precision)
}

// NormalPrecisionEvidenceKnown is log Z of x ~ normal(mean, precision = t) for a
// known t. Precision 0 counts as the constant 1, as a uniform message does. It
// is NaN where the integral diverges or the precision is negative.
func NormalPrecisionEvidenceKnown(x, mean dist.Normal, precision float64) float64 {
	if !(precision >= 0) {
		return math.NaN()
	}
	return normalSumEvidence(x, mean, dist.NormalMeanPrecision(0, precision))
}
