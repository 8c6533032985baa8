package message_test

import (
	"slices"
	"strings"
	"testing"

	"mpc/lang"
	"mpc/message"
	"mpc/model"
)

// TestUnread: of VMP, what nobody asks for and nothing depends on has no message, and what
// only such things depend on has none either.
func TestUnread(t *testing.T) {
	const program = "a ~ normal(0, variance = 1)\ny ~ normal(a, variance = 2)\nb ~ normal(a, variance = 1)\nc ~ normal(b, variance = 1)\n"
	for infer, want := range map[string]string{
		"a":    "normal_variance.x>a, normal_variance.mean>a, posterior a, marginal a",
		"a, b": "normal_variance.x>a, normal_variance.mean>a, normal_variance.x>b, normal_variance.mean>a, posterior a, posterior b, marginal a, marginal b",
		"a, c": "normal_variance.x>a, normal_variance.mean>a, normal_variance.x>b, normal_variance.mean>a, normal_variance.x>c, normal_variance.mean>b, posterior a, posterior b, posterior c, marginal a, marginal c",
	} {
		p, d := lowered(t, "vmp", "y: real", program, infer)
		if d.HasErrors() {
			t.Errorf("%s: %v", infer, d)
			continue
		}
		var list []string
		for _, u := range p.Updates {
			list = append(list, u.Name())
		}
		if got := strings.Join(list, ", "); got != want {
			t.Errorf("%s: the updates are\n%s\nwant\n%s", infer, got, want)
		}
	}
}

// TestRefusals: an error of what VMP refuses names what the model names, and of other values
// says that they are intermediate.
func TestRefusals(t *testing.T) {
	const a, b, d = "a ~ bernoulli(0.5)\n", "b ~ bernoulli(0.5)\n", "d ~ bernoulli(0.5)\n"
	const x = "a ~ normal(0, variance = 1)\n"
	for _, row := range []struct{ inputs, program, more, says string }{
		{"", a + b + "observe a || b", "", "observe a || b ties random values to each other: a and b"},
		{"", a + b + d + "e = (a && b) != d\nobserve e", "", "observe e ties random values to each other: an intermediate value and d"},
		{"", a + b + "if (a) { observe b }", "", "observe b ties random values to each other: b, which is defined outside of the branch, and the selector of if (a)"},
		{"k: range, v: index(k)", x + "for (j in k) { x[j] = j * a }\nv ~ categorical(softmax(x))", "operators: {softmax: km11}", "those of v ~ categorical(softmax(x)) have a in common"},
	} {
		_, found := lowered(t, "vmp", row.inputs, row.program, "a]\n"+row.more+"\n#[")
		if !slices.ContainsFunc(found, func(x lang.Diagnostic) bool {
			return x.Code == message.CodeNoOperator && strings.Contains(x.Message, row.says)
		}) {
			t.Errorf("%s: %v, want %q", row.program, found, row.says)
		}
	}
}

// TestBounds: each part of a graph that no message joins to another has one bound, of the
// variables of VMP, and of others where the tolerance is of the evidence.
func TestBounds(t *testing.T) {
	const program = "a ~ normal(0, variance = 1)\nb ~ normal(a, variance = 1)\ny ~ normal(b, variance = 2)\nc ~ normal(0, variance = 1)\nw ~ normal(c, variance = 1)\n"
	for _, row := range []struct {
		algorithm, more string
		want            []int // how many terms each bound has
	}{
		{"vmp", "", []int{5, 3}},
		{"{default: vmp, a: ep, b: ep}", "", []int{3}},
		{"{default: ep, c: vmp}", "", []int{3}},
		{"ep", "", nil},
		{"ep", "iterate: {of: evidence, tolerance: 1e-6}", []int{9, 5}},
	} {
		p, d := lowered(t, row.algorithm, "y: real, w: real", program, "a, c]\n"+row.more+"\n#[")
		if d.HasErrors() {
			t.Errorf("%s: %v", row.algorithm, d)
			continue
		}
		var got []int
		for _, u := range append(p.Updates[:len(p.Updates):len(p.Updates)], p.Bounds...) {
			if u.Kind == message.Bound {
				got = append(got, len(u.Terms))
			}
		}
		if !slices.Equal(got, row.want) {
			t.Errorf("%s %s: bounds of %v terms, want %v", row.algorithm, row.more, got, row.want)
		}
	}
}

// TestTermsOfCopies: a term about the copies of a variable in branches is over the branches too.
func TestTermsOfCopies(t *testing.T) {
	p, d := lowered(t, "ep", `n: range, y: "real[n]"`, "z ~ bernoulli(0.3)\nm ~ normal(0, variance = 1)\nfor (i in n) { if (z) { y[i] ~ normal(m, variance = 1) } else { y[i] ~ normal(0, variance = 1) } }", "m, evidence")
	if d.HasErrors() {
		t.Fatal(d)
	}
	var got []string
	for _, u := range p.Updates {
		if u.Kind != message.Branches {
			continue
		}
		for _, term := range u.Terms {
			if term.Kind == message.VariableTerm {
				got = append(got, strings.Join(indices(term.Loops), " "))
			}
		}
	}
	if want := []string{"i branch"}; !slices.Equal(got, want) {
		t.Errorf("the terms of copies are over %q, want %q", got, want)
	}
}

func indices(loops []*model.Loop) (names []string) {
	for _, l := range loops {
		names = append(names, l.Index.Name)
	}
	return names
}
