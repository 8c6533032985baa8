package codegen

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"mpc/code"
	"mpc/codegen/lower"
	"mpc/codegen/passes"
	"mpc/codegen/text"
	"mpc/factor"
	"mpc/loops"
)

// lowered prints the parts of steps that are code.
type lowered struct {
	g       *generator
	program *lower.Program
	layout  *passes.Layout
	scratch map[*code.Table]string // fields
	f       *function              // whose names are taken
	self    string                 // the receiver
	methods map[*code.Row]string   // names of functions that are not called as their rows are
	locals  map[*code.Table]string // local variables and arrays of the function
}

// Code is the code of the steps of an inference, as far as they are lowered.
func Code(p *loops.Program) *code.Program { return lower.Lower(p).Program }

// lower makes the code of the steps.
func (g *generator) lower() (*lowered, error) {
	l := &lowered{g: g, program: lower.Lower(g.program), scratch: map[*code.Table]string{}, self: "inf", methods: map[*code.Row]string{}}
	if err := code.Check(l.program.Program); err != nil {
		return nil, err
	}
	for name, err := range l.program.Unlowered {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	passes.Draws(l.program.Program)
	passes.Hoist(l.program.Program)
	passes.Settle(l.program.Program)
	l.layout = passes.Positions(l.program.Program)
	return l, nil
}

// has tells whether the program has a function.
func (l *lowered) has(name string) bool { return l != nil && l.program.Functions[name] != nil }

// localName is the name of a local variable or array: of the function alone.
func (l *lowered) localName(t *code.Table) string {
	if l.locals[t] == "" {
		base := strings.TrimRight(t.Name, "0123456789")
		name := base
		for n := 2; slices.Contains(slices.Collect(maps.Values(l.locals)), name); n++ {
			name = fmt.Sprint(base, n)
		}
		l.locals[t] = name
	}
	return l.locals[t]
}

// function prints a function with its comment, if the program has it.
func (l *lowered) function(p *printer, name, doc string) {
	if !l.has(name) {
		return
	}
	r := l.program.Functions[name]
	for _, reader := range l.program.Rows {
		if l.program.Readers[reader] == r {
			l.reader(p, reader)
		}
	}
	l.f, l.locals = l.g.function(), map[*code.Table]string{}
	for _, m := range text.Function(l.program.Program, r, l) {
		m.Name = codeName(m.Name)
		if m.Plate != "" {
			p.line("// %s runs a plate for %s.", m.Name, m.Plate)
		} else {
			p.comment(m.Name + " " + doc)
		}
		l.method(p, m)
	}
}

func (l *lowered) method(p *printer, m text.Method) {
	name, receiver := m.Name, map[string]string{"inf": "Inference", "c": "chain"}[l.self]
	p.line("func (%s *%s) %s(%s) %s {\n%s}\n", l.self, receiver, name, m.Params, m.Results, m.Lines)
}

// reader prints a function that reads ahead.
func (l *lowered) reader(p *printer, r *code.Row) {
	l.f, l.locals = l.g.function(), map[*code.Table]string{}
	m := text.Function(l.program.Program, r, l)[0]
	p.comment(fmt.Sprintf("%s reads what passes lo to hi will, so that it comes from memory all at once. Inlined, it would be left out.", m.Name))
	p.line("//\n//go:noinline")
	l.method(p, m)
}

// Table is the local variable of a table.
func (l *lowered) Table(t *code.Table) (name, field string, element bool) {
	g, self := l.g, l.self+"."
	if local, field, element, ok := l.chainTable(t); ok {
		return local, field, element
	}
	if d, ok := l.layout.Starts[t]; ok {
		name := g.shape(l.program.Tables[d.Of].Dims()).start(d.K)
		return name, self + name, false
	}
	switch s := l.program.Tables[t]; {
	case s.Missing:
		name := missingField(s.Input)
		return name, self + "in." + name, false
	case s.Some:
		name := someField(s.Input)
		return name, self + "in." + name, false
	case s.Messages != nil:
		return g.tableName(s.Messages), self + g.tableField(s.Messages), true
	case s.Input != nil:
		name := local(s.Input.Name)
		return name, self + "in." + name, false
	case s.Size != nil:
		name := g.shape(s.Size).size(s.Dim)
		return name, self + name, false
	}
	switch s := l.program.Tables[t]; {
	case s.Work != nil && s.Work.String() == "MvWork":
		g.works = true
		return "work", "&inf.work", false
	case s.Work != nil:
		g.need.Add("dist.CategoricalWork")
		g.weighs = true
		return "weights", "&inf.weights", false
	case s.Message != nil:
		if l.scratch[t] == "" {
			l.scratch[t] = vectorPrefix.name(len(g.messages))
			g.messages = append(g.messages, l.scratch[t]+" "+l.Type(s.Message))
		}
		return l.scratch[t], "&inf." + l.scratch[t], false
	case s.Branches != nil && s.Scratch != nil: // as other scratch
	case s.Branches != nil && len(t.Dims) > 0 && t.Dims[0].Size.Table == nil && t.Dims[0].Size.Constant > 0:
		name := bufferPrefix.name(s.Branches.ID)
		return name, fmt.Sprintf("[%d]float64{}", t.Dims[0].Size.Constant), true
	case s.Branches != nil:
		return bufferPrefix.name(s.Branches.ID), self + g.branchesOf(s.Branches), true
	case s.Cell != nil:
		return l.localName(t), l.zero(s.Type), false
	case s.Array != nil:
		return l.localName(t), "", true
	case s.Before != nil:
		name := g.tableName(s.Before)
		return name + "Before", "inf.before." + name, true
	case s.Previous != nil:
		pv := previous{"previous" + exported(g.variableName(s.Previous)), familyType(s.Previous.Family), s.Previous}
		g.keepPrevious(pv)
		return pv.name, "inf." + pv.name, true
	case s.Which != nil:
		name := g.whichField(s.Which)
		return name, "inf.msg." + name, true
	case s.Found != nil:
		name := g.foundField(s.Found)
		return name, self + name, true
	case s.Search != nil:
		name := g.searchField(s.Search)
		return name, self + name, true
	case s.Step:
		return "inf.step", "", false
	case s.Moved != nil:
		return "inf." + movedField(s.Moved), "", false
	case s.Sum != nil && s.Sum.Dims == nil:
		name := sumPrefix.name(s.Sum.ID)
		return name, runningType(s.Sum) + "{}", false
	case s.Sum != nil:
		name := sumsPrefix.name(s.Sum.ID)
		g.running[s.Sum.ID] = s.Sum
		g.shape(s.Sum.Dims) // of which they are as many
		return name, self + name, true
	case s.Scratch == nil:
		return "total", "", false // of a flat table: nothing reads it
	}
	if l.scratch[t] == "" {
		l.scratch[t] = g.scratchField(l.Type(l.program.Tables[t].Scratch))
	}
	return l.scratch[t], self + l.scratch[t], false
}

// Fill are statements that make a table of messages uniform.
func (l *lowered) Fill(local string, t *code.Table) []string {
	s := l.program.Tables[t]
	switch {
	case s.Array != nil:
		return []string{local + " := " + l.makes(t, s.Array)}
	case s.Messages != nil && s.Messages.Role == loops.Total && isVector(s.Messages):
		return []string{"for i := range " + local + " {\n" + local + "[i].Reset()\n}"}
	case s.Found != nil || s.Added != nil || s.Messages != nil && s.Messages.Role == loops.Total:
		return []string{"clear(" + local + ")"}
	}
	if u := s.Branches; u != nil {
		if fixedBranches(u) {
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
		return fmt.Sprintf("dist.New%ss(inf.%s, %s)", v.Family.Row().Go(), g.count(v.Dims), g.sizes(v))
	}
	return fmt.Sprintf("make([]%s, inf.%s)", l.Type(t.Type), g.count(v.Dims))
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

// Value is the name of an index, or of a message that is kept in a variable.
func (l *lowered) Value(v *code.Value) string {
	if i := l.program.Indices[v]; i != nil {
		return l.f.index(i)
	}
	if t := l.program.Locals[v]; t != nil {
		return l.g.tableName(t)
	}
	return ""
}

// Beside is the name of an index of a loop beside another one, which may have the same index.
func (l *lowered) Beside(v *code.Value) string { return l.f.fresh(local(l.program.Indices[v].Name)) }

// Type is a type of Go.
func (l *lowered) Type(t code.Type) string {
	switch t := t.(type) {
	case code.Basic:
		switch t {
		case code.Truth:
			return "bool"
		case code.Whole:
			return "int"
		case code.Real:
			return "float64"
		case code.Fault:
			return "dist.Fault"
		}
	case code.Array:
		return "[]" + l.Type(t.Elem)
	}
	return l.program.Packages[t.String()] + "." + t.String()
}

// Truth is a truth as a number.
func (l *lowered) Truth(x string) string { return "engine.Truth(" + x + ")" }

// Note is the comment before the statements of an update.
func (l *lowered) Note(o code.Origin) string {
	var p printer
	id, _ := strconv.Atoi(o.Update[1:])
	switch graph := l.g.program.Message.Graph; o.Update[0] {
	case 'c': // of a scan
		p.comment(fmt.Sprintf("line %d: %s", o.Line, l.program.Scan.Factor(o).Text))
	case 'f':
		p.comment(fmt.Sprintf("line %d: %s", o.Line, graph.Factors[id].Text))
	case 'v':
		p.comment(fmt.Sprintf("line %d: messages to %s", o.Line, graph.Variables[id].Name))
	default:
		p.comment(note(l.g.program.Message.Updates[id]))
	}
	return p.String()
}

// Plate is a name for a method for a part of a range.
func (l *lowered) Plate() string {
	l.g.plates++
	return fmt.Sprintf("plate%d", l.g.plates)
}

// Call is a call of what a row stands for.
func (l *lowered) Call(r *code.Row, args []text.Arg) text.Call {
	var list []string
	for i, a := range args {
		switch _, array := r.Params[i].Of.(code.Array); {
		case array || r.Params[i].Access == code.Read:
			list = append(list, a.Text)
		case r.Params[i].Access == code.Write:
			list = append(list, a.Array) // of messages about vectors
		default:
			list = append(list, a.Address)
		}
	}
	if r.Body != nil {
		if l.methods[r] != "" {
			return text.Call{Text: l.self + "." + l.methods[r] + "()", Error: true}
		}
		return text.Call{Text: "inf." + r.Name + "(" + strings.Join(list, ", ") + ")"}
	}
	switch c := l.program.Callees[r]; c.Kind {
	case lower.Method:
		return text.Call{Text: args[0].Bound + "." + c.Name + "(" + strings.Join(list[1:], ", ") + ")"}
	case lower.Skip:
		return text.Call{Text: fmt.Sprintf("%s(%s, %s, %s)", l.errorOf("skip"), list[0], list[1], element(list[2:])), Error: true}
	case lower.Contradiction:
		return text.Call{Text: fmt.Sprintf("%s(%s, %s)", l.errorOf("contradiction"), list[0], element(list[1:])), Error: true, Leaves: true}
	case lower.Overflow:
		u := l.g.program.Message.Updates[args[0].Constant.Whole]
		return text.Call{Text: fmt.Sprintf("inf.overflow(%s, %s, %q)", list[0], element(list[1:]), u.Check.Subject()), Error: true, Leaves: true}
	case lower.Parameter:
		u := l.g.program.Message.Updates[args[0].Constant.Whole]
		last := len(list) - c.Elements
		return text.Call{Text: fmt.Sprintf("inf.parameter(%s, %s, %s)", list[0], element(list[last:]), says(u.Check.Value, list[1:last])), Error: true, Leaves: true}
	case lower.Improper:
		at := args[0].Index
		if c.Variable.Source == nil {
			at = "-1" // of a copy
		}
		return text.Call{Text: fmt.Sprintf("inf.improper(%q, %d, %s, %s)", c.Name, c.Variable.At.Line, at, list[1]), Error: true, Leaves: true}
	case lower.Own:
		return text.Call{Text: "inf." + c.Name + "()"}
	case lower.LeftOut:
		return text.Call{Text: "inf.progress.LeftOut(" + strings.Join(list, ", ") + ")"}
	case lower.Ignored:
		return text.Call{Text: "inf.progress.IgnoredAt(" + strings.Join(list, ", ") + ")", Error: true, Leaves: true}
	case lower.Field:
		return text.Call{Text: "inf." + c.Name}
	case lower.PartOf:
		return text.Call{Text: fmt.Sprintf("%s.Part = %s", args[0].Bound, list[1])}
	case lower.AddTerm:
		for i, a := range args[3:] {
			if a.Place {
				list[3+i] = a.Index
			}
		}
		return text.Call{Text: args[0].Bound + "." + c.Name + "(" + strings.Join(list[1:], ", ") + ")"}
	case lower.Stream:
		return text.Call{Text: l.g.numbers(c.Table)}
	case lower.Possible:
		name := "possible" + r.Results[0].String()
		l.g.possible[name] = c.Family
		return text.Call{Text: name + "(" + list[0] + ")"}
	case lower.Shares:
		return text.Call{Text: args[0].Bound + ".P"}
	case lower.Probabilities:
		to := args[1].Array
		return text.Call{Stmts: []string{fmt.Sprintf("%s = %s.P(%s)", to, args[0].Bound, to), fmt.Sprintf("inf.%s = %s", to, to)}}
	case lower.Branches:
		return text.Call{Text: args[0].Array + map[bool]string{true: "[:]"}[c.Name == "fixed"]}
	case lower.AddTo:
		return text.Call{Text: "engine.AddTo(" + strings.Join(list, ", ") + ")"}
	case lower.Valued:
		return text.Call{Text: "engine.Valued(" + list[0] + ")"}
	case lower.Overlap:
		name := "engine.Overlap"
		if len(list) > 2 {
			name = "engine.OverlapIn"
		}
		return text.Call{Text: name + "(" + strings.Join(list, ", ") + ")"}
	case lower.Scale:
		return text.Call{Text: "engine.ScaleOf(" + list[0] + ", " + list[1] + ")"}
	case lower.Slot:
		return text.Call{Text: fmt.Sprintf("%s.At(%s)", args[0].Array, args[0].Index)}
	case lower.List:
		return text.Call{Text: l.Type(r.Results[0]) + "{" + strings.Join(list, ", ") + "}"}
	case lower.RowOfList:
		return text.Call{Text: fmt.Sprintf("%s[%s*%s:][:%s]", list[0], args[1].Bound, list[2], list[2])}
	case lower.Reals:
		to := args[0].Array
		return text.Call{Stmts: []string{
			fmt.Sprintf("%s = %s(%s[:0], %s)", to, "engine.Reals", to, list[1]),
			fmt.Sprintf("inf.%s = %s", to, to),
		}}
	case lower.Stretch, lower.Part:
		if l.self == "c" {
			return text.Call{Text: elementsFrom(args[0], list[1])}
		}
		return text.Call{Text: fmt.Sprintf("dist.Stretch(%s, %s, %s)", args[0].Array, args[0].Index, list[1])}
	case lower.ExceptRow, lower.ReplaceRow:
		n := list[2]
		return text.Call{Text: fmt.Sprintf("%s(dist.Stretch(%s, %s, %s), dist.Stretch(%s, %s, %s), %s)", c.Name, args[0].Array, args[0].Index, n, args[1].Array, args[1].Index, n, list[3])}
	case lower.Put:
		return text.Call{Text: fmt.Sprintf("%s[%s] = %s", list[0], list[1], list[2])}
	case lower.Zero:
		return text.Call{Zero: l.Type(r.Results[0])}
	case lower.Nil:
		return text.Call{Text: "nil"}
	case lower.All:
		return text.Call{Text: args[0].Array}
	case lower.Maybe:
		return text.Call{Text: fmt.Sprintf("%s(%s, %s, %s)", "engine.MessageAt", args[0].Array, args[0].Index, list[1])}
	case lower.Between:
		return text.Call{Text: fmt.Sprintf("%s[%s:%s]", args[0].Array, args[0].Index, args[1].Index)}
	case lower.Share:
		return text.Call{Text: args[0].Text + " = " + args[1].Text}
	case lower.IntoRow:
		last := len(list) - 1
		for i, p := range r.Params {
			if p.Access == code.Write {
				list[i] = fmt.Sprintf("dist.Stretch(%s, %s, %s)", args[i].Array, args[i].Index, list[last])
			}
		}
		return text.Call{Text: c.Name + "(" + strings.Join(list[:last], ", ") + ")"}
	case lower.FieldOf:
		return text.Call{Text: args[0].Bound + "." + c.Name}
	case lower.FaultIs:
		return text.Call{Text: args[0].Bound + ".Fault() " + c.Name}
	case lower.SliceFault:
		return text.Call{Text: fmt.Sprintf("c.sliceFault(%s, %s.Fault(), %s)", list[0], args[1].Bound, element(list[2:])), Error: true, Leaves: true}
	case lower.ChainFault:
		return text.Call{Text: fmt.Sprintf("c.%s(%s, %s, %s)", c.Name, list[0], list[1], element(list[2:])), Error: true, Leaves: true}
	case lower.Vector:
		return text.Call{Text: fmt.Sprintf("%s(%s, %s, %s)", c.Name, list[0], elementsFrom(args[1], list[2]), strings.Join(list[3:], ", "))}
	case lower.At:
		return text.Call{Text: fmt.Sprintf("%s.At(%s)", args[0].Bound, list[1])}
	case lower.MaybeAt:
		return text.Call{Text: fmt.Sprintf("%s(%s, %s)", "engine.MessageOf", list[0], list[1])}
	case lower.Resize:
		to, n := args[0].Array, list[1]
		elem := l.Type(r.Params[0].Of)
		if !strings.HasPrefix(elem, "[]") {
			elem = "[]" + elem
		}
		return text.Call{Stmts: []string{
			fmt.Sprintf("if cap(%s) < %s {\n%s = make(%s, %s)\n%s.%s = %s\n}", to, n, to, elem, n, l.self, to, to),
			fmt.Sprintf("%s = %s[:%s]", to, to, n),
		}}
	default:
		if len(r.Params) == 0 && r.Results[0] == code.Fault {
			return text.Call{Text: c.Name}
		}
		return text.Call{Text: c.Name + "(" + strings.Join(list, ", ") + ")"}
	}
}

// errorOf is the method that makes an error of an update.
func (l *lowered) errorOf(name string) string {
	if l.g.chain {
		return "inf." + name
	}
	return "inf.progress." + strings.ToUpper(name[:1]) + name[1:]
}

// element prints the indices of an instance.
func element(list []string) string {
	if len(list) == 0 {
		return "nil"
	}
	return "[]int{" + strings.Join(list, ", ") + "}"
}

var _ text.Names = (*lowered)(nil)

// codeName is the name of the method of a function.
func codeName(name string) string {
	prefix, variable, ok := strings.Cut(name, "_")
	if !ok {
		return name
	}
	return prefix + exported(variable)
}
