package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

func maxOps() []*Op {
	return []*Op{
		{
			Func: MaxToOut, Factor: "max", To: "out", Algorithm: EP,
			Args: []Arg{{"out", NoInit}, {"a", SkipIfUniform}, {"b", SkipIfUniform}},
		},
		{
			Func: MaxToA, Factor: "max", To: "a", Algorithm: EP,
			Args: []Arg{{"out", SkipIfUniform}, {"a", SkipIfUniform}, {"b", Required}},
		},
		{
			Func: MaxToB, Factor: "max", To: "b", Algorithm: EP,
			Args: []Arg{{"out", SkipIfUniform}, {"a", Required}, {"b", SkipIfUniform}},
		},
		{
			Func: MaxEvidence, Factor: "max", To: Evidence, Algorithm: EP,
			Args: []Arg{{"out", 0}, {"a", 0}, {"b", 0}},
		},
	}
}

func minOps() []*Op {
	return []*Op{
		{
			Func: MinToOut, Factor: "min", To: "out", Algorithm: EP,
			Args: []Arg{{"out", NoInit}, {"a", SkipIfUniform}, {"b", SkipIfUniform}},
		},
		{
			Func: MinToA, Factor: "min", To: "a", Algorithm: EP,
			Args: []Arg{{"out", SkipIfUniform}, {"a", SkipIfUniform}, {"b", Required}},
		},
		{
			Func: MinToB, Factor: "min", To: "b", Algorithm: EP,
			Args: []Arg{{"out", SkipIfUniform}, {"a", Required}, {"b", SkipIfUniform}},
		},
		{
			Func: MinEvidence, Factor: "min", To: Evidence, Algorithm: EP,
			Args: []Arg{{"out", 0}, {"a", 0}, {"b", 0}},
		},
	}
}

// A maxBranch is one of the two cases of out = max(a, b): the larger one equals
// out, and the other lies below.
type maxBranch struct {
	logZ  float64
	gap   GreaterThanTilted // A for the larger, which is out, and B for the smaller
	fault dist.Fault
}

// maxBranches returns the cases a >= b and b > a. Of two different densities at
// one place the atom counts alone: where out and a known b are equal, a = out
// has no weight, unless a is known too.
func maxBranches(out, a, b dist.Normal) (x, y maxBranch) {
	return newMaxBranch(out, a, b, a.IsPoint() && b.IsPoint()), newMaxBranch(out, b, a, false)
}

func newMaxBranch(out, large, small dist.Normal, orEqual bool) maxBranch {
	if large.IsPoint() && out.IsPoint() && large.H != out.H {
		return maxBranch{logZ: math.Inf(-1)}
	}
	both := large.Times(out)
	logZ := greaterThanLogZ(both, small, orEqual)
	if logZ != math.Inf(-1) {
		logZ += large.LogIntegral(out)
	}
	if both.IsPoint() && small.IsPoint() {
		return maxBranch{logZ: logZ}
	}
	gap, fault := greaterThan(both, small)
	return maxBranch{logZ, gap, fault}
}

// MaxToOut sends out = max(a, b): the two cases out = a >= b and out = b > a,
// each a normal times the message of a comparison, are projected together; with
// a uniform cavity these are the moments of Clark (1961). An observed value that
// equals a known one is an atom, beside which a density has no weight.
//
// Faults: dist.Contradiction where out cannot be the maximum, dist.Improper
// where a or b has no positive precision, or a product with out.
func MaxToOut(out, a, b dist.Normal) (dist.Normal, dist.Fault) {
	if a.IsUniform() || b.IsUniform() {
		return dist.Normal{}, dist.NoFault
	}
	x, y := maxBranches(out, a, b)
	return projectTwo(out,
		weightedNormal{x.logZ, a.Times(x.gap.A), x.fault},
		weightedNormal{y.logZ, b.Times(y.gap.A), y.fault})
}

// MaxToA sends a of out = max(a, b): a = out where a >= b, and else only
// a < b = out. A uniform b, which is far off, leaves a copy of out. Faults as
// MaxToOut.
func MaxToA(out, a, b dist.Normal) (dist.Normal, dist.Fault) {
	switch {
	case out.IsUniform() || a.IsUniform():
		return dist.Normal{}, dist.NoFault
	case b.IsUniform():
		return out, dist.NoFault
	}
	x, y := maxBranches(out, a, b)
	return projectTwo(a,
		weightedNormal{x.logZ, out.Times(x.gap.A), x.fault},
		weightedNormal{y.logZ, y.gap.B, y.fault})
}

// MaxToB sends b of out = max(a, b); see MaxToA.
func MaxToB(out, a, b dist.Normal) (dist.Normal, dist.Fault) { return MaxToA(out, b, a) }

// MaxEvidence is log Z of out = max(a, b), -Inf for a contradiction.
func MaxEvidence(out, a, b dist.Normal) float64 {
	x, y := maxBranches(out, a, b)
	return special.LogSumExp(x.logZ, y.logZ)
}

// MinToOut sends out = min(a, b) = -max(-a, -b); see MaxToOut.
func MinToOut(out, a, b dist.Normal) (dist.Normal, dist.Fault) {
	m, fault := MaxToOut(normalNegate(out), normalNegate(a), normalNegate(b))
	return normalNegate(m), fault
}

// MinToA sends a of out = min(a, b); see MaxToA.
func MinToA(out, a, b dist.Normal) (dist.Normal, dist.Fault) {
	m, fault := MaxToA(normalNegate(out), normalNegate(a), normalNegate(b))
	return normalNegate(m), fault
}

// MinToB sends b of out = min(a, b); see MaxToA.
func MinToB(out, a, b dist.Normal) (dist.Normal, dist.Fault) { return MinToA(out, b, a) }

// MinEvidence is log Z of out = min(a, b), -Inf for a contradiction.
func MinEvidence(out, a, b dist.Normal) float64 {
	return MaxEvidence(normalNegate(out), normalNegate(a), normalNegate(b))
}
