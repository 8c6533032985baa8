package agree

import (
	"strings"
	"testing"

	"mpc"
	"mpc/codegen"
)

const twoOperands = `model: operands
inputs:
  n: range
  y: bool[n]
  shape: real[n]
program: |
  for (i in n) {
    c[i] ~ normal(0.3, variance = 1)
    d[i] ~ beta(shape[i], 2)
    g[i] ~ bernoulli(d[i])
    f[i] ~ bernoulli(0.3)
    e[i] = c[i] > 0 && g[i]
    y[i] = e[i] || f[i]
  }
infer: [f]
`

// TestAgreeOnFaults: an operator whose second argument has no message, of which the
// message to the third variable is computed.
func TestAgreeOnFaults(t *testing.T) {
	All(t, []*Trial{{
		Name:  "two operands",
		Model: twoOperands,
		Data:  `{"n": 3, "y": [true, true, false], "shape": [1, 2, 3]}`,
		Next:  `{"n": 3, "y": [true, true, false], "shape": [0.01, 50, 3]}`,
	}}, codegen.Options{})
}

// TestFaultsOfAllOperands: what is computed from a message without faults of its own
// asks for the faults of all that it is computed from.
func TestFaultsOfAllOperands(t *testing.T) {
	c, err := mpc.Compile("operands.yaml", []byte(twoOperands), mpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	conditions := map[string]string{}
	for _, f := range c.Package.Files {
		lines := strings.Split(string(f.Source), "\n")
		for i, line := range lines {
			for _, call := range []string{"andToOut(", "orToB("} {
				if strings.Contains(line, call) && !strings.HasPrefix(line, "func") && !strings.HasPrefix(line, "//") {
					conditions[call] = strings.TrimSpace(lines[i-1])
				}
			}
		}
	}
	if and, or := conditions["andToOut("], conditions["orToB("]; and != or || strings.Count(and, "== noFault") != 2 {
		t.Errorf("the conjunction is computed %q, what reads it %q", and, or)
	}
}
