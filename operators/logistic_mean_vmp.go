package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

// A logisticMean is what a term j log s(a) + k log s(-a) has as its expected value
// under a normal a, or as a lower bound of that, and as its curvature.
type logisticMean struct {
	s, r       float64 // E s(a) and E s(-a), or 1/2 each
	curve      float64 // E s(a) s(-a), or the curvature of the bound
	logS, logR float64 // E log s(a) and E log s(-a), or their bounds
	gap        float64 // 1 - exp(logS) - exp(logR)
}

// logisticSlopes is the exact E s and E s s(-) of a. A uniform a, of which nothing
// is known at the start, counts as the point 0. The fault is Improper where a is.
func logisticSlopes(a dist.Normal) (logisticMean, dist.Fault) {
	m, v, fault := logisticArgument(a)
	if fault != dist.NoFault {
		return logisticMean{}, fault
	}
	return logisticMean{
		s: special.LogisticGaussian(m, v), r: special.LogisticGaussian(-m, v),
		curve: special.LogisticGaussianDeriv(m, v),
	}, dist.NoFault
}

// logisticArgument is the mean and variance of a, 0 and 0 if it is uniform.
func logisticArgument(a dist.Normal) (m, v float64, fault dist.Fault) {
	switch {
	case !a.IsFinite():
		return 0, 0, dist.NotFinite
	case a.IsUniform():
		return 0, 0, dist.NoFault
	case !(a.P > 0):
		return 0, 0, dist.Improper
	}
	m, v = a.Mean(), a.Variance()
	if a.IsPoint() {
		v = 0
	}
	if !(math.Abs(m) <= math.MaxFloat64 && v <= math.MaxFloat64) {
		return 0, 0, dist.NotFinite
	}
	return m, v, dist.NoFault
}

// logisticWide is the standard deviation from which on the logistic function is a
// step: E log(1 + exp(-|a|)) is then pi^2/6 times the density at 0, to the last
// digit of E log s.
const logisticWide = 1e4

// logisticMeanLogs is the exact E log s(a) and E log s(-a) for a of mean m and
// variance v. For v below 1e-8 it is the expansion about m, for a large v
// E min(a, 0) - pi^2/6 N(0; m, v), and otherwise by quadrature.
func logisticMeanLogs(m, v float64) logisticMean {
	var e logisticMean
	switch {
	case v < 1e-8:
		s, r := special.Logistic(m), special.Logistic(-m)
		e.gap = v * s * r / 2
		e.logS, e.logR = special.LogisticLn(m)-e.gap, special.LogisticLn(-m)-e.gap
		return e
	case v > logisticWide*logisticWide:
		sd := math.Sqrt(v)
		z := m / sd
		density := special.NormalDensity(z)
		round := math.Pi * math.Pi / 6 * density / sd
		e.logS = -sd*density*special.NormalCdfMomentRatio(1, -z) - round
		e.logR = -sd*density*special.NormalCdfMomentRatio(1, z) - round
		if density == 0 { // m is the mean of one of them
			e.logS, e.logR = math.Min(m, 0), math.Min(-m, 0)
		}
	default:
		t := logisticTiltOf(dist.NormalMeanVariance(m, v), 0, 0, true)
		e.logS, e.logR = t.logS, t.logR
	}
	e.gap = logisticGap(e.logS, e.logR)
	return e
}

// logisticGap is 1 - exp(u) - exp(v).
func logisticGap(u, v float64) float64 {
	return -math.Expm1(math.Max(u, v)) - math.Exp(math.Min(u, v))
}

// logisticBound is the bound of Jaakkola and Jordan, "A variational approach to
// Bayesian logistic regression models and their extensions" (1996),
//
//	log s(a) >= log s(xi) + (a - xi)/2 - tanh(xi/2)/(4 xi) (a^2 - xi^2),
//
// at its best xi, xi^2 = E a^2, where its expected values are +-m/2 - log(2
// cosh(xi/2)) and that of s(-a) has the same curvature.
func logisticBound(m, v float64) logisticMean {
	xi := math.Hypot(m, math.Sqrt(v))
	e := logisticMean{s: 0.5, r: 0.5, curve: logisticBoundCurve(xi)}
	side := math.Abs(m)
	// xi - side is v/(xi + side).
	rest := 0.0
	if xi > 0 {
		rest = v / (xi + side) / 2
	}
	near := -rest - math.Log1p(math.Exp(-xi))
	e.logS, e.logR = near, near-side
	if m < 0 {
		e.logS, e.logR = e.logR, e.logS
	}
	// 1 - cosh(side/2)/cosh(xi/2), by the sums of angles.
	t := math.Tanh((xi+side)/4) * math.Tanh(rest/2)
	e.gap = 2 * t / (1 + t)
	return e
}

// logisticBoundCurve is the negative curvature of the bound that is tight at xi.
func logisticBoundCurve(xi float64) float64 {
	if xi > 1e-8 {
		return math.Tanh(xi/2) / xi / 2
	}
	return 0.25
}
