package sequence

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mpc/bugs"
	"mpc/bugs/sequence"
)

// An example is a program of testdata/bugs.
type example struct {
	name string
	Text string          `json:"model_statements"`
	Data json.RawMessage `json:"data"`
}

func examples(t *testing.T) (list []example) {
	t.Helper()
	files, err := filepath.Glob("../../testdata/bugs/*.json")
	if err != nil || len(files) < 35 {
		t.Fatal(len(files), err)
	}
	for _, path := range files {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		e := example{name: strings.TrimSuffix(filepath.Base(path), ".json")}
		if err := json.Unmarshal(src, &e); err != nil {
			t.Fatal(path, err)
		}
		list = append(list, e)
	}
	return list
}

// undrawn has the examples of which no data can be drawn, with the reason.
var undrawn = map[string]string{
	"alligators": "dflat() cannot be drawn",
	"fire":       "cannot be drawn with the parameters", // its tau overflows
}

// large has the examples that take a second or more to write out; they are replayed with -tags long.
var large = map[string]bool{"cervix": true, "fire": true, "hips2": true, "lsat": true, "schools": true}

// refused has the examples that depend on themselves.
var refused = map[string]string{"ice": "beta[2] depends on itself", "inhalers": "a[1] depends on itself"}

// moves is a row of the table: the moves that a program took.
func moves(t *testing.T, name, text, values string) string {
	t.Helper()
	prog, d := bugs.Parse(name+".bug", []byte(text), bugs.BUGS)
	if d.HasErrors() {
		t.Fatal(name, d)
	}
	var kinds sequence.Kinds
	if values != "" {
		data, err := bugs.ReadJSON([]byte(values))
		if err != nil {
			t.Fatal(name, err)
		}
		kinds = sequence.KindsOf(data)
	}
	g, d := sequence.NewGraph(prog, kinds)
	if d.HasErrors() {
		return "refused: " + plain(d[0].Message)
	}
	s, d := sequence.Sequence(g, sequence.Options{})
	if d.HasErrors() {
		return "refused: " + plain(d[0].Message)
	}
	count := s.Moves()
	var list []string
	for _, m := range sequence.Moves() {
		if n := count[m]; n > 1 {
			list = append(list, fmt.Sprintf("%s %d", m, n))
		} else if n == 1 {
			list = append(list, m.String())
		}
	}
	if list == nil {
		return "none"
	}
	return strings.Join(list, ", ")
}

// plain is a text that stands in a table.
func plain(s string) string { return strings.ReplaceAll(s, "|", "\\|") }

// TestExamples replays all examples, and holds the table of their moves in the documentation.
func TestExamples(t *testing.T) {
	var b strings.Builder
	b.WriteString("| program | moves |\n| --- | --- |\n")
	for _, e := range examples(t) {
		row := moves(t, e.name, e.Text, string(e.Data))
		if why := refused[e.name]; why != "" && !strings.HasPrefix(row, "refused") {
			row += "; its data are refused: " + plain(why)
		}
		fmt.Fprintf(&b, "| %s | %s |\n", strings.ReplaceAll(e.name, "_", " "), row)
		if large[e.name] && !long {
			continue
		}
		got := said(t, e.name, e.Text, string(e.Data), undrawn[e.name])
		if want := refused[e.name]; want == "" && strings.Contains(got, "error: ") || !strings.Contains(got, want) {
			t.Errorf("%s: wanted %q:\n%s", e.name, want, got)
		}
	}
	b.WriteString("\n| corner case | moves |\n| --- | --- |\n")
	for _, c := range corners {
		fmt.Fprintf(&b, "| %s | %s |\n", strings.ReplaceAll(c.name, "_", " "), moves(t, c.name, c.text, c.data))
	}
	const path = "../../docs/sequence.md"
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- moves -->\n", "<!-- end of moves -->\n"
	before, rest, ok := strings.Cut(string(page), begin)
	_, after, okay := strings.Cut(rest, end)
	if !ok || !okay {
		t.Fatal("the page has no place for the table")
	}
	want := before + begin + b.String() + end + after
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want != string(page) {
		t.Errorf("the table of docs/sequence.md is out of date: go test ./integration/sequence -run Examples -args -update\n%s", b.String())
	}
}

// TestSizes holds that the program and the graph do not depend on sizes and values.
func TestSizes(t *testing.T) {
	var texts []string
	for _, n := range []int{10, 1_000_000} {
		prog, _ := bugs.Parse("x.bug", []byte(`sumX[1] <- x[1]
for (i in 2:N) { sumX[i] <- sumX[i - 1] + x[i] }
x[1] ~ dnorm(0, 1)
for (k in 1:K) { x[2 * k] ~ dnorm(0.2 * sumX[2 * k - 1], 1.5) }
for (k in 1:Km1) { x[2 * k + 1] ~ dgamma(2 + pow(sumX[2 * k], 2), 2) }
for (i in 1:N) { y[i] ~ dnorm(x[p[i]], 3) }`), bugs.BUGS)
		one := func(x int) *bugs.Array { return &bugs.Array{Values: []float64{float64(x)}, Whole: true} }
		long := &bugs.Array{Dim: []int{n}, Values: make([]float64, n), Whole: true}
		data := bugs.Data{"N": one(n), "K": one(n / 2), "Km1": one(n/2 - 1), "y": long, "p": long}
		g, d := sequence.NewGraph(prog, sequence.KindsOf(data))
		if d.HasErrors() {
			t.Fatal(d)
		}
		s, _ := sequence.Sequence(g, sequence.Options{})
		texts = append(texts, g.String()+s.String())
	}
	if texts[0] != texts[1] {
		t.Errorf("the program depends on sizes:\n%s\n%s", texts[0], texts[1])
	}
}
