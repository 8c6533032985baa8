package operators

import (
	"math"

	"mpc/dist"
)

func expNormalOps() []*Op {
	return []*Op{
		{
			Func: ExpNormalTilts, Factor: "exp", To: "tilt", Algorithm: EP,
			Args: []Arg{{"out", NoInit}, {"a", Required}},
		},
		{
			Func: ExpNormalToA, Factor: "exp", To: "a", Algorithm: EP,
			Args: []Arg{{"out", SkipIfUniform}, {"a", SkipIfUniform}, {"tilt", Required}},
		},
		{
			Func: ExpNormalToOut, Factor: "exp", To: "out", Algorithm: EP,
			Args: []Arg{{"out", NoInit}, {"a", SkipIfUniform}, {"tilt", Required}},
		},
		{
			Func: ExpNormalEvidence, Factor: "exp", To: Evidence, Algorithm: EP,
			Args: []Arg{{"out", 0}, {"a", 0}},
		},
	}
}

// An ExpNormalTilt is what the messages of out = exp(a) need where the message
// from out is normal too.
type ExpNormalTilt struct {
	Argument, Result LinkedNormal // a and out
	LogZ             float64
	Fault            dist.Fault
}

// ExpNormalTilts integrates out = exp(a) over a:
//
//	exp(h e^a - p e^(2a)/2) N(a),
//
// h and p of out. It has two peaks where out and a disagree; a negative p is not
// integrable.
func ExpNormalTilts(out, a dist.Normal) ExpNormalTilt {
	if a = normalSharp(a); out.IsPoint() || a.IsPoint() || !(a.P > 0 && out.P >= 0) || out.P == 0 && out.H > 0 {
		return ExpNormalTilt{Fault: dist.Improper} // or not needed
	}
	m, p := a.H/a.P, a.P
	slope := func(u float64) (float64, float64) {
		y := math.Exp(u)
		return (m-u)*p + y*(out.H-y*out.P), -p + y*(out.H-2*y*out.P)
	}
	height := func(u float64) float64 {
		y := math.Exp(u)
		return y*(out.H-y*out.P/2) - (u-m)*(u-m)*p/2
	}
	// All stationary points lie between low and high.
	low, high := m, m
	if out.H > 0 {
		top := math.Log(out.H / out.P)
		low, high = math.Min(m, top), math.Max(m, top)
	} else {
		for step := 1 / math.Sqrt(p); ; step *= 2 {
			if s, _ := slope(low); s > 0 {
				break
			}
			low -= step
		}
	}
	if !(low > -math.MaxFloat64 && high < math.MaxFloat64) {
		return ExpNormalTilt{Fault: dist.NotFinite}
	}
	first, second := rootFalling(slope, low, high), math.NaN()
	if d := out.H*out.H - 8*out.P*p; out.H > 0 && d > 0 {
		// The slope rises between the roots of its derivative.
		up, down := math.Log(2*p/(out.H+math.Sqrt(d))), math.Log((out.H+math.Sqrt(d))/(4*out.P))
		s1, _ := slope(up)
		s2, _ := slope(down)
		if up > low && down < high && s1 < 0 && s2 > 0 {
			first, second = rootFalling(slope, low, up), rootFalling(slope, down, high)
			if height(second) > height(first) {
				first, second = second, first
			}
		}
	}
	y0 := math.Exp(first)
	h, q := out.H*y0, out.P*y0*y0 // of out/y0
	pull := p * (first - m)
	if !(y0 > 0 && y0 <= math.MaxFloat64 && math.Abs(h)+q <= math.MaxFloat64) {
		return ExpNormalTilt{Fault: dist.NotFinite}
	}
	cr := 0.0
	weigh := func(v float64) (float64, float64) {
		e, em := expBoth(v)
		if e > 1e150 {
			return math.Inf(-1), 1
		}
		g := em*(h-q-q*em/2) - v*(pull+p*v/2)
		if cr > 0 {
			return g, 1 + math.Min(cr*e*e, 1e300)
		}
		return g, 1
	}
	_, curve := slope(first)
	width := 1 / math.Sqrt(math.Max(-curve, p))
	// Moments of out take exp(2v) more weight on the right.
	var cuts [4]float64
	if second == second {
		cuts[1], cuts[2] = math.Min(0, second-first), math.Max(0, second-first)
	}
	right := gridEnd(weigh, cuts[2], width)
	g, _ := weigh(right / 4)
	cr = math.Min(1, math.Exp(-g-right/2))
	cuts[0], cuts[3] = gridEnd(weigh, cuts[1], -width), gridEnd(weigh, cuts[2], width)
	var nodes grid
	if !nodes.fill(weigh, cuts[:]) {
		return ExpNormalTilt{Fault: dist.NotFinite}
	}
	tilt := expNormalCollect(&nodes, y0, h, q, p, pull)
	tilt.Argument.Mean += first
	tilt.LogZ = normalLogAt(out, y0) + normalLogDensity((first-m)*(first-m), 1/p) + math.Log(nodes.total)
	return tilt
}

// expNormalCollect sums the statistics of v and y0 exp(v); pull is the
// precision of a times the distance of the peak from its mean.
func expNormalCollect(nodes *grid, y0, h, q, p, pull float64) ExpNormalTilt {
	var tilt ExpNormalTilt
	arg, res := &tilt.Argument, &tilt.Result
	arg.Mean, arg.Variance = nodes.moments()
	var moments GammaTilt
	nodes.momentsAbout(y0, &moments)
	res.Mean = moments.Mean
	res.Variance = moments.Spread * moments.Mean * moments.Mean
	// The derivatives of the two likelihoods: of h y - q y^2/2 in log y, and of
	// -(log y - m)^2 p/2 - log y in y, both for y in units of y0.
	var bend float64
	for i := 0; i < nodes.n; i++ {
		w := nodes.weight[i] / nodes.total
		e, _ := expBoth(nodes.at[i])
		arg.Alpha += w * e * (h - q*e)
		arg.AlphaSize += w * e * (math.Abs(h) + q*e)
		arg.Beta -= w * e * (h - 2*q*e)
		arg.BetaSize += w * e * (math.Abs(h) + 2*q*e)
		s := -1 - pull - p*nodes.at[i]
		res.Alpha += w * s / e
		res.AlphaSize += w * (1 + math.Abs(s+1)) / e
		bend += w * (1 - p - (s + 1)) / (e * e)
		res.BetaSize += w * (1 + p + math.Abs(s+1)) / (e * e)
	}
	var square1, square2 float64
	for i := 0; i < nodes.n; i++ {
		w := nodes.weight[i] / nodes.total
		e, _ := expBoth(nodes.at[i])
		d := e*(h-q*e) - arg.Alpha
		square1 += w * d * d
		d = (-1-pull-p*nodes.at[i])/e - res.Alpha
		square2 += w * d * d
	}
	arg.Beta -= square1
	arg.BetaSize += square1
	res.Alpha, res.AlphaSize = res.Alpha/y0, res.AlphaSize/y0
	res.Beta, res.BetaSize = -(bend+square2)/y0/y0, (res.BetaSize+square2)/y0/y0
	if moments.Spread > 0.05 || !(res.BetaSize <= math.MaxFloat64) {
		res.AlphaSize, res.BetaSize = math.Inf(1), math.Inf(1) // 1/y^2 needs more than the nodes hold
	}
	return tilt
}

// ExpNormalToA sends a of out = exp(a), a normal message coming from out.
func ExpNormalToA(out, a dist.Normal, tilt ExpNormalTilt) (dist.Normal, dist.Fault) {
	switch {
	case out.IsUniform() || a.IsUniform():
		return dist.Normal{}, dist.NoFault
	case out.IsPoint():
		return ExpToAObserved(out.H)
	case normalSharp(a).IsPoint():
		a = normalSharp(a)
		y := math.Exp(a.H)
		p := y * (2*y*out.P - out.H)
		return normalFinite(y*(out.H-y*out.P)+a.H*p, p)
	case tilt.Fault != dist.NoFault:
		return dist.Normal{}, tilt.Fault
	}
	return tilt.Argument.message(a)
}

// ExpNormalToOut sends out = exp(a) as a normal with the tilted moments. Where
// nothing is known of out these are those of the lognormal distribution.
func ExpNormalToOut(out, a dist.Normal, tilt ExpNormalTilt) (dist.Normal, dist.Fault) {
	switch {
	case a.IsUniform():
		return dist.Normal{}, dist.NoFault
	case a.IsPoint():
		y, fault := gammaPointAtExp(a.H)
		return dist.NormalPoint(y.Shape), fault
	case out.IsUniform() && a.P > 0:
		m, v := normalMeanVariance(a)
		mean := math.Exp(m + v/2)
		variance := mean * mean * math.Expm1(v)
		return normalFinite(mean/variance, 1/variance)
	case tilt.Fault != dist.NoFault:
		return dist.Normal{}, tilt.Fault
	}
	return tilt.Result.message(out)
}

// ExpNormalEvidence is log Z of out = exp(a) with a normal message from out; NaN
// where the integral diverges.
func ExpNormalEvidence(out, a dist.Normal) float64 {
	switch {
	case out.IsUniform():
		return 0
	case out.IsPoint():
		return ExpEvidenceObserved(out.H, a)
	case a.IsPoint():
		return normalLogAt(out, math.Exp(a.H))
	}
	tilt := ExpNormalTilts(out, a)
	if tilt.Fault != dist.NoFault {
		return math.NaN()
	}
	return tilt.LogZ
}
