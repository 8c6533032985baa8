package data

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"mpc/lang"
	"mpc/model"
)

const league = "player: range\ngame: range\nwinner: index(player)[game]\nloser: index(player)[game]"

// TestNumbersOfMembers: numbers in columns of members are labels or indices, by the
// rule that the docs state.
func TestNumbersOfMembers(t *testing.T) {
	const rated = league + "\nlevel: real[player]"
	tests := []struct {
		name, decl string
		files      map[string]string
		set        []string
		want       string // the canonical form, or the first error
		labels     []string
		warning    string
	}{
		{name: "ids", decl: league, files: map[string]string{"g.csv": "winner,loser\n1003,1001\n\"1001\",1002.0\n"},
			want: `{"player": 3, "game": 2, "winner": [2,0], "loser": [0,1]}`, labels: []string{"1001", "1002", "1003"}},
		{name: "indices of a size", decl: league, files: map[string]string{"g.csv": "winner,loser\n0,2\n"}, set: []string{"player=4"},
			want: `{"player": 4, "game": 1, "winner": [0], "loser": [2]}`},
		{name: "indices of an array", decl: rated, files: map[string]string{"g.csv": "winner,loser\n0,2\n", "p.csv": "level\n5\n6\n7\n"},
			want: `{"player": 3, "game": 1, "winner": [0], "loser": [2], "level": [5,6,7]}`},
		{name: "indices in a column", decl: rated, files: map[string]string{"g.csv": "winner,loser\n0,2\n", "p.csv": "player,level\n1,5\n0,6\n2,7\n"},
			want: `{"player": 3, "game": 1, "winner": [0], "loser": [2], "level": [6,5,7]}`},
		{name: "ids in a column", decl: rated, files: map[string]string{"g.csv": "winner,loser\n30,20\n", "p.csv": "player,level\n30,5\n10,6\n20,7\n"},
			want: `{"player": 3, "game": 1, "winner": [2], "loser": [1], "level": [6,7,5]}`, labels: []string{"10", "20", "30"}},
		{name: "ids and a size", decl: league, files: map[string]string{"g.csv": "winner,loser\n1,2\n3,2\n"}, set: []string{"player=3"},
			want: `{"player": 3, "game": 2, "winner": [0,2], "loser": [1,1]}`, labels: []string{"1", "2", "3"}, warning: "are read as labels of player"},
		{name: "ids of another count", decl: league, files: map[string]string{"g.csv": "winner,loser\n1,2\n3,2\n"}, set: []string{"player=2"},
			want: "g.csv:2:3: error: loser[0] is 2, out of the range player"},
		{name: "an index that is wrong", decl: league, files: map[string]string{"g.csv": "winner,loser\n0,1\n1,7\n"}, set: []string{"player=3"},
			want: "g.csv:3:3: error: loser[1] is 7, out of the range player"},
		{name: "ids beside an array", decl: rated, files: map[string]string{"g.csv": "winner,loser\n1,2\n3,2\n", "p.csv": "level\n5\n6\n7\n"},
			want: "g.csv:3:1: error: winner[1] is 3, out of the range player"},
		{name: "ids beside names", decl: league, files: map[string]string{"g.csv": "winner,loser\nann,7\n7,bob\n"},
			want: `{"player": 3, "game": 2, "winner": [0,1], "loser": [1,2]}`, labels: []string{"ann", "7", "bob"}},
		{name: "a list of ids", decl: league, files: map[string]string{"g.csv": "winner,loser\n1002,1001\n"}, set: []string{`player=["1002","1001"]`},
			want: `{"player": 2, "game": 1, "winner": [0], "loser": [1]}`, labels: []string{"1002", "1001"}},
		{name: "a list of numbers", decl: league, files: map[string]string{"g.csv": "winner,loser\n1002,1001\n"}, set: []string{`player=[1002,1001]`},
			want: `{"player": 2, "game": 1, "winner": [0], "loser": [1]}`, labels: []string{"1002", "1001"}},
		{name: "a list without it", decl: league, files: map[string]string{"g.csv": "winner,loser\n1002,1005\n"}, set: []string{`player=[1002,1001]`},
			want: `g.csv:2:6: error: loser[0] is "1005", which is no label of player`},
		{name: "a list that may be indices", decl: league, files: map[string]string{"g.csv": "winner,loser\n0,1\n"}, set: []string{`player=["1","0"]`},
			want: `{"player": 2, "game": 1, "winner": [1], "loser": [0]}`, labels: []string{"1", "0"}, warning: "by their labels"},
		{name: "indices beside a list", decl: league, files: map[string]string{"g.csv": "winner,loser\n0,1\n"}, set: []string{`player=["ann","bob"]`},
			want: `{"player": 2, "game": 1, "winner": [0], "loser": [1]}`, labels: []string{"ann", "bob"}},
		{name: "a column in the order of a list", decl: rated, files: map[string]string{"g.csv": "winner,loser\nann,bob\n", "p.csv": "player,level\nann,1\nbob,2\n"}, set: []string{`player=["bob","ann"]`},
			want: `{"player": 2, "game": 1, "winner": [1], "loser": [0], "level": [2,1]}`, labels: []string{"bob", "ann"}},
		{name: "dates", decl: league, files: map[string]string{"g.csv": "winner,loser\n2024-11-02,2024-09-30\n2024-10-01,2024-09-30\n"},
			want: `{"player": 3, "game": 2, "winner": [2,1], "loser": [0,0]}`, labels: []string{"2024-09-30", "2024-10-01", "2024-11-02"}},
		{name: "German dates", decl: league, files: map[string]string{"g.csv": "winner;loser\n2.1.2024;1.2.2024\n"},
			want: `{"player": 2, "game": 1, "winner": [0], "loser": [1]}`, labels: []string{"2.1.2024", "1.2.2024"}},
		{name: "days first", decl: league, files: map[string]string{"g.csv": "winner,loser\n2/3/2024,13/1/2024\n"},
			want: `{"player": 2, "game": 1, "winner": [1], "loser": [0]}`, labels: []string{"13/1/2024", "2/3/2024"}},
		{name: "months first", decl: league, files: map[string]string{"g.csv": "winner,loser\n2/3/24,1/13/24\n"},
			want: `{"player": 2, "game": 1, "winner": [1], "loser": [0]}`, labels: []string{"1/13/24", "2/3/24"}},
		{name: "days or months first, in order", decl: league, files: map[string]string{"g.csv": "winner,loser\n4/3/2024,3/4/2024\n"},
			want: `{"player": 2, "game": 1, "winner": [0], "loser": [1]}`, labels: []string{"4/3/2024", "3/4/2024"}},
		{name: "days or months first", decl: league, files: map[string]string{"g.csv": "winner,loser\n3/4/2024,2/5/2024\n5/2/2024,3/4/2024\n"},
			want: `{"player": 3, "game": 2, "winner": [0,1], "loser": [2,0]}`, labels: []string{"3/4/2024", "5/2/2024", "2/5/2024"}, warning: "with the day or with the month first"},
		{name: "months with names", decl: league, files: map[string]string{"g.csv": "winner,loser\n3 Mar 2024,14 Jan 2024\n"},
			want: `{"player": 2, "game": 1, "winner": [1], "loser": [0]}`, labels: []string{"14 Jan 2024", "3 Mar 2024"}},
		{name: "quarters", decl: league, files: map[string]string{"g.csv": "winner,loser\n2024-Q1,2023-Q3\n"},
			want: `{"player": 2, "game": 1, "winner": [1], "loser": [0]}`, labels: []string{"2023-Q3", "2024-Q1"}},
		{name: "weeks", decl: league, files: map[string]string{"g.csv": "winner,loser\n2024-W10,2024-W9\n"},
			want: `{"player": 2, "game": 1, "winner": [1], "loser": [0]}`, labels: []string{"2024-W9", "2024-W10"}},
		{name: "no quarters", decl: league, files: map[string]string{"g.csv": "winner,loser\n2024-Q5,2023-Q3\n"},
			want: `{"player": 2, "game": 1, "winner": [0], "loser": [1]}`, labels: []string{"2024-Q5", "2023-Q3"}},
		{name: "no rows", decl: league, files: map[string]string{"g.csv": "winner,loser\n"},
			want: `{"player": 0, "game": 0, "winner": [], "loser": []}`},
		{name: "another meaning", decl: "n: range\ny: real[n]", files: map[string]string{"g.csv": "n,y\n12,1\n7,2\n"},
			want: `{"n": 2, "y": [2,1]}`, labels: []string{"7", "12"}, warning: "the column n, which has the name of a range"},
		{name: "another meaning twice", decl: "n: range\ny: real[n]", files: map[string]string{"g.csv": "n,y\n12,1\n12,1\n"},
			want: "g.csv:3:4: error: y[0] is given twice: two rows have the same n"},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			m := inputs(t, c.decl)
			s, d := readFiles(t, m, c.files, c.set)
			if strings.Contains(c.want, "error") {
				if s != nil || !strings.HasPrefix(d.Errors()[0].Error(), c.want) {
					t.Errorf("got %v, want %s", d, c.want)
				}
				return
			}
			if got := canonical(t, s, d); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			for _, r := range []string{"player", "n"} {
				if got := s.Labels[r]; inputOf(m, r) != nil && !reflect.DeepEqual(got, c.labels) && len(got)+len(c.labels) > 0 {
					t.Errorf("labels %q, want %q", got, c.labels)
				}
			}
			if c.warning == "" && len(d) > 0 || c.warning != "" && !strings.Contains(d.Error(), c.warning) {
				t.Errorf("warnings %v, want %s", d, c.warning)
			}
		})
	}
}

// readFiles reads a folder of tables.
func readFiles(t *testing.T, m *model.Model, files map[string]string, set []string) (*Set, lang.Diagnostics) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var overrides []Override
	for _, text := range set {
		o, ok := ParseOverride(text)
		if !ok {
			t.Fatal(text)
		}
		overrides = append(overrides, o)
	}
	s, d := Read(dir, m, overrides...)
	for i := range d {
		d[i].File = strings.TrimPrefix(d[i].File, dir+string(filepath.Separator))
	}
	return s, d
}

// TestTables: tables as programs write them.
func TestTables(t *testing.T) {
	m := inputs(t, "n: range\ny: real[n]\non: bool[n]\nk: index(g)[n]\ng: range")
	inputOf(m, "y").Missing, inputOf(m, "on").Missing = true, true
	want := `{"n": 3, "y": [1.5,null,-200], "on": [true,false,null], "k": [0,1,0], "g": 2}`
	for name, text := range map[string]string{
		"commas.csv":      "y,on,k\n1.5,yes,a\nNaN,N,b\n-2e2,-,a\n",
		"tabs.tsv":        "y\ton\tk\n1.5\tY\ta\n\tno\tb\n-2e2\tn/a\ta\n",
		"tabs.csv":        "y\ton\tk\n1,5\tTrue\ta\nnull\tFALSE\tb\n-2e2\tNULL\ta\n",
		"semi.csv":        "y;on;k\n1,5;t;a\nNA;f;b\n-2,00E2;;\"a\"\n",
		"sep.csv":         "sep=;\r\ny;on;k\r\n1,5;1;a\r\n#N/A;0;b\r\n-200;nan;a\r\n",
		"one.csv.json":    `{"y": [1.5, NaN, -200], "on": [1, 0, null], "k": ["a", "b", "a"]}`,
		"quoted.csv.json": `{"y": [1.5, "", -200], "on": ["Yes", "n", "-"], "k": ["a", "b", "a"]}`,
		"two.csv.json":    `{"y": [1.5, "n/a", -200], "on": [true, 0, NA], "k": ["a", "b", "a"]}`,
	} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		s, d := Read(path, m)
		if got := canonical(t, s, d); got != want || len(d) > 0 {
			t.Errorf("%s: got %s, want %s; %v", name, got, want, d)
		}
	}
}

// TestCells: what is wrong in a cell is said of the cell, and of a column once.
func TestCells(t *testing.T) {
	m := inputs(t, "n: range\ny: real[n]\ng: range\nk: index(g)[n]")
	for _, c := range []struct {
		text string
		want []string
	}{
		{"y,k\n1,a\nn/a,b\n2,-\n", []string{
			`g.csv:3:1: error: y[1] has no value: n/a [missing-input]`,
			`g.csv:4:3: error: k[2] has no value [missing-input]`}},
		{"y,k\n1,a\n,b\n2,a\n-,b\nNA,b\n", []string{
			`g.csv:3:1: error: y[1] has no value; there are 3 such mistakes, three of them here [missing-input]`}},
		{"y,k\nu,a\nv,b\n", []string{
			`g.csv:2:1: error: y[0] is "u", a number is expected [data-type]`,
			`g.csv:3:1: error: y[1] is "v", a number is expected [data-type]`}},
		{"y,k\nu,a\nv,b\n1,a\nw,a\nx,a\n", []string{
			`g.csv:2:1: error: y[0] is "u", a number is expected; there are 4 such mistakes, three of them here [data-type]`}},
		{"y,k\n1\n2\n3\n", []string{
			`g.csv:2:1: error: this line has 1 field, the first line has 2; there are 3 such mistakes, three of them here [data-shape]`}},
		{"y;k\n1,5;a\n2.5;b\n1.000,5;a\n", []string{
			`g.csv:3:1: error: 2.5 has a point, where numbers of this file have a decimal comma, as 1,5 in line 2 [data-number]`,
			`g.csv:4:1: error: 1.000,5 has a point, where numbers of this file have a decimal comma, as 1,5 in line 2 [data-number]`}},
	} {
		_, d := readFiles(t, m, map[string]string{"g.csv": c.text}, nil)
		var got []string
		for _, e := range d.Errors() {
			got = append(got, e.Error())
			if strings.Contains(e.Message, "three of them") && len(e.Related) != 2 {
				t.Errorf("%q: %d more places", c.text, len(e.Related))
			}
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q: got\n%s\nwant\n%s", c.text, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

// TestSupports: counts and probabilities that no run accepts are errors at their
// cells, where their statement counts.
func TestSupports(t *testing.T) {
	f, d := lang.Parse("m.yaml", []byte(`model: m
inputs: {n: range, y: 'int[n]', p: 'real[n]', on: 'bool[n]', z: 'real[n]'}
program: |
  r ~ gamma(shape = 1, rate = 1)
  for (i in n) {
    y[i] ~ poisson(r)
    if (on[i]) { z[i] ~ beta(1, 1); b[i] ~ bernoulli(p[i]) }
  }
infer: [r, b]
`))
	if d.HasErrors() {
		t.Fatal(d)
	}
	m, d := model.Check(f)
	if d.HasErrors() {
		t.Fatal(d)
	}
	_, d = readFiles(t, m, map[string]string{"g.csv": "y,p,on,z\n1,1,yes,1\n0,9,no,9\n-1,2,yes,0.5\n2,-1,yes,1.5\n"}, nil)
	want := "g.csv:4:1: error: y[2] is -1; here it must be at least 0 [data-range]\n" +
		"g.csv:4:4: error: p[2] is 2; here it must be at most 1 [data-range]\n" +
		"g.csv:5:3: error: p[3] is -1; here it must be at least 0 [data-range]\n" +
		"g.csv:5:10: error: z[3] is 1.5; here it must be at most 1 [data-range]"
	if d.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", d, want)
	}
	if s, d := readFiles(t, m, map[string]string{"g.csv": "y,p,on,z\n1,1,yes,1\n0,9,no,9\n"}, nil); s == nil {
		t.Error(d)
	}
}

// TestSupportsOfTwo: what a cell has to be may stand in another cell, and a parameter may
// be computed from it.
func TestSupportsOfTwo(t *testing.T) {
	f, d := lang.Parse("m.yaml", []byte(`model: m
inputs: {n: range, k: 'int[n]', m: 'int[n]', p: 'real[n]', x: 'real[n]', y: {type: 'real[n]', missing: true}, low: real}
program: |
  r ~ beta(1, 1)
  b ~ normal(0, variance = 1)
  for (i in n) {
    k[i] ~ binomial(m[i], r)
    on[i] ~ bernoulli(p[i] / 100)
    y[i] ~ normal(b * log(x[i]), variance = 1)
    z[i] ~ uniform(low, x[i])
  }
infer: [r, b, on, z]
`))
	if d.HasErrors() {
		t.Fatal(d)
	}
	m, d := model.Check(f)
	if d.HasErrors() {
		t.Fatal(d)
	}
	_, d = readFiles(t, m, map[string]string{"g.csv": "k,m,p,x,y\n1,1,50,1,1\n3,2,100,1,NA\n4,9,250,1,2\n5,4,1,0,2\n5,4,1,2,2\n"}, []string{"low=-9"})
	want := "g.csv:3:1: error: k[1] is 3; here it must be at most m[i], which is 2; there are 3 such mistakes, three of them here [data-range]\n" +
		"g.csv:4:5: error: p[2] is 250, so that p[i] / 100 is 2.5; here it must be at most 1 [data-range]\n" +
		"g.csv:5:7: error: x[3] is 0, and log(x[i]) is not finite [data-range]"
	if d.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", d, want)
	}
	if s, d := readFiles(t, m, map[string]string{"g.csv": "k,m,p,x,y\n1,1,50,1,1\n0,2,100,3,NA\n"}, []string{"low=-9"}); s == nil {
		t.Error(d)
	}
}

// TestSupportsOfComputed: a parameter that the program computes under a name is wrong at
// the cell that it is computed from. What is wrong because of a cell that is reported is
// not reported too.
func TestSupportsOfComputed(t *testing.T) {
	f, d := lang.Parse("m.yaml", []byte(`model: m
inputs: {n: range, v: 'real[n]', y: 'real[n]', k: 'int[n]', z: 'int[n]', d: range, c: 'int[d]', low: real}
program: |
  a ~ normal(0, variance = 1)
  q ~ dirichlet([1, 1, 1])
  r ~ beta(1, 1)
  for (i in n) {
    if (v[i] < 100) { w[i] = v[i] - low }
    if (v[i] >= 100) { w[i] = 1 }
    y[i] ~ normal(a, sd = 2 * w[i])
    z[i] ~ discreteuniform(k[i])
    z[i] ~ binomial(k[i], r)
  }
  s[0] = v[0]
  for (i in 1..<n) { s[i] = s[i - 1] + v[i] }
  for (i in n) { y[i] ~ normal(a, variance = s[i]) }
  c ~ multinomial(4, q)
infer: [a, q, r]
`))
	if d.HasErrors() {
		t.Fatal(d)
	}
	m, d := model.Check(f)
	if d.HasErrors() {
		t.Fatal(d)
	}
	for name, c := range map[string]struct{ rows, counts, want string }{
		"right": {"1,1,1,0\n2,2,2,1\n", "1\n2\n1\n", ""},
		"chain": {"1,1,1,0\n0.8,2,2,1\n-7,3,2,1\n", "1\n2\n1\n", "rows.csv:4:1: error: v[2] is -7, so that 2 * w[i] is -15.5; here it must be at least 0 [data-range]"},
		"wrong": {"1,1,1,0\n0.5,2,-2,1\n100,3,2,2\n0.25,4,3,2\n", "1\n-2\n5\n",
			"counts.csv:3:1: error: c[1] is -2; here it must be at least 0 [data-range]\n" +
				"rows.csv:3:1: error: v[1] is 0.5, so that 2 * w[i] is -0.5; here it must be at least 0 [data-range]\n" +
				"rows.csv:3:7: error: k[1] is -2; here it must be above 0 [data-range]\n" +
				"rows.csv:4:9: error: z[2] is 2; here it must be below k[i], which is 2 [data-range]\n" +
				"rows.csv:5:1: error: v[3] is 0.25, so that 2 * w[i] is -1; here it must be at least 0 [data-range]"},
	} {
		_, d := readFiles(t, m, map[string]string{"rows.csv": "v,y,k,z\n" + c.rows, "counts.csv": "c\n" + c.counts}, []string{"low=0.75"})
		if d.Error() != c.want && (len(d) > 0 || c.want != "") {
			t.Errorf("%s: got\n%v\nwant\n%s", name, d, c.want)
		}
	}
}

// TestHintsAtObjects: what programs write as JSON.
func TestHintsAtObjects(t *testing.T) {
	m := inputs(t, league)
	for _, c := range []struct{ text, message, hint string }{
		{`[{"winner": 0, "loser": 1}]`, `data are an object, {"name": value, ...}, not a list`, "one object with a list for each array, not an object for each row; the inputs are game, loser, player, winner"},
		{`[1]`, `data are an object, {"name": value, ...}, not a list`, "the inputs are game, loser, player, winner"},
		{`{"player": ["12", "7"], "winner": [12], "loser": [0]}`, "winner[0] is 12, out of the range player", `the list of the labels of player has it as a text: write "12"`},
		{`{"player": ["a", "b"], "winner": [12], "loser": [0]}`, "winner[0] is 12, out of the range player", "player runs from 0 to 1: player has 2 elements, as the list of its labels says"},
	} {
		_, d := ReadJSON("d.json", []byte(c.text), m)
		if len(d) != 1 || d[0].Message != c.message || d[0].Hint != c.hint {
			t.Errorf("%s: %+v", c.text, d)
		}
	}
}

// TestHintsAtTables: what people write in headers, cells and at the ends of lines.
func TestHintsAtTables(t *testing.T) {
	m := inputs(t, "n: range\ny: real[n]\nload: real[n]")
	for _, c := range []struct{ text, message, hint string }{
		{"Y,LOAD\n1,2\n", "no column is named as an input", "name the column Y as the input, y; the inputs are load, n, y"},
		{"y,load (kg)\n1,2\n", "no input names the column load (kg)", "did you mean load?"},
		{"y,load\n1,2,\n", "this line has 3 fields, the first line has 2", "there is a comma at its end, and none at the end of the first line"},
		{"y,load\n1 000.5,2\n", `y[0] is "1 000.5", a number is expected`, "a number has digits and a point alone: no units, and nothing between thousands"},
		{"y,load\n5%,2\n", `y[0] is "5%", a number is expected`, "a number has digits and a point alone: no units, and nothing between thousands"},
	} {
		_, d := readFiles(t, m, map[string]string{"g.csv": c.text}, nil)
		found := false
		for _, x := range d {
			found = found || x.Message == c.message && x.Hint == c.hint
		}
		if !found {
			t.Errorf("%q: %+v", c.text, d)
		}
	}
}
