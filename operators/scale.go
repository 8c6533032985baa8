package operators

import (
	"math"

	"mpc/dist"
)

func scaleOps() []*Op {
	return []*Op{
		{
			Func: ScaleToOut, Factor: "scale", To: "out", Algorithm: EP, Exact: true, Safe: true,
			Args: []Arg{{"a", SkipIfUniform}, {"k", 0}},
		},
		{
			Func: ScaleToA, Factor: "scale", To: "a", Algorithm: EP,
			Args: []Arg{{"out", SkipIfUniform}, {"k", 0}},
		},
		{
			Func: ScaleEvidence, Factor: "scale", To: Evidence, Algorithm: EP,
			Args: []Arg{{"out", 0}, {"a", 0}, {"k", 0}},
		},
		{
			Func: ScaleGammaToOut, Factor: "scale", To: "out", Algorithm: EP, Exact: true,
			Args: []Arg{{"a", SkipIfUniform}, {"k", 0}},
		},
		{
			Func: ScaleGammaToA, Factor: "scale", To: "a", Algorithm: EP,
			Args: []Arg{{"out", SkipIfUniform}, {"k", 0}},
		},
		{
			Func: ScaleGammaEvidence, Factor: "scale", To: Evidence, Algorithm: EP,
			Args: []Arg{{"out", 0}, {"a", 0}, {"k", 0}},
		},
	}
}

// ScaleToOut sends out = k a: H/k and P/k^2. For k = 0 it is the point mass at 0
// (of a uniform a the uniform message, as of any uniform argument). Where P/k^2
// overflows it is the point mass at the mean.
func ScaleToOut(a dist.Normal, k float64) dist.Normal {
	switch {
	case a.IsUniform():
		return dist.Normal{}
	case a.IsPoint():
		return dist.NormalPoint(k * a.H)
	case k == 0:
		return dist.NormalPoint(0)
	}
	m := dist.Normal{H: a.H / k, P: a.P / k / k}
	if m.IsPoint() {
		return dist.NormalPoint(k * (a.H / a.P))
	}
	return m
}

// ScaleToA sends a = out/k, for which nothing is divided: k H and k^2 P. For
// k = 0 it is uniform; the fault is dist.Contradiction where out is then a point
// mass elsewhere than at 0.
func ScaleToA(out dist.Normal, k float64) (dist.Normal, dist.Fault) {
	if out.IsPoint() {
		switch {
		case k != 0:
			return dist.NormalPoint(out.H / k), dist.NoFault
		case out.H == 0:
			return dist.Normal{}, dist.NoFault
		}
		return dist.Normal{}, dist.Contradiction
	}
	m := dist.Normal{H: k * out.H, P: k * out.P * k}
	if m.IsPoint() {
		return dist.NormalPoint(out.H / out.P / k), dist.NoFault
	}
	return m, dist.NoFault
}

// ScaleEvidence is log Z of out = k a.
func ScaleEvidence(out, a dist.Normal, k float64) float64 {
	if k == 0 {
		return dist.NormalPoint(0).LogIntegral(out) + a.LogIntegral(dist.Normal{})
	}
	z := ScaleToOut(a, k).LogIntegral(out)
	if a.IsProper() {
		return z
	}
	// The density of out is a(out/k)/|k|, and an improper a has no scale to
	// make up for it.
	return z - math.Log(math.Abs(k))
}

// ScaleGammaToOut sends out = k a: the rate is divided by k. For k = 0 it is the point mass
// at 0, as of a boat that was not at sea. A negative k contradicts an out that is not: the
// fault is dist.Contradiction.
func ScaleGammaToOut(a dist.Gamma, k float64) (dist.Gamma, dist.Fault) {
	switch {
	case a.IsUniform():
		return a, dist.NoFault
	case !(k >= 0):
		return dist.GammaUniform(), dist.Contradiction
	case a.IsPoint():
		return dist.GammaPoint(k * a.Shape), dist.NoFault
	case k == 0:
		return dist.GammaPoint(0), dist.NoFault
	}
	m := dist.Gamma{Shape: a.Shape, Rate: a.Rate / k}
	if m.IsPoint() {
		return dist.GammaPoint(a.Shape / a.Rate * k), dist.NoFault
	}
	return m, dist.NoFault
}

// ScaleGammaToA sends a = out/k: the rate is multiplied by k. For k = 0 see
// gammaOfNothing, for a negative k ScaleGammaToOut.
func ScaleGammaToA(out dist.Gamma, k float64) (dist.Gamma, dist.Fault) {
	switch {
	case out.IsUniform():
		return out, dist.NoFault
	case !(k >= 0):
		return dist.GammaUniform(), dist.Contradiction
	case k == 0:
		return gammaOfNothing(out)
	case out.IsPoint():
		return dist.GammaPoint(out.Shape / k), dist.NoFault
	}
	m := dist.Gamma{Shape: out.Shape, Rate: out.Rate * k}
	if m.IsPoint() {
		return dist.GammaPoint(out.Shape / out.Rate / k), dist.NoFault
	}
	return m, dist.NoFault
}

// gammaOfNothing sends a of out = 0 a: what comes back about out is its density at 0, whatever
// a is, so that the message is uniform. The fault is dist.Contradiction where the density is
// 0, as of a count above 0, and dist.NotFinite where it has a pole.
func gammaOfNothing(out dist.Gamma) (dist.Gamma, dist.Fault) {
	switch {
	case gammaIsZero(out) || out.Shape == 1 && !out.IsPoint():
		return dist.GammaUniform(), dist.NoFault
	case out.IsPoint() || out.Shape > 1:
		return dist.GammaUniform(), dist.Contradiction
	}
	return dist.GammaUniform(), dist.NotFinite
}

// gammaIsZero tells whether a variable is known to be 0.
func gammaIsZero(d dist.Gamma) bool { return d.IsPoint() && d.Shape == 0 }

// ScaleGammaEvidence is log Z of out = k a, -Inf for a negative k.
func ScaleGammaEvidence(out, a dist.Gamma, k float64) float64 {
	switch {
	case !(k >= 0):
		return math.Inf(-1)
	case k == 0:
		return dist.GammaPoint(0).LogIntegral(out) + a.LogIntegral(dist.GammaUniform())
	}
	m, _ := ScaleGammaToOut(a, k)
	z := m.LogIntegral(out)
	if a.IsProper() {
		return z
	}
	// a(out/k)/k, with (out/k)^(Shape-1).
	return z - a.Shape*math.Log(k)
}
