package operators

import (
	"math"

	"mpc/dist"
)

// MixtureNormalToOuter sends to a variable outside a gate what its branches say
// about their copies of it: the mixture of outer times inner[k], weight w[k], is
// projected by its mean and variance, and outer is taken away again (Minka and
// Winn, Gates, 2008, section 4). With T[k] = P + p[k] the precisions of the parts,
// mu[k] their means, D = Var(mu) over the branches and V = sum of w/T + D the
// variance of the mixture the message is
//
//	P' = (sum of w p/T)/V - P D/V,  H' = (sum of w h/T)/V - H D/V,
//
// in which no two precisions of posteriors are subtracted. One branch alone, or
// equal ones, send exactly their message. A branch that contradicts an outer point
// mass has no evidence and is left out. The fault is Improper where a part is,
// Contradiction where all branches contradict the point.
func MixtureNormalToOuter(outer dist.Normal, selector dist.Bernoulli, inner []dist.Normal) (dist.Normal, dist.Fault) {
	return mixtureNormal(outer, gateOfBool(selector), inner)
}

// MixtureNormalToOuterCategorical is MixtureNormalToOuter for a selector that is a
// whole number.
func MixtureNormalToOuterCategorical(outer dist.Normal, selector dist.Categorical, inner []dist.Normal) (dist.Normal, dist.Fault) {
	return mixtureNormal(outer, gateOfNumber(selector), inner)
}

// EnterOneNormalToOuter is MixtureNormalToOuter where one value's branch alone says
// anything.
func EnterOneNormalToOuter(outer dist.Normal, selector dist.Bernoulli, inner dist.Normal, value int) (dist.Normal, dist.Fault) {
	branches := [2]dist.Normal{{}, inner}
	return mixtureNormal(outer, gateOfBool(selector).gateOfValue(value), branches[:])
}

// EnterOneNormalToOuterCategorical is EnterOneNormalToOuter for a selector that is
// a whole number.
func EnterOneNormalToOuterCategorical(outer dist.Normal, selector dist.Categorical, inner dist.Normal, value int) (dist.Normal, dist.Fault) {
	branches := [2]dist.Normal{{}, inner}
	return mixtureNormal(outer, gateOfNumber(selector).gateOfValue(value), branches[:])
}

// EnterNormalToInner sends a branch's copy what is known of the variable.
func EnterNormalToInner(outer dist.Normal) dist.Normal { return outer }

func mixtureNormal(outer dist.Normal, w gateWeights, inner []dist.Normal) (dist.Normal, dist.Fault) {
	only, ok, fault := gateOnly(w, inner)
	switch {
	case fault != dist.NoFault || !outer.IsFinite():
		return dist.Normal{}, dist.NotFinite
	case ok && only.IsPoint() && outer.IsPoint() && only.H != outer.H:
		return dist.Normal{}, dist.Contradiction
	case ok:
		return only, dist.NoFault
	case outer.IsPoint():
		return mixtureNormalAtPoint(outer.H, w, inner)
	}
	center, largest := 0.0, 0.0 // the mean of the mixture, the largest precision
	for k, m := range inner {
		p := w.at(k)
		switch {
		case p == 0:
		case m.IsPoint():
			center += p * m.H
		case !(outer.P+m.P > 0):
			return dist.Normal{}, dist.Improper
		default:
			center += p * ((outer.H + m.H) / (outer.P + m.P))
			largest = math.Max(largest, math.Abs(m.P))
		}
	}
	// Means are taken relative to center + low, so that their differences are not lost
	// in them: the mean of a sharp outer, or that of the mixture.
	rest, low := math.FMA(-outer.P, center, outer.H), 0.0
	if outer.P >= largest && outer.P > 0 {
		rest, low = 0, rest/outer.P
	}
	var within, ph, pp, off float64
	for k, m := range inner {
		p := w.at(k)
		switch {
		case p == 0:
		case m.IsPoint():
			ph += p * m.H
			pp += p
			off += p * (m.H - center - low)
		default:
			t := outer.P + m.P
			within += p / t
			ph += p * (m.H / t)
			pp += p * (m.P / t)
			off += p * ((rest + (math.FMA(-m.P, center, m.H) - m.P*low)) / t)
		}
	}
	between := 0.0
	for k, m := range inner {
		p := w.at(k)
		if p == 0 {
			continue
		}
		d := m.H - center - low
		if !m.IsPoint() {
			d = (rest + (math.FMA(-m.P, center, m.H) - m.P*low)) / (outer.P + m.P)
		}
		between += p * (d - off) * (d - off)
	}
	variance := within + between
	share := between / variance
	m := dist.Normal{H: ph/variance - outer.H*share, P: pp/variance - outer.P*share}
	switch {
	case m.P > math.MaxFloat64 && math.Abs(center) <= math.MaxFloat64:
		return dist.NormalPoint(center + (low + off)), dist.NoFault
	case !m.IsFinite():
		return dist.Normal{}, dist.NotFinite
	}
	return m, dist.NoFault
}

// mixtureNormalAtPoint is the limit of mixtureNormal for a point mass at x: with the
// slope a = h - p x of the log of each message there, P = mean of p - Var(a) and
// H = mean of h - x Var(a).
func mixtureNormalAtPoint(x float64, w gateWeights, inner []dist.Normal) (dist.Normal, dist.Fault) {
	var total, h, p, slope float64
	point := false
	for k, m := range inner {
		q := w.at(k)
		switch {
		case q == 0:
		case m.IsPoint():
			point = point || m.H == x
		default:
			total += q
			h += q * m.H
			p += q * m.P
			slope += q * math.FMA(-m.P, x, m.H)
		}
	}
	switch {
	case point:
		return dist.NormalPoint(x), dist.NoFault
	case total == 0:
		return dist.Normal{}, dist.Contradiction
	}
	slope /= total
	spread := 0.0
	for k, m := range inner {
		if q := w.at(k); q > 0 && !m.IsPoint() {
			a := math.FMA(-m.P, x, m.H) - slope
			spread += q * a * a
		}
	}
	spread /= total
	m := dist.Normal{H: h/total - x*spread, P: p/total - spread}
	if !m.IsFinite() || m.IsPoint() {
		return dist.Normal{}, dist.NotFinite
	}
	return m, dist.NoFault
}
