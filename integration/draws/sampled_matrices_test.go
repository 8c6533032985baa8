package draws

import (
	"encoding/json"
	"math"
	"testing"
)

// TestVectorChain: the states of a linear chain of vectors, whose conditionals have no closed
// form here, are those of the smoother that EP is.
func TestVectorChain(t *testing.T) {
	j := job{name: "chain", burnIn: 500, samples: 20000, thin: 1, chains: 4, seed: 9,
		data: `{"F": [[1, 0.5], [0, 0.8]], "b": [0.1, 0], "y": [[1, 2], [0, -1], [0.5, 1]], "g": [[1], [2], [0]], "H": [[1, -1]]}`,
		model: `model: counted
algorithm: gibbs
inputs: {n: range, F: "matrix(2, 2)", b: vector(2), y: "vector(2)[n]", g: "vector(1)[n]", H: "matrix(1, 2)"}
program: |
  for (t in n) {
    if (t == 0) { x[t] ~ mvnormal([0, 0], covariance = [[1, 0.1], [0.1, 1]]) }
    if (t > 0) { x[t] ~ mvnormal(F * x[t-1] + b, precision = [[2, 0], [0, 1]]) }
    y[t] ~ mvnormal(x[t] - b, covariance = [[1, 0], [0, 1]])
    g[t] ~ mvnormal(H * x[t], precision = [[2]])
  }
  z = x[2]
infer: [z]
`}
	o := sampledRun(t, []job{j})[0]
	if o.Error != "" {
		t.Fatal(o.Error)
	}
	var got any
	if err := json.Unmarshal(o.Posteriors["z"], &got); err != nil {
		t.Fatal(err)
	}
	for _, wrong := range sampledCompare("z", exactly(t, "ep", j)["z"], got, 0.01) {
		t.Error(wrong)
	}
}

// TestMatrixTimesNumber: a matrix of one row is a number, and a wishart of it a gamma, so that
// what is said of a matrix times a number is what is said of a product of two numbers.
func TestMatrixTimesNumber(t *testing.T) {
	data := `{"y": [[1.5], [-2], [0.3]], "x": [1.5, -2, 0.3], "A": [[0.5]]}`
	matrix := `model: matrix
algorithm: gibbs
inputs: {n: range, y: "vector(1)[n]", A: "matrix(1, 1)"}
program: |
  w ~ wishart(df = 6, scale = A)
  s ~ gamma(shape = 6, rate = 5)
  v = w * (2 * s)
  for (i in n) { y[i] ~ mvnormal([0], precision = v) }
  observe v ~ wishart(df = 5, inverse = A)
infer: [s]
`
	// |w|^((df-2)/2) exp(-w/(2 scale)) is a gamma of the shape df/2 and the rate 1/(2 scale).
	number := `model: number
algorithm: gibbs
inputs: {n: range, x: "real[n]"}
program: |
  w ~ gamma(shape = 3, rate = 1)
  s ~ gamma(shape = 6, rate = 5)
  for (i in n) { x[i] ~ normal(0, precision = w * (2 * s)) }
  observe w * (2 * s) ~ gamma(shape = 2.5, rate = 0.25)
infer: [s]
`
	var jobs []job
	for k, m := range []string{matrix, number} {
		kept := map[string]json.RawMessage{}
		if err := json.Unmarshal([]byte(data), &kept); err != nil {
			t.Fatal(err)
		}
		for _, name := range [][]string{{"x"}, {"y", "A"}}[k] {
			delete(kept, name)
		}
		text, err := json.Marshal(kept)
		if err != nil {
			t.Fatal(err)
		}
		jobs = append(jobs, job{name: "multiple", model: m, data: string(text), burnIn: 500, samples: 20000, thin: 1, chains: 4, seed: 11})
	}
	var got [2]struct{ Mean, SD, MCSE float64 }
	for k, o := range sampledRun(t, jobs) {
		if o.Error != "" {
			t.Fatal(o.Error)
		}
		if err := json.Unmarshal(o.Posteriors["s"], &got[k]); err != nil {
			t.Fatal(err)
		}
	}
	a, b := got[0], got[1]
	error := 5 * math.Hypot(a.MCSE, b.MCSE)
	if math.Abs(a.Mean-b.Mean) > error || math.Abs(a.SD-b.SD) > 2*error || error == 0 {
		t.Errorf("%+v of a matrix, %+v of a number", a, b)
	}
}

// TestComponents: numbers that are components of computed vectors, whose posterior EP has.
func TestComponents(t *testing.T) {
	statistical(t)
	text := func(w, z string) string {
		return `model: components
algorithm: gibbs
inputs: {A: "matrix(2, 2)", c: vector(2), y: "real[two]", two: range}
program: |
  w ~ mvnormal([0, 1], covariance = [[1, 0.5], [0.5, 2]])
  z = ` + z + `
  for (i in two) { y[i] ~ normal(z[i], variance = 0.5) }
  x = ` + w + `
  other ~ normal(A[0, 0] + c[0], variance = 1)
infer: [w, x]
`
	}
	var jobs []job
	for _, z := range []string{"3 * w", "w / 2 - c", "-(w + c)", "A * w", "[[1, 2], [0, 1]] * w", "A * (2 * w + c)", "A * ([[0, 1], [1, 1]] * w)"} {
		jobs = append(jobs, job{name: z, model: text("z[1]", z), data: `{"A": [[1, 2], [0, 1]], "c": [1, -1], "y": [1, 3]}`, burnIn: 200, samples: 5000, thin: 1, chains: 4, seed: 9})
	}
	for i, o := range sampledRun(t, jobs) {
		if o.Error != "" {
			t.Errorf("%s: %s", jobs[i].name, o.Error)
			continue
		}
		exact := exactly(t, "ep", jobs[i])
		for _, name := range []string{"w", "x"} {
			var got any
			if err := json.Unmarshal(o.Posteriors[name], &got); err != nil {
				t.Fatal(err)
			}
			for _, wrong := range sampledCompare(name, exact[name], got, 0.03) {
				t.Errorf("z = %s: %s", jobs[i].name, wrong)
			}
		}
	}
}
