package text

import (
	"slices"
	"strings"

	"mpc/codegen/code"
)

// define prints the definition of the results of a statement.
func (f *function) define(s *code.Stmt, text string) {
	assign := ":="
	var list []string
	all := true
	if slices.ContainsFunc(s.Results, func(v *code.Value) bool { return f.into[v] }) {
		for _, v := range s.Results {
			if !f.into[v] && f.uses.count[v] > 0 {
				f.line("var %s %s", f.name(v), f.names.Type(v.Of)) // the others are declared
			}
		}
	}
	for _, v := range s.Results {
		if f.into[v] {
			assign = "=" // to a variable that is declared
		}
		if f.uses.count[v] == 0 {
			list = append(list, "_")
			continue
		}
		all = false
		list = append(list, f.name(v))
	}
	if all {
		assign = "="
	}
	f.line("%s %s %s", strings.Join(list, ", "), assign, text)
}

// assign gives variables other values, all at once.
func (f *function) assign(to []string, from []code.Operand) {
	var left, right []string
	for i, x := range from {
		if now := f.operand(x).text; now != to[i] {
			left, right = append(left, to[i]), append(right, now)
		}
	}
	if len(left) == 1 {
		if more := f.more(left[0], from[slices.Index(to, left[0])]); more != "" {
			f.line("%s", more)
			return
		}
	}
	if len(left) > 0 {
		f.line("%s = %s", strings.Join(left, ", "), strings.Join(right, ", "))
	}
}

// more is the statement that adds to a variable what makes it the sum that it becomes, or "".
func (f *function) more(to string, x code.Operand) string {
	v, ok := x.(*code.Value)
	if !ok || !f.uses.inline[v] {
		return ""
	}
	a, ok := f.uses.def[v].Do.(*code.Apply)
	if !ok || a.Operation.Symbol != "+" || f.operand(a.Args[0]).text != to {
		return ""
	}
	if c, ok := a.Args[1].(code.Constant); ok && c.Of == code.Whole && c.Whole == 1 {
		return to + "++"
	}
	return to + " += " + f.operand(a.Args[1]).text
}
