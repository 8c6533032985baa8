package interp

import (
	"math"

	"mpc/dist"
	"mpc/factor"
)

// densities is what the families of package dist have in common.
type densities[D any] interface {
	Times(D) D
	IsUniform() bool
	IsProper() bool
	IsPoint() bool
	IsFinite() bool
	Damp(old D, damping float64) D
	MakeProper(cavity D) D
	LogIntegral(D) float64
	Change(old D) float64
}

// A family holds the operations on the messages of one family, boxed.
type family struct {
	uniform     any
	point       func(float64) any
	mode, mean  func(any) float64
	next        func(s *dist.PointSearch, at, product any) any
	times       func(a, b any) any
	damp        func(m, old any, damping float64) any
	makeProper  func(m, cavity any) any
	logIntegral func(a, b any) float64
	change      func(m, old any) float64
	isUniform   func(any) bool
	isProper    func(any) bool
	isPoint     func(any) bool
	isFinite    func(any) bool
}

func newFamily[D densities[D]](uniform D, point func(float64) D, mode, mean func(D) float64, next func(s *dist.PointSearch, at, product D) D) *family {
	return &family{
		uniform:     uniform,
		point:       func(x float64) any { return point(x) },
		mode:        func(m any) float64 { return mode(m.(D)) },
		mean:        func(m any) float64 { return mean(m.(D)) },
		next:        func(s *dist.PointSearch, at, m any) any { return next(s, at.(D), m.(D)) },
		times:       func(a, b any) any { return a.(D).Times(b.(D)) },
		damp:        func(m, old any, e float64) any { return m.(D).Damp(old.(D), e) },
		makeProper:  func(m, cavity any) any { return m.(D).MakeProper(cavity.(D)) },
		logIntegral: func(a, b any) float64 { return a.(D).LogIntegral(b.(D)) },
		change:      func(m, old any) float64 { return m.(D).Change(old.(D)) },
		isUniform:   func(m any) bool { return m.(D).IsUniform() },
		isProper:    func(m any) bool { return m.(D).IsProper() },
		isPoint:     func(m any) bool { return m.(D).IsPoint() },
		isFinite:    func(m any) bool { return m.(D).IsFinite() },
	}
}

// families returns the operations of each family.
func families() map[factor.Family]*family {
	return map[factor.Family]*family{
		factor.Normal:       newFamily(dist.NormalUniform(), dist.NormalPoint, dist.Normal.Mode, dist.Normal.Mean, (*dist.PointSearch).NextNormal),
		factor.Gamma:        newFamily(dist.GammaUniform(), dist.GammaPoint, dist.Gamma.Mode, dist.Gamma.Mean, (*dist.PointSearch).NextGamma),
		factor.InverseGamma: newFamily(dist.InverseGammaUniform(), dist.InverseGammaPoint, dist.InverseGamma.Mode, dist.InverseGamma.Mean, (*dist.PointSearch).NextInverseGamma),
		factor.Beta:         newFamily(dist.BetaUniform(), dist.BetaPoint, dist.Beta.Mode, dist.Beta.Mean, (*dist.PointSearch).NextBeta),
		factor.Bernoulli: newFamily(dist.BernoulliUniform(),
			func(x float64) dist.Bernoulli { return dist.BernoulliPoint(x != 0) }, bernoulliMode, dist.Bernoulli.Mean, bernoulliNext),
	}
}

// bernoulliMode is 1 or 0, NaN for a contradiction.
func bernoulliMode(d dist.Bernoulli) float64 {
	switch {
	case !d.IsFinite():
		return math.NaN()
	case d.LogOdds >= 0:
		return 1
	}
	return 0
}

// bernoulliNext is the more probable value: there is nothing between the two to
// search.
func bernoulliNext(_ *dist.PointSearch, _, product dist.Bernoulli) dist.Bernoulli {
	return dist.BernoulliPoint(bernoulliMode(product) == 1)
}
