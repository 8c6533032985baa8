//go:build long

package latent

import (
	"math"
	"testing"
)

// likelihood is the log of the density of a mixed model's data and prior at fixed effects and the log
// sd, each group's effect summed out over nodes around where it is.
func (m *mixed) likelihood(fixed []float64, logSd float64) float64 {
	sd := math.Exp(logSd)
	rows := make([][]int, m.groups)
	for i, g := range m.g {
		rows[g] = append(rows[g], i)
	}
	sum := -0.5*sd*sd + logSd
	for _, x := range fixed {
		sum -= 0.5 * 0.04 * x * x
	}
	for _, list := range rows {
		const half, step = 24, 0.3
		log, top := [2*half + 1]float64{}, math.Inf(-1)
		for k := range log {
			u := float64(k-half) * step
			l := -0.5 * u * u
			for _, i := range list {
				z := fixed[0] + sd*u
				for c, x := range m.x[i] {
					z += x * fixed[1+c]
				}
				if !m.y[i] {
					z = -z
				}
				l -= math.Log1p(math.Exp(-z))
			}
			log[k] = l
			top = max(top, l)
		}
		all := 0.0
		for _, l := range log {
			all += math.Exp(l - top)
		}
		sum += top + math.Log(all)
	}
	return sum
}

// TestGroups: of a logistic model of 1,000 groups of four rows, fixed effects and the sd are within
// 0.2 sd of where the density with the groups' effects summed out is highest, and the sds within 10 %
// of its curvature there.
func TestGroups(t *testing.T) {
	m := newMixed(1000, 4000, 1, 1)
	p, err := Integrate([]Model{m}, m.pattern(), []Hyper{Positive(1)}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	x := []float64{p.Mean(1000), p.Mean(1001), math.Log(p.HyperMean(0))}
	f := func(x []float64) float64 { return m.likelihood(x[:2], x[2]) }
	hessian := newMatrix(3)
	for range 4 { // Newton's method
		const h = 1e-2
		gradient := make([]float64, 3)
		at := func(i, j int, a, b float64) float64 {
			y := []float64{x[0], x[1], x[2]}
			y[i] += a
			y[j] += b
			return f(y)
		}
		here := f(x)
		for i := range 3 {
			up, down := at(i, i, h, 0), at(i, i, -h, 0)
			gradient[i] = (up - down) / (2 * h)
			hessian[i][i] = -(up + down - 2*here) / (h * h)
			for j := range i {
				e := -(at(i, j, h, h) - at(i, j, h, -h) - at(i, j, -h, h) + at(i, j, -h, -h)) / (4 * h * h)
				hessian[i][j], hessian[j][i] = e, e
			}
		}
		inverse := invert(hessian)
		for i := range 3 {
			for j := range 3 {
				x[i] += inverse[i][j] * gradient[j]
			}
		}
	}
	covariance := invert(hessian)
	logSd, logVariance := p.HyperMoments(func(theta []float64) float64 { return math.Log(theta[0]) })
	for i, got := range []normal{{p.Mean(1000), p.Variance(1000)}, {p.Mean(1001), p.Variance(1001)}, {logSd, logVariance}} {
		sd := math.Sqrt(covariance[i][i])
		t.Logf("%d: %.4f, sd %.4f; highest at %.4f, sd %.4f", i, got.mean, math.Sqrt(got.variance), x[i], sd)
		if !near(got.mean, x[i], 0.2*sd) || !near(math.Sqrt(got.variance), sd, 0.1*sd) {
			t.Errorf("%d: %.4f, sd %.4f; highest at %.4f, sd %.4f", i, got.mean, math.Sqrt(got.variance), x[i], sd)
		}
	}
}

// invert is the inverse of a small matrix, by elimination.
func invert(m [][]float64) [][]float64 {
	d := len(m)
	a, b := newMatrix(d), newMatrix(d)
	for i := range d {
		copy(a[i], m[i])
		b[i][i] = 1
	}
	for k := range d {
		f := 1 / a[k][k]
		for j := range d {
			a[k][j] *= f
			b[k][j] *= f
		}
		for i := range d {
			if i == k {
				continue
			}
			f := a[i][k]
			for j := range d {
				a[i][j] -= f * a[k][j]
				b[i][j] -= f * b[k][j]
			}
		}
	}
	return b
}
