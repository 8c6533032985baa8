package agree

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"mpc/codegen"
)

// indexNames are names of loop indices like those that generated code makes up.
const indexNames = `k m n i b d j kk k2 k3 b2 b9 i1 i2 n2 n3_1 m4 fault fault9 old new2 sum2 sums3 told5 scratch0 message message1 total2
start0 q x s acc best candidate muU3 muTotal overlap skip inf lo number stamps`

// indexModels are models with arrays of messages, each in several loops with the
// same indices @ and $.
var indexModels = map[string]string{
	"sums": `program: |
  for (@ in a) { for ($ in c) { mu[@, $] ~ normal(10 * @ + $, variance = 1 + $) } }
  for (@ in a) { y[@] = sum(mu[@, $] : $ in c) }
  for (@ in a) { for ($ in c) { observe mu[@, $] ~ normal(w[$], variance = 2) } }
infer: [mu, evidence]
`,
	"soft sums": `program: |
  for (@ in a) { for ($ in c) { mu[$, @] ~ normal(@, variance = 1 + @) } }
  for ($ in c) { total[$] = sum(mu[$, @] : @ in a)
    observe total[$] > 1 + $ }
  for (@ in a) { y[@] ~ normal(sum(mu[$, @] * w[$] : $ in c), variance = 1) }
infer: [mu, total, evidence]
`,
	"data": `program: |
  top = max(y[@] : @ in a)
  where = argmax(y[@] : @ in a)
  for (@ in a) { mu[@] ~ normal(sum(w[$] : $ in c) + top, variance = 1 + count(w[$] > y[@] : $ in c)) }
  for (@ in a) { for ($ in c) { observe mu[@] ~ normal(w[$], variance = 3 + where) } }
infer: [mu, top, where, evidence]
`,
	"gates": `program: |
  p ~ beta(1, 2)
  for ($ in c) { mu[$] ~ normal(w[$], variance = 9) }
  for (@ in a) { z[@] ~ bernoulli(p)
    if (z[@]) { y[@] ~ normal(sum(mu[$] : $ in c), variance = 1) } else { y[@] ~ normal(mu[0], variance = 4) } }
  for (@ in a) { for ($ in c) { observe mu[$] > y[@] - 9 } }
infer: [mu, z, p, evidence]
`,
	"mean field": `algorithm: vmp
program: |
  for ($ in c) { mu[$] ~ normal(w[$], variance = 9)
    tau[$] ~ gamma(shape = 2, rate = 1) }
  for (@ in a) { y[@] ~ normal(sum(mu[$] * w[$] : $ in c), precision = tau[0]) }
  for (@ in a) { for ($ in c) { observe mu[$] ~ normal(y[@], precision = tau[$]) } }
infer: [mu, tau, evidence]
`,
	"choices": `algorithm: vmp
program: |
  for ($ in c) { mu[$] ~ normal(w[$], variance = 9) }
  p ~ dirichlet([1, 2])
  for (@ in a) { z[@] ~ categorical(p)
    y[@] ~ normal(mu[z[@]], variance = 1) }
  for (@ in a) { for ($ in c) { observe mu[$] ~ normal(y[@], variance = 100) } }
infer: [mu, z, p, evidence]
`,
	"vectors": `program: |
  for (@ in a) { mu[@] ~ mvnormal([w[0], w[1]], covariance = [[2, 0.5], [0.5, 1]]) }
  for (@ in a) { y[@] ~ normal(sum(mu[@][$] * w[$] : $ in 0..<2), variance = 1) }
  for (@ in a) { for ($ in c) { observe dot(mu[@], [$, 1]) ~ normal(y[@], variance = 2) } }
infer: [mu, evidence]
`,
}

// TestAgreeOnIndexNames: no name of a loop index gets in the way of what generated
// code counts, in loops that stand in one function.
func TestAgreeOnIndexNames(t *testing.T) {
	names := strings.Fields(indexNames)
	var list []*Trial
	for _, kind := range slices.Sorted(maps.Keys(indexModels)) {
		text := indexModels[kind]
		for k := 0; k < len(names); k++ {
			row, column := names[k], names[(k+len(kind))%len(names)]
			if row == column {
				continue
			}
			head, program, _ := strings.Cut(text, "program:")
			model := "model: names\n" + head + "inputs: {a: range, c: range, y: \"real[a]\", w: \"real[c]\"}\nprogram:" +
				strings.NewReplacer("@", row, "$", column).Replace(program)
			list = append(list, &Trial{Name: fmt.Sprintf("%s by %s and %s", kind, row, column), Model: model,
				Data: `{"a": 3, "c": 2, "y": [3, 4, 4.5], "w": [1, 2]}`, Next: `{"a": 3, "c": 2, "y": [1, 0, 4.5], "w": [1, -2]}`, Iterations: 3})
		}
	}
	All(t, list, codegen.Options{})
}

// indexWords are names of loop indices that are words of Go, or of the program before the text.
const indexWords = "func len range type var go select real value combination first"

// wordsModel has densities of its own, whose functions take the loop indices.
const wordsModel = `model: words
inputs: {a: range, c: range, y: "real[a]", z: "int[a][c]"}
program: |
  m ~ normal(0, sd = 1)
  b ~ normal(0, sd = 1)
  for (@ in a) { u[@] ~ normal(m, sd = 1)
    y[@] ~ normal(u[@], sd = 2) }
  for (@ in a) { for ($ in c) { z[@][$] ~ negbinomial(mean = exp(u[@] + b * ($ + 1) * 0.1), size = 2) } }
infer: [m, b, u, evidence]
`

// TestAgreeOnIndexWords: nor does a word of a language, in functions of their own.
func TestAgreeOnIndexWords(t *testing.T) {
	names := strings.Fields(indexWords)
	var list []*Trial
	for k, row := range names {
		column := names[(k+1)%len(names)]
		list = append(list, &Trial{Name: fmt.Sprintf("words %s and %s", row, column), Model: strings.NewReplacer("@", row, "$", column).Replace(wordsModel),
			Data: `{"a": 2, "c": 2, "y": [3, 4], "z": [[1, 2], [0, 4]]}`, Next: `{"a": 2, "c": 2, "y": [1, 0], "z": [[3, 0], [1, 1]]}`, Iterations: 3})
	}
	All(t, list, codegen.Options{})
}
