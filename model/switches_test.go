package model

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mpc/lang/functions"
	"mpc/mcmc"
)

var updateSwitches = flag.Bool("update-switches", false, "write the list of switches anew")

// TestSwitches holds how often each file asks for the name of a distribution, a function or a reduction: in a case, or
// in a comparison. What is known of it stands in its row. The list is of what is asked elsewhere: each of its lines says why.
func TestSwitches(t *testing.T) {
	names := map[string]bool{Given: true}
	for _, row := range mcmc.Rows() {
		names[row.Name] = true
	}
	for _, f := range functions.All() {
		names[f.Name] = true
	}
	for _, r := range functions.Reductions() {
		names[r.Name] = true
	}
	const list = "testdata/switches.txt"
	var lines []string
	root := ".."
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != root && (strings.HasPrefix(d.Name(), ".") || slices.Contains([]string{"models", "bench", "testdata"}, d.Name())):
			return filepath.SkipDir // generated packages
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		count, err := asked(path, names)
		if count > 0 {
			file, _ := filepath.Rel(root, path)
			lines = append(lines, fmt.Sprintf("%s %d", filepath.ToSlash(file), count))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(lines)
	text, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	reasons := map[string]string{} // by what a line begins with
	for _, l := range strings.SplitAfter(string(text), "\n") {
		if what, why, _ := strings.Cut(strings.TrimSuffix(l, "\n"), ": "); what != "" {
			reasons[what] = why
		}
	}
	if *updateSwitches {
		var b strings.Builder
		for _, l := range lines {
			b.WriteString(l)
			if why := reasons[l]; why != "" {
				b.WriteString(": " + why)
			}
			b.WriteByte('\n')
		}
		if err := os.WriteFile(list, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	for l, why := range reasons {
		if why == "" {
			t.Errorf("model/%s does not say why %q asks for a name outside of its row", list, l)
		}
	}
	for _, l := range lines {
		if _, ok := reasons[l]; !ok {
			t.Errorf("model/%s does not say %q: what is known of a distribution or a function stands in its row (packages mcmc, factor/families, lang/functions); where there are fewer, go test ./model -run Switches -update-switches", list, l)
		}
	}
	for l := range reasons {
		if !slices.Contains(lines, l) {
			t.Errorf("model/%s says %q, which is so no more: go test ./model -run Switches -update-switches", list, l)
		}
	}
}

// asked counts where a file asks for one of some names.
func asked(path string, names map[string]bool) (count int, err error) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		return 0, err
	}
	name := func(e ast.Expr) {
		if x, ok := e.(*ast.BasicLit); ok && x.Kind == token.STRING && names[strings.Trim(x.Value, `"`)] {
			count++
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CaseClause:
			for _, e := range n.List {
				name(e)
			}
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				name(n.X)
				name(n.Y)
			}
		}
		return true
	})
	return count, nil
}
