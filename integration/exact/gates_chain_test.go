package exact

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"mpc"
)

// A hiddenChain is a chain of hidden states, known up to what the data say of each.
type hiddenChain struct {
	first []float64
	next  [][]float64
}

// paths calls f for all paths of n states, with their probability.
func (h hiddenChain) paths(n int, f func(path []int, p float64)) {
	path := make([]int, n)
	var walk func(t int, p float64)
	walk = func(t int, p float64) {
		if t == n {
			f(path, p)
			return
		}
		for s := range h.first {
			path[t] = s
			if t == 0 {
				walk(1, h.first[s])
			} else {
				walk(t+1, p*h.next[path[t-1]][s])
			}
		}
	}
	walk(0, 1)
}

// given are the probabilities of each state at each time and the log of the sum over all
// paths, said[t][s] being the log of what is said of state s.
func (h hiddenChain) given(said [][]float64) (states [][]float64, evidence float64) {
	total := 0.0
	states = make([][]float64, len(said))
	for t := range states {
		states[t] = make([]float64, len(h.first))
	}
	h.paths(len(said), func(path []int, p float64) {
		for t, s := range path {
			p *= math.Exp(said[t][s])
		}
		total += p
		for t, s := range path {
			states[t][s] += p
		}
	})
	for t := range states {
		for s := range states[t] {
			states[t][s] /= total
		}
	}
	return states, math.Log(total)
}

var threeStates = hiddenChain{[]float64{0.5, 0.2, 0.3}, [][]float64{{0.7, 0.2, 0.1}, {0.1, 0.6, 0.3}, {0.3, 0.3, 0.4}}}

// TestChainsOfGates: a chain whose elements are drawn in branches that the one before
// selects has by VMP the posterior of the whole chain, beside other variables: selectors
// of gates, and means that are learned.
func TestChainsOfGates(t *testing.T) {
	emit := [][]float64{{0.8, 0.1, 0.1}, {0.2, 0.6, 0.2}, {0.05, 0.15, 0.8}}
	seen := []int{0, 1, 2, 0}
	numbers := map[string]any{"state": 3, "T": 4, "first": threeStates.first, "next": threeStates.next, "emit": emit, "seen": seen}
	inputs := `inputs:
  state: range
  T: {type: range, doc: time}
  first: vector(state)
  next: "vector(state)[state]"
  emit: "vector(state)[state]"
  seen: "index(state)[T]"
`
	draws := `  d[0] ~ categorical(first)
  for (t in 1..<T) { switch (d[t-1]) { d[t] ~ categorical(next[d[t-1]]) } }
`
	var said [][]float64
	for _, y := range seen {
		said = append(said, []float64{math.Log(emit[0][y]), math.Log(emit[1][y]), math.Log(emit[2][y])})
	}
	chain := gateCase{name: "chain", data: numbers, want: map[string][]float64{},
		model: "model: m\nalgorithm: vmp\n" + inputs + "program: |\n" + draws + "  for (t in T) { seen[t] ~ categorical(emit[d[t]]) }\ninfer: [d, evidence]\n"}
	var states [][]float64
	states, chain.evidence = threeStates.given(said)
	for t, p := range states {
		chain.want[fmt.Sprintf("d[%d]", t)] = p
	}
	// With bad spells, in which anything is seen: what is known of them and the posterior
	// of the chain are each the best given the other.
	bad := []float64{0.1, 0.1, 0.1, 0.1}
	spells := gateCase{name: "spells", data: numbers, want: map[string][]float64{},
		model: "model: m\nalgorithm: vmp\n" + inputs + "program: |\n" + draws + `  for (t in T) {
    spell[t] ~ bernoulli(0.1)
    if (spell[t]) { seen[t] ~ discreteuniform(state) } else { seen[t] ~ categorical(emit[d[t]]) }
  }
infer: [d, spell, evidence]
iterate: {max: 2000, tolerance: 1e-13}
`}
	for range 2000 {
		weighed := make([][]float64, len(said))
		for t := range said {
			for s := range said[t] {
				weighed[t] = append(weighed[t], (1-bad[t])*said[t][s])
			}
		}
		states, spells.evidence = threeStates.given(weighed)
		for t, b := range bad {
			spells.evidence += b*(math.Log(0.1/b)-math.Log(3)) + (1-b)*math.Log(0.9/(1-b))
			mean := 0.0
			for s, p := range states[t] {
				mean += p * said[t][s]
			}
			bad[t] = 1 / (1 + math.Exp(math.Log(0.9)+mean-math.Log(0.1)+math.Log(3)))
		}
	}
	for t, p := range states {
		spells.want[fmt.Sprintf("d[%d]", t)], spells.want[fmt.Sprintf("spell[%d]", t)] = p, []float64{bad[t]}
	}
	learned := learnedMeans()
	list := []gateCase{chain, spells, learned}
	for _, x := range list {
		x.check(t, 1e-6)
	}
	generated(t, list)
}

// learnedMeans is a chain of which each state has a normal mean.
func learnedMeans() gateCase {
	y := []float64{0.3, 4.1, 3.2, -0.7}
	mean, variance := []float64{0, 4}, []float64{10, 10}
	h := hiddenChain{[]float64{0.5, 0.5}, [][]float64{{0.8, 0.2}, {0.3, 0.7}}}
	x := gateCase{name: "means", want: map[string][]float64{}, model: `model: m
algorithm: vmp
inputs:
  T: {type: range, doc: time}
  y: "real[T]"
  next: "vector(2)[2]"
program: |
  for (k in 0..<2) { mu[k] ~ normal(4 * k, variance = 10) }
  d[0] ~ discreteuniform(2)
  for (t in 1..<T) { switch (d[t-1]) { d[t] ~ categorical(next[d[t-1]]) } }
  for (t in T) { y[t] ~ normal(mu[d[t]], variance = 1) }
infer: [d, mu, evidence]
iterate: {max: 2000, tolerance: 1e-13}
`, data: map[string]any{"T": 4, "y": y, "next": h.next}}
	var states [][]float64
	for range 2000 {
		said := make([][]float64, len(y))
		for t := range y {
			for k := range mean {
				said[t] = append(said[t], -0.5*math.Log(2*math.Pi)-0.5*((y[t]-mean[k])*(y[t]-mean[k])+variance[k]))
			}
		}
		states, x.evidence = h.given(said)
		for k := range mean {
			prior := float64(4 * k)
			x.evidence -= 0.5 * (variance[k]/10 + (mean[k]-prior)*(mean[k]-prior)/10 - 1 - math.Log(variance[k]/10))
		}
		for k := range mean {
			n, sum := 0.1, float64(4*k)/10
			for t := range y {
				n += states[t][k]
				sum += states[t][k] * y[t]
			}
			mean[k], variance[k] = sum/n, 1/n
		}
	}
	for t, p := range states {
		x.want[fmt.Sprintf("d[%d]", t)] = p
	}
	for k := range mean {
		x.want[fmt.Sprintf("mu[%d]", k)] = []float64{mean[k], variance[k]}
	}
	return x
}

// TestObservedInBranches: what a branch of VMP observes of its own whole numbers says how
// likely the branch is, though nothing else stands there; other conditions are errors.
func TestObservedInBranches(t *testing.T) {
	list := []gateCase{
		{name: "whole", model: `model: m
algorithm: vmp
program: |
  w ~ bernoulli(0.3)
  if (w) { y ~ discreteuniform(3); observe y > 1 }
infer: [y, w, evidence]
`, data: map[string]any{}, evidence: math.Log(0.8), want: map[string][]float64{"y": {0, 0, 1}, "w": {0.125}}},
		{name: "nothing", model: `model: m
algorithm: vmp
program: |
  y ~ bernoulli(0.4)
  w ~ bernoulli(0.3)
  if (w) { z = !y }
infer: [y, z, w, evidence]
`, data: map[string]any{}, want: map[string][]float64{"y": {0.4}, "w": {0.3}, "z": {0.6}}},
	}
	for _, x := range list {
		x.check(t, 1e-9)
	}
	generated(t, list)
	for observed, says := range map[string]string{
		"2 * y == 3": "VMP has no average of the log of", "y + x == 3": "VMP has no average of the log of", "z > 1": "ties random values to each other",
	} {
		_, err := mpc.Plan("m.yaml", []byte(fmt.Sprintf(`model: m
algorithm: vmp
program: |
  y ~ normal(0, variance = 1)
  x ~ normal(0, variance = 1)
  z ~ discreteuniform(3)
  w ~ bernoulli(0.3)
  if (w) { observe %s }
infer: [y, x, z, w, evidence]
`, observed)))
		if err == nil || !strings.Contains(err.Error(), "m.yaml:8:12: error: ") || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", observed, err)
		}
	}
}
