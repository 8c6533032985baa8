package mpc_test

import (
	"context"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mpc"
	"mpc/lang"
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
		if text, ok := mpc.ExplainCode(code); !ok || !strings.HasPrefix(text, "# "+code+"\n") {
			t.Errorf("docs/codes/%s.md does not explain %s", code, code)
		}
	}
	if len(found) < 40 {
		t.Fatalf("only %d codes found", len(found))
	}
	for _, code := range mpc.Codes() {
		if !found[code] {
			t.Errorf("docs/codes/%s.md explains what no stage reports", code)
		}
	}
	for _, dir := range []string{".", "data", "model", "factor", "message", "interp"} {
		for _, code := range constants(t, dir, func(string) bool { return true }) {
			if found[code] {
				t.Errorf("%s spells the code %s, which stands in lang/codes.go", dir, code)
			}
		}
	}
	for _, word := range []string{"", "nothing", "../codes/scale", `..\codes`} {
		if _, ok := mpc.ExplainCode(word); ok {
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

// TestExamplesOfCodes runs the examples of every explanation: the first must
// give that code, the second no error.
func TestExamplesOfCodes(t *testing.T) {
	for _, code := range mpc.Codes() {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			text, _ := mpc.ExplainCode(code)
			_, examples, ok := strings.Cut(text, "\n## Goes wrong\n")
			wrong, right, both := strings.Cut(examples, "\n## Works\n")
			if !ok || !both {
				t.Fatal("an explanation has an example that goes wrong and one that works")
			}
			list, err := runExample(t, wrong)
			var d lang.Diagnostics
			if errors.As(err, &d) {
				list = append(list, d...)
			} else if err != nil {
				t.Errorf("the example that goes wrong: %v", err)
			}
			if !slices.ContainsFunc(list, func(d lang.Diagnostic) bool { return d.Code == code }) {
				t.Errorf("the example that goes wrong has the diagnostics\n%v", list)
			}
			if list, err := runExample(t, right); err != nil || list.HasErrors() {
				t.Errorf("the example that works: %v", err)
			}
		})
	}
}

// runExample compiles the block yaml of a text, reads the data of its other
// blocks and of its arguments, and runs.
func runExample(t *testing.T, text string) (lang.Diagnostics, error) {
	t.Helper()
	dir := t.TempDir()
	var source, data string
	var prior []string
	for _, part := range strings.Split("\n"+text, "\n```")[1:] {
		info, body, ok := strings.Cut(part, "\n")
		if !ok || info == "" {
			continue
		}
		kind, name, _ := strings.Cut(info, " ")
		write := func(name string) string {
			path := filepath.Join(dir, name)
			if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
				t.Fatal(err)
			}
			return path
		}
		switch {
		case kind == "yaml":
			source = body
			if name == "bytes" {
				source = strings.ReplaceAll(body, `\xe9`, "\xe9")
			}
		case kind == "args":
			f := strings.Fields(body)
			path := filepath.Join(dir, f[1])
			if f[0] == "--data" {
				data = path
			} else {
				prior = append(prior, path)
			}
		case name != "":
			write(name)
		default:
			data = write("data." + kind)
		}
	}
	if source == "" {
		t.Fatal("an example has a block yaml")
	}
	c, err := mpc.Plan("model.yaml", []byte(source))
	if err != nil {
		return c.Warnings, err
	}
	r, err := runFile(context.Background(), c, data, prior, true)
	if err != nil {
		return c.Warnings, err
	}
	return r.Diagnostics, nil
}
