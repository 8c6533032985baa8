package run_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"mpc"
	"mpc/lang"
	"mpc/run"
)

// TestAround: EP warns where the data make a statement read an element twice through a
// variable with a name, and not where they do not.
func TestAround(t *testing.T) {
	const text = `model: m
inputs: {n: range, m: range, a: "index(n)[m]", b: "index(n)[m]"}
program: |
  for (i in n) { x[i] ~ normal(0, variance = 1) }
  for (i in m) { d[i] = 2 * x[b[i]] }
  for (i in m) { observe d[i] > x[a[i]] }
blocks: []
infer: [x]
`
	for data, want := range map[string]bool{
		`{"n": 3, "a": [0, 1], "b": [1, 1]}`: true,
		`{"n": 3, "a": [0, 1], "b": [1, 2]}`: false,
	} {
		told := func(d lang.Diagnostic) bool {
			return d.Code == lang.CodeDependent && d.Pos.Line == 6 && strings.Contains(d.Message, "functions of x[1]")
		}
		r, err := interpretText(t, text, data)
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.ContainsFunc(r.Diagnostics, told); got != want {
			t.Errorf("%s: %v", data, r.Diagnostics)
		}
		c, err := mpc.Plan("m.yaml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		set, err := run.ReadData(c, dataFile(t, data), nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := run.CheckData(context.Background(), c, set); err != nil {
			t.Fatal(err)
		}
		if got := slices.ContainsFunc(c.Warnings, told); got != want {
			t.Errorf("%s: check says %v", data, c.Warnings)
		}
	}
}
