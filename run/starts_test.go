package run_test

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"mpc/run"
)

// TestStartsOfChains: each chain starts where its own entry of init says. The number that is drawn stays at the root that it starts
// near, so that draws tell where that was; chains beyond the list begin with its first entry again.
func TestStartsOfChains(t *testing.T) {
	const model = `model: m
algorithm: gibbs
inputs: {y: real}
program: |
  x ~ uniform(-20, 20)
  y ~ normal(x * x, sd = 0.01)
init:
  - {x: 10}
  - {x: -10}
  - {x: 10}
infer: [x]
iterate: {burnin: 10, samples: 5}
`
	draws := filepath.Join(t.TempDir(), "draws.csv")
	r := drawnFrom(t, model, `{"y": 100}`, run.Options{Draws: draws})
	if r.Chains != 3 {
		t.Errorf("%d chains", r.Chains)
	}
	f, err := os.Open(draws)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil || len(rows) != 1+3*5 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for _, row := range rows[1:] {
		x, err := strconv.ParseFloat(row[len(row)-1], 64)
		if err != nil {
			t.Fatal(err)
		}
		if want := map[string]float64{"1": 10, "2": -10, "3": 10}[row[0]]; math.Abs(x-want) > 0.1 {
			t.Errorf("x is %v in chain %s, which starts at %v", x, row[0], want)
		}
	}
}
