package code

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// String writes the program as Parse reads it.
func (p *Program) String() string {
	w := &writer{}
	w.line("program %s", p.Name)
	for _, r := range p.Records {
		w.line("")
		w.record(r)
	}
	if len(p.Handles) > 0 {
		w.line("")
	}
	for _, h := range p.Handles {
		w.line("handle %s", h.Name)
	}
	if len(p.Tables) > 0 {
		w.line("")
	}
	for _, t := range p.Tables {
		w.line("%s", t)
	}
	before := false // whether the row before had no body
	for _, r := range p.Rows {
		if r.Body != nil || !before {
			w.line("")
		}
		w.row(r)
		before = r.Body == nil
	}
	return w.text.String()
}

// String writes the row and its body.
func (r *Row) String() string {
	w := &writer{}
	w.row(r)
	return w.text.String()
}

// String writes the statement and its blocks.
func (s *Stmt) String() string {
	w := &writer{}
	w.stmt(s)
	return strings.TrimSpace(w.text.String())
}

// A writer writes lines. Those of statements have their number in a column of its own.
type writer struct {
	text  strings.Builder
	depth int
}

const column = 5 // of numbers

func (w *writer) line(format string, args ...any) {
	fmt.Fprintf(&w.text, format+"\n", args...)
}

// code writes a line of a body, with the number of its statement or none.
func (w *writer) code(number int, format string, args ...any) {
	n := ""
	if number > 0 {
		n = strconv.Itoa(number)
	}
	w.line("%*s  %s%s", column, n, strings.Repeat("  ", w.depth), fmt.Sprintf(format, args...))
}

func (w *writer) record(r *Record) {
	head := "record " + r.Name
	if r.Sort != Plain {
		head += " " + r.Sort.String()
	}
	var fields []string
	for _, f := range r.Fields {
		fields = append(fields, f.Name+" "+f.Type.String())
	}
	w.line("%s {%s}", head, strings.Join(fields, ", "))
}

// String writes the declaration of the table.
func (t *Table) String() string {
	s := "table " + t.Name + " " + t.Type.String()
	if t.Bound != nil {
		s += " < " + t.sizeText(t.Bound)
	}
	if len(t.Dims) > 0 {
		var dims []string
		for _, d := range t.Dims {
			dims = append(dims, d.Index+" < "+t.sizeText(d.Size))
		}
		s += " [" + strings.Join(dims, ", ") + "]"
	}
	if t.Keep != Scratch {
		s += " " + t.Keep.String()
	}
	switch t.Layout.Arrangement {
	case Dense:
		return s
	case Packed:
		return s + " packed"
	case Shared:
		var along []string
		for _, d := range t.Layout.Along {
			along = append(along, t.Dims[d].Index)
		}
		return s + " shared(" + strings.Join(along, ", ") + ")"
	}
	return s + " " + arrangementNames[t.Layout.Arrangement] + "(" + t.Layout.Of.Name + ")"
}

func (t *Table) sizeText(s *Size) string {
	if s.Table == nil {
		return strconv.FormatInt(s.Constant, 10)
	}
	var at []string
	for _, d := range s.At {
		at = append(at, t.Dims[d].Index)
	}
	return s.Table.Name + "[" + strings.Join(at, ", ") + "]"
}

func (w *writer) row(r *Row) {
	keyword := "row"
	if r.Body != nil {
		keyword = "func"
	}
	var params []string
	for _, p := range r.Params {
		s := p.Name + " "
		if p.Access != Read {
			s += accessNames[p.Access] + " "
		}
		params = append(params, s+p.Of.String())
	}
	head := fmt.Sprintf("%s %s(%s)", keyword, r.Name, strings.Join(params, ", "))
	if len(r.Results) > 0 {
		head += " " + typeList(r.Results)
	}
	if r.Body == nil {
		w.line("%s", head)
		return
	}
	w.line("%s {", head)
	w.block(r.Body)
	w.line("}")
}

func (w *writer) block(b *Block) {
	for _, s := range b.Stmts {
		w.stmt(s)
	}
	if len(b.Gives) > 0 {
		w.code(0, "give %s", operands(b.Gives))
	}
}

// inner writes a block that stands in a statement.
func (w *writer) inner(b *Block) {
	w.depth++
	w.block(b)
	w.depth--
}

// labelled writes a block of a switch.
func (w *writer) labelled(label string, b *Block) {
	w.depth++
	w.code(0, "%s:", label)
	w.inner(b)
	w.depth--
}

func (w *writer) stmt(s *Stmt) {
	results := ""
	for i, r := range s.Results {
		if i > 0 {
			results += ", "
		}
		results += r.Name
	}
	if results != "" {
		results += " = "
	}
	origin := s.Origin.String()
	switch a := s.Do.(type) {
	case *If:
		w.code(s.Number, "%sif %s {%s", results, a.Cond, origin)
		w.inner(a.Then)
		if len(a.Else.Stmts)+len(a.Else.Gives) > 0 {
			w.code(0, "} else {")
			w.inner(a.Else)
		}
		w.code(0, "}")
	case *Switch:
		w.code(s.Number, "%sswitch %s {%s", results, a.On, origin)
		for _, c := range a.Cases {
			var values []string
			for _, v := range c.Values {
				values = append(values, strconv.FormatInt(v, 10))
			}
			w.labelled("case "+strings.Join(values, ", "), c.Block)
		}
		w.labelled("default", a.Default)
		w.code(0, "}")
	case *For:
		word := "for "
		if a.Parallel {
			word = "for parallel "
		}
		for i, strand := range a.Strands {
			if i == 0 {
				w.code(s.Number, "%s%s%s {%s", results, word, strand.head(), origin)
			} else {
				w.code(0, "} beside %s {", strand.head())
			}
			w.inner(strand.Body)
		}
		w.code(0, "}")
	case *While:
		w.code(s.Number, "%swhile %s{%s", results, carries(a.Carry, ""), origin)
		w.inner(a.Test)
		w.code(0, "} do {")
		w.inner(a.Body)
		w.code(0, "}")
	default:
		w.code(s.Number, "%s%s%s", results, actionText(a, Operand.String), origin)
	}
}

func (s *Strand) head() string {
	var over string
	switch {
	case s.List != nil:
		over = "in " + s.List.String()
	case s.Down:
		over = fmt.Sprintf("down %s..%s", s.Lo, s.Hi)
	default:
		over = fmt.Sprintf("up %s..%s", s.Lo, s.Hi)
	}
	return s.Index.Name + " " + over + carries(s.Carry, " ")
}

func carries(list []*Carry, before string) string {
	if len(list) == 0 {
		return ""
	}
	var texts []string
	for _, c := range list {
		texts = append(texts, fmt.Sprintf("%s %s = %s", c.Name, c.Of, c.First))
	}
	after := " "
	if before != "" {
		after = ""
	}
	return before + "carry (" + strings.Join(texts, ", ") + ")" + after
}

// actionText writes an action without blocks, and what it reads as name says.
func actionText(a Action, name func(Operand) string) string {
	all := func(list []Operand) string {
		var texts []string
		for _, x := range list {
			if p, ok := x.(*Place); ok {
				texts = append(texts, "&"+p.text(name))
			} else {
				texts = append(texts, name(x))
			}
		}
		return strings.Join(texts, ", ")
	}
	switch a := a.(type) {
	case *Call:
		return a.Row.Name + "(" + all(a.Args) + ")"
	case *Apply:
		switch {
		case a.Operation.Infix():
			return fmt.Sprintf("%s %s %s", name(a.Args[0]), a.Operation.Symbol, name(a.Args[1]))
		case a.Operation.named():
			return a.Operation.Symbol + "(" + all(a.Args) + ")"
		}
		return a.Operation.Symbol + " " + name(a.Args[0])
	case *Load:
		return a.From.text(name)
	case *Store:
		return a.To.text(name) + " = " + name(a.Value)
	case *Fill:
		return "fill " + a.Table.Name + " = " + name(a.Value)
	case *Part:
		return name(a.Of) + "." + a.Field
	case *Element:
		return name(a.Of) + "[" + name(a.Index) + "]"
	case *Length:
		return "len(" + name(a.Of) + ")"
	case *Position:
		return "position(" + a.Of.text(name) + ")"
	case *Make:
		return a.Record.Name + "{" + all(a.Fields) + "}"
	case *Fail:
		return "fail " + name(a.With)
	case *Draw:
		return fmt.Sprintf("draw %s[%s] ~ %s(%s)", a.Address, all(a.Index), a.Row.Name, all(a.Args))
	}
	return fmt.Sprintf("%T", a)
}

func operands(list []Operand) string {
	var texts []string
	for _, x := range list {
		texts = append(texts, x.String())
	}
	return strings.Join(texts, ", ")
}

func (v *Value) String() string { return v.Name }

// String writes the place as an argument that is written to.
func (p *Place) String() string { return "&" + p.text(Operand.String) }

func (p *Place) text(name func(Operand) string) string {
	var index []string
	for _, x := range p.Index {
		index = append(index, name(x))
	}
	s := p.Table.Name + "[" + strings.Join(index, ", ") + "]"
	if p.Known {
		s += "!"
	}
	if p.Field != "" {
		s += "." + p.Field
	}
	return s
}

// String writes the constant so that its type is seen: reals have a point, an exponent or a name.
func (c Constant) String() string {
	switch c.Of {
	case Truth:
		return strconv.FormatBool(c.Truth)
	case Whole:
		return strconv.FormatInt(c.Whole, 10)
	case Fault:
		return "none"
	}
	switch {
	case math.IsNaN(c.Real):
		return "nan"
	case math.IsInf(c.Real, 1):
		return "inf"
	case math.IsInf(c.Real, -1):
		return "-inf"
	}
	s := strconv.FormatFloat(c.Real, 'g', -1, 64)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}

// String writes the origin behind a statement.
func (o Origin) String() string {
	s := ""
	if o.Line > 0 {
		s = " @" + strconv.Itoa(o.Line)
	}
	if o.Update != "" {
		s += " #" + o.Update
	}
	return s
}
