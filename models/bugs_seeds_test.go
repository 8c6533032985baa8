package models_test

import (
	"context"
	"testing"

	"mpc/models/bugs_seeds/seeds"
	"mpc/models/internal/modeltest"
)

// Means and standard deviations are those of long runs of JAGS 4.3.1, within the Monte
// Carlo errors of both.
func TestBugsSeedsReference(t *testing.T) {
	var d seeds.Data
	modeltest.ReadJSON(t, "bugs_seeds/data.json", &d)
	inf, err := seeds.New(d)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := inf.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	modeltest.Sampled(t, "bugs_seeds/reference.json", map[string]any{
		"alpha0":  inf.Alpha0(),
		"alpha1":  inf.Alpha1(),
		"alpha2":  inf.Alpha2(),
		"alpha12": inf.Alpha12(),
		"sigma":   inf.Sigma(),
	})
}
