package logistic_regression_test

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
const weightVariance, biasVariance = 3.0, 10.0

func priors(d classifier.Set) []float64 {
	v := []float64{biasVariance}
	for range d.Feature {
		v = append(v, weightVariance)
	}
	return v
}

// result is what a package gives: of the bias, then of the weights.
type result struct {
	mean, variance []float64
	predicted      []float64
	evidence       float64
}

func (r *result) add(mean, variance float64) {
	r.mean, r.variance = append(r.mean, mean), append(r.variance, variance)
}

func runEP(t *testing.T, d classifier.Set) (r result) {
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

func runVMP(t *testing.T, d classifier.Set) (r result) {
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
		r.predicted = append(r.predicted, classifier.Average(logistic, g.Mean(), g.Variance()))
	}
	r.evidence = inf.LogEvidence()
	return r
}

func runJJ96(t *testing.T, d classifier.Set) (r result) {
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
		r.predicted = append(r.predicted, classifier.Average(logistic, g.Mean(), g.Variance()))
	}
	r.evidence = inf.LogEvidence()
	return r
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// logLogistic is the logarithm of logistic, without overflow.
func logLogistic(x float64) float64 { return math.Min(x, 0) - math.Log1p(math.Exp(-math.Abs(x))) }

// score is the mean and the variance of the score of a row.
func score(row, mean, variance []float64) (m, v float64) {
	for f, z := range row {
		m += z * mean[f]
		v += z * z * variance[f]
	}
	return m, v
}

func Test(t *testing.T) {
	for _, name := range []string{"biopsy", "pima"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			check(t, name)
		})
	}
}

func check(t *testing.T, name string) {
	d, reference, label := classifier.Read(t, name)
	ep, vmp, jj96 := runEP(t, d), runVMP(t, d), runJJ96(t, d)
	t.Run("EP by hand", func(t *testing.T) { handWrittenEP(t, d, ep) })
	t.Run("JJ96 by hand", func(t *testing.T) { handWrittenJJ96(t, d, jj96) })
	t.Run("bound", func(t *testing.T) { bound(t, d, reference, vmp) })
	// Means suffer little from independent posteriors, standard deviations
	// do: in cell size and cell shape, which almost tell the same, by a
	// third, and by the quadratic bound most, as it narrows the posterior
	// with each label, be its item never so far from the border.
	t.Run("EP", func(t *testing.T) { chain(t, reference, ep, 0.11, 0.6, 0.05) })
	t.Run("VMP", func(t *testing.T) { chain(t, reference, vmp, 0.12, 0.6, 0.06) })
	t.Run("JJ96", func(t *testing.T) { chain(t, reference, jj96, 0.3, 0.2, 0.06) })
	t.Run("held out", func(t *testing.T) {
		heldOut(t, "EP", reference, label, ep)
		heldOut(t, "VMP", reference, label, vmp)
		heldOut(t, "JJ96", reference, label, jj96)
	})
}

// The same fixed point as expectation propagation written by hand.
func handWrittenEP(t *testing.T, d classifier.Set, r result) {
	x, xTest := d.Standardized()
	mean, variance := classifier.EP(x, d.Label, priors(d), logistic)
	for f := range mean {
		if math.Abs(r.mean[f]-mean[f]) > 1e-6*math.Sqrt(variance[f]) || math.Abs(r.variance[f]/variance[f]-1) > 1e-6 {
			t.Errorf("weight %d: mean %v variance %v, want %v and %v", f, r.mean[f], r.variance[f], mean[f], variance[f])
		}
	}
	for j, row := range xTest {
		m, v := score(row, mean, variance)
		if want := classifier.Average(logistic, m, v); math.Abs(r.predicted[j]-want) > 1e-7 {
			t.Errorf("item %d: probability %v, want %v", j, r.predicted[j], want)
		}
	}
}

// divergence is that of the posteriors from the priors.
func divergence(mean, variance, prior []float64) float64 {
	sum := 0.0
	for f, p := range prior {
		sum += ((variance[f]+mean[f]*mean[f])/p - 1 - math.Log(variance[f]/p)) / 2
	}
	return sum
}

// The bound that VMP reports is the one that its posteriors have by numerical
// integration, it is below the log evidence, and no other posteriors nearby
// have a greater one.
func bound(t *testing.T, d classifier.Set, reference classifier.Reference, r result) {
	x, _ := d.Standardized()
	prior := priors(d)
	at := func() float64 {
		sum := -divergence(r.mean, r.variance, prior)
		for i, row := range x {
			m, v := score(row, r.mean, r.variance)
			if !d.Label[i] {
				m = -m
			}
			sum += classifier.Average(logLogistic, m, v)
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
func handWrittenJJ96(t *testing.T, d classifier.Set, r result) {
	x, _ := d.Standardized()
	prior := priors(d)
	mean, variance := make([]float64, len(prior)), append([]float64(nil), prior...)
	lambda, xi := make([]float64, len(x)), make([]float64, len(x))
	for change := 1.0; change > 1e-10; {
		change = 0
		for i, row := range x {
			m, v := score(row, mean, variance)
			xi[i] = math.Sqrt(m*m + v)
			lambda[i] = math.Tanh(xi[i]/2) / (4 * xi[i])
		}
		for f, p := range prior {
			precision, shift := 1/p, 0.0
			for i, row := range x {
				m, _ := score(row, mean, variance)
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
	bound := -divergence(mean, variance, prior)
	for i, row := range x {
		m, v := score(row, mean, variance)
		xi := math.Sqrt(m*m + v) // where the bound of an item is best
		if !d.Label[i] {
			m = -m
		}
		bound += logLogistic(xi) + (m-xi)/2
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

// chain compares with a long Markov chain: means may differ by inSDs, standard
// deviations fall to least, probabilities differ by probability.
func chain(t *testing.T, reference classifier.Reference, r result, inSDs, least, probability float64) {
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

// heldOut compares with maximum likelihood on items that neither has seen.
func heldOut(t *testing.T, name string, reference classifier.Reference, label []bool, r result) {
	wrong, loss := classifier.Held(r.predicted, label)
	t.Logf("%-4s %d of %d wrong, log loss %.4f; maximum likelihood %d and %.4f, the chain %d and %.4f; log evidence %.2f of %.2f", name,
		wrong, len(label), loss, reference.GLM.Wrong, reference.GLM.LogLoss, reference.Chain.Wrong, reference.Chain.LogLoss, r.evidence, reference.Chain.Evidence)
	if wrong > reference.GLM.Wrong || loss > reference.GLM.LogLoss {
		t.Errorf("%s: %d wrong, log loss %.4f, maximum likelihood has %d and %.4f", name, wrong, loss, reference.GLM.Wrong, reference.GLM.LogLoss)
	}
}
