package mcmc

import (
	"fmt"
	"math"
	"testing"

	"mpc/dist"
	"mpc/special"
)

// correlated is a positive definite matrix of k rows.
func correlated(k int) []float64 {
	a := make([]float64, k*k)
	for i := range k {
		for j := range k {
			a[i*k+j] = math.Pow(0.6, math.Abs(float64(i-j))) * float64(1+i%3) * float64(1+j%3)
		}
	}
	return a
}

func TestCholesky(t *testing.T) {
	for _, k := range []int{1, 2, 7, 24, 25, 60} {
		a := correlated(k)
		l := make([]float64, k*k)
		if !Cholesky(l, a, k) {
			t.Fatalf("size %d has no factor", k)
		}
		same := correlated(k)
		if !Cholesky(same, same, k) {
			t.Fatalf("size %d has no factor in its place", k)
		}
		for i := range k {
			for j := range i + 1 {
				x := 0.0
				for n := range j + 1 {
					x += l[i*k+n] * l[j*k+n]
				}
				if math.Abs(x-a[i*k+j]) > 1e-13*9 || same[i*k+j] != l[i*k+j] {
					t.Fatalf("size %d: [%d][%d] is %v, not %v", k, i, j, x, a[i*k+j])
				}
			}
		}
		a[k*k-1] = -1
		if Cholesky(l, a, k) {
			t.Errorf("an indefinite matrix of size %d has a factor", k)
		}
		for i := range a {
			a[i] = 1 // singular, but for one row
		}
		if k > 1 && Cholesky(l, a, k) {
			t.Errorf("a singular matrix of size %d has a factor", k)
		}
	}
}

func TestDrawMvNormal(t *testing.T) {
	s := NewStream(4, 1)
	for _, k := range []int{1, 3, 30} {
		precision, h, factor, x := correlated(k), make([]float64, k), make([]float64, k*k), make([]float64, k)
		for i := range h {
			h[i] = float64(i) - 1
		}
		d, err := dist.MvNormalMeanPrecision(make([]float64, k), precision)
		if err != nil {
			t.Fatal(err)
		}
		copy(d.H, h)
		mean, covariance := make([]float64, k), make([]float64, k*k)
		if !d.Moments(mean, covariance, nil) {
			t.Fatal("no moments")
		}
		const n = 20000
		sums := make([]float64, k*k)
		first := make([]float64, 0, n)
		for range n {
			if !DrawMvNormal(s, x, h, precision, factor) {
				t.Fatal("no draw")
			}
			first = append(first, x[k/2])
			for i := range k {
				for j := range k {
					sums[i*k+j] += (x[i] - mean[i]) * (x[j] - mean[j]) / n
				}
			}
		}
		name := fmt.Sprintf("mvnormal of size %d", k)
		m, v := mean[k/2], covariance[k/2*k+k/2]
		fits(t, name, first, func(x float64) float64 { return special.NormalCdf((x - m) / math.Sqrt(v)) })
		for i := range k {
			for j := range k {
				c := covariance[i*k+j]
				averages(t, name+" products", n, sums[i*k+j], c, math.Sqrt(covariance[i*k+i]*covariance[j*k+j]+c*c))
			}
		}
	}
	x := []float64{5, 6}
	if DrawMvNormal(s, x, []float64{1, 1}, []float64{1, 2, 2, 1}, make([]float64, 4)) || x[0] != 5 {
		t.Errorf("an indefinite precision gives %v", x)
	}
}

// TestDrawWishart compares with the moments: of X the mean is shape rate^-1, and the
// variance of X[i][j] shape (S[i][j]^2 + S[i][i] S[j][j])/2 for S = rate^-1. A
// diagonal element is a gamma of that shape and rate 1/S[i][i].
func TestDrawWishart(t *testing.T) {
	s := NewStream(4, 2)
	for _, k := range []int{1, 2, 4} {
		for _, shape := range []float64{float64(k-1)/2 + 0.05, float64(k) + 3.3, 200} {
			rate := correlated(k)
			d, err := dist.MvNormalMeanPrecision(make([]float64, k), rate)
			if err != nil {
				t.Fatal(err)
			}
			scale := make([]float64, k*k)
			if !d.Moments(make([]float64, k), scale, nil) {
				t.Fatal("no inverse")
			}
			const n = 20000
			x, factor, work, sums := make([]float64, k*k), make([]float64, k*k), make([]float64, k*k), make([]float64, k*k)
			last := make([]float64, 0, n)
			for range n {
				if !DrawWishart(s, x, shape, rate, k, factor, work) {
					t.Fatal("no draw")
				}
				for i := range x {
					sums[i] += x[i] / n
				}
				last = append(last, x[k*k-1])
			}
			name := fmt.Sprintf("wishart of size %d, shape %v", k, shape)
			for i := range k {
				for j := range k {
					c := scale[i*k+j]
					averages(t, name, n, sums[i*k+j], shape*c, math.Sqrt(shape*(c*c+scale[i*k+i]*scale[j*k+j])/2))
				}
			}
			fits(t, name, last, func(x float64) float64 { return special.GammaLower(shape, x/scale[k*k-1]) })
			// The determinant is a product of gammas: its mean log is that of dist.
			w, err := dist.WishartShapeRate(shape, rate)
			if err != nil {
				t.Fatal(err)
			}
			want, got, spread := w.MeanLogDet(nil), 0.0, 0.0
			for range n {
				DrawWishart(s, x, shape, rate, k, factor, work)
				if !Cholesky(factor, x, k) && shape > float64(k) {
					t.Fatalf("%s: %v is drawn", name, x)
				}
				for j := range k {
					got += 2 * math.Log(factor[j*k+j]) / n
				}
			}
			for j := range k {
				spread += special.Trigamma(shape - float64(j)/2)
			}
			if shape > float64(k) {
				averages(t, name+" log determinant", n, got, want, math.Sqrt(spread))
			}
		}
	}
	if DrawWishart(s, make([]float64, 4), 0.5, []float64{1, 0, 0, 1}, 2, make([]float64, 4), make([]float64, 4)) {
		t.Error("too few degrees of freedom give a draw")
	}
}
