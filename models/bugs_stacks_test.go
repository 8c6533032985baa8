package models_test

import (
	"context"
	"testing"

	"mpc/models/bugs_stacks/stacks"
	"mpc/models/internal/modeltest"
)

// Means and standard deviations are those of long runs of JAGS 4.3.1, within the Monte
// Carlo errors of both.
func TestBugsStacksReference(t *testing.T) {
	var d stacks.Data
	modeltest.ReadJSON(t, "bugs_stacks/data.json", &d)
	inf, err := stacks.New(d)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := inf.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	modeltest.Sampled(t, "bugs_stacks/reference.json", map[string]any{
		"b":         inf.B(),
		"b0":        inf.B0(),
		"sigma":     inf.Sigma(),
		"outlier3":  inf.Outlier3(),
		"outlier4":  inf.Outlier4(),
		"outlier21": inf.Outlier21(),
	})
}
