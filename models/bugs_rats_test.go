package models_test

import (
	"context"
	"testing"

	"mpc/models/bugs_rats/rats"
	"mpc/models/internal/modeltest"
)

// Means and standard deviations are those of long runs of JAGS 4.3.1, within the Monte
// Carlo errors of both.
func TestBugsRatsReference(t *testing.T) {
	var d rats.Data
	modeltest.ReadJSON(t, "bugs_rats/data.json", &d)
	inf, err := rats.New(d)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := inf.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	modeltest.Sampled(t, "bugs_rats/reference.json", map[string]any{
		"alphaC":   inf.AlphaC(),
		"alphaTau": inf.AlphaTau(),
		"alpha0":   inf.Alpha0(),
		"betaC":    inf.BetaC(),
		"betaTau":  inf.BetaTau(),
		"tauC":     inf.TauC(),
		"sigma":    inf.Sigma(),
	})
}
