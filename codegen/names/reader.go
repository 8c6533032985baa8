package names

import (
	"go/ast"
	"go/token"
	"strings"
)

// A reader notes the identifiers of one declaration of a package.
type reader struct {
	*uses
	blocks  []*block
	structs map[*ast.StructType]*space // of named types
	done    map[ast.Node]bool          // read already
}

// A block is one around what is read, innermost last.
type block struct {
	*space
	own map[token.Pos]bool // places of what it declares
}

// within reads what a block has.
func (r *reader) within(read func()) {
	r.blocks = append(r.blocks, &block{newSpace(), map[token.Pos]bool{}})
	read()
	r.blocks = r.blocks[:len(r.blocks)-1]
}

// function reads a function, whose parameters and body are one block.
func (r *reader) function(recv *ast.FieldList, t *ast.FuncType, body *ast.BlockStmt) {
	r.within(func() {
		if recv != nil {
			ast.Walk(r, recv)
		}
		ast.Walk(r, t)
		if body != nil {
			r.list(body.List)
		}
	})
}

func (r *reader) list(list []ast.Stmt) {
	for _, s := range list {
		ast.Walk(r, s)
	}
}

// before reads expressions that stand in a block, but in front of what it declares.
func (r *reader) before(list ...ast.Expr) {
	for _, x := range list {
		ast.Walk(r, x)
		r.done[x] = true
	}
}

// values are those of the variables that a statement declares.
func values(s ast.Stmt) []ast.Expr {
	if a, ok := s.(*ast.AssignStmt); ok && a.Tok == token.DEFINE {
		return a.Rhs
	}
	return nil
}

// inner reads the nodes within a node that is a block.
func (r *reader) inner(n ast.Node) {
	r.within(func() {
		first := true
		ast.Inspect(n, func(in ast.Node) bool {
			if first {
				first = false
				return true
			}
			if in != nil {
				ast.Walk(r, in)
			}
			return false
		})
	})
}

func (r *reader) Visit(n ast.Node) ast.Visitor {
	if r.done[n] {
		return nil
	}
	switch n := n.(type) {
	case *ast.RangeStmt:
		r.before(n.X)
		r.inner(n)
		return nil
	case *ast.IfStmt:
		r.before(values(n.Init)...)
		r.inner(n)
		return nil
	case *ast.ForStmt:
		r.before(values(n.Init)...)
		r.inner(n)
		return nil
	case *ast.BlockStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.CaseClause, *ast.SelectStmt, *ast.CommClause:
		r.inner(n)
		return nil
	case *ast.FuncLit:
		r.function(nil, n.Type, n.Body)
		return nil
	case *ast.Ident:
		r.identifier(n)
	case *ast.SelectorExpr:
		ast.Walk(r, n.X)
		r.member(n.Sel)
		return nil
	case *ast.StructType:
		r.fields(n)
		return nil
	case *ast.CompositeLit:
		if keyedByFields(n) {
			r.literal(n)
			return nil
		}
	}
	return r
}

// identifier notes one that stands without a dot: in the block that declares it, and as
// read in all between.
func (r *reader) identifier(id *ast.Ident) {
	for i := len(r.blocks) - 1; i >= 0; i-- {
		b := r.blocks[i]
		if id.Obj != nil && id.Obj.Pos() == id.Pos() && i == len(r.blocks)-1 {
			b.own[id.Pos()] = true
		}
		declared := id.Obj != nil && b.own[id.Obj.Pos()]
		r.add(id.Name, b.space, declared)
		if declared {
			return
		}
	}
}

// fields notes those of a struct.
func (r *reader) fields(n *ast.StructType) {
	s := r.structs[n]
	if s == nil {
		s = newSpace()
	}
	for _, f := range n.Fields.List {
		for _, name := range f.Names {
			r.add(name.Name, s, true)
		}
		if len(f.Names) == 0 {
			r.add(embedded(f.Type), s, true)
		}
		ast.Walk(r, f.Type)
	}
}

// literal notes what stands in one of a struct.
func (r *reader) literal(n *ast.CompositeLit) {
	ast.Walk(r, n.Type)
	for _, e := range n.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			r.member(kv.Key.(*ast.Ident))
			e = kv.Value
		}
		ast.Walk(r, e)
	}
}

// member notes a field or method that is read: its space is that of its type.
func (r *reader) member(id *ast.Ident) {
	if strings.Contains(id.Name, end) {
		r.use(id.Name)
	}
}

// keyedByFields tells whether keys of a composite literal are names of fields.
func keyedByFields(n *ast.CompositeLit) bool {
	switch n.Type.(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr, *ast.StructType:
	default:
		return false
	}
	for _, e := range n.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if _, ok := kv.Key.(*ast.Ident); !ok {
				return false
			}
		}
	}
	return true
}

// embedded is the name of the field of an embedded type.
func embedded(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return embedded(t.X)
	case *ast.SelectorExpr:
		return t.Sel.Name
	case *ast.IndexExpr:
		return embedded(t.X)
	case *ast.Ident:
		return t.Name
	}
	return "_"
}
