package names

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
)

// sameBindings checks, knowing nothing of how the identifiers were chosen, that each of
// a file is bound to the same declaration as before: that none was captured.
func sameBindings(before File, after string) error {
	was, err := bindings(before)
	if err != nil {
		return err
	}
	is, err := bindings(File{before.Name, after})
	if err != nil {
		return err
	}
	if len(was) != len(is) {
		return fmt.Errorf("%s: %d identifiers became %d", before.Name, len(was), len(is))
	}
	for i := range was {
		if was[i].to != is[i].to {
			return fmt.Errorf("%s: %s, which was %s, is bound to another declaration", before.Name, is[i].name, was[i].name)
		}
	}
	return nil
}

// A binding is an identifier with the place of its declaration among all identifiers:
// -1 if that is in another file.
type binding struct {
	name string
	to   int
}

// bindings lists the identifiers of a file, but for the names of fields.
func bindings(f File) ([]binding, error) {
	file, err := parser.ParseFile(token.NewFileSet(), f.Name, f.Text, 0)
	if err != nil {
		return nil, errorIn(f, err)
	}
	place := map[token.Pos]int{}
	var ids []*ast.Ident
	keys := map[*ast.Ident]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			for _, e := range n.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok && keyedByFields(n) {
					keys[kv.Key.(*ast.Ident)] = true
				}
			}
		case *ast.Ident:
			place[n.Pos()] = len(ids)
			ids = append(ids, n)
		}
		return true
	})
	list := make([]binding, len(ids))
	for i, id := range ids {
		list[i] = binding{id.Name, -1}
		if id.Obj == nil || keys[id] {
			continue
		}
		if to, ok := place[id.Obj.Pos()]; ok {
			list[i].to = to
		}
	}
	return list, nil
}
