package lang

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The dump of the stage lang is the golden text of these tests: go test -update
// writes it anew.
func update() bool {
	f := flag.Lookup("update")
	return f != nil && f.Value.String() == "true"
}

func TestMain(m *testing.M) {
	flag.Bool("update", false, "write the golden files")
	flag.Parse()
	os.Exit(m.Run())
}

func models(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/*.yaml")
	if err != nil || len(files) < 5 {
		t.Fatalf("models in testdata: %v, %v", files, err)
	}
	return files
}

func TestModels(t *testing.T) {
	for _, name := range models(t) {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f, ds := Parse(filepath.Base(name), src)
		if len(ds) > 0 {
			t.Errorf("%s:\n%v", name, ds)
			continue
		}
		golden := strings.TrimSuffix(name, ".yaml") + ".lang"
		if update() {
			if err := os.WriteFile(golden, []byte(f.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.String(); got != string(want) {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}

// Each place in a dump must be where the item's first word stands in the file.
func TestPlaces(t *testing.T) {
	for _, name := range models(t) {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f, _ := Parse(name, src)
		check := func(at Pos, word string) {
			t.Helper()
			line := string(lineOf(src, at.Line))
			if at.Col < 1 || at.Col > len(line) || !strings.HasPrefix(line[at.Col-1:], word) {
				t.Errorf("%s:%v: %q does not start with %q", name, at, line, word)
			}
		}
		check(f.Model.At, f.Model.Name)
		for _, in := range f.Inputs {
			check(in.Name.At, in.Name.Name)
			check(in.Type.At, in.Type.Base)
			for _, x := range append(in.Type.Params, in.Type.Dims...) {
				eachExpr(x, func(x Expr) { check(x.Pos(), firstWord(x)) })
			}
			if in.Default != nil {
				eachExpr(in.Default, func(x Expr) { check(x.Pos(), firstWord(x)) })
			}
		}
		eachStmt(f.Program, func(s Stmt) {
			word, _, _ := strings.Cut(s.String(), " ")
			check(s.Pos(), strings.TrimRight(word, "[,0r]"))
		}, func(x Expr) { check(x.Pos(), firstWord(x)) })
		for _, i := range f.Infer {
			if i.Expr == nil {
				check(i.At, i.Name)
			} else {
				eachExpr(i.Expr, func(x Expr) { check(x.Pos(), firstWord(x)) })
			}
			for _, e := range i.Joint {
				eachExpr(e, func(x Expr) { check(x.Pos(), firstWord(x)) })
			}
		}
		for _, i := range f.Init {
			check(i.Name.At, i.Name.Name)
			eachExpr(i.Value, func(x Expr) { check(x.Pos(), firstWord(x)) })
		}
		for _, names := range append([][]Name{f.Point, f.Shared, f.Iterate.Sequential}, f.Blocks...) {
			for _, n := range names {
				check(n.At, n.Name)
			}
		}
	}
}

// firstWord is what stands in the text at an expression's place.
func firstWord(x Expr) string {
	switch x := x.(type) {
	case *Name:
		return x.Name
	case *Call:
		return x.Fun + "("
	case *Reduce:
		return x.Fun + "("
	case *Unary:
		return x.Op
	case *Binary:
		return x.Op
	case *List:
		return "["
	case *Index:
		return firstWord(x.X)
	case *Bool:
		return x.String()
	}
	return ""
}

func eachStmt(list []Stmt, stmt func(Stmt), expr func(Expr)) {
	for _, s := range list {
		stmt(s)
		switch s := s.(type) {
		case *Sample:
			eachExpr(s.Target, expr)
			eachExpr(s.Dist, expr)
		case *Assign:
			eachExpr(s.Target, expr)
			eachExpr(s.Value, expr)
		case *Observe:
			eachExpr(s.Value, expr)
			eachExpr(s.Dist, expr)
		case *For:
			expr(&s.Index)
			eachExpr(s.Domain.Lo, expr)
			eachExpr(s.Domain.Hi, expr)
			eachStmt(s.Body, stmt, expr)
		case *If:
			eachExpr(s.Cond, expr)
			eachStmt(s.Then, stmt, expr)
			eachStmt(s.Else, stmt, expr)
		case *Switch:
			eachExpr(s.On, expr)
			eachStmt(s.Body, stmt, expr)
		case *Repeat:
			eachExpr(s.Count, expr)
			eachStmt(s.Body, stmt, expr)
		}
	}
}

func eachExpr(x Expr, f func(Expr)) {
	if x == nil {
		return
	}
	f(x)
	var parts []Expr
	switch x := x.(type) {
	case *Index:
		parts = append(parts, x.X)
		parts = append(parts, x.Args...)
	case *Call:
		for _, a := range x.Args {
			parts = append(parts, a.Value)
		}
	case *Reduce:
		parts = append(parts, x.Body, &x.Index, x.Domain.Lo, x.Domain.Hi)
	case *Unary:
		parts = append(parts, x.X)
	case *Binary:
		parts = append(parts, x.X, x.Y)
	case *List:
		parts = append(parts, x.Elems...)
	}
	for _, p := range parts {
		eachExpr(p, f)
	}
}

// What is printed reads back as the same program, with or without places.
func TestRoundTrip(t *testing.T) {
	for _, name := range models(t) {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f, _ := Parse(name, src)
		want := ProgramString(f.Program)
		again, ds := ParseStmts(want, Pos{})
		if len(ds) > 0 || ProgramString(again) != want {
			t.Errorf("%s: %v\n%s\nreads back as\n%s", name, ds, want, ProgramString(again))
		}
		_, body, _ := strings.Cut(f.String(), "program {")
		body = body[strings.Index(body, "\n"):]
		body = body[:strings.Index(body, "\n}")]
		again, ds = ParseStmts(body, Pos{})
		if len(ds) > 0 || ProgramString(again) != want {
			t.Errorf("%s: the dump reads back as %v\n%s", name, ds, ProgramString(again))
		}
	}
}

func TestParseExpr(t *testing.T) {
	tests := []struct{ text, want string }{
		{"a+b*c", "a + b * c"},
		{"(a+b)*c", "(a + b) * c"},
		{"a-(b-c)", "a - (b - c)"},
		{"(a-b)-c", "a - b - c"},
		{"a/(b*c)", "a / (b * c)"},
		{"-x^2", "-x ^ 2"},
		{"(-x)^2", "(-x) ^ 2"},
		{"a^b^c", "a ^ b ^ c"},
		{"(a^b)^c", "(a ^ b) ^ c"},
		{"2^-x", "2 ^ -x"},
		{"-a*b", "-a * b"},
		{"-(a*b)", "-(a * b)"},
		{"- - x", "--x"},
		{"a--b", "a - -b"},
		{"!a&&b||c", "!a && b || c"},
		{"!(a&&(b||c))", "!(a && (b || c))"},
		{"a||(b||c)", "a || (b || c)"},
		{"(x==y)==z", "(x == y) == z"},
		{"a<-1+b == c", "error"},
		{"a< -1", "a < -1"},
		{"x[i][j][k]", "x[i, j, k]"},
		{"(x[i])[j]", "x[i, j]"},
		{"f(x)[i]", "f(x)[i]"},
		{"(a+b)[i]", "(a + b)[i]"},
		{"sum(x[i]:i in R)", "sum(x[i] : i in R)"},
		{"sum(x[i] : i in 0..<n-1)", "sum(x[i] : i in 0..<n - 1)"},
		{"f( a = 1 , b = 2 )", "f(a = 1, b = 2)"},
		{"f(a == 1)", "f(a == 1)"},
		{"[0.20, 8e-1]", "[0.2, 0.8]"},
		{"[]", "[]"},
		{"1.0", "1.0"},
		{"100000000000000000000", "1e+20"},
		{"1E+2", "100.0"},
		{"normal(\n0,\n\nsd = 2)", "normal(0, sd = 2)"},
	}
	for _, tt := range tests {
		x, ds := ParseExpr(tt.text, Pos{})
		if tt.want == "error" {
			if !ds.HasErrors() || x != nil {
				t.Errorf("%s: got %v, want an error", tt.text, x)
			}
			continue
		}
		if len(ds) > 0 {
			t.Errorf("%s: %v", tt.text, ds)
			continue
		}
		if got := x.String(); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.text, got, tt.want)
		}
	}
}

func TestNumbers(t *testing.T) {
	for text, want := range map[string]Number{
		"0":                {Value: 0, Int: true},
		"12":               {Value: 12, Int: true},
		"9007199254740992": {Value: 1 << 53, Int: true},
		"9007199254740994": {Value: 1<<53 + 2, Int: false},
		"0.1":              {Value: 0.1},
		"1e0":              {Value: 1},
		"4.9e-324":         {Value: 5e-324},
		"0.0e-999":         {Value: 0},
	} {
		x, ds := ParseExpr(text, Pos{})
		n, ok := x.(*Number)
		if !ok || len(ds) > 0 || n.Value != want.Value || n.Int != want.Int {
			t.Errorf("%s: got %+v, %v; want %+v", text, x, ds, want)
		}
	}
}

func TestParseExprAt(t *testing.T) {
	x, ds := ParseExpr("a +\n b", Pos{7, 5})
	if len(ds) > 0 {
		t.Fatal(ds)
	}
	sum := x.(*Binary)
	if sum.At != (Pos{7, 7}) || sum.X.Pos() != (Pos{7, 5}) || sum.Y.Pos() != (Pos{8, 2}) {
		t.Errorf("places %v %v %v", sum.At, sum.X.Pos(), sum.Y.Pos())
	}
}

// Long and deep texts are read or refused within a moment.
func TestHostileSize(t *testing.T) {
	const size = 2 << 20
	head := "model: m\nprogram: "
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	for name, text := range map[string]string{
		"sum":        head + "x = 1" + fill("+1"),
		"statements": head + fill("x=1;"),
		"list":       head + "'x = [1" + fill(",1") + "]'",
		"call":       head + "x = f(1" + fill(",1") + ")",
		"named":      head + "x = f(a=1" + fill(",a=1") + ")",
		"round":      head + "x = " + fill("("),
		"square":     head + "'x = " + fill("[") + "'",
		"minus":      head + "x = 1" + fill("-"),
		"blocks":     head + "'" + fill("{") + "'",
		"ifs":        head + "'" + fill("if (a) {") + "'",
		"elses":      head + "'if (a) {}" + fill(" else if (a) {}") + "'",
		"power":      head + "x = 2" + fill("^2"),
		"flow":       fill("["),
		"maps":       fill("{a: "),
		"infer":      "infer: [" + fill("x, ") + "y]\n" + head + "x = 1",
		"lines":      head + "|\n  x = (" + fill("\n"),
		"word":       head + fill("a"),
		"digits":     head + "x = " + fill("1"),
		"words":      head + fill("a b "),
		"bytes":      fill("\xff"),
		"comments":   fill("# a\n") + head + "x = 1",
		"quotes":     head + "'" + fill("''") + "'",
		"letters":    head + "x = 1 # " + fill("é"),
	} {
		start := time.Now()
		f, ds := Parse(name, []byte(text))
		if took := time.Since(start); took > time.Minute {
			t.Errorf("%s took %v", name, took)
		} else if testing.Verbose() {
			t.Logf("%s: %v, %d diagnostics", name, took, len(ds))
		}
		if f == nil && !ds.HasErrors() {
			t.Errorf("%s: nothing read, nothing said", name)
		}
		var b strings.Builder
		if err := ds.Render(&b, func(string) []byte { return []byte(text) }); err != nil || b.Len() > 1<<17 {
			t.Errorf("%s: the report has %d bytes: %v", name, b.Len(), err)
		}
	}
}
