package mcmc

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// An integralDatum is one normal about an element: so far from its mean, which moves by
// slope, of this weight.
type integralDatum struct {
	element             int
	slope, rest, weight float64
}

var integralData = []integralDatum{{0, 1, 1.2, 1}, {0, 1, 0.3, 1}, {0, -2, -1, 0.5}, {1, 1, -0.8, 2}, {1, 0.5, 0.4, 1}, {3, 1, 2.5, 1}, {3, 1, 1.5, 1}}

const integralElements = 4 // of one of which nothing is said

// integralDensity is the log density of the data given both precisions: of each element a
// normal whose covariance is that of noise and of the element.
func integralDensity(t *testing.T, within, between float64) float64 {
	t.Helper()
	log := 0.0
	for e := range integralElements {
		var data []integralDatum
		for _, d := range integralData {
			if d.element == e {
				data = append(data, d)
			}
		}
		if len(data) == 0 {
			continue
		}
		c, r := mat.NewSymDense(len(data), nil), mat.NewVecDense(len(data), nil)
		for i, a := range data {
			r.SetVec(i, a.rest)
			for j, b := range data[:i+1] {
				x := a.slope * b.slope / between
				if i == j {
					x += 1 / (within * a.weight)
				}
				c.SetSym(i, j, x)
			}
		}
		var f mat.Cholesky
		var x mat.VecDense
		if !f.Factorize(c) || f.SolveVecTo(&x, r) != nil {
			t.Fatal("singular")
		}
		log -= 0.5 * (f.LogDet() + mat.Dot(r, &x))
	}
	return log
}

// TestNormalIntegral: draws of both precisions, and of each given the other, have the
// means and standard deviations of their logs by quadrature.
func TestNormalIntegral(t *testing.T) {
	const (
		draws                            = 200000
		withinShape, withinRate          = 1.5, 0.7
		betweenShape, betweenRate, fixed = 0.8, 1.1, 1.3
		step                             = 0.05
	)
	var n NormalIntegral
	n.Reset(integralElements)
	square, count := 0.0, 0.0
	for _, d := range integralData {
		w := d.weight * d.slope
		n.Precision[d.element] += w * d.slope
		n.Linear[d.element] += w * d.rest
		square += d.weight * d.rest * d.rest
		count++
	}
	n.Say(square, count)
	moments := func(visit func(add func(log, density float64))) (mean, sd float64) {
		var sums [3]float64
		visit(func(log, density float64) {
			w := math.Exp(density)
			sums[0] += w
			sums[1] += w * log
			sums[2] += w * log * log
		})
		mean = sums[1] / sums[0]
		return mean, math.Sqrt(sums[2]/sums[0] - mean*mean)
	}
	density := func(a, b float64) float64 {
		within, between := math.Exp(a), math.Exp(b)
		return integralDensity(t, within, between) + withinShape*a - withinRate*within + betweenShape*b - betweenRate*between
	}
	both := func(k int) (mean, sd float64) {
		return moments(func(add func(log, density float64)) {
			for a := -7.0; a < 5; a += step {
				for b := -14.0; b < 5; b += step {
					add([]float64{a, b}[k], density(a, b))
				}
			}
		})
	}
	one := func(at func(x float64) float64) (mean, sd float64) {
		return moments(func(add func(log, density float64)) {
			for x := -14.0; x < 5; x += step {
				add(x, at(x))
			}
		})
	}
	s := NewStream(5, 0)
	within, between := 1.0, 1.0
	for _, row := range []struct {
		name string
		want func() (mean, sd float64)
		next func() float64
	}{
		{"within", func() (float64, float64) { return both(0) }, func() float64 {
			within, between = n.Draw(s, within, between, withinShape, withinRate, betweenShape, betweenRate)
			return within
		}},
		{"between", func() (float64, float64) { return both(1) }, func() float64 {
			within, between = n.Draw(s, within, between, withinShape, withinRate, betweenShape, betweenRate)
			return between
		}},
		{"within alone", func() (float64, float64) {
			return one(func(x float64) float64 { return density(x, math.Log(fixed)) })
		}, func() float64 {
			within = n.DrawWithin(s, within, fixed, withinShape, withinRate)
			return within
		}},
		{"between alone", func() (float64, float64) {
			return one(func(x float64) float64 { return density(math.Log(fixed), x) })
		}, func() float64 {
			between = n.DrawBetween(s, fixed, between, betweenShape, betweenRate)
			return between
		}},
	} {
		mean, sd := row.want()
		const batches = 100
		var all, squares, spread float64
		for range batches {
			sum := 0.0
			for range draws / batches {
				z := (math.Log(row.next()) - mean) / sd
				sum += z
				squares += z * z
			}
			sum /= draws / batches
			all += sum / batches
			spread += sum * sum / batches
		}
		e := math.Sqrt(spread / batches)
		if z := all / e; !(math.Abs(z) < 4.5) || !(e < 0.02) {
			t.Errorf("%s: the mean of the log is %.1f errors off, %g +- %g standard deviations", row.name, z, all, e)
		}
		if x := math.Sqrt(squares / draws); !(math.Abs(x-1) < 0.02) {
			t.Errorf("%s: the standard deviation of the log is %g times that by quadrature", row.name, x)
		}
	}
	if x := n.DrawWithin(s, math.NaN(), 1, 1, 1); !math.IsNaN(x) {
		t.Errorf("of a precision that is no number: %g", x)
	}
}
