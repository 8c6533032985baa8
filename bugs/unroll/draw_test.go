package unroll_test

import (
	"fmt"
	"math"
	"testing"

	"mpc/bugs"
	"mpc/bugs/unroll"
)

// TestDistributions compares means and variances of draws with those of the distributions, within
// five Monte Carlo errors.
func TestDistributions(t *testing.T) {
	const n = 6000
	gamma := func(x float64) float64 { return math.Gamma(x) }
	for _, x := range []struct {
		text           string
		mean, variance float64
	}{
		{"dnorm(2, 4)", 2, 0.25},
		{"dlnorm(0.1, 4)", math.Exp(0.1 + 0.125), (math.Exp(0.25) - 1) * math.Exp(0.2+0.25)},
		{"dgamma(3, 2)", 1.5, 0.75},
		{"dchisqr(5)", 5, 10},
		{"dexp(4)", 0.25, 1.0 / 16},
		{"dbeta(2, 3)", 0.4, 0.04},
		{"dunif(-1, 3)", 1, 16.0 / 12},
		{"dbern(0.3)", 0.3, 0.21},
		{"dbin(0.3, 10)", 3, 2.1},
		{"dpois(2.5)", 2.5, 2.5},
		{"dpar(6, 2)", 12.0 / 5, 4 * 6.0 / (25 * 4)},
		{"dweib(2, 3)", gamma(1.5) / math.Sqrt(3), (gamma(2) - gamma(1.5)*gamma(1.5)) / 3},
		{"dlogis(1, 2)", 1, math.Pi * math.Pi / 12},
		{"dt(1, 4, 10)", 1, 0.25 * 10 / 8},
		{"ddexp(1, 2)", 1, 0.5},
		{"dcat(p[])", 0.2 + 1 + 0.9, 0.2 + 2 + 2.7 - 2.1*2.1},
		{"dnormmix(m[], v[], p[])", 0.2 + 1 + 0.9, 0.2*(1+1) + 0.5*(4+0.5) + 0.3*(9+0.25) - 2.1*2.1},
		{"dnegbin(0.4, 3)", 4.5, 3 * 0.6 / 0.16},
		{"dgeom(0.4)", 2.5, 0.6 / 0.16},
		{"dbetabin(2, 3, 10)", 4, 10 * 0.24 * 15 / 6},
		{"dgen.gamma(2, 3, 1)", 2. / 3, 2. / 9},
		{"dround(7.37, 1)", 7.4, 0},
		{"dinterval(2.5, m[])", 2, 0},
		{"dnorm(0, 1) T(40, )", 40.0249688, 0.00062228},
		{"dgeom0(0.4) T(, 1)", 0.375, 0.375 * 0.625},
		{"dnorm(0, 1) T(0,)", math.Sqrt(2 / math.Pi), 1 - 2/math.Pi},
	} {
		src := fmt.Sprintf("for (i in 1:%d) { x[i] ~ %s }", n, x.text)
		p, d := bugs.Parse("x.bug", []byte(src), bugs.BUGS)
		if d.HasErrors() {
			t.Fatal(d)
		}
		data, err := bugs.ReadJSON([]byte(`{"p": [0.2, 0.5, 0.3], "m": [1, 2, 3], "v": [1, 2, 4]}`))
		if err != nil {
			t.Fatal(err)
		}
		w, d := unroll.New(p, data)
		if d.HasErrors() {
			t.Fatal(d)
		}
		s, err := w.Unrolled(3)
		if err != nil {
			t.Fatal(x.text, w.Diagnose(err))
		}
		m, v, f := 0.0, 0.0, 0.0
		for _, y := range s.Values {
			m += y / n
		}
		for _, y := range s.Values {
			v += (y - m) * (y - m) / n
			f += math.Pow(y-m, 4) / n
		}
		if math.Abs(m-x.mean) > 5*math.Sqrt(v/n)+1e-12 || math.Abs(v-x.variance) > 5*math.Sqrt((f-v*v)/n)+1e-12 {
			t.Errorf("%s: mean %.4f, want %.4f; variance %.4f, want %.4f", x.text, m, x.mean, v, x.variance)
		}
	}
}

// TestVectors compares means of draws of vectors and matrices.
func TestVectors(t *testing.T) {
	const n = 2000
	src := fmt.Sprintf(`for (i in 1:%d) { a[i, 1:2] ~ dmnorm(m[], P[,]) b[i, 1:3] ~ ddirch(q[]) c[i, 1:3] ~ dmulti(p[], 10)
  d[i, 1:2, 1:2] ~ dwish(R[,], 5) }`, n)
	p, d := bugs.Parse("x.bug", []byte(src), bugs.BUGS)
	if d.HasErrors() {
		t.Fatal(d)
	}
	data, err := bugs.ReadJSON([]byte(`{"m": [1, -2], "P": [[2, 1], [1, 3]], "q": [1, 2, 5], "p": [0.2, 0.5, 0.3], "R": [[2, 0], [0, 4]]}`))
	if err != nil {
		t.Fatal(err)
	}
	w, d := unroll.New(p, data)
	if d.HasErrors() {
		t.Fatal(d)
	}
	s, err := w.Unrolled(3)
	if err != nil {
		t.Fatal(w.Diagnose(err))
	}
	// The mean of dwish(R, k) is k times the inverse of R.
	for name, want := range map[string][]float64{"a": {1, -2}, "b": {1.0 / 8, 2.0 / 8, 5.0 / 8}, "c": {2, 5, 3}, "d": {2.5, 0, 0, 1.25}} {
		x := s.Array(name).Values
		for k, mean := range want {
			m, v := 0.0, 0.0
			for i := range n {
				m += x[i*len(want)+k] / n
			}
			for i := range n {
				v += math.Pow(x[i*len(want)+k]-m, 2) / n
			}
			if math.Abs(m-mean) > 5*math.Sqrt(v/n) {
				t.Errorf("%s: element %d has the mean %.4f, want %.4f", name, k+1, m, mean)
			}
		}
	}
}
