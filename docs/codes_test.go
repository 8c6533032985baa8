package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"mpc/docs"
)

// TestCodesExplained: lang lists the codes of all diagnostics, each of which has a page
// that explains it, and no page explains what is no code. No other package spells one.
func TestCodesExplained(t *testing.T) {
	named := func(name string) bool { return strings.HasPrefix(name, "Code") && name != "Code" }
	found := map[string]bool{}
	for _, code := range constants(t, "lang", named) {
		if found[code] {
			t.Errorf("the code %s stands twice", code)
		}
		found[code] = true
		if text, ok := docs.Explain(code); !ok || !strings.HasPrefix(text, "# "+code+"\n") {
			t.Errorf("docs/codes/%s.md does not explain %s", code, code)
		}
	}
	if len(found) < 40 {
		t.Fatalf("only %d codes found", len(found))
	}
	for _, code := range docs.Codes() {
		if !found[code] {
			t.Errorf("docs/codes/%s.md explains what no stage reports", code)
		}
	}
	for _, dir := range []string{".", "run", "advice", "data", "model", "factor", "message", "run/interp"} {
		for _, code := range constants(t, dir, func(string) bool { return true }) {
			if found[code] {
				t.Errorf("%s spells the code %s, which stands in lang/codes.go", dir, code)
			}
		}
	}
	for _, word := range []string{"", "nothing", "../codes/scale", `..\codes`} {
		if _, ok := docs.Explain(word); ok {
			t.Errorf("%q is no code", word)
		}
	}
}

// constants lists the string constants of a package whose names fit.
func constants(t *testing.T, dir string, fits func(string) bool) (out []string) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			v, ok := n.(*ast.ValueSpec)
			if !ok || len(v.Values) != 1 || !fits(v.Names[0].Name) {
				return true
			}
			if lit, ok := v.Values[0].(*ast.BasicLit); ok && lit.Kind == token.STRING {
				s, err := strconv.Unquote(lit.Value)
				if err != nil {
					t.Fatal(err)
				}
				out = append(out, s)
			}
			return true
		})
	}
	return out
}
