package codegen

import (
	"fmt"

	"mpc/codegen/code"
	"mpc/codegen/fields"
)

// Table is the local variable of a table. In a function that writes to what others are laid out by, it is the field itself.
func (l *lowered) Table(t *code.Table) (name, field string, element bool) {
	p := l.where(t, l.self)
	if !l.direct || p.Field == "" {
		return p.Local, p.Field, p.Element
	}
	return p.Field, "", p.Element
}

// where is where a table stands for a function of a receiver.
func (l *lowered) where(t *code.Table, self string) fields.Place {
	p := l.g.types.Where(t, self)
	if p.Own {
		p.Local = l.localName(t, p.Local)
	}
	return p
}

// Fill are statements that make a table of messages uniform.
func (l *lowered) Fill(local string, t *code.Table) []string {
	switch f := l.g.types.Filling(t); {
	case f.New != "":
		return []string{local + " := " + f.New}
	case f.Each:
		return []string{fmt.Sprintf("for i := range %s {\n%s[i].%s()\n}", local, local, f.Method)}
	case f.Method != "":
		return []string{local + "." + f.Method + "()"}
	case f.Value != "":
		return []string{fmt.Sprintf("for i := range %s {\n%s[i] = %s\n}", local, local, f.Value)}
	case f.Fixed:
		local += "[:]"
	}
	return []string{"clear(" + local + ")"}
}

// Pointer tells whether the local variable of a table is a pointer.
func (l *lowered) Pointer(t *code.Table) bool { return l.g.types.Pointer(t) }
