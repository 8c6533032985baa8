package operators

import (
	"math"

	"mpc/special"
)

// byLogs turns the counts that the projection by means and variances adds to the
// cavity into those of the means of log x, by Newton's method (Minka, "Estimating a
// Dirichlet distribution", 2000). Relative to the dirichlet at hand, of counts b, in
// all n, and means m = b/n, the equations are
//
//	f[j] = -sum of w (log(m[k][j]/m[j]) - (L(b[k][j]) - L(b[j])) + L(N[k]) - L(n)) = 0
//
// with L(a) = log a - digamma(a). In the sum of m[j] f[j] the first order of the logs
// cancels, and is left out, so that large counts keep their digits; the steps are
// (z S - f[j])/q[j], q trigamma(b) and z trigamma(n), with S their sum.
func (g *dirichletBranches) byLogs(more, f []float64) bool {
	last := math.Inf(1)
	for range 200 {
		all, excess := 0.0, 0.0
		for j, c := range more {
			b := g.outerCount(j) + c
			if !(b > 0 && b <= math.MaxFloat64) {
				return false
			}
			all += b
			excess += c
		}
		balance := g.residuals(more, f, all, excess)
		flat, lost := 0.0, 0.0
		for j, c := range more {
			b := g.outerCount(j) + c
			t := b * trigammaExcess(b)
			r := b * (t / (1 + t)) // b - 1/trigamma(b)
			flat += r
			lost += f[j] * r
		}
		t := trigammaExcess(all)
		z := 1/all + t
		s := (lost - all*balance) / (flat*z - all*t)
		size := 0.0
		for j, c := range more {
			b := g.outerCount(j) + c
			f[j] = (z*s - f[j]) / (1/b + trigammaExcess(b))
			size = math.Max(size, math.Abs(f[j])/b)
		}
		if !(size < math.Inf(1)) {
			return false
		}
		scale := math.Min(1, 0.5/size)
		for j := range more {
			more[j] += scale * f[j]
		}
		if size <= 1e-16 || size < 1e-7 && size >= last {
			return true
		}
		last = size
	}
	return false
}

// residuals writes the equations to f and returns the sum of m[j] f[j].
func (g *dirichletBranches) residuals(more, f []float64, all, excess float64) (balance float64) {
	clear(f)
	for k, d := range g.inner {
		p := g.w.at(k)
		if p == 0 {
			continue
		}
		powers, counts, riseAll := 0.0, 1.0, -special.LogMinusDigamma(all)
		if !d.Point {
			powers, counts, _, _ = g.counts(k)
			riseAll = special.LogMinusDigammaRise(all, counts, powers-excess)
		}
		balance -= p * riseAll
		for j, c := range more {
			b := g.outerCount(j) + c
			m := b / all
			var u, ratio, rise float64
			if d.Point {
				u, ratio, rise = (d.A[j]-m)/m, d.A[j]/m, -special.LogMinusDigamma(b)
			} else {
				s, a := g.power(k, j)
				u, ratio, rise = math.FMA(-m, powers-excess, s-c)/counts/m, a/counts/m, special.LogMinusDigammaRise(b, a, s-c)
			}
			f[j] -= p * (logOf(u, ratio) - rise + riseAll)
			balance += p * m * (lessLog(u, ratio) + rise)
		}
	}
	return balance
}
