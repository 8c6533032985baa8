package operators

import (
	"math"

	"mpc/special"
)

// byLogs turns the counts da and db that the message of byVariance adds to the cavity
// into those of the mixture's means of log x and log(1-x). With L(a) = log a -
// digamma(a) these are
//
//	sum of w (log m - L(A[k]) + L(N[k])),  sum of w (log(1-m) - L(B[k]) + L(N[k])),
//
// to which those of the beta sought have to be equal, with its own mean and counts. All
// is relative to the beta of byVariance, of counts a and b, in all n, which has the
// mixture's means M and 1-M, so that what is small keeps its digits. Newton's method
// solves for the changes d of the mean and e of n.
func (g *betaBranches) byLogs(da, db float64) (float64, float64) {
	if g.outer.B+db < g.outer.A+da {
		m := *g
		m.mirror = true
		m.outer.A, m.outer.B, m.mean, m.rest = g.outer.B, g.outer.A, g.rest, g.mean
		m.restA, m.low, m.off = -g.restA, -g.low, -g.off
		db, da = m.byLogs(db, da)
		return da, db
	}
	l := betaLogs{m: g.mean, q: g.rest, a: g.outer.A + da, b: g.outer.B + db}
	l.n = l.a + l.b
	if !(l.a > 0 && l.b <= math.MaxFloat64) {
		return math.NaN(), math.NaN()
	}
	l.small = l.a < 1
	for k := range g.inner {
		p := g.at(k)
		if p.weight == 0 {
			continue
		}
		d := g.from(&p) - g.off
		x, rest := p.means()
		var balance, turn float64
		if p.point {
			gapA, gapB, gapN := special.LogMinusDigamma(l.a), special.LogMinusDigamma(l.b), special.LogMinusDigamma(l.n)
			balance, turn = l.equations(x, rest, d, -gapA, -gapB, -gapN, special.LogMinusDigammaRise(l.n, l.b, -l.a))
		} else {
			riseA := special.LogMinusDigammaRise(l.a, p.a, p.s-da)
			riseB := special.LogMinusDigammaRise(l.b, p.b, p.t-db)
			riseN := special.LogMinusDigammaRise(l.n, p.n, (p.s-da)+(p.t-db))
			balance, turn = l.equations(x, rest, d, riseA, riseB, riseN, l.across(p.a, p.b, p.n))
		}
		l.balance += p.weight * balance
		l.turn += p.weight * turn
	}
	x, y := l.solve()
	return da + x, db + y
}

// betaLogs are the equations of byLogs: what they are for the mixture, and the beta
// that they are relative to.
type betaLogs struct {
	m, q, a, b, n float64
	small         bool // a is below 1
	balance, turn float64
}

// across returns L(n) - L(b) less the same of the base, n = a + b, where it is needed.
func (l *betaLogs) across(a, b, n float64) float64 {
	if !l.small {
		return 0
	}
	return special.LogMinusDigammaRise(b, n, a) - special.LogMinusDigammaRise(l.b, l.n, l.a)
}

// equations returns both equations of a beta of mean x, 1-x being y, which is more by d,
// and whose L are more by the given rises: turn is the first less the second. For large counts balance
// is M times the first plus 1-M times the second: the first order of their logs
// cancels, and is left out. For a small a, where L(b) and L(n) are close, it is the
// second with what lies between these two.
func (l *betaLogs) equations(x, y, d, riseA, riseB, riseN, across float64) (balance, turn float64) {
	u, v := d/l.m, -d/l.q
	turn = logOf(u, x/l.m) - logOf(v, y/l.q) - riseA + riseB
	if l.small {
		return logOf(v, y/l.q) + across, turn
	}
	return -(l.m*lessLog(u, x/l.m) + l.q*lessLog(v, y/l.q) + l.m*riseA + l.q*riseB - riseN), turn
}

// solve returns the changes of both counts; NaN where there are none.
func (l *betaLogs) solve() (x, y float64) {
	d, e, last := 0.0, 0.0, math.Inf(1)
	for range 100 {
		x, y = l.m*e+d*(l.n+e), l.q*e-d*(l.n+e)
		m, q, n := l.m+d, l.q-d, l.n+e
		a, b := m*n, q*n
		if !(a > 0 && b > 0 && n <= math.MaxFloat64) {
			break
		}
		f1, f2 := l.equations(m, q, d, special.LogMinusDigammaRise(l.a, a, x), special.LogMinusDigammaRise(l.b, b, y),
			special.LogMinusDigammaRise(l.n, n, e), l.across(a, b, n))
		f1 -= l.balance
		f2 -= l.turn
		ga, gb := trigammaExcess(a), trigammaExcess(b) // -dL/da
		j21, j22 := 1/m+1/q+(ga+gb)*n, ga*m-gb*q
		var j11, j12 float64
		if l.small {
			j11, j12 = -1/q-gb*n, trigammaDrop(b, a)-a/b/n-gb*m
		} else {
			j11, j12 = l.m/m-l.q/q+(l.m*ga-l.q*gb)*n, l.m*ga*m+l.q*gb*q-trigammaExcess(n)
		}
		det := j11*j22 - j12*j21
		stepD, stepE := (f2*j12-f1*j22)/det, (f1*j21-f2*j11)/det
		// Neither the means nor the count may change by more than half.
		size := math.Max(math.Abs(stepE)/n, math.Max(math.Abs(stepD)/m, math.Abs(stepD)/q))
		if !(size < math.Inf(1)) {
			break
		}
		if size > 0.5 {
			stepD *= 0.5 / size
			stepE *= 0.5 / size
		}
		d += stepD
		e += stepE
		if size <= 1e-16 || size < 1e-7 && size >= last {
			return l.m*e + d*(l.n+e), l.q*e - d*(l.n+e)
		}
		last = size
	}
	return math.NaN(), math.NaN()
}
