package link

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
)

// fields are the names of fields and methods of the run-time packages. A field that is embedded has the name of its type:
// where that is renamed, what selects it is too. Selectors have no types here, so that the name must be of nothing else.
type fields struct {
	// embedded has, by the names of fields, the types that are embedded.
	embedded map[string]embedding
	// others are the other fields, and methods, with one place of each.
	others map[string]token.Pos
}

// An embedding is a type that is embedded, by its qualified name, and where.
type embedding struct {
	of string
	at token.Pos
}

func newFields() fields {
	return fields{embedded: map[string]embedding{}, others: map[string]token.Pos{}}
}

// note collects the fields and methods of a declaration.
func (f fields) note(lib *Library, d *declaration) {
	ast.Inspect(d.node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Recv != nil {
				f.others[n.Name.Name] = n.Name.Pos()
			}
		case *ast.StructType:
			f.noteAll(lib, d, n.Fields)
		case *ast.InterfaceType: // what it embeds is no field
			for _, m := range n.Methods.List {
				for _, id := range m.Names {
					f.others[id.Name] = id.Pos()
				}
			}
		}
		return true
	})
}

func (f fields) noteAll(lib *Library, d *declaration, list *ast.FieldList) {
	for _, field := range list.List {
		for _, id := range field.Names {
			f.others[id.Name] = id.Pos()
		}
		if len(field.Names) > 0 {
			continue
		}
		name, of := d.embeds(lib, field.Type)
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

// renamed is the name of an embedded field whose type is renamed, empty of any other.
func (lib *Library) renamed(field string) string {
	if e, ok := lib.fields.embedded[field]; ok {
		if flat := lib.flat[e.of]; flat != field {
			return flat
		}
	}
	return ""
}

// ambiguous is an error where a field that must be renamed has the name of another field or a method.
func (lib *Library) ambiguous() error {
	var names []string
	for name := range lib.fields.embedded {
		if at := lib.fields.others[name]; at.IsValid() && lib.renamed(name) != "" {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	name := slices.Min(names)
	e := lib.fields.embedded[name]
	return fmt.Errorf("%s: %s is embedded, and is %s where packages become one; %s has the field or method %s too, which selectors do not tell apart: give the field a name",
		lib.fset.Position(e.at), e.of, lib.flat[e.of], lib.fset.Position(lib.fields.others[name]), name)
}

// renameField renames an identifier that selects a field.
func (d *declaration) renameField(lib *Library, id *ast.Ident) {
	if flat := lib.renamed(id.Name); flat != "" {
		d.replace(lib.fset, id.Pos(), id.End(), flat)
	}
}
