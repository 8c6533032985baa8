package operators

import "mpc/dist"

// Of a == b one must be known: two random variables that are equal have no
// posterior that is a product.
func equalVMPOps() []*Op {
	return []*Op{
		{Func: EqualToAObserved, Factor: "equal", To: "a", Algorithm: VMP, Args: []Arg{{"b", 0}}},
		{Func: EqualToBObserved, Factor: "equal", To: "b", Algorithm: VMP, Args: []Arg{{"a", 0}}},
		{Func: EqualAverageLog, Factor: "equal", To: Evidence, Algorithm: VMP, Args: []Arg{{"a", 0}, {"b", 0}}},
		{Func: EqualGammaToAObserved, Factor: "equal", To: "a", Algorithm: VMP, Args: []Arg{{"b", 0}}},
		{Func: EqualGammaToBObserved, Factor: "equal", To: "b", Algorithm: VMP, Args: []Arg{{"a", 0}}},
		{Func: EqualGammaAverageLog, Factor: "equal", To: Evidence, Algorithm: VMP, Args: []Arg{{"a", 0}, {"b", 0}}},
		{Func: EqualBetaToAObserved, Factor: "equal", To: "a", Algorithm: VMP, Args: []Arg{{"b", 0}}},
		{Func: EqualBetaToBObserved, Factor: "equal", To: "b", Algorithm: VMP, Args: []Arg{{"a", 0}}},
		{Func: EqualBetaAverageLog, Factor: "equal", To: Evidence, Algorithm: VMP, Args: []Arg{{"a", 0}, {"b", 0}}},
	}
}

// EqualAverageLog is the mean log of a == b: 0 for equal point masses, -Inf for
// all else.
func EqualAverageLog(a, b dist.Normal) float64 {
	return pointLog(a.IsPoint() && b.IsPoint() && a.H == b.H)
}

// EqualGammaAverageLog is EqualAverageLog for positive variables.
func EqualGammaAverageLog(a, b dist.Gamma) float64 {
	return pointLog(a.IsPoint() && b.IsPoint() && a.Shape == b.Shape)
}

// EqualBetaAverageLog is EqualAverageLog for probabilities.
func EqualBetaAverageLog(a, b dist.Beta) float64 {
	return pointLog(a.IsPoint() && b.IsPoint() && a.A == b.A)
}
