package draws

import (
	"strings"
	"testing"
)

// TestAgreeOnIndexWords: a loop index may be a word of Go, or of the program before the text, where functions of proposals take it.
func TestAgreeOnIndexWords(t *testing.T) {
	model := `model: words
algorithm: gibbs
inputs: {a: range, c: range, y: "real[a]", z: "int[a][c]"}
program: |
  t ~ gamma(shape = 2, rate = 1)
  for (@ in a) {
    u[@] ~ normal(0, sd = 1)
    v[@] ~ normal(0, sd = 1)
    y[@] ~ normal(u[@] + v[@], precision = t)
  }
  for (@ in a) { for ($ in c) { z[@][$] ~ poisson(exp(u[@] + $)) } }
infer: [t, u, v]
`
	names := strings.Fields("func len range type var go select real value x say")
	var list []*Trial
	for k, row := range names {
		list = append(list, &Trial{Name: "words of " + row, Model: strings.NewReplacer("@", row, "$", names[(k+1)%len(names)]).Replace(model),
			Data: `{"a": 2, "c": 2, "y": [3, 4], "z": [[1, 2], [0, 4]]}`})
	}
	All(t, list)
}
