package run_test

import (
	"context"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mpc"
	"mpc/run"
)

const jointModel = `model: joint
inputs: {group: range, n: range, g: "index(group)[n]", y: "real[n]"}
program: |
  m ~ normal(0, sd = 10)
  t ~ gamma(shape = 2, rate = 1)
  for (j in group) { u[j] ~ normal(m, precision = t) }
  for (i in n) { y[i] ~ normal(u[g[i]], sd = 1) }
infer: [m, u, t, "u[0] - u[2]"]
`

// drawsOf runs a model with draws, and reads them by column.
func drawsOf(t *testing.T, text, data string, opt run.Options) (*run.Result, map[string][]float64, []string) {
	t.Helper()
	c, err := mpc.Compile("m.yaml", []byte(text), mpc.Options{Wanted: true})
	if err != nil {
		t.Fatal(err)
	}
	if !run.HasJoint(c) {
		t.Fatal("there is no joint posterior")
	}
	path := filepath.Join(t.TempDir(), "data.json")
	if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
		t.Fatal(err)
	}
	set, err := run.ReadData(c, path, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	opt.Iterations, opt.Draws = -1, filepath.Join(t.TempDir(), "draws.csv")
	r, err := run.Run(context.Background(), c, set, opt)
	if err != nil {
		t.Fatal(err)
	}
	draws, header := readDraws(t, opt.Draws)
	return r, draws, header
}

// readDraws reads a file of draws by column.
func readDraws(t *testing.T, path string) (draws map[string][]float64, header []string) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	draws = map[string][]float64{}
	for _, row := range rows[1:] {
		for k, name := range rows[0] {
			x, err := strconv.ParseFloat(row[k], 64)
			if err != nil {
				t.Fatal(err)
			}
			draws[name] = append(draws[name], x)
		}
	}
	return draws, rows[0]
}

// TestJointDraws: draws from the joint posterior have its means, standard deviations and quantiles, those of a difference of two elements too.
// The program of the package draws what the interpreter does.
// TestTruthsNotDrawn: a truth that is asked for and summed out has no column, which is said.
func TestTruthsNotDrawn(t *testing.T) {
	const model = `model: outliers
inputs: {n: range, y: "real[n]"}
program: |
  a ~ normal(0, sd = 2)
  for (i in n) { out[i] ~ bernoulli(0.1)
    if (out[i]) { y[i] ~ normal(0, sd = 10) } else { y[i] ~ normal(a, sd = 1) } }
infer: [a, out]
`
	r, draws, _ := drawsOf(t, model, `{"y": [1, 2, 1.5, 9]}`, run.Options{Interpret: true, Joint: run.JointDraws{Count: 10, Seed: 3}})
	said := func(s string) bool { return strings.HasPrefix(s, "out is not among the draws") }
	if len(draws["a"]) == 0 || draws["out[0]"] != nil || !slices.ContainsFunc(r.Warnings, said) {
		t.Errorf("%d draws of a, warnings %q", len(draws["a"]), r.Warnings)
	}
}

func TestJointDraws(t *testing.T) {
	const data = `{"group": ["ann", "bob", "cid"], "n": 6, "g": ["ann", "ann", "bob", "bob", "cid", "cid"], "y": [1.2, 0.4, 2.8, 3.1, -0.7, 0.1]}`
	const n = 20000
	opt := run.Options{Interpret: true, Joint: run.JointDraws{Count: n, Seed: 3}}
	r, draws, header := drawsOf(t, jointModel, data, opt)
	if want := []string{".chain", ".iteration", ".draw", "m", "u[ann]", "u[bob]", "u[cid]", "t"}; !slices.Equal(header, want) {
		t.Errorf("columns %v", header)
	}
	check := func(what string, list []float64, mean, sd, q05, q95 float64) {
		m, v, below, above := 0.0, 0.0, 0.0, 0.0
		for _, x := range list {
			m += x / n
			v += (x - mean) * (x - mean) / n
			if x < q05 {
				below += 1.0 / n
			}
			if x > q95 {
				above += 1.0 / n
			}
		}
		if math.Abs(m-mean) > 0.03*sd || math.Abs(math.Sqrt(v)/sd-1) > 0.03 || math.Abs(below-0.05) > 0.006 || math.Abs(above-0.05) > 0.006 {
			t.Errorf("%s: mean %.4f, sd %.4f, %.4f and %.4f outside; want %.4f, %.4f", what, m, math.Sqrt(v), below, above, mean, sd)
		}
	}
	of := func(name string, index ...int) {
		entry, ok := r.Posteriors[name].At(index...)
		if !ok {
			t.Fatalf("there is no %s", name)
		}
		x, err := entry.Marginals()
		if err != nil {
			t.Fatal(err)
		}
		column := draws[name]
		switch {
		case len(index) > 0:
			column = draws[name+"["+[]string{"ann", "bob", "cid"}[index[0]]+"]"]
		case column == nil:
			for k, y := range draws["u[ann]"] {
				column = append(column, y-draws["u[cid]"][k])
			}
		}
		check(name, column, x[0].Mean, x[0].SD, x[0].Q05, x[0].Q95)
	}
	for name := range r.Posteriors {
		if name == "u" {
			of(name, 0)
			of(name, 1)
			continue
		}
		of(name)
	}
	opt.Interpret, opt.Build = false, true
	_, built, _ := drawsOf(t, jointModel, data, opt)
	for name, list := range draws {
		for k, x := range list {
			if y := built[name][k]; math.Abs(x-y) > 1e-9*(1+math.Abs(x)) {
				t.Fatalf("%s: draw %d is %v by the interpreter, %v by the program", name, k, x, y)
			}
		}
	}
}
