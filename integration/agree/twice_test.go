package agree

import (
	"fmt"
	"strings"
	"testing"

	"mpc/codegen"
)

// TestAgreeOnTwice: a factor that reads one element twice over an array is refused
// in both algorithms, also where two arrays, or an array and a single edge, meet;
// indices that differ are taken.
func TestAgreeOnTwice(t *testing.T) {
	const head = `model: twice
inputs:
  n: range
  k: range
  d: range
  u: index(d)[n][k]
  x: real[n][k]
  y: real[n]
program: |
  for (j in d) { a[j] ~ normal(0.5, variance = 1) }
`
	const different = `{"d": 3, "u": [[0, 2], [2, 1]], "x": [[1, -2], [0.5, 1]], "y": [0.3, -1]}`
	const equal = `{"d": 3, "u": [[0, 2], [1, 1]], "x": [[1, -2], [0.5, 1]], "y": [0.3, -1]}`
	var list []*Trial
	for _, algorithm := range []string{"ep", "vmp"} {
		for _, x := range []struct{ name, rest string }{
			{"sum", `for (i in n) { y[i] ~ normal(sum(a[u[i, s]] : s in k) + x[i, 0], variance = 1) }`},
			{"dot", `for (i in n) { y[i] ~ normal(sum(x[i, s] * a[u[i, s]] : s in k), variance = 1) }`},
			{"of each row", `for (stamps in n) { for (instance in n) { y[stamps] ~ normal(sum(a[u[instance, s]] : s in k) + x[stamps, 0], variance = 1 + instance) } }`},
			{"a condition", `for (i in n) { if (x[i, 0] < 1) { y[i] ~ normal(sum(a[u[i, s]] : s in i-1..<k), variance = 1) } }`},
		} {
			list = append(list, &Trial{
				Name:       fmt.Sprintf("%s %s", algorithm, x.name),
				Model:      head + "  " + x.rest + "\ninfer: [a]\nalgorithm: " + algorithm + "\n",
				Data:       different,
				Next:       equal,
				Iterations: 3,
			})
		}
	}
	list = append(list, &Trial{
		Name:       "two arrays",
		Model:      head + "  for (i in 1..<n) { y[i] ~ normal(sum(a[u[0, s]] * a[u[i, s]] : s in k), variance = 1 + x[i, 0]^2) }\ninfer: [a]\nalgorithm: vmp\n",
		Data:       `{"d": 4, "u": [[2, 3], [1, 0]], "x": [[1, -2], [0.5, 1]], "y": [0.3, -1]}`,
		Next:       `{"d": 4, "u": [[2, 3], [0, 2]], "x": [[1, -2], [0.5, 1]], "y": [0.3, -1]}`,
		Iterations: 3,
	})
	for _, x := range []struct{ name, statement, algorithm string }{
		{"through a sum", "y[i] ~ normal(a[u[i, 0]] + 2 * a[u[i, 1]] + x[i, 0], variance = 1)", "ep"},
		{"through names", "e[i] = 2 * a[u[i, 0]]\n y[i] ~ normal(e[i] + a[u[i, 1]] + x[i, 0], variance = 1)", "vmp"},
		{"through arrays", "y[i] ~ normal(sum(2 * a[u[i, s]] + x[i, 0] : s in k), variance = 1)", "ep"},
		{"through a comparison", "b[i] = a[u[i, 0]] > a[u[i, 1]] - 1 || x[i, 0] > y[i]\n observe b[i]", "ep"},
		{"in a gate", "if (a[u[i, 0]] > 0) { observe between(a[u[i, 1]], 2 * a[u[i, 0]] - 8, x[i, 0] + y[i] + 9) }", "ep"},
	} {
		list = append(list, &Trial{
			Name:       x.name,
			Model:      head + "  for (i in n) {\n    " + strings.ReplaceAll(x.statement, "\n", "\n    ") + "\n  }\ninfer: [a]\nalgorithm: " + x.algorithm + "\n",
			Data:       different,
			Next:       equal,
			Iterations: 3,
		})
	}
	All(t, list, codegen.Options{})
}
