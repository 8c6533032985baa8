package bugs

import (
	"strings"
)

// binding is how tightly an operator binds.
func binding(op string) int {
	switch op {
	case "||":
		return 1
	case "&&":
		return 2
	case "<", "<=", ">", ">=", "==", "!=":
		return 4
	case "+", "-":
		return 5
	case "*", "/":
		return 6
	case "^":
		return 9
	}
	if strings.HasPrefix(op, "%") {
		return 7
	}
	return 0
}

const (
	bindNot   = 3
	bindMinus = 8
	bindTight = 10
)

func (e *Number) String() string { return e.Text }

func (e *Ref) String() string {
	if e.Subs == nil {
		return e.Name
	}
	list := make([]string, len(e.Subs))
	for i, s := range program(e.Order, e.Subs) {
		list[i] = s.String()
	}
	return e.Name + "[" + strings.Join(list, ", ") + "]"
}

// String is the subscript as a user would write it.
func (s Sub) String() string {
	switch {
	case s.Empty:
		return ""
	case s.Hi != nil:
		return Range{Lo: s.Lo, Hi: s.Hi}.String()
	}
	return s.Lo.String()
}

// String is lo:hi. Ends that are operations stand in brackets: both dialects then read the
// same.
func (r Range) String() string { return within(r.Lo, bindTight) + ":" + within(r.Hi, bindTight) }

func (e *Call) String() string {
	list := make([]string, len(e.Args))
	for i, a := range e.Args {
		list[i] = a.String()
	}
	return e.Fun + "(" + strings.Join(list, ", ") + ")"
}

func (e *Unary) String() string {
	if e.Op == "!" {
		return "!" + within(e.X, bindNot)
	}
	return e.Op + within(e.X, bindMinus)
}

func (e *Binary) String() string {
	b := binding(e.Op)
	left, right := b, b+1
	if e.Op == "^" { // a ^ -b needs no brackets
		left, right = b+1, bindMinus
	}
	if b == 4 {
		left = b + 1
	}
	return within(e.X, left) + " " + e.Op + " " + within(e.Y, right)
}

// within writes an expression, in brackets where it binds less tightly than its place asks.
func within(e Expr, place int) string {
	strength := bindTight
	switch e := e.(type) {
	case *Unary:
		strength = map[bool]int{true: bindNot, false: bindMinus}[e.Op == "!"]
	case *Binary:
		strength = binding(e.Op)
	}
	if strength < place {
		return "(" + e.String() + ")"
	}
	return e.String()
}

// String is the program as a user would write it.
func (p *Program) String() string {
	var b strings.Builder
	if len(p.Vars) > 0 {
		list := make([]string, len(p.Vars))
		for i, v := range p.Vars {
			list[i] = v.Name
			if len(v.Dims) > 0 {
				list[i] = (&Call{Fun: v.Name, Args: v.Dims}).String()
				list[i] = v.Name + "[" + strings.TrimSuffix(strings.TrimPrefix(list[i], v.Name+"("), ")") + "]"
			}
		}
		b.WriteString("var " + strings.Join(list, ", ") + ";\n")
	}
	if p.Data != nil {
		b.WriteString("data {\n")
		writeStmts(&b, p.Data, "  ")
		b.WriteString("}\n")
	}
	b.WriteString("model {\n")
	writeStmts(&b, p.Model, "  ")
	b.WriteString("}\n")
	return b.String()
}

func writeStmts(b *strings.Builder, list []Stmt, indent string) {
	for _, s := range list {
		b.WriteString(indent)
		switch s := s.(type) {
		case *For:
			b.WriteString("for (" + s.Index + " in " + s.Range.String() + ") {\n")
			writeStmts(b, s.Body, indent+"  ")
			b.WriteString(indent + "}\n")
		case *Relation:
			b.WriteString(s.String() + "\n")
		}
	}
}

// String is the statement in one line.
func (s *Relation) String() string {
	if s.Dist == nil {
		left := s.Target.String()
		if s.Link != "" {
			left = s.Link + "(" + left + ")"
		}
		return left + " <- " + s.Value.String()
	}
	text := s.Target.String() + " ~ " + s.Dist.String()
	if s.Bounds != nil {
		lo, hi := "", ""
		if s.Bounds.Lo != nil {
			lo = s.Bounds.Lo.String()
		}
		if s.Bounds.Hi != nil {
			hi = " " + s.Bounds.Hi.String()
		}
		text += " " + s.Bounds.Kind + "(" + lo + "," + hi + ")"
	}
	return text
}
