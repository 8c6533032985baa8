package mpc_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mpc"
)

// TestLabelsOfResults: tables and columns of draws have the labels of elements, and of
// the values of members of a range.
func TestLabelsOfResults(t *testing.T) {
	const text = `model: labels
algorithm: ALGORITHM
inputs: {group: range, item: range, x: "real[item]", known: {type: "index(group)[item]", missing: true}}
program: |
  for (k in group) { mu[k] ~ normal(0, variance = 10000) }
  for (i in item) { known[i] ~ discreteuniform(group); x[i] ~ normal(mu[known[i]], sd = 3) }
infer: [mu, known]
iterate: {SETTINGS}
`
	dir := t.TempDir()
	data := filepath.Join(dir, "d.csv")
	if err := os.WriteFile(data, []byte("x,known\n1,\"a, b\"\n2,NA\n30,b\n31,-\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for algorithm, settings := range map[string]string{"vmp": "max: 50", "gibbs": "samples: 50, chains: 1"} {
		c, err := mpc.Compile("m.yaml", []byte(strings.NewReplacer("ALGORITHM", algorithm, "SETTINGS", settings).Replace(text)), mpc.Options{})
		if err != nil {
			t.Fatal(err)
		}
		set, err := mpc.ReadData(c, data, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		opt := mpc.RunOptions{Iterations: -1, Interpret: true}
		if algorithm == "gibbs" {
			opt.Draws = filepath.Join(dir, "draws.csv")
		}
		r, err := mpc.Run(context.Background(), c, set, opt)
		if err != nil {
			t.Fatal(err)
		}
		var table bytes.Buffer
		if err := mpc.WriteTable(&table, c, r, 0); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"\n  a, b  ", " a, b (100 %)\n", " b (100 %)\n"} {
			if !strings.Contains(table.String(), want) {
				t.Errorf("%s: no %q in\n%s", algorithm, want, table.String())
			}
		}
	}
	draws, err := os.ReadFile(filepath.Join(dir, "draws.csv"))
	if err != nil {
		t.Fatal(err)
	}
	if head, _, _ := strings.Cut(string(draws), "\n"); head != `.chain,.iteration,.draw,"mu[a, b]",mu[b],known[0],known[1],known[2],known[3]` {
		t.Errorf("the columns are %s", head)
	}
}

// TestLabelsInPrograms: a label in an index is the element that has it in the data.
func TestLabelsInPrograms(t *testing.T) {
	const text = `model: trial
algorithm: ALGORITHM
inputs: {arm: range, patient: range, group: "index(arm)[patient]", score: "real[patient]", base: "real[arm]"}
program: |
  for (a in arm) { effect[a] ~ normal(0, variance = 4) }
  for (i in patient) { score[i] ~ normal(effect[group[i]], variance = 4) }
  difference = effect["the \"new\" drug"] - effect[""] + base["the \"new\" drug"]
infer: [difference]
`
	dir := t.TempDir()
	for name, table := range map[string]string{"patient.csv": "group,score\n\"\",1\n\"the \"\"new\"\" drug\",3\n\"\",0\n", "arm.csv": "arm,base\n\"\",5\n\"the \"\"new\"\" drug\",100\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(table), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for algorithm, tolerance := range map[string]float64{"ep": 1e-9, "gibbs": 0.2} {
		c, err := mpc.Compile("m.yaml", []byte(strings.Replace(text, "ALGORITHM", algorithm, 1)), mpc.Options{})
		if err != nil {
			t.Fatal(err)
		}
		set, err := mpc.ReadData(c, dir, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		r, err := mpc.Run(context.Background(), c, set, mpc.RunOptions{Iterations: -1, Interpret: true})
		if err != nil {
			t.Fatal(err)
		}
		var difference struct{ Mean float64 }
		if err := json.Unmarshal(r.Posteriors["difference"], &difference); err != nil {
			t.Fatal(err)
		}
		if want := 3.0/2 - 1.0/3 + 100; math.Abs(difference.Mean-want) > tolerance {
			t.Errorf("%s: the mean is %v, not %v", algorithm, difference.Mean, want)
		}
		for _, f := range c.Package.Files {
			if f.Name == "model.go" && !strings.Contains(string(f.Source), "ArmTheNewDrug int") {
				t.Error("the package has no field for the number of the label")
			}
		}
	}
}
