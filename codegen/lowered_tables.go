package codegen

import (
	"fmt"
	"mpc/codegen/names"
	"slices"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/codegen/lower"
	"mpc/factor"
)

// Table is the local variable of a table. In a function that writes to what others are laid out by, it is the field itself.
func (l *lowered) Table(t *code.Table) (name, field string, element bool) {
	name, field, element = l.variable(t)
	if !l.direct || field == "" {
		return name, field, element
	}
	return field, "", element
}

// variable is the local variable of a table, and the field that it has the value of.
func (l *lowered) variable(t *code.Table) (name, field string, element bool) {
	g, self := l.g, l.self+"."
	if local, field, element, ok := l.chainTable(t); ok {
		return local, field, element
	}
	if d, ok := l.layout.Starts[t]; ok {
		name := g.shape(l.program.Tables[d.Of].Dims()).start(d.K)
		return name, self + name, false
	}
	s := l.program.Tables[t]
	switch {
	case s.Shape != nil:
		return self + g.shape(s.Shape.Dims).field(s.What, s.Dim), "", false
	case s.Filter != "":
		return "f." + s.Filter, "", false
	case s.Missing:
		name := missingField(s.Input)
		return name, self + "in." + name, false
	case s.Some:
		name := someField(s.Input)
		return name, self + "in." + name, false
	case s.Messages != nil:
		return g.code.program.TableName(s.Messages), self + g.tableField(s.Messages), true
	case s.Input != nil:
		name := local(s.Input.Name)
		return name, self + "in." + name, false
	case s.Size != nil:
		name := g.shape(s.Size).size(s.Dim)
		return name, self + name, false
	}
	if local, field, element, ok := l.keptTable(s); ok {
		return local, field, element
	}
	return l.works(t, s)
}

// keptTable is a table of what is kept from one iteration, or step, to the next.
func (l *lowered) keptTable(s lower.Source) (name, field string, element, ok bool) {
	g := l.g
	switch {
	case s.Before != nil:
		name := g.code.program.TableName(s.Before)
		return name + "Before", "inf.before." + name, true, true
	case s.LogEvidence:
		return "inf.logEvidence", "", false, true
	case s.Quantiles != nil:
		return "inf." + g.quantileField(s.Quantiles), "", true, true
	case s.Kept != nil:
		return "inf.kept." + g.code.program.TableName(s.Kept), "", true, true
	case s.KeptSearch != nil:
		return "inf.kept." + g.searchField(s.KeptSearch), "", true, true
	case s.Previous != nil:
		name := g.previousField(s.Previous)
		return name, "inf." + name, true, true
	case s.Which != nil:
		name := g.whichField(s.Which)
		return name, "inf.msg." + name, true, true
	case s.Found != nil:
		name := g.foundField(s.Found)
		return name, "inf." + name, true, true
	case s.Search != nil:
		name := g.searchField(s.Search)
		return name, "inf." + name, true, true
	case s.Network != nil:
		return "inf." + names.Network.Name(s.Network.ID+1), "", false, true
	case s.Step:
		return "inf.step", "", false, true
	case s.Moved != nil:
		return "inf." + movedField(s.Moved), "", false, true
	case s.Sum != nil && s.Sum.Dims == nil:
		return names.Sum.Name(s.Sum.ID), runningType(s.Sum) + "{}", false, true
	case s.Sum != nil:
		name := names.Sums.Name(s.Sum.ID)
		return name, "inf." + name, true, true
	}
	return "", "", false, false
}

// works is what a function works in.
func (l *lowered) works(t *code.Table, s lower.Source) (name, field string, element bool) {
	g, self, owner, memory := l.g, l.self+".", "inf.", l.memory.Inference
	switch l.self {
	case "f":
		owner, memory = "f.", l.memory.Filter
	case "c":
		memory = l.memory.Chain
	}
	switch {
	case s.Work != nil && s.Work.String() == "MvWork":
		return "work", "&" + owner + "work", false
	case s.Work != nil:
		g.need.Add("dist.CategoricalWork")
		return "weights", "&inf.weights", false
	case s.Message != nil:
		name := names.Vector.Name(slices.Index(memory.Messages, t))
		return name, "&" + owner + name, false
	case s.Branches != nil && s.Scratch != nil: // as other scratch
	case s.Branches != nil && len(t.Dims) > 0 && t.Dims[0].Size.Table == nil && t.Dims[0].Size.Constant > 0:
		return names.Buffer.Name(s.Branches.ID), fmt.Sprintf("[%d]float64{}", t.Dims[0].Size.Constant), true
	case s.Branches != nil:
		return names.Buffer.Name(s.Branches.ID), self + names.Branches.Name(s.Branches.ID), true
	case s.Cell != nil:
		return l.localName(t), l.zero(s.Type), false
	case s.Array != nil || s.Entries != nil || s.Beside != nil:
		return l.localName(t), "", true
	case s.Scratch == nil:
		return "total", "", false // of a flat table: nothing reads it
	}
	name = names.Scratch.Name(slices.Index(memory.Scratch, t))
	return name, self + name, false
}

// Fill are statements that make a table of messages uniform.
func (l *lowered) Fill(local string, t *code.Table) []string {
	s := l.program.Tables[t]
	switch {
	case s.Array != nil:
		return []string{local + " := " + l.makes(t, s.Array)}
	case s.Entries != nil:
		return []string{fmt.Sprintf("%s := make([]%s, %s)", local, l.Type(t.Type), l.g.count(s.Entries.Dims))}
	case s.Beside != nil:
		return []string{fmt.Sprintf("%s := make([]%s, %s)", local, l.Type(t.Type), l.g.count(s.Beside.Dims))}
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
		return fmt.Sprintf("dist.New%ss(%s, %s)", v.Family.Row().Go(), g.count(v.Dims), g.sizes(v))
	}
	return fmt.Sprintf("make([]%s, %s)", l.Type(t.Type), g.count(v.Dims))
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
