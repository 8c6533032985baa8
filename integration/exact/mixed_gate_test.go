package exact

import (
	"encoding/json"
	"math"
	"testing"

	"mpc/special"
)

// TestBorderInGate learns the transitions of a hidden chain: z of EP, and with it the
// tables, hears of the rows of VMP their geometric means; these hear of z how probable each
// pair is, and the evidence is the bound of structured variational Bayes. It compares
// with a sum over all paths. The first state is drawn by itself.
func TestBorderInTable(t *testing.T) {
	const text = `model: border
algorithm: {default: vmp, z: ep}
inputs:
  n: range
  p: real[2]
  y: bool[n]
program: |
  first ~ dirichlet([1, 2])
  for (k in 0..<2) { next[k] ~ dirichlet([2 + k, 1]) }
  z[0] ~ categorical(first)
  for (t in 1..<n) { z[t] ~ categorical(next[z[t - 1]]) }
  for (t in n) { y[t] ~ bernoulli(p[z[t]]) }
infer: [first, next, z, evidence]
iterate: {max: 1000, tolerance: 1e-13}
`
	p, y := []float64{0.2, 0.9}, []bool{true, true, false, true}
	prior := [3][2]float64{{2, 1}, {3, 1}, {1, 2}} // of next[0], next[1] and first
	a, at := prior, make([][2]float64, len(y))
	geometric := func(a [2]float64, j int) float64 { return math.Exp(special.Digamma(a[j]) - special.Digamma(a[0]+a[1])) }
	logBeta := func(a [2]float64) float64 {
		x, _ := math.Lgamma(a[0])
		y, _ := math.Lgamma(a[1])
		z, _ := math.Lgamma(a[0] + a[1])
		return x + y - z
	}
	bound := 0.0
	for range 300 {
		count, sum := [3][2]float64{}, 0.0
		clear(at)
		for path := range 1 << len(y) {
			state := func(t int) int { return path >> t & 1 }
			w := 1.0
			for t, yes := range y {
				row := 2
				if t > 0 {
					row = state(t - 1)
				}
				w *= geometric(a[row], state(t))
				if yes {
					w *= p[state(t)]
				} else {
					w *= 1 - p[state(t)]
				}
			}
			sum += w
			for t := range y {
				at[t][state(t)] += w
				row := 2
				if t > 0 {
					row = state(t - 1)
				}
				count[row][state(t)] += w
			}
		}
		bound = math.Log(sum)
		for k := range a { // less the divergences of the rows from their priors
			for j := range 2 {
				bound -= (a[k][j] - prior[k][j]) * math.Log(geometric(a[k], j))
			}
			bound += logBeta(a[k]) - logBeta(prior[k])
		}
		for k := range a {
			for j := range 2 {
				a[k][j] = prior[k][j] + count[k][j]/sum
			}
		}
		for t := range at {
			at[t][0], at[t][1] = at[t][0]/sum, at[t][1]/sum
		}
	}
	r, err := interpretTree(t, text, map[string]any{"p": p, "y": y})
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Posteriors struct {
			First struct{ Alpha [2]float64 }
			Next  []struct{ Alpha [2]float64 }
			Z     []struct{ P [2]float64 }
		}
	}
	if err := json.Unmarshal(b, &got); err != nil {
		t.Fatal(err)
	}
	if math.Abs(r.LogEvidence-bound) > 1e-9 {
		t.Errorf("evidence %v, the bound by sums over all paths is %v", r.LogEvidence, bound)
	}
	near := func(what string, k int, got, want [2]float64) {
		for j := range got {
			if !(math.Abs(got[j]-want[j]) < 1e-9) {
				t.Errorf("%s %d: %v, a sum over all paths says %v", what, k, got, want)
			}
		}
	}
	near("first", 0, got.Posteriors.First.Alpha, a[2])
	for k, d := range got.Posteriors.Next {
		near("next", k, d.Alpha, a[k])
	}
	for k, d := range got.Posteriors.Z {
		near("z", k, d.P, at[k])
	}
}
