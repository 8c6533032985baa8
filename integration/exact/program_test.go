package exact

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A gateModel is a program of booleans with gates, as a tree of statements that
// can be printed, walked and run over all values of its draws.
type gateModel struct {
	size     int // of the range n
	body     *gateBlock
	vars     []*gateVar
	inputs   []*gateInput
	elements int    // of all variables
	defined  []bool // which of them are, of a model whose statements are out of order
}

// A gateVar is a variable, or an array of them over n.
type gateVar struct {
	name   string
	array  bool
	random bool
	first  int // its first element
}

// A gateInput is a known truth value, or n of them.
type gateInput struct {
	name   string
	array  bool
	values []bool
}

// A gateIndex is an element of an array: the loop index with an offset, or a number.
type gateIndex struct {
	loop   string // "" for a number
	offset int
}

func (x *gateIndex) text() string {
	switch {
	case x == nil:
		return ""
	case x.loop == "":
		return fmt.Sprintf("[%d]", x.offset)
	case x.offset != 0:
		return fmt.Sprintf("[%s%+d]", x.loop, x.offset)
	}
	return "[" + x.loop + "]"
}

// A gateExpr is a boolean expression: op is empty for a variable, an input or a
// value.
type gateExpr struct {
	op    string
	args  []*gateExpr
	v     *gateVar
	in    *gateInput
	at    *gateIndex
	value bool
}

func (e *gateExpr) text() string {
	switch {
	case e.op == "!":
		return "!" + e.args[0].inner()
	case e.op != "":
		return e.args[0].inner() + " " + e.op + " " + e.args[1].inner()
	case e.v != nil:
		return e.v.name + e.at.text()
	case e.in != nil:
		return e.in.name + e.at.text()
	}
	return fmt.Sprint(e.value)
}

func (e *gateExpr) inner() string {
	if e.op != "" {
		return "(" + e.text() + ")"
	}
	return e.text()
}

// random tells whether a random variable stands in e.
func (e *gateExpr) random() bool {
	if e.v != nil {
		return e.v.random
	}
	for _, a := range e.args {
		if a.random() {
			return true
		}
	}
	return false
}

// A gateKind is a kind of statement.
type gateKind int

const (
	gateDraw gateKind = iota // target ~ bernoulli(p)
	gateSet                  // target = value
	gateSoft                 // observe value ~ bernoulli(p)
	gateHard                 // observe value
	gateSeen                 // input = value
	gateIf                   // if (value) then else other
	gateFor                  // for (loop in from..<n) then
)

// A gateStmt is a statement.
type gateStmt struct {
	kind        gateKind
	target      *gateExpr
	value       *gateExpr
	p           float64
	pick        *gatePick // of a draw by random indices
	then, other *gateBlock
	loop        string
	from        int
}

// A gateBlock is a list of statements and the names that they see.
type gateBlock struct {
	list  []*gateStmt
	outer *gateBlock
	vars  []*gateVar
	loop  *gateStmt // the loop that the block is in
	depth int       // how many gates it is in
}

func (b *gateBlock) text(w *strings.Builder, indent string) {
	for _, s := range b.list {
		if s.pick != nil {
			s.pick.text(w, indent, s.target.text())
			continue
		}
		w.WriteString(indent)
		switch s.kind {
		case gateDraw:
			fmt.Fprintf(w, "%s ~ bernoulli(%g)\n", s.target.text(), s.p)
		case gateSet, gateSeen:
			fmt.Fprintf(w, "%s = %s\n", s.target.text(), s.value.text())
		case gateSoft:
			fmt.Fprintf(w, "observe %s ~ bernoulli(%g)\n", s.value.inner(), s.p)
		case gateHard:
			fmt.Fprintf(w, "observe %s\n", s.value.text())
		case gateIf:
			fmt.Fprintf(w, "if (%s) {\n", s.value.text())
			s.then.text(w, indent+"  ")
			if len(s.other.list) > 0 {
				w.WriteString(indent + "} else {\n")
				s.other.text(w, indent+"  ")
			}
			w.WriteString(indent + "}\n")
		case gateFor:
			domain := "n"
			if s.from > 0 {
				domain = fmt.Sprintf("%d..<n", s.from)
			}
			fmt.Fprintf(w, "for (%s in %s) {\n", s.loop, domain)
			s.then.text(w, indent+"  ")
			w.WriteString(indent + "}\n")
		}
	}
}

// text is the model file.
func (m *gateModel) text(keys string) string {
	var b strings.Builder
	b.WriteString("model: gates\n" + keys)
	inputs := m.data()
	if len(inputs) > 0 {
		b.WriteString("inputs:\n")
	}
	if _, ok := inputs["n"]; ok {
		b.WriteString("  n: range\n")
	}
	for _, in := range m.inputs {
		kind := "bool"
		if in.array {
			kind = "bool[n]"
		}
		fmt.Fprintf(&b, "  %s: %s\n", in.name, kind)
	}
	b.WriteString("program: |\n")
	m.body.text(&b, "  ")
	b.WriteString("infer: [")
	for _, v := range m.inferred() {
		b.WriteString(v.name + ", ")
	}
	for _, s := range m.picks() {
		for k := range s.pick.indices {
			b.WriteString(s.pick.indexName(s.target.v.name, k) + ", ")
		}
	}
	b.WriteString("evidence]\n")
	return b.String()
}

// loops tells whether a loop, or another use of n, stands in b.
func (b *gateBlock) loops() bool {
	return b != nil && slices.ContainsFunc(b.list, func(s *gateStmt) bool { return s.kind == gateFor || s.pick != nil || s.then.loops() || s.other.loops() })
}

// inferred lists the variables that are inferred: those all elements of which are
// defined.
func (m *gateModel) inferred() (list []*gateVar) {
	live := map[*gateVar]bool{}
	m.body.live(nil, live)
	defined := m.defined
	if defined == nil {
		defined = m.extent()
	}
	for _, v := range m.vars {
		n := 1
		if v.array {
			n = m.size
		}
		if v.random && live[v] && !slices.Contains(defined[v.first:v.first+n], false) {
			list = append(list, v)
		}
	}
	return list
}

// live finds the variables that a statement defines which does not contradict the
// conditions around it, whatever the inputs and draws are.
func (b *gateBlock) live(known map[string]bool, found map[*gateVar]bool) {
	for _, s := range b.list {
		switch s.kind {
		case gateDraw, gateSet:
			found[s.target.v] = true
		case gateFor:
			s.then.live(known, found)
		case gateIf:
			x := s.value.certain(known)
			on := s.value
			for on.op == "!" {
				on = on.args[0]
			}
			for _, truth := range []bool{true, false} {
				if x == yesNo(!truth) {
					continue
				}
				inner := maps.Clone(known)
				if inner == nil {
					inner = map[string]bool{}
				}
				if on.v != nil {
					inner[on.text()] = truth == (strings.Count(s.value.text(), "!")%2 == 0)
				}
				if truth {
					s.then.live(inner, found)
				} else {
					s.other.live(inner, found)
				}
			}
		}
	}
}

func yesNo(x bool) int {
	if x {
		return 1
	}
	return -1
}

// certain is 1 of an expression that is true by what is known, -1 of one that is
// false, else 0.
func (e *gateExpr) certain(known map[string]bool) int {
	x, ok := known[e.text()]
	switch {
	case ok:
		return yesNo(x)
	case e.v != nil || e.in != nil:
		return 0
	case e.op == "":
		return yesNo(e.value)
	case e.op == "!":
		return -e.args[0].certain(known)
	}
	a, b := e.args[0].certain(known), e.args[1].certain(known)
	switch e.op {
	case "&&":
		return min(a, b)
	case "||":
		return max(a, b)
	case "==":
		return a * b
	}
	return -a * b
}

// data are the inputs of the model.
func (m *gateModel) data() map[string]any {
	out := map[string]any{}
	if m.body.loops() {
		out["n"] = m.size
	}
	for _, in := range m.inputs {
		if in.array {
			out[in.name] = in.values
		} else {
			out[in.name] = in.values[0]
		}
	}
	return out
}
