package operators

import (
	"math"
	"slices"

	"mpc/dist"
)

// MixtureDirichletToOuter sends to probabilities outside a gate what its branches say
// about their copies of them: the mixture of outer times inner[k], weight w[k], is
// projected by its means and the sum of its variances (Minka and Lafferty,
// "Expectation-propagation for the generative aspect model", 2002), and outer is
// taken away again (Minka and Winn, Gates, 2008, section 4), see dirichletBranches.
// One branch alone, or equal ones, send exactly their message. A branch that
// contradicts an outer point mass has no evidence and is left out. The fault is
// Improper where a part of the mixture is, Contradiction where all branches contradict
// the point.
func MixtureDirichletToOuter(outer dist.Dirichlet, selector dist.Bernoulli, inner []dist.Dirichlet, to *dist.Dirichlet) dist.Fault {
	return mixtureDirichlet(outer, gateOfBool(selector), inner, false, to)
}

// MixtureDirichletToOuterLog is MixtureDirichletToOuter projected by the means of the
// logarithms.
func MixtureDirichletToOuterLog(outer dist.Dirichlet, selector dist.Bernoulli, inner []dist.Dirichlet, to *dist.Dirichlet) dist.Fault {
	return mixtureDirichlet(outer, gateOfBool(selector), inner, true, to)
}

// MixtureDirichletToOuterCategorical is MixtureDirichletToOuter for a selector that
// is a whole number.
func MixtureDirichletToOuterCategorical(outer dist.Dirichlet, selector dist.Categorical, inner []dist.Dirichlet, to *dist.Dirichlet) dist.Fault {
	return mixtureDirichlet(outer, gateOfNumber(selector), inner, false, to)
}

// MixtureDirichletToOuterLogCategorical is MixtureDirichletToOuterLog for a selector
// that is a whole number.
func MixtureDirichletToOuterLogCategorical(outer dist.Dirichlet, selector dist.Categorical, inner []dist.Dirichlet, to *dist.Dirichlet) dist.Fault {
	return mixtureDirichlet(outer, gateOfNumber(selector), inner, true, to)
}

// EnterOneDirichletToOuter is MixtureDirichletToOuter where one value's branch alone
// says anything.
func EnterOneDirichletToOuter(outer dist.Dirichlet, selector dist.Bernoulli, inner dist.Dirichlet, value int, to *dist.Dirichlet) dist.Fault {
	branches := [2]dist.Dirichlet{{}, inner}
	return mixtureDirichlet(outer, gateOfBool(selector).gateOfValue(value), branches[:], false, to)
}

// EnterOneDirichletToOuterLog is EnterOneDirichletToOuter projected by the means of
// the logarithms.
func EnterOneDirichletToOuterLog(outer dist.Dirichlet, selector dist.Bernoulli, inner dist.Dirichlet, value int, to *dist.Dirichlet) dist.Fault {
	branches := [2]dist.Dirichlet{{}, inner}
	return mixtureDirichlet(outer, gateOfBool(selector).gateOfValue(value), branches[:], true, to)
}

// EnterOneDirichletToOuterCategorical is EnterOneDirichletToOuter for a selector that
// is a whole number.
func EnterOneDirichletToOuterCategorical(outer dist.Dirichlet, selector dist.Categorical, inner dist.Dirichlet, value int, to *dist.Dirichlet) dist.Fault {
	branches := [2]dist.Dirichlet{{}, inner}
	return mixtureDirichlet(outer, gateOfNumber(selector).gateOfValue(value), branches[:], false, to)
}

// EnterOneDirichletToOuterLogCategorical is EnterOneDirichletToOuterLog for a
// selector that is a whole number.
func EnterOneDirichletToOuterLogCategorical(outer dist.Dirichlet, selector dist.Categorical, inner dist.Dirichlet, value int, to *dist.Dirichlet) dist.Fault {
	branches := [2]dist.Dirichlet{{}, inner}
	return mixtureDirichlet(outer, gateOfNumber(selector).gateOfValue(value), branches[:], true, to)
}

// EnterDirichletToInner sends a branch's copy what is known of the variable.
func EnterDirichletToInner(outer dist.Dirichlet, to *dist.Dirichlet) { to.Set(outer) }

// mixtureDirichlet writes the message to to, whose memory is twice as long for the
// projection by logs; outer or a branch of size 0 says nothing.
func mixtureDirichlet(outer dist.Dirichlet, w gateWeights, inner []dist.Dirichlet, logs bool, to *dist.Dirichlet) dist.Fault {
	n := len(outer.A)
	for _, m := range inner {
		n = max(n, len(m.A))
	}
	if logs {
		to.Resize(2 * n)
	}
	to.Resize(n)
	to.SetUniform()
	only, fault := gateOnlyOf(w, inner, n, mixtureSameDirichlet)
	switch {
	case fault != dist.NoFault || !outer.IsFinite():
		return dist.NotFinite
	case only >= 0 && inner[only].Point && outer.Point && !slices.Equal(inner[only].A, outer.A):
		return dist.Contradiction
	case only >= 0:
		if len(inner[only].A) > 0 {
			to.Set(inner[only])
		}
		return dist.NoFault
	case n < 2:
		return dist.NoFault // nothing to say
	}
	b := dirichletBranches{outer: outer, w: w, inner: inner, size: n, one: 1}
	if outer.IsUniform() {
		b.one = 0
	}
	if outer.Point {
		fault = b.atPoint(to)
	} else {
		fault = b.project(logs, to)
	}
	if fault == dist.NoFault && !to.IsFinite() {
		fault = dist.NotFinite
	}
	if fault != dist.NoFault {
		to.SetUniform()
	}
	return fault
}

// mixtureSameDirichlet tells whether two messages are the same, and both are
// messages about n probabilities.
func mixtureSameDirichlet(a, b dist.Dirichlet, n int) (same, fit bool) {
	fit = (len(a.A) == n || len(a.A) == 0) && (len(b.A) == n || len(b.A) == 0) && a.IsFinite() && b.IsFinite()
	return a.Point == b.Point && slices.Equal(a.A, b.A), fit
}

// dirichletBranches are the parts of a mixture of dirichlets: the cavity of counts
// a[j], in all n, times the products of x[j]^s[k][j]. With the counts N[k] of the
// parts, their means m[k][j], u[k] = sum of m (1-m), and D the sum of the variances
// of m over the branches the sum of the variances of the mixture is
// V = sum of w u/(N+1) + D. The dirichlet of its means M[j] and that has the count
// n + E, E = (sum of w u (N-n)/(N+1) - n D)/V, and the message the counts
// 1 + M[j] E + (M[j] n - a[j]): none is a difference of two that the cavity makes
// large.
type dirichletBranches struct {
	outer dist.Dirichlet
	w     gateWeights
	inner []dist.Dirichlet
	size  int
	// one is the count of a message less its power. Where the cavity is uniform both it
	// and the cavity's counts are 0 instead of 1, so that small counts keep their digits.
	one   float64
	total float64 // n
	// sharp tells that means are taken relative to that of the cavity, whose count is
	// the largest.
	sharp bool
}

// power is s[k][j], and count the count a + s.
func (g *dirichletBranches) power(k, j int) (power, count float64) {
	a, s := g.outerCount(j), 1.0
	if len(g.inner[k].A) > 0 {
		s = g.inner[k].A[j]
	}
	return s - g.one, math.Min(a, s) + (math.Max(a, s) - g.one) // where the smaller is not lost
}

// outerCount is the count a[j] of the cavity.
func (g *dirichletBranches) outerCount(j int) float64 {
	if g.one == 0 {
		return 0
	}
	return g.outer.A[j]
}

// counts returns the sums of the powers and of the counts of a branch, its u, and
// whether it is proper.
func (g *dirichletBranches) counts(k int) (powers, counts, spread float64, proper bool) {
	proper = true
	largest, rest := -1, 0.0
	for j := range g.size {
		s, a := g.power(k, j)
		powers += s
		counts += a
		proper = proper && a > 0
		if largest < 0 {
			largest = j
		} else if _, most := g.power(k, largest); a > most {
			rest += most
			largest = j
		} else {
			rest += a
		}
	}
	for j := range g.size {
		_, a := g.power(k, j)
		if j == largest {
			spread += a / counts * (rest / counts)
		} else {
			spread += a / counts * ((counts - a) / counts)
		}
	}
	return powers, counts, spread, proper
}

// from returns how far the mean of component j of a branch is from the cavity's, or
// from the given mean where the cavity is not sharp.
func (g *dirichletBranches) from(k, j int, powers, counts, mean float64) float64 {
	m := g.inner[k]
	if g.sharp {
		mean = g.outerCount(j) / g.total
	}
	if m.Point {
		return m.A[j] - mean
	}
	s, a := g.power(k, j)
	if g.sharp {
		return math.FMA(-mean, powers, s) / counts
	}
	return math.FMA(-mean, counts, a) / counts
}

// project writes the message for a cavity that is no point mass.
func (g *dirichletBranches) project(logs bool, to *dist.Dirichlet) dist.Fault {
	largest := 0.0
	for j := range g.size {
		g.total += g.outerCount(j)
	}
	for k, m := range g.inner {
		if g.w.at(k) == 0 || m.Point {
			continue
		}
		powers, _, _, proper := g.counts(k)
		if !proper {
			return dist.Improper
		}
		largest = math.Max(largest, math.Abs(powers))
	}
	g.sharp = g.total >= largest && g.total > 0
	for j := range to.A {
		to.A[j] = 0
	}
	var within, added float64
	for k, m := range g.inner {
		p := g.w.at(k)
		if p == 0 {
			continue
		}
		powers, counts, spread := 0.0, 1.0, 0.0
		if !m.Point {
			powers, counts, spread, _ = g.counts(k)
			within += p * spread / (counts + 1)
			added += p * spread * (powers / (counts + 1))
		}
		for j := range to.A {
			to.A[j] += p * g.from(k, j, powers, counts, 0)
			if m.Point {
				added += p * m.A[j] * (1 - m.A[j])
			}
		}
	}
	// Now to holds the means, or how far they are from those of a sharp cavity.
	between := 0.0
	for k, m := range g.inner {
		p := g.w.at(k)
		if p == 0 {
			continue
		}
		powers, counts := 0.0, 1.0
		if !m.Point {
			powers, counts, _, _ = g.counts(k)
		}
		for j, mean := range to.A {
			d := g.from(k, j, powers, counts, mean)
			if g.sharp {
				d -= mean
			}
			between += p * d * d
		}
	}
	variance := within + between
	more := added/variance - g.total*(between/variance)
	for j, mean := range to.A {
		if a := g.outerCount(j); g.sharp {
			to.A[j] = (a/g.total+mean)*more + mean*g.total
		} else {
			to.A[j] = mean*more + math.FMA(mean, g.total, -a)
		}
	}
	if logs && !g.byLogs(to.A, to.A[len(to.A):2*len(to.A)]) {
		return dist.NotFinite
	}
	for j := range to.A {
		to.A[j] += g.one
	}
	return dist.NoFault
}

// atPoint is the limit for a cavity that is a point mass at x: with the slopes
// h[j] = s[j] - x[j] (sum of s) of the logs of the messages it adds
// x[j] E + mean of h[j], E = mean of sum of s less the sum of the variances of h over
// that of x (1-x).
func (g *dirichletBranches) atPoint(to *dist.Dirichlet) dist.Fault {
	x := g.outer.A
	for j := range to.A {
		to.A[j] = 0
	}
	var weight, count, room float64
	for k, m := range g.inner {
		p := g.w.at(k)
		switch {
		case p == 0:
		case m.Point && slices.Equal(m.A, x):
			to.Set(g.outer)
			return dist.NoFault
		case !m.Point:
			weight += p
		}
	}
	if weight == 0 {
		return dist.Contradiction
	}
	g.total, g.sharp = 1, true // so that from is h
	for k, m := range g.inner {
		if p := g.w.at(k) / weight; p > 0 && !m.Point {
			powers, _, _, _ := g.counts(k)
			count += p * powers
			for j := range x {
				to.A[j] += p * g.from(k, j, powers, 1, 0)
			}
		}
	}
	spread := 0.0
	for k, m := range g.inner {
		if p := g.w.at(k) / weight; p > 0 && !m.Point {
			powers, _, _, _ := g.counts(k)
			for j := range x {
				d := g.from(k, j, powers, 1, 0) - to.A[j]
				spread += p * d * d
			}
		}
	}
	for _, v := range x {
		room += v * (1 - v)
	}
	if spread > 0 {
		count -= spread / room
	}
	for j, v := range x {
		to.A[j] += 1 + v*count
	}
	return dist.NoFault
}
