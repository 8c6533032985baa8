package operators

import (
	"math"
	"math/rand/v2"
	"testing"

	"mpc/dist"
)

// vectorCase draws a proper message about a vector.
func vectorCase(rng *rand.Rand, k int) dist.MvNormal {
	d := dist.MvNormalUniform(k)
	for range k + 1 {
		a := make([]float64, k)
		for i := range a {
			a[i] = rng.NormFloat64()
		}
		d.AddDot(a, dist.Normal{H: rng.NormFloat64(), P: 0.2 + rng.Float64()})
	}
	return d
}

// exponent is the log of a message at x, without its scale.
func exponent(d dist.MvNormal, x []float64) float64 {
	e := 0.0
	for i := range x {
		e += d.H[i] * x[i]
		for j := range x {
			e -= x[i] * d.P[i*len(x)+j] * x[j] / 2
		}
	}
	return e
}

func drawn(rng *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	return x
}

// The message of VMP to each variable of x ~ mvnormal(A a + b, ...) is the mean log
// density as a function of that variable.
func TestAffineAverages(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	for range 60 {
		rows, columns := 1+rng.IntN(4), 1+rng.IntN(4)
		matrix := drawn(rng, rows*columns)
		x, a, b := vectorCase(rng, rows), vectorCase(rng, columns), vectorCase(rng, rows)
		noise := vectorCase(rng, rows).P
		p := dist.Wishart{Shape: float64(rows) + rng.Float64(), Rate: vectorCase(rng, rows).P}
		covariance := vectorCase(rng, rows).P
		compare := func(name string, to dist.MvNormal, fault dist.Fault, k int, log func(at dist.MvNormal) float64) {
			t.Helper()
			if fault != dist.NoFault {
				t.Errorf("%s: fault %v", name, fault)
				return
			}
			zero := log(dist.MvNormalPoint(make([]float64, k)))
			for range 3 {
				u := drawn(rng, k)
				vectorNear(t, name, exponent(to, u), log(dist.MvNormalPoint(u))-zero, 1e-9)
			}
		}
		var work *dist.MvWork
		if rng.IntN(2) == 0 {
			work = &dist.MvWork{}
		}
		toRows, toColumns := dist.MvNormalUniform(rows), dist.MvNormalUniform(columns)
		fault := AffinePrecisionToXAverage(matrix, a, b, p, &toRows, work)
		compare("to x", toRows, fault, rows, func(at dist.MvNormal) float64 {
			return AffinePrecisionAverageLog(at, matrix, a, b, p, work)
		})
		fault = AffinePrecisionToOffsetAverage(x, matrix, a, p, &toRows, work)
		compare("to offset", toRows, fault, rows, func(at dist.MvNormal) float64 {
			return AffinePrecisionAverageLog(x, matrix, a, at, p, work)
		})
		fault = AffinePrecisionToAAverage(x, matrix, b, p, &toColumns, work)
		compare("to a", toColumns, fault, columns, func(at dist.MvNormal) float64 {
			return AffinePrecisionAverageLog(x, matrix, at, b, p, work)
		})
		fault = AffineCovarianceToXAverage(matrix, a, b, covariance, &toRows, work)
		compare("to x, covariance", toRows, fault, rows, func(at dist.MvNormal) float64 {
			return AffineCovarianceAverageLog(at, matrix, a, b, covariance, work)
		})
		fault = AffineCovarianceToOffsetAverage(x, matrix, a, covariance, &toRows, work)
		compare("to offset, covariance", toRows, fault, rows, func(at dist.MvNormal) float64 {
			return AffineCovarianceAverageLog(x, matrix, a, at, covariance, work)
		})
		fault = AffineCovarianceToAAverage(x, matrix, b, covariance, &toColumns, work)
		compare("to a, covariance", toColumns, fault, columns, func(at dist.MvNormal) float64 {
			return AffineCovarianceAverageLog(x, matrix, at, b, covariance, work)
		})
		// Two precisions, known: the difference of the logs is that of the message.
		var to dist.Wishart
		to.Resize(rows)
		if fault := AffinePrecisionToPrecisionAverage(x, matrix, a, b, &to, work); fault != dist.NoFault {
			t.Errorf("to precision: fault %v", fault)
		}
		at := func(w []float64) (log, message float64) {
			point := dist.WishartPoint(w)
			trace := 0.0
			for i, r := range to.Rate {
				trace += r * w[i]
			}
			return AffinePrecisionAverageLog(x, matrix, a, b, point, work), (to.Shape-float64(rows+1)/2)*point.MeanLogDet(nil) - trace
		}
		l0, m0 := at(noise)
		l1, m1 := at(covariance)
		vectorNear(t, "to precision", m1-m0, l1-l0, 1e-9)
		// With everything known it is the log density.
		point := dist.MvNormalPoint(drawn(rng, rows))
		u := drawn(rng, columns)
		known := AffinePrecisionEvidence(point.H, matrix, dist.MvNormalPoint(u), dist.MvNormalPoint(make([]float64, rows)), noise, work)
		vectorNear(t, "log density", AffinePrecisionAverageLog(point, matrix, dist.MvNormalPoint(u), dist.MvNormalPoint(make([]float64, rows)), dist.WishartPoint(noise), work), known, 1e-9)
		mean := make([]float64, rows)
		for i := range mean {
			mean[i] = vectorDot(matrix[i*columns:(i+1)*columns], u)
		}
		vectorNear(t, "log density", known, MvNormalPrecisionEvidence(point.H, mean, noise, work), 1e-9)
	}
}

// The mean log density of x ~ mvnormal(A a + b, precision) and the moments of a dot
// product against draws.
func TestLinearAverageLogAgainstDraws(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 42))
	work := &dist.MvWork{}
	x, a, b := vectorCase(rng, 3), vectorCase(rng, 2), vectorCase(rng, 3)
	p := dist.Wishart{Shape: 4, Rate: vectorCase(rng, 3).P}
	matrix := drawn(rng, 6)
	const n = 40000
	check := func(name string, got float64, f func() float64) {
		t.Helper()
		sum, square := 0.0, 0.0
		for range n {
			z := f()
			sum += z
			square += z * z
		}
		if se := math.Sqrt((square/n - sum*sum/n/n) / n); math.Abs(got-sum/n) > 5*se {
			t.Errorf("%s: %v, draws say %v with a standard error of %v", name, got, sum/n, se)
		}
	}
	draw := func(d dist.MvNormal) dist.MvNormal { return dist.MvNormalPoint(d.SampleTo(nil, rng, work)) }
	check("affine", AffinePrecisionAverageLog(x, matrix, a, b, p, nil), func() float64 {
		return AffinePrecisionEvidence(x.SampleTo(nil, rng, work), matrix, draw(a), draw(b), p.SampleTo(nil, rng, work), work)
	})
	dot, fault := DotVectorsToOutAverage(x, b, work)
	if fault != dist.NoFault {
		t.Fatal(fault)
	}
	check("mean of dot", dot.Mean(), func() float64 { return vectorDot(x.SampleTo(nil, rng, work), b.SampleTo(nil, rng, work)) })
	check("square of dot", dot.Variance()+dot.Mean()*dot.Mean(), func() float64 {
		z := vectorDot(x.SampleTo(nil, rng, work), b.SampleTo(nil, rng, work))
		return z * z
	})
	// What is said of the product, averaged over x, at a point of w.
	out := dist.Normal{H: 0.7, P: 1.3}
	to := dist.MvNormalUniform(3)
	if fault := DotVectorsToWAverage(out, b, &to, work); fault != dist.NoFault {
		t.Fatal(fault)
	}
	u := drawn(rng, 3)
	check("dot to w", exponent(to, u), func() float64 {
		z := vectorDot(u, b.SampleTo(nil, rng, work))
		return out.H*z - out.P*z*z/2
	})
}

// Messages of VMP to the terms of sums: what is said of the sum, averaged over the other
// term, whose part that does not depend on this one is left out.
func TestVectorSumAverages(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 52))
	for range 30 {
		k := 1 + rng.IntN(4)
		out, other := vectorCase(rng, k), vectorCase(rng, k)
		m := other.Mean()
		u := drawn(rng, k)
		for _, c := range []struct {
			name         string
			op           func(out, other dist.MvNormal, to *dist.MvNormal, work *dist.MvWork) dist.Fault
			mine, theirs float64
		}{
			{"sum to a", SumMvNormalToAAverage, 1, 1},
			{"sum to b", SumMvNormalToBAverage, 1, 1},
			{"difference to a", DifferenceMvNormalToAAverage, 1, -1},
			{"difference to b", DifferenceMvNormalToBAverage, -1, 1},
		} {
			to := dist.MvNormalUniform(k)
			if fault := c.op(out, other, &to, nil); fault != dist.NoFault {
				t.Fatal(c.name, fault)
			}
			at, zero := make([]float64, k), make([]float64, k)
			for i := range at {
				at[i], zero[i] = c.mine*u[i]+c.theirs*m[i], c.theirs*m[i]
			}
			vectorNear(t, c.name, exponent(to, u), exponent(out, at)-exponent(out, zero), 1e-9)
		}
	}
}

// Of one component, sums and multiples of vectors are those of numbers.
func TestLinearOfOneComponent(t *testing.T) {
	rng := rand.New(rand.NewPCG(61, 62))
	work := &dist.MvWork{}
	for range 100 {
		n := func() (dist.Normal, dist.MvNormal) {
			d := dist.NormalMeanVariance(3*rng.NormFloat64(), math.Exp(2*rng.NormFloat64()))
			return d, dist.MvNormal{H: []float64{d.H}, P: []float64{d.P}}
		}
		a, va := n()
		b, vb := n()
		k := rng.NormFloat64()
		to := dist.MvNormalUniform(1)
		same := func(name string, want dist.Normal, fault dist.Fault) {
			t.Helper()
			if fault != dist.NoFault {
				t.Fatal(name, fault)
			}
			vectorNear(t, name, to.H[0], want.H, 1e-12)
			vectorNear(t, name, to.P[0], want.P, 1e-12)
		}
		SumMvNormalToOut(va, vb, &to, work)
		want, fault := SumToOut(a, b)
		same("sum", want, fault)
		DifferenceMvNormalToOut(va, vb, &to, work)
		want, fault = DifferenceToOut(a, b)
		same("difference", want, fault)
		SumMvNormalToA(va, vb, &to, work)
		want, fault = SumToA(a, b)
		same("sum to a", want, fault)
		DifferenceMvNormalToB(va, vb, &to, work)
		want, fault = DifferenceToB(a, b)
		same("difference to b", want, fault)
		DifferenceMvNormalToA(va, vb, &to, work)
		want, fault = DifferenceToA(a, b)
		same("difference to a", want, fault)
		ScaleMvNormalToOut(va, k, &to)
		same("scale", ScaleToOut(a, k), dist.NoFault)
		ScaleMvNormalToA(va, k, &to)
		back, fault := ScaleToA(a, k)
		same("scale to a", back, fault)
		LinearMapToOut([]float64{k}, va, &to, work)
		same("map", ScaleToOut(a, k), dist.NoFault)
		LinearMapToA(va, []float64{k}, &to, work)
		same("map to a", back, fault)

		g := dist.Gamma{Shape: 0.5 + rng.Float64(), Rate: rng.Float64()}
		w := dist.Wishart{Shape: g.Shape, Rate: []float64{g.Rate}}
		var ww dist.Wishart
		for _, c := range []float64{math.Abs(k), k} {
			fault := ScaleWishartToOut(w, c, &ww)
			want, wantFault := ScaleGammaToOut(g, c)
			if fault != wantFault {
				t.Errorf("wishart times %v: fault %v, want %v", c, fault, wantFault)
			}
			vectorNear(t, "wishart", ww.Rate[0], want.Rate, 1e-13)
			ScaleWishartToA(w, c, &ww)
			want, _ = ScaleGammaToA(g, c)
			vectorNear(t, "wishart to a", ww.Rate[0], want.Rate, 1e-13)
		}
	}
	to := dist.MvNormalUniform(2)
	ScaleMvNormalToOut(vectorCase(rng, 2), 0, &to)
	if !to.IsPoint() || to.H[0] != 0 || to.H[1] != 0 {
		t.Errorf("0 times a vector is %v", to)
	}
}
