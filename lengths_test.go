package mpc_test

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
)

var updateLengths = flag.Bool("update-lengths", false, "write the list of long functions and structs anew")

const (
	mostLines  = 80 // of a function
	mostFields = 20 // of a struct
)

// TestLengths: no function has more than 80 lines, and no struct more than 20 fields, but those that testdata/lengths.txt lists with
// their lengths: these only fall. Tests are left out.
func TestLengths(t *testing.T) {
	const list = "testdata/lengths.txt"
	var found []string
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != "." && (strings.HasPrefix(d.Name(), ".") || slices.Contains([]string{"models", "bench", "testdata"}, d.Name())):
			return filepath.SkipDir // generated packages
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		long, err := tooLong(path)
		found = append(found, long...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(found)
	if *updateLengths {
		if err := os.WriteFile(list, []byte(strings.Join(found, "")), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	text, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	before := slices.DeleteFunc(strings.SplitAfter(string(text), "\n"), func(l string) bool { return l == "" })
	for _, l := range found {
		if !slices.Contains(before, l) {
			t.Errorf("%s: at most %d lines of a function and %d fields of a struct; cut it by what its parts are. Where one of %s is shorter now: go test . -run Lengths -update-lengths",
				strings.TrimSpace(l), mostLines, mostFields, list)
		}
	}
	for _, l := range before {
		if !slices.Contains(found, l) {
			t.Errorf("%s says %q, which is so no more: go test . -run Lengths -update-lengths", list, strings.TrimSpace(l))
		}
	}
}

// tooLong lists the functions and structs of a file that are.
func tooLong(path string) (list []string, err error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, 0)
	if err != nil {
		return nil, err
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if lines := files.Position(n.End()).Line - files.Position(n.Pos()).Line + 1; lines > mostLines {
				list = append(list, fmt.Sprintf("%s %s: %d lines\n", filepath.ToSlash(path), n.Name.Name, lines))
			}
		case *ast.TypeSpec:
			s, ok := n.Type.(*ast.StructType)
			if !ok {
				return true
			}
			fields := 0
			for _, f := range s.Fields.List {
				fields += max(1, len(f.Names))
			}
			if fields > mostFields {
				list = append(list, fmt.Sprintf("%s %s: %d fields\n", filepath.ToSlash(path), n.Name.Name, fields))
			}
		}
		return true
	})
	return list, nil
}
