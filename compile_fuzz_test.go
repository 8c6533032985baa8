package mpc_test

import (
	"errors"
	"testing"
	"time"

	"mpc"
	"mpc/data"
	"mpc/lang"
)

// seeds are models that between them use most of the language.
var seeds = []string{
	"model: a\nprogram: |\n  x ~ normal(0, variance = 1)\ninfer: [x]\n",
	"model: a\ninputs:\n  T: int\n  y: real[T]\nprogram: |\n  for (t in 0..<T) {\n    if (t == 0) { x[t] ~ normal(1, sd = 1) } else { x[t] ~ normal(x[t-1], sd = 1) }\n    y[t] ~ normal(x[t], sd = 1)\n  }\ninfer: [x, evidence]\n",
	"model: a\ninputs:\n  p: range\n  g: range\n  w: index(p)[g]\nprogram: |\n  for (i in p) { s[i] ~ gamma(shape = 1, rate = 2) }\n  for (j in g) { observe s[w[j]] > 1 }\ninfer: [s]\ninit:\n  s: gamma(shape = 1, rate = 1)\npoint: [s]\niterate: {max: 5, damping: 0.5, messages: proper, projection: log}\n",
	"model: a\ninputs:\n  n: range\n  len: int[n]\n  v: bool[n][len[n]]\nprogram: |\n  q ~ beta(1, 1)\n  for (i in n) { for (k in 0..<len[i]) { v[i][k] ~ bernoulli(q) } }\n  c = count(v[0][k] : k in 0..<2)\n",
}

// FuzzCompile looks for models that make a stage panic or break its invariants:
// an internal error is a failure.
func FuzzCompile(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		var err error
		done := make(chan struct{})
		go func() {
			_, err = mpc.Compile("model.yaml", []byte(src), mpc.Options{})
			close(done)
		}()
		select {
		case <-done:
		case <-time.After(20 * time.Second):
			t.Fatal("the compiler hangs")
		}
		var internal *mpc.InternalError
		if errors.As(err, &internal) {
			t.Fatal(err)
		}
		var d lang.Diagnostics
		if err != nil && !errors.As(err, &d) {
			t.Fatalf("no diagnostics: %v", err)
		}
	})
}

// FuzzData looks for data that make the reader panic, or that it accepts and
// cannot write again.
func FuzzData(f *testing.F) {
	c, err := mpc.Plan("model.yaml", []byte("model: a\ninputs:\n  p: range\n  g: range\n  w: index(p)[g]\n  len: int[g]\n  v: real[g][len[g]]\n  q: normal[p]\n  on: bool\nprogram: |\n  for (i in p) { s[i] ~ q[i] }\n  for (j in g) { for (k in 0..<len[j]) { if (on) { v[j][k] ~ normal(s[w[j]], sd = 1) } } }\n"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(`{"p": 2, "g": 1, "w": ["a"], "len": [2], "v": [[1, 2e3]], "q": [{"dist": "normal", "mean": 1, "variance": 2}, {"dist": "point", "value": 1}], "on": true}`)
	f.Add(`{"w": [0, 1], "len": [0, 1], "v": [[], [1]], "q": [], "on": false}`)
	f.Add(`{"p": ["x", "y"]}`)
	f.Fuzz(func(t *testing.T, src string) {
		s, d := data.ReadJSON("data.json", []byte(src), c.Model)
		if d.HasErrors() {
			return
		}
		if _, err := s.JSON(); err != nil {
			t.Fatal(err)
		}
	})
}
