package factor

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mpc/lang"
	"mpc/model"
)

// graphOf is the graph of a program, and its places are left out.
func graphOf(t *testing.T, algorithm, inputs, program, infer string) (lines []string, d lang.Diagnostics) {
	t.Helper()
	text := fmt.Sprintf("model: m\nalgorithm: %s\ninputs: {%s}\nprogram: |\n  %s\ninfer: [%s]\n", algorithm, inputs, strings.ReplaceAll(program, "\n", "\n  "), infer)
	f, d := lang.Parse("m.yaml", []byte(text))
	if d.HasErrors() {
		t.Fatalf("%v in\n%s", d, text)
	}
	m, d := model.Check(f)
	if d.HasErrors() {
		t.Fatalf("%v in\n%s", d, text)
	}
	g, d := Build(m)
	if g == nil || d.HasErrors() {
		return nil, d
	}
	for _, line := range strings.Split(strings.TrimSpace(g.String()), "\n") {
		line, _, _ = strings.Cut(line, "  # ")
		lines = append(lines, line)
	}
	return lines, d
}

// TestGraph: which factors the expressions of a program become, and over which variables.
func TestGraph(t *testing.T) {
	const a, b = "a ~ normal(0, sd = 0.5)\n", "b ~ normal(0, variance = 1)\n"
	const fa, fb = "f0: normal_variance(x = v0 a, mean = 0, variance = 0.25)", "f1: normal_variance(x = v1 b, mean = 0, variance = 1)"
	for _, row := range []struct {
		name, algorithm, inputs, program string
		want                             []string // but for the variables that the program names, and their priors
	}{
		{"a linear mean", "ep", "y: real", a + b + "y ~ normal(a - 2 * b + 3, variance = 1)", []string{
			"v2: t1 normal derived", "v3: t2 normal derived", "v4: t3 normal derived",
			"f2: scale(out = v4 t3, a = v1 b, k = 2)",
			"f3: difference(out = v3 t2, a = v0 a, b = v4 t3)",
			"f4: shift(out = v2 t1, a = v3 t2, k = 3)",
			"f5: normal_variance(x = y, mean = v2 t1, variance = 1)",
		}},
		// A factor that read one variable twice would count it as two.
		{"multiples of one variable are one", "ep", "y: real", a + b + "y ~ normal(2 * a - a + b / 4 + a, variance = 1)", []string{
			"v2: t1 normal derived", "v3: t2 normal derived", "v4: t3 normal derived",
			"f2: scale(out = v3 t2, a = v0 a, k = 2)",
			"f3: scale(out = v4 t3, a = v1 b, k = 0.25)",
			"f4: sum(out = v2 t1, a = v3 t2, b = v4 t3)",
			"f5: normal_variance(x = y, mean = v2 t1, variance = 1)",
		}},
		{"comparisons", "ep", "y: bool", a + b + "y = a > b\nobserve a < 2", []string{
			"f2: greater_than(out = y, a = v0 a, b = v1 b)",
			"f3: greater_than(out = true, a = 2, b = v0 a)",
		}},
		{"a sum in a loop has an element for each pass", "vmp\nblocks: []", `n: range, y: "real[n]"`, a + b + "for (i in n) { y[i] ~ normal(a + b, variance = 1) }", []string{
			"v2: t1[n] normal derived vmp",
			"f2: sum(out = v2 t1[i], a = v0 a, b = v1 b) for i in 0..<n",
			"f3: normal_variance(x = y[i], mean = v2 t1[i], variance = 1) for i in 0..<n",
		}},
		{"numbers that data are drawn around are one vector by EP", "ep", `n: range, y: "real[n]"`, a + b + "for (i in n) { y[i] ~ normal(a + b, variance = 1) }", []string{
			"v0: a normal derived", "v1: b normal derived",
			"v2: block_a_b mvnormal(2)",
			"v3: t1[n] normal derived",
			"d0: block_a_b_precision[row][column] = 0 for row in 0..<2 for column in 0..<2 if row != column",
			"d1: block_a_b_mean[0] = 0",
			"d2: block_a_b_precision[0][0] = 4",
			"d3: block_a_b_mean[1] = 0",
			"d4: block_a_b_precision[1][1] = 1",
			"c0: observe definite(block_a_b_precision)",
			"f0: mvnormal_precision(x = v2 block_a_b, mean = block_a_b_mean, precision = block_a_b_precision)",
			"f1: component(out = v0 a, w = v2 block_a_b, k = 0)",
			"f2: component(out = v1 b, w = v2 block_a_b, k = 1)",
			"f3: dot_vector(out = v3 t1[i], w = v2 block_a_b, x = [1, 1]) for i in 0..<n",
			"f4: normal_variance(x = y[i], mean = v3 t1[i], variance = 1) for i in 0..<n",
		}},
		{"a precision stays one, and a standard deviation is a variance", "vmp", `n: range, y: "real[n]"`, a + b + "for (i in n) { y[i] ~ normal(b, precision = 4) }", []string{
			"f2: normal_precision(x = y[i], mean = v1 b, precision = 4) for i in 0..<n",
		}},
	} {
		got, d := graphOf(t, row.algorithm, row.inputs, row.program, "a, b")
		if d.HasErrors() {
			t.Errorf("%s: %v", row.name, d)
			continue
		}
		vmp := ""
		if strings.HasPrefix(row.algorithm, "vmp") {
			vmp = " vmp"
		}
		own := []string{"v0: a normal" + vmp, "v1: b normal" + vmp, fa, fb}
		got = slices.DeleteFunc(got, func(line string) bool { return slices.Contains(own, line) })
		if !slices.Equal(got, row.want) {
			t.Errorf("%s:\n%s\nwant\n%s", row.name, strings.Join(got, "\n"), strings.Join(row.want, "\n"))
		}
	}
}

// TestGates: a variable that a branch reads has a message of its own there, for each pass of
// the loops around the gate.
func TestGates(t *testing.T) {
	got, d := graphOf(t, "ep", `n: range, y: "real[n]"`, "m ~ normal(0, variance = 1)\nz ~ bernoulli(0.3)\nfor (i in n) { if (z) { y[i] ~ normal(m, variance = 1) } else { y[i] ~ normal(0, variance = 1) } }", "m, z")
	want := []string{
		"v0: m normal",
		"v1: z bernoulli",
		"v2: m[n][2] normal derived",
		"f0: normal_variance(x = v0 m, mean = 0, variance = 1)",
		"f1: bernoulli(x = v1 z, p = 0.3)",
		"f2: gate(selector = v1 z) for i in 0..<n",
		"f3: enter(inner = v2 m[i, branch] : branch in 0..<2, selector = v1 z, outer = v0 m) for i in 0..<n",
		"f4: normal_variance(x = y[i], mean = v2 m[i, 1], variance = 1) for i in 0..<n in gate0[i] == true",
		"f5: normal_variance(x = y[i], mean = 0, variance = 1) for i in 0..<n in gate0[i] == false",
	}
	if d.HasErrors() || !slices.Equal(got, want) {
		t.Errorf("%v\n%s\nwant\n%s", d, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestFamilies: of which family messages to a variable are is found from what draws it and
// from what is computed of it.
func TestFamilies(t *testing.T) {
	got, d := graphOf(t, "vmp", `n: range, p: vector(3), y: "real[n]"`, `t ~ gamma(shape = 1, rate = 1)
q ~ beta(1, 1)
b ~ bernoulli(q)
k ~ dirichlet(p)
z ~ categorical(k)
m ~ normal(0, precision = t)
for (i in n) { y[i] ~ normal(m, precision = t) }`, "t, q, b, k, z, m")
	if d.HasErrors() {
		t.Fatal(d)
	}
	for _, want := range []string{"t gamma vmp", "q beta vmp", "b bernoulli vmp", "k dirichlet(3) vmp", "z categorical(3) vmp", "m normal vmp"} {
		if !slices.ContainsFunc(got, func(line string) bool { return strings.HasPrefix(line, "v") && strings.HasSuffix(line, ": "+want) }) {
			t.Errorf("no variable %s in\n%s", want, strings.Join(got, "\n"))
		}
	}
}

// TestRefused: what has no factor is an error at its place, and never another factor.
func TestRefused(t *testing.T) {
	for _, row := range []struct {
		program, code string
		col           int
	}{
		{"x ~ normal(0, variance = 1)\nz = sqrt(x)", lang.CodeNoOperator, 7},
		{"x ~ normal(0, variance = 1)\nz = x * x", lang.CodeNoOperator, 9},
	} {
		got, d := graphOf(t, "ep", "", row.program, "x, z")
		i := slices.IndexFunc(d, func(x lang.Diagnostic) bool { return x.Severity == lang.Error })
		if i < 0 || d[i].Code != row.code || d[i].Line != 6 || d[i].Col != row.col {
			t.Errorf("%s: %v, want %s in column %d of line 6, not\n%s", row.program, d, row.code, row.col, strings.Join(got, "\n"))
		}
	}
}
