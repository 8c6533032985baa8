package exact

import (
	"context"
	"math"
	"testing"

	"mpc"
	"mpc/data"
	"mpc/run"
)

// TestEvidenceThroughImproper: the messages to a beta of small counts have products that
// are improper on the way, and the evidence has a value, near that of enumeration.
func TestEvidenceThroughImproper(t *testing.T) {
	like := []float64{0.9, 0.8, 0.95, 0.7, 0.9, 0.85, 0.1, 0.2, 0.05, 0.3, 0.1, 0.15}
	c, err := mpc.Compile("m.yaml", []byte("model: m\ninputs: {n: range, like: \"real[n]\"}\nprogram: |\n  p ~ beta(0.3, 0.3)\n  for (i in n) {\n    c[i] ~ bernoulli(p)\n    observe c[i] ~ bernoulli(like[i])\n  }\ninfer: [p, evidence]\n"), mpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	set, list := data.ReadJSON("d.json", []byte(`{"n": 12, "like": [0.9, 0.8, 0.95, 0.7, 0.9, 0.85, 0.1, 0.2, 0.05, 0.3, 0.1, 0.15]}`), c.Model)
	if list.HasErrors() {
		t.Fatal(list)
	}
	// The probability of k of the c being true, weighted by what is seen of them.
	weights := []float64{1}
	for _, l := range like {
		next := make([]float64, len(weights)+1)
		for k, w := range weights {
			next[k] += w * (1 - l)
			next[k+1] += w * l
		}
		weights = next
	}
	beta := func(a, b float64) float64 {
		x, _ := math.Lgamma(a)
		y, _ := math.Lgamma(b)
		z, _ := math.Lgamma(a + b)
		return x + y - z
	}
	sum := 0.0
	for k, w := range weights {
		sum += w * math.Exp(beta(0.3+float64(k), 0.3+float64(len(like)-k))-beta(0.3, 0.3))
	}
	var found []float64
	for _, interpret := range []bool{true, false} {
		r, err := run.Run(context.Background(), c, set, run.Options{Iterations: -1, Interpret: interpret})
		if err != nil {
			t.Fatal(err)
		}
		if z, want := *r.LogEvidence, math.Log(sum); math.Abs(z-want) > 0.02 {
			t.Errorf("the evidence is %v, by enumeration %v", z, want)
		}
		found = append(found, *r.LogEvidence)
	}
	if math.Abs(found[0]-found[1]) > 1e-12*math.Abs(found[0]) {
		t.Errorf("the interpreter has %v, generated code %v", found[0], found[1])
	}
}
