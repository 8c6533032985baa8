package run_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"mpc/lang"
)

// TestDoubtful: combinations that the data leave undetermined and truths that are separable are named, and nothing else is.
func TestDoubtful(t *testing.T) {
	const (
		line  = "inputs: {n: range, x: \"real[n]\", y: \"real[n]\"}\nprogram: |\n"
		truth = "inputs: {n: range, x: \"real[n]\", y: \"bool[n]\"}\nprogram: |\n"
		group = "inputs: {group: range, n: range, g: \"index(group)[n]\", y: \"real[n]\"}\nprogram: |\n"
		match = "inputs: {team: range, n: range, h: \"index(team)[n]\", a: \"index(team)[n]\", y: \"real[n]\"}\nprogram: |\n"
	)
	const (
		points  = `{"x": [1, 2, 3, 4, 5, 6], "y": [1.1, 2.3, 2.9, 4.2, 5.1, 5.8]}`
		apart   = `{"x": [-3, -2, -1, 1, 2, 3], "y": [false, false, false, true, true, true]}`
		mixed   = `{"x": [-3, -2, -1, 1, 2, 3], "y": [false, true, false, true, false, true]}`
		groups  = `{"group": 3, "g": [0, 0, 1, 1, 2, 2], "y": [1, 1.5, 3, 2.5, 0, 0.2]}`
		matches = `{"team": 4, "h": [0, 1, 2, 3, 0, 1, 2], "a": [1, 2, 3, 0, 2, 0, 2], "y": [1, 0, 2, -1, 0, 1, 2]}`
	)
	for _, test := range []struct{ name, program, data, want string }{
		{"collinear columns", line + "  a ~ normal(0, sd = 10)\n  b ~ normal(0, sd = 10)\n  c ~ normal(0, sd = 10)\n  s ~ gamma(shape = 1, rate = 1)\n  for (i in n) { y[i] ~ normal(a + b * x[i] + c * (2 * x[i]), precision = s) }", points, "undetermined 5 b and c"},
		{"columns of an array", line + "  for (k in 0..<3) { b[k] ~ normal(0, sd = 10) }\n  s ~ gamma(shape = 1, rate = 1)\n  for (i in n) { y[i] ~ normal(b[0] + b[1] * x[i] - b[2] * x[i], precision = s) }", points, "undetermined 4 b[1] and b[2]"},
		{"a line", line + "  a ~ normal(0, sd = 10)\n  b ~ normal(0, sd = 10)\n  s ~ gamma(shape = 1, rate = 1)\n  for (i in n) { y[i] ~ normal(a + b * x[i], precision = s) }", points, ""},
		{"a narrow prior", line + "  a ~ normal(0, sd = 0.001)\n  b ~ normal(0, sd = 0.001)\n  s ~ gamma(shape = 1, rate = 1)\n  for (i in n) { y[i] ~ normal(a + b * x[i], precision = s) }", points, ""},
		{"a number that no datum reads", line + "  a ~ normal(0, sd = 10)\n  b ~ normal(0, sd = 10)\n  c ~ normal(0, sd = 10)\n  s ~ gamma(shape = 1, rate = 1)\n  for (i in n) { y[i] ~ normal(a + b * x[i], precision = s) }\ninfer: [a, b, c]", points, ""},
		{"aliased levels", group + "  m ~ normal(0, sd = 10)\n  for (k in group) { u[k] ~ normal(0, sd = 10) }\n  s ~ gamma(shape = 1, rate = 1)\n  for (i in n) { y[i] ~ normal(m + u[g[i]], precision = s) }", groups, "undetermined 4 m, u[0], u[1] and u[2]"},
		{"effects of a learned scale", group + "  m ~ normal(0, sd = 10)\n  t ~ gamma(shape = 2, rate = 1)\n  for (k in group) { u[k] ~ normal(0, precision = t) }\n  s ~ gamma(shape = 1, rate = 1)\n  for (i in n) { y[i] ~ normal(m + u[g[i]], precision = s) }", groups, ""},
		{"levels of two kinds, of known noise", match + "  for (k in team) { att[k] ~ normal(0, sd = 10); def[k] ~ normal(0, sd = 10) }\n  for (i in n) { y[i] ~ normal(att[h[i]] - def[a[i]], sd = 1) }", matches, "undetermined 4 att[0], att[1], att[2], att[3], def[0] and 3 others"},
		{"separable", truth + "  a ~ normal(0, sd = 100)\n  b ~ normal(0, sd = 100)\n  for (i in n) { y[i] ~ bernoulli(logit = a + b * x[i]) }", apart, "separable 6 "},
		{"separable probit", truth + "  a ~ normal(0, sd = 100)\n  b ~ normal(0, sd = 100)\n  for (i in n) { y[i] ~ bernoulli(probit(a + b * x[i])) }", apart, "separable 6 "},
		{"separable, narrow priors", truth + "  a ~ normal(0, sd = 1)\n  b ~ normal(0, sd = 1)\n  for (i in n) { y[i] ~ bernoulli(logit = a + b * x[i]) }", apart, ""},
		{"not separable", truth + "  a ~ normal(0, sd = 100)\n  b ~ normal(0, sd = 100)\n  for (i in n) { y[i] ~ bernoulli(logit = a + b * x[i]) }", mixed, ""},
	} {
		text := "model: m\n" + test.program + "\n"
		if !strings.Contains(text, "infer:") {
			text += "infer: [" + strings.Join(drawnNames(test.program), ", ") + "]\n"
		}
		r, err := interpretText(t, text, test.data)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		got := ""
		for _, d := range r.Diagnostics {
			if slices.Contains([]string{lang.CodeUndetermined, lang.CodeSeparable}, d.Code) {
				got += fmt.Sprintf("%s %d %s", d.Code, d.Pos.Line, d.Message)
			}
		}
		if names, said := strings.CutPrefix(test.want, "undetermined"); said {
			_, of, _ := strings.Cut(names[1:], " ")
			if !strings.HasPrefix(got, "undetermined"+names[:2]) || !strings.Contains(got, "combination of "+of+", which") {
				t.Errorf("%s: %q, want %q", test.name, got, test.want)
			}
		} else if test.want == "" && got != "" || !strings.HasPrefix(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// drawnNames are the names before ~ of numbers that are no data.
func drawnNames(program string) (list []string) {
	for _, part := range strings.FieldsFunc(program, func(c rune) bool { return c == '\n' || c == ';' || c == '{' }) {
		name, _, draws := strings.Cut(strings.TrimSpace(part), " ~ ")
		name, _, _ = strings.Cut(name, "[")
		if draws && name != "y" && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// TestUnsettled: of a run that does not converge the rows are marked that its last iteration moved.
func TestUnsettled(t *testing.T) {
	r, err := interpretText(t, `model: m
inputs: {n: range, y: "real[n]"}
algorithm: vmp
program: |
  a ~ normal(0, sd = 100)
  b ~ normal(0, sd = 100)
  c ~ normal(0, sd = 1)
  for (i in n) { y[i] ~ normal(a + b, sd = 1) }
infer: [a, b, c]
blocks: []
iterate: {max: 10}
`, `{"y": [1, 2, 3, 4]}`)
	if err != nil {
		t.Fatal(err)
	}
	if r.Converged || len(r.Unsettled) != 2 || r.Unsettled["a"] != "moving" || r.Unsettled["b"] != "moving" {
		t.Errorf("converged: %v, unsettled: %v", r.Converged, r.Unsettled)
	}
}

// TestChosenLoops: loops that data close by the elements that they choose are counted; games that make a tree close none.
func TestChosenLoops(t *testing.T) {
	const ladder = `model: m
inputs: {player: range, n: range, w: "index(player)[n]", l: "index(player)[n]"}
program: |
  for (k in player) { skill[k] ~ normal(25, sd = 8) }
  for (g in n) {
    pw[g] ~ normal(skill[w[g]], sd = 4)
    pl[g] ~ normal(skill[l[g]], sd = 4)
    observe pw[g] > pl[g]
  }
infer: [skill]
blocks: []
`
	for _, test := range []struct{ data, want string }{
		{`{"player": 4, "w": [0, 1, 2, 0], "l": [1, 2, 3, 3]}`, "sds of pw, pl may be too small: 1 of 4 factors (line 8) close loops in these data"},
		{`{"player": 4, "w": [0, 1, 2], "l": [1, 2, 3]}`, ""},
		{`{"player": 2, "w": [0, 1, 0], "l": [1, 0, 1]}`, "sds of pw, pl may be too small: 2 of 3 factors (line 8) close loops in these data"},
		{`{"player": 2, "w": [], "l": []}`, ""},
	} {
		r, err := interpretText(t, ladder, test.data)
		if err != nil {
			t.Errorf("%s: %v", test.data, err)
			continue
		}
		got := ""
		for _, d := range r.Diagnostics {
			if d.Code == lang.CodeFactorized {
				got += d.Message
			}
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.data, got, test.want)
		}
	}
}

// TestProductsOfVMP: numbers that data are drawn around sums of have one posterior by VMP, as by EP; of arrays a warning says what the
// product leaves out, and the block that its hint names converges to a larger bound.
func TestProductsOfVMP(t *testing.T) {
	const line = `model: m
algorithm: vmp
inputs: {n: range, x: "real[n]", y: "real[n]"}
program: |
  a ~ normal(0, sd = 100)
  b ~ normal(0, sd = 100)
  for (i in n) { y[i] ~ normal(a + b * x[i], sd = 1) }
infer: [a, b]
`
	r, err := interpretText(t, line, `{"x": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], "y": [3, 5, 7, 9, 11, 13, 15, 17, 19, 21]}`)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]float64{"a": 0.68310, "b": 0.11009} { // of the dense joint normal, priors nearly flat
		list, err := r.Posteriors[name].Marginals()
		if err != nil {
			t.Fatal(err)
		}
		if sd := list[0].SD; math.Abs(sd/want-1) > 1e-3 {
			t.Errorf("sd of %s is %v, want %v", name, sd, want)
		}
	}
	if len(r.Diagnostics) > 0 {
		t.Errorf("diagnostics: %v", r.Diagnostics)
	}
	const levels = `model: m
algorithm: vmp
inputs: {group: range, n: range, g: "index(group)[n]", x: "real[n]", y: "real[n]"}
program: |
  b ~ normal(0, sd = 10)
  for (j in group) { u[j] ~ normal(0, sd = 1) }
  for (i in n) { y[i] ~ normal(u[g[i]] + b * x[i], sd = 1) }
infer: [b, u]
`
	r, err = interpretText(t, levels, `{"group": 2, "g": [0, 1, 0, 1], "x": [1, 2, 3, 4], "y": [1, 2, 3, 5]}`)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Diagnostics) != 1 || r.Diagnostics[0].Code != lang.CodeFactorized || !strings.Contains(r.Diagnostics[0].Hint, "blocks: [[u, b]]") {
		t.Errorf("diagnostics: %v", r.Diagnostics)
	}
}
