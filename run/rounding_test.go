package run_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"mpc"
	"mpc/lang"
	"mpc/run"
)

// TestRounding: draws that roundings make are an error, whatever the number of data; the
// noise that a prior leaves is none.
func TestRounding(t *testing.T) {
	for _, c := range []struct {
		n     int
		prior string
		wrong bool
	}{{50, "shape = 1e-30, rate = 1e-30", true}, {1000, "shape = 1e-30, rate = 1e-30", true}, {50, "shape = 1, rate = 1e-9", false}} {
		text := fmt.Sprintf("model: m\nalgorithm: gibbs\ninputs: {n: range, y: \"real[n]\"}\nprogram: |\n  mu ~ normal(5, sd = 3)\n  t ~ gamma(%s)\n"+
			"  for (i in n) { y[i] ~ normal(mu, precision = t) }\ninfer: [mu, t]\niterate: {samples: 50, burnin: 50, chains: 2}\n", c.prior)
		compiled, err := mpc.Plan("m.yaml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		set, err := run.ReadData(compiled, "", []string{"y=[" + strings.Repeat("3.7, ", c.n-1) + "3.7]"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, err = run.Run(context.Background(), compiled, set, run.Options{Iterations: -1, Interpret: true})
		if wrong := err != nil && strings.Contains(err.Error(), "m.yaml:5:3: error: the standard deviation of mu, ") && strings.HasSuffix(err.Error(), "["+lang.CodeRounding+"]"); wrong != c.wrong || err != nil && !wrong {
			t.Errorf("%d data, %s: %v", c.n, c.prior, err)
		}
	}
}
