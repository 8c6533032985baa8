package models_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"mpc/models/internal/modeltest"
	"mpc/models/recommender/recommender"
)

// recommenderMoments are those of a Markov chain.
type recommenderMoments struct{ Mean, SD []float64 }

func TestRecommender(t *testing.T) {
	var d recommender.Data
	modeltest.ReadJSON(t, "recommender/data.json", &d)
	var reference struct {
		Truth, Baseline     []float64
		Affinity, Threshold recommenderMoments
	}
	modeltest.ReadJSON(t, "recommender/reference.json", &reference)
	inf, err := recommender.New(d)
	if err != nil {
		t.Fatal(err)
	}
	s, err := inf.Run(context.Background())
	if err != nil || !s.Converged {
		t.Fatal(s, err)
	}
	affinity := inf.Affinity()
	if len(affinity) != len(reference.Truth) || len(affinity) != len(reference.Affinity.Mean) {
		t.Fatalf("%d affinities, %d true ones", len(affinity), len(reference.Truth))
	}
	mean := make([]float64, len(affinity))
	for n, g := range affinity {
		mean[n] = g.Mean()
	}
	distance := func(p []float64) float64 {
		sum := 0.0
		for n, v := range p {
			sum += (v - reference.Truth[n]) * (v - reference.Truth[n])
		}
		return math.Sqrt(sum / float64(len(p)))
	}
	ours, chain, baseline := distance(mean), distance(reference.Affinity.Mean), distance(reference.Baseline)
	t.Logf("held-out pairs: root mean square error %.4f, the chain %.4f, ridge regression on users and items %.4f", ours, chain, baseline)
	if ours > 1.1*chain || ours > baseline/2 {
		t.Errorf("root mean square error %.4f, the chain has %.4f, the baseline %.4f", ours, chain, baseline)
	}
	t.Run("affinity", func(t *testing.T) { recommenderCompare(t, affinity, reference.Affinity, 0.6, 0.6, 1.4) })
	t.Run("threshold", func(t *testing.T) { recommenderCompare(t, inf.Threshold(), reference.Threshold, 0.6, 0.8, 1.1) })
	// Whether a posterior is as wide as it is wrong.
	wide, chainWide := 0.0, 0.0
	for n, g := range affinity {
		r := mean[n] - reference.Truth[n]
		wide += r * r / g.Variance() / float64(len(affinity))
		r = (reference.Affinity.Mean[n] - reference.Truth[n]) / reference.Affinity.SD[n]
		chainWide += r * r / float64(len(affinity))
	}
	wide, chainWide = math.Sqrt(wide), math.Sqrt(chainWide)
	t.Logf("root mean square error in units of the posteriors' sds %.3f, the chain %.3f", wide, chainWide)
	if wide > 1.15*chainWide || wide < chainWide/1.15 {
		t.Errorf("root mean square error %.3f in units of the posteriors' sds, the chain %.3f", wide, chainWide)
	}
}

// recommenderCompare compares posteriors with a chain's: how far means are in its sds, and
// within which range the ratios of sds lie.
func recommenderCompare(t *testing.T, got []recommender.Normal, want recommenderMoments, inSDs, least, most float64) {
	far := 0.0
	var ratio []float64
	for n, g := range got {
		far = math.Max(far, math.Abs(g.Mean()-want.Mean[n])/want.SD[n])
		ratio = append(ratio, math.Sqrt(g.Variance())/want.SD[n])
	}
	slices.Sort(ratio)
	low, high := ratio[0], ratio[len(ratio)-1]
	t.Logf("means within %.3f sd of the chain's, sds %.3f to %.3f of its, median %.3f", far, low, high, ratio[len(ratio)/2])
	if far > inSDs || low < least || high > most {
		t.Errorf("means up to %.3f sd from the chain's, sds %.3f to %.3f of its", far, low, high)
	}
}
