package operators

import (
	"math"

	"mpc/dist"
)

func linearOps() []*Op {
	return []*Op{
		{
			Func: SumToOut, Factor: "sum", To: "out", Algorithm: EP, Exact: true, Safe: true,
			Args: []Arg{{"a", SkipIfUniform}, {"b", SkipIfUniform}},
		},
		{
			Func: SumToA, Factor: "sum", To: "a", Algorithm: EP, Safe: true,
			Args: []Arg{{"out", SkipIfUniform}, {"b", SkipIfUniform}},
		},
		{
			Func: SumToB, Factor: "sum", To: "b", Algorithm: EP, Safe: true,
			Args: []Arg{{"out", SkipIfUniform}, {"a", SkipIfUniform}},
		},
		{
			Func: SumEvidence, Factor: "sum", To: Evidence, Algorithm: EP,
			Args: []Arg{{"out", 0}, {"a", 0}, {"b", 0}},
		},
		{
			Func: DifferenceToOut, Factor: "difference", To: "out", Algorithm: EP, Exact: true, Safe: true,
			Args: []Arg{{"a", SkipIfUniform}, {"b", SkipIfUniform}},
		},
		{
			Func: DifferenceToA, Factor: "difference", To: "a", Algorithm: EP, Safe: true,
			Args: []Arg{{"out", SkipIfUniform}, {"b", SkipIfUniform}},
		},
		{
			Func: DifferenceToB, Factor: "difference", To: "b", Algorithm: EP, Safe: true,
			Args: []Arg{{"out", SkipIfUniform}, {"a", SkipIfUniform}},
		},
		{
			Func: DifferenceEvidence, Factor: "difference", To: Evidence, Algorithm: EP,
			Args: []Arg{{"out", 0}, {"a", 0}, {"b", 0}},
		},
		{
			Func: ShiftToOut, Factor: "shift", To: "out", Algorithm: EP, Exact: true, Safe: true,
			Args: []Arg{{"a", SkipIfUniform}, {"k", 0}},
		},
		{
			Func: ShiftToA, Factor: "shift", To: "a", Algorithm: EP, Safe: true,
			Args: []Arg{{"out", SkipIfUniform}, {"k", 0}},
		},
		{
			Func: ShiftEvidence, Factor: "shift", To: Evidence, Algorithm: EP,
			Args: []Arg{{"out", 0}, {"a", 0}, {"k", 0}},
		},
	}
}

// SumToOut sends out = a + b: means and variances add. In natural parameters,
// with pa and pb the precisions, P = pa pb/(pa + pb) and
// H = (ha pb + hb pa)/(pa + pb), which also holds where one of the two has
// precision 0 or less. There is no message where pa + pb is not positive: the
// integral over a - b then diverges, and the fault is dist.Improper. A uniform
// a or b gives the uniform message.
func SumToOut(a, b dist.Normal) (dist.Normal, dist.Fault) { return normalSum(a, b) }

// SumToA sends a = out - b; see SumToOut.
func SumToA(out, b dist.Normal) (dist.Normal, dist.Fault) { return normalSum(out, normalNegate(b)) }

// SumToB sends b = out - a; see SumToOut.
func SumToB(out, a dist.Normal) (dist.Normal, dist.Fault) { return normalSum(out, normalNegate(a)) }

// SumEvidence is log Z of out = a + b: NaN where the integral diverges.
func SumEvidence(out, a, b dist.Normal) float64 { return normalSumEvidence(out, a, b) }

// DifferenceToOut sends out = a - b; see SumToOut.
func DifferenceToOut(a, b dist.Normal) (dist.Normal, dist.Fault) {
	return normalSum(a, normalNegate(b))
}

// DifferenceToA sends a = out + b; see SumToOut.
func DifferenceToA(out, b dist.Normal) (dist.Normal, dist.Fault) { return normalSum(out, b) }

// DifferenceToB sends b = a - out; see SumToOut.
func DifferenceToB(out, a dist.Normal) (dist.Normal, dist.Fault) {
	return normalSum(a, normalNegate(out))
}

// DifferenceEvidence is log Z of out = a - b: NaN where the integral diverges.
func DifferenceEvidence(out, a, b dist.Normal) float64 {
	return normalSumEvidence(out, a, normalNegate(b))
}

// ShiftToOut sends out = a + k, exact for every a.
func ShiftToOut(a dist.Normal, k float64) dist.Normal {
	if a.IsPoint() {
		return dist.NormalPoint(a.H + k)
	}
	return dist.Normal{H: math.FMA(k, a.P, a.H), P: a.P}
}

// ShiftToA sends a = out - k, exact for every out.
func ShiftToA(out dist.Normal, k float64) dist.Normal { return ShiftToOut(out, -k) }

// ShiftEvidence is log Z of out = a + k: the log integral of out times a moved
// by k.
func ShiftEvidence(out, a dist.Normal, k float64) float64 {
	z := ShiftToOut(a, k).LogIntegral(out)
	if a.IsProper() {
		return z
	}
	// exp(H (y - k) - P (y - k)^2/2) = exp(-k (H + k P/2)) times the message.
	return z - k*(a.H+k*a.P/2)
}

// normalNegate returns the distribution of -x for x ~ d.
func normalNegate(d dist.Normal) dist.Normal { return dist.Normal{H: -d.H, P: d.P} }

// normalFault tells why s, which had to be positive, is not.
func normalFault(s float64) dist.Fault {
	if s != s {
		return dist.NotFinite
	}
	return dist.Improper
}

// normalSum returns the convolution of a and b; see SumToOut.
func normalSum(a, b dist.Normal) (dist.Normal, dist.Fault) {
	if q, s := a.P*b.P, a.P+b.P; q > 1e-280 && s > 0 && s < 1e140 {
		r := 1 / s
		m := dist.Normal{H: (a.H*b.P + b.H*a.P) * r, P: q * r}
		if m.H-m.H == 0 {
			return m, dist.NoFault
		}
	}
	return normalSumLimits(a, b)
}

// normalSumLimits is normalSum for point masses, precisions of any sign and
// products that leave the range of float64.
func normalSumLimits(a, b dist.Normal) (dist.Normal, dist.Fault) {
	switch {
	case a.IsUniform() || b.IsUniform():
		return dist.Normal{}, dist.NoFault
	case b.IsPoint():
		return ShiftToOut(a, b.H), dist.NoFault
	case a.IsPoint():
		return ShiftToOut(b, a.H), dist.NoFault
	}
	if math.Abs(b.P) > math.Abs(a.P) {
		a, b = b, a
	}
	// pa is the larger: pb/(1 + pb/pa) and (hb + ma pb)/(1 + pb/pa) do not
	// overflow where the result does not.
	d := 1 + b.P/a.P
	if !(a.P > 0 && d > 0) {
		if a.P > 0 && d != d {
			return dist.Normal{}, dist.NotFinite
		}
		return dist.Normal{}, normalFault(a.P + b.P)
	}
	return dist.Normal{H: (b.H + a.H/a.P*b.P) / d, P: b.P / d}, dist.NoFault
}

// normalSumEvidence is the log of the integral of out(x + y) a(x) b(y).
func normalSumEvidence(out, a, b dist.Normal) float64 {
	sum, fault := normalSum(a, b)
	if fault != dist.NoFault {
		return math.NaN()
	}
	return normalSumScale(a, b) + sum.LogIntegral(out)
}

// normalSumScale is the log of the scale of the convolution of a and b, where a
// normalized sum has scale 1.
func normalSumScale(a, b dist.Normal) float64 {
	switch {
	case a.IsProper() && b.IsProper():
		return 0
	case a.IsUniform():
		// The integral of b is 1 if it is proper and diverges if not.
		return b.LogIntegral(dist.Normal{})
	case b.IsUniform():
		return a.LogIntegral(dist.Normal{})
	}
	// The convolution is exp(H y - P y^2/2) times its value at 0.
	return a.LogIntegral(normalNegate(b))
}
