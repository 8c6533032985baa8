package lang

import (
	"encoding/json"
	"strings"
	"testing"
)

// Mistakes in a program: the text after "program: |", and every diagnostic that
// it brings, with places counted from the program's own first line.
func TestProgramErrors(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"unclosed bracket", "x ~ normal(0, variance = 1\ny ~ bernoulli(0.5)\nz = = 2", []string{
			`1:11: error: this ( is not closed [unclosed]`,
			`3:5: error: expected an expression, found "=" [syntax]`}},
		{"unclosed at the end", "x ~ f([1, 2", []string{
			`1:7: error: this [ is not closed [unclosed]`}},
		{"wrong bracket", "x = (a]\ny = 1", []string{
			`1:7: error: expected an operator or ")", found "]" [syntax]`}},
		{"mistake inside lines of a bracket", "m ~ normal(0,\n  variance = = 3,\n  sd = 4)\nz = )", []string{
			`2:14: error: expected an expression, found "=" [syntax]`,
			`4:5: error: expected an expression, found ")" [syntax]`}},
		{"numbers", "a = 1.\nb = .5\nc = 01\nd = 1e\ne = 2x\nf = 0x10\ng = 1_000\nh = 1e999\ni = 1e-999\nj = 1.5.2", []string{
			`1:5: error: 1.: a number does not end in a point [number]`,
			`2:5: error: ".5" does not belong here [syntax]`,
			`3:5: error: 01: a number does not start with a needless 0 [number]`,
			`4:5: error: 1e: the exponent has no digits [number]`,
			`5:5: error: 2x: a letter follows the number [number]`,
			`6:5: error: 0x10: not a number as JSON has it [number]`,
			`7:5: error: 1_000: a number has no _ [number]`,
			`8:5: error: 1e999: the number is too large [number]`,
			`9:5: error: 1e-999: the number is too small to differ from 0 [number]`,
			`10:8: error: ".2" does not belong here [syntax]`}},
		{"braces", "}\nfor (i in R) {\n  if (a) {\n  x = 1\n}", []string{
			`1:1: error: this } closes nothing [unclosed]`,
			`2:14: error: this { is not closed [unclosed]`}},
		{"no brace", "for (i in R)\n  x[i] = 1\n}\ny = 2", []string{
			`1:13: error: expected "{", found the end of the line [syntax]`}},
		{"else", "else { x = 1 }\nif (a) { y = 1 }\nz = 2\nelse { z = 3 }", []string{
			`1:1: error: else without an if [syntax]`,
			`4:1: error: else without an if [syntax]`}},
		{"loops", "for (i in 1:N) { x = 1 + }\nfor i in R { y = 1 }\nfor (i in 10) { z = 1 }\nfor (i, j in R) { w = 1 }", []string{
			`1:12: error: an interval is written lo..hi or lo..<hi, not lo:hi [syntax]`,
			`1:26: error: expected an expression, found "}" [syntax]`,
			`2:5: error: expected "(" after for, found "i" [syntax]`,
			`3:11: error: a loop runs over a range or an interval, not a number [syntax]`,
			`4:7: error: expected the keyword in, found "," [syntax]`}},
		{"comparisons", "observe a < b < c\nobserve x <-1\nx == 2", []string{
			`1:15: error: comparisons do not follow one another [syntax]`,
			`2:11: error: observe takes a condition, not a definition [syntax]`,
			`3:1: error: an expression alone says nothing [syntax]`}},
		{"targets", "log(x) = 3\na + b ~ f(1)\nevidence = 2\nfor = 3\nx ~ 1 + 2", []string{
			`1:1: error: left of = stands a variable, or an element as x[i] [syntax]`,
			`2:3: error: left of ~ stands a variable, or an element as x[i] [syntax]`,
			`3:1: error: a variable cannot be called evidence: the word is reserved [bad-name]`,
			`4:5: error: expected "(" after for, found "=" [syntax]`,
			`5:5: error: right of ~ stands a distribution, not the expression 1 + 2 [syntax]`}},
		{"other languages", "int n = 3\nx := 3\ny = a // b\nz = \"text\"\nw = a ** b\nv ≤ 2\nu += 1", []string{
			`1:1: error: int is no statement [syntax]`,
			`2:3: error: ":=" does not belong here [syntax]`,
			`3:7: error: "//" does not belong here [syntax]`,
			`4:5: error: "text" does not belong here [syntax]`,
			`5:7: error: "**" does not belong here [syntax]`,
			`6:3: error: "≤" does not belong here [syntax]`,
			`7:3: error: "+=" does not belong here [syntax]`}},
		{"arguments", "x = f(a = 1, a = 2)\ny = f(a = 1, 2)\nz = f(1, )\nw = f(,1)\nv = x[]\nu = x[1:2]", []string{
			`1:14: error: the argument a is given twice [duplicate-key]`,
			`2:14: error: an argument without a name follows a named one [syntax]`,
			`3:10: error: expected an expression, found ")" [syntax]`,
			`4:7: error: expected an expression, found "," [syntax]`,
			`5:7: error: expected an index, found "]" [syntax]`,
			`6:8: error: an index is one element, not a slice [syntax]`}},
		{"two on a line", "x = 1 y = 2\nz = 3; w = 4", []string{
			`1:7: error: expected the end of the statement, found "y" [syntax]`}},
		{"a line that goes on", "x = a\n + b\ny = a +\nb", []string{
			`2:2: error: expected a statement, found "+" [syntax]`,
			`3:8: error: expected an expression, found the end of the line [syntax]`,
			`4:1: error: an expression alone says nothing [syntax]`}},
		{"depth", "x = " + strings.Repeat("(", 100000), []string{
			`1:505: error: nested more than 500 deep [too-deep]`}},
		{"depth of blocks", strings.Repeat("if (a) {", 100000), []string{
			`1:4005: error: nested more than 500 deep [too-deep]`}},
		{"length", "x = 1" + strings.Repeat("+1", 100000) + "\ny = )", []string{
			`1:10006: error: an expression of more than 5000 operators [too-deep]`,
			`2:5: error: expected an expression, found ")" [syntax]`}},
	}
	for _, tt := range tests {
		_, ds := ParseStmts(tt.text, Pos{})
		if got, want := ds.Error(), strings.Join(tt.want, "\n"); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.name, got, want)
		}
		// In a file the same mistakes stand two lines below and two columns right.
		indented := strings.ReplaceAll(tt.text, "\n", "\n  ")
		_, inFile := Parse("", []byte("model: m\nprogram: |\n  "+indented+"\n"))
		if len(inFile) != len(ds) {
			t.Errorf("%s: %d diagnostics in a file, %d alone", tt.name, len(inFile), len(ds))
			continue
		}
		for i, d := range inFile {
			if d.Pos != (Pos{ds[i].Line + 2, ds[i].Col + 2}) || d.Message != ds[i].Message {
				t.Errorf("%s: in a file %v, alone %v", tt.name, d, ds[i])
			}
		}
	}
}

// Mistakes in the YAML part.
func TestFileErrors(t *testing.T) {
	const good = "model: m\nprogram: x ~ f()\n"
	tests := []struct {
		name, text string
		want       []string
	}{
		{"empty", "", []string{`m:1:1: error: the file is empty [empty]`}},
		{"comments", "# nothing\n", []string{`m:1:1: error: the file holds comments only [empty]`}},
		{"list", "- a\n", []string{`m:1:1: error: a model file is a mapping of keys, not a list [wrong-kind]`}},
		{"missing", "doc: x\n", []string{
			`m:1:1: error: the key model is missing [missing-key]`,
			`m:1:1: error: the key program is missing [missing-key]`}},
		{"unknown key", good + "infr: [x]\n", []string{`m:3:1: error: a model has no key "infr" [unknown-key]`}},
		{"duplicate key", good + "doc: a\ndoc: b\n", []string{`m:4:1: error: doc is given twice [duplicate-key]`}},
		{"package names", "model: func\nprogram: x = 1", []string{
			`m:1:8: error: func cannot name a Go package: the word is reserved [bad-name]`}},
		{"package name of two words", "model: two words\nprogram: x = 1", []string{
			`m:1:8: error: "two words" is not the name of a Go package [bad-name]`}},
		{"documents", good + "---\nmodel: n\n", []string{
			`m:3:1: error: a second document starts here [yaml-feature]`}},
		{"anchors", good + "infer: &a [x]\npoint: *a\n", []string{
			`m:3:8: error: a model file has no anchors [yaml-feature]`,
			`m:4:8: error: a model file has no aliases [yaml-feature]`}},
		{"tags", good + "doc: !!str 3\n", []string{`m:3:6: error: a model file has no tags [yaml-feature]`}},
		{"folded", "model: m\nprogram: >\n  x = 1\n  y = 2\n", []string{
			`m:2:10: error: > joins the lines of the program [wrong-kind]`}},
		{"program of several lines", "model: m\nprogram: x = 1\n  y = 2\n", []string{
			`m:2:10: error: a program of several lines is a block [wrong-kind]`}},
		{"program in quotes", "model: m\nprogram: 'x = 1; y = (2'\n", []string{
			`m:2:22: error: this ( is not closed [unclosed]`}},
		{"program with escapes", `model: m` + "\n" + `program: "x = 1\ny = \x28 2"` + "\n", []string{
			`m:2:22: error: this ( is not closed [unclosed]`}},
		{"program without statements", "model: m\nprogram: |\n  # none\n", []string{
			`m:2:10: error: the program has no statements [empty]`}},
		{"program that is a list", "model: m\nprogram: [x]\n", []string{
			`m:2:10: error: program is a block of statements, not a list [wrong-kind]`}},
		{"types", good + "inputs:\n  a: real[\n  b: real extra\n  c: 3\n  d: index()\n  e:\n  f: {doc: x}\n  for: real\n", []string{
			`m:4:10: error: this [ is not closed [unclosed]`,
			`m:5:11: error: expected the end of the type, found "extra" [syntax]`,
			`m:6:6: error: expected a type, found the number 3 [syntax]`,
			`m:7:12: error: expected a size, found ")" [syntax]`,
			`m:8:3: error: e has no value; it is a type such as real, or a mapping {type: real, doc: ...} [wrong-kind]`,
			`m:9:3: error: the input f has no type [missing-key]`,
			`m:10:3: error: an input cannot be called for: the word is reserved [bad-name]`}},
		{"infer", good + "infer: [x, x, joint(a), a + b, 'y[0]', foo(a, b), joint(a, b), joint(a, 1)]\n", []string{
			`m:3:12: error: x is listed twice [duplicate-key]`,
			`m:3:15: error: joint takes two variables or more [bad-value]`,
			`m:3:33: error: infer takes whole variables, not the element y[0] [bad-value]`,
		}},
		{"init", good + "init: {a: beta(1, 2), b: 3, c: normal(0, sd = 1), d: , e: {f: 1}}\n", []string{
			`m:3:51: error: d has no value; it is a distribution, random, or an input [wrong-kind]`,
			`m:3:59: error: e starts as a distribution, random, or an input, not a mapping [wrong-kind]`}},
		{"iterate", good + "iterate: {max: -1, damping: 1, tolerance: -1e-3, chains: 0, seed: 1.5, thin: \"3\", samples: .5, mx: 2}\n", []string{
			`m:3:16: error: max is a whole number, 0 or more, not -1 [bad-value]`,
			`m:3:29: error: damping is a number of at least 0 and below 1, not 1 [bad-value]`,
			`m:3:43: error: tolerance is a number, 0 or more, not -1e-3 [bad-value]`,
			`m:3:58: error: chains is a whole number, 1 or more, not 0 [bad-value]`,
			`m:3:67: error: seed is a whole number, 0 or more, not 1.5 [bad-value]`,
			`m:3:78: error: thin is a whole number, 1 or more, not "3" [wrong-kind]`,
			`m:3:92: error: .5: a number does not start with a point [number]`,
			`m:3:96: error: iterate has no key "mx" [unknown-key]`}},
		{"words", good + "iterate:\n  messages: propr\n  projection: mean\n  of: bound\nalgorithm: EP\n", []string{
			`m:4:13: error: messages is any or proper, not "propr" [bad-value]`,
			`m:5:15: error: projection is variance or log, not "mean" [bad-value]`,
			`m:6:7: error: of is posteriors or evidence, not "bound" [bad-value]`,
			`m:7:12: error: algorithm is ep, vmp or gibbs, not "EP" [bad-value]`}},
		{"lists", good + "infer: x\npoint: [x, [y]]\nblocks: [a]\nshared:\n", []string{
			`m:3:8: error: infer is a list of variables, not x [wrong-kind]`,
			`m:4:12: error: an entry of point is a name, not a list [wrong-kind]`,
			`m:5:9: error: blocks is a list of lists of names [wrong-kind]`,
			`m:6:1: error: shared has no value; it is a list of names [wrong-kind]`}},
		{"not YAML: tab", good + "inputs:\n\ta: real\n", []string{`m:4:1: error: a tab cannot indent [yaml]`}},
		{"not YAML: brackets in braces", good + "inputs: {a: index(k)[item], b: real}\n", []string{
			`m:3:1: error: this mapping is not closed, or what follows belongs to no entry [yaml]`}},
		{"not YAML: indentation", good + "inputs:\n  a: real\n   b: real\n", []string{
			`m:5:4: error: a key and its value do not belong here [yaml]`}},
		{"not YAML: list", good + "infer: [x, y\nshared: [x]\n", []string{
			`m:3:1: error: this list is not closed, or what follows belongs to no entry [yaml]`}},
		{"bytes", "model: m\nprogram: x\xff = 1\ndoc: a\x01\n", []string{
			`m:2:11: error: this byte is not UTF-8: it is 0xFF [encoding]`,
			`m:3:7: error: a control character: U+0001 [encoding]`}},
		{"columns are bytes", "model: m\nprogram: 'x = 1 + é'\ninfer: ['é', x y]\n", []string{
			`m:2:19: error: "é" is not a name here [bad-name]`,
			`m:3:10: error: "é" is not a name here [bad-name]`,
			`m:3:17: error: expected the end, found "y" [syntax]`}},
		{"byte order mark", "\uFEFFmodel: 3\r\nprogram: |\r\n  x = )\r\n", []string{
			`m:1:8: error: "3" is not the name of a Go package [bad-name]`,
			`m:3:7: error: expected an expression, found ")" [syntax]`}},
	}
	for _, tt := range tests {
		_, ds := Parse("m", []byte(tt.text))
		got, want := ds.Error(), strings.Join(tt.want, "\n")
		if got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.name, got, want)
		}
	}
}

func TestRender(t *testing.T) {
	src := "model: m\nprogram: |\n  y = 1\n  x = f(a = 1,\ta = 2) # é\n" + "infr: [" + strings.Repeat("x, ", 100) + "y]\n"
	_, ds := Parse("m.yaml", []byte(src))
	var b strings.Builder
	if err := ds.Render(&b, func(string) []byte { return []byte(src) }); err != nil {
		t.Fatal(err)
	}
	want := "m.yaml:4:16: error: the argument a is given twice [duplicate-key]\n" +
		"    x = f(a = 1,\ta = 2) # é\n" +
		"                \t^\n" +
		"  m.yaml:4:9: given here first\n" +
		"m.yaml:5:1: error: a model has no key \"infr\" [unknown-key]\n" +
		"  infr: [" + strings.Repeat("x, ", 31) + "...\n" +
		"  ^\n" +
		"  hint: did you mean infer? the keys are model, doc, algorithm, inputs, program, infer, init, point, shared, operators, methods, blocks, integrate, power, iterate\n"
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestWindow(t *testing.T) {
	line := strings.Repeat("é", 200) + "X" + strings.Repeat("é", 200)
	shown, caret := window([]byte(line), 400)
	if !strings.HasPrefix(shown, "...é") || !strings.HasSuffix(shown, "é...") || strings.ContainsRune(shown, '\uFFFD') {
		t.Errorf("shown %q", shown)
	}
	if at := len([]rune(caret)); []rune(shown)[at] != 'X' {
		t.Errorf("the caret %q does not stand under X in %q", caret, shown)
	}
	if shown, _ := window([]byte("a\x1b[31m"), 0); strings.Contains(shown, "\x1b") {
		t.Errorf("%q reaches the terminal", shown)
	}
}

func TestDiagnosticJSON(t *testing.T) {
	c := &Collector{File: "m.yaml"}
	c.Warnf(Pos{3, 4}, "unused", "x is never used").WithHint("remove it").WithRelated(Pos{1, 2}, "defined here")
	c.Errorf(Pos{2, 1}, "syntax", "no")
	ds := c.List()
	if !ds.HasErrors() || len(ds.Errors()) != 1 || len(ds.Warnings()) != 1 {
		t.Fatalf("got %v", ds)
	}
	text, err := json.Marshal(ds[1])
	if err != nil {
		t.Fatal(err)
	}
	want := `{"severity":"warning","file":"m.yaml","line":3,"column":4,"code":"unused","message":"x is never used","hint":"remove it",` +
		`"related":[{"line":1,"column":2,"message":"defined here"}]}`
	if string(text) != want {
		t.Errorf("got %s, want %s", text, want)
	}
	var back Diagnostic
	if err := json.Unmarshal(text, &back); err != nil || back.Error() != ds[1].Error() {
		t.Errorf("read back as %v, %v", back, err)
	}
}

func TestNearest(t *testing.T) {
	names := []string{"infer", "inputs", "init", "iterate"}
	for word, want := range map[string]string{
		"infr": "infer", "inptus": "inputs", "iter": "iterate", "in": "", "inpu": "inputs", "x": "", "iterat": "iterate", "Init": "init", "infer": "", "": "",
	} {
		if got := Nearest(word, names); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
}
