//go:build long

package models_test

import (
	"context"
	"math"
	"testing"

	"mpc/models/internal/classifier"
	"mpc/models/probit_regression/probit_gibbs"
)

// TestProbitRegressionGibbs: by Gibbs sampling posteriors and predictions are those of the long chain of
// another program, within the Monte Carlo errors of both: no approximation is left.
func TestProbitRegressionGibbs(t *testing.T) {
	for _, name := range []string{"biopsy", "pima"} {
		d, reference, _ := classifier.Read(t, "probit_regression", name)
		inf, err := probit_gibbs.New(probit_gibbs.Data{Feature: len(d.Feature), X: d.X, Label: d.Label, XTest: d.XTest})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := inf.Run(context.Background()); err != nil {
			t.Fatal(err)
		}
		// The effective draws of the reference are at least 1,000.
		for f, w := range append([]probit_gibbs.Real{inf.Bias()}, inf.W()...) {
			mean, sd := reference.Chain.Mean[f], reference.Chain.SD[f]
			bound := 5*math.Hypot(w.MCSE, sd/math.Sqrt(1000)) + 5e-5
			if !(math.Abs(w.Mean-mean) <= bound) || !(math.Abs(w.SD/sd-1) <= 0.1) {
				t.Errorf("%s, weight %d: mean %.4f sd %.4f, the chain gives mean %.4f sd %.4f", name, f, w.Mean, w.SD, mean, sd)
			}
			if !(w.ESSBulk > 400) || !(w.RHat < 1.02) {
				t.Errorf("%s, weight %d: %v", name, f, w)
			}
		}
		for j, p := range inf.Predicted() {
			e := p.MCSE
			if math.IsNaN(e) {
				e = 0 // of draws that are all equal
			}
			if want := reference.Chain.Predicted[j]; !(math.Abs(p.P-want) <= 5*e+0.02) {
				t.Errorf("%s, item %d: %.4f, the chain gives %.4f", name, j, p.P, want)
			}
		}
	}
}
