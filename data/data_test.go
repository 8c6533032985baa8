package data

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"mpc/lang"
	"mpc/model"
)

// inputs makes a model with these inputs and a program that reads them all.
func inputs(t testing.TB, decl string) *model.Model {
	t.Helper()
	var b strings.Builder
	b.WriteString("model: m\ninputs:\n")
	for _, l := range strings.Split(strings.TrimSpace(decl), "\n") {
		b.WriteString("  " + strings.TrimSpace(l) + "\n")
	}
	b.WriteString("program: |\n  x ~ normal(0, variance = 1)\n")
	f, d := lang.Parse("m.yaml", []byte(b.String()))
	if d.HasErrors() {
		t.Fatal(d)
	}
	m, d := model.Check(f)
	for _, e := range d.Errors() {
		if e.Code != model.CodeUnused {
			t.Fatal(d)
		}
	}
	if m == nil {
		m = unused(t, f)
	}
	return m
}

// unused checks a model whose inputs the program does not read, by reading them.
func unused(t testing.TB, f *lang.File) *model.Model {
	t.Helper()
	text := strings.Replace(string(f.Source), "  x ~", readAll(f)+"  x ~", 1)
	g, d := lang.Parse("m.yaml", []byte(text))
	if d.HasErrors() {
		t.Fatal(d)
	}
	m, d := model.Check(g)
	if d.HasErrors() {
		t.Fatalf("%v\n%s", d, text)
	}
	return m
}

// readAll writes a statement that reads each input.
func readAll(f *lang.File) string {
	var b strings.Builder
	for i, in := range f.Inputs {
		loops, element, body := "", in.Name.Name, ""
		for k := range in.Type.Dims {
			index := fmt.Sprintf("i%d_%d", i, k)
			loops += fmt.Sprintf("for (%s in 0..<1) { ", index)
			element += "[" + index + "]"
		}
		used := fmt.Sprintf("u%d", i)
		for k := range in.Type.Dims {
			used += fmt.Sprintf("[i%d_%d]", i, k)
		}
		switch in.Type.Base {
		case "bool":
			body = fmt.Sprintf("%s = !%s", used, element)
		case "normal", "gamma", "beta", "bernoulli", "inversegamma":
			body = fmt.Sprintf("%s ~ %s", used, element)
		case "range":
			continue
		default:
			body = fmt.Sprintf("%s = %s + 1", used, element)
		}
		b.WriteString("  " + loops + body + strings.Repeat(" }", len(in.Type.Dims)) + "\n")
	}
	for i, in := range f.Inputs {
		if in.Type.Base == "range" {
			fmt.Fprintf(&b, "  for (r%d in %s) { w%d[r%d] = 1 }\n", i, in.Name.Name, i, i)
		}
	}
	return b.String()
}

func canonical(t *testing.T, s *Set, d lang.Diagnostics) string {
	t.Helper()
	if d.HasErrors() {
		t.Fatal(d)
	}
	b, err := s.JSON()
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(strings.TrimSpace(string(b)), "\n", " ")
}

const games = `
	player: range
	game: range
	winner: index(player)[game]
	margin: real[game]
	drawn: bool[game]
`

// deep are inputs whose sizes vary over dimensions that vary themselves.
const deep = "player: range\ngame: range\nranks: int[game]\ncount: int[game][ranks[game]]\n" +
	"y: real[game][ranks[game]][count[game][ranks[game]]]\nwho: index(player)[game][ranks[game]]"

// TestEmptyRows: a table has no row for an empty list, at the end of any list either.
func TestEmptyRows(t *testing.T) {
	m := inputs(t, deep)
	read := func(tables ...string) (*Set, lang.Diagnostics) {
		dir := t.TempDir()
		for i, text := range tables {
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.csv", i)), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		return Read(dir, m)
	}
	const games = "game,ranks\n0,2\n1,0\n2,3\n3,0\n"
	const teams = "game,rank,count,who\n0,0,2,ann\n0,1,0,bob\n2,0,0,ann\n2,1,1,bob\n2,2,0,ann\n"
	want := `{"player": 2, "game": 4, "ranks": [2,0,3,0], "count": [[2,0],[],[0,1,0],[]], "y": [[[1,2],[]],[],[[],[3],[]],[]], "who": [[0,1],[],[0,1,0],[]]}`
	s, d := read(games, teams, "game,rank,k,y\n0,0,0,1\n0,0,1,2\n2,1,0,3\n")
	if got := canonical(t, s, d); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	// The largest list may be the last one.
	s, d = read("game,rank,k,y\n0,0,0,1\n0,0,1,2\n2,1,0,3\n", games, teams)
	if got := canonical(t, s, d); got != want {
		t.Errorf("with y first: got  %s\nwant %s", got, want)
	}
	s, d = read("game,ranks\n0,0\n1,0\n", "game,rank,count,who\n", "game,rank,k,y\n")
	if got, want := canonical(t, s, d), `{"player": 0, "game": 2, "ranks": [0,0], "count": [[],[]], "y": [[],[]], "who": [[],[]]}`; got != want {
		t.Errorf("no rows: got  %s\nwant %s", got, want)
	}
	for want, y := range map[string]string{
		"y[2][1] has 0 elements, count[2, 1] is 1":          "0,0,0,1\n0,0,1,2\n",
		"y[2][1] has 2 elements, count[2, 1] is 1":          "0,0,0,1\n0,0,1,2\n2,1,0,3\n2,1,1,4\n",
		"y[1] has 1 element, ranks[1] is 0":                 "0,0,0,1\n0,0,1,2\n1,0,0,1\n2,1,0,3\n",
		"y[0][0][1] has no row, but y[0][0][2] has":         "0,0,0,1\n0,0,2,2\n2,1,0,3\n",
		"y has 6 elements, game is 4":                       "0,0,0,1\n0,0,1,2\n2,1,0,3\n5,0,0,1\n",
		"a column with the index of ranks[game] is missing": "",
	} {
		table := "game,rank,k,y\n" + y
		if y == "" {
			table = "game,y\n0,1\n" // and none of a rank
		}
		if _, d := read(games, teams, table); !d.HasErrors() || !strings.Contains(d.Error(), want) {
			t.Errorf("got %v, want %s", d, want)
		}
	}
}

func TestReadJSON(t *testing.T) {
	tests := []struct{ name, decl, src, want string }{
		{"numbers", games, `{"player": 3, "winner": [2, 0], "margin": [1.5, -2e3], "drawn": [true, false]}`,
			`{"player": 3, "game": 2, "winner": [2,0], "margin": [1.5,-2000], "drawn": [true,false]}`},
		{"labels", games, `{"winner": ["bob", "ann", "bob"], "margin": [1, 2, 3], "drawn": [true, false, true]}`,
			`{"player": 2, "game": 3, "winner": [0,1,0], "margin": [1,2,3], "drawn": [true,false,true]}`},
		{"label list", games, `{"player": ["ann", "bob", "eve"], "winner": ["bob", "ann"], "margin": [1, 2], "drawn": [true, false]}`,
			`{"player": 3, "game": 2, "winner": [1,0], "margin": [1,2], "drawn": [true,false]}`},
		{"no games", games, `{"player": 2, "winner": [], "margin": [], "drawn": []}`,
			`{"player": 2, "game": 0, "winner": [], "margin": [], "drawn": []}`},
		{"ragged", "doc: range\nvocab: range\nlength: int[doc]\nword: index(vocab)[doc][length[doc]]",
			`{"vocab": 9, "length": [2, 0, 1], "word": [[1, 8], [], [3]]}`,
			`{"doc": 3, "vocab": 9, "length": [2,0,1], "word": [[1,8],[],[3]]}`},
		{"three levels", deep, `{"ranks": [2, 0, 1], "count": [[2, 1], [], [0]], "y": [[[1, 2], [3]], [], [[]]], "who": [["ann", "bob"], [], ["ann"]]}`,
			`{"player": 2, "game": 3, "ranks": [2,0,1], "count": [[2,1],[],[0]], "y": [[[1,2],[3]],[],[[]]], "who": [[0,1],[],[0]]}`},
		{"sizes over a range twice", "item: range\nlength: int[item][item]\ny: real[item][item][length[item][item]]",
			`{"length": [[1, 2], [0, 1]], "y": [[[1], [2, 3]], [[], [4]]]}`, `{"item": 2, "length": [[1,2],[0,1]], "y": [[[1],[2,3]],[[],[4]]]}`},
		{"default", "a: {type: real, default: 2.5}\nb: {type: bool, default: true}\nn: int", `{"n": 3.0}`, `{"a": 2.5, "b": true, "n": 3}`},
		{"distributions", "k: range\nprior: normal[k]\ng: gamma", `{"prior": [{"dist": "normal", "mean": 1, "variance": 4}, {"dist": "point", "value": 3}], "g": {"dist": "gamma", "shape": 2, "rate": 3}}`, ""},
		{"escapes", "k: range\nn: int[k]\nw: index(k)", `{"k": ["\u0061", "b\"c"], "n": [1, 2], "w": "b\"c"}`, `{"k": 2, "n": [1,2], "w": 1}`},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			m := inputs(t, c.decl)
			s, d := ReadJSON("d.json", []byte(c.src), m)
			got := canonical(t, s, d)
			if c.want != "" && got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			again, d := ReadJSON("d.json", []byte(got), m)
			if c.name != "labels" && c.name != "label list" && canonical(t, again, d) != got {
				t.Errorf("reading the canonical form gives another one: %s", canonical(t, again, d))
			}
		})
	}
}

func TestLabels(t *testing.T) {
	m := inputs(t, "player: range\ngame: range\nwinner: index(player)[game]\nloser: index(player)[game]")
	s, d := ReadJSON("d.json", []byte(`{"loser": ["eve", "bob"], "winner": ["bob", "ann"]}`), m)
	if d.HasErrors() {
		t.Fatal(d)
	}
	// The order of the inputs in the model counts, not that of the file.
	if want := []string{"bob", "ann", "eve"}; !reflect.DeepEqual(s.Labels["player"], want) {
		t.Errorf("labels %v, want %v", s.Labels["player"], want)
	}
	v, err := s.Value(m.Inputs[3], 0)
	if err != nil || v != 2 {
		t.Errorf("loser[0] = %v, %v", v, err)
	}
	if _, err := s.Value(m.Inputs[3], 2); err == nil {
		t.Error("loser[2] has a value")
	}
}

func TestErrors(t *testing.T) {
	tests := []struct{ decl, src, want string }{
		{games, "", "1:1: error: no data: the file is empty"},
		{games, " []", "1:2: error: data are an object"},
		{"a: real", `{"a": 1, "a": 2}`, "1:10: error: a is given twice"},
		{"alpha: real", "{\n \"alpa\": 1}", "2:2: error: the model has no input alpa"},
		{"a: real", `{}`, "1:1: error: the data have no a, which is real"},
		{"n: range\na: real[n]", `[{"a": 1}, {"a": 2}]`, "1:1: error: data are an object, {\"name\": value, ...}, not a list"},
		{"a: real", `{"a": NaN}`, "1:7: error: NaN is not a finite number"},
		{"a: real", `{"a": -Infinity}`, "1:7: error: -Infinity is not a finite number"},
		{"a: real", `{"a": 1e999}`, "1:7: error: 1e999 is too large"},
		{"a: real", `{"a": 01}`, "1:7: error: 01 is not a number"},
		{"a: real", `{"a": "x"}`, `1:7: error: a is "x", a number is expected`},
		{"a: real", `{"a": null}`, "1:7: error: a has no value"},
		{"a: real", `{"a": [1]}`, "1:7: error: a is a list, but a is real"},
		{"a: real", `{"a": 1} x`, "1:10: error: 'x' after the end"},
		{"a: real", `{"a": 1,}`, "1:9: error: a value is missing after the comma"},
		{"a: real", `{"a": 1`, `1:1: error: this { is not closed`},
		{"a: bool", `{"a": 2}`, "1:7: error: a is 2, true or false is expected"},
		{"a: int", `{"a": 1.5}`, "1:7: error: a is 1.5, a whole number is expected"},
		{"a: normal", `{"a": 1}`, "1:7: error: a is 1, a distribution is expected"},
		{"a: normal", `{"a": {"dist": "gamma", "shape": 1, "rate": 1}}`, "1:7: error: a is no normal"},
		{"k: range\na: real[k]", `{"k": -1, "a": []}`, "1:7: error: k is a range: its size cannot be negative"},
		{"k: range\na: real[k]", `{"k": 2.5, "a": []}`, "1:7: error: k is a range: its size is a whole number"},
		{"k: range\na: real[k]", `{"k": 2, "a": [1]}`, "1:15: error: a has 1 element, k is 2"},
		{"k: range\na: real[k]\nb: real[k]", `{"a": [1], "b": [1, 2]}`, "1:17: error: b has 2 elements, k is 1"},
		{"k: range\na: real[k]", `{"a": 3}`, "1:7: error: a is real[k], a list is expected where a is 3"},
		{"k: range\na: real[k, 2]", `{"a": [[1, 2], [3]]}`, "1:16: error: a[1] has 1 element, 2 is 2"},
		{"k: range\na: real[k, 2]", `{"a": [[1, 2], 7]}`, "1:16: error: a is real[k][2], a list is expected where a[1] is 7"},
		{"k: range\nn: int[k]\na: real[k, n[k]]", `{"n": [1, -1], "a": [[1], []]}`, "1:11: error: the length of a[1] is n[1], which is negative: -1"},
		{"k: range\na: index(k)", `{"k": 2, "a": 2}`, "1:15: error: a is 2, out of the range k"},
		{"k: range\na: index(k)", `{"k": 2, "a": -1}`, "1:15: error: a is -1, out of the range k"},
		{"k: range\na: index(k)", `{"a": 0}`, "1:1: error: the data have no k"},
		{"k: range\na: index(k)", `{"k": ["ann", "bob"], "a": "anm"}`, `1:28: error: a is "anm", which is no label of k`},
		{"k: range\na: index(k)", `{"k": ["ann", "ann"], "a": 0}`, `1:15: error: label "ann" of k is given twice`},
		{"k: range\nj: range\na: index(k)[j]", `{"a": ["x", 0]}`, "1:13: error: a[1] is 0, but other members of k are labels"},
		{"k: range\nj: range\na: index(k)[j]", `{"k": 3, "a": ["x", "y"]}`, "1:10: error: k is given as 3, but its members have 2 different labels"},
		{"a: real", `{"a": ` + strings.Repeat("[", 100000), "1:207: error: nested more than 200 deep"},
	}
	for _, c := range tests {
		_, d := ReadJSON("d.json", []byte(c.src), inputs(t, c.decl))
		if !d.HasErrors() {
			t.Errorf("%s: no error, want %s", c.src, c.want)
			continue
		}
		if got := d.Errors()[0].Error(); !strings.HasPrefix(got, "d.json:"+c.want) {
			t.Errorf("%.80s:\n got %s\nwant d.json:%s", c.src, got, c.want)
		}
	}
}

func TestCSV(t *testing.T) {
	m := inputs(t, games)
	s, d := ReadCSV("d.csv", []byte("winner,margin,drawn,venue\r\nann,1.5,TRUE,x\r\n\"bob, jr\",+2,0,y\n"), m)
	want := `{"player": 2, "game": 2, "winner": [0,1], "margin": [1.5,2], "drawn": [true,false]}`
	if got := canonical(t, s, d); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if len(d) != 1 || d[0].Code != CodeUnused || !strings.Contains(d[0].Message, "venue") {
		t.Errorf("diagnostics: %v", d)
	}
	if got := s.Labels["player"]; !reflect.DeepEqual(got, []string{"ann", "bob, jr"}) {
		t.Errorf("labels %q", got)
	}
	s, d = ReadCSV("d.csv", []byte("winner,margin,drawn\n007,1,T\nann,2,F\n7,3,F\n"), m)
	if canonical(t, s, d); !reflect.DeepEqual(s.Labels["player"], []string{"007", "ann", "7"}) {
		t.Errorf("labels %q", s.Labels["player"])
	}
	for src, want := range map[string]string{
		"winner,margin,drawn\nann,x,1\n":          `d.csv:2:5: error: margin[0] is "x", a number is expected`,
		"winner,margin,drawn\nann,NA,1\n":         `d.csv:2:5: error: margin[0] has no value`,
		"winner,margin,drawn\nann,1\n":            `d.csv:2:1: error: this line has 2 fields`,
		"winner,margin,drawn\n\"ann,1,1\n":        `d.csv:2:1: error: this quoted field has no end`,
		"winner,margin,drawn,margin\nann,1,T,1\n": `d.csv:1:21: error: there are two columns margin`,
		"winner,margin,drawn\nann,1,maybe\n":      `d.csv:2:7: error: drawn[0] is "maybe", true or false is expected`,
		"winner,margin,drawn\nann,1e999,TRUE\n":   `d.csv:2:5: error: margin[0] is 1e999, too large for a number`,
	} {
		_, d := ReadCSV("d.csv", []byte(src), m)
		if !d.HasErrors() || !strings.HasPrefix(d.Errors()[0].Error(), want) {
			t.Errorf("%q: got %v, want %s", src, d, want)
		}
	}
}

// TestUnusedColumns: the warning about columns stands in the file that has them.
func TestUnusedColumns(t *testing.T) {
	m := inputs(t, "game: range\nplayer: range\nmargin: real[game]\nage: real[player]")
	dir := t.TempDir()
	for name, text := range map[string]string{"game.csv": "margin,venue,day\n1,x,2\n", "player.csv": "Age2,age,name\n1,2,x\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, d := Read(dir, m)
	want := "game.csv:1:8: warning: no input names the columns venue, day [data-unused]\n" +
		"player.csv:1:1: warning: no input names the columns Age2, name [data-unused]"
	if got := strings.ReplaceAll(d.Error(), dir+string(filepath.Separator), ""); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestRowsOfOthers: in a table of several plates a row may be without the elements
// of an array that runs over other ones.
func TestRowsOfOthers(t *testing.T) {
	m := inputs(t, "doc: range\nword: range\nscore: real[doc]\nweight: real[doc][word]")
	s, d := ReadCSV("d.csv", []byte("doc,word,score,weight\n0,0,,1\n0,1,,2\n1,0,,3\n1,1,,4\n0,,5,\n1,,6,\n"), m)
	if got, want := canonical(t, s, d), `{"doc": 2, "word": 2, "score": [5,6], "weight": [[1,2],[3,4]]}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestFolder(t *testing.T) {
	m := inputs(t, "doc: range\nvocab: range\nlength: int[doc]\nword: index(vocab)[doc][length[doc]]\nprior: normal[vocab]\nscale: real")
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if strings.HasSuffix(name, ".gz") {
			var b bytes.Buffer
			z := gzip.NewWriter(&b)
			if _, err := z.Write([]byte(text)); err != nil {
				t.Fatal(err)
			}
			if err := z.Close(); err != nil {
				t.Fatal(err)
			}
			text = b.String()
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("doc.csv", "doc,length\nsecond,2\nfirst,3\n")
	write("word.csv.gz", "doc,word\nfirst,a\nfirst,b\nsecond,b\nfirst,c\nsecond,a\n")
	write("vocab.csv", "vocab,prior.mean,prior.variance\na,0,1\nb,1,2\nc,2,4\n")
	write("all.csv", "scale\n0.5\n")
	s, d := Read(dir, m)
	got := canonical(t, s, d)
	for _, want := range []string{`"doc": 2`, `"length": [2,3]`, `"word": [[1,0],[0,1,2]]`, `"scale": 0.5`, `"vocab": 3`} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not in %s", want, got)
		}
	}
	s, d = Read(dir, m, Override{Input: "scale", Value: []byte("7"), From: "--set scale"})
	if got := canonical(t, s, d); !strings.Contains(got, `"scale": 7`) {
		t.Errorf("the override has no effect: %s", got)
	}
	write("word.csv.gz", "doc,pos,word\nfirst,0,a\nfirst,2,b\nsecond,0,b\n")
	if _, d := Read(dir, m); !strings.Contains(d.Error(), "word[1][1] has no row") {
		t.Errorf("a gap in the index: %v", d)
	}
	if _, d := Read(filepath.Join(dir, "none.json"), m); !d.HasErrors() {
		t.Error("a file that is not there gives no error")
	}
}

func TestOverride(t *testing.T) {
	m := inputs(t, "k: range\na: index(k)\nb: real")
	o, ok := ParseOverride("a=bob")
	if !ok {
		t.Fatal("a=bob has the form name=value")
	}
	s, d := ReadJSON("d.json", []byte(`{"k": ["ann", "bob"], "b": 1}`), m, o)
	if got := canonical(t, s, d); got != `{"k": 2, "a": 1, "b": 1}` {
		t.Error(got)
	}
	o, _ = ParseOverride("c=1")
	if _, d := ReadJSON("d.json", []byte(`{"k": ["ann", "bob"], "b": 1, "a": 0}`), m, o); !d.HasErrors() {
		t.Error("an override of no input gives no error")
	}
	if _, ok := ParseOverride("c"); ok {
		t.Error("c has not the form name=value")
	}
}

func TestLarge(t *testing.T) {
	const rows = 50000
	m := inputs(t, "team: range\ngame: range\nhome: index(team)[game]\naway: index(team)[game]\np: real[game]\nq: real[game]\nz: int[game]")
	var b strings.Builder
	b.WriteString("home,away,p,q,z\n")
	for i := range rows {
		fmt.Fprintf(&b, "team%d,team%d,%g,%g,%d\n", i%500, (i*7+1)%500, float64(i)/3, 1/float64(i+1), i)
	}
	start := time.Now()
	s, d := ReadCSV("d.csv", []byte(b.String()), m)
	if d.HasErrors() {
		t.Fatal(d)
	}
	csv := time.Since(start)
	src, err := s.JSON()
	if err != nil {
		t.Fatal(err)
	}
	start = time.Now()
	if _, d := ReadJSON("d.json", src, m); d.HasErrors() {
		t.Fatal(d)
	}
	json := time.Since(start)
	t.Logf("CSV %v, JSON %v", csv, json)
	if csv > time.Minute || json > time.Minute {
		t.Errorf("slow: CSV %v, JSON %v", csv, json)
	}
}

// TestOtherFormats: files that are neither JSON nor CSV say what they are.
func TestOtherFormats(t *testing.T) {
	m := inputs(t, "n: range\ny: real[n]")
	dir := t.TempDir()
	for name, x := range map[string]struct{ text, want string }{
		"a.txt":     {"y\n1\n", "a.txt: error: data are JSON or CSV; the name ends in .txt [data-file]"},
		"a.xlsx":    {"PK\x03\x04", "a.xlsx: error: data are JSON or CSV; the name ends in .xlsx [data-file]"},
		"b.csv":     {"PK\x03\x04", "b.csv:1:1: error: the file is a packed one, as a spreadsheet is [data-syntax]"},
		"c.csv":     {"\xff\xfey\x00\n\x00", "c.csv:1:1: error: the file is in UTF-16 [data-syntax]"},
		"c.json":    {"\xfe\xff\x00{", "c.json:1:1: error: the file is in UTF-16 [data-syntax]"},
		"d.csv":     {"y,caf\xe9\n1,2\n", "d.csv:1:6: error: the file is not UTF-8: the byte 0xE9 [data-syntax]"},
		"e.json":    {"\x1f\x8b\x08", "e.json:1:1: error: the file is gzipped [data-syntax]"},
		"f.json.gz": {"{}", "f.json.gz: error: cannot read the data: the name ends in .gz, but the file is not gzipped or is cut off: unexpected EOF [data-file]"},
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(x.text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, d := Read(path, m)
		if got := strings.ReplaceAll(d.Error(), dir+string(filepath.Separator), ""); got != x.want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, x.want)
		}
	}
	path := filepath.Join(dir, "g.txt")
	if err := os.WriteFile(path, []byte(` {"y": [1]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, d := Read(path, m); len(d) > 0 {
		t.Errorf("JSON of another name: %v", d)
	}
}
