package models_test

import (
	"context"
	"testing"

	"mpc/models/bugs_equiv/equiv"
	"mpc/models/internal/modeltest"
)

// Means and standard deviations are those of long runs of JAGS 4.3.1, within the Monte
// Carlo errors of both.
func TestBugsEquivReference(t *testing.T) {
	var d equiv.Data
	modeltest.ReadJSON(t, "bugs_equiv/data.json", &d)
	inf, err := equiv.New(d)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := inf.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	modeltest.Sampled(t, "bugs_equiv/reference.json", map[string]any{
		"mu":         inf.Mu(),
		"phi":        inf.Phi(),
		"pi":         inf.Pi(),
		"sigma1":     inf.Sigma1(),
		"sigma2":     inf.Sigma2(),
		"theta":      inf.Theta(),
		"equivalent": inf.Equivalent(),
	})
}
