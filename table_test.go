package mpc_test

import (
	"context"
	"strings"
	"testing"

	"mpc"
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
infer: [control, treated, c, x, d]
`))
	if err != nil {
		t.Fatal(err)
	}
	set, err := mpc.ReadData(c, "", []string{"a=[true, false, true, true]", "b=[false, true]", "k=3"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := mpc.Run(context.Background(), c, set, mpc.RunOptions{Iterations: -1, Interpret: true})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := mpc.WriteTable(&b, c, r, 2); err != nil {
		t.Fatal(err)
	}
	want := `
              mean         sd       posterior
control       0.66667      0.17817  beta(a 4, b 2)
treated       0.5          0.22361  beta(a 2, b 2)
              probability
c             0.25
x             mean         sd       posterior
  2           2            2
  1           1            2
  and 1 more
d             probability
  0           0.5
  1           0.5
  and 1 more
computed in one pass, nothing iterates
`
	if got := "\n" + b.String(); got != want {
		t.Errorf("got%s\nwant%s", got, want)
	}
}
