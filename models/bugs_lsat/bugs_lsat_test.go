package bugs_lsat_test

import (
	"context"
	"testing"

	"mpc/models/bugs_lsat/lsat"
	"mpc/models/internal/modeltest"
)

// Means and standard deviations are those of JAGS 4.3.1, within the Monte Carlo errors of
// both.
func TestReference(t *testing.T) {
	var d lsat.Data
	modeltest.ReadJSON(t, "data.json", &d)
	inf, err := lsat.New(d)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := inf.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	modeltest.Sampled(t, "reference.json", map[string]any{"a": inf.A(), "beta": inf.Beta()})
}
