package exact

import (
	"math"
	"testing"

	"mpc/dist"
)

// Point estimates of vectors and matrices are where the posterior density is largest,
// from any start.
func TestVectorPoints(t *testing.T) {
	near := func(name string, got, want []float64, tolerance float64) {
		t.Helper()
		for i, w := range want {
			if !(math.Abs(got[i]-w) <= tolerance*(1+math.Abs(w))) {
				t.Errorf("%s[%d] is %v, want %v", name, i, got[i], w)
			}
		}
	}
	// A normal posterior is largest at its mean, also after the latent x are summed out.
	const latent = `model: latent
inputs:
  n: range
  K: range
  S: matrix(K, K)
  R: matrix(K, K)
  y: vector(K)[n]
program: |
  level ~ mvnormal([1, -1], covariance = [[4, 1], [1, 2]])
  for (i in n) {
    x[i] ~ mvnormal(level, covariance = S)
    y[i] ~ mvnormal(x[i], covariance = R)
  }
infer: [level]
`
	inputs := map[string]any{"K": 2, "n": 3, "S": [][]float64{{1, 0.5}, {0.5, 1}}, "R": [][]float64{{0.5, 0}, {0, 2}}, "y": [][]float64{{3, 1}, {2, 2}, {4, -1}}}
	exact := solve(t, latent, inputs).Posteriors[0].Value.(dist.MvNormal)
	for _, keys := range []string{"", "algorithm: vmp\n", "init: {level: \"mvnormal([50, 80], precision = S)\"}\n"} {
		r, err := interpretTree(t, latent+keys+"point: [level]\niterate: {tolerance: 1e-13, max: 2000}\n", inputs)
		if err != nil {
			t.Fatal(err)
		}
		point := r.Posteriors[0].Value.(dist.MvNormal)
		if !point.IsPoint() {
			t.Fatalf("%v is no point", point)
		}
		near("level, "+keys, point.Mean(), exact.Mean(), 1e-9)
	}
	// A wishart of df and scale S, with observations: df + n - k - 1 times the inverse of
	// S^-1 plus the sum of squares.
	const precision = `model: precision
algorithm: vmp
inputs:
  n: range
  x: real[n][2]
program: |
  P ~ wishart(df = 6, scale = [[0.5, 0], [0, 0.25]])
  for (i in n) { x[i] ~ mvnormal([0, 0], precision = P) }
  c ~ dirichlet([2, 3, 1.5])
  for (i in n) { observe 1 ~ categorical(c) }
infer: [P, c]
point: [P, c]
`
	x := [][]float64{{1, 2}, {0.5, -1}, {3, 1}}
	r, err := interpretTree(t, precision, map[string]any{"n": 3, "x": x})
	if err != nil {
		t.Fatal(err)
	}
	a, b, c := 2.0, 0.0, 4.0 // S^-1 and squares
	for _, v := range x {
		a, b, c = a+v[0]*v[0], b+v[0]*v[1], c+v[1]*v[1]
	}
	f := (6 + 3 - 2 - 1) / (a*c - b*b)
	near("P", r.Posteriors[0].Value.(dist.Wishart).Mean(), []float64{f * c, -f * b, -f * b, f * a}, 1e-10)
	near("c", r.Posteriors[1].Value.(dist.Dirichlet).Mean(), []float64{1 / 6.5, 5 / 6.5, 0.5 / 6.5}, 1e-12)
}
