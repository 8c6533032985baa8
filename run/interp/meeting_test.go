package interp_test

import (
	"errors"
	"strings"
	"testing"

	"mpc/run/interp"
)

// TestReadsTwice: data that make a statement read one element twice are an error, also where
// intermediate values lie between; those that do not are none.
func TestReadsTwice(t *testing.T) {
	const (
		normal  = "for (i in n) { x[i] ~ normal(0, variance = 1) }"
		truth   = "for (i in n) { x[i] ~ bernoulli(0.4) }"
		equal   = `{"n": 4, "a": [1], "b": [1], "g": [[2, 2]], "y": [0.5]}`
		distant = `{"n": 4, "a": [0], "b": [3], "g": [[2, 1]], "y": [0.5]}`
	)
	tests := []struct{ name, prior, statement, reads, rest, hint string }{
		{"difference", normal, "observe x[a[i]] > x[b[i]] - 1", "x[1]", "", "if (a[i] == b[i])"},
		{"linear", normal, "y[i] ~ normal(x[a[i]] + 2 * x[b[i]], variance = 1)", "x[1]", "", "if (a[i] == b[i])"},
		{"linear vmp", normal, "y[i] ~ normal(x[a[i]] + 2 * x[b[i]], variance = 1)", "x[1]", "algorithm: vmp", "if (a[i] == b[i])"},
		{"largest", normal, "y[i] ~ normal(max(x[a[i]], x[b[i]] + 1), variance = 1)", "x[1]", "", "if (a[i] == b[i])"},
		{"product", normal, "y[i] ~ normal(x[a[i]] * (x[b[i]] + 1), variance = 1)", "x[1]", "algorithm: vmp", "if (a[i] == b[i])"},
		{"between", normal, "observe between(x[a[i]] + 1, 2 * x[b[i]], 3)", "x[1]", "", "if (a[i] == b[i])"},
		{"sum of an array", normal, "y[i] ~ normal(sum(2 * x[g[i, j]] + 1 : j in k), variance = 1)", "x[2]", "", "in the array once"},
		{"arrays that follow each other", normal, "y[i] ~ normal(sum(2 * x[j] : j in 0..<2) + 3 * x[a[i] + b[i]], variance = 1)", "", "", ""},
		{"count", normal, "c[i] = count(x[g[i, j]] > 0 : j in k)\n    observe c[i] == 1", "x[2]", "", "in the array once"},
		{"argmax", normal, "observe argmax(x[g[i, j]] + 1 : j in k) == 0", "x[2]", "", "leave such rows out"},
		{"named", normal, "d[i] = x[a[i]] - 2 * x[b[i]]\n    observe d[i] > 0", "x[1]", "", "if (a[i] == b[i])"},
		{"a chain of names by vmp", normal, "d[i] = 2 * x[b[i]]\n    e[i] = d[i] + 1\n    y[i] ~ normal(e[i] + x[a[i]], variance = 1)", "x[1]", "algorithm: vmp", "if (b[i] == a[i])"},
		{"truths", truth, "observe x[a[i]] || !x[b[i]]", "x[1]", "blocks: []", "if (a[i] == b[i])"},
		{"truths, exact", truth, "observe x[a[i]] || !x[b[i]]", "", "", ""},
		{"any", truth, "observe any(x[g[i, j]] && x[a[i]] : j in k)", "x[2]", "blocks: []", "in the array once"},
		{"any, exact", truth, "observe any(x[g[i, j]] && x[a[i]] : j in k)", "", "", ""},
		{"all that is observed", truth, "observe all(x[g[i, j]] || x[a[i]] : j in k)", "", "", ""},
		{"a conjunction that is observed", truth, "observe x[a[i]] && (x[b[i]] || x[g[i, 0]])", "", "", ""},
		{"selector", truth, "if (x[a[i]] && !x[b[i]]) { y[i] ~ normal(0, variance = 1) } else { y[i] ~ normal(3, variance = 1) }", "x[1]", "blocks: []", "if (a[i] == b[i])"},
		{"selector, exact", truth, "if (x[a[i]] && !x[b[i]]) { y[i] ~ normal(0, variance = 1) } else { y[i] ~ normal(3, variance = 1) }", "", "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			text := "model: m\ninputs: {n: range, m: range, k: range, a: \"index(n)[m]\", b: \"index(n)[m]\", g: \"index(n)[m][k]\", y: \"real[m]\"}\n" +
				"program: |\n  for (i in m) { all[i] ~ normal(a[i] + b[i] + g[i, 0] + y[i], variance = 1) }\n  " + test.prior +
				"\n  for (i in m) {\n    " + test.statement + "\n  }\ninfer: [x]\n" + test.rest + "\n"
			if _, err := interpret(t, text, distant, interp.Options{}); err != nil && strings.Contains(err.Error(), "twice") {
				t.Errorf("elements that differ: %v", err)
			}
			_, err := interpret(t, text, equal, interp.Options{})
			var e *interp.Error
			switch {
			case test.reads == "":
				if err != nil && strings.Contains(err.Error(), "twice") {
					t.Error(err)
				}
			case !errors.As(err, &e) || e.Kind != interp.Twice || !strings.Contains(e.Message, "reads "+test.reads+" twice") || e.Element != "i = 0" && test.name != "argmax":
				t.Errorf("got %v", err)
			case !strings.Contains(e.Hint, test.hint):
				t.Errorf("the hint is %q", e.Hint)
			}
		})
	}
}
