package dist

import (
	"math"

	"mpc/special"
)

// GammaMeanLogGap returns the gamma of the given E[x] and log E[x] - E[log x].
// Gap 0 is a point mass; a negative one gives NaN.
func GammaMeanLogGap(mean, gap float64) Gamma {
	if gap == 0 && mean > 0 {
		return GammaPoint(mean)
	}
	if !(gap > 0 && mean > 0) {
		return Gamma{math.NaN(), math.NaN()}
	}
	shape := special.LogMinusDigammaInverse(gap)
	rate := shape / mean
	if rate > math.MaxFloat64 {
		return GammaPoint(mean)
	}
	return Gamma{shape, rate}
}

// MeanLog returns E[log x]: log of the point of a point mass, NaN where d is
// improper.
func (d Gamma) MeanLog() float64 {
	switch {
	case d.IsPoint():
		return math.Log(d.Shape)
	case d.IsProper():
		return math.Log(d.Shape/d.Rate) - special.LogMinusDigamma(d.Shape)
	}
	return math.NaN()
}

// MeanLog returns E[log x]: log of the point of a point mass, NaN where d is
// improper.
func (d InverseGamma) MeanLog() float64 {
	if d.IsPoint() {
		return math.Log(d.Shape)
	}
	return -Gamma(d).MeanLog()
}

// MeanInverse returns E[1/x], shape/rate: NaN where d is improper.
func (d InverseGamma) MeanInverse() float64 {
	switch {
	case d.IsPoint():
		return 1 / d.Shape
	case d.IsProper():
		return d.Shape / d.Rate
	}
	return math.NaN()
}
