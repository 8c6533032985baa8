package bugs

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"mpc/lang"
)

// Unread warns of data that no statement of a program names, which are often misspelt: Y for y. It is one warning, as files of data
// have more than one program reads.
func (p *Program) Unread(data Data) lang.Diagnostics {
	named := p.named()
	var unread, meant, open []string
	for n := range named {
		if data[n] == nil {
			open = append(open, n)
		}
	}
	slices.Sort(open)
	for _, n := range slices.Sorted(maps.Keys(data)) {
		if named[n] {
			continue
		}
		unread = append(unread, n)
		if near := lang.Nearest(n, open); near != "" {
			meant = append(meant, fmt.Sprintf("%s for %s", near, n))
		}
	}
	if unread == nil {
		return nil
	}
	first := data[unread[0]]
	d := lang.Diagnostic{Severity: lang.Warning, File: first.File, Pos: first.At, Code: lang.CodeDataUnused,
		Message: strings.Join(unread, ", ") + ": given by the data, and read by no statement of the program"}
	if d.File == "" || d.Pos.Line == 0 {
		d.File, d.Pos = p.Name, lang.Pos{Line: 1, Col: 1}
	}
	if meant != nil {
		d.Hint = "did you mean " + strings.Join(meant, ", ") + "?"
	}
	return lang.Diagnostics{d}
}

// named are the names that a program declares, draws, computes or reads.
func (p *Program) named() map[string]bool {
	found := map[string]bool{}
	note := func(e Expr) {
		if r, ok := e.(*Ref); ok {
			found[r.Name] = true
		}
	}
	for _, v := range p.Vars {
		found[v.Name] = true
		for _, e := range v.Dims {
			walk(e, note)
		}
	}
	for _, s := range append(sites(p.Data, nil, true), sites(p.Model, nil, false)...) {
		found[s.Target.Name] = true
		s.each(note)
	}
	return found
}
