package link

import (
	"fmt"
	"go/ast"
	"go/token"
	"path"
	"strings"
)

// fields are the names of fields and methods of the run-time packages, by package. A field that is embedded has the name of its
// type: where that is renamed, what selects it is too. Selectors have no types here, so that the name must be of nothing else.
type fields struct {
	// embedded has the types that are embedded, by qualified names of fields.
	embedded map[string]embedding
	// others are the other fields, and methods, with one place of each.
	others map[string]token.Pos
}

// An embedding is a type that is embedded, by its qualified name, and where.
type embedding struct {
	of string
	at token.Pos
}

func newFields() *fields {
	return &fields{embedded: map[string]embedding{}, others: map[string]token.Pos{}}
}

// note collects the fields and methods of a declaration.
func (f *fields) note(lib *Library, d *declaration) {
	ast.Inspect(d.node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Recv != nil {
				f.others[d.pkg+"."+n.Name.Name] = n.Name.Pos()
			}
		case *ast.StructType:
			f.noteAll(lib, d, n.Fields)
		case *ast.InterfaceType: // what it embeds is no field
			for _, m := range n.Methods.List {
				for _, id := range m.Names {
					f.others[d.pkg+"."+id.Name] = id.Pos()
				}
			}
		}
		return true
	})
}

func (f *fields) noteAll(lib *Library, d *declaration, list *ast.FieldList) {
	for _, field := range list.List {
		for _, id := range field.Names {
			f.others[d.pkg+"."+id.Name] = id.Pos()
		}
		if len(field.Names) > 0 {
			continue
		}
		name, of := d.embeds(lib, field.Type)
		name = d.pkg + "." + name
		old, known := f.embedded[name]
		if of == "" || known && old.of != of {
			f.others[name] = field.Pos() // two types, or one of another module
			continue
		}
		f.embedded[name] = embedding{of, field.Pos()}
	}
}

// embeds is the name of an embedded field, and the qualified name of its type where that is of the library.
func (d *declaration) embeds(lib *Library, t ast.Expr) (name, of string) {
	switch t := t.(type) {
	case *ast.StarExpr:
		return d.embeds(lib, t.X)
	case *ast.IndexExpr:
		return d.embeds(lib, t.X)
	case *ast.IndexListExpr:
		return d.embeds(lib, t.X)
	case *ast.Ident:
		return t.Name, d.pkg + "." + t.Name
	case *ast.SelectorExpr:
		if pkg, ok := t.X.(*ast.Ident); ok && lib.Has(pkg.Name) {
			of = pkg.Name + "." + t.Sel.Name
		}
		return t.Sel.Name, of
	}
	return "", ""
}

// renameField renames an identifier that selects an embedded field, of the package or of one that the file imports.
func (u *uses) renameField(lib *Library, d *declaration, id *ast.Ident) {
	f := lib.fields
	own := f.others[d.pkg+"."+id.Name]
	e, here := f.embedded[d.pkg+"."+id.Name]
	other := own
	if !here {
		if own.IsValid() {
			return
		}
		for _, i := range d.file.Imports {
			name := path.Base(strings.Trim(i.Path.Value, `"`)) + "." + id.Name
			if x, ok := f.embedded[name]; ok {
				e = x
			}
			if at := f.others[name]; at.IsValid() {
				other = at
			}
		}
	}
	flat := lib.flat[e.of]
	if e.of == "" || flat == id.Name {
		return
	}
	if other.IsValid() && u.ambiguous == nil {
		u.ambiguous = fmt.Errorf("%s: %s is the field that embeds %s at %s, whose name is %s where packages become one, or what is at %s: give one of them another name",
			lib.fset.Position(id.Pos()), id.Name, e.of, lib.fset.Position(e.at), flat, lib.fset.Position(other))
	}
	u.replace(lib.fset, id.Pos(), id.End(), flat)
}
