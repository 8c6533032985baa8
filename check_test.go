package mpc_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"mpc"
	"mpc/data"
	"mpc/interp"
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
			c, err := mpc.Compile("m.yaml", []byte("model: m\n"+x.model), mpc.Options{})
			if err != nil {
				t.Fatal(err)
			}
			set, d := data.ReadJSON("d.json", []byte(x.data), c.Model)
			if d.HasErrors() {
				t.Fatal(d)
			}
			for k, check := range []func() error{
				func() error { return mpc.CheckData(context.Background(), c, set) },
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

// TestCheckMany holds that a check of one mean of many observations takes no time that
// grows with their square.
func TestCheckMany(t *testing.T) {
	c, err := mpc.Compile("m.yaml", []byte("model: m\ninputs: {n: range, y: 'real[n]'}\nprogram: |\n  x ~ normal(0, variance = 1)\n  for (i in n) { y[i] ~ normal(x, variance = 1) }\ninfer: [x]"), mpc.Options{})
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
	c, err := mpc.Compile("m.yaml", []byte("model: m\ninputs: {n: int}\nprogram: |\n  x ~ normal(0, variance = 1)\n  for (i in 0..<n) { for (j in 0..<n) { if (i + j < 0) { w[i][j] ~ normal(x, variance = 1) } } }\ninfer: [x]"), mpc.Options{})
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
