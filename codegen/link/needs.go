package link

import (
	"go/ast"
	"slices"
)

// Needs are what a generated package needs of the run-time packages.
type Needs struct {
	names  map[string]bool // qualified names that it refers to
	calls  map[string]bool // names after a dot: methods, of which type is not known
	offers map[string]bool // qualified names that its own interface shows
}

// Add notes that the package refers to a qualified name.
func (n *Needs) Add(name string) { note(&n.names, name) }

// Read notes what the text of a file needs, which names the run-time packages as if it
// imported them.
func (n *Needs) Read(file *ast.File) {
	free := map[*ast.Ident]bool{}
	for _, id := range file.Unresolved {
		free[id] = true
	}
	qualified := func(node ast.Node, found func(name string)) {
		ast.Inspect(node, func(x ast.Node) bool {
			if sel, ok := x.(*ast.SelectorExpr); ok {
				if pkg, ok := sel.X.(*ast.Ident); ok && free[pkg] {
					found(pkg.Name + "." + sel.Sel.Name)
				}
			}
			return true
		})
	}
	qualified(file, n.Add)
	for _, name := range called(file) {
		note(&n.calls, name)
	}
	for _, d := range file.Decls {
		for _, x := range shown(d) {
			qualified(x, func(name string) { note(&n.offers, name) })
		}
	}
}

func note(set *map[string]bool, name string) {
	if *set == nil {
		*set = map[string]bool{}
	}
	(*set)[name] = true
}

// called lists the names of which a method may be called: those after a dot, and those of
// the methods of interfaces.
func called(node ast.Node) []string {
	var list []string
	ast.Inspect(node, func(x ast.Node) bool {
		switch x := x.(type) {
		case *ast.SelectorExpr:
			list = append(list, x.Sel.Name)
		case *ast.InterfaceType:
			for _, m := range x.Methods.List {
				for _, name := range m.Names {
					list = append(list, name.Name)
				}
			}
		}
		return true
	})
	slices.Sort(list)
	return slices.Compact(list)
}

// shown lists the parts of a declaration that users see: the signature of an exported function
// or method, the exported and embedded fields of an exported type.
func shown(d ast.Decl) []ast.Node {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() {
			return []ast.Node{d.Type}
		}
	case *ast.GenDecl:
		var list []ast.Node
		for _, spec := range d.Specs {
			if t, ok := spec.(*ast.TypeSpec); ok && t.Name.IsExported() {
				list = append(list, seen(t.Type)...)
			}
		}
		return list
	}
	return nil
}

// seen lists the parts of a type that users see who have a value of it.
func seen(t ast.Expr) []ast.Node {
	st, ok := t.(*ast.StructType)
	if !ok {
		return []ast.Node{t}
	}
	var list []ast.Node
	for _, field := range st.Fields.List {
		if len(field.Names) == 0 || slices.ContainsFunc(field.Names, (*ast.Ident).IsExported) {
			list = append(list, field.Type)
		}
	}
	return list
}
