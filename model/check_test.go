package model

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mpc/lang"
)

// checked is the model of a program of which everything is inferred.
func checked(t *testing.T, inputs, program, infer string) (*Model, lang.Diagnostics) {
	t.Helper()
	text := fmt.Sprintf("model: m\ninputs: {%s}\nprogram: |\n  %s\ninfer: [%s]\n", inputs, strings.ReplaceAll(program, "\n", "\n  "), infer)
	f, d := lang.Parse("m.yaml", []byte(text))
	if d.HasErrors() {
		t.Fatalf("%v in\n%s", d, text)
	}
	return Check(f)
}

// TestRelations: conditions on loop indices go into the loops, so that each relation has
// its instances and no others.
func TestRelations(t *testing.T) {
	const n, y = `n: range`, `n: range, y: "real[n]"`
	for _, row := range []struct {
		name, inputs, program string
		want                  []string
	}{
		{"a first element and those after it", n, "for (t in n) { if (t == 0) { x[t] ~ normal(0, variance = 1) } else { x[t] ~ normal(x[t-1], variance = 2) } }", []string{
			"x[0] ~ normal(mean = 0, variance = 1) if 0 < n",
			"x[t] ~ normal(mean = x[t - 1], variance = 2) for t in 1..<n",
		}},
		{"two bounds", y, "x ~ normal(0, variance = 1)\nfor (i in n) { if (i < 3) { y[i] ~ normal(x, variance = 1) } else { if (5 < i) { y[i] ~ normal(-x, variance = 1) } } }", []string{
			"x ~ normal(mean = 0, variance = 1)",
			"y[i] ~ normal(mean = x, variance = 1) for i in 0..<min(n, 3)",
			"y[i] ~ normal(mean = -x, variance = 1) for i in 6..<n",
		}},
		{"a condition on an input stays", `c: bool, y: real`, "x ~ normal(0, variance = 1)\nif (c) { y ~ normal(x, variance = 1) }", []string{
			"x ~ normal(mean = 0, variance = 1)",
			"y ~ normal(mean = x, variance = 1) if c",
		}},
		{"a condition that never holds", `y: real`, "x ~ normal(0, variance = 1)\ny ~ normal(x, variance = 1)\nif (1 > 2) { observe x > 0 }", []string{
			"x ~ normal(mean = 0, variance = 1)",
			"y ~ normal(mean = x, variance = 1)",
		}},
		{"a random condition is a gate", `y: real`, "x ~ normal(0, variance = 1)\nz ~ bernoulli(0.3)\nif (z) { y ~ normal(x, variance = 1) } else { y ~ normal(0, variance = 10) }", []string{
			"x ~ normal(mean = 0, variance = 1)",
			"z ~ bernoulli(p = 0.3)",
			"gate0 on z, 2 branches",
			"y ~ normal(mean = x, variance = 1) in gate0 == true",
			"y ~ normal(mean = 0, variance = 10) in gate0 == false",
		}},
	} {
		m, d := checked(t, row.inputs, row.program, "x")
		if d.HasErrors() {
			t.Errorf("%s: %v", row.name, d)
			continue
		}
		var got []string
		for _, line := range strings.Split(m.String(), "\n") {
			line, _, _ = strings.Cut(line, "  # ")
			if strings.Contains(line, " ~ ") || strings.HasPrefix(line, "gate") {
				got = append(got, line)
			}
		}
		if !slices.Equal(got, row.want) {
			t.Errorf("%s: %q, want %q", row.name, got, row.want)
		}
	}
}

// TestVariables: roles, types and how many values whole numbers have.
func TestVariables(t *testing.T) {
	m, d := checked(t, `k: range, n: range, p: vector(k), y: "real[n]"`, `c = 2 * sum(y[i] : i in n)
x ~ normal(c, variance = 1)
d = x - c
z ~ categorical(p)
w ~ discreteuniform(3)
s = z + w
b = s > 2
for (i in n) { if (i == 0) { r[i] = x } else { r[i] = r[i-1] / 2 } }
f = max(z, w)`, "d, b, r, f")
	if d.HasErrors() {
		t.Fatal(d)
	}
	text := m.String()
	for _, want := range []string{
		"constant c: real  #", "random x: real  #", "derived d: real  #",
		"random z: int(k)  #", "random w: int(3)  #", "derived s: int(k + 2)  #", "derived b: bool  #", "derived r: real[n]  #", "derived f: int(max(k, 3))  #",
	} {
		if !strings.Contains(text, "\n"+want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestCountOfMissing: how many of a count's conditions hold is not asked of data that may lack some of them.
func TestCountOfMissing(t *testing.T) {
	m, d := checked(t, `n: range, z: {type: "bool[n]", missing: true}`, `p ~ beta(1, 1)
for (i in n) { z[i] ~ bernoulli(p) }
a = count(z[i] : i in n)
b = 9 - a`, "p, a, b")
	if d.HasErrors() {
		t.Fatal(d)
	}
	for _, want := range []string{"derived a: int(n + 1)  #", "derived b: int(10)  #"} {
		if text := m.String(); !strings.Contains(text, "\n"+want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestMistakes: each has its code, at the place that is wrong.
func TestMistakes(t *testing.T) {
	for _, row := range []struct {
		program string
		code    string
		at      lang.Pos
	}{
		{"x ~ normal(q, variance = 1)", CodeUnknown, lang.Pos{Line: 4, Col: 14}},
		{"x ~ normal(0, variance = true)", CodeType, lang.Pos{Line: 4, Col: 28}},
		{"x ~ normal(0, 1)", CodeScale, lang.Pos{Line: 4, Col: 17}},
		{"x ~ normal(0, variance = -1)", CodeArguments, lang.Pos{Line: 4, Col: 28}},
		{"x ~ normal(0, variance = 1)\nx ~ normal(1, variance = 1)", CodeDouble, lang.Pos{Line: 5, Col: 3}},
		{"x ~ normal(x, variance = 1)", CodeCycle, lang.Pos{Line: 4, Col: 3}},
	} {
		_, d := checked(t, "", row.program, "x")
		i := slices.IndexFunc(d, func(x lang.Diagnostic) bool { return x.Severity == lang.Error })
		if i < 0 || d[i].Code != row.code || d[i].Pos != row.at {
			t.Errorf("%s: %v, want %s at %v", row.program, d, row.code, row.at)
		}
	}
}

// TestFold: constants are computed, and what changes nothing is left out; what is no number
// stays as it is written, and only whole numbers are added in another order.
func TestFold(t *testing.T) {
	whole, truth := Type{Kind: Int}, Type{Kind: Bool}
	call := func(of Type, fun string, args ...*Expr) *Expr {
		return fold(&Expr{Op: OpCall, Type: of, Fun: fun, Args: args})
	}
	read := func(name string, of Type) *Expr { return &Expr{Op: OpInput, Type: of, Input: &Input{Name: name}} }
	x, n, b, c := read("x", Type{}), read("n", whole), read("b", truth), read("c", truth)
	not := call(truth, "!", b)
	for _, row := range []struct {
		got  *Expr
		want string
	}{
		{call(Type{}, "+", Number(1), Number(2)), "3"},
		{call(Type{}, "/", Number(1), Number(0)), "1 / 0"},
		{call(Type{}, "log", Number(-1)), "log(-1)"},
		{call(Type{}, "+", x, Number(0)), "x"},
		{call(Type{}, "-", x, Number(0)), "x"},
		{call(Type{}, "-", Number(0), x), "0 - x"},
		{call(Type{}, "*", Number(1), x), "x"},
		{call(Type{}, "/", Number(1), x), "1 / x"},
		{call(Type{}, "+", call(Type{}, "-", x, Number(1)), Number(3)), "x - 1 + 3"},
		{call(whole, "+", call(whole, "-", n, Number(1)), Number(3)), "n + 2"},
		{call(whole, "-", call(whole, "+", n, Number(1)), Number(3)), "n - 2"},
		{call(whole, "-", call(whole, "+", n, Number(1)), Number(1)), "n"},
		{call(whole, "max", n, n), "n"},
		{call(truth, "&&", b, not), "false"},
		{call(truth, "||", not, b), "true"},
		{call(truth, "||", b, b), "b"},
		{call(truth, "==", b, c), "b == c"},
	} {
		if got := row.got.String(); got != row.want {
			t.Errorf("%s, want %s", got, row.want)
		}
	}
}

// TestStartsOfMissing: a start of an input that may lack entries has a value for each of its entries.
func TestStartsOfMissing(t *testing.T) {
	for starts, want := range map[string]string{"[1, 2, 3]": "", "2.5": "", "[1, 2]": "the list has 2 values, y has 3 elements", "[1, 2, -3]": "an element of y starts at -3"} {
		f, d := lang.Parse("m.yaml", []byte(`model: m
algorithm: gibbs
inputs:
  y: {type: "real[3]", missing: true}
program: |
  r ~ gamma(1, rate = 1)
  for (i in 0..<3) { y[i] ~ exponential(rate = r) }
  observe y[0] > 1
init: {y: `+starts+`}
infer: [r, y]
`))
		if d.HasErrors() {
			t.Fatal(d)
		}
		m, d := Check(f)
		switch {
		case want == "" && d.HasErrors():
			t.Errorf("%s: %v", starts, d)
		case want == "" && (len(m.Init) != 1 || m.Init[0].Variable.Input == nil):
			t.Errorf("%s: starts are of %v", starts, m.Init)
		case want != "" && !strings.Contains(d.Error(), want):
			t.Errorf("%s: %v, want %s", starts, d, want)
		}
	}
}
