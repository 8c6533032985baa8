package data

import (
	"fmt"
	"strings"
	"testing"

	"mpc/dist"
	"mpc/lang"
	"mpc/model"
)

// rated has a prior for each player, with a default.
func rated(t *testing.T) *model.Model {
	t.Helper()
	f, d := lang.Parse("m.yaml", []byte(`model: m
inputs:
  player: range
  game: range
  winner: index(player)[game]
  prior: {type: "normal[player]", default: "normal(25, sd = 8)"}
  spread: {type: gamma, default: "gamma(shape = 2, rate = 1)"}
program: |
  s ~ spread
  for (p in player) { skill[p] ~ prior[p] }
  for (g in game) { observe skill[winner[g]] > 0 }
`))
	if d.HasErrors() {
		t.Fatal(d)
	}
	m, d := model.Check(f)
	if d.HasErrors() {
		t.Fatal(d)
	}
	return m
}

// TestDefaultPriors: one distribution stands for all elements of an array, from the model
// or from the data; elements that posteriors of an earlier run do not have get that of
// the model.
func TestDefaultPriors(t *testing.T) {
	const one = `{"dist":"normal","mean":1,"variance":2}`
	old := []Override{
		{Input: "prior", Value: []byte("[" + one + "]"), From: "--prior", Prior: "prior", Open: true},
		{Input: "player", Value: []byte(`["bob"]`), From: "--prior", Prior: "prior", Open: true},
	}
	for _, c := range []struct {
		src    string
		set    []Override
		means  string
		labels string
	}{
		{`{"winner": ["ann", "bob"]}`, nil, "[25 25]", "[ann bob]"},
		{`{"winner": ["ann", "bob"], "prior": ` + one + `}`, nil, "[1 1]", "[ann bob]"},
		{`{"winner": ["ann", "bob", "cid"]}`, old, "[1 25 25]", "[bob ann cid]"},
		{`{"winner": ["bob"]}`, old, "[1]", "[bob]"},
		{`{"player": 0, "winner": []}`, nil, "[]", "[]"},
	} {
		m := rated(t)
		s, d := ReadJSON("d.json", []byte(c.src), m, c.set...)
		if d.HasErrors() {
			t.Errorf("%s: %v", c.src, d)
			continue
		}
		means := []float64{}
		n, err := s.Len(inputOf(m, "prior"))
		if err != nil {
			t.Fatal(err)
		}
		for i := range n {
			x, err := s.Dist(inputOf(m, "prior"), i)
			if err != nil {
				t.Fatal(err)
			}
			means = append(means, x.(interface{ Mean() float64 }).Mean())
		}
		if got := fmt.Sprint(means); got != c.means || fmt.Sprint(s.Labels["player"]) != c.labels {
			t.Errorf("%s: %s of %v, want %s of %s", c.src, got, s.Labels["player"], c.means, c.labels)
		}
		if spread, err := s.Dist(inputOf(m, "spread")); err != nil || spread.(interface{ Mean() float64 }).Mean() != 2 {
			t.Errorf("the default of a single value is %v, %v", spread, err)
		}
	}
	s, d := readFiles(t, rated(t), map[string]string{"g.csv": "winner\nann\n7\n", "p.csv": "player,prior.mean,prior.variance\nann,3,1\n7,4,1\n"}, nil)
	if d.HasErrors() || s.Labels["player"][1] != "7" {
		t.Errorf("priors of a table: %v", d)
	}
	for src, want := range map[string]string{
		`{"winner": ["ann"], "prior": {"dist": "normal", "mean": 1}}`: `d.json:1:30: error: prior is no normal`,
		`{"winner": ["ann"], "prior": []}`:                            `d.json:1:30: error: prior has 0 elements, player is 1`,
		`{"winner": [0]}`:                                             `d.json:1:1: error: the data have no player`,
	} {
		if _, d := ReadJSON("d.json", []byte(src), rated(t)); !d.HasErrors() || !strings.HasPrefix(d.Errors()[0].Error(), want) {
			t.Errorf("%s: got %v, want %s", src, d, want)
		}
	}
	old[1].Open = false
	if _, d := ReadJSON("d.json", []byte(`{"winner": ["ann"]}`), rated(t), old...); !d.HasErrors() || !strings.Contains(d[0].Hint, "prior a default") {
		t.Errorf("a label that is new: %v", d)
	}
}

// TestDefaultVectors: a default of vectors is each element's, and has the size that the
// data ask for.
func TestDefaultVectors(t *testing.T) {
	f, d := lang.Parse("m.yaml", []byte(`model: m
inputs:
  n: range
  K: range
  w: {type: "dirichlet(K)[n]", default: "dirichlet([1, 2])"}
  v: {type: "mvnormal(2)[n]", default: "mvnormal([3, 4], precision = [[1, 0], [0, 4]])"}
program: |
  for (i in n) { p[i] ~ w[i]; x[i] ~ v[i] }
`))
	if d.HasErrors() {
		t.Fatal(d)
	}
	m, d := model.Check(f)
	if d.HasErrors() {
		t.Fatal(d)
	}
	s, d := ReadJSON("d.json", []byte(`{"n": 2, "K": 2}`), m)
	if d.HasErrors() {
		t.Fatal(d)
	}
	w, _ := s.Dist(inputOf(m, "w"), 1)
	v, _ := s.Dist(inputOf(m, "v"), 1)
	if got := fmt.Sprint(w.(dist.Dirichlet).A, v.(dist.MvNormal).Mean(), v.(dist.MvNormal).Variance()); got != "[1 2] [3 4] [1 0.25]" {
		t.Errorf("the defaults are %s", got)
	}
	_, d = ReadJSON("d.json", []byte(`{"n": 2, "K": 3}`), m)
	if want := "m.yaml:5:42: error: the default of w has the size 2, and w[0] has the size 3 [data-shape]"; d.Error() != want {
		t.Errorf("got %v, want %s", d, want)
	}
}
