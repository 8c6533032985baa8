//go:build long

package run_test

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"mpc"
	"mpc/run"
)

// TestLeftOut: interpreter and program say the same of updates that were left out, and
// whether the last iteration had any.
func TestLeftOut(t *testing.T) {
	t.Parallel()
	const path = "../models/recommender/model.yaml"
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	c, err := mpc.Compile(path, src, mpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	set, err := run.ReadData(c, "../models/recommender/data.json", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		iterations int
		end        string
	}{
		{-1, " updates were left out, where a marginal or a cavity would not have been proper; none in the last iteration"},
		{5, " updates were left out, where a marginal or a cavity would not have been proper"},
	} {
		var said [2][]string
		for k := range said {
			if k == 1 && test.iterations < 0 {
				said[1] = said[0] // built once, for the few iterations
				continue
			}
			r, err := run.Run(context.Background(), c, set, run.Options{Iterations: test.iterations, Interpret: k == 0, Build: k != 0})
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range r.Warnings {
				if strings.Contains(w, "were left out") {
					said[k] = append(said[k], w)
				}
			}
		}
		if len(said[0]) == 0 || !strings.HasSuffix(said[0][0], test.end) || !slices.Equal(said[0], said[1]) {
			t.Errorf("%d iterations:\n%q\n%q", test.iterations, said[0], said[1])
		}
	}
	if got := c.Program.LeftOut(1, "", 2, false); !strings.HasSuffix(got, "2 updates were left out, where a posterior would not have been proper") {
		t.Error(got)
	}
}
