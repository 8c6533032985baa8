package draws

import (
	"fmt"
	"math"
	"testing"

	"mpc"
	"mpc/data"
	"mpc/run/interp"
)

// A network is a model of whole numbers and truths alone, all drawn together: with the
// density of all its values by hand, up to a constant.
type network struct {
	name, keys, program, data string
	sizes                     []int // of what is asked for, in order
	density                   func(v []int) float64
}

func coin(p float64, v int) float64 {
	if v == 1 {
		return p
	}
	return 1 - p
}

func gauss(x, mean, variance float64) float64 {
	return math.Exp(-(x-mean)*(x-mean)/2/variance) / math.Sqrt(variance)
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

var (
	firstState = []float64{0.2, 0.3, 0.5}
	nextState  = [][]float64{{0.9, 0.1, 0}, {0.2, 0.7, 0.1}, {0.25, 0.25, 0.5}}
	nextPair   = [][][]float64{{{0.9, 0.1}, {0.4, 0.6}}, {{0.3, 0.7}, {0.05, 0.95}}}
)

const hiddenMarkov = `
  z[0] ~ categorical(first)
  for (t in 1..<n) { z[t] ~ categorical(next[z[t-1]]) }
  for (t in n) { x[t] ~ normal(mean[z[t]], variance = 0.5) }`

var sampledNetworks = []network{
	{"a hidden chain", `inputs: {n: range, k: range, first: vector(k), next: "vector(k)[k]", mean: "real[k]", x: "real[n]"}
infer: [z]`, hiddenMarkov, `{"first": [0.2, 0.3, 0.5], "next": [[0.9, 0.1, 0], [0.2, 0.7, 0.1], [0.25, 0.25, 0.5]], "mean": [0, 1, 2], "x": [0.4, 1.7, 0.6, 1.1]}`, []int{3, 3, 3, 3}, func(v []int) float64 {
		p := firstState[v[0]]
		for t, x := range []float64{0.4, 1.7, 0.6, 1.1} {
			if t > 0 {
				p *= nextState[v[t-1]][v[t]]
			}
			p *= gauss(x, float64(v[t]), 0.5)
		}
		return p
	}},
	{"a chain of which some states are known", `inputs: {n: range, k: range, first: vector(k), next: "vector(k)[k]", mean: "real[k]", x: "real[n]", z: {type: "index(k)[n]", missing: true}}
infer: [z]`, hiddenMarkov, `{"first": [0.2, 0.3, 0.5], "next": [[0.9, 0.1, 0], [0.2, 0.7, 0.1], [0.25, 0.25, 0.5]], "mean": [0, 1, 2], "x": [0.4, 1.7, 0.6, 1.1, 0.2], "z": [null, null, 1, null, null]}`, []int{3, 3, 3, 3, 3}, func(v []int) float64 {
		p := firstState[v[0]] * truth(v[2] == 1)
		for t, x := range []float64{0.4, 1.7, 0.6, 1.1, 0.2} {
			if t > 0 {
				p *= nextState[v[t-1]][v[t]]
			}
			p *= gauss(x, float64(v[t]), 0.5)
		}
		return p
	}},
	{"burglary", "infer: [burglary, earthquake, alarm]", `
  burglary ~ bernoulli(0.1)
  earthquake ~ bernoulli(0.2)
  if (burglary) { if (earthquake) { alarm ~ bernoulli(0.95) } else { alarm ~ bernoulli(0.94) } } else { if (earthquake) { alarm ~ bernoulli(0.29) } else { alarm ~ bernoulli(0.001) } }
  if (alarm) { john ~ bernoulli(0.9) } else { john ~ bernoulli(0.05) }
  observe john == true`, "{}", []int{2, 2, 2}, func(v []int) float64 {
		p := coin(0.1, v[0]) * coin(0.2, v[1])
		p *= coin([]float64{0.001, 0.29, 0.94, 0.95}[2*v[0]+v[1]], v[2])
		return p * []float64{0.05, 0.9}[v[2]]
	}},
	{"burglary, the alarm summed out", "inputs: {john: bool}\ninfer: [burglary, earthquake, alarm]\nmethods: {alarm: summed}", `
  burglary ~ bernoulli(0.1)
  earthquake ~ bernoulli(0.2)
  if (burglary) { if (earthquake) { alarm ~ bernoulli(0.95) } else { alarm ~ bernoulli(0.94) } } else { if (earthquake) { alarm ~ bernoulli(0.29) } else { alarm ~ bernoulli(0.001) } }
  if (alarm) { john ~ bernoulli(0.9) } else { john ~ bernoulli(0.05) }`, `{"john": true}`, []int{2, 2, 2}, func(v []int) float64 {
		p := coin(0.1, v[0]) * coin(0.2, v[1])
		p *= coin([]float64{0.001, 0.29, 0.94, 0.95}[2*v[0]+v[1]], v[2])
		return p * []float64{0.05, 0.9}[v[2]]
	}},
	{"a chain with labels that are summed out", `inputs: {n: range, m: range, k: range, first: vector(k), next: "vector(k)[k]", mean: "real[k]", x: "real[n, m]"}
infer: [z, s, c]
methods: {s: summed, c: summed}`, `
  c ~ discreteuniform(3)
  z[0] ~ categorical(first)
  for (t in 1..<n) { z[t] ~ categorical(next[z[t-1]]) }
  for (t in n) {
    s[t] ~ bernoulli(0.3)
    if (s[t]) { for (j in m) { x[t, j] ~ normal(mean[z[t]], variance = 0.5) } } else { for (j in m) { x[t, j] ~ normal(0.3, variance = 1) } }
    for (j in m) { if (j < c) { observe x[t, j] ~ normal(0.4, variance = 1) } else { observe x[t, j] ~ normal(0.6, variance = 2) } }
  }
  observe c > 0`, `{"first": [0.2, 0.3, 0.5], "next": [[0.9, 0.1, 0], [0.2, 0.7, 0.1], [0.25, 0.25, 0.5]], "mean": [0, 1, 2], "x": [[0.4, 0.9], [1.7, 0.5]]}`, []int{3, 3, 2, 2, 3}, func(v []int) float64 {
		p := firstState[v[0]] * nextState[v[0]][v[1]] * truth(v[4] > 0)
		for t, x := range [][]float64{{0.4, 0.9}, {1.7, 0.5}} {
			p *= coin(0.3, v[2+t])
			for j, y := range x {
				if v[2+t] == 1 {
					p *= gauss(y, float64(v[t]), 0.5)
				} else {
					p *= gauss(y, 0.3, 1)
				}
				if j < v[4] {
					p *= gauss(y, 0.4, 1)
				} else {
					p *= gauss(y, 0.6, 2)
				}
			}
		}
		return p
	}},
	{"ties within one array", `inputs: {n: range, p: "real[n]"}
infer: [z]`, `
  for (i in n) { z[i] ~ bernoulli(p[i]) }
  observe z[0] == z[1]
  observe z[2] != z[1]
  observe z[3] || z[0]`, `{"p": [0.3, 0.6, 0.8, 0.4]}`, []int{2, 2, 2, 2}, func(v []int) float64 {
		p := 1.0
		for i, x := range []float64{0.3, 0.6, 0.8, 0.4} {
			p *= coin(x, v[i])
		}
		return p * truth(v[0] == v[1]) * truth(v[2] != v[1]) * truth(v[3] == 1 || v[0] == 1)
	}},
	{"a tree whose parents the data say", `inputs: {n: range, k: range, parent: "index(n)[n]", next: "vector(k)[k]", mean: "real[k]", v: "real[k]", x: "real[n]"}
infer: [z]`, `
  z[0] ~ discreteuniform(k)
  for (i in 1..<n) { z[i] ~ categorical(next[z[parent[i]]]) }
  for (i in n) { switch (z[i]) { x[i] ~ normal(mean[z[i]], variance = v[z[i]]) } }`,
		`{"mean": [0, 1, 3], "v": [0.7, 0.3, 2], "parent": [0, 0, 0, 1, 1], "next": [[0.9, 0.1, 0], [0.2, 0.7, 0.1], [0.25, 0.25, 0.5]], "x": [1, 0.5, 2, 0.6, 1.2]}`, []int{3, 3, 3, 3, 3}, func(v []int) float64 {
			p := 1.0
			for i, x := range []float64{1, 0.5, 2, 0.6, 1.2} {
				if i > 0 {
					p *= nextState[v[[]int{0, 0, 0, 1, 1}[i]]][v[i]]
				}
				p *= gauss(x, []float64{0, 1, 3}[v[i]], []float64{0.7, 0.3, 2}[v[i]])
			}
			return p
		}},
	{"a chain that remembers two states, and a sum", `inputs: {n: range, next: "vector(2)[2, 2]", x: "real[n]"}
infer: [z]`, `
  z[0] ~ discreteuniform(2)
  z[1] ~ discreteuniform(2)
  for (t in 2..<n) { z[t] ~ categorical(next[z[t-2], z[t-1]]) }
  for (t in 1..<n) { if (z[t] + z[t-1] >= 1) { x[t] ~ normal(1, variance = 0.5) } else { x[t] ~ normal(0, variance = 1) } }
  observe z[0] <= z[n-1]`, `{"next": [[[0.9, 0.1], [0.4, 0.6]], [[0.3, 0.7], [0.05, 0.95]]], "x": [0, 0.4, 1.2, 0.3, -0.3]}`, []int{2, 2, 2, 2, 2}, func(v []int) float64 {
		p := truth(v[0] <= v[4])
		for t, x := range []float64{0, 0.4, 1.2, 0.3, -0.3} {
			if t > 1 {
				p *= nextPair[v[t-2]][v[t-1]][v[t]]
			}
			if t > 0 && v[t]+v[t-1] >= 1 {
				p *= gauss(x, 1, 0.5)
			} else if t > 0 {
				p *= gauss(x, 0, 1)
			}
		}
		return p
	}},
	{"elements that may be one, in a grid", `inputs: {n: range, m: range, q: range, a: "index(m)[q]", b: "index(m)[q]", c: "real[m]"}
infer: [z, s]`, `
  for (i in n) { for (j in m) { z[i, j] ~ bernoulli(0.3) } }
  for (i in 1..<n) { for (j in m) { if (z[i, j]) { if (z[i-1, j]) { observe 0.3 ~ normal(0, variance = 0.1) } } } }
  s ~ discreteuniform(3)
  if (s == 1) { for (j in m) { observe c[j] ~ normal(0, variance = 0.4) } }
  for (k in q) { if (z[0, a[k]]) { if (z[1, b[k]]) { observe 1.5 ~ normal(1, variance = 0.3) } else { observe s < 2 } } }`, `{"n": 2, "m": 2, "q": 3, "c": [0, 1], "a": [0, 1, 1], "b": [1, 1, 0]}`, []int{2, 2, 2, 2, 3}, func(v []int) float64 {
		p := 1.0
		for _, x := range v[:4] {
			p *= coin(0.3, x)
		}
		for j := range 2 {
			if v[2+j] == 1 && v[j] == 1 {
				p *= gauss(0.3, 0, 0.1) / math.Sqrt(2*math.Pi)
			}
			if v[4] == 1 {
				p *= gauss(float64(j), 0, 0.4) / math.Sqrt(2*math.Pi)
			}
		}
		for k := range 3 {
			if a, b := v[[]int{0, 1, 1}[k]], v[2+[]int{1, 1, 0}[k]]; a == 1 {
				if b == 1 {
					p *= gauss(1.5, 1, 0.3) / math.Sqrt(2*math.Pi)
				} else {
					p *= truth(v[4] < 2)
				}
			}
		}
		return p
	}},
}

// TestNetworks: what is drawn together are independent draws from the posterior: the share
// of each combination of values, and of each value after each.
func TestSampledNetworks(t *testing.T) {
	statistical(t)
	const draws = 20000
	for _, m := range sampledNetworks {
		c, err := mpc.Plan("m.yaml", []byte("model: m\nalgorithm: gibbs\n"+m.keys+"\nprogram: |"+m.program+"\n"))
		if err != nil {
			t.Errorf("%s: %v", m.name, err)
			continue
		}
		set, d := data.ReadJSON("data.json", []byte(m.data), c.Model)
		if d.HasErrors() {
			t.Errorf("%s: %v", m.name, d)
			continue
		}
		total := 0.0
		want := map[string]float64{}
		values := make([]int, len(m.sizes))
		var walk func(k int)
		walk = func(k int) {
			if k == len(values) {
				p := m.density(values)
				want[fmt.Sprint(values)] = p
				total += p
				return
			}
			for values[k] = range m.sizes[k] {
				walk(k + 1)
			}
		}
		walk(0)
		got, pairs := map[string]float64{}, map[string]float64{}
		last := ""
		seed := uint64(3)
		_, err = interp.Run(c.Program, c.Deps, c.Schedule, set, interp.Options{Seed: &seed, Sampling: &interp.Sampling{BurnIn: 0, Samples: draws, Thin: 1, Chains: 1,
			Draw: func(_, _ int, row []float64) {
				list := make([]int, len(row))
				for k, x := range row {
					list[k] = int(x)
				}
				now := fmt.Sprint(list)
				got[now]++
				pairs[last+now]++
				last = now
			}}})
		if err != nil {
			t.Errorf("%s: %v", m.name, err)
			continue
		}
		for k, p := range want {
			p /= total
			if math.Abs(got[k]-draws*p) > 5*math.Sqrt(draws*p*(1-p))+3 {
				t.Errorf("%s: %s is drawn %v times of %d, want %.1f", m.name, k, got[k], draws, draws*p)
			}
			if p2 := p * p; math.Abs(pairs[k+k]-draws*p2) > 5*math.Sqrt(3*draws*p2)+3 {
				t.Errorf("%s: %s is drawn %v times after itself, want %.1f", m.name, k, pairs[k+k], draws*p2)
			}
			delete(got, k)
		}
		if len(got) > 0 {
			t.Errorf("%s: draws of other sizes: %v", m.name, got)
		}
	}
}
