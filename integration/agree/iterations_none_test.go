package agree

import (
	"context"
	"strings"
	"testing"

	"mpc"
	"mpc/data"
	"mpc/run"
)

// TestNoIterations: without an iteration EP gives what its initialization gives, in
// generated code and in the interpreter, and VMP an error that says so.
func TestNoIterations(t *testing.T) {
	const text = `model: none
inputs:
  n: range
  y: real[n]
program: |
  m ~ normal(3, variance = 100)
  t ~ gamma(2, rate = 1)
  for (i in n) { y[i] ~ normal(m, precision = t) }
infer: [m, t, evidence]
integrate: []
algorithm: `
	for _, interpret := range []bool{true, false} {
		for _, algorithm := range []string{"ep", "vmp"} {
			c, err := mpc.Compile("none.yaml", []byte(text+algorithm+"\n"), mpc.Options{})
			if err != nil {
				t.Fatal(err)
			}
			set, d := data.ReadJSON("data.json", []byte(`{"y": [1, 2, 4]}`), c.Model)
			if d.HasErrors() {
				t.Fatal(d)
			}
			r, err := run.Run(context.Background(), c, set, run.Options{Iterations: 0, Interpret: interpret})
			switch {
			case algorithm == "vmp":
				if err == nil || !strings.Contains(err.Error(), "0 iterations") {
					t.Errorf("vmp, interpret %t: error %v", interpret, err)
				}
			case err != nil:
				t.Errorf("ep, interpret %t: %v", interpret, err)
			case r.Iterations != 0 || !strings.Contains(r.Posteriors["m"].String(), `"mean":3`) && !strings.Contains(r.Posteriors["m"].String(), `"mean": 3`):
				t.Errorf("ep, interpret %t: %d iterations, m is %s", interpret, r.Iterations, r.Posteriors["m"])
			default:
				var table strings.Builder
				if err := run.WriteTable(&table, c, r, 0); err != nil || !strings.HasSuffix(table.String(), "\n0 iterations, as asked\n") {
					t.Errorf("ep, interpret %t: %v, table\n%s", interpret, err, &table)
				}
			}
		}
	}
}
