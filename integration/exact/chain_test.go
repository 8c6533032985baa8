package exact

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"mpc"
)

// TestChainsOfConditions: an if whose branches are on the same whole number again is exact, by EP
// and VMP, whatever it is written as.
func TestChainsOfConditions(t *testing.T) {
	prior := []float64{0.3, 0.2, 0.4, 0.1}
	for _, m := range []struct {
		name, program string
		likelihood    []float64
	}{
		{"else if", "if (m == 0) { y ~ bernoulli(0.1) } else if (m == 1) { y ~ bernoulli(0.5) } else { y ~ bernoulli(0.7) }", []float64{0.1, 0.5, 0.7, 0.7}},
		{"nested", "if (m != 0) { if (m > 2) { y ~ bernoulli(0.6) } else { if (m == 1) { y ~ bernoulli(0.5) } else { y ~ bernoulli(0.01) } } } else { y ~ bernoulli(0.1) }",
			[]float64{0.1, 0.5, 0.01, 0.6}},
		{"or", "if (m == 0 || m == 2) { y ~ bernoulli(0.9) } else { y ~ bernoulli(0.3) }", []float64{0.9, 0.3, 0.9, 0.3}},
		{"between", "if (m > 0 && m < 3) { y ~ bernoulli(0.9) } else { y = false }", []float64{0, 0.9, 0.9, 0}},
		{"switch inside", "if (m < 2) { y ~ bernoulli(0.2) } else { switch (m) { y ~ bernoulli(1 / (1 + m)) } }", []float64{0.2, 0.2, 1. / 3, 0.25}},
		{"inside a switch", "switch (m) { if (m == 0) { y ~ bernoulli(0.2) } else if (m == 3) { y ~ bernoulli(0.9) } else { y ~ bernoulli(0.4) } }", []float64{0.2, 0.4, 0.4, 0.9}},
		{"by data", "if (m == k) { y ~ bernoulli(0.2) } else if (m == k + 1) { y ~ bernoulli(0.9) } else { y ~ bernoulli(0.4) }", []float64{0.4, 0.2, 0.9, 0.4}},
		{"read again", "if (m == 0) { y ~ bernoulli(0.2) } else { y ~ bernoulli(p[m]) }", []float64{0.2, 0.5, 0.25, 0.125}},
		{"local", "if (m == 0) { y ~ bernoulli(0.2) } else if (m == 1) { a ~ bernoulli(0.5)\n    if (a) { y ~ bernoulli(0.9) } else { y ~ bernoulli(0.1) } } else { y ~ bernoulli(0.4) }",
			[]float64{0.2, 0.5, 0.4, 0.4}},
		{"loop", "if (m == 0) { y ~ bernoulli(0.2) } else { y ~ bernoulli(0.5)\n    for (i in 0..<2) { if (m == i + 1) { observe true ~ bernoulli(0.25) } } }",
			[]float64{0.2, 0.125, 0.125, 0.5}},
	} {
		total, mean := 0.0, 0.0
		for k, p := range prior {
			total += p * m.likelihood[k]
			mean += p * m.likelihood[k] * float64(k)
		}
		for _, algorithm := range []string{"ep", "vmp"} {
			if algorithm == "vmp" && m.name == "local" {
				continue // a and m are not independent
			}
			text := "model: chain\nalgorithm: " + algorithm + "\ninputs: {k: int, p: \"real[4]\"}\nprogram: |\n  m ~ categorical([0.3, 0.2, 0.4, 0.1])\n  " + m.program + "\n  observe y\ninfer: [m, evidence]\n"
			if !strings.Contains(m.program, "k") || m.name == "between" {
				text = strings.Replace(text, "k: int, ", "", 1)
			}
			inputs := map[string]any{}
			if strings.Contains(text, "k: int") {
				inputs["k"] = 1
			}
			if strings.Contains(m.program, "p[m]") {
				inputs["p"] = []float64{0.9, 0.5, 0.25, 0.125}
			} else {
				text = strings.Replace(text, "p: \"real[4]\"", "", 1)
			}
			text = strings.Replace(text, "inputs: {}\n", "", 1)
			c, err := mpc.Plan("model.yaml", []byte(text))
			if err != nil || len(c.Warnings) > 0 {
				t.Errorf("%s by %s: %v, warnings %v\n%s", m.name, algorithm, err, c.Warnings, text)
				continue
			}
			r, err := interpretTree(t, text, inputs)
			if err != nil {
				t.Errorf("%s by %s: %v\n%s", m.name, algorithm, err, text)
				continue
			}
			if math.Abs(r.LogEvidence-math.Log(total)) > 1e-12 {
				t.Errorf("%s by %s: evidence %v, want %v\n%s", m.name, algorithm, r.LogEvidence, math.Log(total), text)
			}
			if got := r.Posteriors[0].Value.(interface{ Mean() float64 }).Mean(); math.Abs(got-mean/total) > 1e-12 {
				t.Errorf("%s by %s: mean %v, want %v\n%s", m.name, algorithm, got, mean/total, text)
			}
		}
	}
}

// TestDependentGates: EP warns, and VMP refuses, where what stands in a branch is taken as
// independent of the condition, and EP where one variable is drawn from another by a gate.
func TestDependentGates(t *testing.T) {
	const pair = "  u ~ bernoulli(0.3)\n  v ~ bernoulli(0.6)\n"
	for _, m := range []struct {
		program     string
		line        int
		vmp, silent bool
	}{
		{pair + "  if (u && v) { y ~ bernoulli(0.1) } else if (u || v) { y ~ bernoulli(0.2) } else { y ~ bernoulli(0.9) }\n  observe y\n", 6, true, false},
		{pair + "  if (u && v) { y ~ bernoulli(0.1) } else { y = u }\n  observe y ~ bernoulli(0.3)\n", 6, true, false},
		{pair + "  if (u) { if (v) { y ~ bernoulli(0.1) } else { y ~ bernoulli(0.2) } } else { y ~ bernoulli(0.9) }\n  observe y\n", 0, true, true},
		{"  m ~ discreteuniform(3)\n  if (m == 0) { p ~ bernoulli(0.3) } else if (m == 1) { q ~ bernoulli(0.3); observe q }\n", 5, true, false},
		{"  a ~ bernoulli(0.3)\n  if (a) { b ~ bernoulli(0.7) } else { b ~ bernoulli(0.2) }\n  observe a == b\n", 6, false, false},
		{"  z ~ discreteuniform(3)\n  switch (z) { k ~ binomial(z + 1, 0.5) }\n  observe k > z\n", 6, false, false},
		{"  for (i in 0..<2) { a[i] ~ bernoulli(0.3)\n    if (a[i]) { b[i] ~ bernoulli(0.7) } else { b[i] ~ bernoulli(0.2) }\n    observe a[i] || b[i] }\n", 6, false, false},
		{"  for (i in 0..<2) { a[i] ~ bernoulli(0.3)\n    if (a[i]) { b[i] ~ bernoulli(0.7) } else { b[i] ~ bernoulli(0.2) } }\n  observe a[0] || b[1]\n", 0, false, true},
		{"  a ~ bernoulli(0.3)\n  if (a) { b ~ bernoulli(0.7) } else { b ~ bernoulli(0.2) }\n  if (b) { c ~ bernoulli(0.7) } else { c ~ bernoulli(0.2) }\n  observe a || c\n", 7, false, false},
	} {
		for _, algorithm := range []string{"ep", "vmp"} {
			if algorithm == "vmp" && !m.vmp {
				continue
			}
			text := "model: dependent\nalgorithm: " + algorithm + "\nprogram: |\n" + m.program
			c, err := mpc.Plan("m.yaml", []byte(text))
			got := fmt.Sprint(err)
			if err == nil {
				got = fmt.Sprint(c.Warnings)
			}
			want := fmt.Sprintf("m.yaml:%d:", m.line)
			switch {
			case m.silent && (err != nil || len(c.Warnings) > 0):
			case !m.silent && (err != nil) == (algorithm == "vmp") && strings.Contains(got, want) && strings.Contains(got, "[dependent]"):
				continue
			case m.silent:
				continue
			}
			t.Errorf("%s, want %s\n%s", got, want, text)
		}
	}
}
