package lang

import (
	"slices"
	"strings"
)

// A foreignWord is what begins a statement of other languages, and what to write in its place.
type foreignWord struct{ words, hint string }

// said are the hints of the first row that has a word, "" where none has.
func said(rows []foreignWord, word string) (hint string, found bool) {
	for _, row := range rows {
		if slices.Contains(strings.Fields(row.words), word) {
			return row.hint, true
		}
	}
	return "", false
}

// wordHint says what to write in the place of a statement of another language, which
// begins with a word; "" where none is known.
func wordHint(word string) string {
	hint, _ := said(statements, word)
	return hint
}

var statements = []foreignWord{
	{"while do until loop foreach plate", "the only loop is over a range or an interval: for (i in n) { ... }, for (i in 0..<10) { ... }"},
	{"def function fn func lambda proc", "no functions are defined: what would be one's result is a variable, f[i] = 2 * x[i] in a loop"},
	{"return print show output generated monitor", "results are the posteriors of the variables that the key infer lists: infer: [x]"},
	{"import from library require using include load", "nothing is imported: distributions and functions are those of the language, data are inputs"},
	{"assert condition conditioned constrain require_true", "write observe x > 0 to say that a condition holds"},
	{"factor target increment_log_prob potential", targetHint},
	{"let var val const auto random param parameter latent data", "variables are not declared; write x ~ dist or x = value"},
	{"break continue pass goto try raise throw class struct with", "a program says what there is, and no steps: statements are x ~ a distribution, x = a value, observe a condition, for, if, switch and repeat"},
}

// declared are types of declarations of other languages: what to write in the place of one, or how what it declares is drawn.
var declared = map[string]struct{ hint, dist string }{
	"int":     {hint: "data are declared under inputs, NAME: int; a random whole number is drawn, NAME ~ discreteuniform(6)"},
	"bool":    {dist: "bernoulli(0.5)"},
	"simplex": {hint: "data are declared under inputs; what is random is drawn, NAME ~ dirichlet([1, 1, 1])"},
}

// memberHint says what to write for a function of a module or a method that is none here,
// "" where the function is one, for all that is known.
func memberHint(name, of string, module bool) string {
	if draw := draws[name]; module && draw != "" {
		return "a draw is a statement with ~ and has no name in quotes: write x ~ " + draw
	}
	if module {
		return ""
	}
	hint, found := said(members, name)
	if !found {
		return "values have no methods"
	}
	return strings.NewReplacer("OF", of, "NAME", name).Replace(hint)
}

// members are methods of values in other languages; those that are functions here have no hint.
var members = []foreignWord{
	{"mean average", "values have no methods: write sum(OF[i] : i in n) / n, where n is its range"},
	{"sum max min", "values have no methods: write NAME(OF[i] : i in n), where n is its range"},
	{"size length len", "values have no methods: its size is the range that it runs over"},
	{"log exp sqrt abs dot softmax logistic logit probit pow", ""},
}
