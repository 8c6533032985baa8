package codegen

import (
	"bytes"
	"embed"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"sort"
	"strings"
	"unicode"

	"mpc/dist"
	"mpc/mcmc"
	"mpc/operators"
	"mpc/samples"
	"mpc/special"
)

// A library holds the declarations of the run-time packages, by qualified name.
type library struct {
	fset  *token.FileSet
	decls map[string]*declaration
	flat  map[string]string // by qualified name: the name in a generated package
	// embedded has the types that are embedded in others: their names are the
	// names of fields too.
	embedded map[string]bool
}

// A declaration is a top-level declaration that generated packages may carry:
// a function, a group of types, variables or constants. A type brings its
// methods along.
type declaration struct {
	pkg     string
	file    *ast.File
	source  []byte
	node    ast.Decl
	names   []string // qualified
	needs   []string // qualified names that it refers to
	edits   []edit
	methods []*declaration
}

// An edit replaces source[from:to].
type edit struct {
	from, to int
	text     string
}

var runtimePackages = []string{"special", "dist", "operators", "mcmc", "samples"}

// readLibrary parses the run-time packages.
func readLibrary() (*library, error) {
	lib := &library{fset: token.NewFileSet(), decls: map[string]*declaration{}, flat: map[string]string{}, embedded: map[string]bool{}}
	sources := map[string]embed.FS{"special": special.Source, "dist": dist.Source, "operators": operators.Source, "mcmc": mcmc.Source, "samples": samples.Source}
	var all []*declaration
	for _, pkg := range runtimePackages {
		entries, err := fs.ReadDir(sources[pkg], ".")
		if err != nil {
			return nil, err
		}
		for _, entry := range entries {
			name := entry.Name()
			if strings.HasSuffix(name, "_test.go") || name == "source.go" {
				continue
			}
			src, err := fs.ReadFile(sources[pkg], name)
			if err != nil {
				return nil, err
			}
			file, err := parser.ParseFile(lib.fset, path.Join(pkg, name), src, parser.ParseComments)
			if err != nil {
				return nil, err
			}
			all = append(all, lib.declare(pkg, file, src)...)
		}
	}
	lib.nameAll()
	for _, d := range all {
		lib.resolve(d)
	}
	return lib, nil
}

// declare lists the declarations of a file.
func (lib *library) declare(pkg string, file *ast.File, src []byte) []*declaration {
	var list []*declaration
	for _, node := range file.Decls {
		d := &declaration{pkg: pkg, file: file, source: src, node: node}
		switch node := node.(type) {
		case *ast.FuncDecl:
			if node.Recv == nil {
				d.names = []string{pkg + "." + node.Name.Name}
			}
		case *ast.GenDecl:
			if node.Tok == token.IMPORT {
				continue
			}
			for _, spec := range node.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					d.names = append(d.names, pkg+"."+spec.Name.Name)
					if st, ok := spec.Type.(*ast.StructType); ok {
						for _, field := range st.Fields.List {
							if id, ok := field.Type.(*ast.Ident); ok && len(field.Names) == 0 {
								lib.embedded[pkg+"."+id.Name] = true
							}
						}
					}
				case *ast.ValueSpec:
					for _, n := range spec.Names {
						d.names = append(d.names, pkg+"."+n.Name)
					}
				}
			}
		}
		for _, n := range d.names {
			lib.decls[n] = d
		}
		list = append(list, d)
	}
	return list
}

// nameAll gives every declaration its name in generated packages. Where two
// packages would use one name, that of the later package gets the package's
// name before it.
func (lib *library) nameAll() {
	names := make([]string, 0, len(lib.decls))
	for n := range lib.decls {
		names = append(names, n)
	}
	sort.Strings(names)
	taken := map[string]bool{}
	for _, pkg := range []string{"dist", "operators", "special", "mcmc", "samples"} {
		for _, n := range names {
			if !strings.HasPrefix(n, pkg+".") {
				continue
			}
			flat := flatName(n)
			if taken[flat] {
				flat = pkg + strings.ToUpper(flat[:1]) + flat[1:]
			}
			taken[flat] = true
			lib.flat[n] = flat
		}
	}
}

// receiver is the qualified type name of a method, "" for another declaration.
func (d *declaration) receiver() string {
	f, ok := d.node.(*ast.FuncDecl)
	if !ok || f.Recv == nil {
		return ""
	}
	t := f.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	return d.pkg + "." + t.(*ast.Ident).Name
}

// resolve finds what a declaration refers to, and how its text changes when all
// run-time packages become one.
func (lib *library) resolve(d *declaration) {
	if r := d.receiver(); r != "" {
		if t := lib.decls[r]; t != nil {
			t.methods = append(t.methods, d)
		}
	}
	field := map[*ast.Ident]bool{} // names that are no references: selectors, keys, parameters
	ast.Inspect(d.node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			field[n.Sel] = true
			if name := d.pkg + "." + n.Sel.Name; lib.embedded[name] && lib.flat[name] != n.Sel.Name {
				d.replace(lib.fset, n.Sel.Pos(), n.Sel.End(), lib.flat[name])
			}
			if x, ok := n.X.(*ast.Ident); ok && isRuntime(x.Name) && x.Obj == nil {
				name := x.Name + "." + n.Sel.Name
				d.needs = append(d.needs, name)
				d.replace(lib.fset, n.Pos(), n.End(), lib.flat[name])
				field[x] = true
			}
		case *ast.CompositeLit:
			if id, ok := n.Type.(*ast.Ident); ok && lib.isStruct(d.pkg+"."+id.Name) {
				for _, e := range n.Elts {
					if kv, ok := e.(*ast.KeyValueExpr); ok {
						if k, ok := kv.Key.(*ast.Ident); ok {
							field[k] = true
						}
					}
				}
			}
		case *ast.KeyValueExpr:
			if k, ok := n.Key.(*ast.Ident); ok && lib.decls[d.pkg+"."+k.Name] == nil {
				field[k] = true
			}
		case *ast.FuncDecl:
			if n.Recv != nil {
				field[n.Name] = true
			}
		}
		return true
	})
	ast.Inspect(d.node, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || field[id] {
			return true
		}
		name := d.pkg + "." + id.Name
		if lib.decls[name] == nil || !d.topLevel(id) {
			return true
		}
		d.needs = append(d.needs, name)
		if flat := lib.flat[name]; flat != id.Name {
			d.replace(lib.fset, id.Pos(), id.End(), flat)
		}
		return true
	})
}

// isStruct tells whether a declaration is of a struct type.
func (lib *library) isStruct(name string) bool {
	d := lib.decls[name]
	if d == nil {
		return false
	}
	g, ok := d.node.(*ast.GenDecl)
	if !ok {
		return false
	}
	for _, spec := range g.Specs {
		if t, ok := spec.(*ast.TypeSpec); ok && d.pkg+"."+t.Name.Name == name {
			_, ok := t.Type.(*ast.StructType)
			return ok
		}
	}
	return false
}

// topLevel tells whether an identifier is not a local name.
func (d *declaration) topLevel(id *ast.Ident) bool {
	return id.Obj == nil || d.file.Scope.Lookup(id.Name) == id.Obj
}

func isRuntime(pkg string) bool {
	for _, p := range runtimePackages {
		if p == pkg {
			return true
		}
	}
	return false
}

func (d *declaration) replace(fset *token.FileSet, from, to token.Pos, text string) {
	d.edits = append(d.edits, edit{fset.Position(from).Offset, fset.Position(to).Offset, text})
}

// flatName is the name of a run-time declaration inside a generated package:
// distributions and their constructors are the package's own interface and stay
// exported, all else is not.
func flatName(qualified string) string {
	pkg, name, _ := strings.Cut(qualified, ".")
	if pkg == "dist" && !internalDist(name) {
		return name
	}
	if pkg == "samples" {
		switch name {
		case "Real", "Truth", "Index", "Vector", "Matrix", "Presence", "Element", "Warning", "WarningKind",
			"WrongNumbers", "NeverThere", "RarelyThere", "TooFewDraws", "StandsStill", "OneValue", "HighRHat", "LowESSBulk", "LowESSTail", "HeavyTails", "AtRounding":
			return name // what a caller reads
		}
	}
	if !unicode.IsUpper(rune(name[0])) {
		return name
	}
	// NormalCdf is normalCdf, EPFoo is epFoo.
	i := 1
	for i < len(name) && unicode.IsUpper(rune(name[i])) && (i+1 == len(name) || unicode.IsUpper(rune(name[i+1]))) {
		i++
	}
	return strings.ToLower(name[:i]) + name[i:]
}

// internalDist tells whether a declaration of dist is no part of the interface
// of generated packages.
func internalDist(name string) bool {
	if name == "Stretch" || strings.Contains(name, "Totals") || strings.Contains(name, "Moments") || strings.HasSuffix(name, "TimesPower") {
		return true
	}
	switch name {
	case "Fault", "NoFault", "Improper", "Contradiction", "NotFinite", "PointSearch":
		return true
	}
	if strings.HasPrefix(name, "New") || name == "MvWork" || name == "CategoricalWork" || strings.HasPrefix(name, "Is") || strings.HasPrefix(name, "Set") || name == "AddLinear" {
		return true
	}
	return strings.HasSuffix(name, "Total") || strings.HasSuffix(name, "Random")
}

var qualified = regexp.MustCompile(`\b(operators|dist|special|mcmc|samples)\.([A-Za-z_][A-Za-z0-9_]*)`)

// flattenComment rewrites the qualified names that a comment speaks of.
func flattenComment(text string) string {
	return qualified.ReplaceAllStringFunc(text, flatName)
}

// text is the source of a declaration as it stands in a generated package.
func (d *declaration) text(fset *token.FileSet) string {
	start := d.node.Pos()
	var doc *ast.CommentGroup
	switch n := d.node.(type) {
	case *ast.FuncDecl:
		doc = n.Doc
	case *ast.GenDecl:
		doc = n.Doc
	}
	if doc != nil {
		start = doc.Pos()
	}
	from, to := fset.Position(start).Offset, fset.Position(d.node.End()).Offset
	for _, group := range d.file.Comments {
		for _, c := range group.List {
			if d.node.Pos() <= c.Pos() && c.End() <= d.node.End() && group != doc {
				d.replace(fset, c.Pos(), c.End(), flattenComment(c.Text))
			}
		}
	}
	sort.Slice(d.edits, func(i, j int) bool { return d.edits[i].from < d.edits[j].from })
	var b bytes.Buffer
	at := from
	for _, e := range d.edits {
		if e.from < at {
			continue
		}
		b.Write(d.source[at:e.from])
		b.WriteString(e.text)
		at = e.to
	}
	b.Write(d.source[at:to])
	text := b.String()
	if doc != nil {
		n := fset.Position(d.node.Pos()).Offset - from
		comment := string(d.source[from : from+n])
		renamed := comment
		for _, name := range d.names {
			_, short, _ := strings.Cut(name, ".")
			renamed = regexp.MustCompile(`\b`+short+`\b`).ReplaceAllString(renamed, flatName(name))
		}
		text = flattenComment(renamed) + strings.TrimPrefix(text, comment)
	}
	return text
}
