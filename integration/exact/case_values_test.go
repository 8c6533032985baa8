package exact

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"mpc"
	"mpc/data"
	"mpc/dist"
	"mpc/run/interp"
)

// caseFlat is the prior of the selector of caseModels.
var caseFlat = []float64{0.1, 0.2, 0.3, 0.15, 0.25}

// A caseModel is a switch on n whose branches draw as n says.
type caseModel struct {
	name, body string
	outside    string // statements behind the switch
	inputs     map[string]any
	likelihood func(n int) float64
	noVMP      bool // as it ties values to each other
}

// below is the probability that a whole number below n has a property, 0 where there is none.
func below(n int, is func(int) bool) float64 {
	some := 0.0
	for k := range n {
		if is(k) {
			some++
		}
	}
	return some / math.Max(1, float64(n))
}

// chosen is the probability of k successes in n trials.
func chosen(n, k int, p float64) float64 {
	if k > n {
		return 0
	}
	ways := 1.0
	for i := range k {
		ways *= float64(n-i) / float64(i+1)
	}
	return ways * math.Pow(p, float64(k)) * math.Pow(1-p, float64(n-k))
}

// counted is the probability that a Poisson count is at least 3.
func counted(rate float64) float64 { return 1 - math.Exp(-rate)*(1+rate+rate*rate/2) }

var caseModels = []caseModel{
	{name: "observed draws", inputs: map[string]any{"k": []int{1, 0}}, body: "for (i in 0..<2) { k[i] ~ discreteuniform(n) }", likelihood: func(n int) float64 {
		if n < 2 {
			return 0
		}
		return 1 / float64(n*n)
	}},
	{name: "a soft constraint", body: "a ~ binomial(n, 0.3)\n observe a ~ discreteuniform(n)", likelihood: func(n int) float64 {
		sum := 0.0
		for a := range n {
			sum += chosen(n, a, 0.3) / float64(n)
		}
		return sum
	}},
	{name: "one less", body: "a ~ discreteuniform(n)\n b ~ discreteuniform(n - 1)\n observe a < 2\n observe b < 1", likelihood: func(n int) float64 {
		return below(n, func(a int) bool { return a < 2 }) * below(n-1, func(b int) bool { return b < 1 })
	}},
	{name: "trials under a condition", body: "if (n > 0) { c ~ binomial(n - 1, 0.4)\n observe c > 0 }", likelihood: func(n int) float64 {
		if n == 0 {
			return 1
		}
		return 1 - chosen(n-1, 0, 0.4)
	}},
	{name: "one more", noVMP: true, body: "z ~ discreteuniform(n + 1)\n c ~ binomial(n, 0.5)\n observe z < c", likelihood: func(n int) float64 {
		sum := 0.0
		for c := range n + 1 {
			sum += chosen(n, c, 0.5) * below(n+1, func(z int) bool { return z < c })
		}
		return sum
	}},
	{name: "nothing drawn", inputs: map[string]any{"m": 0}, body: "for (i in 0..<m) { z[i] ~ discreteuniform(n)\n observe z[i] < 2 }", likelihood: func(int) float64 { return 1 }},
	{name: "a switch in a switch", body: "b ~ discreteuniform(n)\n switch (b) { c ~ discreteuniform(b)\n observe c == 1 }", likelihood: func(n int) float64 {
		sum := 0.0
		for b := range n {
			sum += below(b, func(c int) bool { return c == 1 }) / float64(n)
		}
		return sum
	}},
	{name: "read outside", body: "a ~ discreteuniform(n)", outside: "observe a >= 2", likelihood: func(n int) float64 { return below(n, func(a int) bool { return a >= 2 }) }},
	{name: "sizes", inputs: map[string]any{"size": []int{2, 0, 5, 1, 3}}, body: "a ~ discreteuniform(size[n])\n observe a >= 1", likelihood: func(n int) float64 {
		return below([]int{2, 0, 5, 1, 3}[n], func(a int) bool { return a >= 1 })
	}},
	{name: "sizes of the case before", inputs: map[string]any{"size": []int{2, 0, 5, 1, 3}}, body: "if (n > 0) { a ~ discreteuniform(size[n - 1])\n observe a >= 1 }", likelihood: func(n int) float64 {
		if n == 0 {
			return 1
		}
		return below([]int{2, 0, 5, 1, 3}[n-1], func(a int) bool { return a >= 1 })
	}},
	{name: "numbers of trials", inputs: map[string]any{"size": []int{2, 0, 5, 1, 3}}, body: "a ~ binomial(size[n], 0.3)\n observe a >= 2", likelihood: func(n int) float64 {
		k := []int{2, 0, 5, 1, 3}[n]
		return 1 - chosen(k, 0, 0.3) - chosen(k, 1, 0.3)
	}},
	{name: "rows", inputs: map[string]any{"rows": []int{1, 2, 0, 2, 1}, "cell": [][]int{{3}, {2, 4}, {}, {1, 2}, {5}}},
		body: "for (d in 0..<rows[n]) { a[d] ~ discreteuniform(cell[n][d])\n observe a[d] < 2 }", likelihood: func(n int) float64 {
			p := 1.0
			for _, c := range [][]int{{3}, {2, 4}, {}, {1, 2}, {5}}[n] {
				p *= below(c, func(a int) bool { return a < 2 })
			}
			return p
		}},
	{name: "counts", body: "a ~ poisson(2 * n)\n observe a >= 3", likelihood: func(n int) float64 { return counted(2 * float64(n)) }},
}

// text is the model, by an algorithm.
func (m *caseModel) text(algorithm string) string {
	var b strings.Builder
	b.WriteString("model: cases\nalgorithm: " + algorithm + "\ninputs:\n  count: range\n  flat: vector(count)\n")
	for _, x := range []struct{ name, declared string }{
		{"k", "int[2]"}, {"m", "int"}, {"size", "int[count]"}, {"rows", "int[count]"}, {"cell", "int[count][rows[count]]"},
	} {
		if m.inputs[x.name] != nil {
			b.WriteString("  " + x.name + ": " + x.declared + "\n")
		}
	}
	b.WriteString("program: |\n  n ~ categorical(flat)\n  switch (n) {\n    " + strings.ReplaceAll(m.body, "\n", "\n    ") + "\n  }\n  " + m.outside + "\ninfer: [n")
	if algorithm != "gibbs" {
		b.WriteString(", evidence")
	}
	return b.String() + "]\n"
}

// values are the data of the model.
func (m *caseModel) values() map[string]any {
	all := map[string]any{"count": len(caseFlat), "flat": caseFlat}
	for name, x := range m.inputs {
		all[name] = x
	}
	return all
}

// TestCaseValues: in the branches of a switch its value is a size, a number of trials or a
// rate. A branch in which there is no number to draw is impossible.
func TestCaseValues(t *testing.T) {
	for _, m := range caseModels {
		t.Run(m.name, func(t *testing.T) {
			want, total := make([]float64, len(caseFlat)), 0.0
			for n, p := range caseFlat {
				want[n] = p * m.likelihood(n)
				total += want[n]
			}
			for n := range want {
				want[n] /= total
			}
			for _, algorithm := range []string{"ep", "vmp"} {
				if m.noVMP && algorithm == "vmp" {
					continue
				}
				r, err := interpretTree(t, m.text(algorithm), m.values())
				if err != nil {
					t.Fatalf("%s: %v\n%s", algorithm, err, m.text(algorithm))
				}
				n, ok := r.Posteriors[0].Value.(dist.Categorical)
				if !ok {
					t.Fatalf("%s: n is %v", algorithm, r.Posteriors[0].Value)
				}
				got := n.P(make([]float64, len(want)))
				for k, p := range want {
					if !(math.Abs(got[k]-p) < 1e-13) {
						t.Errorf("%s: P(n = %d) is %v, want %v", algorithm, k, got[k], p)
					}
				}
				if !(math.Abs(r.LogEvidence-math.Log(total)) < 1e-12) {
					t.Errorf("%s: log evidence %v, want %v", algorithm, r.LogEvidence, math.Log(total))
				}
			}
			m.sampled(t, want)
		})
	}
}

// sampled compares the shares of draws with probabilities, to four standard errors of an
// eighth of the draws.
func (m *caseModel) sampled(t *testing.T, want []float64) {
	t.Helper()
	c, err := mpc.Plan("model.yaml", []byte(m.text("gibbs")))
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(m.values())
	if err != nil {
		t.Fatal(err)
	}
	set, d := data.ReadJSON("data.json", b, c.Model)
	if d.HasErrors() {
		t.Fatal(d)
	}
	const chains, samples = 2, 800
	got := make([]float64, len(want))
	seed := uint64(11)
	_, err = interp.Run(c.Program, c.Deps, c.Schedule, set, interp.Options{Seed: &seed, Sampling: &interp.Sampling{
		BurnIn: 100, Samples: samples, Thin: 1, Chains: chains, Draw: func(_, _ int, values []float64) { got[int(values[0])]++ },
	}})
	if err != nil {
		t.Fatalf("gibbs: %v\n%s", err, m.text("gibbs"))
	}
	const n = chains * samples
	for k, p := range want {
		if share := got[k] / n; !(math.Abs(share-p) <= 4*math.Sqrt(p*(1-p)/(n/8))) {
			t.Errorf("gibbs: P(n = %d) is %v of the draws, want %v", k, share, p)
		}
	}
}
