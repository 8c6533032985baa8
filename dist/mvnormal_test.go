package dist

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"
)

// mvOf is the normal of size 1 that n is.
func mvOf(n Normal) MvNormal {
	if n.IsPoint() {
		return MvNormalPoint([]float64{n.H})
	}
	return MvNormal{H: []float64{n.H}, P: []float64{n.P}}
}

// sameMv tells whether two normals are equal to the last digit.
func sameMv(a, b MvNormal) bool {
	return a.Point == b.Point && distAllEqual(a.H, b.H) && distAllEqual(a.P, b.P)
}

// Of size 1 it is a normal, to 1e-14.
func TestMvNormalOfOneIsNormal(t *testing.T) {
	const tolerance = 1e-14
	w := NewMvWork(1)
	normals := []Normal{
		{0.5, 1}, {2, 4}, {1e6, 1}, {1000001, 1}, {-1e6, 1}, {3e12, 1e12}, {2e-12, 1e-12}, {0.3, -0.5}, {2, 0.5}, {1.5, 0},
		{-1e-9, -1e-15}, {0, 3}, {}, NormalPoint(3), NormalPoint(-1.25), NormalMeanVariance(1e9, 1e-12), NormalMeanVariance(-40, 1e12),
	}
	for _, n := range normals {
		d := mvOf(n)
		if n.IsProper() {
			want(t, n.String()+" mean", d.MeanTo(nil, w)[0], n.Mean(), tolerance)
		} else if m := d.MeanTo(nil, w)[0]; m == m {
			t.Errorf("%v: mean %v", n, m)
		}
		v := n.Variance()
		if n.P == 0 {
			v = math.NaN() // a variance has no meaning with a singular precision
		}
		if got := d.VarianceTo(nil, w)[0]; !(got != got && v != v) && !(math.Abs(got-v) <= tolerance*v) {
			t.Errorf("%v: variance %v, want %v", n, got, v)
		}
		for _, x := range []float64{0, 1, 3, -1.25, 40, 1e6} {
			got, wanted := d.LogProbIn([]float64{x}, w), n.LogProb(x)
			if got == got || wanted == wanted {
				want(t, n.String()+" log prob", got, wanted, tolerance)
			}
		}
		if d.IsProper(w) != n.IsProper() || d.IsUniform() != n.IsUniform() || d.IsPoint() != n.IsPoint() {
			t.Errorf("%v: proper %v, uniform %v, point %v", n, d.IsProper(w), d.IsUniform(), d.IsPoint())
		}
		for _, m := range normals {
			e := mvOf(m)
			got, wanted := d.LogIntegral(e, w), n.LogIntegral(m)
			if got == got || wanted == wanted {
				want(t, n.String()+" "+m.String()+" log integral", got, wanted, tolerance)
			}
			if got, wanted := d.Change(e, w), n.Change(m); got != wanted && !(math.Abs(got-wanted) <= tolerance*wanted) {
				t.Errorf("%v, %v: change %v, want %v", n, m, got, wanted)
			}
			var s MvNormal
			if s.SetTimes(d, e); !(sameMv(s, mvOf(n.Times(m))) || !n.Times(m).IsFinite() && !s.IsFinite()) {
				t.Errorf("%v times %v: %v", n, m, s)
			}
			if s.SetDamp(d, e, 0.25); !sameMv(s, mvOf(n.Damp(m, 0.25))) {
				t.Errorf("%v damped from %v: %v", n, m, s)
			}
		}
	}
}

// mvPair is a normal of size 2 with its parameters by name.
type mvPair struct{ m1, m2, v1, v2, c float64 }

func (p mvPair) normal(t *testing.T) MvNormal {
	t.Helper()
	d, err := MvNormalMeanCovariance([]float64{p.m1, p.m2}, []float64{p.v1, p.c, p.c, p.v2})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// plane integrates f over the plane about a center, in steps of the given scale:
// the trapezoidal rule, exact for what falls off like a normal.
func plane(center []float64, scale1, scale2 float64, f func(x []float64) float64) float64 {
	const n, reach = 60, 9.0
	sum, x := 0.0, make([]float64, 2)
	for i := -n; i <= n; i++ {
		for j := -n; j <= n; j++ {
			x[0], x[1] = center[0]+scale1*reach*float64(i)/n, center[1]+scale2*reach*float64(j)/n
			sum += f(x)
		}
	}
	return sum * scale1 * scale2 * (reach / n) * (reach / n)
}

func TestMvNormalOfTwoByIntegration(t *testing.T) {
	w := NewMvWork(2)
	pairs := []mvPair{{0, 0, 1, 1, 0}, {3, -2, 4, 1, 1.5}, {100, 50, 0.01, 9, -0.2}}
	for _, p := range pairs {
		d := p.normal(t)
		mean, covariance := d.MeanTo(nil, w), d.CovarianceTo(nil, w)
		wantVector(t, "mean", mean, []float64{p.m1, p.m2}, 1e-14)
		wantVector(t, "covariance", covariance, []float64{p.v1, p.c, p.c, p.v2}, 1e-14)
		wantVector(t, "variance", d.VarianceTo(nil, w), []float64{p.v1, p.v2}, 1e-14)
		average := func(g func(x []float64) float64) float64 {
			return plane(mean, math.Sqrt(p.v1), math.Sqrt(p.v2), func(x []float64) float64 { return g(x) * math.Exp(d.LogProbIn(x, w)) })
		}
		want(t, "total", average(func([]float64) float64 { return 1 }), 1, 1e-12)
		want(t, "mean", average(func(x []float64) float64 { return x[0] }), p.m1, 1e-12)
		want(t, "covariance", average(func(x []float64) float64 { return (x[0] - p.m1) * (x[1] - p.m2) }), p.c, 1e-12)
		want(t, "entropy", average(func(x []float64) float64 { return -d.LogProbIn(x, w) }), d.Entropy(w), 1e-12)
		n := d.Dot([]float64{2, -1}, w)
		want(t, "mean of a dot product", n.Mean(), 2*p.m1-p.m2, 1e-14)
		want(t, "variance of a dot product", n.Variance(), 4*p.v1+p.v2-4*p.c, 1e-13)
		want(t, "marginal", d.MarginalIn(1, w).Variance(), p.v2, 1e-14)
		var tilt MvNormal // of rank one, and a slope across it
		tilt.Set(MvNormalUniform(2))
		tilt.AddDot([]float64{0.5, 2}, Normal{1, 0.25})
		tilt.H[0] += 0.75
		dent := MvNormal{H: []float64{0.1, 0.2}, P: []float64{0.05, 0.01, 0.01, -0.03}}
		for _, e := range []MvNormal{pairs[0].normal(t), pairs[1].normal(t), MvNormalMeanVariance([]float64{99, 49}, []float64{4, 3}), tilt, dent, MvNormalUniform(2)} {
			scale := func(x []float64) float64 {
				if e.IsProper(w) {
					return e.LogProbIn(x, w)
				}
				return e.H[0]*x[0] + e.H[1]*x[1] - (e.P[0]*x[0]*x[0]+2*e.P[1]*x[0]*x[1]+e.P[3]*x[1]*x[1])/2
			}
			var s MvNormal
			s.SetTimes(d, e)
			if !s.IsProper(w) {
				t.Fatalf("%v times %v is improper", d, e)
			}
			sv, center := s.VarianceTo(nil, w), s.MeanTo(nil, w)
			at := scale(center) + d.LogProbIn(center, w)
			wanted := at + math.Log(plane(center, math.Sqrt(sv[0]), math.Sqrt(sv[1]), func(x []float64) float64 {
				return math.Exp(d.LogProbIn(x, w) + scale(x) - at)
			}))
			want(t, d.String()+" "+e.String()+" log integral", d.LogIntegral(e, w), wanted, 1e-11)
			want(t, "the same the other way round", e.LogIntegral(d, w), wanted, 1e-11)
		}
	}
	var a, b MvNormal
	a.Set(MvNormalUniform(2))
	b.Set(a)
	a.AddDot([]float64{1, 2}, NormalMeanPrecision(3, 0.5))
	b.AddDot([]float64{1, -1}, NormalMeanPrecision(-1, 2))
	// (x1+2 x2-3)/... and x1-x2 are independent normals, with Jacobian 3.
	wanted := math.Log(2*math.Pi/math.Sqrt(0.5*2)/3) + 0.5*9/2 + 2.0/2
	want(t, "two improper messages", a.LogIntegral(b, w), wanted, 1e-14)
}

// Messages of rank one add up before any inverse, and are improper until they are
// as many as the size.
func TestMvNormalRankOneMessages(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for _, k := range []int{1, 2, 5, 20, 70} {
		d, w := MvNormalUniform(k), NewMvWork(k)
		truth, a := make([]float64, k), make([]float64, k)
		for i := range truth {
			truth[i] = rng.NormFloat64()
		}
		for n := range 2 * k {
			if d.IsProper(w) != (n >= k) {
				t.Fatalf("size %d after %d messages: proper %v", k, n, d.IsProper(w))
			}
			for i := range a {
				a[i] = rng.NormFloat64()
			}
			d.AddDot(a, NormalMeanPrecision(mvDot(a, truth), 1e4))
		}
		mean := d.MeanTo(nil, w)
		for i, m := range mean {
			if math.Abs(m-truth[i]) > 1e-12 {
				t.Errorf("size %d: mean %v is %v, want %v", k, i, m, truth[i])
			}
		}
		for i := range k {
			for j := range i {
				if d.P[i*k+j] != d.P[j*k+i] {
					t.Fatalf("size %d: not symmetric", k)
				}
			}
		}
	}
}

// hilbert is the Hilbert matrix times a number that makes every entry whole, and
// its inverse, exact in float64: condition 1.7e13 at size 10.
func hilbert(k int, scale float64) (matrix, inverse []float64) {
	binomial := func(n, r int) float64 {
		b := 1.0
		for i := range r {
			b = b * float64(n-i) / float64(i+1)
		}
		return b
	}
	for i := 1; i <= k; i++ {
		for j := 1; j <= k; j++ {
			sign := 1 - 2*float64((i+j)%2)
			b := binomial(i+j-2, i-1)
			matrix = append(matrix, scale/float64(i+j-1))
			inverse = append(inverse, sign*float64(i+j-1)*binomial(k+i-1, k-j)*binomial(k+j-1, k-i)*b*b/scale)
		}
	}
	return matrix, inverse
}

func TestMvNormalIllConditioned(t *testing.T) {
	// 360360 is the least common multiple of 1..15, 232792560 of 1..19.
	for k, scale := range map[int]float64{4: 420, 7: 360360, 8: 360360, 9: 12252240, 10: 232792560} {
		p, v := hilbert(k, scale)
		w, mean, h := NewMvWork(k), make([]float64, k), make([]float64, k)
		for i := range mean {
			mean[i] = float64(i%3) - 1
			for j := range mean {
				h[i] += p[i*k+j] * (float64(j%3) - 1) // whole numbers: exact
			}
		}
		d := MvNormal{H: h, P: p}
		for i, m := range d.MeanTo(nil, w) {
			want(t, "mean", m, mean[i], 1e-15)
		}
		wantVector(t, "covariance", d.CovarianceTo(nil, w), v, 1e-13)
		made, err := MvNormalMeanPrecision(mean, p)
		if err != nil || !sameMv(made, d) {
			t.Errorf("size %d: %v, %v", k, made, err)
		}
		// 1e12 between variances is no matter, with any covariance.
		for i := range k {
			for j := range k {
				f := math.Pow(2, float64(40*(i%2)+40*(j%2)))
				d.P[i*k+j] *= f
				v[i*k+j] /= f
			}
		}
		wantVector(t, "scaled covariance", d.CovarianceTo(nil, w), v, 1e-13)
	}
	// A mean and a covariance of condition 1e12 come back.
	v, _ := hilbert(9, 1)
	mean := []float64{1, -2, 3, 0.5, 100, -7, 0.25, 4, 1e-3}
	w := NewMvWork(9)
	d, err := MvNormalMeanCovariance(mean, v)
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range d.MeanTo(nil, w) {
		if math.Abs(m-mean[i]) > 1e-3*math.Sqrt(v[i*9+i]) {
			t.Errorf("mean[%d] = %v, want %v", i, m, mean[i])
		}
	}
	for i, c := range d.CovarianceTo(nil, w) {
		if math.Abs(c-v[i]) > 1e-3 {
			t.Errorf("covariance[%d] = %v, want %v", i, c, v[i])
		}
	}
	if got, wanted := d.LogProbIn(mean, w), -d.Entropy(w)+4.5; math.Abs(got-wanted) > 1e-3 {
		t.Errorf("log density at the mean %v, want %v", got, wanted)
	}
}

func TestMvNormalErrors(t *testing.T) {
	for _, c := range []struct {
		covariance         []float64
		row, column, minor int
		text               string
	}{
		{[]float64{1, 2, 3, 4}, 0, 1, 0, "covariance is not symmetric: [0][1] is 2, but [1][0] is 3"},
		{[]float64{1, 2, 2, 1}, -1, -1, 2, "covariance is not positive definite: its leading minor of size 2 is not positive"},
		{[]float64{0, 0, 0, 1}, -1, -1, 1, "covariance is not positive definite: its leading minor of size 1 is not positive"},
		{[]float64{1, 1, 1, 1}, -1, -1, 2, "covariance is not positive definite: its leading minor of size 2 is not positive"},
		{[]float64{1, math.NaN(), 0, 1}, 0, 1, 0, "covariance is not finite: [0][1] is NaN"},
		{[]float64{1, 0, 0, math.Inf(1)}, 1, 1, 0, "covariance is not finite: [1][1] is +Inf"},
		{[]float64{1, 0, 0}, -1, -1, 0, "covariance has 3 entries, but 2 rows of 2 have 4"},
	} {
		d, err := MvNormalMeanCovariance([]float64{1, 2}, c.covariance)
		var e *MatrixError
		if !errors.As(err, &e) || e.Row != c.row || e.Column != c.column || e.Minor != c.minor || e.Error() != c.text {
			t.Errorf("%v: %v", c.covariance, err)
		}
		if d.IsFinite() {
			t.Errorf("%v: %v", c.covariance, d)
		}
	}
	if _, err := MvNormalMeanPrecision([]float64{1}, []float64{-1}); err == nil || err.Error() != "precision is not positive definite: its leading minor of size 1 is not positive" {
		t.Errorf("%v", err)
	}
	if _, err := MvNormalMeanCovariance([]float64{1, math.NaN()}, []float64{1, 0, 0, 1}); err == nil || err.Error() != "mean[1] is NaN" {
		t.Errorf("%v", err)
	}
	if _, err := MatrixOfRows("covariance", [][]float64{{1, 0}, {1}}); err == nil || err.Error() != "covariance is not square: [1] has length 1, but there are 2 rows" {
		t.Errorf("%v", err)
	}
	if x, err := MatrixOfRows("covariance", [][]float64{{1, 2}, {3, 4}}); err != nil || !distAllEqual(x, []float64{1, 2, 3, 4}) {
		t.Errorf("%v, %v", x, err)
	}
	// Rounding across the diagonal is no error.
	if d, err := MvNormalMeanCovariance([]float64{1, 2}, []float64{1, 0.5, 0.5 + 1e-15, 1}); err != nil || d.P[1] != d.P[2] {
		t.Errorf("%v, %v", d, err)
	}
	if d, err := MvNormalMeanCovariance([]float64{1, 2}, make([]float64, 4)); err != nil || !sameMv(d, MvNormalPoint([]float64{1, 2})) {
		t.Errorf("%v, %v", d, err)
	}
}
