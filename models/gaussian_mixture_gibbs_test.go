package models_test

import (
	"context"
	"math"
	"testing"

	"mpc/models/gaussian_mixture/mixture_gibbs"
	"mpc/models/internal/modeltest"
)

// TestGaussianMixtureGibbs: of the eruptions, whose two kinds are far apart, draws and VMP have the same
// means; VMP, which takes means and labels for independent, is the surer.
func TestGaussianMixtureGibbs(t *testing.T) {
	_, vmp := gaussianMixtureRun(t, "gaussian_mixture/faithful.json")
	var d mixture_gibbs.Data
	modeltest.ReadJSON(t, "gaussian_mixture/faithful.json", &d)
	inf, err := mixture_gibbs.New(d)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := inf.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	order := []int{0, 1} // the components of the chain by those of VMP
	if inf.MuAt(0).Mean > inf.MuAt(1).Mean {
		order = []int{1, 0}
	}
	for k, c := range order {
		mu, tau := inf.MuAt(c), inf.TauAt(c)
		q := vmp.MuAt(k)
		sd := math.Sqrt(q.Variance())
		if !(math.Abs(mu.Mean-q.Mean()) <= 0.15*mu.SD) || !(mu.SD > sd && mu.SD < 1.4*sd) {
			t.Errorf("mean %d: %+v, by VMP %v with sd %v", k, mu, q.Mean(), sd)
		}
		if p := vmp.TauAt(k); !(math.Abs(tau.Mean/p.Mean()-1) < 0.05) {
			t.Errorf("precision %d: %+v, by VMP %v", k, tau, p.Mean())
		}
		w := inf.W()
		if p := vmp.W().A[k] / (vmp.W().A[0] + vmp.W().A[1]); !(math.Abs(w.Mean[c]-p) < 0.01) {
			t.Errorf("weight %d: %v, by VMP %v", k, w.Mean[c], p)
		}
	}
}
