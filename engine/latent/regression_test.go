package latent

import (
	"math"
	"math/rand/v2"
	"testing"

	"mpc/mcmc"
)

// TestRegressions: of regressions on an intercept and a slope with random covariates, of all kinds of
// rows, EP's means are within 0.05 sd of sums over a plane, its sds within 25 %, and corrected within
// 7 %, and the evidence within 0.15; wide priors, separable truths, large counts and outliers among
// them.
func TestRegressions(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	good := 0
	for trial := range 60 {
		kind := trial % 6
		rows := 5 + rng.IntN(25)
		prior := []float64{1, 4, 100}[rng.IntN(3)]
		m := &linear{size: 2, signed: kind == 4}
		for c := range 2 {
			m.list = append(m.list, said{at: []int{c}, slope: []float64{1}, precision: 1 / prior, of: -1})
		}
		a, b := rng.NormFloat64(), rng.NormFloat64()
		var density []func(a, b float64) float64
		var others []func(z float64) float64
		for range rows {
			x := rng.NormFloat64()
			z := a + b*x
			d := said{at: []int{0, 1}, slope: []float64{1, x}}
			softplus := func(z float64) float64 { return max(z, 0) + math.Log1p(math.Exp(-math.Abs(z))) }
			var f func(z float64) float64
			switch kind {
			case 0:
				y := rng.Float64() < 1/(1+math.Exp(-z))
				d.site = func(s *Sites, b *mcmc.NormalBlock, z float64) { s.Logit(b, z, y) }
				f = func(z float64) float64 { return -softplus(-sign(y) * z) }
			case 1:
				y := z+rng.NormFloat64() > 0
				d.site = func(s *Sites, b *mcmc.NormalBlock, z float64) { s.Probit(b, z, y) }
				f = func(z float64) float64 { return logErfc(-sign(y) * z) }
			case 2:
				y := int(math.Exp(z) + math.Exp(z/2)*math.Abs(rng.NormFloat64()))
				d.site = func(s *Sites, b *mcmc.NormalBlock, z float64) { s.Poisson(b, z, y) }
				g, _ := math.Lgamma(float64(y) + 1)
				f = func(z float64) float64 { return float64(y)*z - math.Exp(z) - g }
			case 3:
				y := rng.IntN(9)
				d.site = func(s *Sites, b *mcmc.NormalBlock, z float64) { s.BinomialLogit(b, z, y, 8) }
				g, _ := math.Lgamma(9)
				g1, _ := math.Lgamma(float64(y) + 1)
				g2, _ := math.Lgamma(float64(9 - y))
				f = func(z float64) float64 { return g - g1 - g2 + float64(y)*z - 8*softplus(z) }
			case 4:
				y := z + 0.5*rng.NormFloat64()
				if rng.IntN(8) == 0 {
					y += 6
				}
				d.site = func(s *Sites, b *mcmc.NormalBlock, z float64) { s.StudentT(b, z, y, 3, 4) }
				g1, _ := math.Lgamma(2.5)
				g2, _ := math.Lgamma(2)
				f = func(z float64) float64 {
					return g1 - g2 + 0.5*math.Log(3/(4*math.Pi)) - 2.5*math.Log1p(3*(z-y)*(z-y)/4)
				}
			case 5:
				y := math.Exp(0.3 * z * rng.Float64()) // gamma of shape 2 and mean exp(z)
				f = func(z float64) float64 { return math.Log(4*y) - 2*z - 2*y*math.Exp(-z) }
				row := len(others)
				others = append(others, f)
				m.other = func(r int, z float64) float64 { return others[r](z) }
				d.site = func(s *Sites, b *mcmc.NormalBlock, z float64) { s.Other(b, z, row) }
			}
			density = append(density, func(a, b float64) float64 { return f(a + b*x) })
			m.list = append(m.list, d)
		}
		fit := NewFit(m, m.pattern())
		if err := fit.At(nil); err != nil {
			t.Errorf("%d: kind %d, %d rows, prior variance %v: %v", trial, kind, rows, prior, err)
			continue
		}
		// A plane, in the axes of EP's normal.
		n := 61
		va, vb, c := fit.Block.Variance(0), fit.Block.Variance(1), fit.Block.Covariance(0, 1)
		sa := math.Sqrt(va)
		tilt, sb := c/va, math.Sqrt(vb-c*c/va)
		h := 18.0 / float64(n-1)
		var log, as, bs []float64
		top := math.Inf(-1)
		for i := range n {
			for j := range n {
				da := sa * h * float64(i-n/2)
				a := fit.Normals[0] + da
				b := fit.Normals[1] + tilt*da + sb*h*float64(j-n/2)
				l := -0.5*(a*a+b*b)/prior - math.Log(2*math.Pi*prior)
				for _, f := range density {
					l += f(a, b)
				}
				log, as, bs = append(log, l), append(as, a), append(bs, b)
				top = max(top, l)
			}
		}
		sum, ma, mb, qa, qb := 0.0, 0.0, 0.0, 0.0, 0.0
		for i, l := range log {
			w := math.Exp(l - top)
			sum += w
			ma += w * as[i]
			mb += w * bs[i]
			qa += w * as[i] * as[i]
			qb += w * bs[i] * bs[i]
		}
		ma, mb = ma/sum, mb/sum
		da, db := math.Sqrt(qa/sum-ma*ma), math.Sqrt(qb/sum-mb*mb)
		evidence := top + math.Log(sum*h*h*sa*sb)
		corrected, ok := [2]normal{}, [2]bool{}
		for c := range 2 {
			corrected[c].mean, corrected[c].variance, ok[c] = fit.Correct([]int{c}, []float64{1})
		}
		for c, want := range []normal{{ma, da}, {mb, db}} { // of the variances the sds
			got := normal{fit.Normals[c], math.Sqrt(fit.Block.Variance(c))}
			if !near(got.mean, want.mean, 0.05*want.variance) || !near(got.variance, want.variance, 0.25*want.variance) {
				t.Errorf("%d: kind %d, %d rows, prior variance %v: coordinate %d has mean %.4f, want %.4f; sd %.4f, want %.4f",
					trial, kind, rows, prior, c, got.mean, want.mean, got.variance, want.variance)
			}
			sd := math.Sqrt(corrected[c].variance)
			if ok[c] && (!near(corrected[c].mean, want.mean, 0.055*want.variance) || !near(sd, want.variance, 0.07*want.variance)) {
				t.Errorf("%d: kind %d, %d rows, prior variance %v: coordinate %d has, corrected, mean %.4f, want %.4f; sd %.4f, want %.4f",
					trial, kind, rows, prior, c, corrected[c].mean, want.mean, sd, want.variance)
			}
			if ok[c] {
				good++
			}
		}
		if !near(fit.LogDensity, evidence, 0.15) {
			t.Errorf("%d: kind %d, %d rows, prior variance %v: evidence %.4f, want %.4f", trial, kind, rows, prior, fit.LogDensity, evidence)
		}
		if fit.Sweeps > 60 {
			t.Errorf("%d: kind %d, %d rows, prior variance %v: %d sweeps", trial, kind, rows, prior, fit.Sweeps)
		}
	}
	if good < 110 {
		t.Errorf("%d of 120 marginals were corrected", good)
	}
}
