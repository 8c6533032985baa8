package operators

import (
	"math"

	"mpc/dist"
)

// MixtureBetaToOuter sends to a probability outside a gate what its branches say
// about their copies of it: the mixture of outer times inner[k], weight w[k], is
// projected by its mean and variance, and outer is taken away again (Minka and
// Winn, Gates, 2008, section 4), see betaBranches. One branch alone, or equal ones,
// send exactly their message. A branch that contradicts an outer point mass has no
// evidence and is left out. The fault is Improper where a part of the mixture is,
// Contradiction where all branches contradict the point.
func MixtureBetaToOuter(outer dist.Beta, selector dist.Bernoulli, inner []dist.Beta) (dist.Beta, dist.Fault) {
	return mixtureBeta(outer, gateOfBool(selector), inner, false)
}

// MixtureBetaToOuterLog is MixtureBetaToOuter projected by the means of the
// logarithms of x and 1-x.
func MixtureBetaToOuterLog(outer dist.Beta, selector dist.Bernoulli, inner []dist.Beta) (dist.Beta, dist.Fault) {
	return mixtureBeta(outer, gateOfBool(selector), inner, true)
}

// MixtureBetaToOuterCategorical is MixtureBetaToOuter for a selector that is a whole
// number.
func MixtureBetaToOuterCategorical(outer dist.Beta, selector dist.Categorical, inner []dist.Beta) (dist.Beta, dist.Fault) {
	return mixtureBeta(outer, gateOfNumber(selector), inner, false)
}

// MixtureBetaToOuterLogCategorical is MixtureBetaToOuterLog for a selector that is a
// whole number.
func MixtureBetaToOuterLogCategorical(outer dist.Beta, selector dist.Categorical, inner []dist.Beta) (dist.Beta, dist.Fault) {
	return mixtureBeta(outer, gateOfNumber(selector), inner, true)
}

// EnterOneBetaToOuter is MixtureBetaToOuter where one value's branch alone says
// anything.
func EnterOneBetaToOuter(outer dist.Beta, selector dist.Bernoulli, inner dist.Beta, value int) (dist.Beta, dist.Fault) {
	branches := [2]dist.Beta{{A: 1, B: 1}, inner}
	return mixtureBeta(outer, gateOfBool(selector).gateOfValue(value), branches[:], false)
}

// EnterOneBetaToOuterLog is EnterOneBetaToOuter projected by the means of the
// logarithms.
func EnterOneBetaToOuterLog(outer dist.Beta, selector dist.Bernoulli, inner dist.Beta, value int) (dist.Beta, dist.Fault) {
	branches := [2]dist.Beta{{A: 1, B: 1}, inner}
	return mixtureBeta(outer, gateOfBool(selector).gateOfValue(value), branches[:], true)
}

// EnterOneBetaToOuterCategorical is EnterOneBetaToOuter for a selector that is a
// whole number.
func EnterOneBetaToOuterCategorical(outer dist.Beta, selector dist.Categorical, inner dist.Beta, value int) (dist.Beta, dist.Fault) {
	branches := [2]dist.Beta{{A: 1, B: 1}, inner}
	return mixtureBeta(outer, gateOfNumber(selector).gateOfValue(value), branches[:], false)
}

// EnterOneBetaToOuterLogCategorical is EnterOneBetaToOuterLog for a selector that is
// a whole number.
func EnterOneBetaToOuterLogCategorical(outer dist.Beta, selector dist.Categorical, inner dist.Beta, value int) (dist.Beta, dist.Fault) {
	branches := [2]dist.Beta{{A: 1, B: 1}, inner}
	return mixtureBeta(outer, gateOfNumber(selector).gateOfValue(value), branches[:], true)
}

// EnterBetaToInner sends a branch's copy what is known of the variable.
func EnterBetaToInner(outer dist.Beta) dist.Beta { return outer }

func mixtureBeta(outer dist.Beta, w gateWeights, inner []dist.Beta, logs bool) (dist.Beta, dist.Fault) {
	only, ok, fault := gateOnly(w, inner)
	switch {
	case fault != dist.NoFault || !outer.IsFinite():
		return dist.BetaUniform(), dist.NotFinite
	case ok && only.IsPoint() && outer.IsPoint() && only.A != outer.A:
		return dist.BetaUniform(), dist.Contradiction
	case ok:
		return only, dist.NoFault
	}
	b := betaBranches{outer: outer, w: w, inner: inner, one: 1}
	if outer.IsUniform() {
		b.outer, b.one = dist.Beta{}, 0
	}
	if outer.IsPoint() {
		return b.atPoint()
	}
	if !b.moments() {
		return dist.BetaUniform(), dist.Improper
	}
	da, db := b.byVariance()
	if logs {
		da, db = b.byLogs(da, db)
	}
	return betaFinite(b.one+da, b.one+db)
}

// betaBranches are the parts of a mixture of betas: the cavity of counts a and b
// times x^s[k] (1-x)^t[k]. With the counts n = a + b and N[k] = n + s[k] + t[k], the
// means m[k] of x, u[k] = m (1-m), and D the variance of m over the branches the
// variance of the mixture is V = sum of w u/(N+1) + D. The beta of its mean M and
// variance has the count n + E,
//
//	E = (sum of w u (s+t)/(N+1) - n D)/V,
//
// and the message the counts 1 + M E + S and 1 + (1-M) E - S with
// S = sum of w (s b - a t)/N: nothing is a difference of two that the cavity makes
// large.
type betaBranches struct {
	outer dist.Beta
	w     gateWeights
	inner []dist.Beta
	// one is the count of a message less its power. Where the cavity is uniform both it
	// and the cavity's counts are 0 instead of 1, so that small counts keep their digits.
	one        float64
	mean, rest float64 // the means of x and of 1-x
	variance   float64
	between    float64 // D
	counts     float64 // sum of w u (s+t)/(N+1)
	shift      float64 // S
	off        float64 // the mean of from
	restA, low float64 // see from
	mirror     bool    // x and 1-x are swapped
}

// betaBranch is one of the branches.
type betaBranch struct {
	weight  float64
	s, t    float64
	a, b, n float64 // the counts with those of the cavity, and their sum
	x, y    float64 // the value of a point mass, and 1 less that
	point   bool
}

func (g *betaBranches) at(k int) betaBranch {
	d := g.inner[k]
	if d.IsPoint() {
		b := betaBranch{weight: g.w.at(k), x: d.A, y: 1 - d.A, point: true}
		if g.mirror {
			b.x, b.y = b.y, b.x
		}
		return b
	}
	if g.mirror {
		d.A, d.B = d.B, d.A
	}
	b := betaBranch{weight: g.w.at(k), s: d.A - g.one, t: d.B - g.one}
	// The smaller of two counts is not lost in the other.
	b.a = math.Min(g.outer.A, d.A) + (math.Max(g.outer.A, d.A) - g.one)
	b.b = math.Min(g.outer.B, d.B) + (math.Max(g.outer.B, d.B) - g.one)
	b.n = b.a + b.b
	return b
}

// means returns the means of x and of 1-x of a branch.
func (b *betaBranch) means() (x, rest float64) {
	if b.point {
		return b.x, b.y
	}
	return b.a / b.n, b.b / b.n
}

// from returns how far the mean of a branch is from M + low, where the cavity has
// (1-M) a - M b - low n = restA: of a sharp cavity that is its mean, so that
// differences of the means are not lost in them.
func (g *betaBranches) from(b *betaBranch) float64 {
	if b.point {
		return b.x*g.rest - g.mean*b.y - g.low
	}
	return (g.restA + (g.rest*b.s - g.mean*b.t - g.low*(b.s+b.t))) / b.n
}

// moments fills in the moments of the mixture; false where a part is improper.
func (g *betaBranches) moments() bool {
	largest := 0.0
	for k := range g.inner {
		b := g.at(k)
		if b.weight == 0 {
			continue
		}
		if !b.point && !(b.a > 0 && b.b > 0) {
			return false
		}
		x, rest := b.means()
		g.mean += b.weight * x
		g.rest += b.weight * rest
		largest = math.Max(largest, math.Abs(b.s+b.t))
	}
	g.restA = g.rest*g.outer.A - g.mean*g.outer.B
	if n := g.outer.A + g.outer.B; n >= largest && n > 0 {
		g.restA, g.low = 0, g.restA/n
	}
	within := 0.0
	for k := range g.inner {
		b := g.at(k)
		if b.weight == 0 {
			continue
		}
		x, rest := b.means()
		g.off += b.weight * g.from(&b)
		if b.point {
			g.counts += b.weight * x * rest
			g.shift += b.weight * (x*g.outer.B - g.outer.A*rest)
			continue
		}
		u := b.weight * x * rest / (b.n + 1)
		within += u
		g.counts += u * (b.s + b.t)
		g.shift += b.weight * ((b.s*g.outer.B - g.outer.A*b.t) / b.n)
	}
	for k := range g.inner {
		if b := g.at(k); b.weight > 0 {
			d := g.from(&b) - g.off
			g.between += b.weight * d * d
		}
	}
	g.variance = within + g.between
	return true
}

// byVariance returns the counts that the message adds.
func (g *betaBranches) byVariance() (da, db float64) {
	n := g.outer.A + g.outer.B
	e := g.counts/g.variance - n*(g.between/g.variance)
	return g.mean*e + g.shift, g.rest*e - g.shift
}

// atPoint is the limit for a cavity that is a point mass at y: with the slopes
// h = s (1-y) - y t of the logs of the messages it adds the counts y E + mean of h
// and (1-y) E - mean of h, E = mean of s+t - Var(h)/(y (1-y)).
func (g *betaBranches) atPoint() (dist.Beta, dist.Fault) {
	y := g.outer.A
	var total, count, slope float64
	point := false
	for k := range g.inner {
		b := g.at(k)
		switch {
		case b.weight == 0:
		case b.point:
			point = point || b.x == y
		default:
			total += b.weight
			count += b.weight * (b.s + b.t)
			slope += b.weight * (b.s*(1-y) - y*b.t)
		}
	}
	switch {
	case point:
		return dist.BetaPoint(y), dist.NoFault
	case total == 0:
		return dist.BetaUniform(), dist.Contradiction
	}
	slope /= total
	spread := 0.0
	for k := range g.inner {
		if b := g.at(k); b.weight > 0 && !b.point {
			h := b.s*(1-y) - y*b.t - slope
			spread += b.weight * h * h
		}
	}
	e := count / total
	if spread > 0 {
		e -= spread / total / (y * (1 - y))
	}
	return betaFinite(1+(y*e+slope), 1+((1-y)*e-slope))
}
