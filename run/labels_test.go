package run_test

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mpc"
	"mpc/run"
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
		set, err := run.ReadData(c, data, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		opt := run.Options{Iterations: -1, Interpret: true}
		if algorithm == "gibbs" {
			opt.Draws = filepath.Join(dir, "draws.csv")
		}
		r, err := run.Run(context.Background(), c, set, opt)
		if err != nil {
			t.Fatal(err)
		}
		var table bytes.Buffer
		if err := run.WriteTable(&table, c, r, 0); err != nil {
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
		set, err := run.ReadData(c, dir, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		r, err := run.Run(context.Background(), c, set, run.Options{Iterations: -1, Interpret: true})
		if err != nil {
			t.Fatal(err)
		}
		var difference struct{ Mean float64 }
		if err := r.Posteriors["difference"].Decode(&difference); err != nil {
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

// TestLabelsCompared: == and != compare members of a range with labels: entries of the data,
// random ones, those of a switch and the indices of loops. All is known in closed form.
func TestLabelsCompared(t *testing.T) {
	const text = `model: kinds
algorithm: ALGORITHM
inputs: {kind: range, item: range, seen: "index(kind)[item]", part: {type: "index(kind)[item]", missing: true}, x: "real[item]", w: vector(kind)}
program: |
  for (k in kind) { if ("big" == k) { e[k] ~ normal(4, sd = 1) } else { e[k] ~ normal(0, sd = 1) } }
  for (i in item) {
    if (seen[i] == "big") { a[i] ~ normal(7, sd = 1) }
    else if (seen[i] != "odd one") { a[i] ~ normal(-7, sd = 1) }
    else { a[i] ~ normal(0, sd = 1) }
    z[i] ~ categorical(w)
    if (z[i] == "big") { x[i] ~ normal(3, sd = 1) }
    else if (z[i] == "odd one") { x[i] ~ normal(1, sd = 1) }
    else { x[i] ~ normal(0, sd = 1) }
    part[i] ~ discreteuniform(kind)
    observe part[i] != "small"
    y[i] ~ discreteuniform(kind)
    switch (y[i]) { if (y[i] == "big") { u[i] ~ bernoulli(0.9) } else { u[i] ~ bernoulli(0.3) } }
    observe u[i]
  }
infer: [e, a, z, part, y]
`
	const table = `{"kind": ["small", "big", "odd one"], "w": [0.5, 0.3, 0.2], "x": [0.5, 2.5],
		"seen": ["big", "odd one"], "part": [null, "big"]}`
	dir := t.TempDir()
	path := filepath.Join(dir, "d.json")
	if err := os.WriteFile(path, []byte(table), 0o600); err != nil {
		t.Fatal(err)
	}
	near := func(what string, got, want, tolerance float64) {
		t.Helper()
		if !(math.Abs(got-want) < tolerance) {
			t.Errorf("%s is %v, not %v", what, got, want)
		}
	}
	for _, way := range []struct {
		algorithm string
		interpret bool
		tolerance float64
	}{{"ep", false, 1e-9}, {"ep", true, 1e-9}, {"vmp", true, 1e-9}, {"gibbs", true, 0.15}} {
		c, err := mpc.Compile("m.yaml", []byte(strings.Replace(text, "ALGORITHM", way.algorithm, 1)), mpc.Options{})
		if err != nil {
			t.Fatal(err)
		}
		set, err := run.ReadData(c, path, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		r, err := run.Run(context.Background(), c, set, run.Options{Iterations: -1, Interpret: way.interpret})
		if err != nil {
			t.Fatal(err)
		}
		var e, a []struct{ Mean float64 }
		var z, part, y []struct{ P []float64 }
		for name, to := range map[string]any{"e": &e, "a": &a, "z": &z, "part": &part, "y": &y} {
			if err := r.Posteriors[name].Decode(to); err != nil {
				t.Fatal(err)
			}
		}
		for k, want := range []float64{0, 4, 0} {
			near("e", e[k].Mean, want, way.tolerance)
		}
		near("a[0]", a[0].Mean, 7, way.tolerance)
		near("a[1]", a[1].Mean, 0, way.tolerance)
		for i, x := range []float64{0.5, 2.5} {
			p := []float64{0.5 * math.Exp(-x*x/2), 0.3 * math.Exp(-(x-3)*(x-3)/2), 0.2 * math.Exp(-(x-1)*(x-1)/2)}
			for k := range p {
				near("z", z[i].P[k], p[k]/(p[0]+p[1]+p[2]), way.tolerance)
				near("y", y[i].P[k], []float64{0.2, 0.6, 0.2}[k], way.tolerance)
			}
		}
		near("part[0]", part[0].P[1], 0.5, way.tolerance)
		near("part[1]", part[1].P[1], 1, way.tolerance)
	}
}
