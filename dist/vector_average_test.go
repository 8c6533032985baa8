package dist

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Of one row, and of two probabilities, averages are those of the scalar families.
func TestAveragesOfOneRow(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	for range 200 {
		e := func() float64 { return math.Exp(4 * rng.NormFloat64()) }
		p, q := NormalMeanVariance(rng.NormFloat64(), e()), NormalMeanVariance(rng.NormFloat64(), e())
		vp, vq := MvNormal{H: []float64{p.H}, P: []float64{p.P}}, MvNormal{H: []float64{q.H}, P: []float64{q.P}}
		closeTo(t, "normal", vp.MeanLogProb(vq, nil), p.MeanLogProb(q), 1e-11)
		g, h := Gamma{e(), e()}, Gamma{e(), e()}
		closeTo(t, "wishart", Wishart{Shape: g.Shape, Rate: []float64{g.Rate}}.MeanLogProb(Wishart{Shape: h.Shape, Rate: []float64{h.Rate}}, nil), g.MeanLogProb(h), 1e-9)
		a, b := Beta{e(), e()}, Beta{e(), e()}
		closeTo(t, "dirichlet", Dirichlet{A: []float64{a.A, a.B}}.MeanLogProb(Dirichlet{A: []float64{b.A, b.B}}), a.MeanLogProb(b), 1e-9)
	}
}

func closeTo(t *testing.T, name string, got, want, tolerance float64) {
	t.Helper()
	if got != want && !(math.Abs(got-want) <= tolerance*(1+math.Abs(want))) {
		t.Errorf("%s: %v, want %v", name, got, want)
	}
}

// What pooled counts add, by sums of log gammas and digammas.
func TestDirichletTilts(t *testing.T) {
	d, tilt := Dirichlet{A: []float64{0.5, 2, 3}}, Dirichlet{A: []float64{1, 4, 6}}
	lg := func(x float64) float64 { l, _ := math.Lgamma(x); return l }
	want := lg(5.5) - lg(13.5) + lg(5) - lg(2) + lg(8) - lg(3)
	closeTo(t, "log tilt", d.LogTilt(tilt), want, 1e-13)
	meanLog := d.MeanLog(nil)
	closeTo(t, "mean log tilt", d.MeanLogTilt(tilt), 3*meanLog[1]+5*meanLog[2], 1e-14)
	point := DirichletPoint([]float64{0, 0.25, 0.75})
	closeTo(t, "at a point", point.LogTilt(tilt), 3*math.Log(0.25)+5*math.Log(0.75), 1e-15)
	closeTo(t, "uniform", d.LogTilt(DirichletUniform(3)), 0, 1e-14)
	if x := d.LogTilt(Dirichlet{A: []float64{-5, 1, 1}}); !math.IsNaN(x) {
		t.Errorf("an improper product has the integral %v", x)
	}
}

// randomDefinite draws a positive definite matrix of a scale.
func randomDefinite(rng *rand.Rand, k int, scale float64) *mat.SymDense {
	a := mat.NewDense(k, k, nil)
	for i := range k {
		for j := range k {
			a.Set(i, j, rng.NormFloat64())
		}
	}
	var s mat.Dense
	s.Mul(a, a.T())
	out := mat.NewSymDense(k, nil)
	for i := range k {
		for j := range k {
			out.SetSym(i, j, scale*(s.At(i, j)+s.At(j, i))/2)
		}
		out.SetSym(i, i, out.At(i, i)+scale/4)
	}
	return out
}

// fullMatrix is a symmetric matrix row by row.
func fullMatrix(s *mat.SymDense) []float64 { return mat.DenseCopyOf(s).RawMatrix().Data }

// Covariances add where normals do, also where one of the two is far more precise.
func TestConvolved(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, scale := range []float64{1, 1e-10, 1e10} {
		const k = 3
		q, p := randomDefinite(rng, k, scale), randomDefinite(rng, k, 1)
		mean := []float64{1, -2, 0.5}
		a, err := MvNormalMeanPrecision(mean, fullMatrix(q))
		if err != nil {
			t.Fatal(err)
		}
		var got MvNormal
		if !got.SetConvolved(a, fullMatrix(p), nil) {
			t.Fatal("not convolved")
		}
		var vq, vp, sum, want mat.Dense
		for _, err := range []error{vq.Inverse(q), vp.Inverse(p)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		sum.Add(&vq, &vp)
		if err := want.Inverse(&sum); err != nil {
			t.Fatal(err)
		}
		for i := range k {
			for j := range k {
				closeTo(t, "precision", got.P[i*k+j]/math.Sqrt(want.At(i, i)*want.At(j, j)), want.At(i, j)/math.Sqrt(want.At(i, i)*want.At(j, j)), 1e-10)
			}
		}
		for i, m := range got.MeanTo(nil, nil) {
			closeTo(t, "mean", m, mean[i], 1e-10)
		}
	}
	// What has rank one keeps it: the message about a dot product.
	one := MvNormalUniform(2)
	one.AddDot([]float64{1, 2}, Normal{H: 3, P: 4})
	var got MvNormal
	if !got.SetConvolved(one, []float64{1, 0, 0, 1}, nil) {
		t.Fatal("rank one")
	}
	// dot has variance 1/4, and 5 more.
	want := MvNormalUniform(2)
	want.AddDot([]float64{1, 2}, NormalMeanVariance(0.75, 5.25))
	for i := range want.P {
		closeTo(t, "rank one", got.P[i], want.P[i], 1e-14)
	}
	closeTo(t, "rank one", got.H[0], want.H[0], 1e-14)
}

// The wishart of a mean and a mean log determinant has these, from shapes next to
// the least to large ones.
func TestWishartMeanLogDet(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, k := range []int{1, 2, 4} {
		for _, above := range []float64{1e-3, 0.1, 1, 30, 1e4} {
			w := Wishart{Shape: float64(k-1)/2 + above, Rate: fullMatrix(randomDefinite(rng, k, 2))}
			var got Wishart
			if !got.SetMeanLogDet(w.MeanTo(nil, nil), w.MeanLogDet(nil), nil) {
				t.Errorf("k %d, shape %v: none", k, w.Shape)
				continue
			}
			// The shape is as well known as the gap between two logs.
			closeTo(t, "shape", got.Shape/w.Shape, 1, 1e-14*(1+w.Shape)+1e-11)
			closeTo(t, "mean log det", got.MeanLogDet(nil), w.MeanLogDet(nil), 1e-10)
			for i, m := range got.MeanTo(nil, nil) {
				closeTo(t, "mean", m, w.MeanTo(nil, nil)[i], 1e-9)
			}
		}
	}
	var got Wishart
	if got.SetMeanLogDet([]float64{1, 0, 0, 1}, 0.5, nil) || got.IsFinite() {
		t.Errorf("log determinant above that of the mean: %v", got)
	}
}
