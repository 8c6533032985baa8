package latent

import (
	"math"
	"math/rand/v2"
	"testing"

	"mpc/mcmc"
)

// TestSeparable: of truths that a line tells apart the posterior is as wide as the prior, and EP finds it
// at any width: means within 0.2 sd of a sum over a plane, corrected sds within a tenth, and wide
// priors give the same in units of their sds.
func TestSeparable(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 52))
	for trial := range 3 {
		n := 4 + 8*trial
		x, y := make([]float64, n), make([]bool, n)
		for i := range x {
			x[i] = 2 * rng.NormFloat64()
			y[i] = x[i] > 0.3
		}
		y[0], x[0], y[1], x[1] = true, 1.5, false, -1
		var last [2]normal
		for k, sd := range []float64{100, 1e4, 1e5} {
			m := &linear{size: 2}
			for c := range 2 {
				m.list = append(m.list, said{at: []int{c}, slope: []float64{1}, precision: 1 / (sd * sd), of: -1})
			}
			for i := range x {
				m.list = append(m.list, said{at: []int{0, 1}, slope: []float64{1, x[i]}, site: func(s *Sites, b *mcmc.NormalBlock, z float64) { s.Logit(b, z, y[i]) }})
			}
			f := NewFit(m, m.pattern())
			if err := f.At(nil); err != nil {
				t.Errorf("%d rows, prior sd %v: %v", n, sd, err)
				continue
			}
			var got [2]normal
			for c := range got {
				mean, variance, ok := f.Correct([]int{c}, []float64{1})
				if !ok {
					t.Errorf("%d rows, prior sd %v: coordinate %d was not corrected", n, sd, c)
				}
				got[c] = normal{mean / sd, math.Sqrt(variance) / sd}
			}
			if k > 1 {
				for c := range got {
					if !near(got[c].mean, last[c].mean, 1e-3) || !near(got[c].variance, last[c].variance, 1e-3) {
						t.Errorf("%d rows: in units of a prior sd of %v coordinate %d has %v, of one that is smaller %v", n, sd, c, got[c], last[c])
					}
				}
			}
			last = got
			if k > 0 {
				continue
			}
			for c, want := range plane(sd, x, y) {
				if !near(got[c].mean, want.mean, 0.2*want.variance) || !near(got[c].variance, want.variance, 0.1*want.variance) {
					t.Errorf("%d rows, prior sd %v: coordinate %d has mean and sd %v, want %v", n, sd, c, got[c], want)
				}
			}
		}
	}
}

// plane is the mean and the sd of an intercept and a slope by a sum over a plane, relative to the prior's
// sd.
func plane(sd float64, x []float64, y []bool) (out [2]normal) {
	const half = 150
	var sum float64
	var first, square [2]float64
	for i := -half; i <= half; i++ {
		for j := -half; j <= half; j++ {
			at := [2]float64{6 * float64(i) / half, 6 * float64(j) / half}
			log := -0.5 * (at[0]*at[0] + at[1]*at[1])
			for k := range x {
				z := sign(y[k]) * sd * (at[0] + at[1]*x[k])
				log -= max(-z, 0) + math.Log1p(math.Exp(-math.Abs(z)))
				if log < -60 {
					break
				}
			}
			w := math.Exp(log)
			sum += w
			for c, a := range at {
				first[c] += w * a
				square[c] += w * a * a
			}
		}
	}
	for c := range out {
		mean := first[c] / sum
		out[c] = normal{mean, math.Sqrt(square[c]/sum - mean*mean)}
	}
	return out
}
