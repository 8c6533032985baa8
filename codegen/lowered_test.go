package codegen_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mpc"
	"mpc/codegen"
)

// TestLowered: no function of the packages of the models is printed any other way than from code. Exported ones are left out, but
// those that replace data: they ask the others.
func TestLowered(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("../models/*/*.yaml")
	if err != nil || len(paths) < 40 {
		t.Fatalf("%d models: %v", len(paths), err)
	}
	for _, path := range paths {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		c, err := mpc.Compile(path, src, mpc.Options{Codegen: codegen.Options{Import: true}})
		if err != nil {
			t.Fatal(err)
		}
		for name := range notLowered(t, c) {
			t.Errorf("%s of %s is no code", name, path)
		}
	}
}

// notLowered finds the functions of a package that are not printed from code.
func notLowered(t *testing.T, c *mpc.Compilation) map[string]bool {
	lowered := map[string]bool{}
	for _, r := range codegen.Code(c.Loops).Rows {
		if r.Body != nil {
			prefix, variable, _ := strings.Cut(r.Name, "_")
			lowered[strings.ToLower(prefix+strings.ReplaceAll(variable, "_", ""))] = true
		}
	}
	list := map[string]bool{}
	for _, f := range c.Package.Files {
		file, err := parser.ParseFile(token.NewFileSet(), f.Name, f.Source, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if ok && !ofChain(fn) && (!fn.Name.IsExported() || replaces(fn.Name.Name)) && !lowered[strings.ToLower(fn.Name.Name)] && !strings.HasPrefix(fn.Name.Name, "plate") {
				list[fn.Name.Name] = true
			}
		}
	}
	return list
}

// ofChain tells whether a function is a method of a chain: these have the names of what they draw.
func ofChain(fn *ast.FuncDecl) bool {
	if fn.Recv == nil {
		return false
	}
	of, ok := fn.Recv.List[0].Type.(*ast.StarExpr)
	if !ok {
		return false
	}
	name, ok := of.X.(*ast.Ident)
	return ok && name.Name == "chain"
}

// TestPrinterReads: what is printed comes from code and from values of the package. No file reads what stands before these, but that
// which is given it.
func TestPrinterReads(t *testing.T) {
	before := []string{"mpc/codegen/loops", "mpc/schedule", "mpc/depanalysis", "mpc/message", "mpc/message/conditional", "mpc/model/joint", "mpc/factor"}
	for _, pattern := range []string{"*.go", "text/*.go"} {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(paths), err)
		}
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, i := range file.Imports {
				if of := strings.Trim(i.Path.Value, `"`); slices.Contains(before, of) && !(path == "generate.go" && of == before[0]) {
					t.Errorf("%s imports %s", path, of)
				}
			}
		}
	}
}

// replaces tells whether a function replaces data, by its name.
func replaces(name string) bool { return len(name) > len("Set") && strings.HasPrefix(name, "Set") }
