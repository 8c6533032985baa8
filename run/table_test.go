package run_test

import (
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mpc"
	"mpc/run"
)

// TestWriteTable: single values stand under one head, and what a boolean has is a
// probability.
func TestWriteTable(t *testing.T) {
	c, err := mpc.Plan("model.yaml", []byte(`model: trial
inputs: {n: range, m: range, a: 'bool[n]', b: 'bool[m]', k: range}
program: |
  control ~ beta(1, 1)
  treated ~ beta(1, 1)
  for (i in n) { a[i] ~ bernoulli(control) }
  for (i in m) { b[i] ~ bernoulli(treated) }
  c ~ bernoulli(0.25)
  for (i in k) { x[i] ~ normal(i, sd = 2) }
  for (i in k) { d[i] ~ bernoulli(0.5) }
  u ~ categorical([0.001, 0.7, 0.2, 0.099])
infer: [control, treated, c, x, d, u]
`))
	if err != nil {
		t.Fatal(err)
	}
	set, err := run.ReadData(c, "", []string{"a=[true, false, true, true]", "b=[false, true]", "k=3"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := run.Run(context.Background(), c, set, run.Options{Iterations: -1, Interpret: true})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := run.WriteTable(&b, c, r, 2); err != nil {
		t.Fatal(err)
	}
	want := `
              mean     sd       5%       50%      95%      posterior
control       0.66667  0.17817  0.34259  0.68619  0.92356  beta(a 4, b 2)
treated       0.5      0.22361  0.13535  0.5      0.86465  beta(a 2, b 2)
              probability
c             0.25
x             mean  sd  5%       50%  95%
  2           2     2   -1.2897  2    5.2897
  1           1     2   -2.2897  1    4.2897
  and 1 more
d             probability
  0           0.5
  1           0.5
  and 1 more
              mode  mean   sd       probable values
u             1     1.397  0.66287  1 (70 %), 2 (20 %), 3 (9.9 %)
computed in one pass, nothing iterates
`
	if got := "\n" + b.String(); got != want {
		t.Errorf("got%s\nwant%s", got, want)
	}
}

// TestWriteCSV: a row for each element, of a whole number one for each value; what is not
// known is empty.
func TestWriteCSV(t *testing.T) {
	c, err := mpc.Plan("model.yaml", []byte(`model: posteriors
inputs: {k: range}
program: |
  for (i in k) { x[i] ~ normal(i, sd = 2) }
  b ~ beta(1, 1)
  d ~ bernoulli(0.25)
  u ~ categorical([0, 0.5, 0.5])
infer: [x, b, d, u]
`))
	if err != nil {
		t.Fatal(err)
	}
	set, err := run.ReadData(c, "", []string{`k=["ann", "bob"]`}, nil)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "pictures")
	r, err := run.Run(context.Background(), c, set, run.Options{Iterations: -1, Interpret: true, Plots: dir})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := run.WriteCSV(&b, c, r); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(strings.NewReader(b.String())).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"x", "ann", "", "", "0", "2"},
		{"x", "bob", "", "", "1", "2"},
		{"b", "", "", "", "0.5", "0.28867513459481287"},
		{"d", "", "true", "0.25", "", ""},
		{"u", "", "1", "0.5", "1.5", "0.5"},
		{"u", "", "2", "0.5", "1.5", "0.5"},
	}
	if len(lines) != len(want)+1 {
		t.Fatalf("%d lines, want %d:\n%s", len(lines), len(want)+1, b.String())
	}
	for i, w := range want {
		if got := lines[i+1]; !slices.Equal(got[:6], w) || len(got) != len(lines[0]) {
			t.Errorf("line %d: %q, want %q", i+1, got, w)
		}
	}
	if q := lines[3][6]; !strings.HasPrefix(q, "0.05") && !strings.HasPrefix(q, "0.0499999") {
		t.Errorf("the quantile of 5 %% of a uniform is %s", q)
	}
	for _, name := range []string{"x-ann.svg", "x-bob.svg", "b.svg", "d.svg", "u.svg"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || !strings.HasSuffix(string(text), "</svg>\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "convergence.svg")); err == nil {
		t.Error("a picture of the convergence of a model without an iteration")
	}
}
