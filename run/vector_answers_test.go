package run_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"mpc/lang"
)

// vectorGroups are two groups without data and one with, of known precisions, around a mean that is drawn.
const vectorGroups = `model: groups
inputs: {group: range, n: range, g: "index(group)[n]", x: "real[n]", y: "real[n]"}
program: |
  mu ~ mvnormal([0, 0], covariance = [[10000, 0], [0, 10000]])
  for (i in group) { b[i] ~ mvnormal(mu, covariance = [[1, 0.5], [0.5, 4]]) }
  for (i in n) { y[i] ~ normal(b[g[i]][0] + b[g[i]][1] * x[i], sd = 1) }
`

const vectorGroupsData = `{"group": 3, "n": 3, "g": [2, 2, 2], "x": [0, 1, 2], "y": [1, 2, 1.5]}`

// TestFunctionsOfTiedVectors: a function of vectors around one mean has the joint posterior, also where all is known but these. What
// two empty groups have apart is their own variance: of a component that of its difference, 2 V, whatever the data say.
func TestFunctionsOfTiedVectors(t *testing.T) {
	for _, test := range []struct {
		more, infer string
		variance    float64
	}{
		{"", `"b[0][0] - b[1][0]"`, 2},
		{"", `"b[0][1] - b[1][1]"`, 8},
		{"", `"b[0][0] + b[0][1] - b[1][0] - b[1][1]"`, 12},
		{"", `"b[0][1] - mu[1]"`, 4},
		{"  for (i in group) { line[i] = b[i][0] + 2 * b[i][1] }\n", `"line[0] - line[1]"`, 38},
		{"  apart = b[0][1] - b[1][1]\n", "apart", 8},
		{"  c ~ mvnormal(mu, covariance = [[1, 0], [0, 1]])\n", `"c[1] - b[0][1]"`, 5},
	} {
		r, err := interpretText(t, vectorGroups+test.more+"infer: ["+test.infer+"]\n", vectorGroupsData)
		if err != nil {
			t.Errorf("%s: %v", test.infer, err)
			continue
		}
		if len(r.Posteriors) != 1 {
			t.Errorf("%s: %d posteriors", test.infer, len(r.Posteriors))
		}
		for name, p := range r.Posteriors {
			list, err := p.Marginals()
			if err != nil {
				t.Fatal(err)
			}
			if got := list[0].SD * list[0].SD; !(math.Abs(got-test.variance) < 1e-6*test.variance) {
				t.Errorf("%s has the variance %v, want %v", name, got, test.variance)
			}
		}
		if len(r.Diagnostics) > 0 {
			t.Errorf("%s: %v", test.infer, r.Diagnostics)
		}
	}
}

// TestApartVectors: where messages stay, what takes elements of one array as independent is told.
func TestApartVectors(t *testing.T) {
	for _, test := range []struct{ program, want string }{
		{`infer: ["b[0][1] - b[1][1]"]`, "takes b[0] and b[1] as independent"},
		{`infer: ["b[0][1] > b[1][1]"]`, "takes b[0] and b[1] as independent"},
		{`infer: ["sum(b[i][1] : i in group)"]`, "takes elements of b as independent"},
		{"  for (i in group) { line[i] = b[i][0] + 2 * b[i][1] }\ninfer: [\"line[0] - line[1]\"]", "takes b[0] and b[1] as independent"},
		{"  d = b[0] - b[1]\ninfer: [d]", "d takes b[0] and b[1] as independent"},
		{`infer: ["b[0][0] - b[0][1]"]`, ""},
	} {
		r, err := interpretText(t, vectorGroups+test.program+"\nblocks: []\n", vectorGroupsData)
		if err != nil {
			t.Errorf("%s: %v", test.program, err)
			continue
		}
		told := slices.ContainsFunc(r.Diagnostics, func(d lang.Diagnostic) bool {
			return d.Code == lang.CodeFactorized && (test.want == "" || strings.Contains(d.Message, test.want))
		})
		if told != (test.want != "") {
			t.Errorf("%s: %v, want %q", test.program, r.Diagnostics, test.want)
		}
	}
}
