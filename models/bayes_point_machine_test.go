package models_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"mpc/models/bayes_point_machine/bayes_point_machine"
	"mpc/models/internal/metropolis"
	"mpc/models/internal/modeltest"
)

// Against a long Markov chain. EP with independent weights keeps their means
// within a tenth of a standard deviation here, and the predictions within 0.02.
func TestBayesPointMachineAgainstMarkovChain(t *testing.T) {
	var d bayes_point_machine.Data
	modeltest.ReadJSON(t, "bayes_point_machine/data.json", &d)
	d.Feature = 3
	inf, err := bayes_point_machine.New(d)
	if err != nil {
		t.Fatal(err)
	}
	s, err := inf.Run(context.Background())
	if err != nil || !s.Converged {
		t.Fatal(s, err)
	}
	score := func(x, w []float64) float64 {
		sum := 0.0
		for f, v := range x {
			sum += v * w[f]
		}
		return sum
	}
	buys := make([]float64, len(d.XTest))
	draws := 0.0
	log := func(w []float64) float64 {
		sum := 0.0
		for _, v := range w {
			sum -= v * v / 2
		}
		for i, x := range d.X {
			z := score(x, w)
			if !d.Label[i] {
				z = -z
			}
			sum += math.Log(metropolis.NormalCdf(z))
		}
		return sum
	}
	exact := metropolis.Sample(log, make([]float64, d.Feature), 300000, 11)
	for f, g := range inf.W() {
		e := exact[f]
		if e.Error > 0.02*e.SD {
			t.Fatalf("the chain is too short: %+v", e)
		}
		if sd := math.Sqrt(g.Variance()); math.Abs(g.Mean()-e.Mean) > 0.1*e.SD || math.Abs(sd/e.SD-1) > 0.2 {
			t.Errorf("weight %d: mean %.4f sd %.4f, the chain gives mean %.4f sd %.4f", f, g.Mean(), sd, e.Mean, e.SD)
		}
	}
	// The predictions by self-normalized importance sampling from the prior.
	rng := bayesPointMachineNewNormal(5)
	w := make([]float64, d.Feature)
	for range 400000 {
		prior := 0.0
		for f := range w {
			w[f] = rng()
			prior -= w[f] * w[f] / 2
		}
		weight := math.Exp(log(w) - prior)
		draws += weight
		for j, x := range d.XTest {
			buys[j] += weight * metropolis.NormalCdf(score(x, w))
		}
	}
	for j, p := range inf.Predicted() {
		if want := buys[j] / draws; math.Abs(p.P()-want) > 0.025 {
			t.Errorf("prediction %d: %.4f, importance sampling gives %.4f", j, p.P(), want)
		}
	}
}

// bayesPointMachineNewNormal returns a source of standard normal numbers.
func bayesPointMachineNewNormal(seed uint64) func() float64 {
	return rand.New(rand.NewPCG(seed, 2)).NormFloat64
}
