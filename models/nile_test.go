package models_test

import (
	"context"
	"math"
	"testing"

	"mpc/models/internal/modeltest"
	"mpc/models/nile/nile"
)

const (
	nileNoise     = 15099.0
	nileStep      = 1469.1
	nilePriorMean = 1000.0
	nilePriorVar  = 1e6
)

// nileFlows reads the data.
func nileFlows(t *testing.T) []float64 {
	t.Helper()
	out := modeltest.ReadColumn(t, "nile/data.csv")
	if len(out) != 100 {
		t.Fatalf("%d years", len(out))
	}
	return out
}

// nileSmooth is the Kalman filter with the backward pass of Rauch, Tung and
// Striebel, and the log likelihood by the prediction errors.
func nileSmooth(y []float64) (mean, variance []float64, logLikelihood float64) {
	n := len(y)
	mean, variance = make([]float64, n), make([]float64, n)
	predicted := make([]float64, n)
	m, v := nilePriorMean, nilePriorVar
	for t := range y {
		if t > 0 {
			v += nileStep
		}
		predicted[t] = v
		f := v + nileNoise
		e := y[t] - m
		logLikelihood -= (math.Log(2*math.Pi*f) + e*e/f) / 2
		k := v / f
		m += k * e
		v *= 1 - k
		mean[t], variance[t] = m, v
	}
	for t := n - 2; t >= 0; t-- {
		c := variance[t] / predicted[t+1]
		mean[t] += c * (mean[t+1] - mean[t])
		variance[t] += c * c * (variance[t+1] - predicted[t+1])
	}
	return mean, variance, logLikelihood
}

// The chain is smoothed exactly, in one sweep without an iteration.
func TestNileKalmanSmoother(t *testing.T) {
	y := nileFlows(t)
	inf, err := nile.New(nile.Data{Time: len(y), Flow: y})
	if err != nil {
		t.Fatal(err)
	}
	s, err := inf.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if s.Iterations != 0 || !s.Converged {
		t.Errorf("%d iterations, converged %v; want 0, true", s.Iterations, s.Converged)
	}
	mean, variance, l := nileSmooth(y)
	for i, g := range inf.Level() {
		if math.Abs(g.Mean()-mean[i]) > 1e-9*math.Abs(mean[i]) || math.Abs(g.Variance()-variance[i]) > 1e-9*variance[i] {
			t.Errorf("year %d: mean %v variance %v, want %v %v", 1871+i, g.Mean(), g.Variance(), mean[i], variance[i])
		}
	}
	if math.Abs(inf.LogEvidence()-l) > 1e-8 {
		t.Errorf("log evidence %v, want %v", inf.LogEvidence(), l)
	}
}

// The filter gives, year by year, what the Kalman filter gives, and allocates
// nothing.
func TestNileFilter(t *testing.T) {
	f, err := nile.NewFilter(nile.Data{})
	if err != nil {
		t.Fatal(err)
	}
	m, v := nilePriorMean, nilePriorVar
	for year, y := range nileFlows(t) {
		if year > 0 {
			v += nileStep
		}
		k := v / (v + nileNoise)
		m, v = m+k*(y-m), v*(1-k)
		got, err := f.Step(nile.Observation{Flow: y})
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(got.Mean()-m) > 1e-9*math.Abs(m) || math.Abs(got.Variance()-v) > 1e-9*v {
			t.Errorf("year %d: %v, not normal(%v, %v)", year, got, m, v)
		}
	}
	if f.Steps() != 100 {
		t.Errorf("%d steps", f.Steps())
	}
	if n := testing.AllocsPerRun(100, func() {
		if _, err := f.Step(nile.Observation{Flow: 1000}); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("a step allocates %v times", n)
	}
	before := f.Steps()
	if _, err := f.Step(nile.Observation{Flow: math.NaN()}); err == nil || f.Steps() != before {
		t.Errorf("a flow that is no number: %v, %d steps", err, f.Steps()-before)
	}
}
