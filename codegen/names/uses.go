package names

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
)

// uses are the identifiers of a package: where those with references stand, and what
// else stands there.
type uses struct {
	of     map[string]*use // by the identifier, of those with references
	global *space          // what the package declares and imports
	types  map[string]*space
}

// A use says where an identifier stands.
type use struct {
	in     []*space
	global bool // the package declares it
}

// A space holds identifiers some of which must differ: those that stand in a block
// without a dot, the members of a type, the declarations of a package.
type space struct {
	has map[string]bool // true: declared in it, false: read in it, and declared outside
}

func newSpace() *space { return &space{map[string]bool{}} }

// clashes tells whether two identifiers of a space must differ: one of them is declared
// in it.
func (s *space) clashes(id, name string) bool {
	declared, ok := s.has[name]
	return ok && (declared || s.has[id])
}

func newUses() *uses {
	return &uses{of: map[string]*use{}, global: newSpace(), types: map[string]*space{}}
}

// add notes an identifier in a space.
func (p *uses) add(name string, s *space, declared bool) {
	before, known := s.has[name]
	s.has[name] = before || declared
	if !known && strings.Contains(name, end) {
		u := p.use(name)
		u.in = append(u.in, s)
	}
}

func (p *uses) use(name string) *use {
	u := p.of[name]
	if u == nil {
		u = &use{}
		p.of[name] = u
	}
	return u
}

// declare notes what the package declares.
func (p *uses) declare(name string) {
	if strings.Contains(name, end) {
		p.use(name).global = true
	} else {
		p.global.has[name] = true
	}
}

// typed is the space of the members of a type of the package.
func (p *uses) typed(name string) *space {
	s := p.types[name]
	if s == nil {
		s = newSpace()
		p.types[name] = s
	}
	return s
}

// read notes what stands in a file.
func (p *uses) read(f File) error {
	file, err := parser.ParseFile(token.NewFileSet(), f.Name, f.Text, 0)
	if err != nil {
		return errorIn(f, err)
	}
	for _, d := range file.Decls {
		r := &reader{uses: p, structs: map[*ast.StructType]*space{}, done: map[ast.Node]bool{}}
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				p.declare(d.Name.Name)
			} else {
				p.add(d.Name.Name, p.typed(receiver(d)), true)
			}
			r.function(d.Recv, d.Type, d.Body)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				r.spec(spec)
			}
			r.within(func() { ast.Walk(r, d) })
		}
	}
	return nil
}

// spec notes what a declaration of the package declares.
func (r *reader) spec(spec ast.Spec) {
	switch spec := spec.(type) {
	case *ast.ImportSpec:
		path := strings.TrimSuffix(strings.Trim(spec.Path.Value, `"`), "/v2")
		r.declare(path[strings.LastIndex(path, "/")+1:])
	case *ast.TypeSpec:
		r.declare(spec.Name.Name)
		if st, ok := spec.Type.(*ast.StructType); ok {
			r.structs[st] = r.typed(spec.Name.Name)
		}
	case *ast.ValueSpec:
		for _, n := range spec.Names {
			r.declare(n.Name)
		}
	}
}

// receiver is the name of the type that a method is of.
func receiver(d *ast.FuncDecl) string {
	t := d.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}
