package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

// MixtureGammaToOuter sends to a positive variable outside a gate what its branches
// say about their copies of it: the mixture of outer times inner[k], weight w[k],
// is projected by its mean and variance, and outer is taken away again (Minka and
// Winn, Gates, 2008, section 4), see gammaBranches. One branch alone, or equal
// ones, send exactly their message. A branch that contradicts an outer point mass
// has no evidence and is left out. The fault is Improper where a part of the mixture
// is, Contradiction where all branches contradict the point.
func MixtureGammaToOuter(outer dist.Gamma, selector dist.Bernoulli, inner []dist.Gamma) (dist.Gamma, dist.Fault) {
	return mixtureGamma(outer, gateOfBool(selector), inner, false)
}

// MixtureGammaToOuterLog is MixtureGammaToOuter projected by mean and mean
// logarithm.
func MixtureGammaToOuterLog(outer dist.Gamma, selector dist.Bernoulli, inner []dist.Gamma) (dist.Gamma, dist.Fault) {
	return mixtureGamma(outer, gateOfBool(selector), inner, true)
}

// MixtureGammaToOuterCategorical is MixtureGammaToOuter for a selector that is a
// whole number.
func MixtureGammaToOuterCategorical(outer dist.Gamma, selector dist.Categorical, inner []dist.Gamma) (dist.Gamma, dist.Fault) {
	return mixtureGamma(outer, gateOfNumber(selector), inner, false)
}

// MixtureGammaToOuterLogCategorical is MixtureGammaToOuterLog for a selector that
// is a whole number.
func MixtureGammaToOuterLogCategorical(outer dist.Gamma, selector dist.Categorical, inner []dist.Gamma) (dist.Gamma, dist.Fault) {
	return mixtureGamma(outer, gateOfNumber(selector), inner, true)
}

// EnterOneGammaToOuter is MixtureGammaToOuter where one value's branch alone says
// anything.
func EnterOneGammaToOuter(outer dist.Gamma, selector dist.Bernoulli, inner dist.Gamma, value int) (dist.Gamma, dist.Fault) {
	branches := [2]dist.Gamma{{Shape: 1}, inner}
	return mixtureGamma(outer, gateOfBool(selector).gateOfValue(value), branches[:], false)
}

// EnterOneGammaToOuterLog is EnterOneGammaToOuter projected by mean and mean
// logarithm.
func EnterOneGammaToOuterLog(outer dist.Gamma, selector dist.Bernoulli, inner dist.Gamma, value int) (dist.Gamma, dist.Fault) {
	branches := [2]dist.Gamma{{Shape: 1}, inner}
	return mixtureGamma(outer, gateOfBool(selector).gateOfValue(value), branches[:], true)
}

// EnterOneGammaToOuterCategorical is EnterOneGammaToOuter for a selector that is a
// whole number.
func EnterOneGammaToOuterCategorical(outer dist.Gamma, selector dist.Categorical, inner dist.Gamma, value int) (dist.Gamma, dist.Fault) {
	branches := [2]dist.Gamma{{Shape: 1}, inner}
	return mixtureGamma(outer, gateOfNumber(selector).gateOfValue(value), branches[:], false)
}

// EnterOneGammaToOuterLogCategorical is EnterOneGammaToOuterLog for a selector that
// is a whole number.
func EnterOneGammaToOuterLogCategorical(outer dist.Gamma, selector dist.Categorical, inner dist.Gamma, value int) (dist.Gamma, dist.Fault) {
	branches := [2]dist.Gamma{{Shape: 1}, inner}
	return mixtureGamma(outer, gateOfNumber(selector).gateOfValue(value), branches[:], true)
}

// EnterGammaToInner sends a branch's copy what is known of the variable.
func EnterGammaToInner(outer dist.Gamma) dist.Gamma { return outer }

func mixtureGamma(outer dist.Gamma, w gateWeights, inner []dist.Gamma, logs bool) (dist.Gamma, dist.Fault) {
	only, ok, fault := gateOnly(w, inner)
	switch {
	case fault != dist.NoFault || !outer.IsFinite():
		return dist.GammaUniform(), dist.NotFinite
	case ok && only.IsPoint() && outer.IsPoint() && only.Shape != outer.Shape:
		return dist.GammaUniform(), dist.Contradiction
	case ok:
		return only, dist.NoFault
	}
	b := gammaBranches{shape: outer.Shape, rate: outer.Rate, one: 1, w: w, gamma: inner}
	if outer.IsUniform() {
		b.shape, b.one = 0, 0
	}
	m, fault := b.message(logs)
	if fault != dist.NoFault {
		return dist.GammaUniform(), fault
	}
	return m, dist.NoFault
}

// gammaBranches are the parts of a mixture of gammas: the cavity with the given
// shape a and rate b times x^s[k] exp(-r[k] x). The shapes A[k] = a + s[k] and the
// rates B[k] = b + r[k] give the means m[k] = A[k]/B[k], over the branches of
// variance D, and that of the mixture is V = sum of w m/B + D. The gamma of its mean
// and variance has
//
//	a + (sum of w m s/B)/V - (1 + a) D/V,  b + (sum of w m r/B)/V - b D/V,
//
// of which what follows a and b is the message: neither is a difference of two that
// the cavity makes large.
type gammaBranches struct {
	shape, rate float64
	// one is the shape of a message less its power: 1, and -1 of an inverse gamma. Where
	// the cavity is uniform both it and the cavity's shape are 0 instead, so that small
	// shapes keep their digits.
	one     float64
	w       gateWeights
	gamma   []dist.Gamma
	inverse []dist.InverseGamma // of 1/x
}

// gammaBranch is one of the branches.
type gammaBranch struct {
	weight       float64
	power, rate  float64 // s and r
	a, b         float64 // A and B
	x            float64 // the value of a point mass
	point, empty bool
}

func (g *gammaBranches) len() int { return max(len(g.gamma), len(g.inverse)) }

// at returns a branch; empty is one without weight, or one whose point mass is not
// that of the cavity.
func (g *gammaBranches) at(k int) gammaBranch {
	b := gammaBranch{weight: g.w.at(k)}
	d := dist.Gamma{}
	if g.inverse == nil {
		d = g.gamma[k]
	} else {
		d = dist.Gamma(g.inverse[k])
	}
	if d.IsPoint() {
		b.point, b.x = true, d.Shape
		if g.inverse != nil {
			b.x = 1 / d.Shape
		}
	}
	b.power, b.rate = d.Shape-g.one, d.Rate
	// The smaller of the shapes is not lost in the other.
	b.a, b.b = math.Min(g.shape, d.Shape)+(math.Max(g.shape, d.Shape)-g.one), g.rate+d.Rate
	if g.one < 0 {
		b.a = math.Max(g.shape, d.Shape) + (math.Min(g.shape, d.Shape) - g.one)
	}
	b.empty = b.weight == 0 || b.point && g.rate > math.MaxFloat64 && b.x != g.shape
	return b
}

// message returns the message about x, or, as a gamma of the same parameters, that
// about 1/x.
func (g *gammaBranches) message(logs bool) (dist.Gamma, dist.Fault) {
	if g.rate > math.MaxFloat64 {
		return g.atPoint()
	}
	center, largest := 0.0, 0.0
	for k := range g.len() {
		b := g.at(k)
		switch {
		case b.empty:
		case b.point:
			center += b.weight * b.x
		case !(b.a > 0 && b.b > 0):
			return dist.Gamma{}, dist.Improper
		default:
			center += b.weight * (b.a / b.b)
			largest = math.Max(largest, math.Abs(b.rate))
		}
	}
	o := gammaOrigin{at: center, rest: math.FMA(-g.rate, center, g.shape)}
	if g.rate >= largest && g.rate > 0 {
		o.low, o.rest = o.rest/g.rate, 0
	}
	var within, powers, rates, off float64
	for k := range g.len() {
		b := g.at(k)
		switch {
		case b.empty:
		case b.point:
			powers += b.weight * b.x * b.x
			rates += b.weight * b.x
			off += b.weight * b.from(o)
		default:
			m := b.weight * (b.a / b.b)
			within += m / b.b
			powers += m * (b.power / b.b)
			rates += m * (b.rate / b.b)
			off += b.weight * b.from(o)
		}
	}
	between := 0.0
	for k := range g.len() {
		if b := g.at(k); !b.empty {
			d := b.from(o) - off
			between += b.weight * d * d
		}
	}
	variance := within + between
	share := between / variance
	more, rate := powers/variance-(1+g.shape)*share, rates/variance-g.rate*share
	if logs {
		var ok bool
		if more, rate, ok = g.byLog(o, off); !ok {
			return dist.Gamma{}, dist.NotFinite
		}
	}
	m := dist.Gamma{Shape: more + g.one, Rate: rate}
	if !m.IsFinite() || m.IsPoint() {
		return dist.Gamma{}, dist.NotFinite
	}
	return m, dist.NoFault
}

// A gammaOrigin is what means are taken relative to, so that their differences are
// not lost in them: at + low, where the cavity has a - b (at + low) = rest. Of a sharp
// cavity it is the mean, of another the mixture's.
type gammaOrigin struct {
	at, low, rest float64
}

// from returns how far the mean of a branch is from the origin.
func (b *gammaBranch) from(o gammaOrigin) float64 {
	if b.point {
		return b.x - o.at - o.low
	}
	return (o.rest + (math.FMA(-b.rate, o.at, b.power) - b.rate*o.low)) / b.b
}

// byLog returns what the gamma of the mixture's mean and mean logarithm has more than
// the cavity. With L(a) = log a - digamma(a), and u[k] how far the mean of a part is
// from the mean, relative to it, the shape solves
//
//	L(shape) = sum of w L(A[k]) + sum of w (u[k] - log(1 + u[k])).
//
// Where that is near the cavity's shape, it is corrected by the same equation less
// L of itself, where differences of large shapes keep their digits.
func (g *gammaBranches) byLog(o gammaOrigin, off float64) (excess, rate float64, ok bool) {
	mean := o.at + (o.low + off)
	var gap, apart, slope float64 // slope is b times the mean, less a
	for k := range g.len() {
		b := g.at(k)
		if b.empty {
			continue
		}
		m := b.x
		if b.point {
			slope += b.weight * math.FMA(g.rate, b.x, -g.shape)
		} else {
			m = b.a / b.b
			gap += b.weight * special.LogMinusDigamma(b.a)
			slope += b.weight * ((g.rate*b.power - g.shape*b.rate) / b.b)
		}
		apart += b.weight * lessLog((b.from(o)-off)/mean, m/mean)
	}
	gap += apart
	if !(gap > 0 && gap <= math.MaxFloat64) {
		return 0, 0, false
	}
	shape := special.LogMinusDigammaInverse(gap)
	excess = shape - g.shape
	if shape > g.shape/2 && shape < 2*g.shape {
		if excess, ok = g.correct(excess, apart); !ok {
			return 0, 0, false
		}
	}
	return excess, (excess - slope) / mean, true
}

// correct returns the solution of byLog near the given one; apart is its sum of the
// u - log(1+u).
func (g *gammaBranches) correct(excess, apart float64) (float64, bool) {
	s := g.shape + excess
	delta := apart
	for k := range g.len() {
		switch b := g.at(k); {
		case b.empty:
		case b.point:
			delta -= b.weight * special.LogMinusDigamma(s)
		default:
			delta += b.weight * special.LogMinusDigammaRise(s, b.a, b.power-excess)
		}
	}
	// Newton's method for L(z) - L(s) = delta, z = s + y.
	y, z, last := 0.0, s, math.Inf(1)
	for range 50 {
		step := (special.LogMinusDigammaRise(s, z, y) - delta) / trigammaExcess(z)
		size := math.Abs(step)
		if !(size < s/2) {
			return 0, false
		}
		y += step
		z = s + y
		if size <= 1e-16*math.Abs(y) || size <= 1e-8*s && size >= last { // or down to rounding
			return excess + y, true
		}
		last = size
	}
	return 0, false
}

// atPoint is the limit for a cavity that is a point mass at x: with the slopes
// u = s - r x of the logs of the messages in log x it adds
// mean of s - Var(u) to the shape and mean of r - Var(u)/x to the rate.
func (g *gammaBranches) atPoint() (dist.Gamma, dist.Fault) {
	x := g.shape
	var total, power, rate, slope float64
	point := false
	for k := range g.len() {
		b := g.at(k)
		switch {
		case b.empty:
		case b.point:
			point = true
		default:
			total += b.weight
			power += b.weight * b.power
			rate += b.weight * b.rate
			slope += b.weight * math.FMA(-b.rate, x, b.power)
		}
	}
	switch {
	case point:
		return dist.GammaPoint(x), dist.NoFault
	case total == 0:
		return dist.Gamma{}, dist.Contradiction
	}
	slope /= total
	spread := 0.0
	for k := range g.len() {
		if b := g.at(k); !b.empty && !b.point {
			u := math.FMA(-b.rate, x, b.power) - slope
			spread += b.weight * u * u
		}
	}
	spread /= total
	m := dist.Gamma{Shape: g.one + power/total - spread, Rate: rate / total}
	if spread > 0 {
		m.Rate -= spread / x
	}
	if !m.IsFinite() || m.IsPoint() {
		return dist.Gamma{}, dist.NotFinite
	}
	return m, dist.NoFault
}

// lessLog returns x - log(1+x), where 1+x = r: of the one of them that has its digits.
func lessLog(x, r float64) float64 {
	if x > -0.5 {
		return special.XMinusLog1Plus(x)
	}
	return x - math.Log(r)
}

// logOf returns log(1+x), where 1+x = r: of the one of them that has its digits.
func logOf(x, r float64) float64 {
	if x > -0.5 {
		return math.Log1p(x)
	}
	return math.Log(r)
}
