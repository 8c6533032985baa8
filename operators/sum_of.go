package operators

import (
	"math"

	"mpc/dist"
)

func sumOfOps() []*Op {
	return []*Op{
		{
			Func: SumOfToOut, Factor: "sum_of", To: "out", Algorithm: EP, Exact: true, Safe: true,
			Args: []Arg{{"terms", SkipIfUniform}},
		},
		{
			Func: SumOfToTerms, Factor: "sum_of", To: "terms", Algorithm: EP, Safe: true,
			Args: []Arg{{"out", SkipIfUniform}, {"terms", 0}, {"to", 0}},
		},
		{
			Func: SumOfEvidence, Factor: "sum_of", To: Evidence, Algorithm: EP,
			Args: []Arg{{"out", 0}, {"terms", 0}},
		},
	}
}

// SumOfToOut sends out = sum(terms), the point mass at 0 where there are none;
// it is uniform where one of them is. The fault is dist.Improper where the sum
// has no distribution; see SumToOut.
func SumOfToOut(terms []dist.Normal) (dist.Normal, dist.Fault) {
	var mean, variance float64
	for _, t := range terms {
		if !(t.P > 0 && t.P <= math.MaxFloat64) {
			return sumOfLimits(terms)
		}
		r := 1 / t.P
		mean += t.H * r
		variance += r
	}
	if m := (dist.Normal{H: mean / variance, P: 1 / variance}); m.P > 0 && m.P <= math.MaxFloat64 && m.H-m.H == 0 {
		return m, dist.NoFault
	}
	return sumOfLimits(terms)
}

// sumOfLimits is SumOfToOut for terms that are not proper, or of any size.
func sumOfLimits(terms []dist.Normal) (dist.Normal, dist.Fault) {
	sum := dist.NormalPoint(0)
	for _, t := range terms {
		if t.IsUniform() {
			return dist.Normal{}, dist.NoFault
		}
	}
	for _, t := range terms {
		var fault dist.Fault
		if sum, fault = normalSum(sum, t); fault != dist.NoFault {
			return dist.Normal{}, fault
		}
	}
	return sum, dist.NoFault
}

// SumOfToTerms sends to each term out minus the sum of the others, from the sums
// of those before it and those after it: linear time, and nothing is subtracted
// that was added before. Where a term is uniform, only that one gets a message.
// A message that does not exist makes the fault dist.Improper, and to then holds
// a NaN there.
func SumOfToTerms(out dist.Normal, terms, to []dist.Normal) dist.Fault {
	if out.IsUniform() {
		for i := range to {
			to[i] = dist.Normal{}
		}
		return dist.NoFault
	}
	if out.P >= 0 && out.P <= math.MaxFloat64 && sumOfToProper(out, terms, to) {
		return dist.NoFault
	}
	after := dist.NormalPoint(0)
	for i := len(terms) - 1; i >= 0; i-- {
		to[i] = after
		after = sumOrNaN(after, terms[i])
	}
	result := dist.NoFault
	before := dist.NormalPoint(0)
	for i, t := range terms {
		to[i] = sumOrNaN(out, normalNegate(sumOrNaN(before, to[i])))
		if !to[i].IsFinite() {
			result = dist.Improper
		}
		before = sumOrNaN(before, t)
	}
	return result
}

// sumOfToProper is SumOfToTerms by sums of means and variances; false where a
// term or a result is not a proper normal.
func sumOfToProper(out dist.Normal, terms, to []dist.Normal) bool {
	var mean, variance float64
	for i := len(terms) - 1; i >= 0; i-- {
		t := terms[i]
		if !(t.P > 0 && t.P <= math.MaxFloat64) {
			return false
		}
		to[i] = dist.Normal{H: mean, P: variance}
		r := 1 / t.P
		mean += t.H * r
		variance += r
	}
	mean, variance = 0, 0
	for i, t := range terms {
		m, v := mean+to[i].H, variance+to[i].P
		d := 1 + v*out.P
		if !(d < 1e300 && m-m == 0) {
			return false
		}
		r := 1 / d
		to[i] = dist.Normal{H: (out.H - m*out.P) * r, P: out.P * r}
		r = 1 / t.P
		mean += t.H * r
		variance += r
	}
	return true
}

// sumOrNaN is normalSum with a NaN for a fault; a NaN stays one.
func sumOrNaN(a, b dist.Normal) dist.Normal {
	sum, fault := normalSum(a, b)
	if fault != dist.NoFault || a.H != a.H || b.H != b.H {
		return dist.Normal{H: math.NaN(), P: math.NaN()}
	}
	return sum
}

// SumOfEvidence is log Z of out = sum(terms). It is NaN where the integral
// diverges.
func SumOfEvidence(out dist.Normal, terms []dist.Normal) float64 {
	sum := dist.NormalPoint(0)
	logZ := 0.0
	for _, t := range terms {
		logZ += normalSumScale(sum, t)
		var fault dist.Fault
		if sum, fault = normalSum(sum, t); fault != dist.NoFault {
			return math.NaN()
		}
	}
	return logZ + sum.LogIntegral(out)
}
