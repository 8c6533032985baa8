package draws

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"mpc"
	"mpc/data"
	"mpc/run/interp"
)

// A tied model has normals alone: a statement is a row of a matrix with what the row is
// seen to be and its precision, so that the posterior is known.
type tied struct {
	name, keys, program, data string
	size                      int
	rows                      []tiedRow
}

type tiedRow struct {
	slopes          map[int]float64
	seen, precision float64
}

func prior(i int, mean, precision float64) tiedRow {
	return tiedRow{map[int]float64{i: 1}, mean, precision}
}

var tiedModels = []tied{
	{"a chain", `inputs: {n: range, y: "real[n]"}`, `
  x[0] ~ normal(1, variance = 4)
  for (t in 1..<n) { x[t] ~ normal(0.9 * x[t-1] + 0.5, variance = 0.25) }
  for (t in n) { y[t] ~ normal(x[t], variance = 2) }`, `{"y": [1, 3, 2, 5]}`, 4, []tiedRow{
		prior(0, 1, 0.25), {map[int]float64{1: 1, 0: -0.9}, 0.5, 4}, {map[int]float64{2: 1, 1: -0.9}, 0.5, 4}, {map[int]float64{3: 1, 2: -0.9}, 0.5, 4},
		prior(0, 1, 0.5), prior(1, 3, 0.5), prior(2, 2, 0.5), prior(3, 5, 0.5)}},
	{"lines that are far from the origin", `inputs: {n: range, w: range, x: "real[w]", y: "real[n, w]"}`, `
  for (i in n) { x0[i] ~ normal(0, precision = 1e-3); b[i] ~ normal(1, precision = 0.1) }
  for (i in n) { for (j in w) { y[i, j] ~ normal(x0[i] + b[i] * x[j], variance = 1) } }`, `{"x": [99, 100, 102], "y": [[3, 4, 6], [5, 4, 1]]}`, 4, []tiedRow{
		prior(0, 0, 1e-3), prior(1, 0, 1e-3), prior(2, 1, 0.1), prior(3, 1, 0.1),
		{map[int]float64{0: 1, 2: 99}, 3, 1}, {map[int]float64{0: 1, 2: 100}, 4, 1}, {map[int]float64{0: 1, 2: 102}, 6, 1},
		{map[int]float64{1: 1, 3: 99}, 5, 1}, {map[int]float64{1: 1, 3: 100}, 4, 1}, {map[int]float64{1: 1, 3: 102}, 1, 1}}},
	{"a regression", `inputs: {n: range, p: range, x: "real[n, p]", y: "real[n]"}`, `
  for (j in p) { w[j] ~ normal(0, variance = 2) }
  a ~ normal(0, variance = 9)
  for (i in n) { y[i] ~ normal(a - sum(w[j] * x[i, j] : j in p), variance = 0.5) }`, `{"x": [[1, 2], [2, 3.9], [-1, 1]], "y": [1, 2, 3]}`, 3, []tiedRow{
		prior(0, 0, 0.5), prior(1, 0, 0.5), prior(2, 0, 1.0/9),
		{map[int]float64{2: 1, 0: -1, 1: -2}, 1, 2}, {map[int]float64{2: 1, 0: -2, 1: -3.9}, 2, 2}, {map[int]float64{2: 1, 0: 1, 1: -1}, 3, 2}}},
	{"a hierarchy of precisions far apart", `inputs: {n: range, y: "real[n]"}`, `
  m ~ normal(0, precision = 1e-12)
  for (i in n) { x[i] ~ normal(m, precision = 1e12) }
  for (i in n) { y[i] ~ normal(x[i], variance = 1) }`, `{"y": [1, 3, 8]}`, 4, []tiedRow{
		// Of precision 1e12 rows are left out: all are m, as far as can be seen.
		prior(0, 4, 3), {map[int]float64{1: 1, 0: -1}, 0, 1e7}, {map[int]float64{2: 1, 0: -1}, 0, 1e7}, {map[int]float64{3: 1, 0: -1}, 0, 1e7}}},
	// r' P r is 2 (r[0] + r[1]/2)^2 + 1.5 r[1]^2.
	{"a line that normal vectors are about", `inputs: {n: range, d: range, t: "real[d]", y: "vector(d)[n]"}`, `
  a ~ normal(0, variance = 9)
  b ~ normal(1, variance = 4)
  for (j in d) { mu[j] = a + b * t[j] }
  for (i in n) { y[i] ~ mvnormal(mu, precision = [[2, 1], [1, 2]]) }`, `{"t": [1, 3], "y": [[1, 2], [3, 4.5]]}`, 2, []tiedRow{
		prior(0, 0, 1.0/9), prior(1, 1, 0.25),
		{map[int]float64{0: 1.5, 1: 2.5}, 2, 2}, {map[int]float64{0: 1, 1: 3}, 2, 1.5},
		{map[int]float64{0: 1.5, 1: 2.5}, 5.25, 2}, {map[int]float64{0: 1, 1: 3}, 4.5, 1.5}}},
	{"a line that normal vectors of known covariance are about", `inputs: {n: range, d: range, t: "real[d]", y: "vector(d)[n]", V: "matrix(d, d)"}`, `
  a ~ normal(0, variance = 9)
  b ~ normal(1, variance = 4)
  for (j in d) { mu[j] = a + b * t[j] }
  for (i in n) { y[i] ~ mvnormal(mu, covariance = V) }
  observe y[0] ~ mvnormal([b, a], covariance = [[2, -1], [-1, 2]])`, `{"t": [1, 3], "y": [[1, 2], [3, 4.5]], "V": [[0.6666666666666666, -0.3333333333333333], [-0.3333333333333333, 0.6666666666666666]]}`, 2, []tiedRow{
		prior(0, 0, 1.0/9), prior(1, 1, 0.25),
		{map[int]float64{0: 1.5, 1: 2.5}, 2, 2}, {map[int]float64{0: 1, 1: 3}, 2, 1.5},
		{map[int]float64{0: 1.5, 1: 2.5}, 5.25, 2}, {map[int]float64{0: 1, 1: 3}, 4.5, 1.5},
		// Of the inverse of [[2, -1], [-1, 2]], a third of [[2, 1], [1, 2]].
		{map[int]float64{1: 1, 0: 0.5}, 2, 2.0 / 3}, {map[int]float64{0: 1}, 2, 0.5}}},
	{"a line far from the origin that normal vectors are about", `inputs: {d: range, t: "real[d]", y: "vector(d)", P: "matrix(d, d)"}`, `
  a ~ normal(0, variance = 1e6)
  b ~ normal(1, variance = 1e6)
  for (j in d) { mu[j] = a + b * t[j] }
  y ~ mvnormal(mu, precision = P)`, `{"t": [19999, 20000], "y": [1, 2], "P": [[2, 1], [1, 2]]}`, 2, []tiedRow{
		prior(0, 0, 1e-6), prior(1, 1, 1e-6),
		{map[int]float64{0: 1.5, 1: 29999}, 2, 2}, {map[int]float64{0: 1, 1: 20000}, 2, 1.5}}},
	{"means of the components of a normal vector", `inputs: {n: range, d: range, y: "vector(d)[n]"}`, `
  m ~ normal(0, variance = 9)
  for (j in d) { mu[j] ~ normal(m, variance = 4) }
  for (i in n) { y[i] ~ mvnormal(mu, precision = [[2, 1], [1, 2]]) }`, `{"y": [[1, 2], [3, 4.5]]}`, 3, []tiedRow{
		prior(0, 0, 1.0/9), {map[int]float64{1: 1, 0: -1}, 0, 0.25}, {map[int]float64{2: 1, 0: -1}, 0, 0.25},
		{map[int]float64{1: 1, 2: 0.5}, 2, 2}, prior(2, 2, 1.5), {map[int]float64{1: 1, 2: 0.5}, 5.25, 2}, prior(2, 4.5, 1.5)}},
	{"one element read twice", `inputs: {n: range, k: range, g: "index(k)[n]", h: "index(k)[n]", y: "real[n]"}
blocks: [[x]]`, `
  for (j in k) { x[j] ~ normal(1, variance = 2) }
  for (i in n) { y[i] ~ normal(x[g[i]] + 0.5 * x[h[i]] + x[g[i]], variance = 1) }`, `{"k": 3, "g": [0, 1, 1], "h": [1, 1, 2], "y": [1, 2, 4]}`, 3, []tiedRow{
		prior(0, 1, 0.5), prior(1, 1, 0.5), prior(2, 1, 0.5),
		{map[int]float64{0: 2, 1: 0.5}, 1, 1}, {map[int]float64{1: 2.5}, 2, 1}, {map[int]float64{1: 2, 2: 0.5}, 4, 1}}},
	{"a branch that is there", `inputs: {y: real, b: bool, n: range}`, `
  z ~ bernoulli(0.5)
  observe z == b
  x ~ normal(0, variance = 1)
  u ~ normal(x, variance = 1)
  for (i in n) { v[i] ~ normal(u, variance = 3); observe v[i] + x ~ normal(1, variance = 2) }
  if (z) { observe x + u ~ normal(3, variance = 1) } else { observe x - u ~ normal(y, variance = 1) }`, `{"y": 4, "b": false, "n": 1}`, 3, []tiedRow{
		prior(0, 0, 1), {map[int]float64{1: 1, 0: -1}, 0, 1}, {map[int]float64{2: 1, 1: -1}, 0, 1.0 / 3}, {map[int]float64{2: 1, 0: 1}, 1, 0.5}, {map[int]float64{0: 1, 1: -1}, 4, 1}}},
	{"arrays without elements", `inputs: {n: range, y: "real[n]", m: range}`, `
  x ~ normal(0, variance = 1)
  u ~ normal(x, variance = 1)
  observe u ~ normal(1, variance = 1)
  for (i in n) { a[i] ~ normal(u, variance = 3); y[i] ~ normal(a[i], variance = 1) }
  for (i in m) { b[i] ~ normal(u, variance = 3); observe b[i] + x ~ normal(1, variance = 1) }`, `{"y": [], "m": 1}`, 3, []tiedRow{
		prior(0, 0, 1), {map[int]float64{1: 1, 0: -1}, 0, 1}, prior(1, 1, 1), {map[int]float64{2: 1, 1: -1}, 0, 1.0 / 3}, {map[int]float64{2: 1, 0: 1}, 1, 1}}},
}

// TestTiedNormals: the draws of a block are independent draws from the normal of the
// posterior: its means, standard deviations and correlations.
func TestTiedNormals(t *testing.T) {
	statistical(t)
	const draws = 20000
	for _, m := range tiedModels {
		c, err := mpc.Plan("m.yaml", []byte("model: m\nalgorithm: gibbs\n"+m.keys+"\nprogram: |"+m.program+"\n"))
		if err != nil {
			t.Errorf("%s: %v", m.name, err)
			continue
		}
		set, d := data.ReadJSON("data.json", []byte(m.data), c.Model)
		if d.HasErrors() {
			t.Errorf("%s: %v", m.name, d)
			continue
		}
		sum, products := make([]float64, m.size), mat.NewSymDense(m.size, nil)
		matrix, linear := mat.NewSymDense(m.size, nil), mat.NewVecDense(m.size, nil)
		for _, r := range m.rows {
			for i, s := range r.slopes {
				linear.SetVec(i, linear.AtVec(i)+r.precision*s*r.seen)
				for j, z := range r.slopes {
					if j <= i {
						matrix.SetSym(i, j, matrix.At(i, j)+r.precision*s*z)
					}
				}
			}
		}
		var factor mat.Cholesky
		var mean mat.VecDense
		var covariance mat.SymDense
		if !factor.Factorize(matrix) || factor.SolveVecTo(&mean, linear) != nil || factor.InverseTo(&covariance) != nil {
			t.Fatalf("%s: the matrix is singular", m.name)
		}
		var last []float64
		lag := 0.0
		var columns []string
		seed := uint64(3)
		_, err = interp.Run(c.Program, c.Deps, c.Schedule, set, interp.Options{Seed: &seed, Sampling: &interp.Sampling{BurnIn: 5, Samples: draws, Thin: 1, Chains: 1,
			Begin: func(names []string) error { columns = names; return nil },
			Draw: func(_, _ int, values []float64) {
				var x []float64
				for k, v := range values {
					if columns[k] != "z" {
						x = append(x, v)
					}
				}
				for i := range sum {
					sum[i] += x[i] - mean.AtVec(i)
					for j := range i + 1 {
						products.SetSym(i, j, products.At(i, j)+(x[i]-mean.AtVec(i))*(x[j]-mean.AtVec(j)))
					}
				}
				if last != nil {
					lag += (x[0] - mean.AtVec(0)) * (last[0] - mean.AtVec(0)) / covariance.At(0, 0)
				}
				last = x
			}}})
		if err != nil {
			t.Errorf("%s: %v", m.name, err)
			continue
		}
		for i := range sum {
			sd := math.Sqrt(covariance.At(i, i))
			if z := sum[i] / math.Sqrt(draws) / sd; math.Abs(z) > 4.5 {
				t.Errorf("%s: the mean of %d is %.1f errors off", m.name, i, z)
			}
			for j := range i + 1 {
				scale := sd * math.Sqrt(covariance.At(j, j))
				if z := (products.At(i, j)/draws - covariance.At(i, j)) / scale * math.Sqrt(draws/2); math.Abs(z) > 4.5 {
					t.Errorf("%s: the covariance of %d and %d is %.1f errors off", m.name, i, j, z)
				}
			}
		}
		if z := lag / math.Sqrt(draws); math.Abs(z) > 4.5 {
			t.Errorf("%s: draws depend on those before: %.1f errors", m.name, z)
		}
	}
}
