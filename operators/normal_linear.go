package operators

import (
	"math"

	"mpc/dist"
)

func normalLinearOps() []*Op {
	return []*Op{
		{
			Func: NormalLinearToX, Factor: "normal_linear", To: "x", Algorithm: EP, Exact: true, Safe: true,
			Args: []Arg{{"a", SkipIfUniform}, {"k", 0}, {"variance", 0}},
		},
		{
			Func: NormalLinearToA, Factor: "normal_linear", To: "a", Algorithm: EP, Safe: true,
			Args: []Arg{{"x", SkipIfUniform}, {"k", 0}, {"variance", 0}},
		},
		{
			Func: NormalLinearToAObserved, Factor: "normal_linear", To: "a", Algorithm: EP, Safe: true,
			Args: []Arg{{"x", 0}, {"k", 0}, {"variance", 0}},
		},
		{
			Func: NormalLinearEvidence, Factor: "normal_linear", To: Evidence, Algorithm: EP,
			Args: []Arg{{"x", 0}, {"a", 0}, {"k", 0}, {"variance", 0}},
		},
	}
}

// NormalLinearToX sends x ~ normal(k a, variance): k H/d and P/d with
// d = k^2 + variance P. It is ScaleToOut, then NormalVarianceToX, in one
// division; their limits and faults are its own.
func NormalLinearToX(a dist.Normal, k, variance float64) (dist.Normal, dist.Fault) {
	if d := k*k + variance*a.P; d > 1e-100 && d < 1e200 && a.P >= 0 && a.P < 1e200 && variance >= 0 {
		s := 1 / d
		return dist.Normal{H: k * a.H * s, P: a.P * s}, dist.NoFault
	}
	return NormalVarianceToX(ScaleToOut(a, k), variance)
}

// NormalLinearToA sends a of x ~ normal(k a, variance): k H/d and k^2 P/d with
// d = 1 + variance P. It is NormalVarianceToMean, then ScaleToA, and has the
// faults of both.
func NormalLinearToA(x dist.Normal, k, variance float64) (dist.Normal, dist.Fault) {
	if d, q := 1+variance*x.P, k*k; d < 1e200 && x.P >= 0 && x.P < 1e200 && variance >= 0 && q > 1e-100 && q < 1e100 {
		s := 1 / d
		return dist.Normal{H: k * x.H * s, P: q * x.P * s}, dist.NoFault
	}
	mean, fault := NormalVarianceToMean(x, variance)
	if fault != dist.NoFault {
		return dist.Normal{}, fault
	}
	return ScaleToA(mean, k)
}

// NormalLinearToAObserved sends a of an observed x; see NormalLinearToA.
func NormalLinearToAObserved(x, k, variance float64) (dist.Normal, dist.Fault) {
	return NormalLinearToA(dist.NormalPoint(x), k, variance)
}

// NormalLinearEvidence is log Z of x ~ normal(k a, variance); see
// NormalVarianceEvidence.
func NormalLinearEvidence(x, a dist.Normal, k, variance float64) float64 {
	if k == 0 {
		return NormalVarianceEvidence(x, dist.NormalPoint(0), variance) + a.LogIntegral(dist.Normal{})
	}
	z := NormalVarianceEvidence(x, ScaleToOut(a, k), variance)
	if a.IsProper() {
		return z
	}
	// The density of k a is a(x/k)/|k|, and an improper a has no scale to make up
	// for it.
	return z - math.Log(math.Abs(k))
}
