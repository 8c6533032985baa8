package run_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"mpc/run"
)

// simulated are the values of y in sets of data.
func simulated(t *testing.T, src string, opt run.SimulateOptions) (list [][]float64) {
	t.Helper()
	s, err := run.Simulate(t.Context(), "m.yaml", []byte(src), opt)
	if err != nil {
		t.Fatal(err)
	}
	for _, set := range s.Sets {
		text, err := set.JSON()
		if err != nil {
			t.Fatal(err)
		}
		var x struct{ Y []float64 }
		if err := json.Unmarshal(text, &x); err != nil {
			t.Fatal(err)
		}
		list = append(list, x.Y)
	}
	return list
}

// TestPredictive: moments of data given a posterior are those of the closed form, whose
// covariance shows that draws are joint and marginals are not.
func TestPredictive(t *testing.T) {
	const line = `
model: m
inputs: {x: "real[2]", y: "real[2]"}
program: |
  a ~ normal(0, variance = 1)
  b ~ normal(0, variance = 1)
  for (i in 0..<2) { y[i] ~ normal(a + b * x[i], variance = 0.25) }
infer: [a, b]
`
	const n = 4000
	dir := t.TempDir()
	draws := ".chain,.iteration,.draw,a,b\n"
	for k := range n {
		u := math.Sqrt2 * math.Erfinv(2*(float64(k)+0.5)/n-1) // a and b are 1 + u and -u
		draws += "1,1,1," + number(1+u) + "," + number(-u) + "\n"
	}
	path := filepath.Join(dir, "draws.csv")
	if err := os.WriteFile(path, []byte(draws), 0o600); err != nil {
		t.Fatal(err)
	}
	marginals := filepath.Join(dir, "result.json")
	if err := os.WriteFile(marginals, []byte(`{"posteriors": {"a": {"dist": "normal", "mean": 1, "variance": 1}, "b": {"dist": "normal", "mean": 0, "variance": 1}}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		posterior string
		mean      float64
		variance  [2]float64 // at x = 1 and x = -1
	}{{path, 1, [2]float64{0.25, 4.25}}, {marginals, 1, [2]float64{2.25, 2.25}}, {"", 0, [2]float64{2.25, 2.25}}} {
		list := simulated(t, line, run.SimulateOptions{Set: []string{"x=[1,-1]"}, Posterior: row.posterior, N: n, Seed: 3})
		for i, want := range row.variance {
			mean, square := 0.0, 0.0
			for _, y := range list {
				mean += y[i] / n
			}
			for _, y := range list {
				square += (y[i] - mean) * (y[i] - mean) / (n - 1)
			}
			if math.Abs(mean-row.mean) > 5*math.Sqrt(want/n) || math.Abs(square/want-1) > 5*math.Sqrt(2.0/n) {
				t.Errorf("%s: y[%d] has mean %v and variance %v, want %v and %v", filepath.Base(row.posterior), i, mean, square, row.mean, want)
			}
		}
	}
}

// TestSimulatedCounts: a multinomial is as many trials as there are, of these probabilities.
func TestSimulatedCounts(t *testing.T) {
	const counts = `
model: m
inputs: {k: range, p: vector(k), y: "int[k]"}
program: |
  a ~ normal(0, variance = 1)
  y ~ multinomial(10, p)
`
	const n = 3000
	mean := make([]float64, 4)
	for _, y := range simulated(t, counts, run.SimulateOptions{Set: []string{"p=[0.5,0,0.3,0.2]", "k=4"}, N: n, Seed: 1}) {
		sum := 0.0
		for k, x := range y {
			mean[k] += x / n
			sum += x
		}
		if sum != 10 {
			t.Fatalf("%v are not 10 trials", y)
		}
	}
	for k, p := range []float64{0.5, 0, 0.3, 0.2} {
		if math.Abs(mean[k]-10*p) > 5*math.Sqrt(10*p*(1-p)/n) {
			t.Errorf("y[%d] has mean %v, want %v", k, mean[k], 10*p)
		}
	}
}

func number(x float64) string {
	b, _ := json.Marshal(x) // a number has no error
	return string(b)
}
