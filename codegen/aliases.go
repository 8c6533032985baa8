package codegen

import (
	"embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"mpc/dist"
	"mpc/engine/passing"
	"mpc/engine/sampling"
	"mpc/samples"
)

// aliases prints what a package that carries its run-time support declares of it for its callers,
// for one that imports it: callers write the same in both.
func (g *generator) aliases() ([]File, error) {
	distributions, err := readDeclarations("dist", dist.Source, publicDist)
	if err != nil {
		return nil, err
	}
	summaries, err := readDeclarations("samples", samples.Source, publicSamples)
	if err != nil {
		return nil, err
	}
	engines, err := readDeclarations("passing", passing.Source, publicPassing)
	if g.chain {
		engines, err = readDeclarations("sampling", sampling.Source, publicSampling)
	}
	if err != nil {
		return nil, err
	}
	var messages, functions, reported []string
	for _, fam := range g.families() {
		messages = append(messages, fam.Go())
		functions = append(functions, fam.Names()[1:]...)
		if strings.HasPrefix(fam.Go(), "Mv") || fam.Go() == "Wishart" {
			messages = append(messages, "MatrixError")
		}
	}
	if g.chain {
		reported = append(g.reported(), "Element", "Warning")
	}
	messages, reported = distributions.withTypes(messages), summaries.withTypes(reported)
	var p printer
	p.line("// %s that the model uses.", map[bool]string{false: "The distributions and errors", true: "The distributions, summaries and errors"}[g.chain])
	p.line("type (")
	for _, name := range messages {
		p.line("%s = dist.%s", name, name)
	}
	for _, name := range reported {
		p.line("%s = samples.%s", name, name)
	}
	var options []string
	for _, name := range g.engineNames() {
		pkg, short, _ := strings.Cut(name, ".")
		if pkg == engines.pkg && engines.types[short] == nil {
			options = append(options, short)
			continue
		}
		p.line("%s = %s", short, name)
	}
	p.line(")\n")
	for _, d := range distributions.list {
		if f, ok := d.node.(*ast.FuncDecl); ok && f.Recv == nil && slices.Contains(functions, f.Name.Name) {
			p.line("%s\n", d.forward(f, messages))
		}
	}
	for _, d := range engines.list {
		if f, ok := d.node.(*ast.FuncDecl); ok && f.Recv == nil && slices.Contains(options, f.Name.Name) {
			p.line("%s\n", d.forward(f, []string{"Option", "Summary"}))
		}
	}
	for _, d := range summaries.list {
		if list := enumeration(d.node, reported); list != nil {
			p.line("const (")
			for _, name := range list {
				p.line("%s = samples.%s", name, name)
			}
			p.line(")\n")
		}
	}
	src, err := g.file("", p.String())
	if err != nil {
		return nil, err
	}
	return []File{{"distributions.go", src}}, nil
}

// declarations are those of a run-time package.
type declarations struct {
	pkg   string
	list  []declaration
	types map[string]ast.Expr // those that are of the interface of generated packages
}

type declaration struct {
	of   *declarations
	src  string // of its file
	set  *token.FileSet
	node ast.Decl
}

func readDeclarations(pkg string, source embed.FS, public func(name string) bool) (*declarations, error) {
	entries, err := source.ReadDir(".")
	if err != nil {
		return nil, err
	}
	ds := &declarations{pkg: pkg, types: map[string]ast.Expr{}}
	set := token.NewFileSet()
	for _, entry := range entries {
		if strings.HasSuffix(entry.Name(), "_test.go") {
			continue
		}
		src, err := source.ReadFile(entry.Name())
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

// withTypes adds the types that exported fields and methods of types have: what Marginal of an
// MvNormal returns is a Normal.
func (ds *declarations) withTypes(names []string) []string {
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
