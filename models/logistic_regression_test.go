package models_test

import (
	"context"
	"math"
	"testing"

	"mpc/models/internal/classifier"
	"mpc/models/logistic_regression/logistic_jj96"
	"mpc/models/logistic_regression/logistic_regression"
	"mpc/models/logistic_regression/logistic_vmp"
)

// The variances of the priors in the model files.
const logisticRegressionWeightVariance, logisticRegressionBiasVariance = 3.0, 10.0

func logisticRegressionPriors(d classifier.Set) []float64 {
	v := []float64{logisticRegressionBiasVariance}
	for range d.Feature {
		v = append(v, logisticRegressionWeightVariance)
	}
	return v
}

// logisticRegressionResult is what a package gives: of the bias, then of the weights.
type logisticRegressionResult struct {
	mean, variance []float64
	predicted      []float64
	evidence       float64
}

func (r *logisticRegressionResult) add(mean, variance float64) {
	r.mean, r.variance = append(r.mean, mean), append(r.variance, variance)
}

func logisticRegressionRunEP(t *testing.T, d classifier.Set) (r logisticRegressionResult) {
	t.Helper()
	inf, err := logistic_regression.New(logistic_regression.Data{Feature: len(d.Feature), X: d.X, Label: d.Label, XTest: d.XTest})
	if err != nil {
		t.Fatal(err)
	}
	s, err := inf.Run(context.Background())
	if err != nil || !s.Converged {
		t.Fatal(s, err)
	}
	for _, g := range append([]logistic_regression.Normal{inf.Bias()}, inf.W()...) {
		r.add(g.Mean(), g.Variance())
	}
	for _, p := range inf.Predicted() {
		r.predicted = append(r.predicted, p.P())
	}
	r.evidence = inf.LogEvidence()
	return r
}

func logisticRegressionRunVMP(t *testing.T, d classifier.Set) (r logisticRegressionResult) {
	t.Helper()
	inf, err := logistic_vmp.New(logistic_vmp.Data{Feature: len(d.Feature), X: d.X, Label: d.Label, XTest: d.XTest})
	if err != nil {
		t.Fatal(err)
	}
	s, err := inf.Run(context.Background())
	if err != nil || !s.Converged {
		t.Fatal(s, err)
	}
	for _, g := range append([]logistic_vmp.Normal{inf.Bias()}, inf.W()...) {
		r.add(g.Mean(), g.Variance())
	}
	for _, g := range inf.Score() {
		r.predicted = append(r.predicted, classifier.Average(logisticRegressionLogistic, g.Mean(), g.Variance()))
	}
	r.evidence = inf.LogEvidence()
	return r
}

func logisticRegressionRunJJ96(t *testing.T, d classifier.Set) (r logisticRegressionResult) {
	t.Helper()
	inf, err := logistic_jj96.New(logistic_jj96.Data{Feature: len(d.Feature), X: d.X, Label: d.Label, XTest: d.XTest})
	if err != nil {
		t.Fatal(err)
	}
	s, err := inf.Run(context.Background())
	if err != nil || !s.Converged {
		t.Fatal(s, err)
	}
	for _, g := range append([]logistic_jj96.Normal{inf.Bias()}, inf.W()...) {
		r.add(g.Mean(), g.Variance())
	}
	for _, g := range inf.Score() {
		r.predicted = append(r.predicted, classifier.Average(logisticRegressionLogistic, g.Mean(), g.Variance()))
	}
	r.evidence = inf.LogEvidence()
	return r
}

func logisticRegressionLogistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// logisticRegressionLogLogistic is the logarithm of logistic, without overflow.
func logisticRegressionLogLogistic(x float64) float64 {
	return math.Min(x, 0) - math.Log1p(math.Exp(-math.Abs(x)))
}

// logisticRegressionScore is the mean and the variance of the score of a row.
func logisticRegressionScore(row, mean, variance []float64) (m, v float64) {
	for f, z := range row {
		m += z * mean[f]
		v += z * z * variance[f]
	}
	return m, v
}

func TestLogisticRegression(t *testing.T) {
	for _, name := range []string{"biopsy", "pima"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			logisticRegressionCheck(t, name)
		})
	}
}

func logisticRegressionCheck(t *testing.T, name string) {
	d, reference, label := classifier.Read(t, "logistic_regression", name)
	ep, vmp, jj96 := logisticRegressionRunEP(t, d), logisticRegressionRunVMP(t, d), logisticRegressionRunJJ96(t, d)
	t.Run("EP by hand", func(t *testing.T) { logisticRegressionHandWrittenEP(t, d, ep) })
	t.Run("JJ96 by hand", func(t *testing.T) { logisticRegressionHandWrittenJJ96(t, d, jj96) })
	t.Run("bound", func(t *testing.T) { logisticRegressionBound(t, d, reference, vmp) })
	// Means suffer little from independent posteriors, standard deviations
	// do: in cell size and cell shape, which almost tell the same, by a
	// third, and by the quadratic bound most, as it narrows the posterior
	// with each label, be its item never so far from the border.
	t.Run("EP", func(t *testing.T) { logisticRegressionChain(t, reference, ep, 0.11, 0.6, 0.05) })
	t.Run("VMP", func(t *testing.T) { logisticRegressionChain(t, reference, vmp, 0.12, 0.6, 0.06) })
	t.Run("JJ96", func(t *testing.T) { logisticRegressionChain(t, reference, jj96, 0.3, 0.2, 0.06) })
	t.Run("held out", func(t *testing.T) {
		logisticRegressionHeldOut(t, "EP", reference, label, ep)
		logisticRegressionHeldOut(t, "VMP", reference, label, vmp)
		logisticRegressionHeldOut(t, "JJ96", reference, label, jj96)
	})
}

// The same fixed point as expectation propagation written by hand.
func logisticRegressionHandWrittenEP(t *testing.T, d classifier.Set, r logisticRegressionResult) {
	x, xTest := d.Standardized()
	mean, variance := classifier.EP(x, d.Label, logisticRegressionPriors(d), logisticRegressionLogistic)
	for f := range mean {
		if math.Abs(r.mean[f]-mean[f]) > 1e-6*math.Sqrt(variance[f]) || math.Abs(r.variance[f]/variance[f]-1) > 1e-6 {
			t.Errorf("weight %d: mean %v variance %v, want %v and %v", f, r.mean[f], r.variance[f], mean[f], variance[f])
		}
	}
	for j, row := range xTest {
		m, v := logisticRegressionScore(row, mean, variance)
		if want := classifier.Average(logisticRegressionLogistic, m, v); math.Abs(r.predicted[j]-want) > 1e-7 {
			t.Errorf("item %d: probability %v, want %v", j, r.predicted[j], want)
		}
	}
}

// logisticRegressionDivergence is that of the posteriors from the priors.
func logisticRegressionDivergence(mean, variance, prior []float64) float64 {
	sum := 0.0
	for f, p := range prior {
		sum += ((variance[f]+mean[f]*mean[f])/p - 1 - math.Log(variance[f]/p)) / 2
	}
	return sum
}

// The bound that VMP reports is the one that its posteriors have by numerical
// integration, it is below the log evidence, and no other posteriors nearby
// have a greater one.
func logisticRegressionBound(t *testing.T, d classifier.Set, reference classifier.Reference, r logisticRegressionResult) {
	x, _ := d.Standardized()
	prior := logisticRegressionPriors(d)
	at := func() float64 {
		sum := -logisticRegressionDivergence(r.mean, r.variance, prior)
		for i, row := range x {
			m, v := logisticRegressionScore(row, r.mean, r.variance)
			if !d.Label[i] {
				m = -m
			}
			sum += classifier.Average(logisticRegressionLogLogistic, m, v)
		}
		return sum
	}
	best := at()
	if math.Abs(r.evidence-best) > 1e-6 {
		t.Errorf("bound %v, want %v", r.evidence, best)
	}
	if best > reference.Chain.Evidence+0.02 {
		t.Errorf("bound %v above the log evidence %v", best, reference.Chain.Evidence)
	}
	// A step of h sd changes the bound by about h^2/2 at the top, and by
	// more than h times the slope elsewhere.
	const h = 1e-3
	slope := func(what string, f int, p *float64, step float64) {
		value := *p
		*p = value + step
		up := at()
		*p = value - step
		down := at()
		*p = value
		if up > best+1e-8 || down > best+1e-8 || math.Abs(up-down)/(2*h) > 1e-4 {
			t.Errorf("%s %d: bound %v, %v above and %v below", what, f, best, up-best, down-best)
		}
	}
	for f := range prior {
		slope("mean", f, &r.mean[f], h*math.Sqrt(r.variance[f]))
		slope("variance", f, &r.variance[f], h*r.variance[f])
	}
}

// Coordinate ascent on the quadratic bound, written by hand.
func logisticRegressionHandWrittenJJ96(t *testing.T, d classifier.Set, r logisticRegressionResult) {
	x, _ := d.Standardized()
	prior := logisticRegressionPriors(d)
	mean, variance := make([]float64, len(prior)), append([]float64(nil), prior...)
	lambda, xi := make([]float64, len(x)), make([]float64, len(x))
	for change := 1.0; change > 1e-10; {
		change = 0
		for i, row := range x {
			m, v := logisticRegressionScore(row, mean, variance)
			xi[i] = math.Sqrt(m*m + v)
			lambda[i] = math.Tanh(xi[i]/2) / (4 * xi[i])
		}
		for f, p := range prior {
			precision, shift := 1/p, 0.0
			for i, row := range x {
				m, _ := logisticRegressionScore(row, mean, variance)
				rest := m - row[f]*mean[f]
				half := 0.5
				if !d.Label[i] {
					half = -0.5
				}
				precision += 2 * lambda[i] * row[f] * row[f]
				shift += row[f] * (half - 2*lambda[i]*rest)
			}
			change = math.Max(change, math.Abs(mean[f]-shift/precision)*math.Sqrt(precision))
			mean[f], variance[f] = shift/precision, 1/precision
		}
	}
	bound := -logisticRegressionDivergence(mean, variance, prior)
	for i, row := range x {
		m, v := logisticRegressionScore(row, mean, variance)
		xi := math.Sqrt(m*m + v) // where the bound of an item is best
		if !d.Label[i] {
			m = -m
		}
		bound += logisticRegressionLogLogistic(xi) + (m-xi)/2
	}
	for f := range prior {
		if math.Abs(r.mean[f]-mean[f]) > 1e-4*math.Sqrt(variance[f]) || math.Abs(r.variance[f]/variance[f]-1) > 1e-4 {
			t.Errorf("weight %d: mean %v variance %v, want %v and %v", f, r.mean[f], r.variance[f], mean[f], variance[f])
		}
	}
	if math.Abs(r.evidence-bound) > 1e-5 {
		t.Errorf("bound %v, want %v", r.evidence, bound)
	}
}

// logisticRegressionChain compares with a long Markov chain: means may differ by inSDs, standard
// deviations fall to least, probabilities differ by probability.
func logisticRegressionChain(t *testing.T, reference classifier.Reference, r logisticRegressionResult, inSDs, least, probability float64) {
	for f, m := range r.mean {
		mean, sd := reference.Chain.Mean[f], reference.Chain.SD[f]
		if ratio := math.Sqrt(r.variance[f]) / sd; math.Abs(m-mean) > inSDs*sd || ratio > 1.01 || ratio < least {
			t.Errorf("weight %d: mean %.4f sd %.4f, the chain gives mean %.4f sd %.4f", f, m, math.Sqrt(r.variance[f]), mean, sd)
		}
	}
	for j, p := range r.predicted {
		if want := reference.Chain.Predicted[j]; math.Abs(p-want) > probability {
			t.Errorf("item %d: probability %.4f, the chain gives %.4f", j, p, want)
		}
	}
}

// logisticRegressionHeldOut compares with maximum likelihood on items that neither has seen.
func logisticRegressionHeldOut(t *testing.T, name string, reference classifier.Reference, label []bool, r logisticRegressionResult) {
	wrong, loss := classifier.Held(r.predicted, label)
	t.Logf("%-4s %d of %d wrong, log loss %.4f; maximum likelihood %d and %.4f, the chain %d and %.4f; log evidence %.2f of %.2f", name,
		wrong, len(label), loss, reference.GLM.Wrong, reference.GLM.LogLoss, reference.Chain.Wrong, reference.Chain.LogLoss, r.evidence, reference.Chain.Evidence)
	if wrong > reference.GLM.Wrong || loss > reference.GLM.LogLoss {
		t.Errorf("%s: %d wrong, log loss %.4f, maximum likelihood has %d and %.4f", name, wrong, loss, reference.GLM.Wrong, reference.GLM.LogLoss)
	}
}
