package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

func betweenRandomOps() []*Op {
	return []*Op{
		{Func: BetweenRandomToOut, Factor: "between", To: "out", Algorithm: EP, Exact: true, Args: []Arg{{"x", SkipIfUniform}, {"low", Required}, {"high", Required}}},
		{Func: BetweenRandomToX, Factor: "between", To: "x", Algorithm: EP, Args: []Arg{{"out", SkipIfUniform}, {"x", NoInit}, {"low", Required}, {"high", Required}}},
		{Func: BetweenRandomToLow, Factor: "between", To: "low", Algorithm: EP, Args: []Arg{{"out", SkipIfUniform}, {"x", Required}, {"low", SkipIfUniform}, {"high", Required}}},
		{Func: BetweenRandomToHigh, Factor: "between", To: "high", Algorithm: EP, Args: []Arg{{"out", SkipIfUniform}, {"x", Required}, {"low", Required}, {"high", SkipIfUniform}}},
		{Func: BetweenRandomEvidence, Factor: "between", To: Evidence, Algorithm: EP, Args: []Arg{{"out", 0}, {"x", 0}, {"low", 0}, {"high", 0}}},
	}
}

// betweenRegions integrates over the parts of the space where low <= x < high,
// where x < low, and where x >= low and x >= high, as far as they are wanted.
func betweenRegions(x, low, high dist.Normal, inside, outside bool) (in, below, above betweenRegionTilt, fault dist.Fault) {
	in.x.LogZ, below.x.LogZ, above.x.LogZ = math.Inf(-1), math.Inf(-1), math.Inf(-1)
	for _, d := range [3]dist.Normal{x, low, high} {
		if d.H != d.H || d.P != d.P || math.IsInf(d.H, 0) && !d.IsPoint() {
			return in, below, above, dist.NotFinite
		}
	}
	if low.P < 0 || high.P < 0 || low.P == 0 && low.H != 0 || high.P == 0 && high.H != 0 {
		return in, below, above, dist.Improper
	}
	none := betweenBound{free: true}
	l, lowOK := betweenBoundOf(low, 1)
	h, highOK := betweenBoundOf(high, -1)
	m, belowOK := betweenBoundOf(low, -1)
	n, aboveOK := betweenBoundOf(high, 1)
	one := func(g betweenRegion) betweenRegionTilt {
		t, f := g.tilt()
		if f != dist.NoFault {
			fault = f
		}
		return t
	}
	if inside && lowOK && highOK {
		in = one(betweenRegion{x: x, bounds: [2]betweenBound{l, h}})
	}
	if outside && belowOK {
		below = one(betweenRegion{x: x, bounds: [2]betweenBound{m, none}})
	}
	if outside && lowOK && aboveOK {
		above = one(betweenRegion{x: x, bounds: [2]betweenBound{l, n}})
	}
	return in, below, above, fault
}

// betweenTilt is the tilt of one edge: 0 is x, 1 low and 2 high.
func betweenTilt(out dist.Bernoulli, x, low, high dist.Normal, edge int) (NormalTilt, dist.Fault) {
	if out.LogOdds != out.LogOdds {
		return NormalTilt{}, dist.Contradiction
	}
	in, below, above, fault := betweenRegions(x, low, high, out.LogOdds > 0, out.LogOdds < 0)
	if fault != dist.NoFault {
		return NormalTilt{}, fault
	}
	// A constant, P or 1-P, the smaller one, and the rest on one side of the bounds.
	tilt := math.Log(math.Abs(math.Tanh(out.LogOdds / 2)))
	flat := out.LogProb(out.LogOdds < 0)
	target := [3]dist.Normal{x, low, high}[edge]
	parts := [4]NormalTilt{normalFlat(target, flat)}
	for i, r := range [3]*betweenRegionTilt{&in, &below, &above} {
		t := r.x
		if edge > 0 {
			t = r.bounds[edge-1]
			t.LogZ = r.x.LogZ
			if i == 1 && edge == 2 || t.Variance == 0 && t.Shrink == 0 {
				// The region does not depend on this bound.
				t = normalFlat(target, r.x.LogZ)
			}
		}
		t.LogZ += tilt
		parts[i+1] = t
	}
	if out.IsPoint() && out.LogOdds > 0 { // as it is, also for an x of precision 0
		t := parts[1]
		if math.IsInf(t.LogZ, -1) {
			return t, dist.Contradiction
		}
		return t, dist.NoFault
	}
	if !(x.P > 0) {
		return NormalTilt{}, dist.Improper
	}
	t := normalMix(target, parts[:])
	if math.IsInf(t.LogZ, -1) {
		return t, dist.Contradiction
	}
	return t, dist.NoFault
}

// BetweenRandomToX sends to x of out = low <= x < high with random bounds: the
// tilted density of x is x times Phi((x - m_low)/s_low) Phi((m_high - x)/s_high),
// log concave, integrated by panels; for an out that is not surely true a
// constant plus a multiple of it or of the rest, see BetweenToX. A bound that is
// a point mass cuts x off, one at infinity is none, a uniform one is the constant
// 1/2. A uniform x is sent a message where out is surely true and both bounds
// keep it; otherwise the uniform one. The fault is Improper where a bound is or
// the tilted density is not integrable, and Contradiction where the messages
// exclude each other.
func BetweenRandomToX(out dist.Bernoulli, x, low, high dist.Normal) (dist.Normal, dist.Fault) {
	if out.IsUniform() {
		return dist.Normal{}, dist.NoFault
	}
	if x.IsUniform() {
		lowKeeps, highKeeps := low.P > 0 && !math.IsInf(low.H, 0), high.P > 0 && !math.IsInf(high.H, 0)
		if !(out.IsPoint() && out.LogOdds > 0 && lowKeeps && highKeeps) {
			return dist.Normal{}, dist.NoFault
		}
	}
	t, fault := betweenTilt(out, x, low, high, 0)
	if fault != dist.NoFault {
		return dist.Normal{}, fault
	}
	return t.Message(x), dist.NoFault
}

// BetweenRandomToLow sends to low of out = low <= x < high: given x the bound is a
// normal cut off at x, and the derivatives of log Z in its mean are means over x
// (Minka, EP: a quick reference, 2008, eq. 30 and 31). A bound that is a point
// mass or uniform is sent the uniform message. Faults as in BetweenRandomToX.
func BetweenRandomToLow(out dist.Bernoulli, x, low, high dist.Normal) (dist.Normal, dist.Fault) {
	if out.IsUniform() || low.IsUniform() || low.IsPoint() {
		return dist.Normal{}, dist.NoFault
	}
	t, fault := betweenTilt(out, x, low, high, 1)
	if fault != dist.NoFault {
		return dist.Normal{}, fault
	}
	return t.Message(low), dist.NoFault
}

// BetweenRandomToHigh sends to high of out = low <= x < high, see
// BetweenRandomToLow.
func BetweenRandomToHigh(out dist.Bernoulli, x, low, high dist.Normal) (dist.Normal, dist.Fault) {
	if out.IsUniform() || high.IsUniform() || high.IsPoint() {
		return dist.Normal{}, dist.NoFault
	}
	t, fault := betweenTilt(out, x, low, high, 2)
	if fault != dist.NoFault {
		return dist.Normal{}, fault
	}
	return t.Message(high), dist.NoFault
}

// BetweenRandomToOut sends out = low <= x < high with random bounds. A uniform x is
// sent on as the uniform message. The fault is Improper where a message is.
func BetweenRandomToOut(x, low, high dist.Normal) (dist.Bernoulli, dist.Fault) {
	if x.IsUniform() {
		return dist.Bernoulli{}, dist.NoFault
	}
	if !(x.P > 0) {
		return dist.Bernoulli{}, dist.Improper
	}
	in, below, above, fault := betweenRegions(x, low, high, true, true)
	if fault != dist.NoFault {
		return dist.Bernoulli{}, fault
	}
	return dist.Bernoulli{LogOdds: in.x.LogZ - special.LogSumExp(below.x.LogZ, above.x.LogZ)}, dist.NoFault
}

// BetweenRandomEvidence returns log Z of out = low <= x < high with random bounds,
// -Inf for a contradiction and NaN where an incoming message is improper.
func BetweenRandomEvidence(out dist.Bernoulli, x, low, high dist.Normal) float64 {
	if out.IsPoint() && out.LogOdds > 0 {
		in, _, _, fault := betweenRegions(x, low, high, true, false)
		if fault != dist.NoFault {
			return math.NaN()
		}
		if x.P > 0 {
			return math.Min(0, in.x.LogZ) // rounding
		}
		return in.x.LogZ
	}
	m, fault := BetweenRandomToOut(x, low, high)
	if fault != dist.NoFault {
		return math.NaN()
	}
	return m.LogIntegral(out)
}
