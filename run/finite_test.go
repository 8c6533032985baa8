package run_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"mpc"
	"mpc/codegen"
	"mpc/integration/agree"
	"mpc/lang"
)

// TestNotFinite: numbers that a program computes from the data and that are not finite
// are errors at the statement and its element, and the same kind of error in
// generated code.
func TestNotFinite(t *testing.T) {
	const head = "model: finite\ninputs:\n  n: range\n  x: real[n]\n  d: real[n]\nprogram: |\n  mu ~ normal(0, sd = 1)\n  for (i in n) { "
	var trials []*agree.Trial
	for _, test := range []struct{ statement, data string }{
		{"x[i] ~ normal(mu * (1 / d[i]), sd = 1)", "[1, 0, 2]"},
		{"x[i] ~ normal(mu * exp(d[i]), sd = 1)", "[1, 1000, 2]"},
		{"x[i] ~ normal(mu, variance = 1 / d[i])", "[1, 0, 2]"},
		{"x[i] ~ normal(mu, precision = 1 / d[i])", "[1.1, 0, 1000]"},
		{"if (i != 0) { x[i] ~ normal(mu, sd = 1 / d[i]) }", "[0, 0, 2]"},
		{"k[i] = log(d[i]); x[i] ~ normal(k[i] * mu, sd = 1)", "[1, 0, 2]"},
	} {
		x := &agree.Trial{Name: test.statement, Model: head + test.statement + " }\ninfer: [mu]\n", Data: `{"x": [1, 2, 3], "d": [1, 2, 3]}`, Next: `{"x": [1, 2, 3], "d": ` + test.data + `}`}
		trials = append(trials, x)
		c, err := mpc.Compile("finite.yaml", []byte(x.Model), mpc.Options{})
		if err != nil {
			t.Fatal(err)
		}
		_, err = runFile(context.Background(), c, dataFile(t, x.Next), nil, true)
		var list lang.Diagnostics
		if !errors.As(err, &list) || list[0].Code != "not-finite" || !strings.HasSuffix(list[0].Message, ", at i = 1") {
			t.Errorf("%s: %v", test.statement, err)
		}
	}
	for _, algorithm := range []string{"ep", "gibbs"} { // products of whole numbers that doubles round
		x := &agree.Trial{Name: "whole numbers by " + algorithm, Model: "model: wholes_" + algorithm + "\nalgorithm: " + algorithm + `
inputs: {n: range, a: "int[n]", b: "int[n]", c: int, y: "int[n]"}
program: |
  r ~ gamma(shape = 1, rate = 1)
  k = c * c
  if (c * c + 1 > c * c) { z ~ normal(k, sd = 1) }
  for (i in n) { y[i] ~ poisson(r * (a[i] * b[i])) }
infer: [r]
`, Data: `{"a": [1, 2], "b": [3, 4], "c": 94906265, "y": [1, 2]}`, Next: `{"a": [1, 4294967296], "b": [3, 4294967296], "c": 94906265, "y": [1, 2]}`}
		if algorithm == "ep" {
			trials = append(trials, x)
		}
		c, err := mpc.Compile("wholes.yaml", []byte(x.Model), mpc.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for data, want := range map[string]string{
			x.Next: "wholes.yaml:8:43: error: a[i] * b[i] is 1.8446744073709552e+19 in size, too large for a whole number: from 2^53 on they are not told apart, at i = 1 [parameter]",
			strings.Replace(x.Data, "94906265", "94906267", 1): "wholes.yaml:6:9: error: c * c is 9.007199515875288e+15 in size, too large for a whole number: from 2^53 on they are not told apart [parameter]",
			x.Data: "",
		} {
			_, err := runFile(context.Background(), c, dataFile(t, data), nil, true)
			if got := fmt.Sprint(err); err == nil && want != "" || err != nil && got != want {
				t.Errorf("%s: got %v, want %s", algorithm, err, want)
			}
		}
	}
	agree.All(t, trials, codegen.Options{})
}
