package models_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"mpc/models/gaussian_mixture/gaussian_mixture"
	"mpc/models/internal/modeltest"
)

// gaussianMixtureBest is the greatest bound that is found from some random starts, with the K!
// orders of the components counted, of which the bound knows one.
func gaussianMixtureBest(t *testing.T, d gaussian_mixture.Data, components, starts int) float64 {
	t.Helper()
	r := rand.New(rand.NewPCG(uint64(components), 1))
	bound := math.Inf(-1)
	for range starts {
		d.Component, d.Start = components, nil
		for _, i := range r.Perm(d.N)[:components] {
			d.Start = append(d.Start, gaussian_mixture.NormalMeanVariance(d.X[i], 1))
		}
		inf, err := gaussian_mixture.New(d)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := inf.Run(context.Background()); err != nil {
			t.Fatal(err)
		}
		bound = max(bound, inf.LogEvidence())
	}
	return bound + modeltest.LogGamma(float64(components+1))
}

// The evidence of three to five components is about the same, and greater than of fewer
// and of more. One component is a normal whose evidence is found by quadrature.
func TestGaussianMixtureGalaxiesEvidence(t *testing.T) {
	var d gaussian_mixture.Data
	modeltest.ReadJSON(t, "gaussian_mixture/galaxies.json", &d)
	d.N = len(d.X)
	d.Share = 1
	want := []float64{-249.03, -236.91, -223.55, -223.85, -223.53, -224.60, -225.34, -225.85}
	for k, w := range want {
		got := gaussianMixtureBest(t, d, k+1, 20)
		t.Logf("%d components: log evidence %.2f", k+1, got)
		modeltest.Close(t, "log evidence", got, w, 0.3)
	}
	exact := gaussianMixtureOne(d)
	t.Logf("one component: log evidence %.4f", exact)
	if gap := exact - gaussianMixtureBest(t, d, 1, 1); !(gap >= 0 && gap < 0.05) {
		t.Errorf("the bound of one component is %v below the log evidence", gap)
	}
}

// gaussianMixtureOne is the log evidence of one normal: the mean has a closed form for each precision,
// over which the trapezoidal rule sums in the log.
func gaussianMixtureOne(d gaussian_mixture.Data) float64 {
	sum, squares, n := 0.0, 0.0, float64(d.N)
	for _, x := range d.X {
		sum += x - d.Center
		squares += (x - d.Center) * (x - d.Center)
	}
	rate, s := 2*d.Noise*d.Noise, d.Spread*d.Spread
	logs, top := []float64{}, math.Inf(-1)
	const step = 0.01
	for u := -12.0; u < 6; u += step {
		tau := math.Exp(u)
		log := 2*math.Log(rate) + 2*u - rate*tau // gamma of shape 2, in u
		log += n/2*(u-math.Log(2*math.Pi)) - tau*squares/2
		log += (tau*tau*sum*sum*s/(1+n*tau*s) - math.Log(1+n*tau*s)) / 2
		logs, top = append(logs, log), max(top, log)
	}
	total := 0.0
	for _, log := range logs {
		total += math.Exp(log - top)
	}
	return top + math.Log(total*step)
}
