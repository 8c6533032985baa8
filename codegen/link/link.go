package link

import (
	"fmt"
	"slices"
	"strings"
)

// A Part is what a generated package has of one run-time package.
type Part struct {
	Package string
	// Text has the declarations, without a package clause and imports. Of the run-time
	// packages it names none.
	Text string
}

// Link returns what a generated package needs, in the order of the library's packages.
func (lib *Library) Link(n Needs) ([]Part, error) {
	r, err := lib.reach(n)
	if err != nil {
		return nil, err
	}
	if err := lib.once(r); err != nil {
		return nil, err
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
			b.WriteString(d.text() + "\n\n")
		}
		parts = append(parts, Part{pkg.Name, b.String()})
	}
	return parts, nil
}

// once finds public names that two packages give to what a generated package needs.
func (lib *Library) once(r *reach) error {
	of := map[string]string{}
	var twice []string
	for d := range r.taken {
		for _, name := range d.names {
			flat := lib.flat[name]
			if other, ok := of[flat]; ok {
				twice = append(twice, fmt.Sprintf("%s and %s are both needed", min(name, other), max(name, other)))
			}
			of[flat] = name
		}
	}
	if len(twice) == 0 {
		return nil
	}
	slices.Sort(twice)
	return fmt.Errorf("one name for two run-time declarations: %s", strings.Join(twice, "; "))
}
