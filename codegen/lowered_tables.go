package codegen

import (
	"fmt"

	"mpc/codegen/code"
	"mpc/codegen/fields"
	"mpc/codegen/loops"
	"mpc/codegen/lower"
	"mpc/factor"
)

// Table is the local variable of a table. In a function that writes to what others are laid out by, it is the field itself.
func (l *lowered) Table(t *code.Table) (name, field string, element bool) {
	p := l.where(t, l.self)
	if !l.direct || p.Field == "" {
		return p.Local, p.Field, p.Element
	}
	return p.Field, "", p.Element
}

// where is where a table stands for a function of a receiver: of some the function itself has them.
func (l *lowered) where(t *code.Table, self string) fields.Place {
	switch s := l.program.Tables[t]; {
	case s.Cell != nil:
		return fields.Place{Local: l.localName(t), Field: l.zero(s.Type)}
	case s.Array != nil || s.Entries != nil || s.Beside != nil:
		return fields.Place{Local: l.localName(t), Element: true}
	}
	return l.g.types.Where(t, self)
}

// Fill are statements that make a table of messages uniform.
func (l *lowered) Fill(local string, t *code.Table) []string {
	s := l.program.Tables[t]
	switch {
	case s.Array != nil:
		return []string{local + " := " + l.makes(t, s.Array)}
	case s.Entries != nil:
		return []string{fmt.Sprintf("%s := make([]%s, %s)", local, l.Type(t.Type), l.g.types.Count(s.Entries.Dims))}
	case s.Beside != nil:
		return []string{fmt.Sprintf("%s := make([]%s, %s)", local, l.Type(t.Type), l.g.types.Count(s.Beside.Dims))}
	case s.Messages != nil && s.Messages.Role == loops.Total && isVector(s.Messages):
		return []string{"for i := range " + local + " {\n" + local + "[i].Reset()\n}"}
	case s.Found != nil || s.Which != nil || s.Search != nil || s.Added != nil || s.Messages != nil && s.Messages.Role == loops.Total:
		return []string{"clear(" + local + ")"}
	}
	if u := s.Branches; u != nil {
		if lower.FixedBranches(u) {
			local += "[:]"
		}
		return []string{"clear(" + local + ")"}
	}
	return []string{uniformTable(s.Messages, local)}
}

// makes makes an array with an element for each of a variable, none of which says anything.
func (l *lowered) makes(t *code.Table, v *factor.Variable) string {
	g := l.g
	if _, handle := t.Type.(code.Handle); handle {
		return fmt.Sprintf("dist.New%ss(%s, %s)", v.Family.Row().Go(), g.types.Count(v.Dims), g.sizes(v))
	}
	return fmt.Sprintf("make([]%s, %s)", l.Type(t.Type), g.types.Count(v.Dims))
}

// zero is a value for a variable to begin with.
func (l *lowered) zero(t code.Type) string {
	switch t {
	case code.Truth:
		return "false"
	case code.Real:
		return "0.0"
	}
	return l.Type(t) + "{}"
}

// Pointer tells whether the local variable of a table is a pointer.
func (l *lowered) Pointer(t *code.Table) bool {
	s := l.program.Tables[t]
	return s.Work != nil || s.Message != nil
}

// uniformTable is the statement that makes all messages of a table uniform.
func uniformTable(t *loops.Table, name string) string {
	switch {
	case t.Packed:
		return name + ".SetUniform()"
	case isVector(t):
		return "for i := range " + name + " {\n" + name + "[i].SetUniform()\n}"
	case t.Family.Row().ZeroIsUniform():
		return "clear(" + name + ")"
	}
	return "for i := range " + name + " {\n" + name + "[i] = " + uniform(t.Family) + "\n}"
}

// uniform is the message of a family that says nothing.
func uniform(fam factor.Family) string { return fields.FamilyType(fam) + "Uniform()" }
