package link

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strings"
)

// A declaration is a top-level declaration that generated packages may carry: a function,
// a method, a group of types, variables or constants.
type declaration struct {
	pkg     string
	file    *ast.File
	source  []byte
	node    ast.Decl
	place   int      // among all declarations of the library
	names   []string // qualified; a method has none
	methods []*declaration
	uses    func() *uses  // found where it is asked for: most packages need a small part of all declarations
	text    func() string // as it stands in a generated package
}

// uses is what a declaration refers to, and what changes of its text for it.
type uses struct {
	needs     []string // qualified names that it refers to
	calls     []string // names of which it may call a method
	shows     []string // qualified names that users see: of a type in its fields, of a function in its signature
	edits     []edit   // what changes where all run-time packages become one
	ambiguous error    // of a selector that may be of two fields
}

// An edit replaces source[from:to].
type edit struct {
	from, to int
	text     string
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
	switch generic := t.(type) { // of a type with parameters
	case *ast.IndexExpr:
		t = generic.X
	case *ast.IndexListExpr:
		t = generic.X
	}
	return d.pkg + "." + t.(*ast.Ident).Name
}

// resolve finds what a declaration refers to, and how its text changes.
func (lib *Library) resolve(d *declaration) *uses {
	u := &uses{calls: called(d.node)}
	field := lib.selectors(d, u)
	ast.Inspect(d.node, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || field[id] {
			return true
		}
		name := d.pkg + "." + id.Name
		if lib.decls[name] == nil || !d.topLevel(id) {
			return true
		}
		u.refer(lib, d, id, name)
		return true
	})
	return u
}

// refer notes that a node of the declaration refers to another declaration.
func (u *uses) refer(lib *Library, d *declaration, n ast.Node, name string) {
	u.needs = append(u.needs, name)
	for _, part := range d.seen() {
		if part.Pos() <= n.Pos() && n.End() <= part.End() {
			u.shows = append(u.shows, name)
		}
	}
	text := string(d.source[lib.fset.Position(n.Pos()).Offset:lib.fset.Position(n.End()).Offset])
	if flat := lib.Name(name); flat != text {
		u.replace(lib.fset, n.Pos(), n.End(), flat)
	}
}

// seen lists the parts of a declaration that users see who have a value of its type, or call
// the function.
func (d *declaration) seen() []ast.Node {
	switch n := d.node.(type) {
	case *ast.FuncDecl:
		return []ast.Node{n.Type}
	case *ast.GenDecl:
		var list []ast.Node
		for _, spec := range n.Specs {
			if t, ok := spec.(*ast.TypeSpec); ok {
				list = append(list, seen(t.Type)...)
			}
		}
		return list
	}
	return nil
}

// selectors notes the declarations of other packages that a declaration refers to, and
// returns the identifiers that are no references: selectors, keys, names of methods.
func (lib *Library) selectors(d *declaration, u *uses) map[*ast.Ident]bool {
	field := map[*ast.Ident]bool{}
	ast.Inspect(d.node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			field[n.Sel] = true
			if x, ok := n.X.(*ast.Ident); ok && lib.Has(x.Name) && x.Obj == nil {
				u.refer(lib, d, n, x.Name+"."+n.Sel.Name)
				field[x] = true
			} else {
				u.renameField(lib, d, n.Sel)
			}
		case *ast.CompositeLit:
			if lib.isStruct(d.typeName(n.Type)) {
				for _, e := range n.Elts {
					if kv, ok := e.(*ast.KeyValueExpr); ok {
						if k, ok := kv.Key.(*ast.Ident); ok {
							field[k] = true
						}
					}
				}
			}
		case *ast.KeyValueExpr:
			if k, ok := n.Key.(*ast.Ident); ok && (field[k] || lib.decls[d.pkg+"."+k.Name] == nil) {
				field[k] = true
				u.renameField(lib, d, k)
			}
		case *ast.FuncDecl:
			if n.Recv != nil {
				field[n.Name] = true
			}
		}
		return true
	})
	return field
}

// typeName is the qualified name of the type of a literal, with or without parameters.
func (d *declaration) typeName(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.Ident:
		return d.pkg + "." + t.Name
	case *ast.SelectorExpr:
		if x, ok := t.X.(*ast.Ident); ok {
			return x.Name + "." + t.Sel.Name
		}
	case *ast.IndexExpr:
		return d.typeName(t.X)
	case *ast.IndexListExpr:
		return d.typeName(t.X)
	}
	return ""
}

// isStruct tells whether a declaration is of a struct type.
func (lib *Library) isStruct(name string) bool {
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

func (u *uses) replace(fset *token.FileSet, from, to token.Pos, text string) {
	u.edits = append(u.edits, edit{fset.Position(from).Offset, fset.Position(to).Offset, text})
}

// doc is the comment before a declaration, nil where there is none.
func (d *declaration) doc() *ast.CommentGroup {
	if f, ok := d.node.(*ast.FuncDecl); ok {
		return f.Doc
	}
	return d.node.(*ast.GenDecl).Doc
}

// write is the source of a declaration as it stands in a generated package.
func (lib *Library) write(d *declaration) string {
	offset := func(p token.Pos) int { return lib.fset.Position(p).Offset }
	at, to := offset(d.node.Pos()), offset(d.node.End())
	var b strings.Builder
	if doc := d.doc(); doc != nil {
		comment := string(d.source[offset(doc.Pos()):at])
		for _, name := range d.names {
			_, short, _ := strings.Cut(name, ".")
			comment = regexp.MustCompile(`\b`+short+`\b`).ReplaceAllString(comment, lib.Name(name))
		}
		b.WriteString(lib.comment(comment))
	}
	edits := slices.Clone(d.uses().edits)
	for _, group := range d.file.Comments {
		for _, c := range group.List {
			if d.node.Pos() <= c.Pos() && c.End() <= d.node.End() {
				edits = append(edits, edit{offset(c.Pos()), offset(c.End()), lib.comment(c.Text)})
			}
		}
	}
	slices.SortFunc(edits, func(a, b edit) int { return a.from - b.from })
	for _, e := range edits {
		if e.from < at {
			continue
		}
		b.Write(d.source[at:e.from])
		b.WriteString(e.text)
		at = e.to
	}
	b.Write(d.source[at:to])
	return b.String()
}
