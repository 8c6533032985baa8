package agree

import (
	"strings"
	"testing"

	"mpc/codegen"
)

// TestAgreeOnSharedLoops: constants and checks of statements in different loops, with
// indices of one name or of several, which the generated code may put in one loop.
func TestAgreeOnSharedLoops(t *testing.T) {
	const text = `model: shared
inputs: {n: range, s: "real[n]", y: "real[n]"}
program: |
  for (k in n) { c[k] = exp(s[k]) }
  for (k in n) { d[k] = c[k] + 1 }
  for (k in n) { a[k] ~ normal(d[k], sd = c[k]) }
  for (@ in n) { y[@] ~ normal(a[@], sd = d[@]) }
infer: [a]
`
	var list []*Trial
	for _, algorithm := range []string{"ep", "vmp"} {
		for _, index := range []string{"k", "other"} {
			list = append(list, &Trial{
				Name:       algorithm + " " + index,
				Model:      strings.ReplaceAll(text, "@", index) + "algorithm: " + algorithm + "\n",
				Data:       `{"s": [1, 2, -1], "y": [0.2, 3, 1]}`,
				Next:       `{"s": [0, 1, 1], "y": [0.2, 3, 1]}`,
				Iterations: 2,
			})
		}
	}
	All(t, list, codegen.Options{})
}
