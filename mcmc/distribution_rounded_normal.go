package mcmc

import (
	"math"

	"mpc/special"
)

var roundedNormalRow = Distribution{
	Name: "roundednormal", Language: Language{Doc: "floor(z + 0.5) of a normal z that is above a: the counts from a on", Instead: []Instead{{"variance", "precision", OneOver}, {"sd", "precision", OneOverSquare}}, BUGS: []string{"drounded.norm(m, t, low) = m, t, low"}}, Support: Support{Whole: true, Low: 0},
	Parameters: append(locationAndPrecision(), Parameter{Name: "above", Of: Count}),
	Tried:      [][]float64{{50, 0.001, 0}, {3.2, 4, 0.7}, {-2, 1, 0}, {0.1, 100, 3}},
	Density:    LogDensityRoundedNormal, Draw: DrawRoundedNormal, Mass: LogMassRoundedNormal,
	Truncation: Truncation{TruncatedDensity: LogDensityTruncatedRoundedNormal, TruncatedDraw: DrawTruncatedRoundedNormal},
}

func locationAndPrecision() []Parameter {
	return append(realOnes("mean"), positiveOnes("precision")...)
}

// LogDensityRoundedNormal is the log probability that a normal of that mean and precision, given that it is above low,
// is nearest to k.
func LogDensityRoundedNormal(k int, mean, precision, low float64) float64 {
	if x := LogMassRoundedNormal(float64(k), float64(k), mean, precision, low); x >= -math.MaxFloat64 {
		return x
	}
	return densityNone
}

// DrawRoundedNormal draws a normal above low and rounds it; -1 where there is none.
func DrawRoundedNormal(s *Stream, mean, precision, low float64) int {
	if !(densityFinite(precision) && mean-mean == 0 && low >= 0) {
		return -1
	}
	x := math.Floor(drawNormalWithin(s, mean, 1/math.Sqrt(precision), low, math.Inf(1)) + 0.5)
	if !(x <= 0x1p53) {
		return -1
	}
	return int(x)
}

// LogMassRoundedNormal is the log probability of lo <= x <= hi under the rounded normal.
func LogMassRoundedNormal(lo, hi, mean, precision, low float64) float64 {
	if !(densityFinite(precision) && mean-mean == 0 && low >= 0) {
		return math.NaN()
	}
	z := func(x float64) float64 { return (x - mean) * math.Sqrt(precision) }
	from, to := max(math.Ceil(max(lo, 0))-0.5, low), countEnd(hi)+0.5
	return special.NormalCdfIntervalLn(z(from), z(to)) - special.NormalCdfLn(-z(low))
}

// LogDensityTruncatedRoundedNormal is LogDensityRoundedNormal restricted to [lo, hi].
func LogDensityTruncatedRoundedNormal(k int, mean, precision, low, lo, hi float64) float64 {
	return densityWithin(float64(k), lo, hi, LogDensityRoundedNormal(k, mean, precision, low), LogMassRoundedNormal(lo, hi, mean, precision, low))
}

// DrawTruncatedRoundedNormal is DrawRoundedNormal restricted to [lo, hi]; -1 where that has no probability.
func DrawTruncatedRoundedNormal(s *Stream, mean, precision, low, lo, hi float64) int {
	return drawWholeWithin(s, lo, hi, func() int { return DrawRoundedNormal(s, mean, precision, low) },
		func(a, b float64) float64 { return LogMassRoundedNormal(a, b, mean, precision, low) })
}
