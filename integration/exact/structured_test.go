package exact

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"mpc"
	"mpc/data"
	"mpc/operators"
	"mpc/run"
	"mpc/special"
)

const learnedChain = `model: chain
algorithm: vmp
inputs: {T: range, K: range, M: range, alpha: "real[K]", emit: "vector(M)[K]", x: {type: "index(M)[T]", missing: true}}
program: |
  first ~ dirichlet(alpha)
  for (k in K) { next[k] ~ dirichlet(alpha) }
  z[0] ~ categorical(first)
  for (t in 1..<T) { z[t] ~ categorical(next[z[t - 1]]) }
  for (t in T) { x[t] ~ categorical(emit[z[t]]) }
infer: [z, first, next, evidence]
iterate: {max: 2000, tolerance: 1e-13}
`

// TestStructuredVMP: by VMP the states of a chain have one posterior, together, with no key that says so. The bound is that of
// structured variational Bayes, summed here over all sequences of states; it lies between that of independent states, which
// blocks: [] asks for, and the evidence.
func TestStructuredVMP(t *testing.T) {
	alpha, emit := []float64{2, 1}, [][]float64{{0.7, 0.2, 0.1}, {0.2, 0.2, 0.6}}
	x := []any{0, 2, 2, nil, 0, 1, 2}
	inputs := map[string]any{"T": len(x), "K": 2, "M": 3, "alpha": alpha, "emit": emit, "x": x}
	got, err := interpretTree(t, learnedChain, inputs)
	if err != nil {
		t.Fatal(err)
	}
	bound, states, evidence := structuredBayes(alpha, emit, x)
	if math.Abs(got.LogEvidence-bound) > 1e-9 {
		t.Errorf("the bound is %v, by sums over all sequences %v", got.LogEvidence, bound)
	}
	c, err := mpc.Compile("model.yaml", []byte(learnedChain), mpc.Options{NoPackage: true})
	if err != nil {
		t.Fatal(err)
	}
	r := runOn(t, c, inputs)
	for i, want := range states {
		entry, _ := r.Posteriors["z"].At(i)
		list, err := entry.Marginals()
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(list[0].Mean-want) > 1e-9 {
			t.Errorf("z[%d] is 1 with probability %v, by sums over all sequences %v", i, list[0].Mean, want)
		}
	}
	apart, err := interpretTree(t, strings.Replace(learnedChain, "algorithm: vmp\n", "algorithm: vmp\nblocks: []\n", 1), inputs)
	if err != nil {
		t.Fatal(err)
	}
	if !(apart.LogEvidence < got.LogEvidence-1e-4 && got.LogEvidence < evidence) {
		t.Errorf("bounds %v of independent states, %v of a chain, evidence %v", apart.LogEvidence, got.LogEvidence, evidence)
	}
}

func runOn(t *testing.T, c *mpc.Compilation, inputs map[string]any) *run.Result {
	t.Helper()
	b, err := json.Marshal(inputs)
	if err != nil {
		t.Fatal(err)
	}
	set, d := data.ReadJSON("data.json", b, c.Model)
	if d.HasErrors() {
		t.Fatal(d)
	}
	r, err := run.Run(t.Context(), c, set, run.Options{Iterations: -1, Interpret: true})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// structuredBayes is the bound of structured variational Bayes for the chain, the probabilities of state 1, and the evidence, by
// sums over all sequences of two states.
func structuredBayes(alpha []float64, emit [][]float64, x []any) (bound float64, states []float64, evidence float64) {
	sequences := 1 << len(x)
	counts := func(s int) (rows [3][2]float64, likelihood float64) { // the first state, and what follows each
		likelihood = 1
		for i, o := range x {
			z, before := s>>i&1, 2
			if i > 0 {
				before = s >> (i - 1) & 1
			}
			rows[before][z]++
			if k, seen := o.(int); seen {
				likelihood *= emit[z][k]
			}
		}
		return rows, likelihood
	}
	logBeta := func(a, b float64) float64 { return special.GammaLn(a) + special.GammaLn(b) - special.GammaLn(a+b) }
	for s := range sequences {
		rows, p := counts(s)
		for _, n := range rows {
			p *= math.Exp(logBeta(alpha[0]+n[0], alpha[1]+n[1]) - logBeta(alpha[0], alpha[1]))
		}
		evidence += p
	}
	q := [3][2]float64{}
	for k := range q {
		q[k] = [2]float64{alpha[0], alpha[1]}
	}
	for range 3000 {
		var logs [3][2]float64
		bound = 0
		for k, a := range q {
			sum := special.Digamma(a[0] + a[1])
			logs[k] = [2]float64{special.Digamma(a[0]) - sum, special.Digamma(a[1]) - sum}
			bound += logBeta(a[0], a[1]) - logBeta(alpha[0], alpha[1]) + (alpha[0]-a[0])*logs[k][0] + (alpha[1]-a[1])*logs[k][1]
		}
		z, expected := 0.0, [3][2]float64{}
		states = make([]float64, len(x))
		for s := range sequences {
			rows, p := counts(s)
			for k, n := range rows {
				p *= math.Exp(n[0]*logs[k][0] + n[1]*logs[k][1])
			}
			z += p
			for k, n := range rows {
				expected[k][0], expected[k][1] = expected[k][0]+p*n[0], expected[k][1]+p*n[1]
			}
			for i := range x {
				states[i] += p * float64(s>>i&1)
			}
		}
		bound += math.Log(z)
		for k := range q {
			q[k] = [2]float64{alpha[0] + expected[k][0]/z, alpha[1] + expected[k][1]/z}
		}
		for i := range states {
			states[i] /= z
		}
	}
	return bound, states, math.Log(evidence)
}

// TestStructured: which truths and whole numbers VMP gives a posterior together.
func TestStructured(t *testing.T) {
	for _, test := range []struct{ name, program, want string }{
		{"chain", "z[0] ~ categorical(p)\nfor (t in 1..<T) { z[t] ~ categorical(q[z[t - 1]]) }", "z"},
		{"tree", "z ~ categorical(p)\nfor (t in T) { w[t] ~ categorical(q[z]) }", "z w"},
		{"independent", "for (t in T) { w[t] ~ categorical(p) }", ""},
		{"by the data", "for (t in T) {\n  z[t] ~ categorical(p)\n  w[t] ~ categorical(q[z[parent[t]]])\n}", "z w"},
		{"two by the data", "for (t in T) {\n  z[t] ~ categorical(p)\n  w[t] ~ categorical(r[z[parent[t]], z[t]])\n}", ""},
		{"two lags", "for (t in 0..<2) { z[t] ~ categorical(p) }\nfor (t in 2..<T) { z[t] ~ categorical(r[z[t - 1], z[t - 2]]) }", ""},
		{"two chains", "z[0] ~ categorical(p)\nw[0] ~ categorical(p)\nfor (t in 1..<T) {\n  z[t] ~ categorical(q[z[t - 1]])\n  w[t] ~ categorical(r[w[t - 1], z[t]])\n}", ""},
		{"in branches", "for (t in T) { z[t] ~ categorical(p) }\nb ~ bernoulli(0.5)\nif (b) { w ~ categorical(q[z[0]]) } else { w ~ categorical(p) }", ""},
	} {
		inputs := "T: range"
		for _, in := range [][2]string{{"p", "vector(2)"}, {"q", "vector(2)[2]"}, {"r", "vector(2)[2][2]"}, {"parent", "index(T)[T]"}} {
			if strings.Contains(test.program, in[0]+"[") || strings.Contains(test.program, "("+in[0]+")") {
				inputs += fmt.Sprintf(", %s: %q", in[0], in[1])
			}
		}
		text := "model: m\nalgorithm: vmp\ninputs: {" + inputs + "}\nprogram: |\n  " +
			strings.ReplaceAll(test.program, "\n", "\n  ") + "\ninfer: [" + map[bool]string{true: "w", false: "z"}[strings.Contains(test.program, "w")] + "]\n"
		c, err := mpc.Plan("model.yaml", []byte(text))
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		var got []string
		for _, v := range c.Graph.Variables {
			if v.Source != nil && v.Algorithm == operators.EP {
				got = append(got, v.Name)
			}
		}
		if s := strings.Join(got, " "); s != test.want {
			t.Errorf("%s: %q are computed together, not %q", test.name, s, test.want)
		}
	}
}
