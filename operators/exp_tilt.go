package operators

import (
	"math"

	"mpc/dist"
)

// An ExpTilt is what the messages of y = exp(u), or u = log(y), need, where u
// has a normal cavity and y a gamma one: the weight of u is
//
//	exp(power u - rate exp(u)) N(u; m, 1/p)
//
// with power the shape of y, less 1 for exp, by the change of variable. It is
// log concave.
type ExpTilt struct {
	Normal LinkedNormal // u
	Gamma  GammaTilt    // y
	// LogIntegral is the log of the integral of the weight relative to its value
	// at Peak.
	LogIntegral, Peak float64
	Fault             dist.Fault
}

// A LinkedNormal is what is known of a real variable under a tilted distribution,
// normal cavity times likelihood L, so as to project it: see message.
type LinkedNormal struct {
	Mean, Variance float64
	Alpha, Beta    float64 // E[l'] and -Var[l'] - E[l''], l = log L
	AlphaSize      float64 // the sizes of the terms that they are sums of
	BetaSize       float64
}

// message returns the message whose product with the cavity has the tilted
// moments. It is beta/(1 - v beta), (alpha + m beta)/(1 - v beta) for a cavity
// of mean m and variance v (Minka, "EP: a quick reference", 2008), with 1 - v beta
// = Variance/v; or the projection less the cavity, where the likelihood is so
// sharp that this keeps more digits.
func (t *LinkedNormal) message(cavity dist.Normal) (dist.Normal, dist.Fault) {
	if cavity = normalSharp(cavity); cavity.IsPoint() {
		return normalFinite(t.Alpha+cavity.H*t.Beta, t.Beta)
	}
	if !(t.Variance > 0 && t.Variance <= math.MaxFloat64) {
		return dist.Normal{}, dist.NotFinite
	}
	precision := 1 / t.Variance
	h, p := t.Mean*precision-cavity.H, precision-cavity.P
	if cavity.P > 0 {
		r, m := cavity.P*t.Variance, cavity.H/cavity.P
		if t.BetaSize < r*(precision+cavity.P) {
			p = t.Beta / r
		}
		if t.AlphaSize+math.Abs(m)*t.BetaSize < r*(math.Abs(t.Mean)*precision+math.Abs(cavity.H)) {
			h = (t.Alpha + m*t.Beta) / r
		}
	}
	return normalFinite(h, p)
}

// normalSharp returns d, or the point mass at its mean where its variance would
// underflow in what follows.
func normalSharp(d dist.Normal) dist.Normal {
	if d.P > 1e150 && !d.IsPoint() {
		return dist.NormalPoint(d.H / d.P)
	}
	return d
}

// expTilt integrates the weight with a power that is fold more than the shape
// of the cavity of y.
func expTilt(fold float64, y dist.Gamma, u dist.Normal) ExpTilt {
	power, rate := y.Shape+fold, y.Rate
	u = normalSharp(u)
	switch {
	case u.IsPoint():
		return expTiltPoint(power, rate, u.H)
	case !(u.P >= 0 && rate >= 0) || rate == 0 && !(u.P > 0) || u.P == 0 && !(u.H == 0 && power > 0):
		return ExpTilt{Fault: dist.Improper}
	}
	p := u.P
	peak, shift, slope, b := expPeak(power, rate, u)
	if !(math.Abs(peak) <= math.MaxFloat64 && b <= math.MaxFloat64) {
		return ExpTilt{Fault: dist.NotFinite}
	}
	// The variance of y takes exp(2v) more weight on the right.
	right, cr := 0.0, 0.0
	switch {
	case p+b > 100: // too narrow for it to matter
	case p == 0:
		right = math.Log1p(2 / power)
	case b > 0:
		right = expPlusInverse(math.Log(b/p)+(power+2)/p-shift) - math.Log(b/p)
	default:
		right = 2 / p
	}
	weigh := func(v float64) (float64, float64) {
		e, em := expBoth(v)
		g := slope*v - p*v*v/2
		if b > 0 {
			g = (slope-b)*v - b*expMinus1MinusX(v, em) - p*v*v/2
		}
		if cr > 0 {
			return g, 1 + math.Min(cr*e*e, 1e300)
		}
		return g, 1
	}
	if right > 0 && right < 300 {
		g, _ := weigh(right)
		cr = math.Exp(-g - 2*right)
	} else {
		right = 0
	}
	width := 1 / math.Sqrt(b+p)
	right = cutAt(right, width)
	cuts := [4]float64{gridEnd(weigh, 0, -width), 0, right, gridEnd(weigh, right, width)}
	var nodes grid
	if !nodes.fill(weigh, cuts[:]) {
		return ExpTilt{Fault: dist.NotFinite}
	}
	tilt := ExpTilt{Peak: peak, LogIntegral: math.Log(nodes.total)}
	n, g := &tilt.Normal, &tilt.Gamma
	nodes.momentsAbout(math.Exp(peak), g)
	mean, variance := nodes.moments()
	n.Mean, n.Variance = peak+mean, variance
	more := 0.0
	if b > 0 {
		more = b * nodes.meanExpMinus1()
	}
	n.Alpha, n.AlphaSize = power-b-more, math.Abs(power)+b+math.Abs(more)
	if size := p * (math.Abs(shift) + math.Sqrt(variance)); p > 0 && size < n.AlphaSize {
		n.Alpha, n.AlphaSize = p*(shift+mean), size
	}
	spread := 0.0
	if b > 0 {
		spread = (b + more) * (b + more) * g.Spread
	}
	n.Beta, n.BetaSize = b+more-spread, b+more+spread
	if r := p * variance; p > 0 && p*(1+r) < n.BetaSize {
		n.Beta, n.BetaSize = p*(1-r), p*(1+r)
	}
	g.Fold = fold
	g.Slope, g.Curve, g.CurveSize = -n.Alpha, -n.Beta, n.BetaSize
	g.LogShift = math.NaN()
	if math.Abs(g.Slope)+g.CurveSize < 0.1 {
		g.LogShift = nodes.logShift(func(v float64) float64 { return -p * v * (v/2 + shift) })
	}
	return tilt
}

// expPeak is where the tilted density has its peak, how far from the mean of u that is, the slope of the power there, and b, the rate
// times exp(peak).
func expPeak(power, rate float64, u dist.Normal) (peak, shift, slope, b float64) {
	p := u.P
	switch {
	case p == 0:
		b, slope, peak = power, power, math.Log(power)-math.Log(rate)
	case rate == 0:
		shift = power / p
		peak = u.H/p + shift
	default:
		// The peak solves power - p (u - m) = rate exp(u).
		m := u.H / p
		scale := math.Log(rate) - math.Log(p)
		w := expPlusInverse(scale + m + power/p)
		b = p * math.Exp(w)
		if p < b {
			peak = w - scale
			shift = peak - m
			slope = power - p*shift
		} else {
			shift = (power - b) / p
			peak = m + shift
			slope = b
		}
	}
	return peak, shift, slope, b
}

// expTiltPoint is the limit of u being known.
func expTiltPoint(power, rate, u float64) ExpTilt {
	b := rate * math.Exp(u)
	if rate == 0 {
		b = 0
	}
	return ExpTilt{Peak: u, Normal: LinkedNormal{Mean: u, Alpha: power - b, Beta: b}}
}

// expPlusInverse returns the w with exp(w) + w = x, by Newton's method from
// above, where it converges monotonically.
func expPlusInverse(x float64) float64 {
	w := x
	if x > 1 {
		w = math.Log(x)
	}
	for i := 0; i < 60; i++ {
		e := math.Exp(w)
		step := (e + (w - x)) / (e + 1)
		w -= step
		if math.Abs(step) <= 1e-16*math.Abs(w) {
			break
		}
	}
	return w
}

// moments returns the mean and variance of v.
func (q *grid) moments() (mean, variance float64) {
	for i := 0; i < q.n; i++ {
		mean += q.weight[i] * q.at[i]
	}
	mean /= q.total
	for i := 0; i < q.n; i++ {
		variance += q.weight[i] * (q.at[i] - mean) * (q.at[i] - mean)
	}
	return mean, variance / q.total
}

// meanExpMinus1 returns the mean of exp(v) - 1.
func (q *grid) meanExpMinus1() float64 {
	sum := 0.0
	for i := 0; i < q.n; i++ {
		if q.weight[i] > 0 {
			_, em := expBoth(q.at[i])
			sum += q.weight[i] * em
		}
	}
	return sum / q.total
}
