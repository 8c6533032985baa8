package link

import (
	"fmt"
	"strings"
)

// A Part is what a generated package has of one run-time package.
type Part struct {
	Package string
	// Text has the declarations, without a package clause and imports. Of the run-time
	// packages it names none.
	Text string
}

// Link returns what a generated package needs that refers to these qualified names, in
// the order of the library's packages.
func (lib *Library) Link(names []string) ([]Part, error) {
	r := reach{lib: lib, taken: map[*declaration]bool{}}
	for _, n := range names {
		if err := r.add(n); err != nil {
			return nil, err
		}
	}
	var parts []Part
	for _, pkg := range lib.packages {
		var list []*declaration
		for d := range r.taken {
			if d.pkg == pkg.Name {
				list = append(list, d)
			}
		}
		if len(list) == 0 {
			continue
		}
		inOrder(list)
		var b strings.Builder
		for _, d := range list {
			b.WriteString(lib.text(d) + "\n\n")
		}
		parts = append(parts, Part{pkg.Name, b.String()})
	}
	return parts, nil
}

// A reach grows to all that is needed.
type reach struct {
	lib   *Library
	taken map[*declaration]bool
}

func (r *reach) add(name string) error {
	d := r.lib.decls[name]
	if d == nil {
		return fmt.Errorf("no run-time declaration %s", name)
	}
	return r.take(d)
}

func (r *reach) take(d *declaration) error {
	if r.taken[d] {
		return nil
	}
	r.taken[d] = true
	for _, n := range d.needs {
		if err := r.add(n); err != nil {
			return err
		}
	}
	for _, m := range d.methods {
		if err := r.take(m); err != nil {
			return err
		}
	}
	return nil
}
