package factor

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mpc/lang"
	"mpc/model"
)

// factorsOf are the factors of a graph, without their numbers.
func factorsOf(lines []string) (list []string) {
	for _, line := range lines {
		if name, text, _ := strings.Cut(line, ": "); strings.HasPrefix(name, "f") {
			list = append(list, text)
		}
	}
	return list
}

// TestChoice: which factor a draw or an observation becomes where several could stand for it.
func TestChoice(t *testing.T) {
	const mean = "m ~ beta(2, 2)\nb ~ beta(3 * m, 3 * (1 - m))\n"
	const tables = "z ~ categorical([0.2, 0.8])\nw ~ categorical([0.5, 0.5])\n"
	const two = "m ~ beta(2, 2)\nk ~ beta(2, 2)\nb ~ beta(3 * (m * k), 3 * (1 - m * k))\n"
	for _, row := range []struct{ name, algorithm, inputs, program, infer, want string }{ // want is the last factor, or "" of an error
		{"a mean by VMP", "vmp", "", mean, "b", "beta_mean(x = v1 b, mean = v0 m, count = 3)"},
		{"a mean by EP", "ep", "", mean, "b", ""},
		{"a mean of two algorithms, that of EP first", "{default: vmp, m: ep}", "", two, "b", ""},
		{"a mean of two algorithms, that of EP last", "{default: vmp, k: ep}", "", two, "b", ""},
		{"a mean of VMP where all else is by EP", "{default: ep, m: vmp, k: vmp, b: vmp}", "", two, "b", "beta_mean(x = v2 b, mean = v3 t1, count = 3)"},
		{"rows that are data", "ep", `p: "vector(2)[2]"`, tables + "x ~ categorical(p[z])", "x", "table(x = v2 x, a = v0 z, p = p, n = 2)"},
		{"rows that two pick", "ep", `p: "vector(2)[2, 2]"`, tables + "x ~ categorical(p[z, w])", "x", "table_two(x = v2 x, a = v0 z, b = v1 w, p = p, m = 2, n = 2)"},
		{"rows that are drawn", "vmp", `a: vector(2)`, tables + "for (i in 0..<2) { p[i] ~ dirichlet(a) }\nx ~ categorical(p[z])", "x", "table_random(x = v3 x, a = v0 z, p = v2 p[z] : z in 0..<2)"},
		{"a number that is counted", "ep", "n: range, y: int", "for (i in n) { x[i] ~ bernoulli(0.5) }\nobserve count(x[i] : i in n) == y", "x", "count(out = y, terms = v0 x[i] : i in 0..<n)"},
		{"and has a name", "ep", "n: range, y: int", "for (i in n) { x[i] ~ bernoulli(0.5) }\nc = count(x[i] : i in n)\nobserve c == y", "x", "count(out = y, terms = v0 x[i] : i in 0..<n)"},
		{"a whole number that is moved", "ep", "y: int", tables + "observe z + 1 == y", "z", "shift(out = y, a = v0 z, k = 1)"},
		{"the largest", "ep", "n: range, y: int", "for (i in n) { x[i] ~ normal(0, variance = 1) }\nobserve argmax(x[i] : i in n) == y", "x", "greater_than(out = true, a = v0 x[y], b = v0 x[i]) for i in 0..<n if i != y"},
	} {
		got, d := graphOf(t, row.algorithm, row.inputs, row.program, row.infer)
		list := factorsOf(got)
		switch {
		case row.want == "":
			if !d.HasErrors() {
				t.Errorf("%s: no error, but\n%s", row.name, strings.Join(list, "\n"))
			}
		case d.HasErrors() || len(list) == 0 || list[len(list)-1] != row.want:
			t.Errorf("%s: %v\n%s\nwant at last\n%s", row.name, d, strings.Join(list, "\n"), row.want)
		}
	}
}

// TestStartLists: of each family the initial marginals that a list of starts stands for.
func TestStartLists(t *testing.T) {
	for _, row := range []struct{ program, init, want string }{ // want is the marginal, or what an error says
		{"for (i in 0..<2) { x[i] ~ normal(0, variance = 1) }", "[1, 2]", "normal [mean variance] [[1, 2][_0] 1]"},
		{"for (i in 0..<2) { x[i] ~ gamma(shape = 1, rate = 1) }", "[1, 2]", "gamma [shape rate] [1 [1, 0.5][_0]]"},
		{"for (i in 0..<2) { x[i] ~ inversegamma(shape = 1, rate = 1) }", "[1, 2]", "inversegamma [shape rate] [3 [2, 4][_0]]"},
		{"for (i in 0..<2) { x[i] ~ beta(1, 1) }", "[0.25, 0.5]", "beta [mean count] [[0.25, 0.5][_0] 3]"},
		{"for (i in 0..<2) { x[i] ~ beta(1, 1) }", "[0.25, 1]", "an element of x starts at 1, and its messages are beta, whose mean is between 0 and 1"},
		{"for (i in 0..<2) { x[i] ~ gamma(shape = 1, rate = 1) }", "[1, 0]", "an element of x starts at 0, and its messages are gamma, whose mean is above 0"},
		{"for (i in 0..<2) { x[i] ~ bernoulli(0.5) }", "[true, false]", "bernoulli [p] [[0.999, 0.001][_0]]"},
		{"for (i in 0..<2) { x[i] ~ categorical([0.5, 0.2, 0.3]) }", "[1, 2]", "categorical [near size] [[1, 2][_0] 3]"},
		{"x ~ dirichlet([1, 2])", "[0.25, 0.75]", "dirichlet [mean count] [[0.25, 0.75] 4]"},
		{"x ~ mvnormal([0, 0], covariance = [[1, 0], [0, 1]])", "[1, 2]", "mvnormal [mean variance] [[1, 2] [1, 1]]"},
		{"x ~ wishart(df = 3, scale = [[1, 0], [0, 1]])", "[[1, 0], [0, 2]]", "wishart [df scale] [3 [[0.3333333333333333, 0], [0, 0.6666666666666666]]]"},
	} {
		text := fmt.Sprintf("model: m\nalgorithm: vmp\nprogram: |\n  %s\ninfer: [x]\ninit: {x: %s}\n", row.program, row.init)
		f, d := lang.Parse("m.yaml", []byte(text))
		m, e := model.Check(f)
		if d = slices.Concat(d, e); d.HasErrors() {
			t.Errorf("%v in\n%s", d, text)
			continue
		}
		g, d := Build(m)
		var got string
		if d.HasErrors() {
			got = d[0].Message
		} else {
			v := g.Variables[0].Init
			got = fmt.Sprint(v.Name, " ", v.Names, " ", v.Args)
		}
		if got != row.want {
			t.Errorf("%s from %s starts as %s, want %s", row.program, row.init, got, row.want)
		}
	}
}
