//go:build long

package models_test

import (
	"context"
	"math"
	"testing"

	"mpc/models/internal/modeltest"
	"mpc/models/multinomial_regression/multinomial_gibbs"
)

// TestMultinomialRegressionGibbs: draws have the means, standard deviations and log loss of the chain of JAGS.
func TestMultinomialRegressionGibbs(t *testing.T) {
	var d multinomial_gibbs.Data
	var want multinomialRegressionReference
	modeltest.ReadJSON(t, "multinomial_regression/data.json", &d)
	modeltest.ReadJSON(t, "multinomial_regression/reference.json", &want)
	inf, err := multinomial_gibbs.New(d)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := inf.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, row := range inf.W() {
		for _, w := range row {
			if math.Abs(w.Mean-want.Mean[n]) > 5*w.MCSE+0.02*want.SD[n] || math.Abs(w.SD/want.SD[n]-1) > 0.1 {
				t.Errorf("weight %d: %+v, JAGS has %v and %v", n, w, want.Mean[n], want.SD[n])
			}
			n++
		}
	}
	loss := 0.0
	for j, p := range inf.Predicted() {
		loss -= math.Log(p.Mean[want.Outcome[j]]) / float64(len(want.Outcome))
	}
	if t.Logf("log loss %.4f, by JAGS %.4f", loss, want.Loss.Chain); math.Abs(loss-want.Loss.Chain) > 0.002 {
		t.Errorf("log loss %v, by JAGS %v", loss, want.Loss.Chain)
	}
}
