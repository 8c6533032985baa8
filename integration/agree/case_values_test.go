package agree

import (
	"testing"

	"mpc/codegen"
)

// caseValues are switches whose branches draw as the value says, in some of which there is
// nothing to draw.
var caseValues = []struct{ name, program, infer string }{
	{"loops in impossible branches", `
  n ~ categorical(flat)
  switch (n) {
    a ~ discreteuniform(n)
    b ~ discreteuniform(n - 1)
    c ~ binomial(n, 0.4)
    for (i in m) {
      z[i] ~ discreteuniform(n + 1)
      s[i] = (z[i] < c) == (a > b)
      observe s[i] == y[i]
    }
  }`, "n, evidence"},
	{"sizes by data, in a plate", `
  for (i in m) {
    n[i] ~ categorical(flat)
    switch (n[i]) {
      k[i] ~ binomial(size[n[i]], 0.4)
      for (d in 0..<size[n[i]]) {
        z[i][d] ~ discreteuniform(n[i])
        w[i][d] ~ bernoulli(0.8)
        observe ((z[i][d] < k[i]) == w[i][d]) == y[i]
      }
    }
  }`, "n"},
	{"read outside", `
  n ~ categorical(flat)
  switch (n) { a ~ discreteuniform(size[n]) }
  for (i in m) {
    p[i] ~ binomial(4, 0.5)
    if (y[i]) { observe p[i] < a + n }
  }`, "n, a, p"},
}

const caseValuesInputs = `inputs:
  count: range
  flat: vector(count)
  m: range
  y: bool[m]
  size: int[count]
`

const caseValuesData = `{"count": 5, "flat": [0.1, 0.2, 0.3, 0.15, 0.25], "m": 3, "y": [true, false, true], "size": [2, 0, 3, 1, 2]}`

// TestAgreeOnCaseValues: the value of a switch is a size, a number of trials, the end of
// a loop; branches are impossible while others iterate, and all converge.
func TestAgreeOnCaseValues(t *testing.T) {
	var list []*Trial
	for _, x := range caseValues {
		inputs, data := caseValuesInputs, caseValuesData
		if x.name == "loops in impossible branches" {
			inputs, data = inputs[:len(inputs)-len("  size: int[count]\n")], data[:len(data)-len(`, "size": [2, 0, 3, 1, 2]}`)]+"}"
		}
		list = append(list, &Trial{Name: x.name, Model: "model: cases\n" + inputs + "program: |" + x.program + "\ninfer: [" + x.infer + "]\n", Data: data, Iterations: 40, Converges: true})
	}
	All(t, list, codegen.Options{})
}
