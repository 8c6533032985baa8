package mpc_test

import (
	"context"
	"errors"
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
	agree.All(t, trials, codegen.Options{})
}
