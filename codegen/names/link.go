package names

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Table has the identifier of each that is made of references.
type Table struct {
	final map[string]string
}

// A File is a file of a package whose text may have references.
type File struct {
	Name, Text string
}

// Link chooses the identifiers of a package. Of two names of the model that would become
// one, that which stands first in order keeps it; what the package declares itself does
// so before all of them. Others get _ behind them.
func Link(files []File, order []string) (*Table, error) {
	p := newUses()
	for _, f := range files {
		if err := p.read(f); err != nil {
			return nil, err
		}
	}
	t := &Table{final: map[string]string{}}
	for _, id := range p.sorted(order) {
		name := t.based(id)
		for p.clashes(id, name) {
			name += "_"
		}
		t.final[id] = name
		p.give(id, name)
	}
	for _, f := range files {
		if !strings.Contains(f.Text, end) {
			continue
		}
		if err := sameBindings(f, t.Text(f.Text)); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// based is what an identifier becomes where nothing is in its way. One that is made of a
// name that became another is made of this.
func (t *Table) based(id string) string {
	if reference.FindString(id) == id {
		return Plain(id)
	}
	return reference.ReplaceAllStringFunc(id, func(ref string) string {
		if name, ok := t.final[ref]; ok {
			return name
		}
		return Plain(ref)
	})
}

// Text is text with identifiers in place of its references.
func (t *Table) Text(text string) string {
	var b strings.Builder
	for {
		at := strings.Index(text, end)
		if at < 0 {
			b.WriteString(text)
			return b.String()
		}
		from, to := 0, len(text)
		if i := strings.LastIndexFunc(text[:at], outsideWord); i >= 0 {
			_, size := utf8.DecodeRuneInString(text[i:])
			from = i + size
		}
		if i := strings.IndexFunc(text[at:], outsideWord); i >= 0 {
			to = at + i
		}
		id := text[from:to]
		name, ok := t.final[id]
		if !ok {
			name = t.based(id) // a comment speaks of it alone
		}
		b.WriteString(text[:from])
		b.WriteString(name)
		text = text[to:]
	}
}

// outsideWord tells whether a rune is part of no identifier. The end of a reference is a letter too.
func outsideWord(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsNumber(r) }

// sorted lists the identifiers with references: first the names of the model, in order,
// then those that are made of them.
func (p *uses) sorted(order []string) []string {
	rank := map[string]int{}
	for i, name := range order {
		if _, ok := rank[name]; !ok {
			rank[name] = i
		}
	}
	list := make([]string, 0, len(p.of))
	for id := range p.of {
		list = append(list, id)
	}
	part := func(id string) (whole int, first int) {
		m := reference.FindStringSubmatch(id)
		if m[0] != id {
			whole = 1
		}
		first, ok := rank[m[2]]
		if !ok {
			first = len(order)
		}
		return whole, first
	}
	slices.SortFunc(list, func(a, b string) int {
		wholeA, firstA := part(a)
		wholeB, firstB := part(b)
		return cmp.Or(cmp.Compare(wholeA, wholeB), cmp.Compare(firstA, firstB), strings.Compare(a, b))
	})
	return list
}

// clashes tells whether an identifier cannot become this.
func (p *uses) clashes(id, name string) bool {
	if token.IsKeyword(name) {
		return true
	}
	u := p.of[id]
	if u.global && (p.global.has[name] || types.Universe.Lookup(name) != nil || name == "init" || name == "main") {
		return true
	}
	return slices.ContainsFunc(u.in, func(s *space) bool { return s.clashes(id, name) })
}

// give notes what an identifier became.
func (p *uses) give(id, name string) {
	u := p.of[id]
	if u.global {
		p.global.has[name] = true
	}
	for _, s := range u.in {
		s.has[name] = s.has[name] || s.has[id]
	}
}

// errorIn says that a text cannot be read.
func errorIn(f File, err error) error { return fmt.Errorf("%s: %w\n%s", f.Name, err, f.Text) }
