package samples

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"
)

func texts(list []Warning) string {
	s := ""
	for _, w := range list {
		s += w.String() + "\n"
	}
	return s
}

func TestWarnings(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	good := Real{1, 2, 0.1, 1000, 1000, 1.002, -2, 1, 4, nan, Presence{}}
	with := func(change func(*Real)) Real {
		s := good
		change(&s)
		return s
	}
	row := Vector{}
	row.add(good)
	row.add(with(func(s *Real) { s.RHat, s.ESSBulk = 1.25, 12.4 }))
	matrix := Matrix{}
	matrix.add(row)
	row = Vector{}
	row.add(Real{0, 0, nan, nan, nan, nan, 0, 0, 0, nan, Presence{}})
	row.add(good)
	matrix.add(row)
	for _, c := range []struct {
		name string
		list []Warning
		want string
	}{
		{"good", good.Warnings(Element{Variable: "x"}), ""},
		{"infinite", with(func(s *Real) { s.Mean = inf }).Warnings(Element{Variable: "x"}),
			"x: draws are not finite, so that the summary means nothing; look for a prior that is too wide\n"},
		{"still", with(func(s *Real) { s.SD, s.ESSBulk = 0, nan }).Warnings(Element{Variable: "x"}),
			"x: all draws are 1; if this is not sure, the chains stand still\n"},
		{"few", with(func(s *Real) { s.ESSBulk, s.ESSTail = nan, nan }).Warnings(Element{Variable: "x"}),
			"x: too few draws to tell how good the summary is; take at least 6 of each chain\n"},
		{"apart", with(func(s *Real) { s.RHat, s.ESSBulk, s.ESSTail = inf, 3, 250.4 }).Warnings(Element{Variable: "x", Index: []int{2}}),
			"x[2]: R-hat is very large, above 1.01: the chains do not agree; take more burn-in and more draws, and look at the trace\n" +
				"x[2]: 3 effective draws, less than 400, are too few; take 134 times as many\n" +
				"x[2]: 250 effective draws in the tails, less than 400, are too few for the quantiles; take twice as many\n"},
		{"expression", with(func(s *Real) { s.SD, s.ESSBulk = 0, nan }).Warnings(Element{Variable: "a_minus_b", Index: []int{1}, Shown: "a - b"}),
			"(a - b)[1]: all draws are 1; if this is not sure, the chains stand still\n"},
		{"sure", Truth{1, nan, nan, nan, Presence{}}.Warnings(Element{Variable: "b"}), ""},
		{"no truths", Truth{nan, nan, nan, nan, Presence{}}.Warnings(Element{Variable: "b"}),
			"b: too few draws to tell how good the summary is; take at least 6 of each chain\n"},
		{"truth", Truth{0.5, 0.1, 30, 1.02, Presence{}}.Warnings(Element{Variable: "b"}),
			"b: R-hat is 1.020, above 1.01: the chains do not agree; take more burn-in and more draws, and look at the trace\n" +
				"b: 30 effective draws, less than 400, are too few; take 14 times as many\n"},
		{"index", Index{[]float64{0, 1}, []float64{nan, nan}, nan, nan, Presence{}}.Warnings(Element{Variable: "z"}), ""},
		{"index of few", Index{[]float64{0.5, 0.5}, []float64{1, 1}, 399, 1, Presence{}}.Warnings(Element{Variable: "z"}),
			"z: 399 effective draws, less than 400, are too few; take twice as many\n"},
		{"matrix", matrix.Warnings(Element{Variable: "s", Index: []int{4}}),
			"s[4,0,1]: R-hat is 1.250, above 1.01: the chains do not agree; take more burn-in and more draws, and look at the trace\n" +
				"s[4,0,1]: 12 effective draws, less than 400, are too few; take 33 times as many\n"},
		{"vector", row.Warnings(Element{Variable: "v"}), "v[0]: all draws are 0; if this is not sure, the chains stand still\n"},
	} {
		if got := texts(c.list); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestGatherWarnings(t *testing.T) {
	a, b, c, d := Element{Variable: "a"}, Element{Variable: "b"}, Element{Variable: "c"}, Element{Variable: "d"}
	got := texts(GatherWarnings([]Warning{
		{a, LowESSBulk, 100, 1, false}, {a, HighRHat, 1.02, 1, false}, {b, LowESSBulk, 50, 1, false}, {b, HighRHat, 1.02, 1, false}, {c, LowESSTail, 10, 1, false}, {d, LowESSBulk, 60, 3, false},
	}))
	want := "2 elements, worst a: R-hat is 1.020, above 1.01: the chains do not agree; take more burn-in and more draws, and look at the trace\n" +
		"5 elements, worst b: 50 effective draws, less than 400, are too few; take 8 times as many\n" +
		"c: 10 effective draws in the tails, less than 400, are too few for the quantiles; take 40 times as many\n"
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestWarningJSON: a warning is read as it was written, whatever its summary is.
func TestWarningJSON(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	z := Element{Variable: "z", Index: []int{1, 0}}
	var list []Warning
	for _, s := range []Real{{Mean: nan, ESSBulk: nan}, {Mean: 1, ESSBulk: nan}, {SD: 1, ESSBulk: nan}, {SD: 1, ESSBulk: 2, ESSTail: 3, RHat: inf, ParetoK: 0.8},
		{Mean: 1, SD: 1e-16, ESSBulk: 4000, ESSTail: 4000, RHat: 1}, {ESSBulk: nan, Presence: Presence{true, 0}}, {ESSBulk: nan, Presence: Presence{true, 3}}} {
		list = append(list, s.Warnings(z)...)
	}
	list = append(list, Truth{P: 1}.OneValue(z)...)
	list = append(list, Index{P: []float64{0, 0, 1}}.OneValue(Element{Variable: "k"})...)
	text, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	var got []Warning
	if err := json.Unmarshal(text, &got); err != nil || !reflect.DeepEqual(got, list) {
		t.Errorf("%v\n%s\nreads as %v", err, text, got)
	}
	seen := map[WarningKind]bool{}
	for _, w := range got {
		seen[w.Kind] = true
	}
	if len(seen) != len(warningKinds) {
		t.Errorf("%d of %d kinds of warnings: %v", len(seen), len(warningKinds), list)
	}
	if err := json.Unmarshal([]byte(`[{"kind": "low"}]`), &got); err == nil {
		t.Error("a warning of no kind is read")
	}
}
