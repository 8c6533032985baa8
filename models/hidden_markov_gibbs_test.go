package models_test

import (
	"context"
	"math"
	"testing"

	"mpc/models/hidden_markov/known_gibbs"
	"mpc/models/internal/modeltest"
)

// TestHiddenMarkovGibbs: drawn together, the states have the probabilities of forward-backward, within
// five Monte Carlo errors, and draws are independent.
func TestHiddenMarkovGibbs(t *testing.T) {
	var d known_gibbs.Data
	modeltest.ReadJSON(t, "hidden_markov/known.json", &d)
	d.State, d.N = 2, len(d.X)
	inf, err := known_gibbs.New(d)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := inf.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	c := hiddenMarkovExplained(d.First, d.Next, d.Mean, d.Sd, d.X)
	for i, z := range inf.Z() {
		if z.ESSBulk < 20_000 { // of 40,000, rare states by chance less
			t.Errorf("state at %d: %.0f effective draws", i, z.ESSBulk)
		}
		for k, p := range z.P {
			e := z.MCSE[k]
			if math.IsNaN(e) {
				e = 0 // of a state that is always or never drawn
			}
			if !(math.Abs(p-c.at[i][k]) <= 5*e+1e-3) {
				t.Errorf("state %d at %d: %v, by forward-backward %v", k, i, p, c.at[i][k])
			}
		}
	}
}
