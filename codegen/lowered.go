package codegen

import (
	"fmt"
	"maps"
	"slices"

	"mpc/codegen/code"
	"mpc/codegen/lower"
	"mpc/codegen/passes"
	"mpc/codegen/text"
)

// lowered prints the parts of steps that are code.
type lowered struct {
	g       *generator
	program *lower.Program
	layout  *passes.Layout
	memory  *lower.Memories
	f       *locals                // whose names are taken
	self    string                 // the receiver
	locals  map[*code.Table]string // local variables and arrays of the function
	direct  bool                   // the function reads fields where they are: it writes to them too
}

// lower prepares code for the printer.
func (g *generator) lower(p *lower.Program) (*lowered, error) {
	l := &lowered{g: g, program: p, self: "inf"}
	if err := code.Check(l.program.Program); err != nil {
		return nil, err
	}
	for name, err := range l.program.Unlowered {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	passes.Draws(l.program.Program)
	passes.Invariants(l.program.Program)
	passes.Running(l.program.Program)
	passes.Hoist(l.program.Program)
	passes.Settle(l.program.Program)
	l.layout = passes.Positions(l.program.Program)
	l.memory = l.program.Memories()
	return l, nil
}

// has tells whether the program has a function.
func (l *lowered) has(name string) bool { return l != nil && l.program.Functions[name] != nil }

// localName is the name of a local variable or array: of the function alone.
func (l *lowered) localName(t *code.Table, base string) string {
	if l.locals[t] == "" {
		name := base
		for n := 2; slices.Contains(slices.Collect(maps.Values(l.locals)), name); n++ {
			name = fmt.Sprint(base, n)
		}
		l.locals[t] = name
	}
	return l.locals[t]
}

// declarations prints the functions of a file.
func (l *lowered) declarations(file lower.File) string {
	var p printer
	for _, d := range l.program.Declarations {
		if d.File == file {
			l.declaration(&p, d)
		}
	}
	return p.String()
}

// receivers are those of methods, by the types that have them.
var receivers = map[lower.Owner][2]string{lower.OfInference: {"inf", "Inference"}, lower.OfChain: {"c", "chain"}, lower.OfFilter: {"f", "Filter"}, lower.OfJoint: {"q", "joint"}}

// declaration prints a function with its comment, before it those that read ahead for it.
func (l *lowered) declaration(p *printer, d *lower.Declaration) {
	l.self, l.direct = receivers[d.On][0], d.Direct
	defer func() { l.self, l.direct = "inf", false }()
	for _, reader := range l.program.Rows {
		if l.program.Readers[reader] == d.Row {
			l.reader(p, reader)
		}
	}
	l.f, l.locals = l.g.locals(), map[*code.Table]string{}
	for _, m := range text.Function(l.program.Program, d.Row, l) {
		if m.Plate != "" {
			p.line("// %s runs a plate for %s.", m.Name, m.Plate)
		} else {
			m.Name = d.Name
			p.comment(m.Name + " " + d.Doc)
		}
		l.method(p, d.On, m)
	}
}

func (l *lowered) method(p *printer, on lower.Owner, m text.Method) {
	p.line("func (%s *%s) %s(%s) %s {\n%s}\n", receivers[on][0], receivers[on][1], m.Name, m.Params, m.Results, m.Lines)
}

// name is what a function of the program is called.
func (l *lowered) name(function string) string {
	return l.program.Declared(l.program.Functions[function]).Name
}

// reader prints a function that reads ahead.
func (l *lowered) reader(p *printer, r *code.Row) {
	l.f, l.locals = l.g.locals(), map[*code.Table]string{}
	m := text.Function(l.program.Program, r, l)[0]
	p.comment(fmt.Sprintf("%s reads what passes lo to hi will, so that it comes from memory all at once. Inlined, it would be left out.", m.Name))
	p.line("//\n//go:noinline")
	l.method(p, lower.OfInference, m)
}

// Value is the name of an index, or of a message that is kept in a variable.
func (l *lowered) Value(v *code.Value) string {
	if i := l.program.Indices[v]; i != nil {
		return l.f.index(i)
	}
	if t := l.program.Locals[v]; t != nil {
		return l.program.TableName(t)
	}
	return ""
}

// Beside is the name of an index of a loop beside another one, which may have the same index.
func (l *lowered) Beside(v *code.Value) string { return l.f.fresh(local(l.program.Indices[v].Name)) }

// Type is a type of Go.
func (l *lowered) Type(t code.Type) string { return l.g.types.Type(t) }

// Truth is a truth as a number.
func (l *lowered) Truth(x string) string { return "engine.Truth(" + x + ")" }

// Note is the comment before the statements of an update.
func (l *lowered) Note(o code.Origin) string {
	var p printer
	p.comment(l.program.Note(o))
	return p.String()
}

// Plate is a name for a method for a part of a range.
func (l *lowered) Plate() string {
	l.g.plates++
	return fmt.Sprintf("plate%d", l.g.plates)
}

// Receiver is the receiver of the methods.
func (l *lowered) Receiver() string { return l.self }

var _ text.Names = (*lowered)(nil)
