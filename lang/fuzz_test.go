package lang

import (
	"os"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// FuzzParse: Parse ends without a panic, says why where it yields nothing, and
// its diagnostics lie inside the file. What it reads without error prints as a
// program that reads back the same, and a block scalar's text is what the YAML
// library makes of it, but for the indentation.
func FuzzParse(f *testing.F) {
	for _, name := range models(f) {
		src, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
	}
	for _, text := range []string{
		"", "model: m\nprogram: |2\n   x = 1\n", "program: >-\n a\n", "{model: m, program: \"x = \\u0031\\n y\"}",
		"a: &x [*x]", "? a\n: b\n", "---\n--- |\n x", "model: m\nprogram: |\n  x = (1\n\n  y = 'a\n", "\uFEFFmodel: é",
		"infer: [joint(a, b), (]", "init: {a: f(1, 2), b: g(}", "program: 'a''b\n\n  c'",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		file, ds := Parse("m", src)
		if file == nil && !ds.HasErrors() {
			t.Fatal("nothing read, nothing said")
		}
		lines := strings.Split(string(src), "\n")
		for _, d := range ds {
			if d.IsKnown() && (d.Line > len(lines) || d.Col > len(lines[d.Line-1])+1 || d.Col < 1) {
				t.Fatalf("%v lies outside the file", d)
			}
			if !d.IsKnown() && d.Code != CodeTooMany {
				t.Fatalf("%v has no place", d)
			}
		}
		var b strings.Builder
		if err := ds.Render(&b, func(string) []byte { return src }); err != nil {
			t.Fatal(err)
		}
		if file == nil || ds.HasErrors() {
			return
		}
		_ = file.String()
		want := ProgramString(file.Program)
		again, ds := ParseStmts(want, Pos{})
		if len(ds) > 0 || ProgramString(again) != want {
			t.Fatalf("%s\nreads back as\n%s\n%v", want, ProgramString(again), ds)
		}
		checkLiterals(t, src)
	})
}

// checkLiterals compares where this package finds a block scalar's text with
// what the YAML library finds.
func checkLiterals(t *testing.T, src []byte) {
	var doc yaml.Node
	if err := yaml.Unmarshal(src, &doc); err != nil || len(doc.Content) == 0 {
		return
	}
	d := &decoder{src: newSource(string(src)), report: &Collector{}}
	root := doc.Content[0]
	for i := 0; i+1 < len(root.Content); i += 2 {
		n := root.Content[i+1]
		if n.Kind != yaml.ScalarNode || n.Style&yaml.LiteralStyle == 0 {
			continue
		}
		squeeze := func(text string) string { return strings.Join(strings.Fields(text), " ") }
		if got, want := squeeze(d.scalar(n).text), squeeze(n.Value); got != want {
			t.Fatalf("the text is %q, YAML has %q", got, want)
		}
	}
}

// FuzzParseExpr: what an expression prints as reads back as the same, and its
// places lie inside the text.
func FuzzParseExpr(f *testing.F) {
	for _, text := range []string{
		"a + b * c ^ -d", "-(a - (b - c)) / !x[i, j][k]", "sum(x[i] : i in 0..<n - 1)", "f(a, b = 1.5e-3, c = [1, 2][z])",
		"(a == b) == c", "a && b || !c", "((((", "1..2", "a <- b", "x[", "\"a\"", ".5", "1e", "a\n+\nb", "# c", "é",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		x, ds := ParseExpr(text, Pos{})
		if (x == nil) != ds.HasErrors() {
			t.Fatalf("%v, %v", x, ds)
		}
		if x == nil {
			return
		}
		lines := strings.Split(strings.TrimPrefix(text, byteOrderMark), "\n")
		eachExpr(x, func(x Expr) {
			if at := x.Pos(); at.Line > len(lines) || !strings.HasPrefix(lines[at.Line-1][at.Col-1:], firstWordSpaced(x)) {
				t.Fatalf("%s is not at %v", x, at)
			}
		})
		want := x.String()
		again, ds := ParseExpr(want, Pos{})
		if len(ds) > 0 || again.String() != want {
			t.Fatalf("%s reads back as %v, %v", want, again, ds)
		}
	})
}

// firstWordSpaced is firstWord for text in which blanks may stand before a bracket.
func firstWordSpaced(x Expr) string { return strings.TrimSuffix(firstWord(x), "(") }
