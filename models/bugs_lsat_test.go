//go:build long

package models_test

import (
	"context"
	"testing"

	"mpc/models/bugs_lsat/lsat"
	"mpc/models/internal/modeltest"
)

// Means and standard deviations are those of JAGS 4.3.1, within the Monte Carlo errors of
// both.
func TestBugsLsatReference(t *testing.T) {
	var d lsat.Data
	modeltest.ReadJSON(t, "bugs_lsat/data.json", &d)
	inf, err := lsat.New(d)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := inf.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	modeltest.Sampled(t, "bugs_lsat/reference.json", map[string]any{"a": inf.A(), "beta": inf.Beta()})
}
