package dist

import (
	"math"
	"math/rand/v2"
	"testing"
)

// randomPrecision is a well conditioned symmetric positive definite matrix.
func randomPrecision(rng *rand.Rand, k int, scale float64) []float64 {
	a, p := make([]float64, k*k), make([]float64, k*k)
	for i := range a {
		a[i] = rng.NormFloat64()
	}
	for i := range k {
		for j := range k {
			p[i*k+j] = scale * mvDot(a[i*k:i*k+k], a[j*k:j*k+k])
		}
		p[i*k+i] += scale
	}
	return p
}

func nearMatrix(t *testing.T, what string, got, want []float64, tol float64) {
	t.Helper()
	size := 0.0
	for _, v := range want {
		size = math.Max(size, math.Abs(v))
	}
	for i, v := range want {
		if !(math.Abs(got[i]-v) <= tol*size) {
			t.Errorf("%s: got %v, want %v", what, got, want)
			return
		}
	}
}

// The message times outer has the mean and covariance of the mixture.
func TestMvNormalMixture(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const k = 3
	weight := []float64{0.2, 0.5, 0.3}
	for _, scales := range [][4]float64{{1, 1, 1, 1}, {0, 1, 2, 0.5}, {1e4, 1, 1, 1}, {1, 1e3, 1e-3, 0}, {-0.01, 1, 2, 3}, {0, 1e8, 1e8, 1e8}} {
		var list [4]MvNormal
		for i, s := range scales {
			list[i] = MvNormal{H: make([]float64, k), P: randomPrecision(rng, k, s)}
			for j := range list[i].H {
				list[i].H[j] = 3 * rng.NormFloat64() * (s + 0.1)
			}
			if s == 0 {
				list[i] = MvNormalUniform(k)
			}
		}
		outer, inner := list[0], list[1:]
		mean, covariance := make([]float64, k), make([]float64, k*k)
		var parts [3][]float64
		for i, p := range inner {
			var both MvNormal
			both.SetTimes(outer, p)
			parts[i] = both.MeanTo(nil, nil)
			c := both.CovarianceTo(nil, nil)
			for j, m := range parts[i] {
				mean[j] += weight[i] * m
			}
			for j, v := range c {
				covariance[j] += weight[i] * v
			}
		}
		for i := range inner {
			for a := range k {
				for b := range k {
					covariance[a*k+b] += weight[i] * (parts[i][a] - mean[a]) * (parts[i][b] - mean[b])
				}
			}
		}
		var d, both MvNormal
		if fault := SetMvNormalMixture(&d, outer, inner, weight, nil); fault != NoFault {
			t.Errorf("%v: fault %d", scales, fault)
		}
		both.SetTimes(d, outer)
		tol := 1e-12
		if scales[1] > 1e6 {
			tol = 1e-7 // nearly points: the covariance is nearly singular
		}
		nearMatrix(t, "mean", both.MeanTo(nil, nil), mean, tol)
		nearMatrix(t, "covariance", both.CovarianceTo(nil, nil), covariance, tol)
	}
}

// Of a sharp outer the message is that of the point mass at its mean.
func TestMvNormalMixtureSharp(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const k = 3
	weight := []float64{0.4, 0.6}
	x := []float64{10, -2, 1}
	inner := []MvNormal{
		{H: []float64{1, 2, 3}, P: randomPrecision(rng, k, 1)},
		{H: []float64{-1, 0, 0.5}, P: randomPrecision(rng, k, 0.25)},
	}
	var limit, d, outer MvNormal
	if fault := SetMvNormalMixture(&limit, MvNormalPoint(x), inner, weight, nil); fault != NoFault {
		t.Fatal(fault)
	}
	for _, scale := range []float64{1e10, 1e13, 1e20} {
		if err := outer.SetMeanPrecision(x, randomPrecision(rng, k, scale), nil); err != nil {
			t.Fatal(err)
		}
		if fault := SetMvNormalMixture(&d, outer, inner, weight, nil); fault != NoFault {
			t.Fatal(fault)
		}
		tol := 1e-12 + 1e4/scale
		nearMatrix(t, "P", d.P, limit.P, tol)
		nearMatrix(t, "H", d.H, limit.H, tol)
	}
	// Points at different values, and one that outer contradicts.
	points := []MvNormal{MvNormalPoint([]float64{1, 2, 3}), MvNormalPoint([]float64{1, 2, 4})}
	if fault := SetMvNormalMixture(&d, outer, points, weight, nil); fault != NotFinite || !d.IsUniform() {
		t.Errorf("points: fault %d", fault)
	}
	if fault := SetMvNormalMixture(&d, MvNormalPoint(x), points, weight, nil); fault != Contradiction {
		t.Errorf("contradiction: fault %d", fault)
	}
	if fault := SetMvNormalMixture(&d, MvNormal{}, []MvNormal{inner[0], {}}, weight, nil); fault != Improper {
		t.Errorf("improper: fault %d", fault)
	}
	work := NewMvWork(k)
	if n := testing.AllocsPerRun(5, func() { SetMvNormalMixture(&d, outer, inner, weight, work) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// The message times outer has the mean and the mean log determinant of the mixture.
func TestWishartMixture(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	const k = 3
	weight := []float64{0.2, 0.5, 0.3}
	for _, shapes := range [][4]float64{{5, 3, 7, 4}, {2, 3, 7, 4}, {5000, 3, 7, 4}, {2, 3000, 7000, 4000}, {10, 1e6, 2, 2}, {1e8, 3, 7, 4}} {
		var list [4]Wishart
		for i, s := range shapes {
			list[i] = Wishart{Shape: s, Rate: randomPrecision(rng, k, s/5)}
			if s == 2 {
				list[i] = WishartUniform(k)
			}
		}
		outer, inner := list[0], list[1:]
		mean, logDet := make([]float64, k*k), 0.0
		for i, p := range inner {
			var both Wishart
			both.SetTimes(outer, p)
			for j, v := range both.MeanTo(nil, nil) {
				mean[j] += weight[i] * v
			}
			logDet += weight[i] * both.MeanLogDet(nil)
		}
		var d, both Wishart
		if fault := SetWishartMixture(&d, outer, inner, weight, nil); fault != NoFault {
			t.Errorf("%v: fault %d", shapes, fault)
		}
		both.SetTimes(d, outer)
		nearMatrix(t, "mean", both.MeanTo(nil, nil), mean, 1e-12)
		nearMatrix(t, "mean log det", []float64{both.MeanLogDet(nil), 10}, []float64{logDet, 10}, 1e-13)
	}
}

func TestWishartMixtureSharp(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	const k = 3
	weight := []float64{0.4, 0.6}
	x := randomPrecision(rng, k, 1)
	inner := []Wishart{{Shape: 3, Rate: randomPrecision(rng, k, 0.5)}, {Shape: 2.5, Rate: randomPrecision(rng, k, 1)}}
	var limit, d, outer Wishart
	if fault := SetWishartMixture(&limit, WishartPoint(x), inner, weight, nil); fault != NoFault {
		t.Fatal(fault)
	}
	for _, df := range []float64{1e8, 1e11, 1e14} {
		scale := make([]float64, k*k)
		for i, v := range x {
			scale[i] = v / df
		}
		if err := outer.SetDfScale(df, scale, nil); err != nil {
			t.Fatal(err)
		}
		if fault := SetWishartMixture(&d, outer, inner, weight, nil); fault != NoFault {
			t.Fatal(fault)
		}
		tol := 1e-9 + 1e5/df
		nearMatrix(t, "shape", []float64{d.Shape}, []float64{limit.Shape}, tol)
		nearMatrix(t, "rate", d.Rate, limit.Rate, tol)
	}
	if fault := SetWishartMixture(&d, WishartPoint(x), []Wishart{WishartPoint(inner[0].Rate), inner[1]}, weight, nil); fault != NoFault || d.Shape != inner[1].Shape {
		t.Errorf("left out: %v, fault %d", d, fault)
	}
	if fault := SetWishartMixture(&d, Wishart{}, []Wishart{inner[0], {}}, weight, nil); fault != Improper {
		t.Errorf("improper: fault %d", fault)
	}
	// A point mass among the parts: means x and that of the other, log determinants
	// likewise.
	if fault := SetWishartMixture(&d, outer, []Wishart{WishartPoint(x), inner[1]}, weight, nil); fault != NoFault {
		t.Errorf("point: fault %d", fault)
	}
	work := NewMvWork(k)
	if n := testing.AllocsPerRun(5, func() { SetWishartMixture(&d, outer, inner, weight, work) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
