package link

import (
	"fmt"
	"go/ast"
	"slices"
)

// A reach grows to all that a generated package needs: a declaration where something that is
// taken refers to it; a method where its type is taken and either something that is taken calls
// a method of its name, or users may.
type reach struct {
	lib     *Library
	taken   map[*declaration]bool
	called  map[string]bool
	offered map[*declaration]bool
}

// standard lists the methods that the standard library calls of values whose type it does
// not know: no text that is taken may name them.
var standard = []string{
	"String", "Error", "Unwrap", "Is", "As", "Format", "GoString",
	"MarshalJSON", "UnmarshalJSON", "MarshalText", "UnmarshalText", "AppendText",
	"MarshalBinary", "UnmarshalBinary", "AppendBinary",
	"Read", "Write", "Len", "Less", "Swap", "Push", "Pop", "Uint64",
}

// reach takes what is needed until nothing is left to take.
func (lib *Library) reach(n Needs) (*reach, error) {
	r := &reach{lib: lib, taken: map[*declaration]bool{}, called: map[string]bool{}, offered: map[*declaration]bool{}}
	for name := range n.calls {
		r.called[name] = true
	}
	for name := range n.names {
		if err := r.add(name); err != nil {
			return nil, err
		}
	}
	for name := range n.offers {
		if d := lib.decls[name]; d != nil {
			r.offer(d)
		}
	}
	for more := true; more; {
		more = false
		for d := range r.taken {
			for _, m := range d.methods {
				if r.taken[m] || !r.wants(d, m) {
					continue
				}
				more = true
				if err := r.take(m); err != nil {
					return nil, err
				}
			}
		}
	}
	return r, nil
}

// wants tells whether a method of a type that is taken is needed.
func (r *reach) wants(t, m *declaration) bool {
	name := m.node.(*ast.FuncDecl).Name.Name
	return r.called[name] || r.offered[t] && ast.IsExported(name) || slices.Contains(standard, name)
}

// offer notes that users may have values of the types of a declaration: they call their
// exported methods, and get values of the types that these show. So it is of what is public,
// and of what the generated package shows itself.
func (r *reach) offer(d *declaration) {
	if r.offered[d] {
		return
	}
	r.offered[d] = true
	for _, name := range d.uses().shows {
		r.offer(r.lib.decls[name])
	}
	for _, m := range d.methods {
		if m.node.(*ast.FuncDecl).Name.IsExported() {
			for _, name := range m.uses().shows {
				r.offer(r.lib.decls[name])
			}
		}
	}
}

func (r *reach) add(name string) error {
	d := r.lib.decls[name]
	if d != nil {
		return r.take(d)
	}
	if pkg, _ := r.lib.split(name); pkg != nil {
		return fmt.Errorf("no run-time declaration %s", name)
	}
	return nil // of the standard library
}

func (r *reach) take(d *declaration) error {
	if r.taken[d] {
		return nil
	}
	r.taken[d] = true
	if r.lib.public(d) {
		r.offer(d)
	}
	u := d.uses()
	if u.ambiguous != nil {
		return u.ambiguous
	}
	for _, name := range u.calls {
		r.called[name] = true
	}
	for _, n := range u.needs {
		if err := r.add(n); err != nil {
			return err
		}
	}
	return nil
}
