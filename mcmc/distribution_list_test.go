package mcmc

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var updateList = flag.Bool("update-list", false, "write the list of distributions anew")

// TestDistributionList: the list has each row that a file of a distribution declares and that says what it is drawn with,
// a new one behind all others.
func TestDistributionList(t *testing.T) {
	const file = "distribution_list.go"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var listed []string
	for _, line := range strings.Split(string(text), "\n") {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "&"); ok {
			listed = append(listed, strings.TrimSuffix(name, ","))
		}
	}
	declared := declaredRows(t)
	list := slices.DeleteFunc(slices.Clone(listed), func(name string) bool { return !slices.Contains(declared, name) })
	for _, name := range declared {
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	if slices.Equal(list, listed) {
		return
	}
	if !*updateList {
		t.Fatalf("the list is %v, the files declare %v: go test ./mcmc -run DistributionList -update-list", listed, declared)
	}
	begin := bytes.Index(text, []byte("\t\t&"))
	out := bytes.NewBuffer(text[:begin:begin])
	for _, name := range list {
		fmt.Fprintf(out, "\t\t&%s,\n", name)
	}
	out.WriteString("\t}\n}\n")
	if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// declaredRows are the names of the variables that are rows with parameters in their order, file by file.
func declaredRows(t *testing.T) (names []string) {
	files, err := filepath.Glob("distribution_*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok {
				return true
			}
			for k, value := range spec.Values {
				if row, ok := value.(*ast.CompositeLit); ok && isRow(row) {
					names = append(names, spec.Names[k].Name)
				}
			}
			return false
		})
	}
	return names
}

// isRow tells whether a literal is a Distribution that has Parameters.
func isRow(row *ast.CompositeLit) bool {
	of, ok := row.Type.(*ast.Ident)
	return ok && of.Name == "Distribution" && slices.ContainsFunc(row.Elts, func(e ast.Expr) bool {
		pair, ok := e.(*ast.KeyValueExpr)
		if !ok {
			return false
		}
		key, ok := pair.Key.(*ast.Ident)
		return ok && key.Name == "Parameters"
	})
}
