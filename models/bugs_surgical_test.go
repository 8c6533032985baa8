package models_test

import (
	"context"
	"testing"

	"mpc/models/bugs_surgical/surgical"
	"mpc/models/internal/modeltest"
)

// Means and standard deviations are those of long runs of JAGS 4.3.1, within the Monte
// Carlo errors of both.
func TestBugsSurgicalReference(t *testing.T) {
	var d surgical.Data
	modeltest.ReadJSON(t, "bugs_surgical/data.json", &d)
	inf, err := surgical.New(d)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := inf.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	modeltest.Sampled(t, "bugs_surgical/reference.json", map[string]any{
		"p":       inf.P(),
		"mu":      inf.Mu(),
		"popMean": inf.PopMean(),
		"sigma":   inf.Sigma(),
	})
}
