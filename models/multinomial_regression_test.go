package models_test

import (
	"context"
	"math"
	"testing"

	"mpc/models/internal/modeltest"
	"mpc/models/multinomial_regression/multinomial_regression"
)

// multinomialRegressionReference is what reference.R computes: the outcomes held out, the weights of
// maximum likelihood and of the chain, row by row, and the log losses.
type multinomialRegressionReference struct {
	Outcome       []int
	Fit, Mean, SD []float64
	Evidence      float64
	Loss          struct{ Frequencies, Fit, Chain float64 }
}

// multinomialRegressionPriorVariance is that of the weights in the model file.
const multinomialRegressionPriorVariance = 4.0

func TestMultinomialRegression(t *testing.T) {
	var d multinomial_regression.Data
	var want multinomialRegressionReference
	modeltest.ReadJSON(t, "multinomial_regression/data.json", &d)
	modeltest.ReadJSON(t, "multinomial_regression/reference.json", &want)
	inf, err := multinomial_regression.New(d)
	if err != nil {
		t.Fatal(err)
	}
	s, err := inf.Run(context.Background())
	if err != nil || !s.Converged {
		t.Fatal(s, err)
	}
	var mean, variance []float64
	for _, row := range inf.W() {
		for _, g := range row {
			mean, variance = append(mean, g.Mean()), append(variance, g.Variance())
		}
	}
	t.Run("chain", func(t *testing.T) {
		// Independent posteriors are narrower than those of the chain, where the
		// columns say nearly the same.
		for f, m := range mean {
			ratio := math.Sqrt(variance[f]) / want.SD[f]
			if math.Abs(m-want.Mean[f]) > 0.1*want.SD[f] || ratio < 0.35 || ratio > 1 {
				t.Errorf("weight %d: mean %.3f sd %.3f, the chain has %.3f and %.3f", f, m, math.Sqrt(variance[f]), want.Mean[f], want.SD[f])
			}
		}
		if z := inf.LogEvidence(); z > want.Evidence || z < want.Evidence-5 {
			t.Errorf("bound %v of the log evidence %v", z, want.Evidence)
		}
	})
	t.Run("bound", func(t *testing.T) { multinomialRegressionTop(t, d, mean, variance, inf.LogEvidence()) })
	t.Run("held out", func(t *testing.T) {
		loss := 0.0
		for j, p := range inf.Predicted() {
			loss -= math.Log(p.Mean()[want.Outcome[j]]) / float64(len(want.Outcome))
		}
		t.Logf("log loss %.4f; chain %.4f, maximum likelihood %.4f, frequencies %.4f", loss, want.Loss.Chain, want.Loss.Fit, want.Loss.Frequencies)
		if math.Abs(loss-want.Loss.Chain) > 0.005 || loss > want.Loss.Fit-0.04 {
			t.Errorf("log loss %v; chain %v, maximum likelihood %v", loss, want.Loss.Chain, want.Loss.Fit)
		}
	})
}

// multinomialRegressionTop checks that the evidence is the tilted bound at the posteriors, computed
// another way, and that no other posteriors nearby have a greater one.
func multinomialRegressionTop(t *testing.T, d multinomial_regression.Data, mean, variance []float64, evidence float64) {
	at := func() float64 {
		sum := 0.0
		for f, m := range mean {
			sum -= ((variance[f]+m*m)/multinomialRegressionPriorVariance - 1 - math.Log(variance[f]/multinomialRegressionPriorVariance)) / 2
		}
		features := len(d.X[0])
		for i, row := range d.X {
			m, v := make([]float64, 3), make([]float64, 3)
			for c := range 2 {
				for f, x := range row {
					m[c+1] += x * mean[c*features+f]
					v[c+1] += x * x * variance[c*features+f]
				}
			}
			sum += m[d.Outcome[i]] - multinomialRegressionTilted(m, v)
		}
		return sum
	}
	best := at()
	if math.Abs(best-evidence) > 1e-9 {
		t.Errorf("evidence %v, the bound is %v", evidence, best)
	}
	const h = 1e-3 // of an sd
	slope := func(what string, f int, p *float64, step float64) {
		value := *p
		*p = value + step
		up := at()
		*p = value - step
		down := at()
		*p = value
		if up > best+1e-9 || down > best+1e-9 || math.Abs(up-down)/(2*h) > 1e-4 {
			t.Errorf("%s %d: bound %v, %v above and %v below", what, f, best, up-best, down-best)
		}
	}
	for f := range mean {
		slope("mean", f, &mean[f], h*math.Sqrt(variance[f]))
		slope("variance", f, &variance[f], h*variance[f])
	}
}

// multinomialRegressionTilted is the tilted bound of E log sum exp(x), x of means m and variances v: the a
// are moved towards the softmax that they are at the best, by half.
func multinomialRegressionTilted(m, v []float64) float64 {
	a := make([]float64, len(m))
	for range 200 {
		sum := 0.0
		next := make([]float64, len(m))
		for k := range m {
			next[k] = math.Exp(m[k] + (1-2*a[k])*v[k]/2)
			sum += next[k]
		}
		for k := range m {
			a[k] += (next[k]/sum - a[k]) / 2
		}
	}
	loss, sum := 0.0, 0.0
	for k := range m {
		loss += a[k] * a[k] * v[k] / 2
		sum += math.Exp(m[k] + (1-2*a[k])*v[k]/2)
	}
	return loss + math.Log(sum)
}
