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
