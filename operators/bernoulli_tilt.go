package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

// A bernoulliTilt is a beta of counts a and b times the factor 1 - y + (2y-1) p,
// y = P(x): the mixture of beta(a+1, b), weight w, and beta(a, b+1), weight v.
type bernoulliTilt struct {
	a, b    float64
	p, q    float64 // P(x) and 1 - P(x)
	d       float64 // p a + q b
	w, v    float64 // p a/d and q b/d
	tau     float64 // p - q
	done    bool    // message holds the result
	message dist.Beta
}

// bernoulliTiltOf prepares the tilt, or finds that the message has a closed form.
func bernoulliTiltOf(x dist.Bernoulli, p dist.Beta) (bernoulliTilt, dist.Fault) {
	closed := func(m dist.Beta) (bernoulliTilt, dist.Fault) {
		return bernoulliTilt{done: true, message: m}, dist.NoFault
	}
	switch {
	case x.LogOdds != x.LogOdds:
		return bernoulliTilt{}, dist.Contradiction
	case x.IsUniform():
		return closed(dist.Beta{A: 1, B: 1})
	case x.IsPoint():
		return closed(BernoulliToPObserved(x.LogOdds > 0))
	}
	t := bernoulliTilt{a: p.A, b: p.B, p: x.P(), q: x.Q(), tau: math.Tanh(x.LogOdds / 2)}
	if p.IsPoint() {
		return closed(t.atPoint(p.A))
	}
	if !p.IsProper() || math.IsInf(p.A, 1) {
		return t, dist.Improper
	}
	t.d = t.p*t.a + t.q*t.b
	t.w, t.v = t.p*(t.a/t.d), t.q*(t.b/t.d)
	return t, dist.NoFault
}

// atPoint is the message where p is the point mass at y: the limit of counts
// y s and (1-y) s for s to infinity, of both projections.
func (t bernoulliTilt) atPoint(y float64) dist.Beta {
	f := t.p*y + t.q*(1-y)
	w, v := t.p*y/f, t.q*(1-y)/f
	total := t.tau * (w*y - v*(1-y)) / f
	shift := t.tau * y * (1 - y) / f
	return dist.Beta{A: 1 + shift + y*total, B: 1 - shift + (1-y)*total}
}

// matchVariance returns what the counts a and b change by to have the mean and
// the variance of the mixture. With s = a+b and T the new total count,
//
//	T - s = tau (w (a+1) - v (b+1)) / (d + 1 + p q (s+2)/d),
//	the new a = E[p] T, E[p] = (a+w)/(s+1),
//
// from the fractions with the terms that cancel taken out by hand.
func (t bernoulliTilt) matchVariance() (da, db float64) {
	s := t.a + t.b
	total := t.tau * (t.w*(t.a+1) - t.v*(t.b+1)) / (t.d + 1 + t.p*(t.q*((s+2)/t.d)))
	shift := t.tau * (t.a / t.d) * (t.b / (s + 1))
	return shift + (t.a+t.w)/(s+1)*total, -shift + (t.b+t.v)/(s+1)*total
}

// mirror swaps true and false.
func (t bernoulliTilt) mirror() bernoulliTilt {
	t.a, t.b, t.p, t.q, t.w, t.v, t.tau = t.b, t.a, t.q, t.p, t.v, t.w, -t.tau
	return t
}

// matchLogs solves for the changes da, db of the counts that give the E log p
// and E log(1-p) of the mixture. With D(x, y) = digamma(x+y) - digamma(x):
//
//	D(a, da) - D(s, da+db) = w/a - 1/s =  tau b/(d s)
//	D(b, db) - D(s, da+db) = v/b - 1/s = -tau a/(d s)
//
// by Newton's method, starting at the counts of matchVariance, on the difference of
// the two and on a second equation that logBalance gives.
func (t bernoulliTilt) matchLogs() (dist.Beta, dist.Fault) {
	da, db := t.matchVariance()
	if t.b+db < t.a+da {
		m, fault := t.mirror().solveLogs(db, da)
		return dist.Beta{A: m.B, B: m.A}, fault
	}
	return t.solveLogs(da, db)
}

// solveLogs is Newton's method of matchLogs from da, db, a+da <= b+db. The fault
// is NotFinite where the counts are so extreme that it does not converge.
func (t bernoulliTilt) solveLogs(da, db float64) (dist.Beta, dist.Fault) {
	da, db = math.Max(da, -0.9*t.a), math.Max(db, -0.9*t.b)
	last := math.Inf(1)
	for range 100 {
		a, b := t.a+da, t.b+db
		f1 := (da/t.a + digammaRiseExcess(t.a, da)) - (db/t.b + digammaRiseExcess(t.b, db)) - t.tau/t.d
		f2, j21, j22 := t.logBalance(da, db)
		j11, j12 := 1/a+trigammaExcess(a), -(1/b + trigammaExcess(b))
		det := j11*j22 - j12*j21
		stepA, stepB := (f2*j12-f1*j22)/det, (f1*j21-f2*j11)/det
		relative := math.Max(math.Abs(stepA)/a, math.Abs(stepB)/b)
		if !(relative < math.Inf(1)) {
			return dist.Beta{A: 1, B: 1}, dist.NotFinite
		}
		if relative > 0.5 {
			// Far away: a step of bounded length in the log of the count.
			stepA = a * math.Expm1(max(-1, min(1, stepA/a)))
			stepB = b * math.Expm1(max(-1, min(1, stepB/b)))
		}
		da += stepA
		db += stepB
		size := math.Max(math.Abs(stepA), math.Abs(stepB)) / math.Max(math.Abs(da), math.Abs(db))
		if size <= 1e-15 || size < 1e-7 && size >= last { // converged, or down to rounding
			return dist.Beta{A: 1 + da, B: 1 + db}, dist.NoFault
		}
		last = size
	}
	return dist.Beta{A: 1, B: 1}, dist.NotFinite
}

// logBalance is the second equation of matchLogs, zero at the solution, and its
// derivatives in da and db; a+da <= b+db.
//
// For large counts it is a/s times the first plus b/s times the second equation:
// the right side is 0 and, with D(x, y) = y/x + E(x, y), the terms y/x cancel,
// which leaves counts of 1e12 their digits. For a small count, where digamma(b)
// and digamma(s) may be close, it is the second equation with its left side
// turned to D(b, a) - D(b+db, a+da).
func (t bernoulliTilt) logBalance(da, db float64) (f, ja, jb float64) {
	s := t.a + t.b
	a, b, sum := t.a+da, t.b+db, s+(da+db)
	if min(t.a, t.b) < 1 {
		f = (t.a/t.b + digammaRiseExcess(t.b, t.a)) - (a/b + digammaRiseExcess(b, a)) + t.tau*(t.a/t.d)/s
		return f, -(1/sum + trigammaExcess(sum)), trigammaDrop(b, a)
	}
	ma, mb := t.a/s, t.b/s
	ga, gb, gs := trigammaExcess(a), trigammaExcess(b), trigammaExcess(sum)
	cross := (ma*db - mb*da) / sum
	f = ma*digammaRiseExcess(t.a, da) + mb*digammaRiseExcess(t.b, db) - digammaRiseExcess(s, da+db)
	return f, cross/a + ma*ga - gs, -cross/b + mb*gb - gs
}

// trigammaDrop returns trigamma(x) - trigamma(x+y) to about 5 digits for x and
// y > 0, as a sum of positive terms.
func trigammaDrop(x, y float64) float64 {
	var sum float64
	z := x + y
	for x < 12 {
		sum += y / x / z * (1/x + 1/z)
		x++
		z++
	}
	u, v := 1/x, 1/z
	return sum + y*u*v*(1+(u+v)/2+(u*u+u*v+v*v)/6)
}

// digammaRiseExcess returns digamma(x+y) - digamma(x) - y/x for x > 0 and
// x+y > 0, from the recurrence and the difference of the asymptotic series (DLMF
// 5.5.2 and 5.11.2).
func digammaRiseExcess(x, y float64) float64 {
	var sum float64
	z := x + y
	for x < 12 || z < 12 {
		// y/(x z) less the change of y/x
		sum += y * (1 - y) / x / z / (x + 1)
		x++
		z++
	}
	// The difference of the powers z^-2n - x^-2n is z^-2 - x^-2 times a sum.
	u, v := 1/(x*x), 1/(z*z)
	series, geometric, power := 0.0, 0.0, 1.0
	for _, c := range digammaSeries {
		geometric = geometric*u + power
		power *= v
		series += c * geometric
	}
	return sum - special.XMinusLog1Plus(y/x) + y/x/z*(0.5+(1/x+1/z)*series)
}

// trigammaExcess returns trigamma(x) - 1/x for x > 0 (DLMF 5.15.5 and 5.15.8).
func trigammaExcess(x float64) float64 {
	var sum float64
	for x < 12 {
		sum += 1 / x / x / (x + 1)
		x++
	}
	u := 1 / (x * x)
	series := 0.0
	for k := len(digammaSeries) - 1; k >= 0; k-- {
		series = (series + float64(2*k+2)*digammaSeries[k]) * u
	}
	return sum + u/2 + series/x
}

// digammaSeries holds B_2k/(2k) of digamma(x) = log x - 1/(2x) - sum of
// B_2k/(2k x^2k). Read only.
var digammaSeries = [...]float64{1.0 / 12, -1.0 / 120, 1.0 / 252, -1.0 / 240, 1.0 / 132, -691.0 / 32760, 1.0 / 12}
