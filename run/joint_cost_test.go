package run_test

import (
	"os"
	"path/filepath"
	"testing"

	"mpc"
	"mpc/run"
)

// TestCostOf: the size of a joint posterior with data, of models whose factors are known: a chain, normals that are all tied to each other, and
// one without normals.
func TestCostOf(t *testing.T) {
	for _, x := range []struct {
		name, program, data string
		want                *run.JointCost
	}{
		{"chain", `inputs: {n: range, y: "real[n]"}
program: |
  t ~ gamma(shape = 2, rate = 1)
  x[0] ~ normal(0, sd = 1)
  for (i in 1..<n) { x[i] ~ normal(x[i - 1], precision = t) }
  for (i in n) { y[i] ~ normal(x[i], sd = 1) }
infer: [x, t]
`, `{"n": 8, "y": [1, 2, 3, 4, 5, 6, 7, 8]}`, &run.JointCost{Normals: 8, Numbers: 15, Hypers: 1}},
		{"regression", `inputs: {n: range, k: range, x: "real[n, k]", y: "real[n]"}
program: |
  for (j in k) { b[j] ~ normal(0, sd = 1) }
  for (i in n) { y[i] ~ normal(sum(x[i, j] * b[j] : j in k), sd = 1) }
infer: [b]
`, `{"n": 2, "k": 4, "x": [[1, 2, 3, 1], [2, 1, 0, 1]], "y": [1, 2]}`, &run.JointCost{Normals: 4, Numbers: 10}},
		{"none", "inputs: {y: int}\nprogram: |\n  r ~ gamma(shape = 2, rate = 1)\n  y ~ poisson(r)\ninfer: [r]\n", `{"y": 3}`, nil},
	} {
		c, err := mpc.Compile("m.yaml", []byte("model: m\n"+x.program), mpc.Options{NoPackage: true})
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "data.json")
		if err := os.WriteFile(path, []byte(x.data), 0o600); err != nil {
			t.Fatal(err)
		}
		set, err := run.ReadData(c, path, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := run.CostOf(c, set)
		if err != nil {
			t.Fatal(err)
		}
		if x.want == nil || got == nil {
			if got != x.want {
				t.Errorf("%s: %v, want %v", x.name, got, x.want)
			}
			continue
		}
		if got.Operations <= 0 {
			t.Errorf("%s takes %v multiplications", x.name, got.Operations)
		}
		if x.want.Operations = got.Operations; *got != *x.want {
			t.Errorf("%s: %+v, want %+v", x.name, *got, *x.want)
		}
	}
}
