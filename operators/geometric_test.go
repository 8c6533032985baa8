package operators

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

// TestGeometric: the operators that read geometric means, themselves or by what they call,
// are those that say so.
func TestGeometric(t *testing.T) {
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	reads, calls := map[string]bool{}, map[string][]string{}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Body == nil {
				continue
			}
			name := fn.Name.Name
			ast.Inspect(fn.Body, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.SelectorExpr:
					reads[name] = reads[name] || n.Sel.Name == "Geometric"
				case *ast.Ident:
					calls[name] = append(calls[name], n.Name)
				}
				return true
			})
		}
	}
	for changed := true; changed; {
		changed = false
		for name, list := range calls {
			for _, callee := range list {
				if reads[callee] && !reads[name] {
					reads[name], changed = true, true
				}
			}
		}
	}
	marked := 0
	for _, op := range Table() {
		name := runtime.FuncForPC(reflect.ValueOf(op.Func).Pointer()).Name()
		name = name[strings.LastIndex(name, ".")+1:]
		if reads[name] != op.Geometric {
			t.Errorf("%s reads geometric means: %t, says: %t", name, reads[name], op.Geometric)
		}
		if op.Geometric {
			marked++
		}
	}
	if marked == 0 {
		t.Error("no operator reads geometric means")
	}
}
