package operators

import (
	"mpc/dist"
)

func equalPositiveOps() []*Op {
	return []*Op{
		{Func: EqualGammaToA, Factor: "equal", To: "a", Algorithm: EP, Safe: true, Args: []Arg{{"b", SkipIfUniform}}},
		{Func: EqualGammaToB, Factor: "equal", To: "b", Algorithm: EP, Safe: true, Args: []Arg{{"a", SkipIfUniform}}},
		{Func: EqualGammaToAObserved, Factor: "equal", To: "a", Algorithm: EP, Args: []Arg{{"b", 0}}},
		{Func: EqualGammaToBObserved, Factor: "equal", To: "b", Algorithm: EP, Args: []Arg{{"a", 0}}},
		{Func: EqualGammaEvidence, Factor: "equal", To: Evidence, Algorithm: EP, Args: []Arg{{"a", 0}, {"b", 0}}},
		{Func: EqualBetaToA, Factor: "equal", To: "a", Algorithm: EP, Safe: true, Args: []Arg{{"b", SkipIfUniform}}},
		{Func: EqualBetaToB, Factor: "equal", To: "b", Algorithm: EP, Safe: true, Args: []Arg{{"a", SkipIfUniform}}},
		{Func: EqualBetaToAObserved, Factor: "equal", To: "a", Algorithm: EP, Args: []Arg{{"b", 0}}},
		{Func: EqualBetaToBObserved, Factor: "equal", To: "b", Algorithm: EP, Args: []Arg{{"a", 0}}},
		{Func: EqualBetaEvidence, Factor: "equal", To: Evidence, Algorithm: EP, Args: []Arg{{"a", 0}, {"b", 0}}},
	}
}

// EqualGammaToA sends a = b.
func EqualGammaToA(b dist.Gamma) dist.Gamma { return b }

// EqualGammaToB sends b = a.
func EqualGammaToB(a dist.Gamma) dist.Gamma { return a }

// EqualGammaToAObserved sends a = b for a known b: a point mass. The fault is
// dist.Contradiction where b is not positive, which no Gamma variable can be.
func EqualGammaToAObserved(b float64) (dist.Gamma, dist.Fault) {
	if !(b > 0) {
		return dist.GammaUniform(), dist.Contradiction
	}
	return dist.GammaPoint(b), dist.NoFault
}

// EqualGammaToBObserved is EqualGammaToAObserved for the other side.
func EqualGammaToBObserved(a float64) (dist.Gamma, dist.Fault) { return EqualGammaToAObserved(a) }

// EqualGammaEvidence is log Z of a == b.
func EqualGammaEvidence(a, b dist.Gamma) float64 { return a.LogIntegral(b) }

// EqualBetaToA sends a = b.
func EqualBetaToA(b dist.Beta) dist.Beta { return b }

// EqualBetaToB sends b = a.
func EqualBetaToB(a dist.Beta) dist.Beta { return a }

// EqualBetaToAObserved sends a = b for a known b: a point mass. The fault is
// dist.Contradiction where b is outside 0 to 1.
func EqualBetaToAObserved(b float64) (dist.Beta, dist.Fault) {
	if !(b >= 0 && b <= 1) {
		return dist.BetaUniform(), dist.Contradiction
	}
	return dist.BetaPoint(b), dist.NoFault
}

// EqualBetaToBObserved is EqualBetaToAObserved for the other side.
func EqualBetaToBObserved(a float64) (dist.Beta, dist.Fault) { return EqualBetaToAObserved(a) }

// EqualBetaEvidence is log Z of a == b.
func EqualBetaEvidence(a, b dist.Beta) float64 { return a.LogIntegral(b) }
