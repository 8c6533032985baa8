package run_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"mpc"
	"mpc/data"
	"mpc/run"
	"mpc/run/interp"
)

// TestLook holds that the look at large data finds what a check of small ones does, where it
// looks for it, and nothing else.
func TestLook(t *testing.T) {
	for _, x := range []struct {
		name, model, data string
		want              string // of both, where both is true; else of the check alone
		both              bool
	}{
		{"index", "inputs: {n: range, k: 'int[n]'}\nprogram: |\n  for (i in n) { x[i] ~ normal(0, variance = 1) }\n  for (i in n) { observe x[k[i]] > 0 }\ninfer: [x]",
			`{"n": 2, "k": [0, 2]}`, "index 2 of x", true},
		{"index of data", "inputs: {n: range, k: int, v: 'real[n]'}\nprogram: |\n  for (i in n) { x[i] ~ normal(v[i + k], variance = 1) }\ninfer: [x]",
			`{"v": [1, 2], "k": 1}`, "index 2 of v", true},
		{"a condition", "inputs: {n: range, v: 'real[n]'}\nprogram: |\n  x ~ normal(0, variance = 1)\n  for (i in n) { observe v[i] > 0 }\ninfer: [x]",
			`{"v": [1, -2]}`, "contradictory observation: v[i] > 0 is false", true},
		{"a guard", "inputs: {n: range, v: 'real[n]', b: 'bool[n]'}\nprogram: |\n  x ~ normal(0, variance = 1)\n  for (i in n) { if (b[i]) { v[i + 1] ~ normal(x, variance = 1) } }\ninfer: [x]",
			`{"v": [1, 2], "b": [true, false]}`, "", true},
		{"constants", "inputs: {n: range, v: 'real[n]'}\nprogram: |\n  for (i in n) { w[i] = 2 * v[i] }\n  for (i in n) { x[i] ~ normal(w[i], variance = 1) }\ninfer: [x]",
			`{"v": [1, 2]}`, "", true},
		{"drawn indices", "algorithm: gibbs\ninputs: {n: range, y: 'real[n]'}\nprogram: |\n  for (k in 0..<2) { m[k] ~ normal(0, variance = 1) }\n  for (i in n) { z[i] ~ discreteuniform(2); y[i] ~ normal(m[z[i]], variance = 1) }\ninfer: [m]",
			`{"y": [1, 2]}`, "", true},
		{"undefined", "inputs: {n: range, y: 'real[n]'}\nprogram: |\n  for (i in 1..<n) { x[i] ~ normal(0, variance = 1) }\n  for (i in n) { y[i] ~ normal(x[i], variance = 1) }\ninfer: [x]",
			`{"y": [1, 2]}`, "x[0] is used", false},
	} {
		t.Run(x.name, func(t *testing.T) {
			c, err := mpc.Plan("m.yaml", []byte("model: m\n"+x.model))
			if err != nil {
				t.Fatal(err)
			}
			set, d := data.ReadJSON("d.json", []byte(x.data), c.Model)
			if d.HasErrors() {
				t.Fatal(d)
			}
			for k, check := range []func() error{
				func() error { return run.CheckData(context.Background(), c, set) },
				func() error { return interp.Look(context.Background(), c.Program, c.Deps, c.Schedule, set) },
			} {
				want := x.want
				if k == 1 && !x.both {
					want = ""
				}
				err := check()
				if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
					t.Errorf("%d: got %v, want %q", k, err, want)
				}
			}
			if interp.Larger(c.Program, set, 100) || !interp.Larger(c.Program, set, 0) {
				t.Error("the instances are counted wrong")
			}
		})
	}
}

// TestLookAtDefinitions holds that large data are found to define an element twice or never,
// where a check of small ones finds it.
func TestLookAtDefinitions(t *testing.T) {
	const guards = "inputs: {n: range, a: 'bool[n]', b: 'bool[n]', y: 'real[n]'}\nprogram: |\n  for (i in n) { if (a[i]) { x[i] ~ normal(0, variance = 1) }\n    if (b[i]) { x[i] ~ normal(1, variance = 1) }\n    y[i] ~ normal(x[i], variance = 1) }\ninfer: [x]"
	const ragged = "inputs: {n: range, m: 'int[n]', y: 'real[n][m[n]]', from: int}\nprogram: |\n  for (i in n) { for (j in from..<m[i]) { x[i, j] ~ normal(0, variance = 1) } }\n  for (i in n) { for (j in 0..<m[i]) { y[i, j] ~ normal(x[i, j], variance = 1) } }\ninfer: [x]"
	const sum = "inputs: {n: range, k: 'int[n]', y: real}\nprogram: |\n  for (i in n) { if (k[i] > 0) { x[i] ~ normal(0, variance = 1) } }\n  y ~ normal(sum(x[i] : i in n), variance = 1)\ninfer: [y]"
	const jumps = "inputs: {n: range, k: 'int[n]'}\nprogram: |\n  for (i in n) { x[k[i]] ~ normal(0, variance = 1) }\n  for (i in n) { observe x[i] > 0 }\ninfer: [x]"
	const missing = "inputs: {n: range, x: {type: 'real[n]', missing: true}}\nprogram: |\n  m ~ normal(0, variance = 1)\n  for (i in n) { x[i] ~ normal(m, variance = 1) }\ninfer: [m, x]"
	const gate = "inputs: {n: range, y: 'real[n]'}\nprogram: |\n  for (i in n) { z[i] ~ bernoulli(0.5)\n    if (z[i]) { x[i] ~ normal(0, variance = 1) } else { x[i] = 1 }\n    y[i] ~ normal(x[i], variance = 1) }\ninfer: [z]"
	for _, x := range []struct{ name, model, data, want string }{
		{"guards", guards, `{"a": [true, false, true], "b": [false, true, false], "y": [1, 2, 3]}`, ""},
		{"twice", guards, `{"a": [true, false, true], "b": [false, true, true], "y": [1, 2, 3]}`, "x[2] is defined twice, in x[i] ~ normal(0, variance = 1) (line 4) at i = 2 and in x[i] ~ normal(1, variance = 1), at i = 2"},
		{"never", guards, `{"a": [true, false, false], "b": [false, true, false], "y": [1, 2, 3]}`, "x[2] is used in y[i] ~ normal(x[i], variance = 1), but it is never defined, at i = 2"},
		{"ragged", ragged, `{"y": [[1], [], [2, 3]], "m": [1, 0, 2], "from": 0}`, ""},
		{"ragged, never", ragged, `{"y": [[], [2, 3]], "m": [0, 2], "from": 1}`, "x[1][0] is used in y[i, j] ~ normal(x[i, j], variance = 1), but it is never defined, at i = 1, j = 0"},
		{"sum", strings.Replace(sum, "infer: [y]", "infer: [x]", 1), `{"k": [1, 2], "y": 1}`, ""},
		{"sum, never", strings.Replace(sum, "infer: [y]", "infer: [x]", 1), `{"k": [1, 0], "y": 1}`, "x[1] is used in"},
		{"a permutation", jumps, `{"k": [1, 0, 2]}`, ""},
		{"no permutation", jumps, `{"k": [2, 0, 2]}`, "x[2] is defined twice, in x[k[i]] ~ normal(0, variance = 1) (line 4) at i = 0 and in x[k[i]] ~ normal(0, variance = 1), at i = 2"},
		{"asked for", strings.Replace(jumps, "  for (i in n) { observe x[i] > 0 }\n", "", 1), `{"k": [0, 1, 2]}`, ""},
		{"asked for, never", "inputs: {n: range, y: 'real[n]'}\nprogram: |\n  for (i in n) { if (y[i] > 0) { x[i] ~ normal(0, variance = 1); y[i] ~ normal(x[i], variance = 1) } }\ninfer: [x]", `{"y": [1, -1]}`, "x[1] is asked for under infer, but it is never defined"},
		{"missing", missing, `{"x": [1, null]}`, ""},
		{"gate", gate, `{"y": [1, 2]}`, ""},
		{"drawn", "algorithm: gibbs\n" + guards, `{"a": [true, true], "b": [false, true], "y": [1, 2]}`, "x[1] is defined twice"},
		{"gate that is drawn", "algorithm: gibbs\n" + gate, `{"y": [1, 2]}`, ""},
	} {
		c, err := mpc.Plan("m.yaml", []byte("model: m\n"+x.model))
		if err != nil {
			t.Fatalf("%s: %v", x.name, err)
		}
		set, d := data.ReadJSON("d.json", []byte(x.data), c.Model)
		if d.HasErrors() {
			t.Fatalf("%s: %v", x.name, d)
		}
		for k, err := range []error{run.CheckData(context.Background(), c, set), interp.LookAtDefinitions(context.Background(), c.Program, set)} {
			if x.want == "" && err != nil || x.want != "" && (err == nil || !strings.Contains(err.Error(), x.want)) {
				t.Errorf("%s, %d: got %v, want %q", x.name, k, err, x.want)
			}
		}
	}
	c, err := mpc.Plan("m.yaml", []byte("model: m\n"+guards))
	if err != nil {
		t.Fatal(err)
	}
	const n = 110_000 // so many are not interpreted
	first, second := strings.Repeat("true, false, ", n/2), strings.Repeat("false, true, ", n/2)
	set, d := data.ReadJSON("d.json", []byte(`{"a": [`+first+`true], "b": [`+second+`true], "y": [`+strings.Repeat("1, ", n)+"1]}"), c.Model)
	if d.HasErrors() {
		t.Fatal(d)
	}
	if err := run.CheckData(context.Background(), c, set); err == nil || !strings.Contains(err.Error(), "x[110000] is defined twice") {
		t.Errorf("large: %v", err)
	}
}

// TestCheckMany holds that a check of one mean of many observations takes no time that
// grows with their square.
func TestCheckMany(t *testing.T) {
	c, err := mpc.Plan("m.yaml", []byte("model: m\ninputs: {n: range, y: 'real[n]'}\nprogram: |\n  x ~ normal(0, variance = 1)\n  for (i in n) { y[i] ~ normal(x, variance = 1) }\ninfer: [x]"))
	if err != nil {
		t.Fatal(err)
	}
	set, d := data.ReadJSON("d.json", []byte(`{"y": [1`+strings.Repeat(", 0.5", 50_000)+"]}"), c.Model)
	if d.HasErrors() {
		t.Fatal(d)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second) // it takes a third of one
	defer cancel()
	if err := interp.Check(ctx, c.Program, c.Deps, c.Schedule, set); err != nil {
		t.Error(err)
	}
}

// TestLookEnds holds that loops whose conditions are false come to an end.
func TestLookEnds(t *testing.T) {
	c, err := mpc.Plan("m.yaml", []byte("model: m\ninputs: {n: int}\nprogram: |\n  x ~ normal(0, variance = 1)\n  for (i in 0..<n) { for (j in 0..<n) { if (i + j < 0) { w[i][j] ~ normal(x, variance = 1) } } }\ninfer: [x]"))
	if err != nil {
		t.Fatal(err)
	}
	set, d := data.ReadJSON("d.json", []byte(`{"n": 1000000}`), c.Model)
	if d.HasErrors() {
		t.Fatal(d)
	}
	if !interp.Larger(c.Program, set, 1000) {
		t.Error("a million times a million is not large")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	if err := interp.Look(ctx, c.Program, c.Deps, c.Schedule, set); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the look ends with %v", err)
	}
}
