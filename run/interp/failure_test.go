package interp_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"mpc/data"
	"mpc/deadcode"
	"mpc/depanalysis"
	"mpc/dist"
	"mpc/factor"
	"mpc/lang"
	"mpc/model"
	"mpc/run/interp"
	"mpc/schedule"
)

// interpret runs a model given as text.
func interpret(t *testing.T, text, values string, opt interp.Options) (*interp.Result, error) {
	t.Helper()
	fail := func(d lang.Diagnostics) {
		t.Helper()
		if d.HasErrors() {
			t.Fatal(d)
		}
	}
	file, d := lang.Parse("m.yaml", []byte(text))
	fail(d)
	m, d := model.Check(file)
	fail(d)
	g, d := factor.Build(m)
	fail(d)
	p, d := lower(g)
	fail(d)
	deps := depanalysis.Analyze(p)
	keep, _ := deadcode.Live(deps)
	s, err := schedule.Plan(deps, keep)
	if err != nil {
		t.Fatal(err)
	}
	set, d := data.ReadJSON("d.json", []byte(values), m)
	fail(d)
	return interp.Run(p, deps, deadcode.Prune(deps, s), set, opt)
}

func TestFailures(t *testing.T) {
	tests := []struct {
		name, model, data string
		kind              string
		want              []string // parts of the message
	}{
		{"index past the end", `
inputs: {T: range, k: "int[T]"}
program: |
  for (t in T) { x[t] ~ normal(0, variance = 1) }
  for (t in T) { observe x[k[t]] > 0 }`, `{"T": 2, "k": [0, 2]}`,
			interp.Index, []string{"m.yaml:5:2", "index 2 of x", "0 to 1", "t = 1"}},
		{"index of an input", `
inputs: {T: range, k: int, v: "real[T]"}
program: |
  for (t in T) { x[t] ~ normal(v[t+k], variance = 1) }`, `{"k": 1, "v": [1, 2]}`,
			interp.Index, []string{"m.yaml:4:3", "index 2 of v", "t = 1"}},
		{"defined twice", `
inputs: {T: range, k: "int[T]"}
program: |
  for (t in T) { x[k[t]] ~ normal(0, variance = 1) }`, `{"k": [0, 0]}`,
			interp.Double, []string{"m.yaml:4:", "x[0] is defined twice", "t = 1"}},
		{"never defined", `
inputs: {T: range, k: "int[T]"}
program: |
  for (t in T) { x[k[t]] ~ normal(0, variance = 1) }
  observe x[0] > 0`, `{"k": [1, 2]}`,
			interp.Undefined, []string{"m.yaml:5:", "x[0] is used in", "never defined"}},
		{"a check that fails", `
inputs: {T: range, v: "real[T]"}
program: |
  for (t in T) { observe v[t] > 1 }
  x ~ normal(0, variance = 1)`, `{"v": [2, 0.5]}`,
			interp.Contradiction, []string{"m.yaml:4:", "v[t] > 1", "v[t] = 0.5", "t = 1"}},
		{"a check of a constant", `
inputs: {b: bool}
program: |
  c = !b
  observe c
  x ~ normal(0, variance = 1)`, `{"b": true}`,
			interp.Contradiction, []string{"m.yaml:5:", "c is false for b = true"}},
		{"two hard observations", `
inputs: {a: bool, b: bool}
program: |
  x ~ bernoulli(0.1)
  observe x == a
  observe x == b`, `{"a": true, "b": false}`,
			interp.Contradiction, []string{"m.yaml:6:", "line 5", "x cannot satisfy both"}},
		{"precisions that overflow", `
inputs: {n: range, y: "real[n]"}
program: |
  x ~ normal(0, variance = 1)
  for (i in n) { y[i] ~ normal(x * 1e200, variance = 1) }
algorithm: vmp`, `{"y": [1, 2]}`,
			interp.NotFinite, []string{"m.yaml:5:", "the messages to x overflow", "i = 1"}},
		{"a parameter that is not a number", `
inputs: {a: real}
program: |
  x ~ normal(log(a), variance = 1)`, `{"a": -1}`,
			interp.NotFinite, []string{"m.yaml:4:", "log(a) is not finite"}},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			_, err := interpret(t, "model: m"+c.model+"\ninfer: [x]\n", c.data, interp.Options{})
			var e *interp.Error
			if !errors.As(err, &e) {
				t.Fatalf("got %v, want an error", err)
			}
			if e.Kind != c.kind {
				t.Errorf("kind %s, want %s: %v", e.Kind, c.kind, err)
			}
			for _, w := range c.want {
				if !strings.Contains(err.Error(), w) {
					t.Errorf("%q is not in: %v", w, err)
				}
			}
		})
	}
}

// game is a model whose messages iterate; the text ends inside its last key.
const game = `model: m
inputs: {n: range, w: "index(n)[g]", l: "index(n)[g]", g: range}
program: |
  for (i in n) { skill[i] ~ normal(0, variance = 9) }
  for (k in g) {
    a[k] ~ normal(skill[w[k]], variance = 1)
    b[k] ~ normal(skill[l[k]], variance = 1)
    observe a[k] > b[k]
  }
infer: [skill]
iterate: {max: 500, tolerance: 1e-11`

const results = `{"n": 3, "w": [0, 1, 2, 0], "l": [1, 2, 0, 2]}`

func skills(t *testing.T, r *interp.Result) []dist.Normal {
	t.Helper()
	var out []dist.Normal
	for _, x := range r.Posteriors[0].Value.([]any) {
		out = append(out, x.(dist.Normal))
	}
	return out
}

// Damping changes the way, not the fixed point.
func TestDamping(t *testing.T) {
	plain, err := interpret(t, game+"}\n", results, interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	damped, err := interpret(t, game+", damping: 0.5}\n", results, interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !plain.Converged || !damped.Converged || damped.Iterations <= plain.Iterations {
		t.Errorf("%d iterations (converged: %v), damped %d (%v)", plain.Iterations, plain.Converged, damped.Iterations, damped.Converged)
	}
	a, b := skills(t, plain), skills(t, damped)
	for i := range a {
		if math.Abs(a[i].Mean()-b[i].Mean()) > 1e-8 || math.Abs(a[i].Variance()-b[i].Variance()) > 1e-8 {
			t.Errorf("skill[%d] is %v, damped %v", i, a[i], b[i])
		}
	}
}

func TestIterations(t *testing.T) {
	r, err := interpret(t, game+"}\n", results, interp.Options{Iterations: 3})
	if err != nil {
		t.Fatal(err)
	}
	if r.Iterations != 3 || r.Converged {
		t.Errorf("%d iterations, converged: %v", r.Iterations, r.Converged)
	}
	short, err := interpret(t, strings.Replace(game, "max: 500", "max: 2", 1)+"}\n", results, interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if short.Iterations != 2 || short.Converged || len(short.Warnings) != 1 {
		t.Errorf("%d iterations, converged: %v, warnings %v", short.Iterations, short.Converged, short.Warnings)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := interpret(t, game+"}\n", results, interp.Options{Context: ctx}); !errors.Is(err, context.Canceled) {
		t.Errorf("a run that was stopped gives %v", err)
	}
}

// The evidence of a chain of normals is that of the multivariate normal.
func TestEvidence(t *testing.T) {
	r, err := interpret(t, `model: m
inputs: {y: real, z: real}
program: |
  x ~ normal(1, variance = 2)
  y ~ normal(x, variance = 1)
  z ~ normal(x, variance = 3)
infer: [x, evidence]
`, `{"y": 2, "z": -1}`, interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	// y, z have mean 1, 1 and covariance [[3, 2], [2, 5]].
	dy, dz, det := 1.0, -2.0, 11.0
	want := -math.Log(2*math.Pi) - math.Log(det)/2 - (5*dy*dy-4*dy*dz+3*dz*dz)/(2*det)
	if math.Abs(r.LogEvidence-want) > 1e-12 {
		t.Errorf("evidence %.15g, want %.15g", r.LogEvidence, want)
	}
}

func TestResultJSON(t *testing.T) {
	r, err := interpret(t, `model: m
inputs: {k: range, team: "index(k)[g]", g: range, v: "real[g]"}
program: |
  for (i in k) { x[i] ~ normal(0, variance = 4) }
  for (j in g) { v[j] ~ normal(x[team[j]], variance = 4)
    big[j] = v[j] > 1 }
infer: [x, big]
`, `{"team": ["b", "a"], "v": [2, 0]}`, interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Model, Algorithm string
		Iterations       *int
		Converged        bool
		Posteriors       map[string][]map[string]any
		Labels           map[string][]string
		Warnings         []string
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	switch {
	case got.Model != "m" || got.Algorithm != "ep" || got.Iterations == nil || *got.Iterations != 0 || !got.Converged || got.Warnings == nil:
		t.Errorf("head of %s", text)
	case got.Posteriors["x"][0]["mean"] != 1.0 || got.Posteriors["x"][0]["variance"] != 2.0:
		t.Errorf("x in %s", text)
	case got.Posteriors["big"][0]["p"] != 1.0 || got.Posteriors["big"][1]["p"] != 0.0:
		t.Errorf("big in %s", text)
	case strings.Join(got.Labels["k"], " ") != "b a":
		t.Errorf("labels in %s", text)
	}
}
