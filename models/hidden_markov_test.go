package models_test

import (
	"context"
	"math"
	"testing"

	"mpc/models/hidden_markov/hidden_markov"
	"mpc/models/hidden_markov/known"
	"mpc/models/internal/modeltest"
)

// A chain has what forward-backward needs, of two states, and what it finds.
type hiddenMarkovChain struct {
	first [2]float64
	next  [2][2]float64
	weigh [][2]float64 // how well each state explains each time

	log  float64         // of the sum over all paths
	at   [][2]float64    // probabilities of the states
	pair [][2][2]float64 // and of each state and the one before
}

// smooth is the forward-backward algorithm (Rabiner 1989).
func (c *hiddenMarkovChain) smooth() {
	n := len(c.weigh)
	forward, backward := make([][2]float64, n), make([][2]float64, n)
	c.at, c.pair, c.log = make([][2]float64, n), make([][2][2]float64, n), 0
	scale := make([]float64, n)
	for t := range n {
		for j := range 2 {
			p := c.first[j]
			if t > 0 {
				p = forward[t-1][0]*c.next[0][j] + forward[t-1][1]*c.next[1][j]
			}
			forward[t][j] = p * c.weigh[t][j]
		}
		scale[t] = forward[t][0] + forward[t][1]
		c.log += math.Log(scale[t])
		for j := range 2 {
			forward[t][j] /= scale[t]
		}
	}
	backward[n-1] = [2]float64{1, 1}
	for t := n - 1; t >= 0; t-- {
		for i := range 2 {
			c.at[t][i] = forward[t][i] * backward[t][i]
			for j := 0; t > 0 && j < 2; j++ {
				p := c.next[i][j] * c.weigh[t][j] * backward[t][j] / scale[t]
				c.pair[t][i][j] = forward[t-1][i] * p
				backward[t-1][i] += p
			}
		}
	}
}

// hiddenMarkovExplained is the chain of data with normal emissions, smoothed.
func hiddenMarkovExplained(first []float64, next [][]float64, mean, sd, data []float64) hiddenMarkovChain {
	c := hiddenMarkovChain{first: [2]float64(first), next: [2][2]float64{[2]float64(next[0]), [2]float64(next[1])}}
	for _, x := range data {
		var w [2]float64
		for k := range w {
			u := (x - mean[k]) / sd[k]
			w[k] = math.Exp(-u*u/2) / (sd[k] * math.Sqrt(2*math.Pi))
		}
		c.weigh = append(c.weigh, w)
	}
	c.smooth()
	return c
}

// EP with known tables is forward-backward, evidence included, in one pass.
func TestHiddenMarkovKnown(t *testing.T) {
	var d known.Data
	modeltest.ReadJSON(t, "hidden_markov/known.json", &d)
	d.State, d.N = 2, len(d.X)
	inf, err := known.New(d)
	if err != nil {
		t.Fatal(err)
	}
	s, err := inf.Run(context.Background())
	if err != nil || s.Iterations != 0 {
		t.Fatal(s, err)
	}
	c := hiddenMarkovExplained(d.First, d.Next, d.Mean, d.Sd, d.X)
	for i, z := range inf.Z() {
		for k, p := range z.P(nil) {
			if !(math.Abs(p-c.at[i][k]) < 1e-12) {
				t.Errorf("state %d at %d: %v, by forward-backward %v", k, i, p, c.at[i][k])
			}
		}
	}
	if !(math.Abs(inf.LogEvidence()-c.log) < 1e-9) {
		t.Errorf("log evidence %v, by forward-backward %v", inf.LogEvidence(), c.log)
	}
}

// hiddenMarkovLearned builds the model whose parameters are learned, and runs it.
func hiddenMarkovLearned(t *testing.T) (hidden_markov.Data, *hidden_markov.Inference) {
	t.Helper()
	var d hidden_markov.Data
	modeltest.ReadJSON(t, "hidden_markov/data.json", &d)
	d.N = len(d.X)
	inf, err := hidden_markov.New(d)
	if err != nil {
		t.Fatal(err)
	}
	if s, err := inf.Run(context.Background()); err != nil || !s.Converged {
		t.Fatal(s, err)
	}
	return d, inf
}

// Learned parameters are those of the same scheme by hand: forward-backward with the
// mean logs of the transitions and of the densities, then the posteriors
// that the expected counts give.
func TestHiddenMarkovByHand(t *testing.T) {
	d, inf := hiddenMarkovLearned(t)
	count := [3][2]float64{{1, 1}, {1, 1}, {1, 1}} // of next and first
	var mean, variance, shape, rate [2]float64
	for k, s := range d.Start {
		mean[k], variance[k], shape[k], rate[k] = s.Mean(), s.Variance(), 2, 2*d.Noise*d.Noise
	}
	c := hiddenMarkovChain{weigh: make([][2]float64, d.N)}
	for range 300 {
		geometric := func(a [2]float64) (p [2]float64) {
			for k := range p {
				p[k] = math.Exp(modeltest.Digamma(a[k]) - modeltest.Digamma(a[0]+a[1]))
			}
			return p
		}
		c.next, c.first = [2][2]float64{geometric(count[0]), geometric(count[1])}, geometric(count[2])
		for i, x := range d.X {
			for k := range 2 {
				square := (x-mean[k])*(x-mean[k]) + variance[k]
				c.weigh[i][k] = math.Exp((modeltest.Digamma(shape[k]) - math.Log(rate[k]) - shape[k]/rate[k]*square) / 2)
			}
		}
		c.smooth()
		count = [3][2]float64{{1, 1}, {1, 1}, {1 + c.at[0][0], 1 + c.at[0][1]}}
		for k := range 2 {
			tau := shape[k] / rate[k]
			precision, shift := 1/(d.Spread*d.Spread), d.Center/(d.Spread*d.Spread)
			for i, x := range d.X {
				precision += tau * c.at[i][k]
				shift += tau * c.at[i][k] * x
				for j := range 2 {
					count[k][j] += c.pair[i][k][j]
				}
			}
			mean[k], variance[k] = shift/precision, 1/precision
			shape[k], rate[k] = 2, 2*d.Noise*d.Noise
			for i, x := range d.X {
				shape[k] += c.at[i][k] / 2
				rate[k] += c.at[i][k] * ((x-mean[k])*(x-mean[k]) + variance[k]) / 2
			}
		}
	}
	near := func(what string, k int, got, want float64) {
		if !(math.Abs(got-want) < 1e-6*math.Max(1, math.Abs(want))) {
			t.Errorf("%s %d: %v, by hand %v", what, k, got, want)
		}
	}
	for k := range 2 {
		for j := range 2 {
			near("transitions of", k, inf.NextAt(k).A[j], count[k][j])
		}
		near("first", k, inf.First().A[k], count[2][k])
		near("mean", k, inf.MuAt(k).Mean(), mean[k])
		near("variance of the mean", k, inf.MuAt(k).Variance(), variance[k])
		near("precision", k, inf.TauAt(k).Mean(), shape[k]/rate[k])
	}
	for i, z := range inf.Z() {
		near("state at", i, z.P(nil)[0], c.at[i][0])
	}
}

// The Nile fell in 1899, by about 250 (Cobb 1978).
func TestHiddenMarkovNile(t *testing.T) {
	_, inf := hiddenMarkovLearned(t)
	for i, z := range inf.Z() {
		want := 0
		if 1871+i >= 1899 {
			want = 1
		}
		if p := z.P(nil)[want]; p < 0.8 {
			t.Errorf("%d: state %d has probability %v", 1871+i, want, p)
		}
	}
	if fall := inf.MuAt(0).Mean() - inf.MuAt(1).Mean(); math.Abs(fall-247) > 10 {
		t.Errorf("the level falls by %v", fall)
	}
}
