package codegen_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mpc"
	"mpc/codegen"
)

var update = flag.Bool("update", false, "rewrite testdata/lowered.txt")

// TestLowered lists the functions of packages that are not printed from code yet: testdata/lowered.txt, which -update
// writes anew. The list only shrinks. Exported functions are left out.
func TestLowered(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("../models/*/*.yaml")
	if err != nil || len(paths) < 40 {
		t.Fatalf("%d models: %v", len(paths), err)
	}
	found := map[string]map[string]bool{"EP and VMP": {}, "Gibbs sampling": {}}
	for _, path := range paths {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		c, err := mpc.Compile(path, src, mpc.Options{Codegen: codegen.Options{Import: true}})
		if err != nil {
			t.Fatal(err)
		}
		kind := "EP and VMP"
		if c.Loops.Message.Sampling != nil {
			kind = "Gibbs sampling"
		}
		for name := range notLowered(t, c) {
			found[kind][name] = true
		}
	}
	var now strings.Builder
	for _, kind := range []string{"EP and VMP", "Gibbs sampling"} {
		fmt.Fprintf(&now, "%s: %d functions\n", kind, len(found[kind]))
		for _, name := range slices.Sorted(maps.Keys(found[kind])) {
			fmt.Fprintf(&now, "\t%s\n", name)
		}
	}
	const file = "../testdata/lowered.txt"
	before, err := os.ReadFile(file)
	if *update {
		if err := os.WriteFile(file, []byte(now.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if err != nil || string(before) != now.String() {
		t.Errorf("%s has (%v)\n%s\nwant\n%s", file, err, before, now.String())
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
			if ok && !ofChain(fn) && !fn.Name.IsExported() && !lowered[strings.ToLower(fn.Name.Name)] && !strings.HasPrefix(fn.Name.Name, "plate") {
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
