package exact

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"mpc/dist"
)

const stateSpace = `model: states
inputs:
  n: range
  K: range
  L: range
  F: matrix(K, K)
  Q: matrix(K, K)
  H: matrix(L, K)
  R: matrix(L, L)
  m: vector(K)
  P: matrix(K, K)
  b: vector(L)
  y: vector(L)[n]
program: |
  for (t in n) {
    if (t == 0) { x[t] ~ mvnormal(m, covariance = P) }
    if (t > 0) { x[t] ~ mvnormal(F * x[t-1], covariance = Q) }
    y[t] ~ mvnormal(H * x[t] + b, covariance = R)
  }
infer: [x, evidence]
`

// kalman is the Kalman filter in its usual form (Kalman 1960): the distribution of the
// last state, and the log density of all observations.
func kalman(f, q, h, r, m, p, b *mat.Dense, y []*mat.Dense) (*mat.Dense, *mat.Dense, float64) {
	product := func(list ...mat.Matrix) *mat.Dense {
		out := mat.DenseCopyOf(list[0])
		for _, x := range list[1:] {
			var next mat.Dense
			next.Mul(out, x)
			out = &next
		}
		return out
	}
	log := 0.0
	for t := range y {
		if t > 0 {
			m = product(f, m)
			p = product(f, p, f.T())
			p.Add(p, q)
		}
		s := product(h, p, h.T())
		s.Add(s, r)
		e := product(h, m)
		e.Add(e, b)
		e.Sub(y[t], e)
		var inverse mat.Dense
		if err := inverse.Inverse(s); err != nil {
			panic(err)
		}
		d, sign := mat.LogDet(s)
		if sign <= 0 {
			panic("a covariance that is none")
		}
		log -= (d + float64(e.RawMatrix().Rows)*math.Log(2*math.Pi) + product(e.T(), &inverse, e).At(0, 0)) / 2
		gain := product(p, h.T(), &inverse)
		var mean, covariance mat.Dense
		mean.Add(m, product(gain, e))
		covariance.Sub(p, product(gain, h, p))
		m, p = &mean, &covariance
	}
	return m, p, log
}

// A chain of vectors with linear maps is a linear-Gaussian state space: the posterior of
// the last state and the evidence are those of a Kalman filter, whether there are more
// observations than states or fewer, and whether the map of the states has an inverse.
func TestStateSpace(t *testing.T) {
	rng := rand.New(rand.NewPCG(71, 72))
	rows := func(d *mat.Dense) [][]float64 {
		var out [][]float64
		for i := range d.RawMatrix().Rows {
			out = append(out, append([]float64(nil), d.RawRowView(i)...))
		}
		return out
	}
	for _, size := range [][2]int{{2, 1}, {3, 2}, {2, 4}, {1, 1}, {4, 4}} {
		k, l := size[0], size[1]
		dense := func(r, c int) *mat.Dense {
			d := mat.NewDense(r, c, nil)
			for i := range r {
				for j := range c {
					d.Set(i, j, rng.NormFloat64()/math.Sqrt(float64(c)))
				}
			}
			return d
		}
		definite := func(r int) *mat.Dense {
			a := dense(r, r)
			var d mat.Dense
			d.Mul(a, a.T())
			for i := range r {
				d.Set(i, i, d.At(i, i)+0.2)
				for j := range i {
					d.Set(i, j, d.At(j, i))
				}
			}
			return &d
		}
		f, q, h, r, m, p, b := dense(k, k), definite(k), dense(l, k), definite(l), dense(k, 1), definite(k), dense(l, 1)
		if k > 2 {
			f.SetRow(1, f.RawRowView(0)) // without an inverse
		}
		const n = 40
		y := make([]*mat.Dense, n)
		var seen [][]float64
		for i := range y {
			y[i] = dense(l, 1)
			y[i].Scale(3, y[i])
			seen = append(seen, y[i].RawMatrix().Data)
		}
		inputs := map[string]any{"n": n, "K": k, "L": l, "F": rows(f), "Q": rows(q), "H": rows(h), "R": rows(r),
			"m": m.RawMatrix().Data, "P": rows(p), "b": b.RawMatrix().Data, "y": seen}
		result := solve(t, stateSpace, inputs)
		mean, covariance, log := kalman(f, q, h, r, m, p, b, y)
		if math.Abs(result.LogEvidence-log) > 1e-9*math.Abs(log) {
			t.Errorf("%v: log evidence %v, want %v", size, result.LogEvidence, log)
		}
		last := result.Posteriors[0].Value.([]any)[n-1].(dist.MvNormal)
		gotMean, gotCovariance := last.Mean(), last.Covariance()
		for i := range k {
			sd := math.Sqrt(covariance.At(i, i))
			if math.Abs(gotMean[i]-mean.At(i, 0)) > 1e-9*sd {
				t.Errorf("%v: mean[%d] is %v, want %v", size, i, gotMean[i], mean.At(i, 0))
			}
			for j := range k {
				if math.Abs(gotCovariance[i*k+j]-covariance.At(i, j)) > 1e-9*sd*math.Sqrt(covariance.At(j, j)) {
					t.Errorf("%v: covariance[%d, %d] is %v, want %v", size, i, j, gotCovariance[i*k+j], covariance.At(i, j))
				}
			}
		}
		// By VMP the means are the same: those of a normal posterior are where the bound is
		// largest. The evidence is a bound.
		if k > 2 {
			continue
		}
		text := strings.Replace(stateSpace, "inputs:", "algorithm: vmp\niterate: {tolerance: 1e-13, max: 5000}\ninputs:", 1)
		vmp, err := interpretTree(t, text, inputs)
		if err != nil {
			t.Fatal(err)
		}
		if vmp.LogEvidence > log+1e-9*math.Abs(log) {
			t.Errorf("%v: the bound %v is above the evidence %v", size, vmp.LogEvidence, log)
		}
		for i, x := range result.Posteriors[0].Value.([]any) {
			want, got := x.(dist.MvNormal), vmp.Posteriors[0].Value.([]any)[i].(dist.MvNormal)
			for j, m := range got.Mean() {
				if math.Abs(m-want.Mean()[j]) > 1e-7 {
					t.Errorf("%v: VMP mean of x[%d][%d] is %v, want %v", size, i, j, m, want.Mean()[j])
				}
			}
		}
	}
}

// Sizes of maps that do not fit are told before anything runs.
func TestSizesOfMaps(t *testing.T) {
	const model = `model: sizes
inputs:
  K: range
  L: range
  M: range
  A: matrix(L, M)
  S: matrix(K, K)
  y: real[L]
program: |
  w ~ mvnormal(zero, covariance = S)
  for (k in K) { zero[k] = 0 }
  z = A * w
  for (l in L) { y[l] ~ normal(z[l], variance = 1) }
infer: [w, z]
`
	identity := [][]float64{{1, 0}, {0, 1}}
	for _, row := range []struct {
		a    [][]float64
		y    []float64
		want string
	}{
		{[][]float64{{1, 2, 3}, {1, 2, 4}}, []float64{1, 2}, "A has 3 columns (M), w has 2 elements (K)"},
		{[][]float64{{1, 2}, {1, 3}, {0, 1}}, []float64{1, 2, 3}, "has no density"},
		{[][]float64{{1, 2}, {1, 2}}, []float64{1, 2}, "not finite"},
		{[][]float64{{1, 2}, {1, 3}}, []float64{1, 2}, ""},
	} {
		inputs := map[string]any{"K": 2, "L": len(row.a), "M": len(row.a[0]), "A": row.a, "S": identity, "y": row.y}
		_, err := interpretTree(t, model, inputs)
		if got := fmt.Sprint(err); (row.want == "") != (err == nil) || !strings.Contains(got, row.want) {
			t.Errorf("%v: %v, want %s", row.a, got, row.want)
		}
	}
}
