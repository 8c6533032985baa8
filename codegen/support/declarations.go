package support

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"slices"
	"strings"
	"sync"
)

// Declarations are those of a run-time package.
type Declarations struct {
	pkg   string
	list  []declaration
	types map[string]ast.Expr // those that are of the interface of generated packages
}

type declaration struct {
	of   *Declarations
	src  string // of its file
	set  *token.FileSet
	node ast.Decl
}

// readings read the declarations of each run-time package, once.
var readings = func() map[string]func() (*Declarations, error) {
	m := map[string]func() (*Declarations, error){}
	for _, p := range packages {
		m[p.Name] = sync.OnceValues(func() (*Declarations, error) { return declared(p.Name, p.Public) })
	}
	return m
}()

// Declared are the declarations of a run-time package.
func Declared(pkg string) (*Declarations, error) { return readings[pkg]() }

func declared(pkg string, public func(name string) bool) (*Declarations, error) {
	source := Named(pkg).Source
	entries, err := fs.ReadDir(source, ".")
	if err != nil {
		return nil, err
	}
	ds := &Declarations{pkg: pkg, types: map[string]ast.Expr{}}
	set := token.NewFileSet()
	for _, entry := range entries {
		if strings.HasSuffix(entry.Name(), "_test.go") {
			continue
		}
		src, err := fs.ReadFile(source, entry.Name())
		if err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(set, entry.Name(), src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, node := range file.Decls {
			ds.list = append(ds.list, declaration{ds, string(src), set, node})
			if g, ok := node.(*ast.GenDecl); ok {
				for _, spec := range g.Specs {
					if t, ok := spec.(*ast.TypeSpec); ok && t.Name.IsExported() && public(t.Name.Name) {
						ds.types[t.Name.Name] = t.Type
					}
				}
			}
		}
	}
	return ds, nil
}

// WithTypes adds the types that exported fields and methods of types have: what Marginal of an
// MvNormal returns is a Normal.
func (ds *Declarations) WithTypes(names []string) []string {
	list := slices.Clone(names)
	add := func(x ast.Node) {
		ast.Inspect(x, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && ds.types[id.Name] != nil && !slices.Contains(list, id.Name) {
				list = append(list, id.Name)
			}
			return true
		})
	}
	for i := 0; i < len(list); i++ {
		switch t := ds.types[list[i]].(type) {
		case *ast.StructType:
			for _, field := range t.Fields.List {
				if len(field.Names) == 0 || field.Names[0].IsExported() {
					add(field.Type)
				}
			}
		case nil:
			continue
		}
		for _, d := range ds.list {
			if f, ok := d.node.(*ast.FuncDecl); ok && f.Recv != nil && f.Name.IsExported() && receiver(f) == list[i] {
				add(f.Type)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// receiver is the name of the type that a method is of.
func receiver(f *ast.FuncDecl) string {
	t := f.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	return t.(*ast.Ident).Name
}

// forward is a function of the name of f that calls it in its package. The types of that package
// that have aliases are called by them.
func (d declaration) forward(f *ast.FuncDecl, aliases []string) string {
	at := func(p token.Pos) int { return d.set.Position(p).Offset }
	var b strings.Builder
	if f.Doc != nil {
		b.WriteString(d.src[at(f.Doc.Pos()):at(f.Doc.End())] + "\n")
	}
	from := at(f.Pos())
	var args []string
	for _, list := range []*ast.FieldList{f.Type.Params, f.Type.Results} {
		for _, field := range list.List {
			ast.Inspect(field.Type, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok && id.IsExported() && !slices.Contains(aliases, id.Name) {
					b.WriteString(d.src[from:at(id.Pos())] + d.of.pkg + ".")
					from = at(id.Pos())
				}
				return true
			})
			for _, name := range field.Names {
				if list == f.Type.Results {
					continue
				}
				if _, ok := field.Type.(*ast.Ellipsis); ok {
					args = append(args, name.Name+"...")
				} else {
					args = append(args, name.Name)
				}
			}
		}
	}
	fmt.Fprintf(&b, "%s { return %s.%s(%s) }", d.src[from:at(f.Type.End())], d.of.pkg, f.Name.Name, strings.Join(args, ", "))
	return b.String()
}

// enumeration lists the constants of a declaration that begins with one of one of these types.
func enumeration(decl ast.Decl, kinds []string) (list []string) {
	d, ok := decl.(*ast.GenDecl)
	if !ok || d.Tok != token.CONST {
		return nil
	}
	first, _ := d.Specs[0].(*ast.ValueSpec).Type.(*ast.Ident)
	if first == nil || !slices.Contains(kinds, first.Name) {
		return nil
	}
	for _, spec := range d.Specs {
		for _, name := range spec.(*ast.ValueSpec).Names {
			list = append(list, name.Name)
		}
	}
	return list
}

// Has tells whether a name is that of a type that is part of the interface of generated packages.
func (ds *Declarations) Has(name string) bool { return ds.types[name] != nil }

// Forwards are functions of these names that call those of the package. Its types that have aliases are called by them.
func (ds *Declarations) Forwards(names, aliases []string) (list []string) {
	for _, d := range ds.list {
		if f, ok := d.node.(*ast.FuncDecl); ok && f.Recv == nil && slices.Contains(names, f.Name.Name) {
			list = append(list, d.forward(f, aliases))
		}
	}
	return list
}

// Enumerations are the constants of these types, those of each declaration.
func (ds *Declarations) Enumerations(kinds []string) (list [][]string) {
	for _, d := range ds.list {
		if names := enumeration(d.node, kinds); names != nil {
			list = append(list, names)
		}
	}
	return list
}
