package models_test

import (
	"context"
	"testing"

	"mpc/models/bugs_salm/salm"
	"mpc/models/internal/modeltest"
)

// Means and standard deviations are those of long runs of JAGS 4.3.1, within the Monte
// Carlo errors of both.
func TestBugsSalmReference(t *testing.T) {
	var d salm.Data
	modeltest.ReadJSON(t, "bugs_salm/data.json", &d)
	inf, err := salm.New(d)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := inf.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	modeltest.Sampled(t, "bugs_salm/reference.json", map[string]any{
		"alpha": inf.Alpha(),
		"beta":  inf.Beta(),
		"gamma": inf.Gamma(),
		"sigma": inf.Sigma(),
	})
}
