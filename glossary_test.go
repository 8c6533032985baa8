package mpc_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestGlossary: docs/inside/words.md has each kind of statement, type and table of code, and each role and property of a table of
// loops, as often as it is something, and nothing else.
func TestGlossary(t *testing.T) {
	code, loops := declarations(t, "codegen/code"), declarations(t, "codegen/loops")
	var want []string
	want = append(want, code.fields["Table"]...)
	for _, of := range []string{"Keep", "Arrangement", "Access", "Basic", "Sort"} {
		want = append(want, code.constants[of]...)
	}
	want = append(want, code.methods["action"]...)
	want = append(want, "Record", "Array", "Handle")
	want = append(want, loops.constants["Role"]...)
	want = append(want, loops.fields["Table"]...)
	if len(want) < 60 {
		t.Fatalf("%d words were found in the source", len(want))
	}
	text, err := os.ReadFile("docs/inside/words.md")
	if err != nil {
		t.Fatal(err)
	}
	var have []string
	for _, m := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\|").FindAllStringSubmatch(string(text), -1) {
		have = append(have, m[1])
	}
	slices.Sort(want)
	slices.Sort(have)
	for _, w := range want {
		if k := slices.Index(have, w); k < 0 {
			t.Errorf("docs/inside/words.md does not say what %s is, or not as often as it is something", w)
		} else {
			have = slices.Delete(have, k, k+1)
		}
	}
	for _, w := range have {
		t.Errorf("docs/inside/words.md says what %s is, which nothing is", w)
	}
}

// declared are the declarations of a package: exported constants by their types, exported fields of structs, and exported types
// that have a method.
type declared struct{ constants, fields, methods map[string][]string }

func declarations(t *testing.T, folder string) declared {
	d := declared{map[string][]string{}, map[string][]string{}, map[string][]string{}}
	paths, err := filepath.Glob(folder + "/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range file.Decls {
			switch x := x.(type) {
			case *ast.FuncDecl:
				d.method(x)
			case *ast.GenDecl:
				d.general(x)
			}
		}
	}
	return d
}

func (d declared) method(f *ast.FuncDecl) {
	if f.Recv == nil {
		return
	}
	of := f.Recv.List[0].Type
	if star, ok := of.(*ast.StarExpr); ok {
		of = star.X
	}
	if name := of.(*ast.Ident); name.IsExported() {
		d.methods[f.Name.Name] = append(d.methods[f.Name.Name], name.Name)
	}
}

func (d declared) general(g *ast.GenDecl) {
	of := ""
	for _, s := range g.Specs {
		switch s := s.(type) {
		case *ast.ValueSpec:
			if id, ok := s.Type.(*ast.Ident); ok {
				of = id.Name
			}
			for _, n := range s.Names {
				if g.Tok == token.CONST && n.IsExported() {
					d.constants[of] = append(d.constants[of], n.Name)
				}
			}
		case *ast.TypeSpec:
			st, ok := s.Type.(*ast.StructType)
			if !ok {
				continue
			}
			for _, f := range st.Fields.List {
				for _, n := range f.Names {
					if n.IsExported() {
						d.fields[s.Name.Name] = append(d.fields[s.Name.Name], n.Name)
					}
				}
			}
		}
	}
}
