package models_test

import (
	"context"
	"testing"

	"mpc/models/bugs_pumps/pumps"
	"mpc/models/internal/modeltest"
)

// Means and standard deviations are those of long runs of JAGS 4.3.1, within the Monte
// Carlo errors of both.
func TestBugsPumpsReference(t *testing.T) {
	var d pumps.Data
	modeltest.ReadJSON(t, "bugs_pumps/data.json", &d)
	inf, err := pumps.New(d)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := inf.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	modeltest.Sampled(t, "bugs_pumps/reference.json", map[string]any{
		"alpha": inf.Alpha(),
		"beta":  inf.Beta(),
		"theta": inf.Theta(),
	})
}
