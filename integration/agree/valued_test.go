package agree

import (
	"testing"

	"mpc/codegen"
)

// TestAgreeOnObservedSymbols: messages that depend on an observed symbol alone, of arrays of
// one dimension and of two, some of whose elements have none, with symbols that nothing says
// or that no state has, and with no symbol at all.
func TestAgreeOnObservedSymbols(t *testing.T) {
	const head = `inputs:
  n: range
  m: range
  state: range
  symbol: range
  odd: bool[n]
  share: vector(state)
  move: "vector(state)[state]"
  emission: "vector(symbol)[state]"
  y: "index(symbol)[n]"
  w: "index(symbol)[n][m]"
`
	const sizes = `{"state": 2, "symbol": 4, "share": [0.3, 0.7], "move": [[0.9, 0.1], [0.4, 0.6]], "emission": [[0.5, 0.5, 0, 0], [0.25, 0.5, 0.25, 0]], `
	const data = sizes + `"n": 5, "m": 2, "odd": [true, false, true, true, false], "y": [1, 0, 2, 1, 1], "w": [[0, 1], [1, 1], [2, 0], [2, 2], [0, 1]]}`
	const other = sizes + `"n": 5, "m": 2, "odd": [true, false, true, true, false], "y": [0, 0, 1, 2, 2], "w": [[1, 1], [1, 1], [0, 0], [2, 0], [0, 1]]}`
	const impossible = sizes + `"n": 5, "m": 2, "odd": [true, false, true, true, false], "y": [1, 3, 2, 3, 1], "w": [[0, 1], [1, 3], [2, 0], [2, 2], [0, 1]]}`
	const empty = sizes + `"n": 0, "m": 2, "odd": [], "y": [], "w": []}`
	const use = `
  lead ~ categorical(share)
  follow ~ categorical(move[lead])
  for (i in n) { for (j in m) { c[i, j] ~ categorical(share)
      w[i, j] ~ categorical(emission[c[i, j]]) }
    if (odd[i]) { y[i] ~ categorical(emission[follow]) } }`
	var list []*Trial
	for _, x := range []struct{ name, program, infer string }{
		{"chain", `
  z[0] ~ categorical(share)
  for (i in 1..<n) { z[i] ~ categorical(move[z[i - 1]]) }
  for (i in n) { y[i] ~ categorical(emission[z[i]]) }`, "z"},
		{"some", `
  for (i in n) { z[i] ~ categorical(share)
    if (odd[i]) { y[i] ~ categorical(emission[z[i]]) } }`, "z"},
		{"twice", `
  for (i in n) { z[i] ~ categorical(share)
    y[i] ~ categorical(emission[z[i]])
    for (j in m) { x[i, j] ~ categorical(move[z[i]])
      w[i, j] ~ categorical(emission[x[i, j]]) } }`, "z, x"},
		{"learned", `
  for (s in state) { next[s] ~ dirichlet([1.0, 2.0]) }
  z[0] ~ categorical(share)
  for (i in 1..<n) { z[i] ~ categorical(next[z[i - 1]]) }
  for (i in n) { y[i] ~ categorical(emission[z[i]]) }`, "z, next"},
	} {
		algorithm := "ep"
		if x.name == "learned" {
			algorithm = "{default: vmp, z: ep}"
		}
		for _, evidence := range []string{"", ", evidence"} {
			for _, d := range []struct{ name, text string }{{"symbols", data}, {"no symbols", empty}, {"impossible symbols", impossible}} {
				if d.text != data && evidence != "" {
					continue
				}
				next := other
				if d.text == empty {
					next = ""
				}
				list = append(list, &Trial{
					Name:       x.name + " of " + d.name + evidence,
					Model:      "model: symbols\nalgorithm: " + algorithm + "\n" + head + "program: |" + use + x.program + "\ninfer: [follow, " + x.infer + evidence + "]\n",
					Data:       d.text,
					Next:       next,
					Iterations: 3,
				})
			}
		}
	}
	All(t, list, codegen.Options{})
}
