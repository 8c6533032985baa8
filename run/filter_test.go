package run_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"mpc"
)

// filterOf is "filter" where the package of a model has one, else what it says instead.
func filterOf(t *testing.T, model string) string {
	t.Helper()
	c, err := mpc.Compile("model.yaml", []byte(model), mpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range c.Package.Files {
		if f.Name == "filter.go" {
			return "filter"
		}
	}
	return c.Package.NoFilter
}

// A filter is there where docs/generated.md says.
func TestWhereFilters(t *testing.T) {
	t.Parallel()
	const walk = "model: m\ninputs: {t: range, y: \"real[t]\"}\nprogram: |\n  x[0] ~ normal(0, variance = 9)\n  for (i in 1..<t) { x[i] ~ normal(x[i-1], variance = 1) }\n"
	const seen = "  for (i in t) { y[i] ~ normal(x[i], variance = 1) }\n"
	const vectors = "model: m\ninputs: {t: range, a: \"real[2][2]\", q: \"real[2][2]\", y: \"real[t]\"}\nprogram: |\n" +
		"  x[0] ~ mvnormal([0, 0], covariance = q)\n  for (i in 1..<t) { x[i] ~ mvnormal(a * x[i-1], covariance = q) }\n"
	const dot = "  for (i in t) { y[i] ~ normal(dot([1, 2], x[i]), variance = 1) }\n"
	for _, m := range []struct {
		name, text string
		want       string
	}{
		{"a random walk", walk + seen, "filter"},
		{"half of each is handed on", strings.Replace(walk, "normal(x[i-1]", "normal(0.5 * x[i-1] + 1", 1) + seen, "filter"},
		{"seen from the second time on", walk + strings.Replace(seen, "in t", "in 1..<t", 1), "filter"},
		{"nothing is seen", strings.Replace(walk, ", y: \"real[t]\"", "", 1), "no filter over x: the messages at one time wait for each other, or nothing is seen there"},
		{"two times back", "model: m\ninputs: {t: range, y: \"real[t]\"}\nprogram: |\n  x[0] ~ normal(0, variance = 9)\n  x[1] ~ normal(0, variance = 9)\n  for (i in 2..<t) { x[i] ~ normal(x[i-1] + x[i-2], variance = 1) }\n" + seen, "no filter over x: line 5 is about more than x[0], and x[t] and x[t-1] for t in 1..<t"},
		{"a random step size", strings.Replace(walk, "  x[0]", "  p ~ gamma(shape = 1, rate = 1)\n  x[0]", 1) + strings.Replace(seen, "variance = 1", "precision = p", 1), "no filter over x: p is learned, and what is known of it changes with each time"},
		{"vmp", "algorithm: vmp\n" + walk + seen, "no filter over x: its messages read posteriors, which all data change"},
		{"two sightings that each read the other", walk + "  for (i in t) { observe x[i] > y[i]; observe x[i] < y[i] + 1 }\n", "no filter over x: the messages at one time wait for each other, or nothing is seen there"},
		{"vectors", vectors + dot, "filter"},
		{"vectors, a component is seen", vectors + "  for (i in t) { y[i] ~ normal(x[i][0], variance = 1) }\n", "filter"},
		{"vectors, a difference is seen", vectors + "  for (i in t) { y[i] ~ normal(x[i][0] - x[i][1], variance = 1) }\n", "filter"},
		{"vectors that others push", strings.Replace(vectors, "a * x[i-1]", "a * x[i-1] + u[i]", 1) + dot + "  for (i in t) { u[i] ~ mvnormal([0, 0], covariance = q) }\n", "no filter over x: u is drawn too: what stands at each time can be one vector, an mvnormal"},
		{"vectors, vmp", "algorithm: vmp\n" + vectors + dot, "no filter over x: its messages read posteriors, which all data change"},
		{"entries that may be missing", strings.Replace(walk, "\"real[t]\"", "{type: \"real[t]\", missing: true}", 1) + seen, "no filter over x: entries of y may be missing"},
		{"a condition", strings.Replace(walk, "t: range", "t: range, c: \"bool[t]\"", 1) + strings.Replace(seen, "y[i] ~ normal(x[i], variance = 1)", "if (c[i]) { y[i] ~ normal(x[i], variance = 1) }", 1), "no filter over x: line 6 stands under a condition"},
		{"a constant", strings.Replace(walk, "  x[0]", "  v = y[0] * y[0]\n  x[0]", 1) + strings.Replace(seen, "variance = 1", "variance = v + 1", 1), "no filter over x: v is computed by the program, in line 4: give it as an input"},
		{"whole numbers", "model: m\ninputs: {t: range, p: \"real[2][2]\", y: \"int[t]\"}\nprogram: |\n  x[0] ~ discreteuniform(2)\n  for (i in 1..<t) { x[i] ~ categorical(p[x[i-1]]) }\n  for (i in t) { observe x[i] == y[i] }\n", "no filter over x: filters are of numbers and of mvnormals"},
		{"no chain", "model: m\ninputs: {t: range, y: \"real[t]\"}\nprogram: |\n  for (i in t) { x[i] ~ normal(0, variance = 9) }\n" + seen, ""},
	} {
		if got := filterOf(t, m.text); got != m.want {
			t.Errorf("%s: %q, not %q", m.name, got, m.want)
		}
	}
}

// A filter gives at each time what a run on two times alone gives of the second,
// with what was known of the first as its prior.
func TestFilterStepByStep(t *testing.T) {
	t.Parallel()
	const model = `model: drift
inputs: {t: range, y: "real[t]", u: "real[t]", up: "bool[t]", noise: real, first: normal}
program: |
  x[0] ~ first
  for (i in 1..<t) { x[i] ~ normal(0.8 * x[i-1] + u[i], sd = noise) }
  for (i in t) {
    y[i] ~ normal(2 * x[i], precision = 0.5)
    up[i] ~ bernoulli(probit(x[i]))
  }
infer: [x]
`
	c, err := mpc.Compile("model.yaml", []byte(model), mpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	y, u, up := []float64{1, -3, 0.5, 12}, []float64{0, 1, -2, 0.25}, []bool{true, false, true, true}
	first := json.RawMessage(`{"dist": "normal", "mean": 1, "variance": 4}`)
	all, err := json.Marshal(map[string]any{"t": len(y), "y": y, "u": u, "up": up, "noise": 0.7, "first": first})
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"go.mod": "module try\n\ngo 1.24\n", "main.go": `package main

import (
	"encoding/json"
	"fmt"
	"os"

	"try/drift"
)

func main() {
	var all drift.Data
	if err := json.NewDecoder(os.Stdin).Decode(&all); err != nil {
		panic(err)
	}
	f, err := drift.NewFilter(all)
	if err != nil {
		panic(err)
	}
	for i := range all.Y {
		d, err := f.Step(drift.Observation{Y: all.Y[i], U: all.U[i], Up: all.Up[i]})
		if err != nil {
			panic(err)
		}
		fmt.Println(d.Mean(), d.Variance())
	}
}
`}
	for _, f := range c.Package.Files {
		files["drift/"+f.Name] = string(f.Source)
	}
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = folder(t, files)
	cmd.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod", "GOWORK=off")
	cmd.Stdin = bytes.NewReader(all)
	var message bytes.Buffer
	cmd.Stderr = &message
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, message.Bytes())
	}
	lines := slices.Collect(strings.Lines(string(out)))
	if len(lines) != len(y) {
		t.Fatalf("%d lines", len(lines))
	}
	start := `model: start
inputs: {y: real, up: bool, first: normal}
program: |
  x ~ first
  y ~ normal(2 * x, precision = 0.5)
  up ~ bernoulli(probit(x))
infer: [x]
`
	later := strings.Replace(strings.Replace(start, "inputs: {", "inputs: {u: real, noise: real, ", 1),
		"  x ~ first\n", "  past ~ first\n  x ~ normal(0.8 * past + u, sd = noise)\n", 1)
	for i := range y {
		slice := map[string]any{"y": y[i], "up": up[i], "first": first}
		if i > 0 {
			start = later
			slice["u"], slice["noise"] = u[i], 0.7
		}
		text, err := json.Marshal(slice)
		if err != nil {
			t.Fatal(err)
		}
		r := runText(t, start, string(text), true)
		first = r.Posteriors["x"].JSON()
		want := decoded(t, r)["x"].(map[string]any)
		var mean, variance float64
		if _, err := fmt.Sscan(lines[i], &mean, &variance); err != nil {
			t.Fatal(err)
		}
		if m, v := want["mean"].(float64), want["variance"].(float64); math.Abs(m-mean) > 1e-9*math.Max(1, math.Abs(m)) || math.Abs(v-variance) > 1e-9*v {
			t.Errorf("time %d: normal(%v, %v), not normal(%v, %v)", i, mean, variance, m, v)
		}
	}
}
