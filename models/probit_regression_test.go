package models_test

import (
	"context"
	"math"
	"testing"

	"mpc/models/internal/classifier"
	"mpc/models/probit_regression/probit_regression"
)

// The variances of the priors in the model file.
const probitRegressionWeightVariance, probitRegressionBiasVariance = 1, 10

func probitRegressionRun(t *testing.T, d classifier.Set) *probit_regression.Inference {
	t.Helper()
	inf, err := probit_regression.New(probit_regression.Data{Feature: len(d.Feature), X: d.X, Label: d.Label, XTest: d.XTest})
	if err != nil {
		t.Fatal(err)
	}
	s, err := inf.Run(context.Background())
	if err != nil || !s.Converged {
		t.Fatal(s, err)
	}
	return inf
}

// The bias, then the weights.
func probitRegressionPosteriors(inf *probit_regression.Inference) []probit_regression.Normal {
	return append([]probit_regression.Normal{inf.Bias()}, inf.W()...)
}

// The same fixed point as expectation propagation written by hand, which
// matches moments by numerical integration, and predictions from its weights.
func TestProbitRegressionAgainstHandWrittenEP(t *testing.T) {
	cdf := func(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }
	for _, name := range []string{"biopsy", "pima"} {
		d, _, _ := classifier.Read(t, "probit_regression", name)
		inf := probitRegressionRun(t, d)
		x, xTest := d.Standardized()
		variance := []float64{probitRegressionBiasVariance}
		for range d.Feature {
			variance = append(variance, probitRegressionWeightVariance)
		}
		mean, v := classifier.EP(x, d.Label, variance, cdf)
		for f, g := range probitRegressionPosteriors(inf) {
			if math.Abs(g.Mean()-mean[f]) > 1e-6*math.Sqrt(v[f]) || math.Abs(g.Variance()/v[f]-1) > 1e-6 {
				t.Errorf("%s, weight %d: mean %v variance %v, want %v and %v", name, f, g.Mean(), g.Variance(), mean[f], v[f])
			}
		}
		for j, row := range xTest {
			m, s := 0.0, 1.0
			for f, z := range row {
				m += z * mean[f]
				s += z * z * v[f]
			}
			if got, want := inf.PredictedAt(j).P(), cdf(m/math.Sqrt(s)); math.Abs(got-want) > 1e-7 {
				t.Errorf("%s, item %d: probability %v, want %v", name, j, got, want)
			}
		}
	}
}

// Against a long Markov chain. The columns are correlated, the posteriors of
// the weights are not: they come out too narrow, those of cell size and cell
// shape, which almost tell the same, by a third. Means and predictions hardly
// suffer.
func TestProbitRegressionAgainstMarkovChain(t *testing.T) {
	for _, name := range []string{"biopsy", "pima"} {
		d, reference, _ := classifier.Read(t, "probit_regression", name)
		inf := probitRegressionRun(t, d)
		for f, g := range probitRegressionPosteriors(inf) {
			mean, sd := reference.Chain.Mean[f], reference.Chain.SD[f]
			if ratio := math.Sqrt(g.Variance()) / sd; math.Abs(g.Mean()-mean) > 0.1*sd || ratio > 1.01 || ratio < 0.6 {
				t.Errorf("%s, weight %d: mean %.4f sd %.4f, the chain gives mean %.4f sd %.4f", name, f, g.Mean(), math.Sqrt(g.Variance()), mean, sd)
			}
		}
		for j, p := range inf.Predicted() {
			if want := reference.Chain.Predicted[j]; math.Abs(p.P()-want) > 0.05 {
				t.Errorf("%s, item %d: %.4f, the chain gives %.4f", name, j, p.P(), want)
			}
		}
		if e := inf.LogEvidence(); math.Abs(e-reference.Chain.Evidence) > 1.2 {
			t.Errorf("%s: log evidence %.3f, importance sampling gives %.3f", name, e, reference.Chain.Evidence)
		}
	}
}

// On items that it has not seen it is no worse than maximum likelihood.
func TestProbitRegressionHeldOut(t *testing.T) {
	for _, name := range []string{"biopsy", "pima"} {
		d, reference, label := classifier.Read(t, "probit_regression", name)
		inf := probitRegressionRun(t, d)
		var p []float64
		for _, b := range inf.Predicted() {
			p = append(p, b.P())
		}
		wrong, loss := classifier.Held(p, label)
		t.Logf("%s: %d of %d wrong, log loss %.4f; maximum likelihood %d and %.4f, the chain %d and %.4f", name, wrong, len(label), loss,
			reference.GLM.Wrong, reference.GLM.LogLoss, reference.Chain.Wrong, reference.Chain.LogLoss)
		if wrong > reference.GLM.Wrong || loss > reference.GLM.LogLoss {
			t.Errorf("%s: %d wrong, log loss %.4f, maximum likelihood has %d and %.4f", name, wrong, loss, reference.GLM.Wrong, reference.GLM.LogLoss)
		}
	}
}
