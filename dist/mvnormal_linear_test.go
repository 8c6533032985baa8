package dist

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// linearCase is a matrix, a noise precision and a normal to be mapped.
func linearCase(rng *rand.Rand, rows, columns int) (a *mat.Dense, w *mat.SymDense, p *mat.SymDense, h []float64) {
	a = mat.NewDense(rows, columns, nil)
	for i := range rows {
		for j := range columns {
			a.Set(i, j, rng.NormFloat64())
		}
	}
	definite := func(k int) *mat.SymDense {
		b := mat.NewDense(k, k, nil)
		for i := range k {
			for j := range k {
				b.Set(i, j, rng.NormFloat64())
			}
		}
		s := mat.NewSymDense(k, nil)
		s.SymOuterK(math.Exp(rng.NormFloat64()), b)
		for i := range k {
			s.SetSym(i, i, s.At(i, i)+0.3)
		}
		return s
	}
	h = make([]float64, columns)
	for i := range h {
		h[i] = 3 * rng.NormFloat64()
	}
	return a, definite(rows), definite(columns), h
}

func symmetricData(s mat.Symmetric) []float64 {
	k := s.SymmetricDim()
	out := make([]float64, 0, k*k)
	for i := range k {
		for j := range k {
			out = append(out, s.At(i, j))
		}
	}
	return out
}

func nearLinear(t *testing.T, name string, got, want []float64, tolerance float64) {
	t.Helper()
	size := 0.0
	for _, v := range want {
		size = math.Max(size, math.Abs(v))
	}
	for i, v := range want {
		if !(math.Abs(got[i]-v) <= tolerance*size) {
			t.Errorf("%s[%d] is %v, want %v", name, i, got[i], v)
		}
	}
}

// A x + e against A V A' + W^-1 calculated with inverses, for every shape of A; and the
// message about x of one about A x.
func TestSetLinearConvolved(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for n := range 200 {
		rows, columns := 1+rng.IntN(5), 1+rng.IntN(5)
		a, w, p, h := linearCase(rng, rows, columns)
		matrix := a.RawMatrix().Data
		var work *MvWork
		if n%2 == 0 {
			work = &MvWork{}
		}
		x := MvNormal{H: h, P: symmetricData(p)}
		mean, covariance := make([]float64, columns), make([]float64, columns*columns)
		x.Moments(mean, covariance, work)
		var av, s mat.Dense
		v := mat.NewDense(columns, columns, covariance)
		av.Mul(a, v)
		s.Mul(&av, a.T())
		var m mat.VecDense
		m.MulVec(a, mat.NewVecDense(columns, mean))

		if rows <= columns {
			var d MvNormal
			if fault := SetLinear(&d, matrix, rows, x, work); fault != NoFault {
				t.Fatalf("no distribution of A x: %v", fault)
			}
			nearLinear(t, "mean of A x", d.MeanTo(nil, nil), m.RawVector().Data, 1e-9)
			nearLinear(t, "covariance of A x", d.CovarianceTo(nil, nil), s.RawMatrix().Data, 1e-9)
		}
		var wi mat.Dense
		if err := wi.Inverse(w); err != nil {
			t.Fatal(err)
		}
		s.Add(&s, &wi)
		var d MvNormal
		if !SetLinearConvolved(&d, matrix, x, symmetricData(w), work) {
			t.Fatal("no distribution of A x + e")
		}
		nearLinear(t, "mean of A x + e", d.MeanTo(nil, nil), m.RawVector().Data, 1e-9)
		nearLinear(t, "covariance of A x + e", d.CovarianceTo(nil, nil), s.RawMatrix().Data, 1e-9)

		point := MvNormalPoint(mean)
		if !SetLinearConvolved(&d, matrix, point, symmetricData(w), work) {
			t.Fatal("no distribution of A x + e, x known")
		}
		nearLinear(t, "covariance of noise", d.P, symmetricData(w), 0)

		// What is said of A x, said of x: log density of one is that of the other.
		var back MvNormal
		y := MvNormal{H: make([]float64, rows), P: symmetricData(w)}
		for i := range y.H {
			y.H[i] = rng.NormFloat64()
		}
		if !SetLinearOf(&back, matrix, columns, y, work) {
			t.Fatal("no message")
		}
		u := make([]float64, columns)
		for i := range u {
			u[i] = rng.NormFloat64()
		}
		var au mat.VecDense
		au.MulVec(a, mat.NewVecDense(columns, u))
		exponent := func(d MvNormal, x []float64) float64 {
			e := 0.0
			for i := range x {
				e += d.H[i] * x[i]
				for j := range x {
					e -= x[i] * d.P[i*len(x)+j] * x[j] / 2
				}
			}
			return e
		}
		if got, want := exponent(back, u), exponent(y, au.RawVector().Data); math.Abs(got-want) > 1e-10*(1+math.Abs(want)) {
			t.Errorf("log of the message about x is %v, want %v", got, want)
		}
	}
}

// With a precision that is singular, or all 0 in some direction, the result is the limit
// of ever wider distributions.
func TestSetLinearConvolvedOfSingular(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 50 {
		rows, columns := 3, 2
		a, w, _, _ := linearCase(rng, rows, columns)
		v := []float64{rng.NormFloat64(), rng.NormFloat64()}
		x := MvNormalUniform(columns)
		x.AddDot(v, Normal{H: rng.NormFloat64(), P: 1 + rng.Float64()})
		var d, near MvNormal
		if !SetLinearConvolved(&d, a.RawMatrix().Data, x, symmetricData(w), nil) {
			t.Fatal("no distribution of a singular one")
		}
		const tiny = 1e-7
		x.P[0] += tiny
		x.P[3] += tiny
		if !SetLinearConvolved(&near, a.RawMatrix().Data, x, symmetricData(w), nil) {
			t.Fatal("no distribution of a wide one")
		}
		nearLinear(t, "P", d.P, near.P, 1e-5)
		nearLinear(t, "H", d.H, near.H, 1e-5)
	}
	// Nothing is known of x, and A has fewer rows: nothing is said of A x + e.
	var d MvNormal
	if SetLinearConvolved(&d, []float64{1, 1}, MvNormalUniform(2), []float64{1}, nil) {
		t.Errorf("%v of what is not bounded", d)
	}
	// Two rows that are one.
	if fault := SetLinear(&d, []float64{1, 1, 1, 1}, 2, MvNormal{H: []float64{0, 0}, P: []float64{1, 0, 0, 1}}, nil); fault != NotFinite {
		t.Errorf("fault %v of a map without an inverse", fault)
	}
	if fault := SetLinear(&d, []float64{1, 1}, 1, MvNormal{H: []float64{0, 0}, P: []float64{1, 0, 0, 0}}, nil); fault != Improper {
		t.Errorf("fault %v of an improper vector", fault)
	}
}

// Widths apart by 12 orders: the precision of the sum keeps its digits.
func TestSetLinearConvolvedOfWidths(t *testing.T) {
	for _, v := range []float64{1e-12, 1e-6, 1, 1e6, 1e12} {
		for _, e := range []float64{1e-12, 1e-6, 1, 1e6, 1e12} {
			x := MvNormal{H: []float64{3 / v, 0}, P: []float64{1 / v, 0, 0, 1 / v}}
			var d MvNormal
			if !SetLinearConvolved(&d, []float64{2, 0, 0, 2}, x, []float64{1 / e, 0, 0, 1 / e}, nil) {
				t.Errorf("variances %v and %v: none", v, e)
				continue
			}
			want := 1 / (4*v + e)
			nearLinear(t, "P", d.P, []float64{want, 0, 0, want}, 1e-14)
			nearLinear(t, "H", d.H, []float64{6 * want, 0}, 1e-14)
		}
	}
}

// Sums and differences against moments, of points and of singular messages.
func TestSetSum(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	work := &MvWork{}
	for range 100 {
		k := 1 + rng.IntN(4)
		_, p, q, h := linearCase(rng, k, k)
		a, b := MvNormal{H: h, P: symmetricData(p)}, MvNormal{H: make([]float64, k), P: symmetricData(q)}
		for i := range b.H {
			b.H[i] = rng.NormFloat64()
		}
		for _, sign := range []float64{1, -1} {
			var d MvNormal
			if !SetSum(&d, a, b, sign, work) {
				t.Fatal("no sum")
			}
			mean, covariance := a.MeanTo(nil, nil), a.CovarianceTo(nil, nil)
			for i, m := range b.MeanTo(nil, nil) {
				mean[i] += sign * m
			}
			for i, v := range b.CovarianceTo(nil, nil) {
				covariance[i] += v
			}
			nearLinear(t, "mean", d.MeanTo(nil, nil), mean, 1e-9)
			nearLinear(t, "covariance", d.CovarianceTo(nil, nil), covariance, 1e-9)

			at := MvNormalPoint(b.H)
			SetSum(&d, a, at, sign, work)
			mean = a.MeanTo(nil, nil)
			for i, m := range b.H {
				mean[i] += sign * m
			}
			nearLinear(t, "mean", d.MeanTo(nil, nil), mean, 1e-9)
			nearLinear(t, "precision", d.P, a.P, 0)
			SetSum(&d, at, a, sign, work)
			for i, m := range a.MeanTo(nil, nil) {
				mean[i] = b.H[i] + sign*m
			}
			nearLinear(t, "mean", d.MeanTo(nil, nil), mean, 1e-9)
			SetSum(&d, at, at, sign, work)
			if !d.Point || d.H[0] != b.H[0]+sign*b.H[0] {
				t.Errorf("two points: %v", d)
			}
		}
		// Of rank one, the sum with a proper one has rank one.
		v := make([]float64, k)
		v[0] = 2
		one := MvNormalUniform(k)
		one.AddDot(v, Normal{H: 1, P: 3})
		var d MvNormal
		if !SetSum(&d, one, a, 1, work) {
			t.Fatal("no sum with one of rank one")
		}
		m, s := a.MeanTo(nil, nil), a.CovarianceTo(nil, nil)
		precision := 1 / (1/12. + s[0])
		nearLinear(t, "precision", d.P[:1], []float64{precision}, 1e-9)
		nearLinear(t, "H", d.H[:1], []float64{precision * (2/12. + m[0])}, 1e-9)
	}
}

// Maps and sums allocate nothing once the memory is there.
func TestLinearAllocatesNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	a, w, p, h := linearCase(rng, 3, 5)
	x := MvNormal{H: h, P: symmetricData(p)}
	matrix, noise := a.RawMatrix().Data, symmetricData(w)
	work := &MvWork{}
	var d, e, f MvNormal
	run := func() {
		SetLinear(&d, matrix, 3, x, work)
		SetLinearConvolved(&e, matrix, x, noise, work)
		SetLinearOf(&f, matrix, 5, e, work)
		SetSum(&d, d, e, 1, work)
		work.Zeros(4)
	}
	run()
	if n := testing.AllocsPerRun(20, run); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
